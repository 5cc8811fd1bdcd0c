package schema

import (
	"slices"
	"strconv"

	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// enumerate returns the canonical texts of all values that satisfy lits, or false if there are more than most
// or if that is hard to know.
func (c *compiler) enumerate(lits []literal, most, depth int) ([]string, bool) {
	v, err := c.valueOf(c.set(lits...))
	if err != nil || depth > maxLook {
		return nil, false
	}
	var texts []string
	for i, is := range [...]bool{v.HasNull, v.HasFalse, v.HasTrue} {
		if is {
			texts = append(texts, number.CanonicalWord(i))
		}
	}
	for _, s := range v.Numbers {
		list, ok := s.Members(most)
		c.meter.Make(textBytes * (1 + len(list)))
		if !ok {
			return nil, false
		}
		for _, x := range list {
			texts = append(texts, x.RatString())
		}
	}
	for _, s := range v.Strings {
		list, ok := c.everyString(s, most)
		if !ok {
			return nil, false
		}
		for _, text := range list {
			texts = append(texts, strconv.Quote(text))
		}
	}
	for _, s := range v.Arrays {
		list, ok := c.everyArray(s, most, depth)
		if !ok {
			return nil, false
		}
		texts = append(texts, list...)
	}
	for _, s := range v.Objects {
		list, ok := c.everyObject(s, most, depth)
		if !ok {
			return nil, false
		}
		texts = append(texts, list...)
	}
	c.meter.Make(textBytes * len(texts))
	slices.Sort(texts)
	texts = slices.Compact(texts)
	return texts, len(texts) <= most
}

// textBytes is what the text of a value takes.
const textBytes = 64

// everyString returns all strings of s, or false if there are more than most.
func (c *compiler) everyString(s *StringSpec, most int) ([]string, bool) {
	switch {
	case s.Finite:
		return s.List, len(s.List) <= most
	case s.Language == regex.All && (s.Max > 0 || s.Min > 0):
		return nil, false // there are more characters than are ever counted
	}
	return c.Languages.Space().Finite(c.language(s), most)
}

// everyArray returns all arrays of s. What contains and uniqueItems leave out of them is not looked for.
func (c *compiler) everyArray(s *ArraySpec, most, depth int) ([]string, bool) {
	if s.Min == 0 && c.unsatisfiableSet(s.element(0), depth) { // then no item can follow
		if slices.ContainsFunc(s.Contains, func(x containsRule) bool { return x.min > 0 }) {
			return nil, true
		}
		return []string{"[]"}, most > 0
	}
	if len(s.Contains) > 0 || s.Unique {
		return nil, false
	}
	var out []string
	begun := []string{"["}
	for n := 0; ; n++ {
		if n >= s.Min {
			for _, text := range begun {
				out = append(out, text+"]")
			}
		}
		if n >= s.Max || len(begun) == 0 {
			return out, len(out) <= most
		}
		if len(out) > most || n >= maxDiffering { // each length has a member, or they are long
			return nil, false
		}
		items, ok := c.enumerate(s.element(n), most, depth+1)
		if !ok || len(items)*len(begun) > most {
			return nil, false
		}
		begun = c.extended(begun, items)
	}
}

// everyObject returns all objects of s, whose names are few.
func (c *compiler) everyObject(s *ObjectSpec, most, depth int) ([]string, bool) {
	if len(s.mustMatch) > 0 {
		return nil, false
	}
	if s.Max == 0 && s.Min == 0 && len(s.required) == 0 { // whatever its names are
		return []string{"{}"}, most > 0
	}
	names, ok := c.everyName(s, most)
	if !ok {
		return nil, false
	}
	type partial struct {
		text  string
		count int
	}
	begun := []partial{{"{", 0}}
	for _, name := range names {
		values, ok := c.enumerate(c.memberLits(s, name, nil), most, depth+1)
		if !ok {
			return nil, false
		}
		var next []partial
		for _, p := range begun {
			if !slices.Contains(s.required, name) {
				next = append(next, p)
			}
			for _, value := range values {
				next = append(next, partial{p.text + strconv.Quote(name) + ":" + value + ",", p.count + 1})
			}
		}
		c.meter.Make(textBytes * len(next))
		if begun = next; len(begun) > 2*most {
			return nil, false
		}
	}
	var out []string
	for _, p := range begun {
		if p.count >= s.Min && p.count <= s.Max {
			out = append(out, p.text+"}")
		}
	}
	return out, len(out) <= most
}

// everyName returns all names that a member of an object of s may have, or false if there are more than most.
func (c *compiler) everyName(s *ObjectSpec, most int) ([]string, bool) {
	allowed, err := c.valueOf(c.set(s.names...))
	if err != nil {
		return nil, false
	}
	var names []string
	open := slices.ContainsFunc(s.layers, func(l *objectLayer) bool { return len(l.pats) > 0 }) ||
		!c.unsatisfiableSet(c.memberLits(s, UnknownName, nil), 0)
	if open {
		for _, x := range allowed.Strings {
			list, ok := c.everyString(x, most)
			if !ok {
				return nil, false
			}
			names = append(names, list...)
		}
	} else {
		c.knownNames(s, func(name string) {
			if slices.ContainsFunc(allowed.Strings, func(x *StringSpec) bool { return x.Universal() || c.has(x, name) }) {
				names = append(names, name)
			}
		})
	}
	slices.Sort(names)
	return slices.Compact(names), true
}

// extended returns every text of begun with every item after it.
func (c *compiler) extended(begun, items []string) []string {
	c.meter.Make(textBytes * len(begun) * len(items))
	out := make([]string, 0, len(begun)*len(items))
	for _, text := range begun {
		for _, item := range items {
			out = append(out, text+item+",")
		}
	}
	return out
}
