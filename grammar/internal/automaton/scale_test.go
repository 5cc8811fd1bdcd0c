package automaton

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

func reads(t *testing.T, schema string, o options, doc string) *compiled {
	t.Helper()
	g, err := compile([]byte(schema), o)
	require.NoError(t, err)
	m := g.Matcher()
	_, err = m.Feed(t.Context(), []byte(doc))
	assert.NoError(t, err)
	assert.True(t, m.CanEnd())
	return g
}

func TestScaleOfWalks(t *testing.T) {
	t.Run("more readings than may be followed are an error", func(t *testing.T) {
		var branches []string
		for i := range 101 {
			branches = append(branches, fmt.Sprintf(`{"type":"integer","maximum":%d}`, i))
		}
		g, err := compile([]byte(`{"anyOf":[`+strings.Join(branches, ",")+`]}`), options{Limits: limits{Parallel: 100}})
		require.NoError(t, err)
		_, err = g.Matcher().Feed(t.Context(), []byte(`1`))
		assert.NoError(t, err, "one of them cannot be 1")
		_, err = g.Matcher().Feed(t.Context(), []byte(`0`))
		assert.ErrorContains(t, err, "fewer readings at once")
		next := g.Matcher().Next()
		assert.True(t, next.Has('1') && !next.Has('0'))
	})
	t.Run("more states of a pattern than it may have are an error that says so", func(t *testing.T) {
		for _, schema := range []string{`{"type":"string","pattern":"^[ab]{0,500}$"}`,
			`{"type":"object","patternProperties":{"^[ab]{0,500}$":{"type":"null"}},"additionalProperties":false}`} {
			g, err := compile([]byte(schema), options{Limits: limits{States: 100}})
			require.NoError(t, err)
			m, before := g.Matcher(), `"`
			if strings.Contains(schema, "object") {
				before = `{"`
			}
			n, err := m.Feed(t.Context(), []byte(before+strings.Repeat("a", 200)))
			assert.Greater(t, n, 90)
			assert.ErrorContains(t, err, "want a text that takes a pattern through fewer states")
			assert.NotContains(t, m.End().Error(), "states", "the end is another matter")
			_, err = g.Matcher().Feed(t.Context(), []byte(before+"c"))
			assert.ErrorContains(t, err, "want ")
			assert.NotContains(t, err.Error(), "states")
		}
	})
	t.Run("a long document holds few frames", func(t *testing.T) {
		g, err := compile([]byte(`{"type":"array","items":{"type":"object"}}`), options{})
		require.NoError(t, err)
		m := g.Matcher()
		_, err = m.Feed(t.Context(), []byte("["+strings.Repeat(`{"a":[1,{"b":2}]},`, 20_000)))
		require.NoError(t, err)
		assert.Less(t, len(m.frames.list), 2*maxFrames)
		assert.Less(t, cap(m.nameBytes)+cap(m.names)+cap(m.levels)+cap(m.threads), 10_000)
	})
	t.Run("counted items do not pile up", func(t *testing.T) {
		g, err := compile([]byte(`{"type":"array","items":{"type":"null"},"maxItems":100000}`), options{})
		require.NoError(t, err)
		m := g.Matcher()
		_, err = m.Feed(t.Context(), []byte("["+strings.Repeat(`null,`, 50_000)))
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
		g := reads(t, `{"type":"object","properties":{`+strings.Join(props, ",")+`}}`, options{}, `{`+strings.Join(doc, ",")+`}`)
		size := 0
		for _, r := range *g.program.readings.Load() {
			if s := r.steps.Load(); s != nil {
				size += s.size()
			}
		}
		assert.LessOrEqual(t, size, maxStepBytes)
	})
	t.Run("what was forgotten is worked out as it was", func(t *testing.T) {
		g, err := compile(grammartest.LoopStep(9), options{})
		require.NoError(t, err)
		const doc = `{"thought":"x","tool":"tool_007","tool_args":{"n":1,"person":"1pl","tense":"past_simple","verb":"go"}}`
		for at := range len(doc) {
			m := g.Matcher()
			_, err := m.Feed(t.Context(), []byte(doc[:at]))
			require.NoError(t, err)
			readings, choices := len(*g.program.readings.Load()), len(*g.program.choices.Load())
			for _, r := range *g.program.readings.Load() {
				r.steps.Store(nil)
			}
			_, err = m.Feed(t.Context(), []byte(doc[at:]))
			require.NoError(t, err)
			require.True(t, m.CanEnd())
			if at == len(doc)-1 {
				_, err := g.Matcher().Feed(t.Context(), []byte(doc))
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
	g, err := compile([]byte(`{"anyOf":[`+strings.Join(branches, ",")+`]}`), options{})
	require.NoError(t, err)
	v := byteVocabulary(t)
	mask, most := make([]uint64, v.Words()), 0
	old := g.Matcher()
	_, err = old.Feed(t.Context(), []byte(`{"a":null,`))
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
		_, err := kept.Feed(t.Context(), []byte("{"+strings.Join(members, ",")+"}"))
		require.NoError(t, err)
		require.True(t, kept.CanEnd())
		if kept.Reset(); set%15 == 1 { // masks are those of the program of the day
			_, err = kept.Feed(t.Context(), []byte("{"+strings.Join(members, ",")))
			require.NoError(t, err)
			require.NoError(t, kept.Mask(v, mask))
			threeWays(t, v, kept, mask)
		}
		most = max(most, len(*g.program.current().readings.Load()))
	}
	assert.Less(t, most, maxReadings+names)
	assert.False(t, g.program == g.program.current(), "the test does not reach so many")
	_, err = old.Feed(t.Context(), []byte(`"b":null}`))
	assert.NoError(t, err, "a walk goes on with what it began with")
	assert.True(t, old.CanEnd())
}

// One reading is enough for 200 tools until their names part, and again after that.
func TestBranchesThatBeginAlikeAreReadAsOne(t *testing.T) {
	g, err := compile(grammartest.LoopStep(200), options{})
	require.NoError(t, err)
	m := g.Matcher()
	for i, b := range grammartest.CallDocument {
		_, err := m.Feed(t.Context(), []byte{b})
		require.NoError(t, err)
		assert.Equal(t, 1, len(m.live()), "after %s", grammartest.CallDocument[:i+1])
	}
	assert.True(t, m.CanEnd())
}
