package tools

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/grammar"
)

// Bounds for what a type leaves open. Every string, array and integer of a schema is bounded, because
// an endless one is how a small model dies.
const (
	defaultItems = 32
	maxName      = 200       // code points of a name in a map
	safeInteger  = 1<<53 - 1 // beyond it, RFC 8785 makes different integers equal
)

// A TypeError says which part of a Go type has no schema, and what to write instead.
type TypeError struct {
	Type    reflect.Type // the type of the field, or the whole type
	Field   string       // the path of the field, such as "Order.Lines[].Part"; "" is the type itself
	Tag     string       // the part of the field's tag that is wrong, or ""
	Problem string       // what is wrong and how to fix it
}

// Error returns one line.
func (e *TypeError) Error() string {
	at := e.Type.String()
	if e.Field != "" {
		at = e.Field + " " + at
	}
	if e.Tag != "" {
		at += " `" + e.Tag + "`"
	}
	return at + ": " + e.Problem
}

// SchemaOf makes an ordered schema from the Go type T; [Decode] reads its documents. Members are in
// alphabetical order, whatever the order of the fields, because some servers sort them anyway.
// Names and embedding follow encoding/json.
//
// Every member is required. It is nullable if its field is a pointer, or has omitempty, omitzero or
// a default: the model may then write null, which leaves the field at its default or at zero.
//
//	string, bool, integers, floats   themselves; an integer has the bounds of its type, at most 53 bits
//	struct, slice, array             nested as they like, generic ones too, but none that contains itself
//	map with strings as keys         an array of names and values, at most 32, the names at most 200 code points
//	time.Time, time.Duration, url.URL  texts such as 2026-03-09T14:30:00Z, 1h30m and https://example.com/a
//	[]byte                           base64
//	json.RawMessage                  one text, number, boolean or null
//	a type with Values() []string    one of these values, as those of an enum
//	a type with UnmarshalText        a text
//
// The tags are those of github.com/invopop/jsonschema, for example jsonschema:"minLength=1,maxLength=24":
//
//	any field    description=…, nullable, required; type=… for a type with an UnmarshalJSON of its own; - leaves it out
//	string       minLength=…, maxLength=…, pattern=…, format=…; enum=…, once for each value
//	integer      minimum=…, maximum=…, exclusiveMinimum=…, exclusiveMaximum=…; enum=…
//	number       minimum=…, maximum=…; enum=…
//	array, map   minItems=…, maxItems=…; the other tags are about its items
//	any of them  default=…, but for pointers, arrays and objects
//
// A tag that does not begin with a keyword is a description, including its commas: jsonschema:"one, two". A
// description that contains a comma and comes with keywords needs its own tag: jsonschema_description:"one,
// two". If the tags give no bounds, a string holds at most [grammar.MaxString] code points, and an array at
// most 32 items. The formats are date, date-time, email, ipv4, uri and uuid.
//
// The error is a [*TypeError]: the type has no bounded form (an interface, for example), a keyword
// is misspelled or does not apply to this type, or a value is invalid.
func SchemaOf[T any]() (grammar.Schema, error) { return TypeSchema(reflect.TypeFor[T]()) }

// TypeSchema is like [SchemaOf], for a type that is not known at compile time.
func TypeSchema(t reflect.Type) (grammar.Schema, error) {
	if t.Kind() == reflect.Pointer {
		return grammar.Schema{}, &TypeError{Type: t, Problem: fmt.Sprintf("it is a pointer; want %v", t.Elem())}
	}
	return (&site{t: t}).schema()
}

// A site is a place in a Go type, with the tags that are about it.
type site struct {
	t      reflect.Type
	field  string // the way to it
	tags   *tags  // shared with the items of an array
	inside []reflect.Type
}

func (s *site) wrong(tag, format string, args ...any) error {
	return &TypeError{Type: s.t, Field: s.field, Tag: tag, Problem: fmt.Sprintf(format, args...)}
}

// below returns the place of a value of type t within s, with the same tags.
func (s *site) below(t reflect.Type, name string) *site {
	return &site{t: t, field: s.field + name, tags: s.tags, inside: s.inside}
}

var (
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
	urlType      = reflect.TypeFor[url.URL]()
	rawType      = reflect.TypeFor[json.RawMessage]()
)

