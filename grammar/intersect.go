package grammar

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// Intersect returns the schema of the documents that satisfy both s and t, in the same closed form, so that
// servers understand it too. ok is false if there are none. Order and descriptions, which constrain nothing,
// are those of t where t is the narrower schema; the members of an object keep the order of s.
func Intersect(s, t Schema) (both Schema, ok bool) {
	switch {
	case s.AnyOf != nil || t.AnyOf != nil:
		return intersectAlternatives(s, t)
	case s.Type == t.Type:
	case s.Type == "number" && t.Type == "integer":
		s.Type = "integer"
	case s.Type == "integer" && t.Type == "number":
		t.Type = "integer"
	default:
		return Schema{}, false
	}
	both = Schema{Type: t.Type, Description: t.Description}
	if both.Description == "" {
		both.Description = s.Description
	}
	if len(s.Enum) > 0 || len(t.Enum) > 0 {
		both.Enum = intersectEnums(s, t)
		return both, len(both.Enum) > 0
	}
	switch both.Type {
	case "object":
		return both, both.members(s, t)
	case "array":
		return both, both.items(s, t)
	case "string":
		both.MinLength, both.MaxLength = max(s.MinLength, t.MinLength), min(s.MaxLength, t.MaxLength)
		return both, both.patterns(s, t)
	case "number", "integer":
		both.Minimum, both.Maximum = tighter(s.Minimum, t.Minimum, 1), tighter(s.Maximum, t.Maximum, -1)
		return both, both.inhabited()
	}
	return both, true
}

// intersectAlternatives intersects each alternative of s with each of t.
func intersectAlternatives(s, t Schema) (Schema, bool) {
	var branches []Schema
	for _, b := range t.alternatives() {
		for _, a := range s.alternatives() {
			if both, ok := Intersect(a, b); ok && !slices.ContainsFunc(branches, both.Equal) {
				branches = append(branches, both)
			}
		}
	}
	if len(branches) == 0 {
		return Schema{}, false
	}
	both := AnyOf(branches...)
	if both.AnyOf != nil {
		both.Description = t.Description
	}
	return both, true
}

func (s Schema) alternatives() []Schema {
	if s.AnyOf != nil {
		return s.AnyOf
	}
	return []Schema{s}
}

// patterns sets the patterns of both and what they leave out, and reports whether a string satisfies them and the lengths.
func (s *Schema) patterns(a, b Schema) bool {
	if s.MinLength > s.MaxLength {
		return false
	}
	s.Patterns = slices.Clone(a.Patterns)
	for _, p := range b.Patterns {
		if !slices.Contains(s.Patterns, p) {
			s.Patterns = append(s.Patterns, p)
		}
	}
	s.Except = slices.Clone(a.Except)
	for _, v := range b.Except {
		if !slices.Contains(s.Except, v) {
			s.Except = append(s.Except, v)
		}
	}
	same := func(t Schema) bool {
		return s.MinLength == t.MinLength && s.MaxLength == t.MaxLength && slices.Equal(s.Patterns, t.Patterns) && slices.Equal(s.Except, t.Except)
	}
	if len(s.Patterns) == 0 && len(s.Except) == 0 || same(a) || same(b) {
		return true
	}
	_, err := Compile(s.JSON(), Options{})
	return !errors.Is(err, ErrEmpty)
}

// members sets what a member may hold where both agree on its name.
func (s *Schema) members(a, b Schema) bool {
	if a.Open || b.Open {
		description := s.Description
		if *s = a; a.Open {
			*s = b
		}
		s.Description = description
		return true
	}
	if len(a.Properties) != len(b.Properties) {
		return false
	}
	s.Properties = make([]Property, 0, len(a.Properties))
	for _, p := range a.Properties {
		q, ok := b.Property(p.Name)
		if !ok {
			return false
		}
		both := p.Schema
		if !both.Equal(q) {
			if both, ok = Intersect(both, q); !ok {
				return false
			}
		}
		s.Properties = append(s.Properties, Property{Name: p.Name, Schema: both})
	}
	return true
}

