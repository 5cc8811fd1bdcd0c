package schema

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// A SetID names an interned set of literals: what one value of a document must satisfy.
type SetID = int32

const (
	anySet  SetID = iota // no literal: any value
	noneSet              // the literal nothing: no value
)

var errLoop = errors.New("it refers to itself without a member or item between")

// set interns the conjunction of lits.
func (c *compiler) set(lits ...literal) SetID {
	lits = slices.DeleteFunc(slices.Clone(lits), func(l literal) bool { return l == anything })
	switch len(lits) {
	case 0:
		return anySet
	case 1:
		return c.singleton(lits[0])
	}
	c.meter.Make(setBytes + 8*len(lits))
	slices.Sort(lits)
	lits = slices.Compact(lits)
	for i, l := range lits {
		if l == nothing || (i > 0 && lits[i-1] == negated(l)) {
			return noneSet
		}
	}
	if len(lits) == 1 {
		return c.singleton(lits[0])
	}
	key := make([]byte, 0, 4*len(lits))
	for _, l := range lits {
		key = append(key, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
	}
	if id, ok := c.setIDs[string(key)]; ok {
		return id
	}
	id := c.newSet(lits)
	c.setIDs[string(key)] = id
	return id
}

// singleton interns the set of one literal.
func (c *compiler) singleton(l literal) SetID {
	for int(l) >= len(c.singles) {
		c.singles = append(c.singles, -1)
	}
	if c.singles[l] < 0 {
		c.singles[l] = c.newSet([]literal{l})
	}
	return c.singles[l]
}

// setBytes is what a set takes.
const setBytes = 150

func (c *compiler) newSet(lits []literal) SetID {
	c.meter.Make(setBytes)
	c.sets = append(c.sets, lits)
	c.Values = append(c.Values, nil)
	return SetID(len(c.sets) - 1)
}

// resolving marks a set whose value is being worked out.
var resolving = new(Value)

// valueOf returns the normal form of a set.
func (c *compiler) valueOf(id SetID) (*Value, error) {
	switch v := c.Values[id]; v {
	case nil:
	case resolving:
		return nil, errLoop
	default:
		return v, nil
	}
	if c.depth++; c.depth > maxNesting {
		c.depth--
		return nil, fmt.Errorf("%w: combinations of schemas nested more than %d deep", jsontext.ErrBudget, maxNesting)
	}
	c.Values[id] = resolving
	v, err := c.resolve(c.sets[id])
	c.Values[id] = nil
	c.depth--
	if err != nil {
		return nil, err
	}
	c.Values[id] = v
	return v, nil
}

// maxNesting bounds the nesting of references and combinations at one place.
const maxNesting = 1000

func (c *compiler) resolve(lits []literal) (*Value, error) {
	if len(lits) == 1 {
		n, err := c.read(nodeOf(lits[0]))
		if err != nil {
			return nil, err
		}
		before := c.meter.Enter(n.tree, "")
		c.meter.Make(valueBytes)
		v, err := c.nodeValue(n, isNegated(lits[0]))
		err = c.locate(err, n)
		c.meter.Leave(before)
		return v, err
	}
	list, err := c.valuesOf(lits)
	if err != nil {
		return nil, err
	}
	return c.meetAll(list)
}

// valuesOf returns the normal form of each of lits.
func (c *compiler) valuesOf(lits []literal) ([]*Value, error) {
	list := make([]*Value, len(lits))
	for i, l := range lits {
		var err error
		if list[i], err = c.valueOf(c.singleton(l)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// valueBytes is what the normal form of a set takes, without what is in it.
const valueBytes = 150

func (c *compiler) nodeValue(n *node, negative bool) (*Value, error) {
	if negative {
		return c.negative(n)
	}
	return c.positive(n)
}

// locate gives err a place in the schema, unless it has one: that of n, and, where a limit is met, the keyword there
// whose work is being done.
func (c *compiler) locate(err error, n *node) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*jsontext.Error](err); ok {
		return err
	}
	out := &jsontext.Error{Pointer: n.tree.Pointer(), Err: err}
	if errors.Is(err, jsontext.ErrBudget) {
		out.Keyword = c.meter.Cause()
	}
	return out
}

// positive returns the values that satisfy n.
func (c *compiler) positive(n *node) (*Value, error) {
	v, err := c.own(n)
	if err != nil {
		return nil, err
	}
	if len(n.all) > 0 {
		c.meter.For(n.allBy)
		list, err := c.valuesOf(n.all)
		if err == nil {
			v, err = c.meetAll(append([]*Value{v}, list...))
		}
		if err != nil {
			return nil, err
		}
	}
	for _, branches := range n.any {
		c.meter.For("anyOf")
		x, err := c.anyOf(branches)
		if err == nil {
			v, err = c.meet(v, x)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, x := range n.conditionals {
		c.meter.For(x.keyword())
		either, err := c.either(n, x)
		if err == nil {
			v, err = c.meet(v, either)
		}
		if err != nil {
			return nil, err
		}
	}
	if n.one != nil {
		c.meter.For("oneOf")
		if v, err = c.oneOf(n, v); err != nil {
			return nil, err
		}
	}
	for _, x := range n.unevaluated {
		c.meter.For(x.keyword())
		if v, err = c.unevaluated(v, x); err != nil {
			return nil, err
		}
	}
	if n.propertiesLast && n.obj != nil {
		return ownLast(v, n.obj.layers[0]), nil
	}
	return v, nil
}

// ownLast returns v with the members of one layer after all others.
func ownLast(v *Value, own *objectLayer) *Value {
	w := *v
	w.Objects = nil
	for _, s := range v.Objects {
		t := *s
		t.layers = slices.DeleteFunc(slices.Clone(s.layers), func(l *objectLayer) bool { return l == own })
		if len(t.layers) < len(s.layers) {
			t.layers = append(t.layers, own)
		}
		w.Objects = append(w.Objects, &t)
	}
	return &w
}

// own returns the values that satisfy what n says itself.
func (c *compiler) own(n *node) (*Value, error) {
	if n.enum == nil {
		if n.tree.Kind == jsontext.False {
			return &Value{}, nil
		}
		return c.typed(n)
	}
	c.meter.For("enum")
	v, err := c.listed(n.enum)
	if err != nil || (n.types == allTypes && n.num == nil && n.str == nil && n.arr == nil && n.obj == nil) {
		return v, err
	}
	w, err := c.typed(n)
	if err != nil {
		return nil, err
	}
	return c.meet(v, w)
}

// typed is own without the enum.
func (c *compiler) typed(n *node) (*Value, error) {
	v := c.ofTypes(n.types)
	if n.num != nil && len(v.Numbers) > 0 {
		s := n.num
		ok := s.Settle()
		if n.types&typeInteger != 0 && ok {
			s, ok = number.Meet(s, c.integer)
		}
		v.Numbers = nil
		if ok {
			v.Numbers = []*number.Spec{s}
		}
	}
	if n.str != nil && len(v.Strings) > 0 {
		v.Strings = nil
		c.meter.For("pattern")
		ok, err := c.settleString(n.str)
		if err != nil {
			return nil, err
		}
		if ok {
			v.Strings = []*StringSpec{n.str}
		}
	}
	if n.arr != nil && len(v.Arrays) > 0 {
		v.Arrays = nil
		if n.arr.Min <= n.arr.Max {
			v.Arrays = []*ArraySpec{n.arr}
		}
	}
	if n.obj != nil && len(v.Objects) > 0 {
		v.Objects = nil
		if n.obj.Min <= n.obj.Max && len(n.obj.required) <= n.obj.Max && !c.contradicts(n.obj) {
			v.Objects = []*ObjectSpec{n.obj}
		}
	}
	return v, nil
}

// listed returns exactly the values of list.
func (c *compiler) listed(list []*jsontext.Tree) (*Value, error) {
	v := &Value{}
	c.meter.Make(listedBytes * len(list))
	c.meter.Step(2 * len(list) * bits.Len(uint(len(list))))
	var lits []string
	var set []*big.Rat
	for _, t := range list {
		switch t.Kind {
		case jsontext.Null:
			v.HasNull = true
		case jsontext.False:
			v.HasFalse = true
		case jsontext.True:
			v.HasTrue = true
		case jsontext.Number:
			x, err := number.Parse(t.Text)
			if err != nil {
				return nil, &jsontext.Error{Pointer: t.Pointer(), Err: err}
			}
			set = append(set, x)
		case jsontext.String:
			if lits == nil {
				lits = make([]string, 0, len(list))
			}
			lits = append(lits, t.Text)
		case jsontext.Array:
			v.Arrays = append(v.Arrays, c.exactArray(t))
		case jsontext.Object:
			v.Objects = append(v.Objects, c.exactObject(t))
		}
	}
	if set != nil {
		v.Numbers = []*number.Spec{{List: number.Sorted(set), At: list[0].Parent}}
	}
	if lits != nil {
		slices.Sort(lits)
		v.Strings = []*StringSpec{{Finite: true, List: slices.Compact(lits), Language: regex.All, At: list[0].Parent}}
	}
	return v, c.affordable(v)
}

// listedBytes is what a listed value takes; many are numbers.
const listedBytes = 100

func (c *compiler) exactArray(t *jsontext.Tree) *ArraySpec {
	layer := &arrayLayer{restFrom: -1} // enum and const evaluate no items
	for _, m := range t.Members {
		layer.prefix = append(layer.prefix, c.exactly(m.Value))
	}
	return &ArraySpec{layers: []*arrayLayer{layer}, Min: len(t.Members), Max: len(t.Members), At: t}
}

func (c *compiler) exactObject(t *jsontext.Tree) *ObjectSpec {
	layer := &objectLayer{rest: nothing, denies: true, at: t} // enum and const evaluate no members
	s := &ObjectSpec{layers: []*objectLayer{layer}, Max: number.Unbounded, At: t}
	for _, m := range t.Members {
		layer.props = append(layer.props, layerProperty{m.Name, c.exactly(m.Value)})
		s.required = append(s.required, m.Name)
	}
	return s
}

func (c *compiler) anyOf(branches []literal) (*Value, error) {
	list, err := c.valuesOf(branches)
	if err != nil {
		return nil, err
	}
	if !c.evaluates {
		return c.join(list...)
	}
	// What counts as evaluated is what all passing branches together say.
	if len(list) > maxEvaluated {
		return nil, fmt.Errorf("%w: %d branches beside unevaluatedProperties or unevaluatedItems, more than %d",
			jsontext.ErrBudget, len(list), maxEvaluated)
	}
	var subsets []*Value
	for chosen := 1; chosen < 1<<len(list); chosen++ {
		v := c.universe
		for i, x := range list {
			var err error
			if chosen>>i&1 == 1 {
				if v, err = c.meet(v, x); err != nil {
					return nil, err
				}
			}
		}
		subsets = append(subsets, v)
	}
	return c.join(subsets...)
}

const maxEvaluated = 6

// either returns the values that satisfy an if or a dependency.
func (c *compiler) either(n *node, x conditional) (*Value, error) {
	holds, fails, err := c.condition(n, x)
	if err != nil {
		return nil, err
	}
	then, err := c.consequence(n, x)
	if err != nil {
		return nil, err
	}
	if holds, err = c.meet(holds, then); err != nil {
		return nil, err
	}
	other, err := c.valueOf(c.singleton(x.other))
	if err != nil {
		return nil, err
	}
	if fails, err = c.meet(fails, other); err != nil {
		return nil, err
	}
	return c.join(holds, fails)
}

// condition returns the values for which the condition of x holds, and those for which it does not.
func (c *compiler) condition(n *node, x conditional) (holds, fails *Value, err error) {
	if x.testsName {
		others := *c.universe
		others.Objects = []*ObjectSpec{without(x.has, n.tree)}
		return &Value{Objects: []*ObjectSpec{with(x.has, n.tree)}}, &others, nil
	}
	if holds, err = c.valueOf(c.singleton(x.when)); err != nil {
		return nil, nil, err
	}
	fails, err = c.valueOf(c.singleton(negated(x.when)))
	return holds, fails, err
}

func (c *compiler) consequence(n *node, x conditional) (*Value, error) {
	then, err := c.valueOf(c.singleton(x.then))
	if err != nil || len(x.need) == 0 {
		return then, err
	}
	need := *c.universe
	need.Objects = []*ObjectSpec{{required: x.need, Max: number.Unbounded, At: n.tree}}
	return c.meet(then, &need)
}
