package schema

import (
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/number"
)

// overlaps finds, for the branches of a oneOf one after another, those before it with which a branch may have a
// member in common. Most branches are told apart by listed values, their own or those of a member that all of
// them require, and are never compared.
type overlaps struct {
	c      *compiler
	tag    string           // a member that every object of every branch requires; its values are listed
	tagged bool             // there is one
	with   map[string][]int // the branches that list a value
	of     [kinds]kindIndex
}

// A kindIndex is the branches that hold values of one kind.
type kindIndex struct {
	all  []int
	open []int // of these: the ones whose values are not listed
}

// Kinds of values that are told apart in different ways.
const (
	kindWord = iota
	kindNumber
	kindString
	kindArray
	kindObject
	kinds
)

// newOverlaps returns the overlaps of list, whose branches must be added one after another.
func (c *compiler) newOverlaps(list []*Value) *overlaps {
	x := &overlaps{c: c, with: map[string][]int{}}
	x.tag, x.tagged = c.commonTag(list)
	return x
}

// maxTags is how many required members are tried as the one that tells branches apart.
const maxTags = 4

// commonTag returns the name of a member that every object of list requires, with listed values in each.
func (c *compiler) commonTag(list []*Value) (name string, ok bool) {
	var objects []*ObjectSpec
	for _, v := range list {
		objects = append(objects, v.Objects...)
	}
	if len(objects) < 2 {
		return "", false
	}
	for i, name := range objects[0].required {
		if i == maxTags {
			break
		}
		if !slices.ContainsFunc(objects, func(s *ObjectSpec) bool { return c.tagValues(s, name) == nil }) {
			return name, true
		}
	}
	return "", false
}

// tagValues returns the values that the member called name has in s, if it is required and they are listed.
func (c *compiler) tagValues(s *ObjectSpec, name string) []string {
	if !slices.Contains(s.required, name) {
		return nil
	}
	c.meter.Step(len(s.required))
	v, err := c.valueOf(c.set(c.memberLits(s, name, nil)...))
	if err != nil || len(v.Arrays)+len(v.Objects) > 0 {
		return nil
	}
	out := words(v)
	for _, n := range v.Numbers {
		if n.List == nil {
			return nil
		}
		out = append(out, c.listedNumbers(n)...)
	}
	for _, t := range v.Strings {
		if !t.Finite {
			return nil
		}
		out = append(out, c.listedStrings(t)...)
	}
	return out
}

func words(v *Value) []string {
	var out []string
	for i, is := range [...]bool{v.HasNull, v.HasFalse, v.HasTrue} {
		if is {
			out = append(out, string("nft"[i]))
		}
	}
	return out
}

func (c *compiler) listedNumbers(s *number.Spec) []string {
	c.meter.Make(memberBytes * len(s.List))
	out := make([]string, len(s.List))
	for i, x := range s.List {
		out[i] = "#" + x.RatString()
	}
	return out
}

func (c *compiler) listedStrings(s *StringSpec) []string {
	c.meter.Make(memberBytes * len(s.List))
	out := make([]string, len(s.List))
	for i, text := range s.List {
		out[i] = `"` + text
	}
	return out
}

// add takes the next branch, numbered i, and returns the earlier ones that may overlap with it, ascending.
func (x *overlaps) add(i int, v *Value) []int {
	var found []int
	note := func(kind int, present bool, listed []string, open bool) {
		if !present {
			return
		}
		k := &x.of[kind]
		if open {
			found = append(found, k.all...)
			k.open = append(k.open, i)
		} else {
			found = append(found, k.open...)
		}
		for _, value := range listed {
			found = append(found, x.with[value]...)
			x.with[value] = append(x.with[value], i)
		}
		k.all = append(k.all, i)
	}
	note(kindWord, v.HasNull || v.HasFalse || v.HasTrue, words(v), false)
	var listed []string
	open := false
	for _, s := range v.Numbers {
		listed, open = append(listed, x.c.listedNumbers(s)...), open || s.List == nil
	}
	note(kindNumber, len(v.Numbers) > 0, listed, open)
	listed, open = nil, false
	for _, s := range v.Strings {
		listed, open = append(listed, x.c.listedStrings(s)...), open || !s.Finite
	}
	note(kindString, len(v.Strings) > 0, listed, open)
	note(kindArray, len(v.Arrays) > 0, nil, true)
	listed = nil
	for _, s := range v.Objects {
		if x.tagged {
			for _, value := range x.c.tagValues(s, x.tag) {
				listed = append(listed, "."+value)
			}
		}
	}
	note(kindObject, len(v.Objects) > 0, listed, !x.tagged)
	slices.Sort(found)
	x.c.meter.Step(2 * len(found))
	return slices.Compact(found)
}
