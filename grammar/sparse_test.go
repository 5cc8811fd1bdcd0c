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

func ExampleSchema_Sparse() {
	args := grammar.Object(
		grammar.Property{Name: "far", Schema: grammar.Nullable(grammar.Boolean())},
		grammar.Property{Name: "id", Schema: grammar.Enum("e1", "e2")})
	fmt.Println(args.Sparse().Properties[0].Name, args.Sparse().Properties[1].Optional)
	fmt.Println(string(args.Fill(json.RawMessage(`{"id":"e2"}`))))
	fmt.Println(string(args.Thin(json.RawMessage(`{"far":null,"id":"e2"}`))))
	// Output:
	// id true
	// {"far":null,"id":"e2"}
	// {"id":"e2"}
}

// nulling makes members of s nullable here and there.
func nulling(r *rand.Rand, s grammar.Schema) grammar.Schema {
	for i, b := range s.AnyOf {
		s.AnyOf[i] = nulling(r, b)
	}
	if s.Items != nil {
		s = grammar.Array(nulling(r, *s.Items), s.MinItems, s.MaxItems)
	}
	for i, p := range s.Properties {
		s.Properties[i].Schema = nulling(r, p.Schema)
		if r.IntN(2) == 0 {
			s.Properties[i].Schema = grammar.Nullable(s.Properties[i].Schema)
		}
	}
	return s
}

func TestSparseDocumentsAreThoseOfTheSchema(t *testing.T) {
	left := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 11))
		s := nulling(r, closedShape(r, 3))
		whole, err := grammar.Compile(t.Context(), s.JSON(), grammar.Options{})
		if errors.Is(err, grammar.ErrEmpty) {
			continue
		}
		require.NoError(t, err)
		sparse, err := grammar.Compile(t.Context(), s.Sparse().JSON(), grammar.Options{})
		require.NoError(t, err, "%s", s)
		for range 5 {
			dense, thin := whole.Sample(r), sparse.Sample(r)
			assert.NoError(t, whole.Check(t.Context(), s.Fill(thin)), "%s: %s filled: %s", s, thin, s.Fill(thin))
			assert.NoError(t, sparse.Check(t.Context(), s.Thin(dense)), "%s: %s thinned: %s", s, dense, s.Thin(dense))
			assert.JSONEq(t, string(dense), string(s.Fill(s.Thin(dense))), "%s", s)
			assert.JSONEq(t, string(thin), string(s.Thin(s.Fill(thin))), "%s", s)
			if len(s.Thin(dense)) < len(dense) {
				left++
			}
			if t.Failed() {
				return
			}
		}
	}
	assert.Greater(t, left, 1000)
}

func TestWhatIsNoDocumentIsReturned(t *testing.T) {
	s := grammar.Object(grammar.Property{Name: "a", Schema: grammar.Boolean()},
		grammar.Property{Name: "b", Schema: grammar.Nullable(grammar.Boolean())})
	for _, text := range []string{"", "1", "[]", `{"a":true,"b":nu`, `{"a":`, `{}`, `{"a":true,"c":1}`, `{"b":true}`} {
		assert.Equal(t, text, string(s.Fill(json.RawMessage(text))))
		assert.Equal(t, text, string(s.Thin(json.RawMessage(text))))
	}
}
