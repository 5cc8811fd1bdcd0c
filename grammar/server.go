package grammar

import (
	"slices"
	"strconv"
	"strings"
)

// A Dialect says how a server reads a JSON Schema: which converter turns it into a grammar there.
type Dialect string

const (
	// Ollama is what Ollama reads from 0.17.4 on, and llama.cpp's server of the same time.
	Ollama Dialect = "ollama"
	// OllamaOld is for Ollama before that: quotes, backslashes and control characters fail in names
	// and enums, and bounds of integers are 32 bits wide. All that it writes newer servers read too.
	OllamaOld Dialect = "ollama-old"
)

// ServerSchema returns a JSON Schema that says as much of g as a server of dialect d enforces, in the
// order in which g declares it: explicit types, nothing beside anyOf and $ref, closed objects,
// bounded strings, no allOf, nothing that such servers are known to choke on. What they ignore is
// left out, and with it a Relaxation is listed. An unknown dialect is read as OllamaOld.
//
// As JSON Schema, the text lets every document of g through, but for what Narrowings list: numbers
// beyond 16 digits. The server itself writes less: of an open object only the members that the schema
// names, optional ones behind the others; and those are Narrowings as well. Its white space is within
// what [Grammar.Check] reads, by which relaxations are meant: it takes members in any order.
//
// A grammar too large for a server is relaxed until it is not; the text is never beyond 1 MiB. The
// export is made at the first call and kept.
func (g *Grammar) ServerSchema(d Dialect) *Export {
	if d != Ollama {
		d = OllamaOld
	}
	g.exports.mu.Lock()
	defer g.exports.mu.Unlock()
	if e := g.exports.schemas[d]; e != nil {
		return e
	}
	e := g.serverSchema(d)
	if g.exports.schemas == nil {
		g.exports.schemas = map[Dialect]*Export{}
	}
	g.exports.schemas[d] = e
	return e
}

// serverLimits are what a server can take. The lists and lengths beyond are relaxed; where the whole
// is still too large, harder limits are tried.
type serverLimits struct {
	longest   int // of a string or an array: maxLength, maxItems
	values    int // of one enum
	optional  int // members of one object: servers take time that grows with the square
	rules     int // of the grammar, with all repetitions written out
	textBytes int // of the grammar
}

// ladder is tried from the first on. A server's parser writes every repetition out: 120,000 pieces take it
// about a tenth of a second, at every request. Its buffer for the grammar is at most 1 MiB.
var ladder = []serverLimits{
	{MaxString, 1024, 100, 120_000, 1 << 20},
	{200, 256, 60, 120_000, 1 << 20},
	{24, 64, 30, 120_000, 1 << 20},
	{0, 16, 10, 120_000, 1 << 20},
}

func (g *Grammar) serverSchema(d Dialect) *Export {
	var out *Export
	g.export(func(x *exporter, p *program) {
		for _, limits := range ladder {
			b := newShaper(x.c, p, d, limits)
			root := b.document(p.root)
			text := b.text(root)
			if size := b.size(root); size.fits(limits) {
				b.out.Text = size.padded(text)
				out = &b.out
				return
			}
		}
		b := newShaper(x.c, p, d, ladder[len(ladder)-1])
		b.relax(nil, "", "the schema is too large for a server: only the type of the document is left")
		out = &b.out
		out.Text = b.text(b.coarse(p.root))
	})
	return out
}

// A shape is a schema in the little that servers understand.
type shape struct {
	kind shapeKind
	any  []*shape // shapeAny
	def  int      // shapeRef: which definition

	enum     []string // shapeEnum, as JSON
	of       string   // shapeEnum: the type of all values
	min, max int      // strings and arrays; endless: none
	pattern  string
	format   string
	lo, hi   string // integers; "": none

	names    []string // objects
	members  []*shape
	required []bool
	closed   bool   // no other member
	rest     *shape // with no names: what any member is
	tuple    []*shape
	item     *shape // arrays; nil: anything
}

type shapeKind uint8

