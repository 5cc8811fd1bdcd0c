package grammar

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// MaxString is the largest maxLength that servers support: 2,001 crashes the model runner of several Ollama
// versions, and 2,000 is llama.cpp's repetition threshold. It is also the bound of strings whose schema gives none.
const MaxString = 1999

// MaxText is the largest maxLength that a [Schema] may have, in code points. If a maxLength is more than
// [MaxString], servers allow any length up to that of the reply, and the reader of the reply must check it.
const MaxText = 1 << 16

// A Schema is a JSON Schema in the one form that all servers understand in the same way: objects are closed, list
// their properties in generation order and require all of them; optional members are nullable instead; a finite set of
// values is an enum; alternatives are an AnyOf without siblings. The zero value is not a schema; use the constructors.
//
// A Schema is plain data. [Schema.JSON] always writes it with the same bytes, and it never passes
// through a Go map, so the order of properties is kept.
type Schema struct {
	Type        string            // object, array, string, integer, number, boolean, null; "" beside AnyOf
	Description string            // for readers and prompts; constrains nothing
	Enum        []json.RawMessage // the only values, in order; empty: any value of Type
	Open        bool              // objects: any members are allowed; Properties is then empty
	Properties  []Property        // objects: all members, in generation order, all required
	Prefix      []Schema          // arrays: the schemas of the first items; Items is for later items, and is all that servers read
	Items       *Schema           // arrays; nil with Enum, and MaxItems then has no meaning
	MinItems    int               // arrays
	MaxItems    int               // arrays
	MinLength   int               // strings, in code points
	MaxLength   int               // strings, in code points, at most MaxText; 0 with Enum
	Patterns    []string          // strings: regular expressions that all match; ^ and $ belong to them. Empty with Enum
	Except      []string          // strings: excluded values. Empty with Enum
	Minimum     json.Number       // numbers, inclusive; "" is none
	Maximum     json.Number       // numbers, inclusive; "" is none
	AnyOf       []Schema          // alternatives
}

// A Property is one member of an object.
type Property struct {
	Name     string
	Schema   Schema
	Optional bool // may be left out; only in what [Schema.Sparse] returns
}

// Object returns a closed object with the given members, all required, in this order.
func Object(properties ...Property) Schema {
	return Schema{Type: "object", Properties: properties}
}

// OpenObject returns the schema of any JSON object. It constrains nothing: a loop uses it only to
// show what happens without a grammar.
func OpenObject() Schema { return Schema{Type: "object", Open: true} }

// String returns a string of minLength to maxLength code points.
func String(minLength, maxLength int) Schema {
	return Schema{Type: "string", MinLength: minLength, MaxLength: maxLength}
}

// Pattern returns a string of minLength to maxLength code points that matches a regular expression
// from end to end; [Compile] says which expressions are supported.
func Pattern(expression string, minLength, maxLength int) Schema {
	s := String(minLength, maxLength)
	s.Patterns = []string{"^(?:" + expression + ")$"}
	return s
}

// Enum returns a string that is one of values. Without values nothing satisfies it, and Compile refuses it.
func Enum(values ...string) Schema {
	if len(values) == 0 {
		return AnyOf()
	}
	s := Schema{Type: "string"}
	for _, v := range values {
		s.Enum = append(s.Enum, jsontext.Quote(v))
	}
	return s
}

// Array returns an array of minItems to maxItems items.
func Array(items Schema, minItems, maxItems int) Schema {
	return Schema{Type: "array", Items: &items, MinItems: minItems, MaxItems: maxItems}
}

// Integer returns an integer from minimum to maximum, both included.
func Integer(minimum, maximum int64) Schema {
	return Schema{
		Type:    "integer",
		Minimum: json.Number(strconv.FormatInt(minimum, 10)),
		Maximum: json.Number(strconv.FormatInt(maximum, 10)),
	}
}

// Boolean returns true or false.
func Boolean() Schema { return Schema{Type: "boolean"} }

// Null returns the schema of null.
func Null() Schema { return Schema{Type: "null"} }

// AnyOf returns the union of its branches. It returns a single branch unchanged. Without branches
// nothing satisfies the schema, and Compile refuses it.
func AnyOf(branches ...Schema) Schema {
	if len(branches) == 1 {
		return branches[0]
	}
	return Schema{AnyOf: append([]Schema{}, branches...)}
}

// Nullable returns the schema of s or null, with null last.
func Nullable(s Schema) Schema {
	if s.AnyOf != nil {
		return Schema{AnyOf: append(append([]Schema(nil), s.AnyOf...), Null())}
	}
	return AnyOf(s, Null())
}

// Property returns the schema of the member called name, and whether s has one.
func (s Schema) Property(name string) (Schema, bool) {
	for _, p := range s.Properties {
		if p.Name == name {
			return p.Schema, true
		}
	}
	return Schema{}, false
}

