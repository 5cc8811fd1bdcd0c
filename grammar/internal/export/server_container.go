package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// array returns the arrays of a: a list with one schema for all items, or tuples.
func (b *shaper) array(a *schema.Array) *shape {
	s := a.Spec
	if len(s.Contains) > 0 {
		b.relax(s.At, "contains", "ignored")
	}
	if s.Unique {
		b.relax(s.At, "uniqueItems", "ignored")
	}
	least, most := b.itemBounds(a)
	switch {
	case most == 0:
		return &shape{kind: shapeArray, item: &shape{kind: shapeNull}}
	case tuples(a, least, most):
		return b.tuples(a, least, most)
	}
	var items []*shape
	for i := range min(len(a.Fixed), most) {
		items = append(items, b.item(a, &a.Fixed[i]))
	}
	if len(items) > 0 {
		b.relax(s.At, "prefixItems", "servers know lists of one kind and tuples of one length: the items may come in any order")
	}
	if len(a.Fixed) < most {
		items = append(items, b.item(a, &a.Tail))
	}
	out := &shape{kind: shapeArray, item: union(items)}
	out.min, out.max = b.counts(a.Spec.At, least, most)
	if out.item.kind == shapeAnything && out.min == 0 && out.max == number.Unbounded {
		out.item = nil
	}
	return out
}

// itemBounds returns how many items an array of a may have.
func (b *shaper) itemBounds(a *schema.Array) (least, most int) {
	least, most = a.Spec.Min, a.Spec.Max
	for i := range len(a.Fixed) + 1 {
		if i < most && !slices.ContainsFunc(a.Choices(a.Item(i)), b.possible) {
			most = i // no item can stand here, so none after it
		}
	}
	return least, most
}

// tuples reports whether arrays are written as tuples, each length by itself.
func tuples(a *schema.Array, least, most int) bool {
	return most <= maxTuple && most-least <= maxTuples && len(a.Fixed) > 0
}

// item returns what stands at one place of an array.
func (b *shaper) item(a *schema.Array, s *schema.Slot) *shape {
	var list []*shape
	for _, set := range a.Choices(s) {
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

func (b *shaper) tuples(a *schema.Array, least, most int) *shape {
	var list []*shape
	for n := least; n <= most; n++ {
		if n == 0 {
			list = append(list, &shape{kind: shapeArray, item: &shape{kind: shapeNull}})
			continue
		}
		t := &shape{kind: shapeTuple, min: n, max: n}
		for i := range n {
			t.tuple = append(t.tuple, b.item(a, a.Item(i)))
		}
		list = append(list, t)
	}
	return union(list)
}

// counts returns bounds on the number of items that servers can hold.
func (b *shaper) counts(at *jsontext.Tree, least, most int) (int, int) {
	limit := min(b.limits.longest, maxListed)
	if most < number.Unbounded && most > limit {
		b.relax(at, "maxItems", fmt.Sprintf("servers count to %d: there may be more than %d", limit, most))
		most = number.Unbounded
	}
	if least > limit {
		b.relax(at, "minItems", fmt.Sprintf("servers count to %d: there may be fewer than %d", limit, least))
		least = limit
	}
	return least, most
}

// object returns the objects of o: those members that the schema names, or members of one kind.
func (b *shaper) object(o *schema.Object) *shape {
	if o.Demands != 0 {
		b.relax(o.Spec.At, "not", "a member that must be there may be missing")
	}
	out := &shape{kind: shapeObject, closed: len(o.Classes) == 0}
	optional, least := 0, 0
	for i := range o.Properties {
		p := &o.Properties[i]
		switch {
		case !b.possible(p.Set):
			if len(o.Classes) > 0 { // open to who reads the text as JSON Schema
				b.relax(o.Spec.At, "properties", "a member that is excluded by name may come")
			}
			continue
		case p.Required && !b.memberName(p.Name):
			return b.loose(o, "servers cannot write the name of a required member: members are free")
		case !p.Required && (optional == b.limits.optional || !b.memberName(p.Name)):
			b.narrow(o.Spec.At, "properties", "some optional members are never written")
			b.relax(o.Spec.At, "properties", "the values of members that are left out of the schema are free")
			out.closed = false
			continue
		case p.Required:
			least++
			if optional > 0 {
				b.narrow(o.Spec.At, "properties", "optional members come after the required ones")
			}
		default:
			optional++
		}
		out.names = append(out.names, p.Name)
		out.members = append(out.members, b.set(p.Set))
		out.required = append(out.required, p.Required)
	}
	switch {
	case len(out.names) == 0 && len(o.Classes) > 0:
		return b.mapping(o)
	case o.Spec.Min > len(out.names):
		return b.loose(o, "the schema names fewer members than it demands: members are free")
	case o.Spec.Min > least:
		b.relax(o.Spec.At, "minProperties", "ignored")
	}
	if o.Spec.Max < len(out.names) || (!out.closed && o.Spec.Max < number.Unbounded) {
		b.relax(o.Spec.At, "maxProperties", "ignored")
	}
	if len(o.Classes) > 0 {
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
func (b *shaper) open(o *schema.Object) {
	keyword := restKeyword(o.Spec.At)
	b.narrow(o.Spec.At, keyword, "only members that the schema names are written")
	if k := o.Classes[0]; len(o.Classes) > 1 || k.Language != regex.All || !b.c.Values[k.Set].Everything() {
		b.relax(o.Spec.At, keyword, "nothing is said of members that the schema does not name, and servers leave them out")
	}
}

// mapping returns an object without named members.
func (b *shaper) mapping(o *schema.Object) *shape {
	at := o.Spec.At
	b.twice()
	b.spelling()
	var kinds []*shape
	for i := range o.Classes {
		k := &o.Classes[i]
		if !b.possible(k.Set) {
			continue
		}
		if k.Language != regex.All {
			b.relax(at, restKeyword(at), "names are free")
		}
		kinds = append(kinds, b.set(k.Set))
	}
	if o.Spec.Min > 0 {
		b.relax(at, "minProperties", "ignored")
	}
	if o.Spec.Max < number.Unbounded {
		b.relax(at, "maxProperties", "ignored")
	}
	if len(kinds) == 0 {
		return &shape{kind: shapeObject, closed: true}
	}
	if len(kinds) > 1 {
		b.relax(at, restKeyword(at), "the kind of a member does not depend on its name")
	}
	if o.Spec.Max == 0 {
		return &shape{kind: shapeObject, closed: true}
	}
	return &shape{kind: shapeObject, rest: union(kinds)}
}

// loose returns any object.
func (b *shaper) loose(o *schema.Object, why string) *shape {
	b.relax(o.Spec.At, "properties", why)
	b.twice()
	b.spelling()
	b.digits()
	b.deep()
	return &shape{kind: shapeObject}
}
