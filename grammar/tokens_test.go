package grammar

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

func TestCommit(t *testing.T) {
	v := byteVocabulary(t)
	g, err := Compile(t.Context(), []byte(`{"type":"integer"}`), Options{})
	require.NoError(t, err)
	m := g.Matcher()
	assert.Error(t, m.Commit(v, 256), "an end before there is anything")
	assert.Error(t, m.Commit(v, 'a'))
	assert.Error(t, m.Commit(v, 257), "a special token")
	assert.Error(t, m.Commit(v, 259), "an empty token")
	assert.Error(t, m.Commit(v, 260), "out of range")
	assert.NoError(t, m.Commit(v, '4'))
	assert.NoError(t, m.Commit(v, 258), "an end")
}

func TestForcedTokens(t *testing.T) {
	var tokens [][]byte
	for b := range 256 {
		tokens = append(tokens, []byte{byte(b)})
	}
	for _, s := range []string{`{"`, "thought", `":`, `":"`, `,"`, "tool", "tool_", `","`} {
		tokens = append(tokens, []byte(s))
	}
	v, err := NewVocabulary(tokens, nil, nil)
	require.NoError(t, err)
	g, err := Compile(t.Context(), grammartest.LoopStep(2), Options{})
	require.NoError(t, err)
	for _, row := range []struct {
		claim, at string
		want      []string
	}{
		{"not the quotation mark that opens a free string", ``, []string{`{"`, "thought"}},
		{"nothing in a free string", `{"thought":"x`, nil},
		{"up to where a token could reach further", `{"thought":"x"`, []string{`,"`, "tool"}},
	} {
		m := g.Matcher()
		_, err := m.Feed(t.Context(), []byte(row.at))
		require.NoError(t, err)
		var got []string
		for _, id := range m.ForcedTokens(v) {
			got = append(got, string(v.index.Token(id)))
			require.NoError(t, m.Commit(v, id))
		}
		assert.Equal(t, row.want, got, row.claim)
	}
}
