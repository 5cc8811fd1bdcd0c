package grammar

import (
	"fmt"
	"slices"
	"strings"
)

// A value is a set of JSON values in normal form: a union by type. Children are not part of it:
// an array or object names the literals its children must satisfy, and those have values of their
// own. So references, intersections and recursion all end.
type value struct {
	null, no, yes bool
	nums          []*numSpec
	strs          []*strSpec
	arrs          []*arrSpec
	objs          []*objSpec
}

// everything reports whether v is the set of all values.
func (v *value) everything() bool {
	return v.null && v.no && v.yes && len(v.nums) == 1 && v.nums[0].free() && len(v.strs) == 1 && v.strs[0].universal() &&
		len(v.arrs) == 1 && v.arrs[0].universal() && len(v.objs) == 1 && v.objs[0].universal()
}

// ofTypes returns all values of the given types.
func (c *compiler) ofTypes(t types) *value {
	v := &value{null: t&typeNull != 0, no: t&typeFalse != 0, yes: t&typeTrue != 0}
	if t&typeNumber != 0 {
		v.nums = c.universe.nums
		if t&typeInteger != 0 {
			v.nums = c.integers
		}
	}
	if t&typeString != 0 {
		v.strs = c.universe.strs
	}
	if t&typeArray != 0 {
		v.arrs = c.universe.arrs
	}
	if t&typeObject != 0 {
		v.objs = c.universe.objs
	}
	return v
}

// meet returns the intersection of two values.
func (c *compiler) meet(a, b *value) (*value, error) {
	if a.everything() {
		return b, nil
	}
	if b.everything() {
		return a, nil
	}
	if n := len(a.objs)*len(b.objs) + len(a.arrs)*len(b.arrs); n > 4*c.limits.Alternatives {
		return nil, fmt.Errorf("%w: %d alternatives, more than %d", ErrBudget, n, c.limits.Alternatives)
	}
	v := &value{null: a.null && b.null, no: a.no && b.no, yes: a.yes && b.yes}
	for _, x := range a.nums {
		for _, y := range b.nums {
			if s, ok := meetNum(x, y); ok {
				v.nums = append(v.nums, s)
			}
		}
	}
	for _, x := range a.strs {
		for _, y := range b.strs {
			s, ok, err := c.meetStr(x, y)
			if err != nil {
				return nil, err
			}
			if ok {
				v.strs = append(v.strs, s)
			}
		}
	}
	for _, x := range a.arrs {
		for _, y := range b.arrs {
			if s, ok := meetArr(x, y); ok {
				v.arrs = append(v.arrs, s)
			}
		}
	}
	for _, x := range a.objs {
		for _, y := range b.objs {
			if s, ok := meetObj(x, y); ok {
				v.objs = append(v.objs, s)
			}
		}
	}
	return v, c.affordable(v)
}

// affordable refuses unions that have grown beyond what a matcher can follow.
func (c *compiler) affordable(v *value) error {
	if n := max(len(v.nums), len(v.strs), len(v.arrs), len(v.objs)); n > c.limits.Alternatives {
		return fmt.Errorf("%w: %d alternatives, more than %d", ErrBudget, n, c.limits.Alternatives)
	}
	return nil
}

// join returns the union of values.
func (c *compiler) join(list ...*value) (*value, error) {
	if len(list) == 1 {
		return list[0], nil
	}
	v := &value{}
	for _, x := range list {
		v.null, v.no, v.yes = v.null || x.null, v.no || x.no, v.yes || x.yes
		v.nums = joinSpecs(v.nums, x.nums, (*numSpec).free)
		v.strs = append(v.strs, x.strs...)
		if c.evaluates { // a narrower branch may say more about what is evaluated
			v.arrs, v.objs = unite(v.arrs, x.arrs), unite(v.objs, x.objs)
			continue
		}
		v.arrs = joinSpecs(v.arrs, x.arrs, (*arrSpec).universal)
		v.objs = joinSpecs(v.objs, x.objs, (*objSpec).universal)
	}
	v.strs = c.joinStrs(v.strs)
	v.nums = joinSets(v.nums)
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

// joinSets makes one list of the numbers that are listed.
func joinSets(nums []*numSpec) []*numSpec {
	first := -1
	out := nums[:0:0]
	for _, s := range nums {
		switch {
		case s.set == nil:
		case first < 0:
			first = len(out)
		default:
			merged := *out[first]
			merged.set = append(slices.Clip(merged.set), s.set...)
			out[first] = &merged
			continue
		}
		out = append(out, s)
	}
	return out
}

// dump writes v for people and for tests: one alternative a line.
func (c *compiler) dump(v *value) string {
	var b strings.Builder
	for _, x := range []struct {
		is   bool
		name string
	}{{v.null, "null"}, {v.no, "false"}, {v.yes, "true"}} {
		if x.is {
			b.WriteString(x.name + "\n")
		}
	}
	for _, s := range v.nums {
		b.WriteString(s.String() + "\n")
	}
	for _, s := range v.strs {
		s.dump(&b)
		b.WriteByte('\n')
	}
	for _, s := range v.arrs {
		fmt.Fprintf(&b, "arr%s", bounds(s.min, s.max))
		for i := range s.reach() {
			fmt.Fprintf(&b, " %d:%s", i, c.dumpSet(s.element(i)))
		}
		if rest := c.dumpSet(s.element(s.reach())); rest != "any" {
			b.WriteString(" rest:" + rest)
		}
		for _, x := range s.contains {
			fmt.Fprintf(&b, " contains%s %s from %d", bounds(x.min, x.max), c.dumpSet([]literal{x.lit}), x.from)
		}
		if s.unique {
			b.WriteString(" unique")
		}
		b.WriteByte('\n')
	}
	for _, s := range v.objs {
		c.dumpObj(&b, s)
	}
	return b.String()
}

func (c *compiler) dumpObj(b *strings.Builder, s *objSpec) {
	fmt.Fprintf(b, "obj%s", bounds(s.min, s.max))
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
	for _, x := range s.some {
		b.WriteString(" some:" + c.dumpSet([]literal{x.lit}))
	}
	b.WriteByte('\n')
}

func bounds(least, most int) string {
	switch {
	case least == 0 && most == endless:
		return ""
	case most == endless:
		return fmt.Sprintf("[%d..]", least)
	}
	return fmt.Sprintf("[%d..%d]", least, most)
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
			name = "=" + n.tree.pointer()
		case n != nil:
			name = "#" + n.tree.pointer()
		default:
			name = "#" + c.pending[nodeOf(l)].pointer()
		}
		if isNegated(l) {
			name = "!" + name
		}
		out = append(out, name)
	}
	return strings.Join(out, "&")
}
