package schema

import (
	"fmt"
	"slices"
	"strings"
)

// dump writes v for people and for tests: one alternative a line.
func (c *compiler) dump(v *Value) string {
	var b strings.Builder
	for _, x := range []struct {
		is   bool
		name string
	}{{v.HasNull, "null"}, {v.HasFalse, "false"}, {v.HasTrue, "true"}} {
		if x.is {
			b.WriteString(x.name + "\n")
		}
	}
	for _, s := range v.Numbers {
		b.WriteString(s.String() + "\n")
	}
	for _, s := range v.Strings {
		b.WriteString(s.String() + "\n")
	}
	for _, s := range v.Arrays {
		fmt.Fprintf(&b, "arr%s", bounds(s.Min, s.Max))
		for i := range s.reach() {
			fmt.Fprintf(&b, " %d:%s", i, c.dumpSet(s.element(i)))
		}
		if rest := c.dumpSet(s.element(s.reach())); rest != "any" {
			b.WriteString(" rest:" + rest)
		}
		for _, x := range s.Contains {
			fmt.Fprintf(&b, " contains%s %s from %d", bounds(x.min, x.max), c.dumpSet([]literal{x.lit}), x.from)
		}
		if s.Unique {
			b.WriteString(" unique")
		}
		b.WriteByte('\n')
	}
	for _, s := range v.Objects {
		c.dumpObj(&b, s)
	}
	return b.String()
}

func (c *compiler) dumpObj(b *strings.Builder, s *ObjectSpec) {
	fmt.Fprintf(b, "obj%s", bounds(s.Min, s.Max))
	var names []string
	for _, l := range s.layers {
		for _, p := range l.props {
			names = unite(names, []string{p.name})
		}
	}
	names = unite(names, s.required)
	for _, name := range names {
		mark := "?"
		if slices.Contains(s.required, name) {
			mark = ""
		}
		fmt.Fprintf(b, " %s%s:%s", name, mark, c.dumpSet(c.memberLits(s, name, nil)))
	}
	var rest []literal
	for _, l := range s.layers {
		rest = append(rest, l.rest)
		for _, p := range l.pats {
			b.WriteString(" pattern:" + c.dumpSet([]literal{p.lit}))
		}
	}
	if rest := c.dumpSet(rest); rest != "any" {
		b.WriteString(" rest:" + rest)
	}
	if len(s.names) > 0 {
		b.WriteString(" names:" + c.dumpSet(s.names))
	}
	for _, x := range s.mustMatch {
		b.WriteString(" some:" + c.dumpSet([]literal{x.lit}))
	}
	b.WriteByte('\n')
}

// dumpSet names literals by where their schemas stand.
func (c *compiler) dumpSet(lits []literal) string {
	id := c.set(lits...)
	switch id {
	case anySet:
		return "any"
	case noneSet:
		return "never"
	}
	var out []string
	for _, l := range c.sets[id] {
		name := ""
		n := c.nodes[nodeOf(l)]
		switch {
		case n != nil && n.enum != nil && c.pending[nodeOf(l)] == nil:
			name = "=" + n.tree.Pointer()
		case n != nil:
			name = "#" + n.tree.Pointer()
		default:
			name = "#" + c.pending[nodeOf(l)].Pointer()
		}
		if isNegated(l) {
			name = "!" + name
		}
		out = append(out, name)
	}
	return strings.Join(out, "&")
}
