package grammar

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A shaper turns the values of a grammar into shapes, within limits.
type shaper struct {
	exporter
	dialect Dialect
	limits  serverLimits

	prefix string        // of the names of definitions: part of no member's name
	uses   map[setID]int // how often a set is referred to; recursive ones count as often
	weight map[setID]int // what it costs to write it out
	defOf  map[setID]int // the definitions of shared sets
	defs   []*shape      // nil: being made
}

func newShaper(c *compiled, d Dialect, l serverLimits) *shaper {
	return &shaper{
		exporter: newExporter(c), dialect: d, limits: l, prefix: "shape",
		uses: map[setID]int{}, weight: map[setID]int{}, defOf: map[setID]int{},
	}
}

// document returns the shape of the whole.
func (b *shaper) document(root setID) *shape {
	b.weigh(root)
	for b.namePart() {
		b.prefix += "x"
	}
	return b.set(root)
}

// namePart reports whether the prefix of definitions occurs in the name of a member: rules of the
// server are named after both.
func (b *shaper) namePart() bool {
	return slices.ContainsFunc(b.c.objs[1:], func(o *object) bool {
		return slices.ContainsFunc(o.props, func(p property) bool { return strings.Contains(p.name, b.prefix) })
	})
}

// What it weighs to write a set out where it stands; heavier ones that stand in several places are
// written once.
const (
	lightWeight  = 24
	recursiveUse = 1 << 20
	maxWeight    = 1 << 20
)

// weigh counts the uses and weights of id and of all below.
func (b *shaper) weigh(id setID) int {
	b.uses[id]++
	if n, ok := b.weight[id]; ok {
		if n < 0 {
			b.uses[id] += recursiveUse
			return 1
		}
		return n
	}
	v := b.c.values[id]
	if v.everything() {
		b.weight[id] = 1
		return 1
	}
	b.weight[id] = -1
	n := 1
	for _, s := range v.strs {
		if s.finite {
			n += len(s.lits)
		} else {
			n += min(s.max, maxCount)/16 + 1
		}
	}
	for _, s := range v.nums {
		n += 1 + len(s.set)
	}
	b.children(v, func(child setID) { n = min(n+b.weigh(child), maxWeight) })
	b.weight[id] = n
	return n
}

// children calls use for every set that the arrays and objects of v refer to.
func (b *shaper) children(v *value, use func(setID)) {
	for _, s := range v.arrs {
		a := b.c.array(s)
		for i := range min(len(a.fixed), s.max) {
			use(a.fixed[i].set)
		}
		if len(a.fixed) < s.max {
			use(a.tail.set)
		}
	}
	for _, s := range v.objs {
		o := b.c.object(s)
		for i := range o.props {
			use(o.props[i].set)
		}
		for i := range o.classes {
			use(o.classes[i].set)
		}
	}
}

// set returns the shape of a set, which documents can satisfy.
func (b *shaper) set(id setID) *shape {
	if b.uses[id] < 2 || (b.weight[id] <= lightWeight && b.uses[id] < recursiveUse) {
		return b.value(b.c.values[id])
	}
	if b.uses[id] >= recursiveUse {
		b.deep()
	}
	n, ok := b.defOf[id]
	if !ok {
		n = len(b.defs)
		b.defOf[id] = n
		b.defs = append(b.defs, nil)
		s := b.value(b.c.values[id])
		if s.kind == shapeAny || s.kind >= shapeString || s.kind == shapeEnum {
			b.defs[n] = s
		} else { // too short to be shared after all
			b.defs[n] = &shape{any: []*shape{s}}
		}
	}
	return &shape{kind: shapeRef, def: n}
}

func (b *shaper) value(v *value) *shape {
	if v.everything() {
		b.spelling()
		b.twice()
		b.digits()
		b.deep()
		return &shape{kind: shapeAnything}
	}
	var list []*shape
	for _, s := range v.strs {
		list = append(list, b.string(s))
	}
	for _, s := range v.nums {
		if b.c.seek(s).cost() < endless {
			list = append(list, b.number(s))
		}
	}
	switch {
	case v.no && v.yes:
		list = append(list, &shape{kind: shapeBoolean})
	case v.no:
		list = append(list, &shape{kind: shapeEnum, of: "boolean", enum: []string{"false"}})
	case v.yes:
		list = append(list, &shape{kind: shapeEnum, of: "boolean", enum: []string{"true"}})
	}
	for _, s := range v.arrs {
		if a := b.c.array(s); a.finish(b.c, 0, 0) < endless {
			list = append(list, b.array(a))
		}
	}
	for _, s := range v.objs {
		if o := b.c.object(s); o.finish(b.c, 0, 0, 0) < endless {
			list = append(list, b.object(o))
		}
	}
	if v.null {
		list = append(list, &shape{kind: shapeNull})
	}
	return union(list)
}

// union returns the shape of any of list, each once.
func union(list []*shape) *shape {
	if len(list) == 1 {
		return list[0]
	}
	seen := map[string]bool{}
	list = slices.DeleteFunc(slices.Clone(list), func(s *shape) bool {
		var w shapeWriter
		w.write(s)
		known := seen[w.out.String()]
		seen[w.out.String()] = true
		return known
	})
	if len(list) == 1 {
		return list[0]
	}
	return &shape{any: list}
}

// coarse returns the types of a set alone.
func (b *shaper) coarse(id setID) *shape {
	v := b.c.values[id]
	var list []*shape
	for _, x := range []struct {
		is   bool
		kind shapeKind
	}{
		{len(v.objs) > 0, shapeObject}, {len(v.arrs) > 0, shapeArray}, {len(v.strs) > 0, shapeString},
		{len(v.nums) > 0, shapeNumber}, {v.no || v.yes, shapeBoolean}, {v.null, shapeNull},
	} {
		if x.is {
			list = append(list, &shape{kind: x.kind, max: endless})
		}
	}
	return union(list)
}

// The relaxations that hold wherever something of their kind is written.

func (b *shaper) spelling() {
	b.relax(nil, "", `an escape may name half of a surrogate pair, and a pair of them counts as two characters`)
}

func (b *shaper) twice() {
	b.relax(nil, "", "where the names of members are free, one may come twice")
}

func (b *shaper) deep() {
	b.relax(nil, "", fmt.Sprintf("values may be nested deeper than %d", b.c.limits.Depth))
}

// text returns the schema of root with the definitions it needs.
func (b *shaper) text(root *shape) string {
	var w shapeWriter
	w.prefix = b.prefix
	if root.kind == shapeRef || root.kind == shapeObject && slices.Contains(root.names, "") {
		// A reference at the root hides the definitions from the converter; a member without a name
		// would take the name of the root's own rule.
		root = &shape{any: []*shape{root}}
	}
	w.out.WriteByte('{')
	w.body(root)
	first := true
	for id, s := range b.defs {
		if s == nil {
			continue
		}
		if first {
			w.out.WriteString(`,"$defs":{`)
			first = false
		} else {
			w.out.WriteByte(',')
		}
		w.out.WriteString(`"` + b.prefix + strconv.Itoa(id) + `":`)
		w.write(s)
	}
	if !first {
		w.out.WriteByte('}')
	}
	w.out.WriteByte('}')
	return w.out.String()
}
