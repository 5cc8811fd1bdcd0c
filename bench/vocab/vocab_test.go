package vocab_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/bench/vocab"
)

// sizes are what the publishers of the real ones say, and what we say of our own.
func sizes() map[string]int {
	return map[string]int{"bytes": 260, "merged": 32000, "cl100k": 100277, "o200k": 200019}
}

func TestEveryVocabulary(t *testing.T) {
	texts := []string{
		"", `{"a": [1, 2.5e-3], "name": "J\u00f6rg \"x\"", "t": "2024-01-01T00:00:00Z"}`,
		"日本語 é 😀\n\t  end", strings.Repeat("ab ", 50),
	}
	for _, name := range vocab.Names() {
		t.Run(name, func(t *testing.T) {
			v, err := vocab.Load(name)
			require.NoError(t, err)
			assert.Equal(t, sizes()[name], len(v.Tokens))
			single := map[byte]bool{}
			for _, token := range v.Tokens {
				if len(token) == 1 {
					single[token[0]] = true
				}
			}
			assert.Len(t, single, 256, "every byte is a token, so every text can be written")
			require.NotEmpty(t, v.End)
			for _, id := range append(v.End, v.Control...) {
				assert.Empty(t, v.Tokens[id], "control tokens have no text")
			}
			for _, text := range texts {
				ids, err := v.Encode(text)
				require.NoError(t, err)
				var back strings.Builder
				for _, id := range ids {
					back.Write(v.Tokens[id])
				}
				assert.Equal(t, text, back.String())
			}
		})
	}
}

func TestMergedIsAwkwardOnPurpose(t *testing.T) {
	v, err := vocab.Load("merged")
	require.NoError(t, err)
	again, err := vocab.Load("merged")
	require.NoError(t, err)
	assert.Equal(t, v.Tokens, again.Tokens, "the seed fixes every token")
	count := map[string]int{}
	half := 0
	for _, token := range v.Tokens {
		if len(token) > 0 {
			count[string(token)]++
		}
		if len(token) > 1 && !utf8.Valid(token) {
			half++
		}
	}
	twice := 0
	for _, n := range count {
		if n > 1 {
			twice++
		}
	}
	assert.Greater(t, half, 100, "tokens that are not whole characters")
	assert.Greater(t, twice, 10, "byte strings that two ids have")
}

func TestUnknownName(t *testing.T) {
	_, err := vocab.Load("llama")
	assert.ErrorIs(t, err, vocab.ErrUnknown)
}
