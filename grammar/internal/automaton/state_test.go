package automaton

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/sample"
)

// States with equal keys let the same bytes come, whatever documents led to them.
func TestEqualKeysMeanEqualContinuations(t *testing.T) {
	v := byteVocabulary(t)
	corpus(t, options{}, func(name string, g *compiled, _ []byte, r *rand.Rand) {
		next := map[string]jsontext.ByteSet{}
		for range 3 {
			doc := g.SampleWith(r, sample.Options{Budget: 60})
			m := g.Matcher()
			for i := range doc {
				key := string(m.appendKey(nil, v)) // "" where items that came count: they are not in it
				if known, ok := next[key]; ok && key != "" {
					assert.Equal(t, known, m.Next(), "%s %s", name, doc[:i])
				}
				next[key] = m.Next()
				_, err := m.Feed(t.Context(), doc[i:i+1])
				require.NoError(t, err)
			}
		}
	})
}

func TestARefusedByteChangesNothing(t *testing.T) {
	g, err := compile([]byte(`{"type":"array","items":{"enum":[1,12,"a"]},"uniqueItems":true,"minItems":2}`), options{Whitespace: spaced()})
	require.NoError(t, err)
	m := g.Matcher()
	_, err = m.Feed(t.Context(), []byte("[1"))
	require.NoError(t, err)
	for _, refused := range []string{"]", "\t", "3"} {
		n, err := m.Feed(t.Context(), []byte(refused))
		assert.Zero(t, n)
		assert.Error(t, err)
	}
	_, err = m.Feed(t.Context(), []byte(`2, 1, "a"]`))
	assert.NoError(t, err)
}
