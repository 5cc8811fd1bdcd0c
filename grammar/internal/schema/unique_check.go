package schema

import (
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// checkUnique works out whether the items of a, which must all differ, can run out before there are enough.
// Where a walk could find that out too late, compact documents, which are for masks, make it an error;
// elsewhere the document is refused at the first item too many.
func (c *compiler) checkUnique(a *Array) error {
	s := a.Spec
	if c.Options.Whitespace != jsontext.Compact() && s.reach() > 0 {
		return nil
	}
	for i := range min(s.reach()+1, s.Max) {
		v, err := c.valueOf(c.set(s.element(i)...))
		if err != nil {
			return err
		}
		n, exact := c.count(v, s.Min)
		switch {
		case n < s.Min && exact && s.reach() == 0:
			a.unsatisfiable = true
		case c.Options.Whitespace != jsontext.Compact():
		case n < s.Min && i < max(s.Min, 1) || !c.canGrow(v) || len(s.Contains) > 0 && !c.isUnboundedString(v):
			a.Unique = !c.Options.Lenient
			return c.unsupported(s.At, "uniqueItems", "its items may run out")
		}
	}
	return nil
}

// isUnboundedString reports whether v is strings without bound, and nothing else.
func (c *compiler) isUnboundedString(v *Value) bool {
	return len(v.Strings) == 1 && !v.Strings[0].Finite && v.Strings[0].Max == number.Unbounded && v.Strings[0].Language == regex.All
}

// canGrow reports whether every array and object of v can always become a longer one. Then a walk into one
// never reaches a point where only values that were seen before are left.
func (c *compiler) canGrow(v *Value) bool {
	for _, s := range v.Arrays {
		if s.Max < number.Unbounded || s.Unique || c.unsatisfiableSet(s.element(s.reach()), 0) {
			return false
		}
	}
	for _, s := range v.Objects {
		if s.Max < number.Unbounded || len(s.names) > 0 || c.unsatisfiableSet(c.memberLits(s, UnknownName, nil), 0) {
			return false
		}
	}
	return true
}

// maxDiffering bounds how many values are counted; more are enough for any array.
const maxDiffering = 4096

// count returns how many values v has, up to most, and whether that is exact. It may return fewer.
func (c *compiler) count(v *Value, most int) (n int, exact bool) {
	most = min(most, maxDiffering)
	c.meter.Step(most)
	for _, is := range [...]bool{v.HasNull, v.HasFalse, v.HasTrue} {
		if is {
			n++
		}
	}
	numbers, texts := 0, 0
	for _, s := range v.Numbers {
		numbers = max(numbers, s.Count(most))
	}
	for _, s := range v.Strings {
		texts = max(texts, c.countTexts(s, most))
	}
	n += numbers + texts
	if len(v.Arrays)+len(v.Objects) > 0 && c.canGrow(v) {
		n = most
	}
	return min(n, most), len(v.Numbers) < 2 && len(v.Strings) < 2 && len(v.Arrays)+len(v.Objects) == 0
}

func (c *compiler) countTexts(s *StringSpec, most int) int {
	switch {
	case s.Finite:
		return len(s.List)
	case s.Language == regex.All:
		return most // there are more characters
	}
	if words, ok := c.Languages.Space().Finite(c.language(s), most); ok {
		return len(words)
	}
	return most
}

// enoughNames refuses an object that must have more members than it has names.
func (c *compiler) enoughNames(o *Object) error {
	if o.Spec.Min <= MaxListed || slices.ContainsFunc(o.Classes, func(k NameClass) bool { return k.Language == regex.All }) {
		return nil
	}
	n := 0
	for _, k := range o.Classes {
		words, ok := c.Languages.Space().Finite(k.Language, o.Spec.Min)
		if !ok {
			return nil
		}
		n += len(words)
	}
	if len(o.Classes) > 0 && n < o.Spec.Min {
		return c.unsupported(o.Spec.At, "minProperties", "its names may run out")
	}
	return nil
}