// With returns s with the schema of the member called name replaced; s is not modified. It panics
// if s has no such member, because a rule that narrows a missing member is a mistake.
func (s Schema) With(name string, member Schema) Schema {
	properties := append([]Property(nil), s.Properties...)
	for i := range properties {
		if properties[i].Name == name {
			properties[i].Schema = member
			s.Properties = properties
			return s
		}
	}
	panic(fmt.Sprintf("grammar: schema has no member %q", name))
}

// JSON returns s as compact JSON, with keywords and members in a fixed order.
func (s Schema) JSON() json.RawMessage {
	var b bytes.Buffer
	s.write(&b)
	return b.Bytes()
}

// MarshalJSON implements [json.Marshaler].
func (s Schema) MarshalJSON() ([]byte, error) { return s.JSON(), nil }

// UnmarshalJSON implements [json.Unmarshaler]; it reads what JSON writes, and its error is a
// *CompileError.
func (s *Schema) UnmarshalJSON(text []byte) (err error) {
	*s, err = parseSchema(text)
	return err
}

// String returns s as compact JSON.
func (s Schema) String() string { return string(s.JSON()) }

func (s Schema) write(b *bytes.Buffer) {
	b.WriteByte('{')
	w := keywords{b: b}
	if s.AnyOf != nil {
		w.key("anyOf")
		writeList(b, s.AnyOf, func(branch Schema) { branch.write(b) })
	}
	if s.Type != "" {
		w.raw("type", jsontext.Quote(s.Type))
	}
	if s.Description != "" {
		w.raw("description", jsontext.Quote(s.Description))
	}
	if len(s.Enum) > 0 {
		w.key("enum")
		writeList(b, s.Enum, func(v json.RawMessage) { b.Write(v) })
	}
	s.writeBounds(&w)
	b.WriteByte('}')
}

func (s Schema) writeBounds(w *keywords) {
	switch s.Type {
	case "object":
		s.writeMembers(w)
	case "array":
		if s.Prefix != nil {
			w.key("prefixItems")
			writeList(w.b, s.Prefix, func(item Schema) { item.write(w.b) })
		}
		if s.Items != nil {
			w.key("items")
			s.Items.write(w.b)
		}
		w.number("minItems", s.MinItems, s.MinItems > 0)
		w.number("maxItems", s.MaxItems, s.Items != nil || len(s.Enum) == 0)
	case "string":
		w.number("minLength", s.MinLength, s.MinLength > 0)
		w.number("maxLength", s.MaxLength, len(s.Enum) == 0)
		s.writePatterns(w)
		if len(s.Except) > 0 {
			w.key("not")
			w.b.WriteString(`{"enum":`)
			writeList(w.b, s.Except, func(v string) { w.b.Write(jsontext.Quote(v)) })
			w.b.WriteByte('}')
		}
	}
	if s.Minimum != "" {
		w.raw("minimum", []byte(s.Minimum))
	}
	if s.Maximum != "" {
		w.raw("maximum", []byte(s.Maximum))
	}
}

// writePatterns writes the first pattern as such; a schema has one, so the others go into an allOf.
func (s Schema) writePatterns(w *keywords) {
	if len(s.Patterns) == 0 {
		return
	}
	w.raw("pattern", jsontext.Quote(s.Patterns[0]))
	if more := s.Patterns[1:]; len(more) > 0 {
		w.key("allOf")
		writeList(w.b, more, func(p string) {
			w.b.WriteString(`{"pattern":`)
			w.b.Write(jsontext.Quote(p))
			w.b.WriteByte('}')
		})
	}
}

func (s Schema) writeMembers(w *keywords) {
	if s.Open {
		return
	}
	w.key("properties")
	w.b.WriteByte('{')
	for i, p := range s.Properties {
		if i > 0 {
			w.b.WriteByte(',')
		}
		w.b.Write(jsontext.Quote(p.Name))
		w.b.WriteByte(':')
		p.Schema.write(w.b)
	}
	w.b.WriteByte('}')
	w.key("required")
	needed := slices.DeleteFunc(slices.Clone(s.Properties), func(p Property) bool { return p.Optional })
	writeList(w.b, needed, func(p Property) { w.b.Write(jsontext.Quote(p.Name)) })
	w.raw("additionalProperties", []byte("false"))
}

// keywords writes the members of one schema object, minding the commas.
type keywords struct {
	b    *bytes.Buffer
	some bool
}

func (w *keywords) key(name string) {
	if w.some {
		w.b.WriteByte(',')
	}
	w.some = true
	w.b.Write(jsontext.Quote(name))
	w.b.WriteByte(':')
}

func (w *keywords) raw(name string, value []byte) {
	w.key(name)
	w.b.Write(value)
}

func (w *keywords) number(name string, n int, present bool) {
	if present {
		w.raw(name, strconv.AppendInt(nil, int64(n), 10))
	}
}

func writeList[T any](b *bytes.Buffer, list []T, one func(T)) {
	b.WriteByte('[')
	for i, v := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		one(v)
	}
	b.WriteByte(']')
}
