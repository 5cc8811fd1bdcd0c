package export

import (
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// A shape is a schema in the little that servers understand.
type shape struct {
	kind shapeKind
	any  []*shape // shapeAny
	def  int      // shapeRef: which definition

	enum     []string // shapeEnum, as JSON
	of       string   // shapeEnum: the type of all values
	min, max int      // strings and arrays; unbounded: none
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
		w.raw("pattern", string(jsontext.Quote(s.pattern)))
	case s.format != "":
		w.raw("format", string(jsontext.Quote(s.format)))
	default:
		w.bounds("minLength", "maxLength", s)
	}
}

func (w *shapeWriter) bounds(least, most string, s *shape) {
	if s.min > 0 {
		w.raw(least, strconv.Itoa(s.min))
	}
	if s.max < number.Unbounded {
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
		w.out.Write(jsontext.Quote(name))
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
		w.out.Write(jsontext.Quote(name))
	}
	w.out.WriteByte(']')
	if s.closed {
		w.out.WriteString(`,"additionalProperties":false`)
	}
}
