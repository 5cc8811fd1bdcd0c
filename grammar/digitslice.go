package grammar

import "bytes"

func onlyDigits(text []byte) bool {
	for _, b := range text {
		if !isDigit(b) {
			return false
		}
	}
	return len(text) > 0
}

// digitSlices is how tokens go on inside a number. In real vocabularies most of those are digits.
type digitSlices struct {
	plain   *trie       // tokens of digits
	by      [10][]int32 // the same by their first digit
	most    int         // digits of the longest
	numeric *trie       // other tokens that go on with a number, or behind it without white space
}

func newDigitSlices(tokens [][]byte) digitSlices {
	var s digitSlices
	var plain, numeric []twig
	for id, text := range tokens {
		switch {
		case onlyDigits(text):
			plain = append(plain, twig{text, leaf{id: int32(id)}})
			s.by[text[0]-'0'] = append(s.by[text[0]-'0'], int32(id))
			s.most = max(s.most, len(text))
		case len(text) > 0 && bytes.IndexByte([]byte("0123456789+-.eE,]}"), text[0]) >= 0:
			numeric = append(numeric, twig{text, leaf{id: int32(id)}})
		}
	}
	s.plain, s.numeric = newTrie(plain), newTrie(numeric)
	return s
}
