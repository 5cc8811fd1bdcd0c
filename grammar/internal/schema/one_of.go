package schema

import (
	"errors"
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// oneOf returns the values of base that exactly one branch accepts. Where two branches are provably
// disjoint, no negation is needed.
func (c *compiler) oneOf(n *node, base *Value) (*Value, error) {
	list := make([]*Value, len(n.one))
	for i, l := range n.one {
		x, err := c.valueOf(c.singleton(l))
		if err == nil {
			list[i], err = c.meet(base, x)
		}
		if err != nil {
			return nil, err
		}
	}
	if c.Options.OneOfAsAnyOf {
		return c.join(list...)
	}
	objects, arrays := 0, 0
	for _, x := range list {
		objects, arrays = objects+len(x.Objects), arrays+len(x.Arrays)
	}
	if n := max(objects, arrays); n > 2*c.Limits.Alternatives {
		return nil, c.tooMany(n)
	}
	exact := make([]*Value, len(list))
	copy(exact, list)
	overlaps := c.newOverlaps(list)
	for i := range list {
		for _, j := range overlaps.add(i, list[i]) {
			if j == i || c.disjoint(list[i], list[j], 0) {
				continue
			}
			for _, pair := range [2][2]int{{i, j}, {j, i}} {
				not, err := c.valueOf(c.singleton(negated(n.one[pair[1]])))
				if err == nil {
					exact[pair[0]], err = c.meet(exact[pair[0]], not)
				}
				exact[pair[0]] = c.pruned(exact[pair[0]])
				if err != nil {
					return nil, c.ambiguous(n, i, j, err)
				}
			}
		}
	}
	return c.join(exact...)
}

// pruned returns v without the objects that provably have no members, so that negations one after
// another do not multiply what is empty.
func (c *compiler) pruned(v *Value) *Value {
	if v == nil || len(v.Objects) < 2 {
		return v
	}
	w := *v
	w.Objects = slices.DeleteFunc(slices.Clone(v.Objects), func(s *ObjectSpec) bool { return c.unsatisfiableObject(s, maxLook-1) })
	return &w
}

func (c *compiler) ambiguous(n *node, i, j int, err error) error {
	if errors.Is(err, errLoop) || errors.Is(err, ErrUnsupported) || errors.Is(err, jsontext.ErrBudget) {
		err = fmt.Errorf("%w: branches %d and %d may overlap: %w", ErrAmbiguous, j, i, err)
	}
	return &jsontext.Error{Pointer: n.tree.Pointer(), Keyword: "oneOf", Err: err}
}

// maxLook is how many levels of members and items are looked into to tell two branches apart.
const maxLook = 4

// maxLooks is how often in one compilation; then branches count as overlapping.
const maxLooks = 20_000

// pairSteps is what it takes to compare two branches, at least.
const pairSteps = 10

// disjoint reports whether a and b provably have no member in common.
func (c *compiler) disjoint(a, b *Value, depth int) bool {
	c.meter.Step(pairSteps)
	v, err := c.meet(a, b)
	return err == nil && c.unsatisfiable(v, depth)
}

// unsatisfiable reports whether v provably has no members, looking into required members and items.
func (c *compiler) unsatisfiable(v *Value, depth int) bool {
	if v.HasNull || v.HasFalse || v.HasTrue || len(v.Numbers) > 0 || len(v.Strings) > 0 {
		return false
	}
	for _, s := range v.Arrays {
		if !c.unsatisfiableArray(s, depth) {
			return false
		}
	}
	for _, s := range v.Objects {
		if !c.unsatisfiableObject(s, depth) {
			return false
		}
	}
	return true
}

func (c *compiler) unsatisfiableSet(lits []literal, depth int) bool {
	id := c.set(lits...)
	if id == noneSet || depth >= maxLook || c.lookups >= maxLooks {
		return id == noneSet
	}
	c.lookups++
	v, err := c.valueOf(id)
	return err == nil && c.unsatisfiable(v, depth+1)
}

func (c *compiler) unsatisfiableObject(s *ObjectSpec, depth int) bool {
	for _, name := range s.required {
		if c.unsatisfiableSet(c.memberLits(s, name, nil), depth) {
			return true
		}
	}
	for _, x := range s.mustMatch {
		if c.unsatisfiableSet([]literal{x.lit}, depth) {
			return true
		}
	}
	return false
}

func (c *compiler) unsatisfiableArray(s *ArraySpec, depth int) bool {
	for i := range min(s.Min, s.reach()+1) {
		if c.unsatisfiableSet(s.element(i), depth) {
			return true
		}
	}
	for _, x := range s.Contains {
		if x.min > 0 && (x.min > x.max || c.unsatisfiableSet([]literal{x.lit}, depth)) {
			return true
		}
	}
	return false
}

// unevaluated adds what x says about the members or items that nothing else in v evaluates.
func (c *compiler) unevaluated(v *Value, x unevaluatedRule) (*Value, error) {
	w := *v
	if x.items {
		w.Arrays = nil
		for _, s := range v.Arrays {
			w.Arrays = append(w.Arrays, c.unevaluatedItems(s, x.lit))
		}
		return &w, nil
	}
	w.Objects = nil
	for _, s := range v.Objects {
		w.Objects = append(w.Objects, unevaluatedMembers(s, x.lit))
	}
	return &w, nil
}

func unevaluatedMembers(s *ObjectSpec, rest literal) *ObjectSpec {
	layer := &objectLayer{rest: rest, closes: true, at: s.At}
	for _, l := range s.layers {
		if l.denies {
			continue
		}
		if l.closes {
			return s
		}
		for _, p := range l.props {
			if _, known := layer.prop(p.name); !known {
				layer.props = append(layer.props, layerProperty{p.name, anything})
				layer.index = nil
			}
		}
		for _, p := range l.pats {
			layer.pats = append(layer.pats, layerPattern{p.lang, anything})
		}
	}
	t := *s
	t.layers = append(append([]*objectLayer(nil), s.layers...), layer)
	return &t
}

func (c *compiler) unevaluatedItems(s *ArraySpec, rest literal) *ArraySpec {
	first := 0
	for _, l := range s.layers {
		first = max(first, l.restFrom)
	}
	if first >= number.Unbounded {
		return s
	}
	branches := []literal{rest}
	for _, x := range s.Contains {
		if !x.silent {
			branches = append(branches, x.lit)
		}
	}
	if len(branches) > 1 {
		n := int32(len(c.nodes))
		c.nodes = append(c.nodes, &node{tree: s.At, types: allTypes, any: [][]literal{branches}})
		c.pending = append(c.pending, s.At)
		rest = positive(n)
	}
	t := *s
	t.layers = append(append([]*arrayLayer(nil), s.layers...),
		&arrayLayer{prefix: make([]literal, first), rest: rest, restFrom: number.Unbounded})
	return &t
}

// silenced returns v as a negation makes it: nothing in it counts as evaluated.
func (c *compiler) silenced(v *Value) *Value {
	if !c.evaluates {
		return v
	}
	w := *v
	w.Objects, w.Arrays = nil, nil
	for _, s := range v.Objects {
		t := *s
		t.layers = nil
		for _, l := range s.layers {
			m := *l
			m.denies = true
			t.layers = append(t.layers, &m)
		}
		w.Objects = append(w.Objects, &t)
	}
	for _, s := range v.Arrays {
		t := *s
		t.layers, t.Contains = nil, nil
		for _, l := range s.layers {
			m := *l
			m.restFrom = -1
			t.layers = append(t.layers, &m)
		}
		for _, x := range s.Contains {
			x.silent = true
			t.Contains = append(t.Contains, x)
		}
		w.Arrays = append(w.Arrays, &t)
	}
	return &w
}
