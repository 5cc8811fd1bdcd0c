package schema

import (
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// An ObjectSpec is a set of objects: a conjunction of layers, one for each schema that has a say about
// the members, with what must be there and how many. It is immutable once a value holds it.
type ObjectSpec struct {
	layers    []*objectLayer
	required  []string
	Min, Max  int
	names     []literal       // every name satisfies these
	mustMatch []requiredMatch // for each of these, there is such a member
	At        *jsontext.Tree
}

// A memberIndex says what the layers of an object demand by name, where there are many: most layers of a long
// allOf say nothing about most names.
type memberIndex struct {
	said   map[string][]literal // what the properties of all layers say
	strict []*objectLayer       // those that have a say about names which they do not mention
}

// manyLayers is from how many layers on an object has an index.
const manyLayers = 8

// members returns the index of s; nil if it has few layers.
func (c *compiler) members(s *ObjectSpec) *memberIndex {
	if len(s.layers) < manyLayers {
		return nil
	}
	if index := c.indexes[s]; index != nil {
		return index
	}
	index := &memberIndex{said: map[string][]literal{}}
	for _, l := range s.layers {
		c.meter.Make(memberBytes * (1 + len(l.props)))
		for _, p := range l.props {
			index.said[p.name] = append(index.said[p.name], p.lit)
		}
		if l.rest != anything || len(l.pats) > 0 {
			index.strict = append(index.strict, l)
		}
	}
	if c.indexes == nil {
		c.indexes = map[*ObjectSpec]*memberIndex{}
	}
	c.indexes[s] = index
	return index
}

// An objectLayer is what one schema says about each member: its properties by name, its patterns, and
// the rest, which is every name that neither mentions.
type objectLayer struct {
	props  []layerProperty
	pats   []layerPattern
	rest   literal
	closes bool // the schema says additionalProperties: every member counts as evaluated
	denies bool // made by a negation, enum or const: no member counts as evaluated
	index  map[string]int32
	at     *jsontext.Tree
}

type layerProperty struct {
	name string
	lit  literal
}

type layerPattern struct {
	lang regex.Expr
	lit  literal
}

// A requiredMatch is a member that must be there: a name in lang with a value that satisfies lit. It is
// what the negation of "every member" comes to.
type requiredMatch struct {
	lang regex.Expr
	lit  literal
}

func (s *ObjectSpec) universal() bool {
	return len(s.layers) == 0 && len(s.required) == 0 && s.Min == 0 && s.Max == number.Unbounded &&
		len(s.names) == 0 && len(s.mustMatch) == 0
}

// longLayer is from how many properties on a layer is searched through a map.
const longLayer = 8

// prop returns what the layer's properties say about name.
func (l *objectLayer) prop(name string) (literal, bool) {
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

// meetObjects returns the intersection, and whether it can have members as far as counts go. The order
// of members is that of a, then that of b.
func (c *compiler) meetObjects(a, b *ObjectSpec) (*ObjectSpec, bool) {
	switch {
	case a == b || b.universal():
		return a, true
	case a.universal():
		return b, true
	}
	s := &ObjectSpec{
		layers: unite(a.layers, b.layers), required: unite(a.required, b.required),
		Min: max(a.Min, b.Min), Max: min(a.Max, b.Max),
		names: unite(a.names, b.names), mustMatch: unite(a.mustMatch, b.mustMatch), At: a.At,
	}
	return s, s.Min <= s.Max && len(s.required) <= s.Max && !c.contradicts(s)
}

// contradicts reports whether a required name is one that a layer forbids outright.
func (c *compiler) contradicts(s *ObjectSpec) bool {
	layers, index := s.layers, c.members(s)
	if index != nil {
		layers = index.strict
	}
	c.meter.Step(len(s.required) * (1 + len(layers)))
	return slices.ContainsFunc(s.required, func(name string) bool {
		return index != nil && slices.Contains(index.said[name], nothing) || slices.ContainsFunc(layers, func(l *objectLayer) bool {
			lit, ok := l.prop(name)
			return (ok && lit == nothing) || (!ok && l.rest == nothing && len(l.pats) == 0)
		})
	})
}

// clash reports whether s, the intersection of a and b, provably has no members, because of what both say about a
// member that it requires.
func (c *compiler) clash(a, b, s *ObjectSpec) bool {
	c.meter.Step(len(s.required) * (len(a.layers) + len(b.layers)))
	return slices.ContainsFunc(s.required, func(name string) bool {
		return a.mentions(name) && b.mentions(name) && c.unsatisfiableSet(c.memberLits(s, name, nil), maxLook-1)
	})
}

// mentions reports whether a property of s has this name.
func (s *ObjectSpec) mentions(name string) bool {
	return slices.ContainsFunc(s.layers, func(l *objectLayer) bool {
		_, said := l.prop(name)
		return said
	})
}

// memberLits returns the literals that the value of the member called name must satisfy.
func (c *compiler) memberLits(s *ObjectSpec, name string, lits []literal) []literal {
	layers, index := s.layers, c.members(s)
	if index != nil {
		layers = index.strict
		lits = append(lits, index.said[name]...)
	}
	c.meter.Step(1 + len(layers))
	for _, l := range layers {
		lit, said := l.prop(name)
		if said && index == nil {
			lits = append(lits, lit)
		}
		for _, p := range l.pats {
			if c.Languages.match(p.lang, name) {
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

func layerDemanding(name string, lit literal) *objectLayer {
	return &objectLayer{props: []layerProperty{{name, lit}}, denies: true}
}

// without returns the objects that have no member called name; with, those that have one.
func without(name string, at *jsontext.Tree) *ObjectSpec {
	return &ObjectSpec{layers: []*objectLayer{layerDemanding(name, nothing)}, Max: number.Unbounded, At: at}
}

func with(name string, at *jsontext.Tree) *ObjectSpec {
	return &ObjectSpec{required: []string{name}, Max: number.Unbounded, At: at}
}

// negateObject returns the objects that are not members of s.
func (c *compiler) negateObject(s *ObjectSpec) ([]*ObjectSpec, error) {
	c.meter.For("required")
	required, said := nameSet(s.required), map[string]bool{}
	alternatives := 0
	for _, l := range s.layers {
		for _, p := range l.props {
			if p.lit != anything {
				c.meter.For("properties")
				alternatives++
				said[p.name] = required.has(p.name)
			}
		}
	}
	for _, name := range s.required {
		if !said[name] {
			alternatives++
		}
	}
	if err := c.negatable(alternatives); err != nil {
		return nil, err
	}
	var out []*ObjectSpec
	if s.Min > 0 {
		out = append(out, &ObjectSpec{Max: s.Min - 1, At: s.At})
	}
	if s.Max < number.Unbounded {
		out = append(out, &ObjectSpec{Min: s.Max + 1, Max: number.Unbounded, At: s.At})
	}
	for _, name := range s.required {
		if !said[name] {
			out = append(out, without(name, s.At))
		}
	}
	exists := func(lang regex.Expr, lit literal) {
		if lit != nothing && lang != regex.Nothing {
			out = append(out, &ObjectSpec{Max: number.Unbounded, At: s.At, mustMatch: []requiredMatch{{lang, lit}}})
		}
	}
	for _, l := range s.layers {
		for _, p := range l.props {
			if p.lit != anything {
				other := with(p.name, s.At)
				if said[p.name] { // without the member it is not a member of s either: both are one alternative
					other.required = nil
				}
				other.layers = []*objectLayer{layerDemanding(p.name, negated(p.lit))}
				out = append(out, other)
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
		for _, str := range v.Strings {
			exists(c.language(str), anything)
		}
	}
	for _, x := range s.mustMatch {
		v := &objectLayer{pats: []layerPattern{{x.lang, negated(x.lit)}}, denies: true}
		out = append(out, &ObjectSpec{layers: []*objectLayer{v}, Max: number.Unbounded, At: s.At})
	}
	return out, nil
}

// restOf returns the names that neither the properties nor the patterns of l mention.
func (c *compiler) restOf(l *objectLayer) regex.Expr {
	names := make([]string, len(l.props))
	for i, p := range l.props {
		names[i] = p.name
	}
	slices.Sort(names)
	e := c.Languages.not(c.Languages.words(names))
	for _, p := range l.pats {
		e = c.Languages.and(e, c.Languages.not(p.lang))
	}
	return e
}

// language returns s as one expression.
func (c *compiler) language(s *StringSpec) regex.Expr {
	if s.Finite {
		return c.Languages.words(s.List)
	}
	e := s.Language
	if s.Except != nil {
		e = c.Languages.and(e, c.Languages.not(c.Languages.words(s.Except)))
	}
	if s.Min > 0 || s.Max < number.Unbounded {
		e = c.Languages.and(e, c.Languages.runes(s.Min, s.Max))
	}
	return e
}
