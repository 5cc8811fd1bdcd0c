package grammar_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
)

// shape draws a schema from few enough that two draws are often equal.
func shape(r *rand.Rand, depth int) grammar.Schema {
	n := int64(r.IntN(2))
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	switch r.IntN(kinds) {
	case 0:
		if r.IntN(2) == 0 {
			s := grammar.Pattern([]string{"a", "b"}[n], 0, 5)
			s.Except = [][]string{nil, {"a"}}[r.IntN(2)]
			return s
		}
		return grammar.String(int(n), 5)
	case 1:
		return grammar.Enum([]string{"a", "b"}[:1+n]...)
	case 2:
		return grammar.Integer(0, n)
	case 3:
		s := grammar.Boolean()
		s.Description = []string{"", "so"}[n]
		return s
	case 4:
		return grammar.Object(grammar.Property{Name: []string{"a", "b"}[n], Schema: shape(r, depth-1)})
	default:
		if n == 0 {
			list := grammar.Array(shape(r, depth-1), 0, 1+r.IntN(2))
			for range r.IntN(2) {
				list.Prefix = append(list.Prefix, shape(r, depth-1))
			}
			return list
		}
		return grammar.AnyOf(shape(r, depth-1), shape(r, depth-1))
	}
}

func TestEqualSchemasAreThoseWrittenAlike(t *testing.T) {
	equal := 0
	for seed := range uint64(6000) {
		r := rand.New(rand.NewPCG(seed, 1))
		a, b := shape(r, 2), shape(r, 2)
		same := a.String() == b.String()
		assert.Equal(t, same, a.Equal(b), "%s\n%s", a, b)
		assert.True(t, a.Equal(a))
		var read grammar.Schema
		require.NoError(t, read.UnmarshalJSON(a.JSON()))
		assert.Equal(t, a.String(), read.String(), "what is written can be read")
		if same {
			equal++
		}
	}
	assert.Greater(t, equal, 50, "the draws must often meet")
	none := grammar.Array(grammar.Null(), 0, 0)
	var read grammar.Schema
	require.NoError(t, read.UnmarshalJSON(none.JSON()), "an array that is always empty")
	assert.Equal(t, none, read)
	first := grammar.Array(grammar.Null(), 0, 1)
	first.Prefix = []grammar.Schema{grammar.Boolean()}
	assert.False(t, first.Equal(grammar.Array(grammar.Null(), 0, 1)), "the first items count")
	assert.False(t, grammar.AnyOf().Equal(grammar.Schema{}), "no alternatives are not no schema")
}
