package export

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// A gbnfMember is a member that may come: its name and value in a row.
type gbnfMember struct {
	text     string
	required bool
}

func (w *gbnfWriter) object(o *schema.Object) string {
	name := "object-" + strconv.Itoa(int(o.ID))
	write, there := w.start(name)
	if there {
		return name
	}
	if o.Demands != 0 {
		w.relax(o.Spec.At, "not", "a member that must be there may be missing")
	}
	var members []gbnfMember
	required := 0
	for i := range o.Properties {
		if p := &o.Properties[i]; w.possible(p.Set) {
			members = append(members, gbnfMember{w.member(literalText(string(jsontext.Quote(p.Name))), w.set(p.Set)), p.Required})
			if p.Required {
				required++
			}
		}
	}
	other := w.others(o)
	least, most := o.Spec.Min-required, o.Spec.Max-required
	all := len(members) - required
	// One of them, at least, is what the form itself can say, if none is required.
	if least > 1 || (least == 1 && required > 0) {
		if len(members) > 0 || other == "" {
			w.relax(o.Spec.At, "minProperties", "there may be fewer members")
		}
	}
	if o.Spec.Max < number.Unbounded && (other != "" && len(members) > 0 || most < all) {
		w.relax(o.Spec.At, "maxProperties", "there may be more members")
	}
	body := w.members(o, name, members, other)
	if required == 0 && o.Spec.Min == 0 {
		body = join("(", body, w.beforeClose(), ")?")
		if len(members) == 0 && other == "" {
			body = ""
		}
	} else {
		body = join(body, w.beforeClose())
	}
	write(join(`"{"`, w.afterOpen(), body, `"}"`))
	return name
}

// members returns one member or more, in their order, and then other ones.
func (w *gbnfWriter) members(o *schema.Object, name string, members []gbnfMember, other string) string {
	first := slices.IndexFunc(members, func(m gbnfMember) bool { return m.required })
	if first < 0 {
		first = len(members)
	}
	if first == 0 && len(members) > 0 { // the usual case
		return join(members[0].text, w.rest(members[1:], other))
	}
	// None of the first ones need come, so each may be the one without a comma.
	for i := len(members) - 1; i > 0; i-- {
		tail := w.rest(members[i:i+1], "")
		if i+1 < len(members) {
			tail = join(tail, name+"-"+strconv.Itoa(i+1))
		} else {
			tail = join(tail, w.rest(nil, other))
		}
		w.rule(name + "-" + strconv.Itoa(i))(tail)
	}
	var list []string
	for i := range min(first+1, len(members)) {
		tail := w.rest(nil, other)
		if i+1 < len(members) {
			tail = name + "-" + strconv.Itoa(i+1)
		}
		list = append(list, join(members[i].text, tail))
	}
	if first == len(members) && other != "" {
		list = append(list, w.onlyOthers(o, len(members), other))
	}
	if len(list) == 1 {
		return list[0]
	}
	return "( " + strings.Join(list, " | ") + " )"
}

// rest returns members after another one.
func (w *gbnfWriter) rest(members []gbnfMember, other string) string {
	var parts []string
	for _, m := range members {
		if m.required {
			parts = append(parts, w.comma(), m.text)
		} else {
			parts = append(parts, "(", w.comma(), m.text, ")?")
		}
	}
	if other != "" {
		parts = append(parts, "(", w.comma(), other, ")*")
	}
	return join(parts...)
}

// onlyOthers returns members none of which the schema names; where it names none at all their number
// is bounded.
func (w *gbnfWriter) onlyOthers(o *schema.Object, named int, other string) string {
	least, most := 1, number.Unbounded
	if named == 0 {
		least, most = w.bounded(o.Spec.At, "minProperties", "maxProperties", max(1, o.Spec.Min), o.Spec.Max)
	}
	if most == 1 {
		return other
	}
	if most < number.Unbounded {
		most--
	}
	return join(other, "(", w.comma(), other, ")"+counts(least-1, most))
}

