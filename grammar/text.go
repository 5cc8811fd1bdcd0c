package grammar

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// A strSpec is a set of strings: either a finite list, or a language with bounds on the length and
// exceptions. It is immutable once a value holds it.
type strSpec struct {
	finite   bool
	lits     []string   // finite: exactly these, ascending
	lang     regex.Expr // regex.All: no pattern
	not      []string   // exceptions, ascending; only without a pattern
	min, max int        // code points; max is endless without a bound
	at       *tree
}

func (s *strSpec) universal() bool {
	return !s.finite && s.lang == regex.All && s.not == nil && s.min == 0 && s.max == endless
}

// has reports whether text is a member.
func (c *compiler) has(s *strSpec, text string) bool {
	if s.finite {
		_, found := slices.BinarySearch(s.lits, text)
		return found
	}
	if n := utf8.RuneCountInString(text); n < s.min || n > s.max {
		return false
	}
	if _, found := slices.BinarySearch(s.not, text); found {
		return false
	}
	return c.langs.match(s.lang, text)
}

// meetStr returns the intersection, and whether it has members.
func (c *compiler) meetStr(a, b *strSpec) (*strSpec, bool, error) {
	switch {
	case a == b || b.universal():
		return a, true, nil
	case a.universal():
		return b, true, nil
	case b.finite:
		a, b = b, a
	}
	if a.finite {
		s := *a
		s.lits = nil
		for _, text := range a.lits {
			if c.has(b, text) {
				s.lits = append(s.lits, text)
			}
		}
		return &s, len(s.lits) > 0, nil
	}
	s := strSpec{
		lang: c.langs.and(a.lang, b.lang), min: max(a.min, b.min), max: min(a.max, b.max),
		not: sortedUnion(a.not, b.not), at: a.at,
	}
	ok, err := c.settleStr(&s)
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

// settleStr brings s into its normal form and reports whether it has members.
func (c *compiler) settleStr(s *strSpec) (bool, error) {
	if s.finite {
		return len(s.lits) > 0, nil
	}
	if s.min > s.max {
		return false, nil
	}
	if s.max == 0 {
		empty := strSpec{finite: true, at: s.at}
		if c.has(s, "") {
			empty.lits = []string{""}
		}
		*s = empty
		return len(s.lits) > 0, nil
	}
	if s.lang == regex.All {
		return true, nil // there are more characters than a schema can list exceptions
	}
	if s.not != nil {
		s.lang = c.langs.and(s.lang, c.langs.not(c.langs.words(s.not)))
		s.not = nil
	}
	if words, ok := c.langs.finite(s.lang); ok {
		*s = strSpec{finite: true, at: s.at, lits: slices.DeleteFunc(words, func(w string) bool {
			n := utf8.RuneCountInString(w)
			return n < s.min || n > s.max
		})}
		return len(s.lits) > 0, nil
	}
	alive, err := c.langs.alive(s.lang, s.min, s.max)
	if err != nil {
		return false, &CompileError{Pointer: s.at.pointer(), Keyword: "pattern", Err: err}
	}
	return alive, nil
}

// negateStr returns the strings that are not members of s.
func (c *compiler) negateStr(s *strSpec) []*strSpec {
	if s.finite {
		return []*strSpec{{lang: regex.All, not: s.lits, max: endless, at: s.at}}
	}
	var out []*strSpec
	if s.min > 0 {
		out = append(out, &strSpec{lang: regex.All, max: s.min - 1, at: s.at})
	}
	if s.max < endless {
		out = append(out, &strSpec{lang: regex.All, min: s.max + 1, max: endless, at: s.at})
	}
	if s.lang != regex.All {
		out = append(out, &strSpec{lang: c.langs.not(s.lang), max: endless, at: s.at})
	}
	if s.not != nil {
		out = append(out, &strSpec{finite: true, lits: s.not, at: s.at})
	}
	return out
}

// joinStrs merges the members of a union that are lists, or that differ in their pattern only.
func (c *compiler) joinStrs(list []*strSpec) []*strSpec {
	out := list[:0:0]
next:
	for _, s := range list {
		for i, t := range out {
			switch {
			case s == t || t.universal():
				continue next
			case s.universal():
				return []*strSpec{s}
			case s.finite && t.finite:
				out[i] = &strSpec{finite: true, lits: sortedUnion(t.lits, s.lits), at: t.at}
				continue next
			case s.finite || t.finite || s.not != nil || t.not != nil:
			case s.min == t.min && s.max == t.max:
				out[i] = &strSpec{lang: c.langs.or(s.lang, t.lang), min: s.min, max: s.max, at: t.at}
				continue next
			case s.lang == t.lang && s.min <= t.max+1 && t.min <= s.max+1:
				out[i] = &strSpec{lang: s.lang, min: min(s.min, t.min), max: max(s.max, t.max), at: t.at}
				continue next
			}
		}
		out = append(out, s)
	}
	return out
}

func (s *strSpec) dump(b *strings.Builder) {
	if s.finite {
		fmt.Fprintf(b, "str %q", s.lits)
		return
	}
	b.WriteString("str")
	if s.lang != regex.All {
		b.WriteString(" pattern")
	}
	if s.min > 0 {
		fmt.Fprintf(b, " min %d", s.min)
	}
	if s.max < endless {
		fmt.Fprintf(b, " max %d", s.max)
	}
	if s.not != nil {
		fmt.Fprintf(b, " not %q", s.not)
	}
}
