package vocab

import (
	"bytes"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

func onlyDigits(text []byte) bool {
	for _, b := range text {
		if !jsontext.IsDigit(b) {
			return false
		}
	}
	return len(text) > 0
}

// digitSlices sorts tokens by how they read inside a number: in real vocabularies most are digits.
type digitSlices struct {
	Plain   *Trie       // tokens of digits
	ByFirst [10][]int32 // the same by their first digit
	Most    int         // digits of the longest
	Numeric *Trie       // other tokens that go on with a number, or after it without white space
}

func newDigitSlices(tokens [][]byte) digitSlices {
	var s digitSlices
	var plain, numeric []entry
	for id, text := range tokens {
		switch {
		case onlyDigits(text):
			plain = append(plain, entry{text, Leaf{ID: int32(id)}})
			s.ByFirst[text[0]-'0'] = append(s.ByFirst[text[0]-'0'], int32(id))
			s.Most = max(s.Most, len(text))
		case len(text) > 0 && bytes.IndexByte([]byte("0123456789+-.eE,]}"), text[0]) >= 0:
			numeric = append(numeric, entry{text, Leaf{ID: int32(id)}})
		}
	}
	s.Plain, s.Numeric = newTrie(plain), newTrie(numeric)
	return s
}
