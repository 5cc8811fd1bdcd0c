package grammar

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func reads(t *testing.T, schema string, o Options, doc string) *Grammar {
	t.Helper()
	g, err := Compile([]byte(schema), o)
	require.NoError(t, err)
	m := g.Matcher()
	_, err = m.Feed([]byte(doc))
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
		g, err := Compile([]byte(schema), Options{})
		require.NoError(t, err)
		err = g.Check([]byte(strings.Repeat("[", 129) + strings.Repeat("]", 129)))
		assert.ErrorContains(t, err, `byte 128: got "[]`)
		assert.NotContains(t, err.Error(), "an array")
	})
	t.Run("200 tools in any order", func(t *testing.T) {
		schema := string(loopStep(200).JSON())
		reads(t, schema, Options{Whitespace: Foreign(), Order: AnyOrder},
			`{"tool_args": {"verb": "go", "n": 1, "tense": "past_simple", "person": "1sg"}, "tool": "tool_123", "thought": ""}`)
	})
}

func TestScaleOfWalks(t *testing.T) {
	t.Run("more readings than may be followed are an error", func(t *testing.T) {
		var branches []string
		for i := range 101 {
			branches = append(branches, fmt.Sprintf(`{"type":"integer","maximum":%d}`, i))
		}
		g, err := Compile([]byte(`{"anyOf":[`+strings.Join(branches, ",")+`]}`), Options{Limits: Limits{Parallel: 100}})
		require.NoError(t, err)
		_, err = g.Matcher().Feed([]byte(`1`))
		assert.NoError(t, err, "one of them cannot be 1")
		_, err = g.Matcher().Feed([]byte(`0`))
		assert.ErrorContains(t, err, "fewer readings at once")
	})
	t.Run("a long document holds few frames", func(t *testing.T) {
		g, err := Compile([]byte(`{"type":"array","items":{"type":"object"}}`), Options{})
		require.NoError(t, err)
		m := g.Matcher()
		_, err = m.Feed([]byte("[" + strings.Repeat(`{"a":[1,{"b":2}]},`, 20_000)))
		require.NoError(t, err)
		assert.Less(t, len(m.frames.list), 2*maxFrames)
		assert.Less(t, cap(m.letters)+cap(m.names)+cap(m.levels)+cap(m.threads), 10_000)
	})
	t.Run("counted items do not pile up", func(t *testing.T) {
		g, err := Compile([]byte(`{"type":"array","items":{"type":"null"},"maxItems":100000}`), Options{})
		require.NoError(t, err)
		m := g.Matcher()
		_, err = m.Feed([]byte("[" + strings.Repeat(`null,`, 50_000)))
		require.NoError(t, err)
		assert.Less(t, len(m.frames.list), 2*maxFrames)
	})
}

func TestWhatWalksWorkOutIsBounded(t *testing.T) {
	t.Run("members in order, of which each is a reading with all the others", func(t *testing.T) {
		var props, doc []string
		for i := range 1200 {
			props = append(props, fmt.Sprintf(`"p%04d":{"type":"null"}`, i))
			doc = append(doc, fmt.Sprintf(`"p%04d":null`, i))
		}
		g := reads(t, `{"type":"object","properties":{`+strings.Join(props, ",")+`}}`, Options{}, `{`+strings.Join(doc, ",")+`}`)
		size := 0
		for _, r := range *g.program.readings.Load() {
			if s := r.full.Load(); s != nil {
				size += s.size()
			}
		}
		assert.LessOrEqual(t, size, maxWorked)
	})
	t.Run("what was forgotten is worked out as it was", func(t *testing.T) {
		g, err := Compile(loopStep(9).JSON(), Options{})
		require.NoError(t, err)
		const doc = `{"thought":"x","tool":"tool_007","tool_args":{"n":1,"person":"1pl","tense":"past_simple","verb":"go"}}`
		for at := range len(doc) {
			m := g.Matcher()
			_, err := m.Feed([]byte(doc[:at]))
			require.NoError(t, err)
			readings, choices := len(*g.program.readings.Load()), len(*g.program.choices.Load())
			for _, r := range *g.program.readings.Load() {
				r.full.Store(nil)
			}
			_, err = m.Feed([]byte(doc[at:]))
			require.NoError(t, err)
			require.True(t, m.CanEnd())
			if at == len(doc)-1 {
				_, err := g.Matcher().Feed([]byte(doc))
				require.NoError(t, err)
				assert.Equal(t, readings, len(*g.program.readings.Load()))
				assert.Equal(t, choices, len(*g.program.choices.Load()))
			}
		}
	})
}

// Alternative i knows all names but the one numbered i, so every set of names is a reading.
func TestReadingsOfManyDocumentsAreBounded(t *testing.T) {
	const names = 14
	var branches []string
	for i := range names {
		var props []string
		for j := range names {
			if j != i {
				props = append(props, fmt.Sprintf(`"%c":{"type":"null"}`, 'a'+j))
			}
		}
		branches = append(branches, `{"type":"object","properties":{`+strings.Join(props, ",")+`},"additionalProperties":false}`)
	}
	g, err := Compile([]byte(`{"anyOf":[`+strings.Join(branches, ",")+`]}`), Options{})
	require.NoError(t, err)
	v := byteVocabulary(t)
	mask, most := make([]uint64, v.Words()), 0
	old := g.Matcher()
	_, err = old.Feed([]byte(`{"a":null,`))
	require.NoError(t, err)
	kept := g.Matcher()
	for set := 1; set < 1<<names-1; set += 3 { // all names are one too many
		var members []string
		for j := range names {
			if set>>j&1 == 1 {
				members = append(members, fmt.Sprintf(`"%c":null`, 'a'+j))
			}
		}
		kept.Reset()
		_, err := kept.Feed([]byte("{" + strings.Join(members, ",") + "}"))
		require.NoError(t, err)
		require.True(t, kept.CanEnd())
		if kept.Reset(); set%15 == 1 { // masks are those of the program of the day
			_, err = kept.Feed([]byte("{" + strings.Join(members, ",")))
			require.NoError(t, err)
			require.NoError(t, kept.Mask(v, mask))
			threeWays(t, v, kept, mask)
		}
		most = max(most, len(*g.program.current().readings.Load()))
	}
	assert.Less(t, most, maxReadings+names)
	assert.False(t, g.program == g.program.current(), "the test does not reach so many")
	_, err = old.Feed([]byte(`"b":null}`))
	assert.NoError(t, err, "a walk goes on with what it began with")
	assert.True(t, old.CanEnd())
}

func TestGrammarsLeaveNothingBehind(t *testing.T) {
	schema := loopStep(4).JSON()
	heap := func() uint64 {
		runtime.GC() // twice: what waits in a pool is given up by the second
		runtime.GC()
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return s.HeapAlloc
	}
	before := heap()
	for range 300 {
		g, err := Compile(schema, Options{})
		require.NoError(t, err)
		_, err = g.Matcher().Feed([]byte(`{"thought":"`))
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
		{"too many alternatives", `{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]},{"required":["c"]}]}`, Limits{Alternatives: 2}, ErrBudget},
		{"just enough", `{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]},{"required":["c"]}]}`, Limits{Alternatives: 3}, nil},
	} {
		t.Run(row.claim, func(t *testing.T) {
			_, err := Compile([]byte(row.schema), Options{Limits: row.limits})
			if row.want == nil {
				assert.NoError(t, err)
			} else {
				assert.ErrorIs(t, err, row.want)
			}
		})
	}
}
