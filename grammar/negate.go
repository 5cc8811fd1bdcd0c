package grammar

import (
	"fmt"
	"math/big"
)

// negative returns the values that do not satisfy n: the union, over all that n demands, of what
// violates it.
func (c *compiler) negative(n *node) (*value, error) {
	if nodeIsTrue(n) {
		return &value{}, nil
	}
	parts, err := c.negatedOwn(n)
	if err != nil {
		return nil, err
	}
	add := func(v *value, err error) error {
		if err == nil {
			parts = append(parts, v)
		}
		return err
	}
	for _, l := range n.all {
		if err := add(c.valueOf(c.only(negated(l)))); err != nil {
			return nil, err
		}
	}
	for _, branches := range n.any {
		if err := add(c.noneOf(branches)); err != nil {
			return nil, err
		}
	}
	for _, x := range n.cases {
		if err := add(c.neither(n, x)); err != nil {
			return nil, err
		}
	}
	if n.one != nil {
		if err := add(c.notOneOf(n.one)); err != nil {
			return nil, err
		}
	}
	if len(n.open) > 0 {
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
func (c *compiler) negatedOwn(n *node) ([]*value, error) {
	parts := []*value{{}}
	if n.tree.kind == treeFalse && n.enum == nil {
		return []*value{c.universe}, nil
	}
	if n.types != allTypes {
		parts = append(parts, c.ofTypes(allTypes&^n.types))
		if n.types&typeInteger != 0 {
			parts = append(parts, &value{nums: []*numSpec{{notMult: []*big.Rat{one}, at: n.tree}}})
		}
	}
	if n.enum != nil {
		v, err := c.unlisted(n)
		if err != nil {
			return nil, err
		}
		parts = append(parts, v)
	}
	v := &value{}
	if n.num != nil {
		for _, s := range negateNum(n.num) {
			if s.settle() {
				v.nums = append(v.nums, s)
			}
		}
	}
	if n.str != nil {
		for _, s := range c.negateStr(n.str) {
			ok, err := c.settleStr(s)
			if err != nil {
				return nil, err
			}
			if ok {
				v.strs = append(v.strs, s)
			}
		}
	}
	var err error
	if n.arr != nil {
		if v.arrs, err = c.negateArr(n.arr); err != nil {
			return nil, err
		}
	}
	if n.obj != nil {
		if v.objs, err = c.negateObj(n.obj); err != nil {
			return nil, err
		}
	}
	return append(parts, v), c.affordable(v)
}

// unlisted returns the values that are none of the enum of n.
func (c *compiler) unlisted(n *node) (*value, error) {
	in, err := c.listed(n.enum)
	if err != nil {
		return nil, err
	}
	v := *c.universe
	v.null, v.no, v.yes = !in.null, !in.no, !in.yes
	if len(in.nums) > 0 {
		v.nums = []*numSpec{{not: in.nums[0].set, at: n.tree}}
	}
	if len(in.strs) > 0 {
		v.strs = c.negateStr(in.strs[0])
	}
	out := &v
	for _, s := range in.arrs {
		not := *c.universe
		if not.arrs, err = c.negateArr(s); err == nil {
			out, err = c.meet(out, &not)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, s := range in.objs {
		not := *c.universe
		if not.objs, err = c.negateObj(s); err == nil {
			out, err = c.meet(out, &not)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// noneOf returns the values that no branch accepts.
func (c *compiler) noneOf(branches []literal) (*value, error) {
	v := c.universe
	for _, l := range branches {
		x, err := c.valueOf(c.only(negated(l)))
		if err == nil {
			v, err = c.meet(v, x)
		}
		if err != nil {
			return nil, err
		}
	}
	return v, nil
}

// notOneOf returns the values that no branch or at least two accept.
func (c *compiler) notOneOf(branches []literal) (*value, error) {
	none, err := c.noneOf(branches)
	if err != nil {
		return nil, err
	}
	parts := []*value{none}
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
func (c *compiler) neither(n *node, x ifThen) (*value, error) {
	yes, no, err := c.condition(n, x)
	if err != nil {
		return nil, err
	}
	notOther, err := c.valueOf(c.only(negated(x.other)))
	if err != nil {
		return nil, err
	}
	if no, err = c.meet(no, notOther); err != nil {
		return nil, err
	}
	notThen, err := c.valueOf(c.only(negated(x.then)))
	if err != nil {
		return nil, err
	}
	missing := &value{}
	for _, name := range x.need {
		missing.objs = append(missing.objs, without(name, n.tree))
	}
	if notThen, err = c.join(notThen, missing); err != nil {
		return nil, err
	}
	if yes, err = c.meet(yes, notThen); err != nil {
		return nil, err
	}
	return c.join(yes, no)
}
