package grammar

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

func reads(t *testing.T, schema string, o Options, doc string) *Grammar {
	t.Helper()
	g, err := Compile(t.Context(), []byte(schema), o)
	require.NoError(t, err)
	m := g.Matcher()
	_, err = m.Feed(t.Context(), []byte(doc))
	assert.NoError(t, err)
	assert.True(t, m.CanEnd())
	return g
}

func TestScale(t *testing.T) {
	t.Run("64 optional members, first and last", func(t *testing.T) {
		var props []string
		for i := range 64 {
			props = append(props, fmt.Sprintf(`"p%02d":{"type":"integer"}`, i))
		}
		schema := `{"type":"object","properties":{` + strings.Join(props, ",") + `},"additionalProperties":false}`
		reads(t, schema, Options{}, `{"p00":1,"p63":2}`)
		slices.Reverse(props)
		doc := strings.ReplaceAll(`{`+strings.Join(props, ",")+`}`, `{"type":"integer"}`, "7")
		reads(t, schema, Options{Order: AnyOrder}, doc)
	})
	t.Run("a string of 100,000 characters", func(t *testing.T) {
		reads(t, `{"type":"string","maxLength":100000}`, Options{}, `"`+strings.Repeat("é", 100_000)+`"`)
	})
	t.Run("an enum of 10,000 words", func(t *testing.T) {
		var words []string
		for i := range 10_000 {
			words = append(words, fmt.Sprintf(`"w%05d"`, i*7919%10_000))
		}
		g := reads(t, `{"enum":[`+strings.Join(words, ",")+`]}`, Options{}, `"w04711"`)
		assert.Equal(t, `"w0`, string(g.Matcher().Forced()))
	})
	t.Run("as deep as may be, and one deeper", func(t *testing.T) {
		schema := `{"type":"array","items":{"$ref":"#"}}`
		reads(t, schema, Options{}, strings.Repeat("[", 128)+strings.Repeat("]", 128))
		g, err := Compile(t.Context(), []byte(schema), Options{})
		require.NoError(t, err)
		err = g.Check(t.Context(), []byte(strings.Repeat("[", 129)+strings.Repeat("]", 129)))
		assert.ErrorContains(t, err, `byte 128: got "[]`)
		assert.NotContains(t, err.Error(), "an array")
	})
	t.Run("200 tools in any order", func(t *testing.T) {
		schema := string(grammartest.LoopStep(200))
		reads(t, schema, Options{Whitespace: Foreign(), Order: AnyOrder},
			`{"tool_args": {"verb": "go", "n": 1, "tense": "past_simple", "person": "1sg"}, "tool": "tool_123", "thought": ""}`)
	})
}

func TestGrammarsLeaveNothingBehind(t *testing.T) {
	schema := grammartest.LoopStep(4)
	heap := func() uint64 {
		runtime.GC() // twice: what waits in a pool is given up by the second
		runtime.GC()
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return s.HeapAlloc
	}
	before := heap()
	for range 300 {
		g, err := Compile(t.Context(), schema, Options{})
		require.NoError(t, err)
		_, err = g.Matcher().Feed(t.Context(), []byte(`{"thought":"`))
		require.NoError(t, err)
	}
	assert.Less(t, heap(), before+4<<20)
}

func TestLimits(t *testing.T) {
	for _, row := range []struct {
		claim, schema string
		limits        Limits
		want          error
	}{
		{"a limit below zero", `true`, Limits{Depth: -1}, ErrMalformed},
		{"a schema as large as may be", `true`, Limits{SchemaBytes: 4}, nil},
		{"one byte larger", `false`, Limits{SchemaBytes: 4}, ErrBudget},
		{"too many alternatives", `{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]},{"required":["c"]}]}`,
			Limits{Alternatives: 2}, ErrBudget},
		{"just enough", `{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]},{"required":["c"]}]}`, Limits{Alternatives: 3}, nil},
	} {
		t.Run(row.claim, func(t *testing.T) {
			_, err := Compile(t.Context(), []byte(row.schema), Options{Limits: row.limits})
			if row.want == nil {
				assert.NoError(t, err)
			} else {
				assert.ErrorIs(t, err, row.want)
			}
		})
	}
}
