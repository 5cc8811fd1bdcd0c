package schema

import (
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// checkUnique works out whether the items of a, which must all differ, can run out before there are enough:
// then a has no member. Where a walk could find out too late that they have run out, compact documents,
// which are for masks, make it an error; elsewhere the document is refused at the first item too many.
func (c *compiler) checkUnique(a *Array) error {
	a.unsatisfiable = !c.enoughItems(a.Spec)
	if a.unsatisfiable || c.Options.Whitespace != jsontext.Compact() || !c.mayRunOut(a.Spec) {
		return nil
	}
	a.Unique = !c.Options.Lenient
	return c.unsupported(a.Spec.At, "uniqueItems", "its items may run out")
}

// maxDiffering bounds how many values are counted; more are enough for any array.
const maxDiffering = 4096

// maxPlaced bounds the items that values are tried out for.
const maxPlaced = 256

// enoughItems reports whether different values can stand at all places of s that must be filled, and whether
// there are as many as contains asks for. It may report true for an array that has too few.
func (c *compiler) enoughItems(s *ArraySpec) bool {
	reach := s.reach()
	places := min(s.Min, maxPlaced)
	few := make([][]string, 0, places) // by place: its values, nil if there are enough for all
	for i := range places {
		if i > reach { // all alike
			few = append(few, few[reach])
			continue
		}
		texts, all := c.enumerate(s.element(i), places, 0)
		if !all {
			texts = nil
		} else if len(texts) == 0 {
			return false
		}
		few = append(few, texts)
	}
	if s.Min > reach {
		if texts, all := c.enumerate(s.element(reach), maxDiffering, 0); all && len(texts) < s.Min-reach {
			return false
		}
	}
	c.meter.Step(len(few) * len(few))
	if !placeable(few) {
		return false
	}
	for _, x := range s.Contains {
		if x.min > 0 && !c.enoughFor(s, x) {
			return false
		}
	}
	return len(s.Contains) != 1 || c.enoughBeside(s, s.Contains[0])
}

// enoughFor reports whether as many different items satisfy x as it asks for.
func (c *compiler) enoughFor(s *ArraySpec, x containsRule) bool {
	var texts []string
	for i := x.from; i <= s.reach(); i++ {
		more, all := c.enumerate(append(s.element(i), x.lit), x.min, 0)
		if !all {
			return true
		}
		texts = append(texts, more...)
	}
	slices.Sort(texts)
	return len(slices.Compact(texts)) >= x.min
}

// enoughBeside reports whether there are enough items if no more than x lets satisfy it.
func (c *compiler) enoughBeside(s *ArraySpec, x containsRule) bool {
	if s.reach() > 0 || x.max == number.Unbounded {
		return true
	}
	plain, all := c.enumerate(append(s.element(0), negated(x.lit)), s.Min, 0)
	if !all {
		return true
	}
	met, all := c.enumerate(append(s.element(0), x.lit), x.max, 0)
	return !all && len(plain)+x.max >= s.Min || all && len(plain)+len(met) >= s.Min
}

// placeable reports whether each place can have a value of its own. A place without a list has enough.
func placeable(lists [][]string) bool {
	holder := map[string]int{}
	var place func(i int, tried map[string]bool) bool
	place = func(i int, tried map[string]bool) bool {
		for _, text := range lists[i] {
			if tried[text] {
				continue
			}
			tried[text] = true
			if other, taken := holder[text]; !taken || place(other, tried) {
				holder[text] = i
				return true
			}
		}
		return false
	}
	for i, list := range lists {
		if list != nil && !place(i, map[string]bool{}) {
			return false
		}
	}
	return true
}

// mayRunOut reports whether a walk can come to a point where every value that may be the next item, and must
// be, was seen before. It may report true where no walk can.
func (c *compiler) mayRunOut(s *ArraySpec) bool {
	for i := range min(s.reach()+1, s.Max) {
		texts, all := c.enumerate(s.element(i), s.Min, 0)
		if all && len(texts) < s.Min && i < max(s.Min, 1) || !c.canGrow(s.element(i)) {
			return true
		}
	}
	switch {
	case len(s.Contains) == 0:
		return false
	case s.reach() > 0 || len(s.Contains) > 1:
		return !c.isUnboundedString(s.element(0)) || slices.ContainsFunc(s.Contains, func(x containsRule) bool {
			return !c.isUnboundedString([]literal{x.lit})
		})
	}
	x := s.Contains[0]
	return !c.canGrow(append(s.element(0), x.lit)) || x.max < number.Unbounded && !c.canGrow(append(s.element(0), negated(x.lit)))
}

// isUnboundedString reports whether lits allow all strings from a length on.
func (c *compiler) isUnboundedString(lits []literal) bool {
	v, err := c.valueOf(c.set(lits...))
	return err == nil && len(v.Strings) == 1 && !v.Strings[0].Finite && v.Strings[0].Max == number.Unbounded &&
		v.Strings[0].Language == regex.All
}

// canGrow reports whether every array and object that satisfies lits can always become a longer one. Then a
// walk into one never reaches a point where only values that were seen before are left.
func (c *compiler) canGrow(lits []literal) bool {
	v, err := c.valueOf(c.set(lits...))
	if err != nil {
		return false
	}
	for _, s := range v.Arrays {
		if s.Max < number.Unbounded || s.Unique {
			return false
		}
		for i := range s.reach() + 1 {
			if c.unsatisfiableSet(s.element(i), 0) {
				return false
			}
		}
	}
	for _, s := range v.Objects {
		if s.Max < number.Unbounded || len(s.names) > 0 || c.unsatisfiableSet(c.memberLits(s, UnknownName, nil), 0) {
			return false
		}
	}
	return true
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
