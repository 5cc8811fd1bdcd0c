package grammar

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// Intersect returns the schema of the documents that satisfy both s and t, in the same closed form, so
// that servers understand it too. ok is false if there are none. Order and descriptions, which constrain
// nothing, come from t if t is the narrower schema; the members of an object keep the order of s.
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
	came, of := map[string][]Schema{}, newPartners(s.alternatives())
	for _, b := range t.alternatives() {
		for a := range of.with(b) {
			both, ok := Intersect(a, b)
			if !ok {
				continue
			}
			key := both.first()
			if !slices.ContainsFunc(came[key], both.Equal) {
				branches, came[key] = append(branches, both), append(came[key], both)
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

// first returns something of s that schemas have in common which are written alike: its kind, and where it begins.
func (s Schema) first() string {
	switch {
	case len(s.Enum) > 0:
		return s.Type + string(s.Enum[0])
	case len(s.Properties) > 0:
		return s.Type + s.Properties[0].Name + s.Properties[0].Schema.first()
	}
	return s.Type
}

// partners are alternatives that are looked for by what they have in common with another. Of many that list their values
// it would take long to try each.
type partners struct {
	all      []Schema
	unlisted []int            // those that list no values, or more than scalars
	listed   map[string][]int // the others, by their values
}

func newPartners(all []Schema) partners {
	p := partners{all: all, listed: map[string][]int{}}
	for i, s := range all {
		if !s.listsScalars() {
			p.unlisted = append(p.unlisted, i)
			continue
		}
		for _, v := range s.Enum {
			key := valueKey(v)
			if of := p.listed[key]; len(of) == 0 || of[len(of)-1] != i {
				p.listed[key] = append(of, i)
			}
		}
	}
	return p
}

func (s Schema) listsScalars() bool {
	return len(s.Enum) > 0 && s.AnyOf == nil && s.Type != "array" && s.Type != "object"
}

// with yields those that may have a document in common with s, in order.
func (p partners) with(s Schema) iter.Seq[Schema] {
	return func(yield func(Schema) bool) {
		if !s.listsScalars() {
			for _, a := range p.all {
				if !yield(a) {
					return
				}
			}
			return
		}
		some := slices.Clone(p.unlisted)
		for _, v := range s.Enum {
			some = append(some, p.listed[valueKey(v)]...)
		}
		slices.Sort(some)
		for _, i := range slices.Compact(some) {
			if !yield(p.all[i]) {
				return
			}
		}
	}
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
		return s.MinLength == t.MinLength && s.MaxLength == t.MaxLength && slices.Equal(s.Patterns, t.Patterns) &&
			slices.Equal(s.Except, t.Except)
	}
	if len(s.Patterns) == 0 && len(s.Except) == 0 || same(a) || same(b) {
		return true
	}
	_, err := Compile(context.Background(), s.JSON(), Options{})
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
	listed, other := t.Enum, s.Enum
	if len(listed) == 0 {
		listed, other = s.Enum, nil
	}
	var in map[string]bool
	if len(other) > 0 {
		in = make(map[string]bool, len(other))
	}
	for _, v := range other {
		in[valueKey(v)] = true
	}
	var values []json.RawMessage
	sBounds, tBounds := s.bounds(), t.bounds()
	for _, v := range listed {
		if (len(other) == 0 || in[valueKey(v)]) && sBounds(v) && tBounds(v) {
			values = append(values, v)
		}
	}
	return values
}

// admits reports whether a value of s's type is listed, if values are, and within the bounds.
func (s Schema) admits(v json.RawMessage) bool {
	return (len(s.Enum) == 0 || slices.ContainsFunc(s.Enum, func(e json.RawMessage) bool { return sameValue(e, v) })) && s.bounds()(v)
}

// bounds returns a function that reports whether a value of s's type is within its bounds. What of s cannot be compiled
// holds no value.
func (s Schema) bounds() func(v json.RawMessage) bool {
	switch s.Type {
	case "string":
		matches := func(string) bool { return true }
		if len(s.Patterns) > 0 {
			g, err := Compile(context.Background(), Schema{Type: "string", MaxLength: MaxString, Patterns: s.Patterns}.JSON(), Options{})
			matches = func(text string) bool {
				return err == nil && g.Check(context.Background(), jsontext.Quote(text)) == nil
			}
		}
		return func(v json.RawMessage) bool {
			var text string
			if json.Unmarshal(v, &text) != nil {
				return false
			}
			n := utf8.RuneCountInString(text)
			return s.MinLength <= n && (n <= s.MaxLength || len(s.Enum) > 0) && // which leaves out maxLength
				!slices.Contains(s.Except, text) && matches(text)
		}
	case "number", "integer":
		least, most := rational(s.Minimum), rational(s.Maximum)
		return func(v json.RawMessage) bool {
			n := rational(json.Number(v))
			return n != nil && (s.Type == "number" || n.IsInt()) && (least == nil || n.Cmp(least) >= 0) && (most == nil || n.Cmp(most) <= 0)
		}
	case "array", "object":
		g, err := Compile(context.Background(), s.JSON(), Options{Order: AnyOrder, Numbers: AnyForm, Whitespace: Foreign()})
		return func(v json.RawMessage) bool { return err == nil && g.Check(context.Background(), v) == nil }
	}
	return func(json.RawMessage) bool { return true }
}

// sameValue reports whether two values are the same, however strings and numbers are spelled.
func sameValue(a, b json.RawMessage) bool {
	if string(a) == string(b) {
		return true
	}
	return !(isVerbatim(a) && isVerbatim(b)) && valueKey(a) == valueKey(b)
}

// valueKey returns a text that two values have in common exactly if they are the same, however strings and numbers are
// spelled.
func valueKey(v json.RawMessage) string {
	var text string
	switch n := json.Number(v); {
	case isVerbatim(v):
		return strings.TrimSuffix(string(v), `"`)
	case v[0] == '"' && json.Unmarshal(v, &text) == nil:
		return `"` + text
	default:
		if r := rational(n); r != nil {
			return rationalKey(r)
		}
	}
	return string(v)
}

// rationalKey returns a text that equal numbers have in common. An integer that has few digits is spelled by them alone.
func rationalKey(n *big.Rat) string {
	if n.IsInt() && n.Num().IsInt64() {
		if text := n.Num().String(); isVerbatim(json.RawMessage(text)) {
			return text
		}
	}
	const base = 32 // which takes no division
	return n.Num().Text(base) + "/" + n.Denom().Text(base)
}

// fewDigits is how many digits an integer may have to be compared by its text.
const fewDigits = 18

// isVerbatim reports whether v is a string that is spelled as it reads, or an integer of few digits that is spelled by
// them alone. Two of them are the same only if their texts are.
func isVerbatim(v json.RawMessage) bool {
	if len(v) == 0 || v[0] == '"' {
		return bytes.IndexByte(v, '\\') < 0
	}
	digits := bytes.TrimPrefix(v, []byte("-"))
	if len(digits) == 0 || len(digits) > fewDigits || digits[0] == '0' && len(v) > 1 {
		return false
	}
	return !bytes.ContainsFunc(digits, func(r rune) bool { return r < '0' || '9' < r })
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
