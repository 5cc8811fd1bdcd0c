package grammar

import (
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// differing works out whether the items of a, which must all differ, can run out before there are as
// many as must come. If nothing keeps a walk from finding that out too late it is an error in compact
// documents, which are for masks; elsewhere the document is refused at the item that is one too many.
func (c *compiler) differing(a *array) error {
	s := a.spec
	if c.options.Whitespace != Compact() && s.reach() > 0 {
		return nil
	}
	for i := range min(s.reach()+1, s.max) {
		v, err := c.valueOf(c.set(s.element(i)...))
		if err != nil {
			return err
		}
		n, exact := c.count(v, s.min)
		switch {
		case n < s.min && exact && s.reach() == 0:
			a.hollow = true
		case c.options.Whitespace != Compact():
		case n < s.min && i < max(s.min, 1) || !c.growing(v) || len(s.contains) > 0 && !c.vast(v):
			a.unique = !c.options.Lenient
			return c.unsupported(s.at, "uniqueItems", "its items may run out")
		}
	}
	return nil
}

// vast reports whether v is strings without bound, and nothing else.
func (c *compiler) vast(v *value) bool {
	return len(v.strs) == 1 && !v.strs[0].finite && v.strs[0].max == endless && v.strs[0].lang == regex.All
}

// growing reports whether every array or object of v can always become a longer one: then no walk into
// one ends where only what has come before is left.
func (c *compiler) growing(v *value) bool {
	for _, s := range v.arrs {
		if s.max < endless || s.unique || c.hollowSet(s.element(s.reach()), 0) {
			return false
		}
	}
	for _, s := range v.objs {
		if s.max < endless || len(s.names) > 0 || c.hollowSet(c.memberLits(s, stranger, nil), 0) {
			return false
		}
	}
	return true
}

// maxDiffering bounds how many values are counted; more are enough for any array.
const maxDiffering = 4096

// count returns how many values v has, up to most, and whether there are no more. It may say less.
func (c *compiler) count(v *value, most int) (n int, exact bool) {
	most = min(most, maxDiffering)
	for _, is := range [...]bool{v.null, v.no, v.yes} {
		if is {
			n++
		}
	}
	numbers, texts := 0, 0
	for _, s := range v.nums {
		numbers = max(numbers, s.count(most))
	}
	for _, s := range v.strs {
		texts = max(texts, c.countTexts(s, most))
	}
	n += numbers + texts
	if len(v.arrs)+len(v.objs) > 0 && c.growing(v) {
		n = most
	}
	return min(n, most), len(v.nums) < 2 && len(v.strs) < 2 && len(v.arrs)+len(v.objs) == 0
}

func (c *compiler) countTexts(s *strSpec, most int) int {
	switch {
	case s.finite:
		return len(s.lits)
	case s.lang == regex.All:
		return most // there are more characters
	}
	if words, ok := c.langs.ready().Finite(c.language(s), most); ok {
		return len(words)
	}
	return most
}

// names are enough if an object that must have more than are listed can have them.
func (c *compiler) enoughNames(o *object) error {
	if o.spec.min <= maxListed || slices.ContainsFunc(o.classes, func(k nameClass) bool { return k.lang == regex.All }) {
		return nil
	}
	n := 0
	for _, k := range o.classes {
		words, ok := c.langs.ready().Finite(k.lang, o.spec.min)
		if !ok {
			return nil
		}
		n += len(words)
	}
	if len(o.classes) > 0 && n < o.spec.min {
		return c.unsupported(o.spec.at, "minProperties", "its names may run out")
	}
	return nil
}
