package grammar

import (
	"fmt"
	"slices"
)

// A Vocabulary is what a tokenizer's token ids stand for, indexed for [Matcher.Mask]. It is immutable
// and may be shared.
type Vocabulary struct {
	tokens  [][]byte
	eos     []int32
	all     *trie
	crown   *crown         // of all
	texts   [2]*textSlices // in compact documents, and in foreign ones
	blanks  *trie          // tokens that can stand between strings, without the white space before them
	digits  digitSlices
	longest int     // bytes of the longest token
	names   nameSet // what tokens hold between two quotation marks
}

// NewVocabulary indexes the tokens of a tokenizer: the bytes of each id. Tokens may be empty, equal
// to others, and cut through characters. The ids in eos end a text; those in special mean something
// that is no text. Of both, and of empty tokens, the bytes never count: a document does not hold
// them. The slice and its tokens are not modified, and must not be while the vocabulary is in use.
//
// The error says which id is out of range, or that no token has bytes.
func NewVocabulary(tokens [][]byte, eos, special []int) (*Vocabulary, error) {
	v := &Vocabulary{tokens: slices.Clone(tokens)}
	for _, list := range [2][]int{eos, special} {
		for _, id := range list {
			if id < 0 || id >= len(tokens) {
				return nil, fmt.Errorf("grammar: token id %d of a vocabulary of %d", id, len(tokens))
			}
			v.tokens[id] = nil
		}
	}
	for _, id := range eos {
		v.eos = append(v.eos, int32(id))
	}
	slices.Sort(v.eos)
	v.eos = slices.Compact(v.eos)
	pieces := make([]twig, 0, len(tokens))
	for id, text := range v.tokens {
		if len(text) > 0 {
			pieces = append(pieces, twig{text, leaf{id: int32(id)}})
			v.longest = max(v.longest, len(text))
		}
	}
	if len(pieces) == 0 {
		return nil, fmt.Errorf("grammar: none of %d tokens has bytes", len(tokens))
	}
	v.all = newTrie(pieces)
	v.blanks = newTrie(between(v.tokens))
	v.crown = v.all.crowned()
	v.digits = newDigitSlices(v.tokens)
	v.names = namesWithin(v.tokens)
	for i := range v.texts {
		v.texts[i] = newTextSlices(v.tokens, v.all, i == 1)
	}
	return v, nil
}

// Len returns how many ids there are, those without bytes included.
func (v *Vocabulary) Len() int { return len(v.tokens) }

// Words returns how many words a mask has: one bit for each id, the lowest id in the lowest bit.
func (v *Vocabulary) Words() int { return (len(v.tokens) + 63) / 64 }

// longestAt returns the token with the most bytes that text begins with, the lowest id among equals.
func (v *Vocabulary) longestAt(text []byte) (id, size int) {
	node, ok := uint32(0), true
	for i, b := range text {
		if node, ok = v.all.child(node, b); !ok {
			break
		}
		if list := v.all.at(node); len(list) > 0 {
			id, size = int(list[0].id), i+1
		}
	}
	return id, size
}

// slackBytes is how many bytes before the end of a forced text a token may begin that joins it with
// what follows.
const slackBytes = 7

// unbroken returns how many bytes of text no token can hold that also holds what comes after text.
func (v *Vocabulary) unbroken(text []byte) int {
	for from := max(0, len(text)-slackBytes); from < len(text); from++ {
		node, ok := uint32(0), true
		for _, b := range text[from:] {
			if node, ok = v.all.child(node, b); !ok {
				break
			}
		}
		if !ok {
			continue
		}
		if first, last := v.all.children(node); first < last {
			return from
		}
	}
	return len(text)
}
