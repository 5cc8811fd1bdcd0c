package automaton

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/sample"
)

// corpus calls use for every schema of the sample that compiles, with two random numbers' worth of
// state of its own.
func corpus(t *testing.T, o options, use func(name string, g *compiled, schema []byte, r *rand.Rand)) {
	for i, c := range grammartest.Samples(t) {
		g, err := compile(c.Schema, o)
		if err == nil {
			use(c.Name, g, c.Schema, rand.New(rand.NewPCG(uint64(i), 7)))
		}
	}
}

func TestEveryStateIsAliveAndCanBeGoneBackTo(t *testing.T) {
	corpus(t, options{}, func(name string, g *compiled, _ []byte, r *rand.Rand) {
		doc := g.SampleWith(r, sample.Options{Budget: 150, Hostile: r.IntN(2) == 0})
		m := g.Matcher()
		for i, b := range doc {
			if r.IntN(80) == 0 {
				alive(t, fmt.Sprintf("%s\n%s\n%s", name, doc[:i], doc[i:]), m, len(doc)-i)
			}
			if r.IntN(80) == 0 {
				rollback(t, name, g, m, doc[:i], r)
			}
			_, err := m.Feed(t.Context(), []byte{b})
			require.NoError(t, err)
		}
		assert.Empty(t, m.MinimalCompletion(1<<20))
	})
}

// alive holds a state to: something may come, what Next says is what Feed says, and a completion no
// longer than a known one ends the document.
func alive(t *testing.T, about string, m *Matcher, known int) {
	next := m.Next()
	assert.NotZero(t, next.Len(), about)
	for b := range 256 {
		_, err := m.Clone().Feed(t.Context(), []byte{byte(b)})
		if !assert.Equal(t, next.Has(byte(b)), err == nil, "%q %s", b, about) {
			return
		}
	}
	rest := m.MinimalCompletion(1 << 20)
	assert.NotNil(t, rest, about)
	assert.LessOrEqual(t, len(rest), known, "%s\n%s", about, rest)
	c := m.Clone()
	_, err := c.Feed(t.Context(), rest)
	assert.NoError(t, err, "%s\n%s", about, rest)
	assert.True(t, c.CanEnd(), "%s\n%s", about, rest)
	assert.Equal(t, next, m.Next(), "asking changed the state: %s", about)
}

// rollback walks a few legal bytes, takes them back in pieces, and compares with a fresh matcher.
func rollback(t *testing.T, name string, g *compiled, m *Matcher, fed []byte, r *rand.Rand) {
	start := m.begin()
	marks := []mark{m.mark()}
	states := []jsontext.ByteSet{m.Next()}
	for range 12 {
		next := m.Next().Bytes()
		if len(next) == 0 {
			break
		}
		require.True(t, m.push(next[r.IntN(len(next))]), "%s %q", name, fed)
		marks = append(marks, m.mark())
		states = append(states, m.Next())
	}
	for len(marks) > 0 {
		i := r.IntN(len(marks))
		m.back(marks[i])
		assert.Equal(t, states[i], m.Next(), "%s %q", name, fed)
		marks, states = marks[:i], states[:i]
	}
	m.end(start)
	fresh := g.Matcher()
	_, err := fresh.Feed(t.Context(), fed)
	require.NoError(t, err)
	assert.Equal(t, fresh.Next(), m.Next(), "%s %q", name, fed)
	assert.Equal(t, fresh.Pointer(), m.Pointer(), "%s %q", name, fed)
}