// schema returns the schema of the values at s.
func (s *site) schema() (grammar.Schema, error) {
	switch values, listed := valuesOf(s.t); {
	case listed:
		return s.listed(values)
	case s.tags.has("type"):
		return s.named(s.tags.take("type"))
	case s.t == timeType:
		return s.text(formats["date-time"])
	case s.t == durationType:
		return s.text(form{`^([0-9]{1,5}(ms|s|m|h)){1,4}$`, "1h30m"})
	case s.t == urlType:
		return s.text(formats["uri"])
	case s.t == rawType:
		first := grammar.String(0, grammar.MaxString)
		return grammar.AnyOf(first, grammar.Schema{Type: "number"}, grammar.Boolean(), grammar.Null()), nil
	case readsItself[json.Unmarshaler](s.t) && s.t != reflect.TypeFor[big.Int]():
		return grammar.Schema{}, s.wrong("", "its UnmarshalJSON takes a form that nobody can see; say it with "+
			`jsonschema:"type=string", number, integer or boolean`)
	case readsItself[encoding.TextUnmarshaler](s.t):
		return s.named("string")
	}
	return s.byKind()
}

// readsItself reports whether values of t decode themselves, by the interface I.
func readsItself[I any](t reflect.Type) bool {
	return t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(reflect.TypeFor[I]())
}

// byKind returns the schema of the values at s, which have no form of their own.
func (s *site) byKind() (grammar.Schema, error) {
	switch s.t.Kind() {
	case reflect.Pointer:
		if s.t.Elem().Kind() == reflect.Pointer {
			return grammar.Schema{}, s.wrong("", "it is a pointer to a pointer; want one")
		}
		inner, err := s.below(s.t.Elem(), "").schema()
		return nullable(inner), err
	case reflect.String:
		return s.named("string")
	case reflect.Bool:
		return s.named("boolean")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return s.named("integer")
	case reflect.Float32, reflect.Float64:
		return s.named("number")
	case reflect.Struct:
		return s.object()
	case reflect.Slice, reflect.Array, reflect.Map:
		return s.array()
	case reflect.Interface:
		return grammar.Schema{}, s.wrong("", "an interface may hold anything; name a type, or use json.RawMessage for one text or number")
	}
	return grammar.Schema{}, s.wrong("", `no JSON stands for it; leave it out with json:"-"`)
}

// named returns the schema of a JSON type that holds one value.
func (s *site) named(kind string) (grammar.Schema, error) {
	switch kind {
	case "string":
		if s.tags.has("enum") {
			return s.enum(func(v string) (json.RawMessage, bool) { b, err := Encode(v); return b, err == nil })
		}
		if s.tags.has("format") {
			name := s.tags.take("format")
			if f, ok := formats[name]; ok {
				return s.text(f)
			}
			return grammar.Schema{}, s.wrong("format="+name, "there are date, date-time, email, ipv4, uri and uuid; use pattern=… for others")
		}
		return s.text(form{})
	case "integer", "number":
		if s.tags.has("enum") {
			return s.enum(func(v string) (json.RawMessage, bool) { return json.RawMessage(v), s.isNumber(v, kind == "integer") })
		}
		return s.number(kind)
	case "boolean":
		return grammar.Boolean(), nil
	}
	return grammar.Schema{}, s.wrong("type="+kind, "want type=string, type=number, type=integer or type=boolean")
}

// A form is how texts of a format look, and an example.
type form struct{ pattern, example string }

var formats = map[string]form{ // only looked up
	"date": {`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`, "2026-03-09"},
	"date-time": {`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`,
		"2026-03-09T14:30:00Z"},
	"email": {`^[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}\.){1,4}[A-Za-z]{2,24}$`, "ann@example.com"},
	"ipv4":  {`^((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}$`, "192.0.2.1"},
	"uri":   {`^[a-z][a-z0-9+.-]{0,20}:[!#$&-;=?-Z_a-z~%\[\]]+$`, "https://example.com/a"},
	"uuid":  {`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`, "6ba7b810-9dad-11d1-80b4-00c04fd430c8"},
}

