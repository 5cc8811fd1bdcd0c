package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// GBNF returns c in the notation of llama.cpp's grammars. It asks the languages of c.
func GBNF(c *schema.Compiled) *Export {
	w := &gbnfWriter{exporter: newExporter(c), space: regex.New(), states: maxStates, repeats: maxRepeats,
		sets: map[schema.SetID]string{}, open: map[string]bool{}, texts: map[*schema.StringSpec]string{}, known: map[string]bool{}}
	w.document()
	w.out.Text = strings.Join(w.lines, "\n") + "\n"
	return &w.out
}

// A gbnfWriter writes the rules of one grammar. Rules that are written once are shared by name.
type gbnfWriter struct {
	exporter
	space   *regex.Space // for languages that the schema's own space does not have
	lines   []string
	sets    map[schema.SetID]string // what stands for a set
	open    map[string]bool         // rules that are being written; true: one within refers to it
	texts   map[*schema.StringSpec]string
	known   map[string]bool // rules of the fixed kind that are there
	states  int             // of automata: how many more may be written
	repeats int             // of counts: how many more
}

// What a grammar may hold in all: states of automata, and pieces when counts are written out, which
// llama.cpp does.
const (
	maxStates  = 3000
	maxRepeats = 400_000
)

// maxCount is the greatest count that every version of llama.cpp takes.
const maxCount = 1999

// maxListed is the same for what stands in a list, where the comma and the first item count too (llama.cpp, November
// 2026).
const maxListed = 1997

// rule reserves the place of a rule; the returned function writes it.
func (w *gbnfWriter) rule(name string) func(body string) {
	at := len(w.lines)
	w.lines = append(w.lines, "")
	return func(body string) { w.lines[at] = name + " ::= " + body }
}

// once writes a rule of the fixed kind, if it is not there yet, and returns its name.
func (w *gbnfWriter) once(name string, body func() string) string {
	if !w.known[name] {
		w.known[name] = true
		write := w.rule(name)
		write(body())
	}
	return name
}

func (w *gbnfWriter) document() {
	write := w.rule("root")
	s := &w.c.Space
	write(join(w.blank("leading", &s.Leading), w.set(w.c.Root), w.blank("trailing", &s.Trailing)))
	if w.c.Order == schema.AnyOrder {
		w.narrow(nil, "", "members come in the order in which the schema declares them")
	}
}

