package tools

import (
	"encoding"
	"encoding/json"
	"errors"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// Decode decodes a document of the schema that [SchemaOf] makes from to's type. It works like
// encoding/json, except that durations, URLs and maps have a form that models can write, and
// defaults replace null.
func Decode(document json.RawMessage, to any) error {
	if t := reflect.TypeOf(to).Elem(); plain(t) {
		return json.Unmarshal(document, to)
	}
	return jsonv2.Unmarshal(document, to, options())
}

// plain reports whether encoding/json reads the documents of t as they are.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return plain(t.Elem())
	case reflect.Map:
		return false
	case reflect.Struct:
		for f := range t.Fields() {
			if _, fallback := defaultOf(f.Tag); fallback || !plain(f.Type) {
				return false
			}
		}
		return t != urlType
	}
	return t != durationType
}

func options() jsonv2.Options {
	return jsonv2.JoinOptions(jsonv1.DefaultOptionsV1(), jsonv2.WithUnmarshalers(jsonv2.UnmarshalFromFunc(read)))
}

// read reads the values that encoding/json reads otherwise.
func read(d *jsontext.Decoder, to any) error {
	v := reflect.ValueOf(to).Elem()
	switch {
	case d.PeekKind() == 'n':
	case v.Type() == durationType:
		var text string
		if err := jsonv2.UnmarshalDecode(d, &text); err != nil {
			return err
		}
		duration, err := time.ParseDuration(text)
		v.SetInt(int64(duration))
		return err
	case v.Type() == urlType:
		var text string
		if err := jsonv2.UnmarshalDecode(d, &text); err != nil {
			return err
		}
		u, err := url.Parse(text)
		if err == nil {
			v.Set(reflect.ValueOf(*u))
		}
		return err
	case v.Kind() == reflect.Map:
		return readMap(d, v)
	case v.Kind() == reflect.Struct && v.Type() != timeType:
		if err := setDefaults(v); err != nil {
			return err
		}
	}
	return errors.ErrUnsupported
}

// readMap reads a map from a list of names and values.
func readMap(d *jsontext.Decoder, v reflect.Value) error {
	var entries []struct {
		Name  string         `json:"name"`
		Value jsontext.Value `json:"value"`
	}
	if err := jsonv2.UnmarshalDecode(d, &entries); err != nil {
		return err
	}
	v.Set(reflect.MakeMapWithSize(v.Type(), len(entries)))
	for _, e := range entries {
		name := reflect.ValueOf(e.Name).Convert(v.Type().Key())
		if v.MapIndex(name).IsValid() {
			return errors.New(phrases.Say("name twice", "Name", e.Name))
		}
		value := reflect.New(v.Type().Elem())
		if err := jsonv2.Unmarshal(e.Value, value.Interface(), options()); err != nil {
			return err
		}
		v.SetMapIndex(name, value.Elem())
	}
	return nil
}

// setDefaults sets the fields of a struct to their defaults, where null leaves them.
func setDefaults(v reflect.Value) error {
	for f, field := range v.Fields() {
		text, ok := defaultOf(f.Tag)
		if !ok || !f.IsExported() {
			continue
		}
		value, err := defaultValue(f.Type, text)
		if err == nil {
			err = Decode(value, field.Addr().Interface())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// defaultValue returns a default as JSON for a field of type t.
func defaultValue(t reflect.Type, text string) (json.RawMessage, error) {
	if t.Kind() == reflect.String || t == durationType || t == urlType || readsItself[encoding.TextUnmarshaler](t) {
		return Encode(text)
	}
	return json.RawMessage(text), nil
}

// defaultOf returns the default that a tag gives a field.
func defaultOf(from reflect.StructTag) (string, bool) {
	text, ok := from.Lookup("jsonschema")
	if !ok {
		return "", false
	}
	for _, item := range splitTag(text) {
		if m := begins.FindStringSubmatch(item); m != nil && m[1] == "default" {
			return item[len(m[0]):], true
		}
	}
	return "", false
}

// unwritable says what of a type no JSON can hold, at the place within it.
func unwritable(t reflect.Type, at string, inside []reflect.Type) error {
	if slices.Contains(inside, t) || t.Implements(reflect.TypeFor[json.Marshaler]()) ||
		t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
		return nil
	}
	inside = append(inside, t)
	switch t.Kind() {
	case reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer:
		return &TypeError{Type: t, Field: at, Problem: `no JSON can hold it; return what a model can read, or leave it out with json:"-"`}
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return unwritable(t.Elem(), at, inside)
	case reflect.Struct:
		for f := range t.Fields() {
			if f.IsExported() && f.Tag.Get("json") != "-" {
				if err := unwritable(f.Type, strings.TrimPrefix(at+"."+f.Name, "."), inside); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