// others returns a member whose name the schema does not know, or "".
func (w *gbnfWriter) others(o *schema.Object) string {
	var list []string
	for i := range o.Classes {
		k := &o.Classes[i]
		if !w.possible(k.Set) || o.Spec.Max == 0 {
			continue
		}
		w.twice()
		list = append(list, w.member(w.key(o, i), w.set(k.Set)))
	}
	if len(list) == 0 {
		return ""
	}
	name := "object-" + strconv.Itoa(int(o.ID)) + "-other"
	return w.once(name, func() string { return strings.Join(list, " | ") })
}

// key returns the names of a class.
func (w *gbnfWriter) key(o *schema.Object, class int) string {
	name := "object-" + strconv.Itoa(int(o.ID)) + "-key-" + strconv.Itoa(class)
	k := &o.Classes[class]
	lang, space := k.Language, w.space
	if lang == regex.All {
		if len(o.Properties) == 0 {
			return w.anyString()
		}
		known := make([]string, len(o.Properties))
		for i := range o.Properties {
			known[i] = o.Properties[i].Name
		}
		slices.Sort(known)
		lang = space.Complement(space.Literals(known))
	} else {
		space = w.c.Languages.Space()
	}
	if start, ok := w.automaton(name, space, lang, inString); ok {
		return w.once(name, func() string { return `"\"" ` + start + ` "\""` })
	}
	w.relax(o.Spec.At, restKeyword(o.Spec.At), "names are free, and a member that the schema names may have any value")
	return w.anyString()
}

func (w *gbnfWriter) array(a *schema.Array) string {
	s := a.Spec
	name := "array-" + strconv.Itoa(int(a.ID))
	write, there := w.start(name)
	if there {
		return name
	}
	if len(s.Contains) > 0 {
		w.relax(s.At, "contains", "too few or too many may come")
	}
	if s.Unique {
		w.relax(s.At, "uniqueItems", "an item may come twice")
	}
	least, most := s.Min, s.Max
	for i := range len(a.Fixed) + 1 {
		if i < most && !slices.ContainsFunc(a.Choices(a.Item(i)), w.possible) {
			most = i
		}
	}
	body := ""
	switch {
	case most == 0:
	case len(a.Fixed) > maxFixed:
		w.relax(s.At, "prefixItems", "so many items of their own kind are too many: they may be anything")
		body = w.list(s.At, w.anything(), least, most)
	default:
		body = w.items(a, 0, least, most)
	}
	write(join(`"["`, w.afterOpen(), body, `"]"`))
	return name
}

// maxFixed is up to how many leading items have rules of their own.
const maxFixed = 64

// items returns what comes from item i on, up to the end of the array.
func (w *gbnfWriter) items(a *schema.Array, i, least, most int) string {
	comma := ""
	if i > 0 {
		comma = w.comma()
	}
	switch {
	case i >= most:
		return w.beforeClose()
	case i >= len(a.Fixed) && i == 0:
		return w.list(a.Spec.At, w.item(a, &a.Tail), least, most)
	case i >= len(a.Fixed):
		from, to := max(least-i, 0), number.Unbounded
		if most < number.Unbounded {
			to = most - i
		}
		from, to = w.bounded(a.Spec.At, "minItems", "maxItems", from, to)
		return join("(", comma, w.item(a, &a.Tail), ")"+counts(from, to), w.beforeClose())
	}
	rest := join(comma, w.item(a, &a.Fixed[i]), w.items(a, i+1, least, most))
	if i < least {
		return rest
	}
	if end := w.beforeClose(); i > 0 && end != "" {
		return join("(", rest, "|", end, ")")
	}
	return join("(", rest, ")?")
}

// item returns what stands at one place of an array.
func (w *gbnfWriter) item(a *schema.Array, s *schema.Slot) string {
	var list []string
	for _, set := range a.Choices(s) {
		if !w.possible(set) {
			continue
		}
		if name := w.set(set); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return join("(", strings.Join(list, " | "), ")")
}

// list returns least to most items of one kind.
func (w *gbnfWriter) list(at *jsontext.Tree, item string, least, most int) string {
	optional := least == 0
	from, to := w.bounded(at, "minItems", "maxItems", max(least, 1), most)
	body := item
	if to > 1 {
		if to < number.Unbounded {
			to--
		}
		body = join(item, "(", w.comma(), item, ")"+counts(from-1, to))
	}
	body = join(body, w.beforeClose())
	if optional {
		return join("(", body, ")?")
	}
	return body
}