// items sets what an array may hold; where no item satisfies both, only the empty array does.
func (s *Schema) items(a, b Schema) bool {
	s.MinItems, s.MaxItems = max(a.MinItems, b.MinItems), min(a.MaxItems, b.MaxItems)
	if a.Items == nil || b.Items == nil { // no constructor makes such a schema; then any item will do
		s.Items = cmp.Or(a.Items, b.Items)
		return s.MinItems <= s.MaxItems
	}
	both, ok := Intersect(*a.Items, *b.Items)
	if !ok {
		both, s.MaxItems = *b.Items, 0
	}
	s.Items = &both
	return s.MinItems <= s.MaxItems
}

// intersectEnums returns the listed values that satisfy both.
func intersectEnums(s, t Schema) []json.RawMessage {
	listed := t.Enum
	if len(listed) == 0 {
		listed = s.Enum
	}
	var values []json.RawMessage
	for _, v := range listed {
		if s.admits(v) && t.admits(v) {
			values = append(values, v)
		}
	}
	return values
}

// admits reports whether a value of s's type is listed, if values are, and within the bounds.
func (s Schema) admits(v json.RawMessage) bool {
	if len(s.Enum) > 0 && !slices.ContainsFunc(s.Enum, func(e json.RawMessage) bool { return sameValue(e, v) }) {
		return false
	}
	switch s.Type {
	case "string":
		var text string
		if json.Unmarshal(v, &text) != nil {
			return false
		}
		n := utf8.RuneCountInString(text)
		return s.MinLength <= n && (n <= s.MaxLength || len(s.Enum) > 0) && // which leaves out maxLength
			!slices.Contains(s.Except, text) && (len(s.Patterns) == 0 || s.matches(text))
	case "number", "integer":
		n := rational(json.Number(v))
		return n != nil && (s.Type == "number" || n.IsInt()) &&
			(s.Minimum == "" || n.Cmp(rational(s.Minimum)) >= 0) && (s.Maximum == "" || n.Cmp(rational(s.Maximum)) <= 0)
	case "array", "object":
		g, err := Compile(s.JSON(), Options{Order: AnyOrder, Numbers: AnyForm, Whitespace: Foreign()})
		return err == nil && g.Check(v) == nil
	}
	return true
}

// matches reports whether text satisfies the patterns of s. Patterns that cannot be compiled match nothing.
func (s Schema) matches(text string) bool {
	g, err := Compile(Schema{Type: "string", MaxLength: MaxString, Patterns: s.Patterns}.JSON(), Options{})
	return err == nil && g.Check(jsontext.Quote(text)) == nil
}

// sameValue reports whether two values are the same, however strings and numbers are spelled.
func sameValue(a, b json.RawMessage) bool {
	if string(a) == string(b) {
		return true
	}
	if isVerbatim(a) && isVerbatim(b) {
		return false
	}
	if x, y := rational(json.Number(a)), rational(json.Number(b)); x != nil && y != nil {
		return x.Cmp(y) == 0
	}
	var x, y string
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && x == y
}

// isVerbatim reports whether v is a string that is spelled as it reads.
func isVerbatim(v json.RawMessage) bool {
	return len(v) > 0 && v[0] == '"' && bytes.IndexByte(v, '\\') < 0
}

// rational returns the value of n, or nil.
func rational(n json.Number) *big.Rat {
	r, _ := new(big.Rat).SetString(string(n))
	return r
}

// tighter returns the bound that leaves less; sign is 1 for a lower bound, -1 for an upper one.
func tighter(a, b json.Number, sign int) json.Number {
	if a == "" || b != "" && rational(b).Cmp(rational(a)) == sign {
		return b
	}
	return a
}

// inhabited reports whether a number lies within the bounds of s.
func (s Schema) inhabited() bool {
	if s.Minimum == "" || s.Maximum == "" {
		return true
	}
	low, high := rational(s.Minimum), rational(s.Maximum)
	if s.Type == "integer" {
		return number.CeilQuo(low, number.One).Cmp(number.FloorQuo(high, number.One)) <= 0
	}
	return low.Cmp(high) <= 0
}