// text returns the schema of a string that has form f.
func (s *site) text(f form) (out grammar.Schema, err error) {
	out = grammar.String(0, grammar.MaxString)
	if f.example != "" {
		out.Description = phrases.Say("like", "Example", f.example)
	}
	if out.MinLength, out.MaxLength, err = s.lengths("minLength", "maxLength", grammar.MaxString, grammar.MaxText); err != nil {
		return out, err
	}
	pattern := s.tags.take("pattern")
	for _, p := range []string{f.pattern, pattern} {
		if p != "" {
			out.Patterns = append(out.Patterns, p)
		}
	}
	if err := compiles(out); err != nil && pattern != "" {
		return out, s.wrong("pattern="+pattern, "%s", problem(err))
	} else if err != nil {
		return out, s.wrong("", "%s", problem(err))
	}
	return out, nil
}

// number returns the schema of an integer or a number.
func (s *site) number(kind string) (grammar.Schema, error) {
	out := grammar.Schema{Type: kind}
	if kind == "integer" {
		out = grammar.Integer(integerBounds(s.t))
	}
	least, greatest := out.Minimum, out.Maximum
	for _, b := range []struct {
		keyword string
		bound   *json.Number
		step    int64 // from an exclusive bound to the one that is included
	}{
		{"minimum", &out.Minimum, 0},
		{"maximum", &out.Maximum, 0},
		{"exclusiveMinimum", &out.Minimum, 1},
		{"exclusiveMaximum", &out.Maximum, -1},
	} {
		if !s.tags.has(b.keyword) {
			continue
		}
		value := s.tags.take(b.keyword)
		tag := b.keyword + "=" + value
		switch {
		case kind == "number" && b.step != 0:
			return out, s.wrong(tag, "the grammar holds only included bounds of numbers; use minimum or maximum")
		case !s.isNumber(value, kind == "integer"):
			return out, s.wrong(tag, "that is not a %s; write it as in %s=1", kind, b.keyword)
		case kind == "integer" && !within(value, least, greatest):
			return out, s.wrong(tag, "want a bound from %s to %s", least, greatest)
		case b.step != 0:
			n, _ := new(big.Int).SetString(value, 10)
			value = n.Add(n, big.NewInt(b.step)).String()
		}
		*b.bound = json.Number(value)
	}
	if out.Minimum != "" && out.Maximum != "" && !within(out.Minimum.String(), "", out.Maximum) {
		return out, s.wrong("", "minimum %s is above maximum %s", out.Minimum, out.Maximum)
	}
	return out, nil
}

// integerBounds returns the least and the greatest integer of t that a schema may hold.
func integerBounds(t reflect.Type) (low, high int64) {
	if bits := t.Bits(); t.Kind() >= reflect.Uint {
		return 0, 1<<min(bits, 53) - 1
	} else if bits < 53 {
		return -1 << (bits - 1), 1<<(bits-1) - 1
	}
	return -safeInteger, safeInteger
}

// isNumber reports whether text is a number in JSON, and an integer where it must be one.
func (s *site) isNumber(text string, integer bool) bool {
	if integer {
		n, ok := new(big.Int).SetString(text, 10)
		return ok && n.String() == text
	}
	var f float64
	return json.Unmarshal([]byte(text), &f) == nil && text != "null" && !math.IsInf(f, 0)
}

// within reports whether a number lies between two others; "" is not a bound.
func within(text string, low, high json.Number) bool {
	n, ok := new(big.Rat).SetString(text)
	for i, bound := range []json.Number{low, high} {
		if b, isBound := new(big.Rat).SetString(bound.String()); ok && isBound {
			ok = i == 0 && n.Cmp(b) >= 0 || i == 1 && n.Cmp(b) <= 0
		}
	}
	return ok
}

// enum returns the schema of the values of the tags, each of which value brings into JSON.
func (s *site) enum(value func(string) (json.RawMessage, bool)) (grammar.Schema, error) {
	out := grammar.Schema{Type: "string"}
	for s.tags.has("enum") {
		text := s.tags.take("enum")
		v, ok := value(text)
		if !ok {
			return out, s.wrong("enum="+text, "it is not a value of %v", s.t)
		}
		if slices.ContainsFunc(out.Enum, func(o json.RawMessage) bool { return string(o) == string(v) }) {
			return out, s.wrong("enum="+text, "it stands twice")
		}
		out.Enum = append(out.Enum, v)
	}
	if out.Enum[0][0] != '"' {
		out.Type = "number"
		if s.isNumber(string(out.Enum[0]), true) && s.t.Kind() < reflect.Float32 {
			out.Type = "integer"
		}
	}
	return out, nil
}

