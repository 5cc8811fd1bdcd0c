package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// A shaper turns the values of a grammar into shapes, within limits.
type shaper struct {
	exporter
	dialect Dialect
	limits  serverLimits

	prefix string               // of the names of definitions: part of no member's name
	uses   map[schema.SetID]int // how often a set is referred to; recursive ones count as often
	weight map[schema.SetID]int // what it costs to write it out
	defOf  map[schema.SetID]int // the definitions of shared sets
	defs   []*shape             // nil: being made
}

func newShaper(c *schema.Compiled, d Dialect, l serverLimits) *shaper {
	return &shaper{
		exporter: newExporter(c), dialect: d, limits: l, prefix: "shape",
		uses: map[schema.SetID]int{}, weight: map[schema.SetID]int{}, defOf: map[schema.SetID]int{},
	}
}

// document returns the shape of the whole.
func (b *shaper) document(root schema.SetID) *shape {
	b.weigh(root)
	for b.namePart() {
		b.prefix += "x"
	}
	return b.set(root)
}

// namePart reports whether the prefix of definitions occurs in the name of a member: rules of the
// server are named after both.
func (b *shaper) namePart() bool {
	return slices.ContainsFunc(b.c.Objects[1:], func(o *schema.Object) bool {
		return slices.ContainsFunc(o.Properties, func(p schema.Property) bool { return strings.Contains(p.Name, b.prefix) })
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
func (b *shaper) weigh(id schema.SetID) int {
	b.uses[id]++
	if n, ok := b.weight[id]; ok {
		if n < 0 {
			b.uses[id] += recursiveUse
			return 1
		}
		return n
	}
	v := b.c.Values[id]
	if v.Everything() {
		b.weight[id] = 1
		return 1
	}
	b.weight[id] = -1
	n := 1
	for _, s := range v.Strings {
		if s.Finite {
			n += len(s.List)
		} else {
			n += min(s.Max, maxCount)/16 + 1
		}
	}
	for _, s := range v.Numbers {
		n += 1 + len(s.List)
	}
	b.children(v, func(child schema.SetID) { n = min(n+b.weigh(child), maxWeight) })
	b.weight[id] = n
	return n
}

// children calls use for every set that the arrays and objects of v refer to, as often as it is written.
func (b *shaper) children(v *schema.Value, use func(schema.SetID)) {
	for _, s := range v.Arrays {
		a := b.c.ArrayOf(s)
		least, most := b.itemBounds(a)
		for i := range min(len(a.Fixed)+1, s.Max) {
			times := 1
			if tuples(a, least, most) { // in each that is long enough
				times = most - max(least, i+1) + 1
			}
			for _, set := range a.Choices(a.Item(i)) {
				for range times {
					use(set)
				}
			}
		}
	}
	for _, s := range v.Objects {
		if s.Max == 0 {
			continue // no document has these sets, and they have no values
		}
		o := b.c.ObjectOf(s)
		for i := range o.Properties {
			use(o.Properties[i].Set)
		}
		for i := range o.Classes {
			use(o.Classes[i].Set)
		}
	}
}

// set returns the shape of a set, which documents can satisfy.
func (b *shaper) set(id schema.SetID) *shape {
	if b.uses[id] < 2 || (b.weight[id] <= lightWeight && b.uses[id] < recursiveUse) {
		return b.value(b.c.Values[id])
	}
	if b.uses[id] >= recursiveUse {
		b.deep()
	}
	n, ok := b.defOf[id]
	if !ok {
		n = len(b.defs)
		b.defOf[id] = n
		b.defs = append(b.defs, nil)
		s := b.value(b.c.Values[id])
		if s.kind == shapeAny || s.kind >= shapeString || s.kind == shapeEnum {
			b.defs[n] = s
		} else { // too short to be shared after all
			b.defs[n] = &shape{any: []*shape{s}}
		}
	}
	return &shape{kind: shapeRef, def: n}
}

func (b *shaper) value(v *schema.Value) *shape {
	if v.Everything() {
		b.spelling()
		b.twice()
		b.digits()
		b.deep()
		return &shape{kind: shapeAnything}
	}
	var list []*shape
	for _, s := range v.Strings {
		list = append(list, b.string(s))
	}
	for _, s := range v.Numbers {
		if b.c.NumberOf(s).Cost() < number.Unbounded {
			list = append(list, b.number(s))
		}
	}
	switch {
	case v.HasFalse && v.HasTrue:
		list = append(list, &shape{kind: shapeBoolean})
	case v.HasFalse:
		list = append(list, &shape{kind: shapeEnum, of: "boolean", enum: []string{"false"}})
	case v.HasTrue:
		list = append(list, &shape{kind: shapeEnum, of: "boolean", enum: []string{"true"}})
	}
	for _, s := range v.Arrays {
		if a := b.c.ArrayOf(s); a.Finish(b.c, 0, 0) < number.Unbounded {
			list = append(list, b.array(a))
		}
	}
	for _, s := range v.Objects {
		if o := b.c.ObjectOf(s); o.Finish(b.c, 0, 0, 0) < number.Unbounded {
			list = append(list, b.object(o))
		}
	}
	if v.HasNull {
		list = append(list, &shape{kind: shapeNull})
	}
	return union(list)
}

// union returns the shape of any of list, each once.
func union(list []*shape) *shape {
	if len(list) == 1 {
		return list[0]
	}
	seen, kinds := map[string]bool{}, map[shapeKind]int{}
	for _, s := range list {
		kinds[s.kind]++
	}
	list = slices.DeleteFunc(slices.Clone(list), func(s *shape) bool {
		if kinds[s.kind] == 1 { // like no other, and it may be long
			return false
		}
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
func (b *shaper) coarse(id schema.SetID) *shape {
	v := b.c.Values[id]
	var list []*shape
	for _, x := range []struct {
		is   bool
		kind shapeKind
	}{
		{len(v.Objects) > 0, shapeObject}, {len(v.Arrays) > 0, shapeArray}, {len(v.Strings) > 0, shapeString},
		{len(v.Numbers) > 0, shapeNumber}, {v.HasFalse || v.HasTrue, shapeBoolean}, {v.HasNull, shapeNull},
	} {
		if x.is {
			list = append(list, &shape{kind: x.kind, max: number.Unbounded})
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
	b.relax(nil, "", fmt.Sprintf("values may be nested deeper than %d", b.c.Limits.Depth))
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
