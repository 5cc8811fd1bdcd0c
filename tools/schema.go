package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/shortleash/shortleash/grammar"
)

// Bounds for what a struct leaves open. Every string, array and integer of a schema is bounded, because
// an endless one is how a small model dies.
const (
	defaultItems = 32
	safeInteger  = 1<<53 - 1 // beyond it, RFC 8785 makes different integers equal
)

// errShape is wrapped by every refusal of a Go type.
var errShape = errors.New("this type has no bounded schema")

// SchemaOf reflects the Go type T into an ordered schema. Members stand in alphabetical order,
// whatever the order of the fields: some servers re-sort them, and so does this. Every member is
// required; a field with omitempty, or tagged jsonschema:"nullable", may be null. Where the tags give no
// bounds, a string holds at most [grammar.MaxString] code points, an array 32 items, an integer 53 bits.
//
// The tags are those of github.com/invopop/jsonschema, as in jsonschema:"minLength=1,maxLength=24":
//
//	any field    description=…, nullable; type=… in place of the type of the Go field
//	string       minLength=…, maxLength=…; enum=…, once for each value
//	integer      minimum=…, maximum=…; enum=…
//	number       minimum=…, maximum=…; enum=…
//	array        minItems=…, maxItems=…; the tags of a string or number are about its items
//	refused      pattern, format, multipleOf, exclusiveMinimum, exclusiveMaximum, uniqueItems, oneof_type, anyof_type
//	ignored      any other tag, a misspelled one too
//
// A description that holds a comma has a tag of its own: jsonschema_description:"one, two".
//
// Maps, interfaces, recursive types and types with a format of their own, such as time.Time, are refused too:
// they have no bounded form that every server enforces.
func SchemaOf[T any]() (grammar.Schema, error) {
	t := reflect.TypeFor[T]()
	if err := refuseRecursion(t, nil); err != nil {
		return grammar.Schema{}, err
	}
	r := jsonschema.Reflector{DoNotReference: true, ExpandedStruct: true, Anonymous: true}
	return convert(r.ReflectFromType(t), "")
}

// refuseRecursion reports a type that contains itself; reflecting one would never end.
func refuseRecursion(t reflect.Type, inside []reflect.Type) error {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	if slices.Contains(inside, t) {
		return fmt.Errorf("%v contains itself: %w", t, errShape)
	}
	for f := range t.Fields() {
		if err := refuseRecursion(f.Type, append(inside, t)); err != nil {
			return err
		}
	}
	return nil
}

// convert brings one reflected schema, found at pointer, into the closed and bounded form.
func convert(s *jsonschema.Schema, pointer string) (grammar.Schema, error) {
	if len(s.OneOf) == 2 && s.OneOf[1].Type == "null" { // how the library spells nullable
		inner, err := convert(s.OneOf[0], pointer)
		inner.Description = s.Description
		return grammar.Nullable(inner), err
	}
	if s.Pattern != "" || s.Format != "" || s.MultipleOf != "" || s.ExclusiveMinimum != "" || s.ExclusiveMaximum != "" || s.UniqueItems {
		return grammar.Schema{}, fmt.Errorf("at %s: only enums, lengths and inclusive bounds: %w", at(pointer), errShape)
	}
	out := grammar.Schema{Type: s.Type, Description: s.Description}
	for _, v := range s.Enum {
		b, err := Encode(v)
		if err != nil {
			return out, err
		}
		out.Enum = append(out.Enum, b)
	}
	var err error
	switch s.Type {
	case "object":
		err = convertObject(&out, s, pointer)
	case "array":
		out.MinItems, out.MaxItems = length(s.MinItems, 0), length(s.MaxItems, defaultItems)
		var items grammar.Schema
		items, err = convert(s.Items, pointer+"/items")
		out.Items = &items
	case "string":
		if len(out.Enum) == 0 {
			out.MinLength, out.MaxLength = length(s.MinLength, 0), length(s.MaxLength, grammar.MaxString)
		}
	case "integer":
		out.Minimum, out.Maximum = orInteger(s.Minimum, -safeInteger), orInteger(s.Maximum, safeInteger)
	case "number":
		out.Minimum, out.Maximum = s.Minimum, s.Maximum
	case "boolean":
	default:
		err = fmt.Errorf("at %s: it may hold anything: %w", at(pointer), errShape)
	}
	return out, err
}

func convertObject(out *grammar.Schema, s *jsonschema.Schema, pointer string) error {
	if s.Properties == nil || s.PatternProperties != nil {
		return fmt.Errorf("at %s: a map: %w", at(pointer), errShape)
	}
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		member, err := convert(p.Value, pointer+"/"+p.Key)
		if err != nil {
			return err
		}
		if !slices.Contains(s.Required, p.Key) && member.AnyOf == nil {
			member = grammar.Nullable(member)
		}
		out.Properties = append(out.Properties, grammar.Property{Name: p.Key, Schema: member})
	}
	slices.SortFunc(out.Properties, func(a, b grammar.Property) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

func length(n *uint64, otherwise int) int {
	if n == nil {
		return otherwise
	}
	return int(*n)
}

func orInteger(n json.Number, otherwise int64) json.Number {
	if n == "" {
		return json.Number(fmt.Sprint(otherwise))
	}
	return n
}

func at(pointer string) string {
	if pointer == "" {
		return "the root"
	}
	return pointer
}