// valuesOf returns what Values of a type lists.
func valuesOf(t reflect.Type) (values []string, listed bool) {
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return nil, false
	}
	v, listed := reflect.New(t).Interface().(interface{ Values() []string })
	if listed {
		values = v.Values()
	}
	return values, listed
}

// listed returns the schema of a type that lists its values.
func (s *site) listed(values []string) (grammar.Schema, error) {
	switch {
	case s.tags.has("enum"):
		return grammar.Schema{}, s.wrong("enum="+s.tags.take("enum"), "the values of %v are those of its method Values", s.t)
	case s.t.Kind() != reflect.String && !readsItself[encoding.TextUnmarshaler](s.t):
		return grammar.Schema{}, s.wrong("", "it has a method Values, and is not a string and has no UnmarshalText")
	case len(values) == 0:
		return grammar.Schema{}, s.wrong("", "its method Values lists no value")
	}
	return grammar.Enum(values...), nil
}

// array returns the schema of a slice, an array, or a map, which is an array of names and values.
func (s *site) array() (out grammar.Schema, err error) {
	if s.t.Kind() == reflect.Slice && s.t.Elem().Kind() == reflect.Uint8 {
		return s.text(form{`^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$`, "aGVsbG8="})
	}
	if s.t.Kind() == reflect.Map && (s.t.Key().Kind() != reflect.String || readsItself[encoding.TextUnmarshaler](s.t.Key())) {
		return out, s.wrong("", "the keys of a map must be of type string")
	}
	low, high := 0, defaultItems
	if s.t.Kind() == reflect.Array {
		low, high = s.t.Len(), s.t.Len()
	} else if low, high, err = s.lengths("minItems", "maxItems", defaultItems, math.MaxInt32); err != nil {
		return out, err
	}
	items, err := s.below(s.t.Elem(), "[]").schema()
	if s.t.Kind() == reflect.Map {
		items = grammar.Object(grammar.Property{Name: "name", Schema: grammar.String(1, maxName)}, grammar.Property{Name: "value", Schema: items})
	}
	return grammar.Array(items, low, high), err
}

// lengths returns two bounds of a length.
func (s *site) lengths(least, most string, usual, ceiling int) (low, high int, err error) {
	low, high = 0, usual
	for _, b := range []struct {
		keyword string
		value   *int
	}{{least, &low}, {most, &high}} {
		if !s.tags.has(b.keyword) {
			continue
		}
		text := s.tags.take(b.keyword)
		if *b.value, err = number(text); err != nil || *b.value > ceiling {
			return low, high, s.wrong(b.keyword+"="+text, "want a number from 0 to %d", ceiling)
		}
	}
	switch {
	case high == 0:
		return low, high, s.wrong(most+"=0", "it leaves nothing to write")
	case low > high:
		return low, high, s.wrong("", "%s %d is above %s %d", least, low, most, high)
	}
	return low, high, nil
}

// object returns the schema of a struct.
func (s *site) object() (grammar.Schema, error) {
	if slices.Contains(s.inside, s.t) {
		return grammar.Schema{}, s.wrong("", "%v contains itself, so it has no end; use a type of its own for what lies deeper", s.t)
	}
	inner := &site{t: s.t, field: s.field, inside: append(slices.Clip(s.inside), s.t)}
	if inner.field == "" {
		inner.field = s.t.Name()
	}
	members, err := inner.members()
	if err != nil {
		return grammar.Schema{}, err
	}
	var out []grammar.Property
	for _, m := range members {
		schema, err := m.schema()
		if err != nil {
			return grammar.Schema{}, err
		}
		out = append(out, grammar.Property{Name: m.name, Schema: schema})
	}
	slices.SortFunc(out, func(a, b grammar.Property) int { return strings.Compare(a.Name, b.Name) })
	return grammar.Object(out...), nil
}

// nullable returns a schema that also holds null.
func nullable(s grammar.Schema) grammar.Schema {
	if isNullable(s) {
		return s
	}
	return grammar.Nullable(s)
}

func isNullable(s grammar.Schema) bool {
	return len(s.AnyOf) > 0 && s.AnyOf[len(s.AnyOf)-1].Type == "null"
}
