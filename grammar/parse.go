package grammar

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// parseSchema reads a schema, keeping the order of members.
func parseSchema(text json.RawMessage) (Schema, error) {
	if !utf8.Valid(text) {
		return Schema{}, &CompileError{Err: fmt.Errorf("%w: invalid UTF-8", ErrMalformed)}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	p := schemaParser{d: d}
	s, err := p.schema("", 0)
	if err != nil {
		return Schema{}, err
	}
	if _, err := d.Token(); err != io.EOF {
		return Schema{}, &CompileError{Err: fmt.Errorf("%w: text after the schema", ErrMalformed)}
	}
	return s, nil
}

type schemaParser struct{ d *json.Decoder }

// schema reads one schema object that stands at pointer.
func (p schemaParser) schema(pointer string, depth int) (Schema, error) {
	var s Schema
	if depth > jsontext.MaxDepth {
		return s, &CompileError{Pointer: pointer, Err: fmt.Errorf("nested more than %d deep: %w", jsontext.MaxDepth, ErrUnsupported)}
	}
	var required []string
	closed, bounded := false, false
	err := p.object(pointer, func(keyword string) (err error) {
		at := pointer + "/" + jsontext.EscapePointer(keyword)
		switch keyword {
		case "type":
			err = p.value(at, &s.Type)
		case "description":
			err = p.value(at, &s.Description)
		case "enum":
			err = p.value(at, &s.Enum)
		case "required":
			err = p.value(at, &required)
		case "minItems":
			err = p.value(at, &s.MinItems)
		case "maxItems":
			bounded = true
			err = p.value(at, &s.MaxItems)
		case "minLength":
			err = p.value(at, &s.MinLength)
		case "maxLength":
			err = p.value(at, &s.MaxLength)
		case "pattern":
			var pattern string
			err = p.value(at, &pattern)
			s.Patterns = append([]string{pattern}, s.Patterns...)
		case "not":
			var not struct{ Enum []string }
			err = p.value(at, &not)
			s.Except = not.Enum
		case "allOf":
			var more []struct{ Pattern string }
			err = p.value(at, &more)
			for _, m := range more {
				s.Patterns = append(s.Patterns, m.Pattern)
			}
		case "minimum":
			err = p.value(at, &s.Minimum)
		case "maximum":
			err = p.value(at, &s.Maximum)
		case "properties":
			err = p.object(at, func(name string) error {
				member, err := p.schema(at+"/"+jsontext.EscapePointer(name), depth+1)
				s.Properties = append(s.Properties, Property{name, member})
				return err
			})
		case "additionalProperties":
			var open bool
			err = p.value(at, &open)
			closed = !open
		case "items":
			var items Schema
			items, err = p.schema(at, depth+1)
			s.Items = &items
		case "prefixItems":
			s.Prefix, err = p.branches(at, depth)
		case "anyOf":
			s.AnyOf, err = p.branches(at, depth)
		default:
			err = &CompileError{Pointer: at, Keyword: keyword, Err: ErrUnsupported}
		}
		return err
	})
	if err == nil {
		err = s.check(pointer, required, closed, bounded)
	}
	return s, err
}

func (p schemaParser) branches(at string, depth int) ([]Schema, error) {
	if err := p.delimiter(at, '['); err != nil {
		return nil, err
	}
	branches := []Schema{}
	for p.d.More() {
		b, err := p.schema(at+"/"+strconv.Itoa(len(branches)), depth+1)
		if err != nil {
			return nil, err
		}
		branches = append(branches, b)
	}
	return branches, p.delimiter(at, ']')
}

// object reads an object, calling member after each name, with the value still to be read.
func (p schemaParser) object(at string, member func(name string) error) error {
	if err := p.delimiter(at, '{'); err != nil {
		return err
	}
	seen := map[string]bool{}
	for p.d.More() {
		t, err := p.d.Token()
		if err != nil {
			return malformed(at, err)
		}
		name := t.(string) // the decoder refuses every other key
		if seen[name] {
			return &CompileError{Pointer: at, Keyword: name, Err: fmt.Errorf("%w: the member occurs twice", ErrMalformed)}
		}
		seen[name] = true
		if err := member(name); err != nil {
			return err
		}
	}
	return p.delimiter(at, '}')
}

func (p schemaParser) value(at string, to any) error {
	if err := p.d.Decode(to); err != nil {
		return malformed(at, err)
	}
	return nil
}

func (p schemaParser) delimiter(at string, want json.Delim) error {
	t, err := p.d.Token()
	if err != nil {
		return malformed(at, err)
	}
	if t != want {
		return &CompileError{Pointer: at, Err: fmt.Errorf("%w: got %v, want %v", ErrMalformed, t, want)}
	}
	return nil
}

func malformed(at string, err error) error {
	return &CompileError{Pointer: at, Err: fmt.Errorf("%w: %w", ErrMalformed, err)}
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
		if len(s.Enum) == 0 && (s.MaxLength <= 0 || s.MaxLength > MaxString) {
			return fail("maxLength", ErrUnsupported, "a string needs a bound from 1 to %d", MaxString)
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
