package grammar

import (
	"errors"
	"math/big"
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// A setID names an interned set of literals: what one value of a document must satisfy.
type setID = int32

const (
	anySet  setID = iota // no literal: any value
	noneSet              // the literal nothing: no value
)

var errLoop = errors.New("it refers to itself without a member or item between")

// set interns the conjunction of lits.
func (c *compiler) set(lits ...literal) setID {
	lits = slices.DeleteFunc(slices.Clone(lits), func(l literal) bool { return l == anything })
	switch len(lits) {
	case 0:
		return anySet
	case 1:
		return c.only(lits[0])
	}
	slices.Sort(lits)
	lits = slices.Compact(lits)
	for i, l := range lits {
		if l == nothing || (i > 0 && lits[i-1] == negated(l)) {
			return noneSet
		}
	}
	if len(lits) == 1 {
		return c.only(lits[0])
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

// only interns the set of one literal.
func (c *compiler) only(l literal) setID {
	for int(l) >= len(c.singles) {
		c.singles = append(c.singles, -1)
	}
	if c.singles[l] < 0 {
		c.singles[l] = c.newSet([]literal{l})
	}
	return c.singles[l]
}

func (c *compiler) newSet(lits []literal) setID {
	c.sets = append(c.sets, lits)
	c.values = append(c.values, nil)
	return setID(len(c.sets) - 1)
}

// busy marks a set whose value is being worked out.
var busy = new(value)

// valueOf returns the normal form of a set.
func (c *compiler) valueOf(id setID) (*value, error) {
	switch v := c.values[id]; v {
	case nil:
	case busy:
		return nil, errLoop
	default:
		return v, nil
	}
	if c.depth++; c.depth > maxNesting {
		return nil, ErrBudget
	}
	c.values[id] = busy
	v, err := c.resolve(c.sets[id])
	c.values[id] = nil
	c.depth--
	if err != nil {
		return nil, err
	}
	c.values[id] = v
	return v, nil
}

// maxNesting bounds how deep references and combinations stand in one another at one place.
const maxNesting = 1000

func (c *compiler) resolve(lits []literal) (*value, error) {
	if len(lits) == 1 {
		n, err := c.read(nodeOf(lits[0]))
		if err != nil {
			return nil, err
		}
		v, err := c.nodeValue(n, isNegated(lits[0]))
		return v, c.locate(err, n)
	}
	v := c.universe
	for _, l := range lits {
		x, err := c.valueOf(c.only(l))
		if err != nil {
			return nil, err
		}
		if v, err = c.meet(v, x); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func (c *compiler) nodeValue(n *node, negative bool) (*value, error) {
	if negative {
		return c.negative(n)
	}
	return c.positive(n)
}

// locate gives err a place in the schema, unless it has one or says that a loop was met.
func (c *compiler) locate(err error, n *node) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*CompileError](err); ok {
		return err
	}
	return &CompileError{Pointer: n.tree.pointer(), Err: err}
}

// positive returns the values that satisfy n.
func (c *compiler) positive(n *node) (*value, error) {
	v, err := c.own(n)
	if err != nil {
		return nil, err
	}
	for _, l := range n.all {
		x, err := c.valueOf(c.only(l))
		if err == nil {
			v, err = c.meet(v, x)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, branches := range n.any {
		x, err := c.anyOf(branches)
		if err == nil {
			v, err = c.meet(v, x)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, x := range n.cases {
		either, err := c.either(n, x)
		if err == nil {
			v, err = c.meet(v, either)
		}
		if err != nil {
			return nil, err
		}
	}
	if n.one != nil {
		if v, err = c.oneOf(n, v); err != nil {
			return nil, err
		}
	}
	for _, x := range n.open {
		if v, err = c.unevaluated(v, x); err != nil {
			return nil, err
		}
	}
	if n.late && n.obj != nil {
		return ownLast(v, n.obj.layers[0]), nil
	}
	return v, nil
}

// ownLast returns v with the members of one layer behind all others.
func ownLast(v *value, own *objLayer) *value {
	w := *v
	w.objs = nil
	for _, s := range v.objs {
		t := *s
		t.layers = slices.DeleteFunc(slices.Clone(s.layers), func(l *objLayer) bool { return l == own })
		if len(t.layers) < len(s.layers) {
			t.layers = append(t.layers, own)
		}
		w.objs = append(w.objs, &t)
	}
	return &w
}

// own returns the values that satisfy what n says itself.
func (c *compiler) own(n *node) (*value, error) {
	if n.enum == nil {
		if n.tree.kind == treeFalse {
			return &value{}, nil
		}
		return c.typed(n)
	}
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
func (c *compiler) typed(n *node) (*value, error) {
	v := c.ofTypes(n.types)
	if n.num != nil && len(v.nums) > 0 {
		s := n.num
		ok := s.settle()
		if n.types&typeInteger != 0 && ok {
			s, ok = meetNum(s, c.integer)
		}
		v.nums = nil
		if ok {
			v.nums = []*numSpec{s}
		}
	}
	if n.str != nil && len(v.strs) > 0 {
		v.strs = nil
		ok, err := c.settleStr(n.str)
		if err != nil {
			return nil, err
		}
		if ok {
			v.strs = []*strSpec{n.str}
		}
	}
	if n.arr != nil && len(v.arrs) > 0 {
		v.arrs = nil
		if n.arr.min <= n.arr.max {
			v.arrs = []*arrSpec{n.arr}
		}
	}
	if n.obj != nil && len(v.objs) > 0 {
		v.objs = nil
		if n.obj.min <= n.obj.max && len(n.obj.required) <= n.obj.max && !n.obj.contradicts() {
			v.objs = []*objSpec{n.obj}
		}
	}
	return v, nil
}

// listed returns exactly the values of list.
func (c *compiler) listed(list []*tree) (*value, error) {
	v := &value{}
	var lits []string
	var set []*big.Rat
	for _, t := range list {
		switch t.kind {
		case treeNull:
			v.null = true
		case treeFalse:
			v.no = true
		case treeTrue:
			v.yes = true
		case treeNumber:
			x, err := parseDecimal(t.text)
			if err != nil {
				return nil, &CompileError{Pointer: t.pointer(), Err: err}
			}
			set = append(set, x)
		case treeString:
			if lits == nil {
				lits = make([]string, 0, len(list))
			}
			lits = append(lits, t.text)
		case treeArray:
			v.arrs = append(v.arrs, c.exactArray(t))
		case treeObject:
			v.objs = append(v.objs, c.exactObject(t))
		}
	}
	if set != nil {
		slices.SortFunc(set, (*big.Rat).Cmp)
		v.nums = []*numSpec{{set: set, at: list[0].parent}}
	}
	if lits != nil {
		slices.Sort(lits)
		v.strs = []*strSpec{{finite: true, lits: slices.Compact(lits), lang: regex.All, at: list[0].parent}}
	}
	return v, c.affordable(v)
}

func (c *compiler) exactArray(t *tree) *arrSpec {
	layer := &arrLayer{restFrom: endless}
	for _, m := range t.members {
		layer.prefix = append(layer.prefix, c.exactly(m.value))
	}
	return &arrSpec{layers: []*arrLayer{layer}, min: len(t.members), max: len(t.members), at: t}
}

func (c *compiler) exactObject(t *tree) *objSpec {
	layer := &objLayer{rest: nothing, at: t}
	s := &objSpec{layers: []*objLayer{layer}, max: endless, at: t}
	for _, m := range t.members {
		layer.props = append(layer.props, objProp{m.name, c.exactly(m.value)})
		s.required = append(s.required, m.name)
	}
	return s
}

func (c *compiler) anyOf(branches []literal) (*value, error) {
	list := make([]*value, len(branches))
	for i, l := range branches {
		var err error
		if list[i], err = c.valueOf(c.only(l)); err != nil {
			return nil, err
		}
	}
	if !c.evaluates {
		return c.join(list...)
	}
	// What counts as evaluated is what all passing branches together say.
	if len(list) > maxEvaluated {
		return nil, ErrBudget
	}
	var subsets []*value
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

// either returns what an if or a dependency comes to.
func (c *compiler) either(n *node, x ifThen) (*value, error) {
	yes, no, err := c.condition(n, x)
	if err != nil {
		return nil, err
	}
	then, err := c.consequence(n, x)
	if err != nil {
		return nil, err
	}
	if yes, err = c.meet(yes, then); err != nil {
		return nil, err
	}
	other, err := c.valueOf(c.only(x.other))
	if err != nil {
		return nil, err
	}
	if no, err = c.meet(no, other); err != nil {
		return nil, err
	}
	return c.join(yes, no)
}

// condition returns the values for which the condition of x holds, and those for which it does not.
func (c *compiler) condition(n *node, x ifThen) (yes, no *value, err error) {
	if x.has != "" || x.need != nil {
		others := *c.universe
		others.objs = []*objSpec{without(x.has, n.tree)}
		return &value{objs: []*objSpec{with(x.has, n.tree)}}, &others, nil
	}
	if yes, err = c.valueOf(c.only(x.when)); err != nil {
		return nil, nil, err
	}
	no, err = c.valueOf(c.only(negated(x.when)))
	return yes, no, err
}

func (c *compiler) consequence(n *node, x ifThen) (*value, error) {
	then, err := c.valueOf(c.only(x.then))
	if err != nil || len(x.need) == 0 {
		return then, err
	}
	need := *c.universe
	need.objs = []*objSpec{{required: x.need, max: endless, at: n.tree}}
	return c.meet(then, &need)
}
