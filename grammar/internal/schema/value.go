package schema

import (
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// A Value is a set of JSON values in normal form: a union by type. Children are not part of it:
// an array or object names the literals its children must satisfy, and those have values of their
// own. So references, intersections and recursion all end.
type Value struct {
	HasNull, HasFalse, HasTrue bool
	Numbers                    []*number.Spec
	Strings                    []*StringSpec
	Arrays                     []*ArraySpec
	Objects                    []*ObjectSpec
}

// Everything reports whether v is the set of all values.
func (v *Value) Everything() bool {
	return v.HasNull && v.HasFalse && v.HasTrue && len(v.Numbers) == 1 && v.Numbers[0].Free() && len(v.Strings) == 1 &&
		v.Strings[0].Universal() &&
		len(v.Arrays) == 1 && v.Arrays[0].universal() && len(v.Objects) == 1 && v.Objects[0].universal()
}

// ofTypes returns all values of the given types.
func (c *compiler) ofTypes(t types) *Value {
	v := &Value{HasNull: t&typeNull != 0, HasFalse: t&typeFalse != 0, HasTrue: t&typeTrue != 0}
	if t&typeNumber != 0 {
		v.Numbers = c.universe.Numbers
		if t&typeInteger != 0 {
			v.Numbers = c.integers
		}
	}
	if t&typeString != 0 {
		v.Strings = c.universe.Strings
	}
	if t&typeArray != 0 {
		v.Arrays = c.universe.Arrays
	}
	if t&typeObject != 0 {
		v.Objects = c.universe.Objects
	}
	return v
}

// meet returns the intersection of two values.
func (c *compiler) meet(a, b *Value) (*Value, error) {
	if a.Everything() {
		return b, nil
	}
	if b.Everything() {
		return a, nil
	}
	if n := len(a.Objects)*len(b.Objects) + len(a.Arrays)*len(b.Arrays); n > 4*c.Limits.Alternatives {
		return nil, c.tooMany(n)
	}
	c.meter.Make(valueBytes)
	v := &Value{HasNull: a.HasNull && b.HasNull, HasFalse: a.HasFalse && b.HasFalse, HasTrue: a.HasTrue && b.HasTrue}
	for _, x := range a.Numbers {
		for _, y := range b.Numbers {
			c.countNumbers(x, y)
			s, ok := number.Meet(x, y)
			if n := len(s.NotMultipleOf); n > maxNotMultiples {
				return nil, fmt.Errorf("%w: numbers that are multiples of none of %d others, more than %d", jsontext.ErrBudget, n, maxNotMultiples)
			}
			if ok {
				v.Numbers = append(v.Numbers, s)
			}
		}
	}
	for _, x := range a.Strings {
		for _, y := range b.Strings {
			c.meter.Make(specBytes)
			s, ok, err := c.meetStrings(x, y)
			if err != nil {
				return nil, err
			}
			if ok {
				v.Strings = append(v.Strings, s)
			}
		}
	}
	for _, x := range a.Arrays {
		for _, y := range b.Arrays {
			c.meter.Make(specBytes + 8*(len(x.layers)+len(y.layers)))
			if s, ok := meetArrays(x, y); ok {
				v.Arrays = append(v.Arrays, s)
			}
		}
	}
	many := len(a.Objects)*len(b.Objects) > fewObjects
	for _, x := range a.Objects {
		for _, y := range b.Objects {
			c.meter.Make(specBytes + 8*(len(x.layers)+len(y.layers)) + 16*(len(x.required)+len(y.required)))
			if s, ok := c.meetObjects(x, y); ok && !(many && c.clash(x, y, s)) {
				v.Objects = append(v.Objects, s)
			}
		}
	}
	return v, c.affordable(v)
}

// fewObjects is up to how many pairs of alternatives all are kept, also those that turn out to be empty later: where
// alternatives multiply, most of them contradict each other in the values of one member.
const fewObjects = 16

// maxNotMultiples bounds the divisors that the members of one set of numbers must not have: a matcher tries each of
// them after each digit.
const maxNotMultiples = 64

// specBytes is what an alternative takes, without its lists.
const specBytes = 150

// countNumbers counts the intersection of two sets of numbers.
func (c *compiler) countNumbers(a, b *number.Spec) {
	n := len(a.List) + len(b.List) + len(a.Except) + len(b.Except) + len(a.NotMultipleOf) + len(b.NotMultipleOf)
	c.meter.Make(3*specBytes + 8*n)
	c.meter.Step(2*n + divisionSteps*(len(a.NotMultipleOf)+len(b.NotMultipleOf)) + number.LCMSteps(a.MultipleOf, b.MultipleOf))
}

// divisionSteps is what it takes to compare a divisor with the others.
const divisionSteps = 10 * maxNotMultiples

// countValue counts what a union copies of v.
func (c *compiler) countValue(v *Value) {
	n := len(v.Arrays) + len(v.Objects)
	for _, s := range v.Numbers {
		n += 1 + len(s.List)
	}
	for _, s := range v.Strings {
		n += 1 + 2*len(s.List)
	}
	c.meter.Make(8 * n)
	c.meter.Step(2 * n)
}

// affordable refuses unions that have grown beyond what a matcher can follow.
func (c *compiler) affordable(v *Value) error {
	if n := max(len(v.Numbers), len(v.Strings), len(v.Arrays), len(v.Objects)); n > c.Limits.Alternatives {
		return c.tooMany(n)
	}
	return nil
}

func (c *compiler) tooMany(alternatives int) error {
	return fmt.Errorf("%w: %d alternatives, more than %d (Limits.Alternatives)", jsontext.ErrBudget, alternatives, c.Limits.Alternatives)
}

// negatable refuses, before they are made, more alternatives of a negation than a union may have.
func (c *compiler) negatable(alternatives int) error {
	c.meter.Make(2 * specBytes * min(alternatives, c.Limits.Alternatives))
	if alternatives > c.Limits.Alternatives {
		return c.tooMany(alternatives)
	}
	return nil
}

// meetAll returns the intersection of list. Values without alternatives are met in halves, so that a long allOf
// is not copied at each of its schemas; where there are alternatives, each intersection can make them fewer.
func (c *compiler) meetAll(list []*Value) (*Value, error) {
	v := c.universe
	for len(list) > 0 {
		n := 0
		for n < len(list) && list[n].single() {
			n++
		}
		x, err := list[0], error(nil)
		if n > 1 {
			x, err = c.meetHalves(list[:n])
		}
		if err == nil {
			v, err = c.meet(v, x)
		}
		if err != nil {
			return nil, err
		}
		list = list[max(n, 1):]
	}
	return v, nil
}

func (c *compiler) meetHalves(list []*Value) (*Value, error) {
	if len(list) == 1 {
		return list[0], nil
	}
	a, err := c.meetHalves(list[:len(list)/2])
	if err != nil {
		return nil, err
	}
	b, err := c.meetHalves(list[len(list)/2:])
	if err != nil {
		return nil, err
	}
	return c.meet(a, b)
}

// single reports whether v has no alternatives within a type.
func (v *Value) single() bool {
	return len(v.Numbers) < 2 && len(v.Strings) < 2 && len(v.Arrays) < 2 && len(v.Objects) < 2
}

// join returns the union of values.
func (c *compiler) join(list ...*Value) (*Value, error) {
	if len(list) == 1 {
		return list[0], nil
	}
	v := &Value{}
	c.meter.Make(valueBytes)
	numbers := union[*number.Spec]{universal: (*number.Spec).Free}
	arrays, objects := union[*ArraySpec]{}, union[*ObjectSpec]{}
	if !c.evaluates { // otherwise a narrower branch may say more about what is evaluated
		arrays.universal, objects.universal = (*ArraySpec).universal, (*ObjectSpec).universal
	}
	for _, x := range list {
		c.countValue(x)
		v.HasNull, v.HasFalse, v.HasTrue = v.HasNull || x.HasNull, v.HasFalse || x.HasFalse, v.HasTrue || x.HasTrue
		numbers.add(x.Numbers)
		v.Strings = append(v.Strings, x.Strings...)
		arrays.add(x.Arrays)
		objects.add(x.Objects)
	}
	v.Strings = c.joinStrings(v.Strings)
	v.Numbers, v.Arrays, v.Objects = joinSets(numbers.list), arrays.list, objects.list
	return v, c.affordable(v)
}

// A union gathers the alternatives of one type.
type union[T comparable] struct {
	universal func(T) bool // which one holds all others; nil: none is asked
	whole     bool         // and it is there
	list      []T
	known     map[T]bool // what list holds, where it is long
}

// longUnion is from how many alternatives on a union is searched through a map.
const longUnion = 16

func (u *union[T]) add(list []T) {
	for _, x := range list {
		switch {
		case u.whole:
			return
		case u.universal != nil && u.universal(x):
			u.list, u.whole = []T{x}, true
		case !u.holds(x):
			u.list = append(u.list, x)
		}
	}
}

// holds reports whether x has come before, and notes it.
func (u *union[T]) holds(x T) bool {
	if len(u.list) < longUnion {
		return slices.Contains(u.list, x)
	}
	if u.known == nil {
		u.known = make(map[T]bool, 2*longUnion)
		for _, y := range u.list {
			u.known[y] = true
		}
	}
	if u.known[x] {
		return true
	}
	u.known[x] = true
	return false
}

// joinSets makes one list of the numbers that are listed.
func joinSets(nums []*number.Spec) []*number.Spec {
	first, lists := -1, 0
	out := nums[:0:0]
	for _, s := range nums {
		switch {
		case s.List == nil:
		case first < 0:
			first = len(out)
		default:
			if lists++; lists == 1 {
				union := *out[first]
				union.List = slices.Clone(union.List)
				out[first] = &union
			}
			out[first].List = append(out[first].List, s.List...)
			continue
		}
		out = append(out, s)
	}
	if lists > 0 {
		out[first].List = number.Sorted(out[first].List)
	}
	return out
}
