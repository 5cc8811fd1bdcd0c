package schema

import (
	"fmt"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// A StringSpec is a set of strings: either a finite list, or a language with bounds on the length and
// exceptions. It is immutable once a value holds it.
type StringSpec struct {
	Finite   bool
	List     []string   // finite: exactly these, ascending
	Language regex.Expr // regex.All: no pattern
	Except   []string   // exceptions, ascending; only without a pattern
	Min, Max int        // code points; Max is number.Unbounded without a bound
	At       *jsontext.Tree
}

// anyString returns the set of all strings. Specs with bounds or a pattern start from it, so that a field
// whose free value is not zero is set here alone.
func anyString(at *jsontext.Tree) *StringSpec {
	return &StringSpec{Language: regex.All, Max: number.Unbounded, At: at}
}

// Universal reports whether s is the set of all strings.
func (s *StringSpec) Universal() bool {
	return !s.Finite && s.Language == regex.All && s.Except == nil && s.Min == 0 && s.Max == number.Unbounded
}

// has reports whether text is a member.
func (c *compiler) has(s *StringSpec, text string) bool {
	if s.Finite {
		_, found := slices.BinarySearch(s.List, text)
		return found
	}
	if n := utf8.RuneCountInString(text); n < s.Min || n > s.Max {
		return false
	}
	if _, found := slices.BinarySearch(s.Except, text); found {
		return false
	}
	return c.Languages.match(s.Language, text)
}

// meetStrings returns the intersection, and whether it has members.
func (c *compiler) meetStrings(a, b *StringSpec) (*StringSpec, bool, error) {
	switch {
	case a == b || b.Universal():
		return a, true, nil
	case a.Universal():
		return b, true, nil
	case b.Finite:
		a, b = b, a
	}
	if a.Finite {
		c.meter.Make(16 * len(a.List))
		c.meter.Step(4 * len(a.List))
		s := *a
		s.List = nil
		for _, text := range a.List {
			if c.has(b, text) {
				s.List = append(s.List, text)
			}
		}
		return &s, len(s.List) > 0, nil
	}
	s := StringSpec{
		Language: c.Languages.and(a.Language, b.Language), Min: max(a.Min, b.Min), Max: min(a.Max, b.Max),
		Except: sortedUnion(a.Except, b.Except), At: a.At,
	}
	ok, err := c.settleString(&s)
	return &s, ok, err
}

func sortedUnion(a, b []string) []string {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

// settleString brings s into its normal form and reports whether it has members.
func (c *compiler) settleString(s *StringSpec) (bool, error) {
	if s.Finite {
		return len(s.List) > 0, nil
	}
	if s.Min > s.Max {
		return false, nil
	}
	if s.Max == 0 {
		empty := StringSpec{Finite: true, At: s.At}
		if c.has(s, "") {
			empty.List = []string{""}
		}
		*s = empty
		return len(s.List) > 0, nil
	}
	if s.Language == regex.All {
		return true, nil // there are more characters than a schema can list exceptions
	}
	if s.Except != nil {
		s.Language = c.Languages.and(s.Language, c.Languages.not(c.Languages.words(s.Except)))
		s.Except = nil
	}
	if words, ok := c.Languages.finite(s.Language); ok {
		*s = StringSpec{Finite: true, At: s.At, List: slices.DeleteFunc(words, func(w string) bool {
			n := utf8.RuneCountInString(w)
			return n < s.Min || n > s.Max
		})}
		return len(s.List) > 0, nil
	}
	alive, err := c.Languages.alive(s.Language, s.Min, s.Max)
	if err != nil {
		return false, &jsontext.Error{Pointer: s.At.Pointer(), Keyword: "pattern", Err: err}
	}
	return alive, nil
}

// negateString returns the strings that are not members of s.
func (c *compiler) negateString(s *StringSpec) []*StringSpec {
	var out []*StringSpec
	add := func(restrict func(*StringSpec)) {
		n := anyString(s.At)
		restrict(n)
		out = append(out, n)
	}
	if s.Finite {
		add(func(n *StringSpec) { n.Except = s.List })
		return out
	}
	if s.Min > 0 {
		add(func(n *StringSpec) { n.Max = s.Min - 1 })
	}
	if s.Max < number.Unbounded {
		add(func(n *StringSpec) { n.Min = s.Max + 1 })
	}
	if s.Language != regex.All {
		add(func(n *StringSpec) { n.Language = c.Languages.not(s.Language) })
	}
	if s.Except != nil {
		out = append(out, &StringSpec{Finite: true, List: s.Except, At: s.At})
	}
	return out
}

// joinStrings merges the members of a union that are lists, or that differ in their pattern only.
func (c *compiler) joinStrings(list []*StringSpec) []*StringSpec {
	if len(list) < 2 {
		return list
	}
	var out []*StringSpec
	for _, s := range c.joinAlike(list) {
		if s.Universal() {
			return []*StringSpec{s}
		}
		i := slices.IndexFunc(out, func(t *StringSpec) bool { return adjoin(s, t) })
		if i < 0 {
			out = append(out, s)
		} else {
			t := out[i]
			out[i] = &StringSpec{Language: s.Language, Min: min(s.Min, t.Min), Max: max(s.Max, t.Max), At: t.At}
		}
		c.meter.Step(len(out))
	}
	return out
}

// adjoin reports whether s and t differ in their lengths only, and these leave no gap.
func adjoin(s, t *StringSpec) bool {
	return !s.Finite && !t.Finite && s.Except == nil && t.Except == nil && s.Language == t.Language &&
		s.Min <= t.Max+1 && t.Min <= s.Max+1
}

// joinAlike makes one of all lists, and one of all patterns with the same lengths.
func (c *compiler) joinAlike(list []*StringSpec) []*StringSpec {
	type kind struct {
		finite   bool
		min, max int
	}
	var out []*StringSpec
	var kinds []kind
	places, groups := map[kind]int{}, map[kind][]*StringSpec{}
	for _, s := range list {
		k := kind{min: s.Min, max: s.Max}
		if s.Finite {
			k = kind{finite: true}
		}
		if s.Except != nil {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
			continue
		}
		if _, known := places[k]; !known {
			places[k] = len(out)
			kinds = append(kinds, k)
			out = append(out, s)
		}
		if group := groups[k]; len(group) == 0 || group[len(group)-1] != s {
			groups[k] = append(group, s)
		}
	}
	for _, k := range kinds {
		if group := groups[k]; len(group) > 1 {
			out[places[k]] = c.joined(group)
		}
	}
	return out
}

// joined returns the union of lists, or of patterns with the same lengths.
func (c *compiler) joined(group []*StringSpec) *StringSpec {
	first := group[0]
	if first.Finite {
		var all []string
		for _, s := range group {
			all = append(all, s.List...)
		}
		c.meter.Step(len(all) * bits.Len(uint(len(all))))
		slices.Sort(all)
		return &StringSpec{Finite: true, List: slices.Compact(all), At: first.At}
	}
	languages := make([]regex.Expr, len(group))
	for i, s := range group {
		if languages[i] = s.Language; s.Language == regex.All {
			return s
		}
	}
	return &StringSpec{Language: c.Languages.Space().Union(languages...), Min: first.Min, Max: first.Max, At: first.At}
}

// String returns s as a list of its conditions. It says that there is a pattern, but not which one.
func (s *StringSpec) String() string {
	if s.Finite {
		return fmt.Sprintf("str %q", s.List)
	}
	out := "str"
	if s.Language != regex.All {
		out += " pattern"
	}
	if s.Min > 0 {
		out += fmt.Sprintf(" min %d", s.Min)
	}
	if s.Max < number.Unbounded {
		out += fmt.Sprintf(" max %d", s.Max)
	}
	if s.Except != nil {
		out += fmt.Sprintf(" not %q", s.Except)
	}
	return out
}
