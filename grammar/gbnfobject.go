package grammar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// A gbnfMember is a member that may come: its name and value in a row.
type gbnfMember struct {
	text     string
	required bool
}

func (w *gbnf) object(o *object) string {
	name := "object-" + strconv.Itoa(int(o.id))
	write, there := w.start(name)
	if there {
		return name
	}
	if o.flags != 0 {
		w.relax(o.spec.at, "not", "a member that must be there may be missing")
	}
	var members []gbnfMember
	required := 0
	for i := range o.props {
		if p := &o.props[i]; w.possible(p.set) {
			members = append(members, gbnfMember{w.member(literalText(string(quote(p.name))), w.set(p.set)), p.required})
			if p.required {
				required++
			}
		}
	}
	other := w.others(o)
	least, most := o.spec.min-required, o.spec.max-required
	all := len(members) - required
	// One of them, at least, is what the form itself can say, if none is required.
	if least > 1 || (least == 1 && required > 0) {
		if len(members) > 0 || other == "" {
			w.relax(o.spec.at, "minProperties", "there may be fewer members")
		}
	}
	if o.spec.max < endless && (other != "" && len(members) > 0 || most < all) {
		w.relax(o.spec.at, "maxProperties", "there may be more members")
	}
	body := w.members(o, name, members, other)
	if required == 0 && o.spec.min == 0 {
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
func (w *gbnf) members(o *object, name string, members []gbnfMember, other string) string {
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

// rest returns members behind another one.
func (w *gbnf) rest(members []gbnfMember, other string) string {
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
func (w *gbnf) onlyOthers(o *object, named int, other string) string {
	least, most := 1, endless
	if named == 0 {
		least, most = w.bounded(o.spec.at, "minProperties", "maxProperties", max(1, o.spec.min), o.spec.max)
	}
	if most == 1 {
		return other
	}
	if most < endless {
		most--
	}
	return join(other, "(", w.comma(), other, ")"+counts(least-1, most))
}

// others returns a member whose name the schema does not know, or "".
func (w *gbnf) others(o *object) string {
	var list []string
	for i := range o.classes {
		k := &o.classes[i]
		if !w.possible(k.set) || o.spec.max == 0 {
			continue
		}
		w.twice()
		list = append(list, w.member(w.key(o, i), w.set(k.set)))
	}
	if len(list) == 0 {
		return ""
	}
	name := "object-" + strconv.Itoa(int(o.id)) + "-other"
	return w.once(name, func() string { return strings.Join(list, " | ") })
}

// key returns the names of a class.
func (w *gbnf) key(o *object, class int) string {
	name := "object-" + strconv.Itoa(int(o.id)) + "-key-" + strconv.Itoa(class)
	k := &o.classes[class]
	lang, space := k.lang, w.space
	if lang == regex.All {
		if len(o.props) == 0 {
			return w.anyString()
		}
		known := make([]string, len(o.props))
		for i := range o.props {
			known[i] = o.props[i].name
		}
		slices.Sort(known)
		lang = space.Complement(space.Literals(known))
	} else {
		space = w.c.langs.ready()
	}
	if start, ok := w.automaton(name, space, lang, inString); ok {
		return w.once(name, func() string { return `"\"" ` + start + ` "\""` })
	}
	w.relax(o.spec.at, restKeyword(o.spec.at), "names are free, and a member that the schema names may have any value")
	return w.anyString()
}

func (w *gbnf) array(a *array) string {
	s := a.spec
	name := "array-" + strconv.Itoa(int(a.id))
	write, there := w.start(name)
	if there {
		return name
	}
	if len(s.contains) > 0 {
		w.relax(s.at, "contains", "too few or too many may come")
	}
	if s.unique {
		w.relax(s.at, "uniqueItems", "an item may come twice")
	}
	least, most := s.min, s.max
	for i := range len(a.fixed) + 1 {
		if i < most && !slices.ContainsFunc(a.choices(a.item(i)), w.possible) {
			most = i
		}
	}
	body := ""
	switch {
	case most == 0:
	case len(a.fixed) > maxFixed:
		w.relax(s.at, "prefixItems", "so many items of their own kind are too many: they may be anything")
		body = w.list(s.at, w.anything(), least, most)
	default:
		body = w.items(a, 0, least, most)
	}
	write(join(`"["`, w.afterOpen(), body, `"]"`))
	return name
}

// maxFixed is up to how many leading items have rules of their own.
const maxFixed = 64

// items returns what comes from item i on, up to the end of the array.
func (w *gbnf) items(a *array, i, least, most int) string {
	comma := ""
	if i > 0 {
		comma = w.comma()
	}
	switch {
	case i >= most:
		return w.beforeClose()
	case i >= len(a.fixed) && i == 0:
		return w.list(a.spec.at, w.item(a, &a.tail), least, most)
	case i >= len(a.fixed):
		from, to := max(least-i, 0), endless
		if most < endless {
			to = most - i
		}
		from, to = w.bounded(a.spec.at, "minItems", "maxItems", from, to)
		return join("(", comma, w.item(a, &a.tail), ")"+counts(from, to), w.beforeClose())
	}
	rest := join(comma, w.item(a, &a.fixed[i]), w.items(a, i+1, least, most))
	if i < least {
		return rest
	}
	if end := w.beforeClose(); i > 0 && end != "" {
		return join("(", rest, "|", end, ")")
	}
	return join("(", rest, ")?")
}

// item returns what stands at one place of an array.
func (w *gbnf) item(a *array, e *elem) string {
	var list []string
	for _, set := range a.choices(e) {
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
func (w *gbnf) list(at *tree, item string, least, most int) string {
	optional := least == 0
	from, to := w.bounded(at, "minItems", "maxItems", max(least, 1), most)
	body := item
	if to > 1 {
		if to < endless {
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
