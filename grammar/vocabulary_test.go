package grammar

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

func byteVocabulary(t testing.TB) *Vocabulary {
	v, err := NewVocabulary(grammartest.ByteTokens())
	require.NoError(t, err)
	return v
}

func TestBadVocabularies(t *testing.T) {
	for _, row := range []struct {
		claim        string
		tokens       [][]byte
		eos, special []int
	}{
		{"no tokens", nil, nil, nil},
		{"no bytes", [][]byte{nil, {}}, nil, nil},
		{"an end out of range", [][]byte{{'a'}}, []int{1}, nil},
		{"a special id out of range", [][]byte{{'a'}}, nil, []int{-1}},
	} {
		_, err := NewVocabulary(row.tokens, row.eos, row.special)
		assert.Error(t, err, row.claim)
	}
}

// What is given may be changed afterwards: a caller need not keep 200,000 slices.
func TestAVocabularyCopiesItsTokens(t *testing.T) {
	tokens, end, special := grammartest.ByteTokens()
	v, err := NewVocabulary(tokens, end, special)
	require.NoError(t, err)
	g, err := Compile(t.Context(), []byte(`{"const":7}`), Options{})
	require.NoError(t, err)
	seven := -1
	for id, token := range tokens {
		if string(token) == "7" {
			seven = id
		}
		for i := range token {
			token[i] = 'x'
		}
	}
	m := g.Matcher()
	require.NoError(t, m.Commit(v, seven))
	assert.NoError(t, m.End())
}
