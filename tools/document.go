package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	jsonv1 "github.com/go-json-experiment/json/v1"

	"github.com/shortleash/shortleash/grammar"
)

// Document encodes v, a Go value or raw JSON, as a document of schema that [Decode] can read: members in
// the schema's order, and null for those that v leaves out. The error says where the value does not fit.
func Document(schema grammar.Schema, v any) (json.RawMessage, error) {
	text, err := jsonv2.Marshal(v, jsonv1.DefaultOptionsV1(), jsonv2.WithMarshalers(jsonv2.JoinMarshalers(
		jsonv2.MarshalFunc(func(d time.Duration) ([]byte, error) { return Encode(d.String()) }),
		jsonv2.MarshalFunc(func(u url.URL) ([]byte, error) { return Encode(u.String()) }))))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := writeDocument(&out, schema, text); err != nil {
		return nil, err
	}
	g, err := grammar.Compile(context.Background(), schema.JSON(), grammar.Options{})
	if err == nil {
		err = g.Check(context.Background(), out.Bytes())
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s", out.Bytes(), problem(err))
	}
	return out.Bytes(), nil
}

// writeDocument writes a value as schema has it, as far as it can be told.
func writeDocument(out *bytes.Buffer, schema grammar.Schema, text json.RawMessage) error {
	if n := len(schema.AnyOf); n > 0 && string(text) != "null" { // null is the last
		schema = schema.AnyOf[0]
	}
	var members map[string]json.RawMessage
	var items []json.RawMessage
	switch {
	case schema.Type == "object" && json.Unmarshal(text, &members) == nil:
		return writeMembers(out, schema, members)
	case schema.Type == "array" && json.Unmarshal(text, &members) == nil && members != nil: // a map
		for _, name := range slices.Sorted(maps.Keys(members)) {
			entry, err := Encode(map[string]any{"name": name, "value": members[name]})
			if err != nil {
				return err
			}
			items = append(items, entry)
		}
	case schema.Type == "array" && json.Unmarshal(text, &items) == nil:
	default:
		canon, err := Canonical(text)
		out.Write(canon)
		return err
	}
	out.WriteByte('[')
	for i, item := range items {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := writeDocument(out, *schema.Items, item); err != nil {
			return err
		}
	}
	out.WriteByte(']')
	return nil
}

func writeMembers(out *bytes.Buffer, schema grammar.Schema, members map[string]json.RawMessage) error {
	separator := byte('{')
	write := func(name string, s grammar.Schema, value json.RawMessage) error {
		quoted, err := Encode(name)
		if err != nil {
			return err
		}
		out.WriteByte(separator)
		separator = ','
		out.Write(append(quoted, ':'))
		return writeDocument(out, s, value)
	}
	for _, p := range schema.Properties {
		value, there := members[p.Name]
		if !there && isNullable(p.Schema) {
			value, there = json.RawMessage("null"), true
		}
		delete(members, p.Name)
		if there {
			if err := write(p.Name, p.Schema, value); err != nil {
				return err
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) { // which the check refuses
		if err := write(name, grammar.Schema{}, members[name]); err != nil {
			return err
		}
	}
	if separator == '{' {
		out.WriteByte('{')
	}
	out.WriteByte('}')
	return nil
}

// TellBounds returns s with the maximum length of each string added to its description, which models read. A grammar
// cuts off a string that is too long in the middle of a word; a model that knows the limit may end the string in time.
func TellBounds(s grammar.Schema) grammar.Schema {
	if s.Type == "string" && len(s.Enum)+len(s.Patterns) == 0 && s.MaxLength < grammar.MaxString {
		s.Description = strings.TrimPrefix(s.Description+", "+phrases.Say("at most", "Most", s.MaxLength), ", ")
	}
	if s.Items != nil {
		items := TellBounds(*s.Items)
		s.Items = &items
	}
	s.AnyOf, s.Properties = slices.Clone(s.AnyOf), slices.Clone(s.Properties)
	for i := range s.AnyOf {
		s.AnyOf[i] = TellBounds(s.AnyOf[i])
	}
	for i := range s.Properties {
		s.Properties[i].Schema = TellBounds(s.Properties[i].Schema)
	}
	return s
}

// TellBounds returns t with [TellBounds] applied to its schema.
func (t Tool) TellBounds() Tool {
	t.schema = TellBounds(t.schema)
	return t
}