// join puts the parts that are not empty in a row.
func join(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

// blank returns what stands for white space at one place: nothing, if there is none.
func (w *gbnfWriter) blank(name string, r *jsontext.Run) string {
	var class string
	for _, b := range r.Bytes.Bytes() {
		if jsontext.IsBlank(b) {
			class += map[byte]string{' ': " ", '\t': `\t`, '\n': `\n`, '\r': `\r`}[b]
		}
	}
	if r.Max == 0 || class == "" {
		return ""
	}
	return w.once("space-"+name, func() string { return "[" + class + "]" + counts(0, min(r.Max, maxCount)) })
}

func (w *gbnfWriter) comma() string {
	s := &w.c.Space
	return join(w.blank("before-comma", &s.BeforeComma), `","`, w.blank("after-comma", &s.AfterComma))
}

func (w *gbnfWriter) afterOpen() string   { return w.blank("after-open", &w.c.Space.AfterOpen) }
func (w *gbnfWriter) beforeClose() string { return w.blank("before-close", &w.c.Space.BeforeClose) }

// member returns a member with that name, which is a symbol, and value.
func (w *gbnfWriter) member(name, value string) string {
	s := &w.c.Space
	before, after := w.blank("before-colon", &s.BeforeColon), w.blank("after-colon", &s.AfterColon)
	if before == "" && strings.HasSuffix(name, `"`) {
		return join(name[:len(name)-1]+`:"`, after, value)
	}
	return join(name, before, `":"`, after, value)
}

// counts returns the suffix for least to most pieces.
func counts(least, most int) string {
	switch {
	case least == 0 && most >= number.Unbounded:
		return "*"
	case least == 1 && most >= number.Unbounded:
		return "+"
	case least == 0 && most == 1:
		return "?"
	case most >= number.Unbounded:
		return fmt.Sprintf("{%d,}", least)
	case least == most:
		return fmt.Sprintf("{%d}", least)
	}
	return fmt.Sprintf("{%d,%d}", least, most)
}

// bounded returns counts that llama.cpp takes, and notes what had to go.
func (w *gbnfWriter) bounded(at *jsontext.Tree, minKeyword, maxKeyword string, least, most int) (int, int) {
	limit := maxListed
	if maxKeyword == "maxLength" {
		limit = maxCount
	}
	if most < number.Unbounded && (most > limit || most > w.repeats) {
		w.relax(at, maxKeyword, fmt.Sprintf("llama.cpp counts to %d: there may be more than %d", limit, most))
		most = number.Unbounded
	}
	if least > min(limit, w.repeats) {
		w.relax(at, minKeyword, fmt.Sprintf("llama.cpp counts to %d: there may be fewer than %d", limit, least))
		least = min(limit, w.repeats)
	}
	w.repeats -= max(least, most%number.Unbounded)
	return least, most
}

// set returns a symbol for the documents of a set.
func (w *gbnfWriter) set(id schema.SetID) string {
	if name, ok := w.sets[id]; ok {
		if _, open := w.open[name]; open {
			w.open[name] = true
			w.deep()
		}
		return name
	}
	v := w.c.Values[id]
	if v.Everything() {
		return w.anything()
	}
	name := "value-" + strconv.Itoa(int(id))
	w.sets[id] = name
	w.open[name] = false
	at := len(w.lines)
	write := w.rule(name)
	list := w.alternatives(v)
	met := w.open[name]
	delete(w.open, name)
	if len(list) > 1 || met {
		write(strings.Join(list, " | "))
		return name
	}
	w.lines = slices.Delete(w.lines, at, at+1) // all rules after it are complete
	w.sets[id] = list[0]
	return list[0]
}

// start begins the rule of an object or array, unless it is there already or being written.
func (w *gbnfWriter) start(name string) (write func(body string), there bool) {
	if _, open := w.open[name]; open {
		w.deep()
		return nil, true
	}
	if w.known[name] {
		return nil, true
	}
	w.known[name] = true
	w.open[name] = false
	put := w.rule(name)
	return func(body string) {
		delete(w.open, name)
		put(body)
	}, false
}

func (w *gbnfWriter) alternatives(v *schema.Value) []string {
	var list []string
	for _, s := range v.Objects {
		if o := w.c.ObjectOf(s); o.Finish(w.c, 0, 0, 0) < number.Unbounded {
			list = append(list, w.object(o))
		}
	}
	for _, s := range v.Arrays {
		if a := w.c.ArrayOf(s); a.Finish(w.c, 0, 0) < number.Unbounded {
			list = append(list, w.array(a))
		}
	}
	for _, s := range v.Strings {
		list = append(list, w.text(s))
	}
	for _, s := range v.Numbers {
		if w.c.NumberOf(s).Cost() < number.Unbounded {
			list = append(list, w.number(s))
		}
	}
	for i, is := range []bool{v.HasNull, v.HasFalse, v.HasTrue} {
		if is {
			list = append(list, `"`+jsontext.Words[i]+`"`)
		}
	}
	return list
}

// anything returns the rule of all documents.
func (w *gbnfWriter) anything() string {
	w.deep()
	w.twice()
	return w.once("any", func() string {
		member := w.once("any-member", func() string { return w.member(w.anyString(), "any") })
		object := w.once("any-object", func() string {
			return join(`"{"`, w.afterOpen(), "(", member, "(", w.comma(), member, ")*", w.beforeClose(), `)? "}"`)
		})
		array := w.once("any-array", func() string {
			return join(`"["`, w.afterOpen(), "( any (", w.comma(), "any )*", w.beforeClose(), `)? "]"`)
		})
		return strings.Join([]string{object, array, w.anyString(), w.anyNumber(), `"true"`, `"false"`, `"null"`}, " | ")
	})
}

func (w *gbnfWriter) deep() {
	w.relax(nil, "", fmt.Sprintf("values may be nested deeper than %d", w.c.Limits.Depth))
}

func (w *gbnfWriter) twice() {
	w.relax(nil, "", "where the names of members are free, one may come twice")
}
