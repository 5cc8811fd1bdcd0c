package grammar

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Equal reports whether s and t have the same text. It is fast for parts that both schemas share,
// such as copies of one another.
func (s Schema) Equal(t Schema) bool {
	return s.Type == t.Type && s.Description == t.Description && s.Open == t.Open &&
		s.MinItems == t.MinItems && s.MaxItems == t.MaxItems && s.MinLength == t.MinLength && s.MaxLength == t.MaxLength &&
		s.Minimum == t.Minimum && s.Maximum == t.Maximum && (s.AnyOf == nil) == (t.AnyOf == nil) &&
		(s.Items == t.Items || s.Items != nil && t.Items != nil && s.Items.Equal(*t.Items)) &&
		alike(s.Prefix, t.Prefix, Schema.Equal) &&
		slices.Equal(s.Patterns, t.Patterns) && slices.Equal(s.Except, t.Except) &&
		alike(s.Enum, t.Enum, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) &&
		alike(s.Properties, t.Properties, func(a, b Property) bool { return a.Name == b.Name && a.Schema.Equal(b.Schema) }) &&
		alike(s.AnyOf, t.AnyOf, Schema.Equal)
}

// alike reports whether two lists are the same list or hold equal values.
func alike[T any](a, b []T, equal func(a, b T) bool) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || slices.EqualFunc(a, b, equal))
}
