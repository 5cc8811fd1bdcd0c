package grammar_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
)

// closedShape draws a schema of any kind; two draws often have documents in common.
func closedShape(r *rand.Rand, depth int) grammar.Schema {
	low := r.IntN(3)
	kinds := 10
	if depth == 0 {
		kinds = 6
	}
	switch r.IntN(kinds) {
	case 0:
		if r.IntN(3) == 0 {
			s := grammar.Pattern([]string{"a|bb", "[a-c]{2,3}", "é?"}[r.IntN(3)], 0, 1+low)
			s.Except = [][]string{nil, {"a"}, {"bb", "é"}}[r.IntN(3)]
			if _, err := grammar.Compile(context.Background(), s.JSON(), grammar.Options{}); err != nil {
				s.Except = nil
			}
			return s
		}
		return grammar.String(low, low+r.IntN(3))
	case 1:
		return grammar.Enum([]string{"a", "bb", "", "é"}[low : low+1+r.IntN(2)]...)
	case 2:
		return grammar.Integer(int64(low-1), int64(low+r.IntN(3)))
	case 3:
		s := grammar.Schema{Type: "number", Minimum: "0.5", Maximum: "2.25"}
		if low == 0 {
			s.Minimum = "1.5"
		}
		if low == 1 {
			s.Maximum = "1.75"
		}
		return s
	case 4:
		return []grammar.Schema{grammar.Boolean(), grammar.Null(), grammar.OpenObject()}[low]
	case 5:
		s := grammar.Integer(0, 2)
		s.Enum = append(s.Enum, []byte("1"), []byte(fmt.Sprint(low)))
		return s
	case 6, 7:
		list := []grammar.Property{{Name: "a", Schema: closedShape(r, depth-1)}, {Name: "b", Schema: closedShape(r, depth-1)}}
		if low == 0 {
			list = list[:1]
		}
		return grammar.Object(list...)
	case 8:
		return grammar.Array(closedShape(r, depth-1), low/2, 1+low)
	default:
		return grammar.AnyOf(closedShape(r, depth-1), closedShape(r, depth-1))
	}
}

func TestAnIntersectionHoldsWhatBothHold(t *testing.T) {
	some, none, documents := 0, 0, 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 2))
		a, b := closedShape(r, 2), closedShape(r, 2)
		both, ok := grammar.Intersect(a, b)
		_, err := grammar.Compile(t.Context(), []byte(`{"allOf":[`+a.String()+`,`+b.String()+`]}`), grammar.Options{})
		if errors.Is(err, grammar.ErrEmpty) != !ok {
			t.Fatalf("seed %d: ok is %v, and the engine says %v\n%s\n%s", seed, ok, err, a, b)
		}
		if !ok {
			none++
			continue
		}
		some++
		ga, gb, gboth := compiled(t, a), compiled(t, b), compiled(t, both)
		for _, from := range []*grammar.Grammar{ga, gb, gboth} {
			for range 8 {
				d := from.Sample(r)
				in := ga.Check(t.Context(), d) == nil && gb.Check(t.Context(), d) == nil
				if in {
					documents++
				}
				require.Equal(t, in, gboth.Check(t.Context(), d) == nil, "seed %d: %s\n%s\n%s\n%s", seed, d, a, b, both)
			}
		}
	}
	assert.Greater(t, some, 100)
	assert.Greater(t, none, 100)
	assert.Greater(t, documents, 1500)
}

func compiled(t *testing.T, s grammar.Schema) *grammar.Grammar {
	g, err := grammar.Compile(t.Context(), s.JSON(), grammar.Options{})
	require.NoError(t, err, s.String())
	return g
}

func TestWhatIsNarrowerStaysAsItIsWritten(t *testing.T) {
	wide := grammar.Object(grammar.Property{Name: "word", Schema: grammar.String(1, 40)},
		grammar.Property{Name: "n", Schema: grammar.Integer(0, 9)})
	narrow := wide.With("word", grammar.Enum("b", "a"))
	for _, both := range []func() (grammar.Schema, bool){
		func() (grammar.Schema, bool) { return grammar.Intersect(wide, narrow) },
		func() (grammar.Schema, bool) { return grammar.Intersect(narrow, wide) },
		func() (grammar.Schema, bool) { return grammar.Intersect(narrow, narrow) },
	} {
		got, ok := both()
		assert.True(t, ok)
		assert.Equal(t, narrow.String(), got.String())
	}
}