const (
	shapeAny      shapeKind = iota // one of several
	shapeAnything                  // any JSON value
	shapeRef
	shapeEnum
	shapeNull
	shapeBoolean
	shapeNumber
	shapeInteger
	shapeString
	shapeArray
	shapeTuple
	shapeObject
)

var shapeTypes = map[shapeKind]string{
	shapeNull: "null", shapeBoolean: "boolean", shapeNumber: "number", shapeInteger: "integer", shapeString: "string",
	shapeArray: "array", shapeTuple: "array", shapeObject: "object",
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

// A shapeWriter writes shapes as JSON Schema.
type shapeWriter struct {
	out    strings.Builder
	prefix string // of the names of definitions
}

func (w *shapeWriter) write(s *shape) {
	w.out.WriteByte('{')
	w.body(s)
	w.out.WriteByte('}')
}

func (w *shapeWriter) body(s *shape) {
	switch s.kind {
	case shapeAny:
		w.out.WriteString(`"anyOf":`)
		w.list(s.any)
		return
	case shapeAnything:
		w.out.WriteString(`"anyOf":[{"type":"object"},{"type":"array"},{"type":"string"},{"type":"number"},` +
			`{"type":"boolean"},{"type":"null"}]`)
		return
	case shapeRef:
		w.out.WriteString(`"$ref":"#/$defs/` + w.prefix + strconv.Itoa(s.def) + `"`)
		return
	case shapeEnum:
		w.out.WriteString(`"type":"` + s.of + `","enum":[` + strings.Join(s.enum, ",") + `]`)
		return
	}
	w.out.WriteString(`"type":"` + shapeTypes[s.kind] + `"`)
	switch s.kind {
	case shapeInteger:
		w.raw("minimum", s.lo)
		w.raw("maximum", s.hi)
	case shapeString:
		w.string(s)
	case shapeArray:
		if s.item != nil {
			w.out.WriteString(`,"items":`)
			w.write(s.item)
		}
		w.bounds("minItems", "maxItems", s)
	case shapeTuple:
		w.out.WriteString(`,"prefixItems":`)
		w.list(s.tuple)
		w.bounds("minItems", "maxItems", s)
	case shapeObject:
		w.object(s)
	}
}

func (w *shapeWriter) raw(keyword, value string) {
	if value != "" {
		w.out.WriteString(`,"` + keyword + `":` + value)
	}
}

func (w *shapeWriter) string(s *shape) {
	switch {
	case s.pattern != "":
		w.raw("pattern", string(quote(s.pattern)))
	case s.format != "":
		w.raw("format", string(quote(s.format)))
	default:
		w.bounds("minLength", "maxLength", s)
	}
}

func (w *shapeWriter) bounds(least, most string, s *shape) {
	if s.min > 0 {
		w.raw(least, strconv.Itoa(s.min))
	}
	if s.max < endless {
		w.raw(most, strconv.Itoa(s.max))
	}
}

func (w *shapeWriter) list(list []*shape) {
	w.out.WriteByte('[')
	for i, s := range list {
		if i > 0 {
			w.out.WriteByte(',')
		}
		w.write(s)
	}
	w.out.WriteByte(']')
}

func (w *shapeWriter) object(s *shape) {
	switch {
	case s.rest != nil:
		w.out.WriteString(`,"additionalProperties":`)
		if s.rest.kind == shapeAnything {
			w.out.WriteString("true")
			return
		}
		w.write(s.rest)
		return
	case len(s.names) == 0 && !s.closed:
		return
	}
	w.out.WriteString(`,"properties":{`)
	for i, name := range s.names {
		if i > 0 {
			w.out.WriteByte(',')
		}
		w.out.Write(quote(name))
		w.out.WriteByte(':')
		w.write(s.members[i])
	}
	w.out.WriteByte('}')
	w.out.WriteString(`,"required":[`)
	some := false
	for i, name := range s.names {
		if !s.required[i] {
			continue
		}
		if some {
			w.out.WriteByte(',')
		}
		some = true
		w.out.Write(quote(name))
	}
	w.out.WriteByte(']')
	if s.closed {
		w.out.WriteString(`,"additionalProperties":false`)
	}
}
