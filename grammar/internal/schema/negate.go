package schema

import (
	"fmt"
	"math/big"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// negative returns the values that do not satisfy n: the union, over all that n demands, of what
// violates it.
func (c *compiler) negative(n *node) (*Value, error) {
	if nodeIsTrue(n) {
		return &Value{}, nil
	}
	parts, err := c.negatedOwn(n)
	if err != nil {
		return nil, err
	}
	add := func(v *Value, err error) error {
		if err == nil {
			parts = append(parts, v)
		}
		return err
	}
	for _, l := range n.all {
		c.meter.For(n.allBy)
		if err := add(c.valueOf(c.singleton(negated(l)))); err != nil {
			return nil, err
		}
	}
	for _, branches := range n.any {
		c.meter.For("anyOf")
		if err := add(c.noneOf(branches)); err != nil {
			return nil, err
		}
	}
	for _, x := range n.conditionals {
		c.meter.For(x.keyword())
		if err := add(c.neither(n, x)); err != nil {
			return nil, err
		}
	}
	if n.one != nil {
		c.meter.For("oneOf")
		if err := add(c.notOneOf(n.one)); err != nil {
			return nil, err
		}
	}
	if len(n.unevaluated) > 0 {
		if err := c.unsupported(n.tree, "unevaluatedProperties", "under a negation"); err != nil {
			return nil, err
		}
	}
	v, err := c.join(parts...)
	if err != nil {
		return nil, err
	}
	return c.silenced(v), nil
}

func nodeIsTrue(n *node) bool { return n.tree == nil }

// negatedOwn returns the violations of what n says itself.
func (c *compiler) negatedOwn(n *node) ([]*Value, error) {
	parts := []*Value{{}}
	if n.tree.Kind == jsontext.False && n.enum == nil {
		return []*Value{c.universe}, nil
	}
	if n.types != allTypes {
		parts = append(parts, c.ofTypes(allTypes&^n.types))
		if n.types&typeInteger != 0 {
			parts = append(parts, &Value{Numbers: []*number.Spec{{NotMultipleOf: []*big.Rat{number.One}, At: n.tree}}})
		}
	}
	if n.enum != nil {
		c.meter.For("enum")
		v, err := c.unlisted(n)
		if err != nil {
			return nil, err
		}
		parts = append(parts, v)
	}
	v := &Value{}
	if n.num != nil {
		for _, s := range number.Negate(n.num) {
			if s.Settle() {
				v.Numbers = append(v.Numbers, s)
			}
		}
	}
	if n.str != nil {
		c.meter.For("pattern")
		for _, s := range c.negateString(n.str) {
			ok, err := c.settleString(s)
			if err != nil {
				return nil, err
			}
			if ok {
				v.Strings = append(v.Strings, s)
			}
		}
	}
	var err error
	if n.arr != nil {
		c.meter.For("items")
		if v.Arrays, err = c.negateArray(n.arr); err != nil {
			return nil, err
		}
	}
	if n.obj != nil {
		if v.Objects, err = c.negateObject(n.obj); err != nil {
			return nil, err
		}
	}
	return append(parts, v), c.affordable(v)
}

// unlisted returns the values that are none of the enum of n.
func (c *compiler) unlisted(n *node) (*Value, error) {
	in, err := c.listed(n.enum)
	if err != nil {
		return nil, err
	}
	v := *c.universe
	v.HasNull, v.HasFalse, v.HasTrue = !in.HasNull, !in.HasFalse, !in.HasTrue
	if len(in.Numbers) > 0 {
		v.Numbers = []*number.Spec{{Except: in.Numbers[0].List, At: n.tree}}
	}
	if len(in.Strings) > 0 {
		v.Strings = c.negateString(in.Strings[0])
	}
	out := &v
	for _, s := range in.Arrays {
		not := *c.universe
		if not.Arrays, err = c.negateArray(s); err == nil {
			out, err = c.meet(out, &not)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, s := range in.Objects {
		not := *c.universe
		if not.Objects, err = c.negateObject(s); err == nil {
			out, err = c.meet(out, &not)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// noneOf returns the values that no branch accepts.
func (c *compiler) noneOf(branches []literal) (*Value, error) {
	list := make([]*Value, len(branches))
	for i, l := range branches {
		var err error
		if list[i], err = c.valueOf(c.singleton(negated(l))); err != nil {
			return nil, err
		}
	}
	return c.meetAll(list)
}

// notOneOf returns the values that no branch or at least two accept.
func (c *compiler) notOneOf(branches []literal) (*Value, error) {
	none, err := c.noneOf(branches)
	if err != nil {
		return nil, err
	}
	parts := []*Value{none}
	for i, a := range branches {
		for _, b := range branches[:i] {
			v, err := c.valueOf(c.set(a, b))
			if err != nil {
				return nil, fmt.Errorf("oneOf: %w", err)
			}
			parts = append(parts, v)
		}
	}
	return c.join(parts...)
}

// neither returns the violations of an if or a dependency.
func (c *compiler) neither(n *node, x conditional) (*Value, error) {
	holds, fails, err := c.condition(n, x)
	if err != nil {
		return nil, err
	}
	notOther, err := c.valueOf(c.singleton(negated(x.other)))
	if err != nil {
		return nil, err
	}
	if fails, err = c.meet(fails, notOther); err != nil {
		return nil, err
	}
	notThen, err := c.valueOf(c.singleton(negated(x.then)))
	if err != nil {
		return nil, err
	}
	missing := &Value{}
	for _, name := range x.need {
		missing.Objects = append(missing.Objects, without(name, n.tree))
	}
	if notThen, err = c.join(notThen, missing); err != nil {
		return nil, err
	}
	if holds, err = c.meet(holds, notThen); err != nil {
		return nil, err
	}
	return c.join(holds, fails)
}