func TestAnEnumOfNothingIsNothing(t *testing.T) {
	_, err := grammar.Compile(t.Context(), grammar.Enum().JSON(), grammar.Options{})
	assert.Error(t, err)
	_, ok := grammar.Intersect(grammar.String(0, 9), grammar.Enum())
	assert.False(t, ok)
}

func ExampleIntersect() {
	both, ok := grammar.Intersect(grammar.Enum("went", "gone", "goes"), grammar.Enum("goes", "went"))
	fmt.Println(both, ok)
	_, ok = grammar.Intersect(grammar.Enum("went"), grammar.Enum("gone"))
	fmt.Println(ok)
	// Output:
	// {"type":"string","enum":["goes","went"]} true
	// false
}

// An array may be given by its values alone; it says nothing of items then.
func TestAnArrayOfListedValues(t *testing.T) {
	s := grammar.Schema{Type: "array", Enum: []json.RawMessage{json.RawMessage("[1,2]"), json.RawMessage("[3]")}}
	assert.JSONEq(t, `{"type":"array","enum":[[1,2],[3]]}`, s.String())
	var read grammar.Schema
	require.NoError(t, json.Unmarshal(s.JSON(), &read))
	assert.True(t, s.Equal(read))
	g, err := grammar.Compile(t.Context(), s.JSON(), grammar.Options{})
	require.NoError(t, err)
	assert.NoError(t, g.Check(t.Context(), []byte("[1,2]")))
	assert.Error(t, g.Check(t.Context(), []byte("[2]")))
	short := grammar.Array(grammar.Integer(0, 9), 0, 1)
	for _, pair := range [][2]grammar.Schema{{s, short}, {short, s}} {
		both, ok := grammar.Intersect(pair[0], pair[1])
		require.True(t, ok)
		assert.JSONEq(t, `{"type":"array","enum":[[3]]}`, both.String(), "only one of them is short enough")
	}
	_, ok := grammar.Intersect(s, grammar.Array(grammar.Integer(4, 9), 1, 5))
	assert.False(t, ok)
	none := grammar.Schema{Type: "array"}
	assert.JSONEq(t, `{"type":"array","maxItems":0}`, none.String(), "without items and values there is the empty array")
	_, ok = grammar.Intersect(none, none)
	assert.True(t, ok)
}

// Two lists meet in the time of reading both, however their values are spelled.
func TestLongListsMeetInTheTimeOfTheirLength(t *testing.T) {
	const n = 4096
	rows := map[string][2]func(i int) string{
		"integers":            {func(i int) string { return fmt.Sprint(i) }, func(i int) string { return fmt.Sprint(i) }},
		"integers as decimal": {func(i int) string { return fmt.Sprint(i) }, func(i int) string { return fmt.Sprintf("%d.0", i) }},
		"large integers": {func(i int) string { return fmt.Sprintf("%d00000000000000000000", i) },
			func(i int) string { return fmt.Sprintf("%de20", i) }},
		"decimals":   {func(i int) string { return fmt.Sprintf("%d.5", i) }, func(i int) string { return fmt.Sprintf("%d5e-1", i) }},
		"below zero": {func(i int) string { return fmt.Sprint(-i) }, func(i int) string { return fmt.Sprintf("-%d.0", i) }},
		"strings": {func(i int) string { return fmt.Sprintf("\"é\u2028%d\"", i) },
			func(i int) string { return fmt.Sprintf(`"\u00e9\u2028%d"`, i) }},
	}
	for name, row := range rows {
		of := func(spell func(int) string, from, step int) grammar.Schema {
			s := grammar.Schema{Type: "number"}
			if spell(0)[0] == '"' {
				s.Type = "string"
			}
			for i := range n {
				s.Enum = append(s.Enum, json.RawMessage(spell(from+step*i)))
			}
			return s
		}
		all, even := of(row[0], 0, 1), of(row[1], 2*n-2, -2)
		made := testing.AllocsPerRun(1, func() {
			both, ok := grammar.Intersect(all, even)
			require.True(t, ok, name)
			require.Len(t, both.Enum, n/2, name)
			require.Equal(t, even.Enum[n/2:], both.Enum, name)
		})
		assert.Less(t, made, float64(150*n), "%s: so many things were made", name)
	}
}
