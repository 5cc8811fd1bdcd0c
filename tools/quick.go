package tools

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar"
)

// A quick reads arguments into a struct of strings, as most tools have, without interpreting them:
// member names in the order of the fields. It may decline; encoding/json is then asked, and the tests
// compare the two.
type quick []string

// newQuick returns how to read arguments into t, or nil.
func newQuick(t reflect.Type) quick {
	if t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return nil
	}
	q := quick{} // not nil: no fields are easily read
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Type != reflect.TypeFor[string]() || f.Anonymous || !f.IsExported() || name == "" || name == "-" || options != "" || slices.Contains(q, name) {
			return nil
		}
		q = append(q, name)
	}
	return q
}

// read sets the fields of into, which is all zero, and reports whether that is all that args say. It is
// left as it was if not.
func (q quick) read(args json.RawMessage, into reflect.Value) bool {
	if q == nil || !isCanonical(args) || len(args) < 2 || args[0] != '{' {
		return false
	}
	s := scan{text: args, at: 1}
	for !s.next('}') {
		name, _ := s.string()
		i := slices.IndexFunc(q, func(n string) bool { return n == string(name) })
		s.next(':')
		value, ok := s.string()
		if i < 0 || !ok {
			into.SetZero()
			return false
		}
		into.Field(i).SetString(string(value))
		s.next(',')
	}
	return true
}

// quickFits reports whether args fit s because they are an object of strings without escapes, its members
// in declared order and nothing between them, as a model's nearly always are. It may decline what fits; the
// grammar then judges, and the tests compare the two.
func quickFits(args json.RawMessage, s *grammar.Schema) bool {
	w := scan{text: args}
	if s.Type != "object" || s.Open || !w.next('{') {
		return false
	}
	for i := range s.Properties {
		p := &s.Properties[i]
		if i > 0 && !w.next(',') {
			return false
		}
		name, ok := w.string()
		if !ok || string(name) != p.Name || !w.next(':') {
			return false
		}
		from := w.at
		if text, ok := w.string(); !ok || !quickFitsText(text, args[from:w.at], &p.Schema) {
			return false
		}
	}
	return w.next('}') && w.at == len(args) && (!w.high || utf8.Valid(args))
}

// quickFitsText is quickFits for text, which is quoted as written.
func quickFitsText(text, quoted []byte, s *grammar.Schema) bool {
	if s.Type != "string" {
		return false
	}
	if len(s.Enum) > 0 {
		return slices.ContainsFunc(s.Enum, func(v json.RawMessage) bool { return bytes.Equal(v, quoted) })
	}
	n := utf8.RuneCount(text)
	return s.MinLength <= n && n <= s.MaxLength
}

// appendOutput appends an output that is a number or plain text as encoding/json writes it, or declines.
func appendOutput(out []byte, v any) ([]byte, bool) {
	switch v := v.(type) {
	case int:
		return strconv.AppendInt(out, int64(v), 10), true
	case bool:
		return strconv.AppendBool(out, v), true
	case string:
		for i := range len(v) {
			if c := v[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
				return out, false
			}
		}
		return append(append(append(slices.Grow(out, len(v)+2), '"'), v...), '"'), true
	}
	return out, false
}
