package vocab

import (
	"bytes"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// punctuationTokens returns the tokens that JSON allows between strings, names and numbers, without their
// leading white space; the note of a leaf says how many bytes that was.
func punctuationTokens(tokens [][]byte) []entry {
	var out []entry
	for id, text := range tokens {
		rest := bytes.TrimLeft(text, " \t\n\r")
		lead := len(text) - len(rest)
		if len(text) > 0 && mayBegin(rest) && !onlyDigits(text) {
			out = append(out, entry{rest, Leaf{int32(id), int32(lead)}})
		}
	}
	return out
}

func mayBegin(rest []byte) bool {
	if len(rest) == 0 {
		return true
	}
	switch rest[0] {
	case 'n', 'f', 't':
		for _, w := range jsontext.Words {
			if n := min(len(w), len(rest)); string(rest[:n]) == w[:n] {
				return true
			}
		}
		return false
	}
	return bytes.IndexByte([]byte(`"{}[]:,-0123456789`), rest[0]) >= 0
}
