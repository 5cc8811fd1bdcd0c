package grammar_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
)

func ExampleExclude() {
	args := grammar.Object(grammar.Property{Name: "id", Schema: grammar.Enum("e1", "e2", "e3")},
		grammar.Property{Name: "unit", Schema: grammar.Enum("km")})
	rest, ok := grammar.Exclude(args, json.RawMessage(`{"id":"e2","unit":"km"}`))
	id, _ := rest.Property("id")
	fmt.Println(ok, id)
	// Output: true {"type":"string","enum":["e1","e3"]}
}

func TestExclude(t *testing.T) {
	word := func(s grammar.Schema) grammar.Schema { return grammar.Object(grammar.Property{Name: "w", Schema: s}) }
	for _, row := range []struct {
		claim       string
		schema      grammar.Schema
		value, rest string // "": nothing is left
	}{
		{"one of a list", grammar.Enum("a", "b"), `"a"`, `{"type":"string","enum":["b"]}`},
		{"the last one", grammar.Enum("a"), `"a"`, ""},
		{"the only document of an object", word(grammar.Enum("a")), `{"w":"a"}`, ""},
		{"what is not a document anyway", grammar.Enum("a", "b"), `"c"`, `{"type":"string","enum":["a","b"]}`},
		{"an integer cannot be left out", grammar.Integer(1, 3), "1", grammar.Integer(1, 3).String()},
		{"the only integer", grammar.Integer(1, 1), "1", ""},
		{"a number cannot be left out", grammar.Schema{Type: "number"}, "1", grammar.Schema{Type: "number"}.String()},
		{"nor a string", grammar.String(0, 5), `"a"`, grammar.String(0, 5).String()},
		{"a boolean", grammar.Boolean(), "true", `{"type":"boolean","enum":[false]}`},
		{"null of what may be null", grammar.Nullable(grammar.Enum("a")), "null", `{"type":"string","enum":["a"]}`},
		{"an array cannot leave one out", grammar.Array(grammar.Boolean(), 0, 2), "[true]", grammar.Array(grammar.Boolean(), 0, 2).String()},
	} {
		rest, ok := grammar.Exclude(row.schema, json.RawMessage(row.value))
		assert.Equal(t, row.rest != "", ok, row.claim)
		if ok {
			assert.Equal(t, row.rest, rest.String(), row.claim)
		}
	}
}

// TestExcludeLeavesOutNothingElse holds what is left against the schema it was made from, value by value.
func TestExcludeLeavesOutNothingElse(t *testing.T) {
	exact := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 7))
		s := closedShape(r, 2)
		whole, err := grammar.Compile(t.Context(), s.JSON(), grammar.Options{})
		if errors.Is(err, grammar.ErrEmpty) {
			continue
		}
		require.NoError(t, err)
		value := whole.Sample(r)
		rest, ok := grammar.Exclude(s, value)
		if ok && rest.Equal(s) {
			continue // not in this form
		}
		exact++
		left, err := grammar.Compile(t.Context(), rest.JSON(), grammar.Options{})
		if !ok || errors.Is(err, grammar.ErrEmpty) { // an alternative of s that nothing satisfies may be left
			for range 20 {
				assert.JSONEq(t, string(value), string(whole.Sample(r)), "%s has other documents", s)
			}
			continue
		}
		require.NoError(t, err, "%s without %s: %s", s, value, rest)
		assert.Error(t, left.Check(t.Context(), value), "%s without %s: %s", s, value, rest)
		for range 20 {
			other := whole.Sample(r)
			same := sameJSON(other, value)
			assert.Equal(t, same, left.Check(t.Context(), other) != nil, "%s without %s: %s is refused: %v", s, value, other,
				left.Check(t.Context(), other))
			assert.NoError(t, whole.Check(t.Context(), left.Sample(r)))
		}
	}
	assert.Greater(t, exact, 500)
}

func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && fmt.Sprint(x) == fmt.Sprint(y) &&
		fmt.Sprintf("%T", x) == fmt.Sprintf("%T", y)
}
