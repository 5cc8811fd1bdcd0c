package grammar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// array returns the arrays of a: a list with one schema for all items, or tuples.
func (b *shaper) array(a *array) *shape {
	s := a.spec
	if len(s.contains) > 0 {
		b.relax(s.at, "contains", "ignored")
	}
	if s.unique {
		b.relax(s.at, "uniqueItems", "ignored")
	}
	least, most := s.min, s.max
	for i := range len(a.fixed) + 1 {
		if i < most && !slices.ContainsFunc(a.choices(a.item(i)), b.possible) {
			most = i // no item can stand here, so none behind it
		}
	}
	switch {
	case most == 0:
		return &shape{kind: shapeArray, item: &shape{kind: shapeNull}}
	case most < endless && most <= maxTuple && most-least <= maxTuples && len(a.fixed) > 0:
		return b.tuples(a, least, most)
	}
	var items []*shape
	for i := range min(len(a.fixed), most) {
		items = append(items, b.item(a, &a.fixed[i]))
	}
	if len(items) > 0 {
		b.relax(s.at, "prefixItems", "servers know lists of one kind and tuples of one length: the items may come in any order")
	}
	if len(a.fixed) < most {
		items = append(items, b.item(a, &a.tail))
	}
	out := &shape{kind: shapeArray, item: union(items)}
	out.min, out.max = b.counts(a.spec.at, least, most)
	if out.item.kind == shapeAnything && out.min == 0 && out.max == endless {
		out.item = nil
	}
	return out
}

// item returns what stands at one place of an array.
func (b *shaper) item(a *array, e *elem) *shape {
	var list []*shape
	for _, set := range a.choices(e) {
		if b.possible(set) {
			list = append(list, b.set(set))
		}
	}
	return union(list)
}

// How long a tuple may be, and how many lengths are told apart.
const (
	maxTuple  = 24
	maxTuples = 4
)

func (b *shaper) tuples(a *array, least, most int) *shape {
	var list []*shape
	for n := least; n <= most; n++ {
		if n == 0 {
			list = append(list, &shape{kind: shapeArray, item: &shape{kind: shapeNull}})
			continue
		}
		t := &shape{kind: shapeTuple, min: n, max: n}
		for i := range n {
			t.tuple = append(t.tuple, b.item(a, a.item(i)))
		}
		list = append(list, t)
	}
	return union(list)
}

// counts returns bounds on the number of items that servers can hold.
func (b *shaper) counts(at *tree, least, most int) (int, int) {
	if most < endless && most > b.limits.longest {
		b.relax(at, "maxItems", fmt.Sprintf("servers count to %d: there may be more than %d", b.limits.longest, most))
		most = endless
	}
	if least > b.limits.longest {
		b.relax(at, "minItems", fmt.Sprintf("servers count to %d: there may be fewer than %d", b.limits.longest, least))
		least = b.limits.longest
	}
	return least, most
}

// object returns the objects of o: those members that the schema names, or members of one kind.
func (b *shaper) object(o *object) *shape {
	if o.flags != 0 {
		b.relax(o.spec.at, "not", "a member that must be there may be missing")
	}
	out := &shape{kind: shapeObject, closed: len(o.classes) == 0}
	optional, least := 0, 0
	for i := range o.props {
		p := &o.props[i]
		switch {
		case !b.possible(p.set):
			if len(o.classes) > 0 { // open to who reads the text as JSON Schema
				b.relax(o.spec.at, "properties", "a member that is excluded by name may come")
			}
			continue
		case p.required && !b.memberName(p.name):
			return b.loose(o, "servers cannot write the name of a required member: members are free")
		case !p.required && (optional == b.limits.optional || !b.memberName(p.name)):
			b.narrow(o.spec.at, "properties", "some optional members are never written")
			b.relax(o.spec.at, "properties", "the values of members that are left out of the schema are free")
			out.closed = false
			continue
		case p.required:
			least++
			if optional > 0 {
				b.narrow(o.spec.at, "properties", "optional members come behind the required ones")
			}
		default:
			optional++
		}
		out.names = append(out.names, p.name)
		out.members = append(out.members, b.set(p.set))
		out.required = append(out.required, p.required)
	}
	switch {
	case len(out.names) == 0 && len(o.classes) > 0:
		return b.mapping(o)
	case o.spec.min > len(out.names):
		return b.loose(o, "the schema names fewer members than it demands: members are free")
	case o.spec.min > least:
		b.relax(o.spec.at, "minProperties", "ignored")
	}
	if o.spec.max < len(out.names) || (!out.closed && o.spec.max < endless) {
		b.relax(o.spec.at, "maxProperties", "ignored")
	}
	if len(o.classes) > 0 {
		b.open(o)
	}
	return out
}

// memberName reports whether servers can write name as the name of a member. The converter looks for
// references everywhere, also among the names of members, and fails if it finds something else.
func (b *shaper) memberName(name string) bool {
	return name != "$ref" && b.spellable(name) && len(name) <= maxLiteral/4 && !strings.ContainsRune(name, 0)
}

// open notes what becomes of members that an object with named members is open to: servers leave
// them out.
func (b *shaper) open(o *object) {
	keyword := restKeyword(o.spec.at)
	b.narrow(o.spec.at, keyword, "only members that the schema names are written")
	if k := o.classes[0]; len(o.classes) > 1 || k.lang != regex.All || !b.c.values[k.set].everything() {
		b.relax(o.spec.at, keyword, "nothing is said of members that the schema does not name, and servers leave them out")
	}
}

// mapping returns an object without named members.
func (b *shaper) mapping(o *object) *shape {
	at := o.spec.at
	b.twice()
	b.spelling()
	var kinds []*shape
	for i := range o.classes {
		k := &o.classes[i]
		if !b.possible(k.set) {
			continue
		}
		if k.lang != regex.All {
			b.relax(at, restKeyword(at), "names are free")
		}
		kinds = append(kinds, b.set(k.set))
	}
	if o.spec.min > 0 {
		b.relax(at, "minProperties", "ignored")
	}
	if o.spec.max < endless {
		b.relax(at, "maxProperties", "ignored")
	}
	if len(kinds) == 0 {
		return &shape{kind: shapeObject, closed: true}
	}
	if len(kinds) > 1 {
		b.relax(at, restKeyword(at), "the kind of a member does not depend on its name")
	}
	if o.spec.max == 0 {
		return &shape{kind: shapeObject, closed: true}
	}
	return &shape{kind: shapeObject, rest: union(kinds)}
}

// loose returns any object.
func (b *shaper) loose(o *object, why string) *shape {
	b.relax(o.spec.at, "properties", why)
	b.twice()
	b.spelling()
	b.digits()
	b.deep()
	return &shape{kind: shapeObject}
}
