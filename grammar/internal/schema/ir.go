package schema

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// An Object is an ObjectSpec with its members worked out.
type Object struct {
	Spec       *ObjectSpec
	ID         int32
	Properties []Property
	Classes    []NameClass
	Sorted     []int32 // the properties by name
	Sums       []Sums  // by property, and one past the last
	Required   int
	Least      int   // the bytes of its shortest member
	Demands    uint8 // one bit for each member that must be there
	Covers     bool  // every name that is not a property is in one of the classes
	open       bool  // its members are being worked out
}

// A Property is a member whose name the schema knows. One that may never be there stays, so that it
// does not count as one of the others.
type Property struct {
	Name     string
	Required bool
	Slot
}

// A NameClass is a set of names the schema does not know, whose values satisfy the same set.
type NameClass struct {
	Language regex.Expr // regex.All: every name but the known
	DFA      *regex.DFA // nil with regex.All
	nameLen  int        // bytes of the shortest name, quoted
	Slot
}

// A Slot is what stands at one place: the set that the child there must satisfy, and stricter sets of children
// that also meet demands.
//
// A demand is on an array or object as a whole: some child must satisfy a schema, whichever child it is. Each
// contains is a demand on an array. The demands on an object are its required matches, which come from
// negations: "not patternProperties {^x: integer}" demands a member whose name begins with x and whose value is
// no integer. A walk notes in flags, one bit for each demand, which of them are met.
type Slot struct {
	Set      SetID
	Variants []Variant
}

// A Variant is a stricter set for a slot, and the demands that a child in it meets.
type Variant struct {
	Set     SetID
	Demands uint8
}

// An Array is an ArraySpec with its items worked out.
type Array struct {
	Spec          *ArraySpec
	ID            int32
	Unique        bool   // its items differ
	unsatisfiable bool   // and there are not as many as must come
	open          bool   // its items are being worked out
	Fixed         []Slot // the leading items
	Tail          Slot   // all others

	// What Finish reads; see array_cost.go.
	leading []int   // by leading item and counts: the bytes that close the array before this item
	counted [][]int // by how many items after the leading ones meet something, and by counts: their bytes
}

// Choices returns sets of which each item at s satisfies one. Where a demand has a ceiling, the items
// that meet it are not in s.Set.
func (a *Array) Choices(s *Slot) []SetID {
	sets := []SetID{s.Set}
	if slices.ContainsFunc(a.Spec.Contains, func(x containsRule) bool { return x.max > 0 && x.max < number.Unbounded }) {
		for _, v := range s.Variants {
			sets = append(sets, v.Set)
		}
	}
	return sets
}

// Item returns what stands at position i.
func (a *Array) Item(i int) *Slot {
	if i < len(a.Fixed) {
		return &a.Fixed[i]
	}
	return &a.Tail
}

// Knows reports whether the schema names a member called name.
func (o *Object) Knows(name string) bool {
	_, found := slices.BinarySearchFunc(o.Sorted, name, func(i int32, name string) int { return strings.Compare(o.Properties[i].Name, name) })
	return found
}
