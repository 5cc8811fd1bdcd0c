package grammar

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// byteVocabulary has a token for every byte, two ids that end a text, a special one and an empty one.
func byteVocabulary(t testing.TB) *Vocabulary {
	var tokens [][]byte
	for b := range 256 {
		tokens = append(tokens, []byte{byte(b)})
	}
	tokens = append(tokens, []byte("{"), nil, []byte("</s>"), nil)
	v, err := NewVocabulary(tokens, []int{256, 258}, []int{257})
	require.NoError(t, err)
	return v
}

// mergedVocabulary joins pairs of earlier tokens at random, as merges do: many are half characters.
func mergedVocabulary(t testing.TB, size int, longest int) *Vocabulary {
	r := rand.New(rand.NewPCG(7, uint64(size)))
	var tokens [][]byte
	for b := range 256 {
		tokens = append(tokens, []byte{byte(b)})
	}
	for _, s := range []string{
		`":`, `","`, `": "`, `", "`, `{"`, `"}`, `":"`, `":{"`, `":[`, `],"`, `"],`, `}}`, `},`, `[]`, `{}`, `, "`, `": `, "true", "false",
		"null", "  ", "    ", "\n  ", "10", "00", "2024", "-1", ".5", "e+", `\n`, `\"`, `\\`, `\u`, `\u00`, "the", "er", "in", " the", " a",
		"id", "name", "type", "value", "http", "://", ".com", "_id", "@", "é", "ñ", "日", "本", "\xf0\x9f", "\x98\x80", "tool", "thought",
		"_args", "_0", "abcdefghijklmnopqrst", "aaaaaaaaaaaaaaaaa", "ééééééééééééééééééééé", "final", "answer", "n", "a", "b", "ab", "abc", "-0", "\t", "\r\n", "\x7f", "\xc3", "é\"", "a\":", "\",\"a", "ab\xc3a",
	} {
		tokens = append(tokens, []byte(s))
	}
	for len(tokens) < size {
		a, b := tokens[r.IntN(min(len(tokens), 420))], tokens[r.IntN(len(tokens))]
		if len(a)+len(b) <= longest {
			tokens = append(tokens, append(append([]byte(nil), a...), b...))
		}
	}
	special := []int{len(tokens), len(tokens) + 1, len(tokens) + 2}
	tokens = append(tokens, []byte("{"), nil, []byte("<|tool|>"), []byte("true"), nil)
	v, err := NewVocabulary(tokens, special[:1], special[1:])
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
