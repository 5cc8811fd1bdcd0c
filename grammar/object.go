package grammar

import (
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// An objSpec is a set of objects: a conjunction of layers, one for each schema that has a say about
// the members, with what must be there and how many. It is immutable once a value holds it.
type objSpec struct {
	layers   []*objLayer
	required []string
	min, max int
	names    []literal // every name satisfies these
	some     []someone // for each of these, there is such a member
	at       *tree
}

// An objLayer is what one schema says about each member: its properties by name, its patterns, and
// the rest, which is every name that neither mentions.
type objLayer struct {
	props  []objProp
	pats   []objPat
	rest   literal
	closes bool // the schema says additionalProperties: every member counts as evaluated
	denies bool // made by a negation: no member counts as evaluated
	index  map[string]int32
	at     *tree
}

type objProp struct {
	name string
	lit  literal
}

type objPat struct {
	lang regex.Expr
	lit  literal
}

// A someone is a member that must be there: a name in lang with a value that satisfies lit. It is
// what the negation of "every member" comes to.
type someone struct {
	lang regex.Expr
	lit  literal
}

func (s *objSpec) universal() bool {
	return len(s.layers) == 0 && len(s.required) == 0 && s.min == 0 && s.max == endless &&
		len(s.names) == 0 && len(s.some) == 0
}

// longLayer is from how many properties on a layer is searched through a map.
const longLayer = 8

// prop returns what the layer's properties say about name.
func (l *objLayer) prop(name string) (literal, bool) {
	if len(l.props) < longLayer {
		for i := range l.props {
			if l.props[i].name == name {
				return l.props[i].lit, true
			}
		}
		return 0, false
	}
	if l.index == nil {
		l.index = make(map[string]int32, len(l.props))
		for i := range l.props {
			l.index[l.props[i].name] = int32(i)
		}
	}
	i, ok := l.index[name]
	if !ok {
		return 0, false
	}
	return l.props[i].lit, true
}

// meetObj returns the intersection, and whether it can have members as far as counts go. The order
// of members is that of a, then that of b.
func meetObj(a, b *objSpec) (*objSpec, bool) {
	switch {
	case a == b || b.universal():
		return a, true
	case a.universal():
		return b, true
	}
	s := &objSpec{
		layers: unite(a.layers, b.layers), required: unite(a.required, b.required),
		min: max(a.min, b.min), max: min(a.max, b.max),
		names: unite(a.names, b.names), some: unite(a.some, b.some), at: a.at,
	}
	return s, s.min <= s.max && len(s.required) <= s.max && !s.contradicts()
}

// contradicts reports whether a required name is one that a layer forbids outright.
func (s *objSpec) contradicts() bool {
	return slices.ContainsFunc(s.required, func(name string) bool {
		return slices.ContainsFunc(s.layers, func(l *objLayer) bool {
			lit, ok := l.prop(name)
			return (ok && lit == nothing) || (!ok && l.rest == nothing && len(l.pats) == 0)
		})
	})
}

// memberLits returns the literals that the value of the member called name must satisfy.
func (c *compiler) memberLits(s *objSpec, name string, lits []literal) []literal {
	for _, l := range s.layers {
		lit, said := l.prop(name)
		if said {
			lits = append(lits, lit)
		}
		for _, p := range l.pats {
			if c.langs.match(p.lang, name) {
				said = true
				lits = append(lits, p.lit)
			}
		}
		if !said {
			lits = append(lits, l.rest)
		}
	}
	return lits
}

func demandOf(name string, lit literal) *objLayer {
	return &objLayer{props: []objProp{{name, lit}}, denies: true}
}

// without returns the objects that have no member called name; with, those that have one.
func without(name string, at *tree) *objSpec {
	return &objSpec{layers: []*objLayer{demandOf(name, nothing)}, max: endless, at: at}
}

func with(name string, at *tree) *objSpec {
	return &objSpec{required: []string{name}, max: endless, at: at}
}

// negateObj returns the objects that are not members of s.
func (c *compiler) negateObj(s *objSpec) ([]*objSpec, error) {
	var out []*objSpec
	if s.min > 0 {
		out = append(out, &objSpec{max: s.min - 1, at: s.at})
	}
	if s.max < endless {
		out = append(out, &objSpec{min: s.max + 1, max: endless, at: s.at})
	}
	for _, name := range s.required {
		out = append(out, without(name, s.at))
	}
	exists := func(lang regex.Expr, lit literal) {
		if lit != nothing && lang != regex.Nothing {
			out = append(out, &objSpec{max: endless, at: s.at, some: []someone{{lang, lit}}})
		}
	}
	for _, l := range s.layers {
		for _, p := range l.props {
			if p.lit != anything {
				has := with(p.name, s.at)
				has.layers = []*objLayer{demandOf(p.name, negated(p.lit))}
				out = append(out, has)
			}
		}
		for _, p := range l.pats {
			exists(p.lang, negated(p.lit))
		}
		if l.rest != anything {
			exists(c.restOf(l), negated(l.rest))
		}
	}
	for _, lit := range s.names {
		v, err := c.valueOf(c.set(negated(lit)))
		if err != nil {
			return nil, err
		}
		for _, str := range v.strs {
			exists(c.language(str), anything)
		}
	}
	for _, x := range s.some {
		v := &objLayer{pats: []objPat{{x.lang, negated(x.lit)}}, denies: true}
		out = append(out, &objSpec{layers: []*objLayer{v}, max: endless, at: s.at})
	}
	return out, nil
}

// restOf returns the names that neither the properties nor the patterns of l mention.
func (c *compiler) restOf(l *objLayer) regex.Expr {
	names := make([]string, len(l.props))
	for i, p := range l.props {
		names[i] = p.name
	}
	slices.Sort(names)
	e := c.langs.not(c.langs.words(names))
	for _, p := range l.pats {
		e = c.langs.and(e, c.langs.not(p.lang))
	}
	return e
}

// language returns s as one expression.
func (c *compiler) language(s *strSpec) regex.Expr {
	if s.finite {
		return c.langs.words(s.lits)
	}
	e := s.lang
	if s.not != nil {
		e = c.langs.and(e, c.langs.not(c.langs.words(s.not)))
	}
	if s.min > 0 || s.max < endless {
		e = c.langs.and(e, c.langs.runes(s.min, s.max))
	}
	return e
}
