package grammar

import (
	"errors"
	"fmt"
	"slices"
)

// oneOf returns the values of base that exactly one branch accepts. Where two branches are provably
// disjoint, no negation is needed.
func (c *compiler) oneOf(n *node, base *value) (*value, error) {
	list := make([]*value, len(n.one))
	for i, l := range n.one {
		x, err := c.valueOf(c.only(l))
		if err == nil {
			list[i], err = c.meet(base, x)
		}
		if err != nil {
			return nil, err
		}
	}
	if c.options.OneOfAsAnyOf {
		return c.join(list...)
	}
	exact := make([]*value, len(list))
	copy(exact, list)
	for i := range list {
		for j := range i {
			if c.disjoint(list[i], list[j], 0) {
				continue
			}
			for _, pair := range [2][2]int{{i, j}, {j, i}} {
				not, err := c.valueOf(c.only(negated(n.one[pair[1]])))
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
func (c *compiler) pruned(v *value) *value {
	if v == nil || len(v.objs) < 2 {
		return v
	}
	w := *v
	w.objs = slices.DeleteFunc(slices.Clone(v.objs), func(s *objSpec) bool { return c.hollowObject(s, maxLook-1) })
	return &w
}

func (c *compiler) ambiguous(n *node, i, j int, err error) error {
	if errors.Is(err, errLoop) || errors.Is(err, ErrUnsupported) || errors.Is(err, ErrBudget) {
		err = fmt.Errorf("%w: branches %d and %d may overlap: %w", ErrAmbiguous, j, i, err)
	}
	return &CompileError{Pointer: n.tree.pointer(), Keyword: "oneOf", Err: err}
}

// maxLook is how many levels of members and items are looked into to tell two branches apart.
const maxLook = 4

// maxLooks is how often in one compilation; then branches count as overlapping.
const maxLooks = 20_000

// disjoint reports whether a and b provably have no member in common.
func (c *compiler) disjoint(a, b *value, depth int) bool {
	v, err := c.meet(a, b)
	return err == nil && c.hollow(v, depth)
}

// hollow reports whether v provably has no members, looking into required members and items.
func (c *compiler) hollow(v *value, depth int) bool {
	if v.null || v.no || v.yes || len(v.nums) > 0 || len(v.strs) > 0 {
		return false
	}
	for _, s := range v.arrs {
		if !c.hollowArray(s, depth) {
			return false
		}
	}
	for _, s := range v.objs {
		if !c.hollowObject(s, depth) {
			return false
		}
	}
	return true
}

func (c *compiler) hollowSet(lits []literal, depth int) bool {
	id := c.set(lits...)
	if id == noneSet || depth >= maxLook || c.looks >= maxLooks {
		return id == noneSet
	}
	c.looks++
	v, err := c.valueOf(id)
	return err == nil && c.hollow(v, depth+1)
}

func (c *compiler) hollowObject(s *objSpec, depth int) bool {
	for _, name := range s.required {
		if c.hollowSet(c.memberLits(s, name, nil), depth) {
			return true
		}
	}
	for _, x := range s.some {
		if c.hollowSet([]literal{x.lit}, depth) {
			return true
		}
	}
	return false
}

func (c *compiler) hollowArray(s *arrSpec, depth int) bool {
	for i := range min(s.min, s.reach()+1) {
		if c.hollowSet(s.element(i), depth) {
			return true
		}
	}
	for _, x := range s.contains {
		if x.min > 0 && (x.min > x.max || c.hollowSet([]literal{x.lit}, depth)) {
			return true
		}
	}
	return false
}

// unevaluated adds what x says about the members or items that nothing else in v speaks of.
func (c *compiler) unevaluated(v *value, x unevald) (*value, error) {
	w := *v
	if x.items {
		w.arrs = nil
		for _, s := range v.arrs {
			w.arrs = append(w.arrs, c.unevaluatedItems(s, x.lit))
		}
		return &w, nil
	}
	w.objs = nil
	for _, s := range v.objs {
		w.objs = append(w.objs, unevaluatedMembers(s, x.lit))
	}
	return &w, nil
}

func unevaluatedMembers(s *objSpec, rest literal) *objSpec {
	layer := &objLayer{rest: rest, closes: true, at: s.at}
	for _, l := range s.layers {
		if l.denies {
			continue
		}
		if l.closes {
			return s
		}
		for _, p := range l.props {
			if _, known := layer.prop(p.name); !known {
				layer.props = append(layer.props, objProp{p.name, anything})
				layer.index = nil
			}
		}
		for _, p := range l.pats {
			layer.pats = append(layer.pats, objPat{p.lang, anything})
		}
	}
	t := *s
	t.layers = append(append([]*objLayer(nil), s.layers...), layer)
	return &t
}

func (c *compiler) unevaluatedItems(s *arrSpec, rest literal) *arrSpec {
	first := 0
	for _, l := range s.layers {
		first = max(first, l.restFrom)
	}
	if first >= endless {
		return s
	}
	branches := []literal{rest}
	for _, x := range s.contains {
		if !x.silent {
			branches = append(branches, x.lit)
		}
	}
	if len(branches) > 1 {
		n := int32(len(c.nodes))
		c.nodes = append(c.nodes, &node{tree: s.at, types: allTypes, any: [][]literal{branches}})
		c.pending = append(c.pending, s.at)
		rest = positive(n)
	}
	t := *s
	t.layers = append(append([]*arrLayer(nil), s.layers...),
		&arrLayer{prefix: make([]literal, first), rest: rest, restFrom: endless})
	return &t
}

// silenced returns v as a negation yields it: nothing in it counts as evaluated.
func (c *compiler) silenced(v *value) *value {
	if !c.evaluates {
		return v
	}
	w := *v
	w.objs, w.arrs = nil, nil
	for _, s := range v.objs {
		t := *s
		t.layers = nil
		for _, l := range s.layers {
			m := *l
			m.denies = true
			t.layers = append(t.layers, &m)
		}
		w.objs = append(w.objs, &t)
	}
	for _, s := range v.arrs {
		t := *s
		t.layers, t.contains = nil, nil
		for _, l := range s.layers {
			m := *l
			m.restFrom = -1
			t.layers = append(t.layers, &m)
		}
		for _, x := range s.contains {
			x.silent = true
			t.contains = append(t.contains, x)
		}
		w.arrs = append(w.arrs, &t)
	}
	return &w
}
