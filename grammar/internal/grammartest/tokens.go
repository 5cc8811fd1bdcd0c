package grammartest

import "math/rand/v2"

// ByteTokens has a token for every byte, two ids that end a text, a special one and an empty one.
func ByteTokens() (tokens [][]byte, eos, special []int) {
	for b := range 256 {
		tokens = append(tokens, []byte{byte(b)})
	}
	tokens = append(tokens, []byte("{"), nil, []byte("</s>"), nil)
	return tokens, []int{256, 258}, []int{257}
}

// MergedTokens joins pairs of earlier tokens at random, as merges do: many are half characters.
func MergedTokens(size, longest int) (tokens [][]byte, eos, special []int) {
	r := rand.New(rand.NewPCG(7, uint64(size)))
	for b := range 256 {
		tokens = append(tokens, []byte{byte(b)})
	}
	for _, s := range []string{
		`":`, `","`, `": "`, `", "`, `{"`, `"}`, `":"`, `":{"`, `":[`, `],"`, `"],`, `}}`, `},`, `[]`, `{}`, `, "`, `": `, "true", "false",
		"null", "  ", "    ", "\n  ", "10", "00", "2024", "-1", ".5", "e+", `\n`, `\"`, `\\`, `\u`, `\u00`, "the", "er", "in", " the", " a",
		"id", "name", "type", "value", "http", "://", ".com", "_id", "@", "é", "ñ", "日", "本", "\xf0\x9f", "\x98\x80", "tool", "thought",
		"_args", "_0", "abcdefghijklmnopqrst", "aaaaaaaaaaaaaaaaa", "ééééééééééééééééééééé", "final", "answer", "n", "a", "b",
		"ab", "abc", "-0", "\t", "\r\n", "\x7f", "\xc3", "é\"", "a\":", "\",\"a", "ab\xc3a",
	} {
		tokens = append(tokens, []byte(s))
	}
	for len(tokens) < size {
		a, b := tokens[r.IntN(min(len(tokens), 420))], tokens[r.IntN(len(tokens))]
		if len(a)+len(b) <= longest {
			tokens = append(tokens, append(append([]byte(nil), a...), b...))
		}
	}
	eos, special = []int{len(tokens)}, []int{len(tokens) + 1, len(tokens) + 2}
	tokens = append(tokens, []byte("{"), nil, []byte("<|tool|>"), []byte("true"), nil)
	return tokens, eos, special
}
