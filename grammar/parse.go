package grammar

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// parseSchema reads a schema, keeping the order of members.
func parseSchema(text json.RawMessage) (Schema, error) {
	t, _, err := jsontext.Read(text, len(text), nil)
	if err != nil {
		return Schema{}, compileError(err)
	}
	return readSchema(t)
}

func readSchema(t *jsontext.Tree) (s Schema, err error) {
	if t.Kind != jsontext.Object {
		return s, malformed(t, errors.New("a schema is an object"))
	}
	var required []string
	var pattern string
	var not struct{ Enum []string }
	var more []struct{ Pattern string }
	open, bounded := true, false
	plain := map[string]any{"type": &s.Type, "description": &s.Description, "enum": &s.Enum, "required": &required,
		"minItems": &s.MinItems, "maxItems": &s.MaxItems, "minLength": &s.MinLength, "maxLength": &s.MaxLength, "pattern": &pattern,
		"not": &not, "allOf": &more, "minimum": &s.Minimum, "maximum": &s.Maximum, "additionalProperties": &open}
	for _, m := range t.Members {
		switch to := plain[m.Name]; {
		case to != nil:
			if err := json.Unmarshal(m.Value.Append(nil), to); err != nil {
				return s, malformed(m.Value, err)
			}
			bounded = bounded || m.Name == "maxItems"
		case m.Name == "properties" && m.Value.Kind == jsontext.Object:
			for _, p := range m.Value.Members {
				member, err := readSchema(p.Value)
				if err != nil {
					return s, err
				}
				s.Properties = append(s.Properties, Property{Name: p.Name, Schema: member})
			}
		case m.Name == "items":
			items, err := readSchema(m.Value)
			if err != nil {
				return s, err
			}
			s.Items = &items
		case m.Name == "prefixItems" && m.Value.Kind == jsontext.Array:
			s.Prefix, err = readSchemas(m.Value)
		case m.Name == "anyOf" && m.Value.Kind == jsontext.Array:
			s.AnyOf, err = readSchemas(m.Value)
		case m.Name == "properties", m.Name == "prefixItems", m.Name == "anyOf":
			err = malformed(m.Value, errors.New("it does not hold schemas"))
		default:
			err = &CompileError{Pointer: m.Value.Pointer(), Keyword: m.Name, Err: ErrUnsupported}
		}
		if err != nil {
			return s, err
		}
	}
	if t.Lookup("pattern") != nil {
		s.Patterns = []string{pattern}
	}
	for _, m := range more {
		s.Patterns = append(s.Patterns, m.Pattern)
	}
	s.Except = not.Enum
	return s, s.check(t.Pointer(), required, !open, bounded)
}

func readSchemas(t *jsontext.Tree) ([]Schema, error) {
	all := make([]Schema, len(t.Members))
	for i, m := range t.Members {
		var err error
		if all[i], err = readSchema(m.Value); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func malformed(t *jsontext.Tree, err error) error {
	return &CompileError{Pointer: t.Pointer(), Err: fmt.Errorf("%w: %w", ErrMalformed, err)}
}

// check refuses what the closed, bounded form cannot be, and what no document satisfies.
func (s *Schema) check(pointer string, required []string, closed, bounded bool) error {
	fail := func(keyword string, reason error, format string, args ...any) error {
		return &CompileError{Pointer: pointer, Keyword: keyword, Err: fmt.Errorf(format+": %w", append(args, reason)...)}
	}
	if s.AnyOf != nil {
		if s.Type != "" {
			return fail("anyOf", ErrUnsupported, "a type beside it")
		}
		if len(s.AnyOf) == 0 {
			return fail("anyOf", ErrEmpty, "no branch")
		}
		return nil
	}
	switch s.Type {
	case "object":
		return s.checkObject(fail, required, closed)
	case "array":
		if s.Items == nil && len(s.Enum) > 0 && !bounded {
			return nil
		}
		if s.Items == nil || !bounded || s.MaxItems < 0 {
			return fail("maxItems", ErrUnsupported, "an array needs items and a bound")
		}
		if s.MinItems > s.MaxItems {
			return fail("minItems", ErrEmpty, "%d is over maxItems %d", s.MinItems, s.MaxItems)
		}
	case "string":
		if len(s.Enum) == 0 && (s.MaxLength <= 0 || s.MaxLength > MaxText) {
			return fail("maxLength", ErrUnsupported, "a string needs a bound from 1 to %d", MaxText)
		}
		if s.MinLength > s.MaxLength && len(s.Enum) == 0 {
			return fail("minLength", ErrEmpty, "%d is over maxLength %d", s.MinLength, s.MaxLength)
		}
	case "integer", "number":
		return s.checkBounds(fail)
	case "boolean", "null":
	default:
		return fail("type", ErrUnsupported, "%q", s.Type)
	}
	return nil
}

type failure func(keyword string, reason error, format string, args ...any) error

func (s *Schema) checkObject(fail failure, required []string, closed bool) error {
	if !closed {
		if len(s.Properties) > 0 || len(required) > 0 {
			return fail("additionalProperties", ErrUnsupported, "an object with members must be closed")
		}
		s.Open = true
		return nil
	}
	if len(required) != len(s.Properties) {
		return fail("required", ErrUnsupported, "every member must be required, %d of %d are", len(required), len(s.Properties))
	}
	for _, name := range required {
		if _, ok := s.Property(name); !ok {
			return fail("required", ErrEmpty, "%q is not among the properties", name)
		}
	}
	return nil
}

func (s *Schema) checkBounds(fail failure) error {
	if s.Minimum == "" || s.Maximum == "" {
		return nil
	}
	lo, ok1 := new(big.Rat).SetString(s.Minimum.String())
	hi, ok2 := new(big.Rat).SetString(s.Maximum.String())
	if !ok1 || !ok2 {
		return fail("minimum", ErrUnsupported, "%s to %s", s.Minimum, s.Maximum)
	}
	if lo.Cmp(hi) > 0 {
		return fail("minimum", ErrEmpty, "%s is over maximum %s", s.Minimum, s.Maximum)
	}
	return nil
}
