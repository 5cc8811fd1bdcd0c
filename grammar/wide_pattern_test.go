package grammar

import (
	"encoding/json"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// What follows in a text of such a pattern depends on very many things that came, and its documents are found all the
// same, or soon given up.
func TestPatternsOfManyStatesAreSampled(t *testing.T) {
	samples := 1
	if *grammartest.Thorough {
		samples = 4
	}
	for _, row := range []struct {
		pattern string
		none    bool // no document is found
	}{
		{`a.{128}$`, false},
		{`a.{1000}$`, false},
		{`a.{4096}$`, false},
		{`a.{32768}$`, true},
		{`(?:a.{60}|b.{70})c$`, false},
		{`^(?!x).*a.{99}$`, false},
		{`^(?:(a{65536}){65536}|b)$`, false},
		{`^((a|bbb){65536}){65536}$`, true},
		{`^(?:(?:aa)*.*a.{120}(?:aa)*b)$`, true},
	} {
		t.Run(row.pattern, func(t *testing.T) {
			text, err := json.Marshal(map[string]any{"type": "string", "pattern": row.pattern})
			require.NoError(t, err)
			g, err := Compile(t.Context(), text, Options{})
			require.NoError(t, err)
			r := rand.New(rand.NewPCG(1, 2))
			for range samples {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				document := g.Sample(r)
				runtime.ReadMemStats(&after)
				assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(200<<20))
				if row.none {
					assert.Nil(t, document)
				} else {
					require.NoError(t, g.Check(t.Context(), document), "%.80s", document)
				}
			}
			assert.Equal(t, row.none, g.Matcher().MinimalCompletion() == nil)
		})
	}
	_, err := Compile(t.Context(), []byte(`{"type":"string","pattern":"^(a{65536}){65536}$"}`), Options{})
	assert.ErrorIs(t, err, ErrEmpty)
}
