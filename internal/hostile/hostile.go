// Package hostile holds families of JSON Schemas that grow: each makes, for a size n, a schema that takes some
// construct of the language n times, or n deep. Tests hold the compiler to its limits with them, and a
// command in bench/ prints how its cost grows.
package hostile

import (
	"encoding/json"
	"fmt"
)

// A Family is one way for a schema to grow.
type Family struct {
	Name string
	Make func(n int) []byte
	// Linear families grow by one: twice the size would be far more than twice the schema.
	Linear bool
	// Most bounds n where the text of the schema does not; 0: nothing bounds it.
	Most int
}

// Start returns the least size.
func (f Family) Start() int { return 2 }

// Next returns the size after n.
func (f Family) Next(n int) int {
	if f.Linear {
		return n + 1
	}
	return 2 * n
}

// Families returns all families.
func Families() []Family {
	var all []Family
	for _, list := range [][]Family{lists(), combinations(), strings_(), objects(), references(), arrays(), numbers(), texts()} {
		all = append(all, list...)
	}
	return all
}

type (
	object = map[string]any
	list   = []any
)

// of returns a family whose schemas are values for json.Marshal.
func of(name string, make func(n int) any) Family {
	return Family{Name: name, Make: func(n int) []byte {
		text, err := json.Marshal(make(n))
		if err != nil {
			panic("hostile: BUG: " + err.Error())
		}
		return text
	}}
}

// slow is of for families that grow by one, up to most.
func slow(name string, most int, make func(n int) any) Family {
	f := of(name, make)
	f.Linear, f.Most = true, most
	return f
}

// upTo is of for families that are bounded by most.
func upTo(name string, most int, make func(n int) any) Family {
	f := of(name, make)
	f.Most = most
	return f
}

// each returns the n values of f.
func each[T any](n int, f func(i int) T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = f(i)
	}
	return out
}

// named returns an object of n members.
func named(n int, name string, f func(i int) any) object {
	out := make(object, n)
	for i := range n {
		out[fmt.Sprintf(name, i)] = f(i)
	}
	return out
}

func ref(format string, args ...any) object {
	return object{"$ref": "#/$defs/" + fmt.Sprintf(format, args...)}
}

func always[T any](x T) func(int) any { return func(int) any { return x } }

func hex(i int) string  { return fmt.Sprintf("%x", i) }
func hexes(n int) []any { return each(n, func(i int) any { return hex(i) }) }
func ints(n int) []any  { return each(n, func(i int) any { return i }) }

func reversed(list []any) []any {
	return each(len(list), func(i int) any { return list[len(list)-1-i] })
}

func letter(i int) string { return string(rune('a' + i%26)) }

// tree returns keyword nested n deep, with the level below twice at each level.
func tree(keyword string, n int, leaf any) any {
	for range n {
		leaf = object{keyword: list{leaf, leaf}}
	}
	return leaf
}

var shortString = object{"type": "string", "minLength": 3}
