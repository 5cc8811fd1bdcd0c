package automaton

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// alikeNames returns 2 to the n names that have one hash by vocab.HashName: after each of their n parts, which are one
// of two, the hash is the same.
func alikeNames(n int) []string {
	r := rand.New(rand.NewPCG(1, 1))
	names := []string{""}
	for range n {
		after := map[uint32]string{}
		for {
			var part [8]byte
			for i := range part {
				part[i] = 'a' + byte(r.IntN(26))
			}
			text := names[0] + string(part[:])
			hash := vocab.HashName([]byte(text))
			if other, ok := after[hash]; ok {
				var longer []string
				for _, name := range names {
					longer = append(longer, name+text[len(names[0]):], name+other[len(names[0]):])
				}
				names = longer
				break
			}
			after[hash] = text
		}
	}
	return names
}

// Whoever knows how names are hashed for masks cannot make the names of an object hard to find.
func TestNamesOfOneHashAreFound(t *testing.T) {
	names := alikeNames(6)
	for _, name := range names {
		require.Equal(t, vocab.HashName([]byte(names[0])), vocab.HashName([]byte(name)))
	}
	g, err := compile([]byte(`{}`), options{Whitespace: jsontext.Foreign(), Order: anyOrder})
	require.NoError(t, err)
	m := g.Matcher()
	n, err := m.Feed(t.Context(), []byte(`{"`+strings.Join(names, `":0,"`)+`":0`))
	require.NoError(t, err)
	require.Positive(t, n)
	most := 0
	for _, at := range m.nameIndex {
		chain := 0
		for i := at; i > 0; i = m.names[i-1].same {
			chain++
		}
		most = max(most, chain)
	}
	assert.LessOrEqual(t, most, 2)
	_, err = m.Feed(t.Context(), []byte(`,"`+names[5]+`":0`))
	assert.Error(t, err)
}
