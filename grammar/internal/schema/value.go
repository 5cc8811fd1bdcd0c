package schema

import (
	"fmt"
	"math/big"
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
	return v.HasNull && v.HasFalse && v.HasTrue && len(v.Numbers) == 1 && v.Numbers[0].Free() && len(v.Strings) == 1 && v.Strings[0].Universal() &&
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
		return nil, fmt.Errorf("%w: %d alternatives, more than %d", jsontext.ErrBudget, n, c.Limits.Alternatives)
	}
	v := &Value{HasNull: a.HasNull && b.HasNull, HasFalse: a.HasFalse && b.HasFalse, HasTrue: a.HasTrue && b.HasTrue}
	for _, x := range a.Numbers {
		for _, y := range b.Numbers {
			if s, ok := number.Meet(x, y); ok {
				v.Numbers = append(v.Numbers, s)
			}
		}
	}
	for _, x := range a.Strings {
		for _, y := range b.Strings {
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
			if s, ok := meetArrays(x, y); ok {
				v.Arrays = append(v.Arrays, s)
			}
		}
	}
	for _, x := range a.Objects {
		for _, y := range b.Objects {
			if s, ok := meetObjects(x, y); ok {
				v.Objects = append(v.Objects, s)
			}
		}
	}
	return v, c.affordable(v)
}

// affordable refuses unions that have grown beyond what a matcher can follow.
func (c *compiler) affordable(v *Value) error {
	if n := max(len(v.Numbers), len(v.Strings), len(v.Arrays), len(v.Objects)); n > c.Limits.Alternatives {
		return fmt.Errorf("%w: %d alternatives, more than %d", jsontext.ErrBudget, n, c.Limits.Alternatives)
	}
	return nil
}

// join returns the union of values.
func (c *compiler) join(list ...*Value) (*Value, error) {
	if len(list) == 1 {
		return list[0], nil
	}
	v := &Value{}
	for _, x := range list {
		v.HasNull, v.HasFalse, v.HasTrue = v.HasNull || x.HasNull, v.HasFalse || x.HasFalse, v.HasTrue || x.HasTrue
		v.Numbers = joinSpecs(v.Numbers, x.Numbers, (*number.Spec).Free)
		v.Strings = append(v.Strings, x.Strings...)
		if c.evaluates { // a narrower branch may say more about what is evaluated
			v.Arrays, v.Objects = unite(v.Arrays, x.Arrays), unite(v.Objects, x.Objects)
			continue
		}
		v.Arrays = joinSpecs(v.Arrays, x.Arrays, (*ArraySpec).universal)
		v.Objects = joinSpecs(v.Objects, x.Objects, (*ObjectSpec).universal)
	}
	v.Strings = c.joinStrings(v.Strings)
	v.Numbers = joinSets(v.Numbers)
	return v, c.affordable(v)
}

func joinSpecs[T comparable](a, b []T, universal func(T) bool) []T {
	for _, x := range b {
		if universal(x) {
			return []T{x}
		}
	}
	if len(a) == 1 && universal(a[0]) {
		return a
	}
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x) // a belongs to the join
		}
	}
	return a
}

// joinSets makes one list of the numbers that are listed; a Spec's list ascends.
func joinSets(nums []*number.Spec) []*number.Spec {
	first := -1
	out := nums[:0:0]
	for _, s := range nums {
		switch {
		case s.List == nil:
		case first < 0:
			first = len(out)
		default:
			merged := *out[first]
			merged.List = append(slices.Clip(merged.List), s.List...)
			slices.SortFunc(merged.List, (*big.Rat).Cmp)
			merged.List = slices.CompactFunc(merged.List, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
			out[first] = &merged
			continue
		}
		out = append(out, s)
	}
	return out
}
