// Package vocab indexes the tokens of a tokenizer for token masks.
//
// A [Vocabulary] holds its tokens as a [Trie], and cut in the ways in which documents take them: inside
// strings, inside numbers, and between both. Nearly all tokens are legal or illegal together inside a
// string, so their masks are made once.
package vocab

import (
	"fmt"
	"slices"
)

// A Vocabulary is the tokens of a tokenizer, indexed. It is immutable and may be shared.
type Vocabulary struct {
	text     []byte   // of all tokens, side by side: a garbage collector need not visit each
	starts   []uint32 // of each token in text, and where the last one ends
	EOS      []int32
	All      *Trie
	Subtrees *SubtreeIndex  // of all
	Texts    [2]*TextSlices // in compact documents, and in lenient ones
	Blanks   *Trie          // tokens that can stand between strings, without the white space before them
	Digits   digitSlices
	Longest  int     // bytes of the longest token
	Names    nameSet // what tokens hold between two quotation marks
}

// New indexes the tokens of a tokenizer: the bytes of each id. Tokens may be empty, equal
// to others, and cut through characters. The ids in eos end a text; those in special mean something
// that is not text. Of both, and of empty tokens, the bytes never count: a document does not hold
// them.
//
// The error says which id is out of range, or that no token has bytes.
func New(tokens [][]byte, eos, special []int) (*Vocabulary, error) {
	v := &Vocabulary{}
	silent := map[int]bool{}
	for _, list := range [2][]int{eos, special} {
		for _, id := range list {
			if id < 0 || id >= len(tokens) {
				return nil, fmt.Errorf("grammar: token id %d of a vocabulary of %d", id, len(tokens))
			}
			silent[id] = true
		}
	}
	for _, id := range eos {
		v.EOS = append(v.EOS, int32(id))
	}
	slices.Sort(v.EOS)
	v.EOS = slices.Compact(v.EOS)
	tokens, v.text, v.starts = sideBySide(tokens, silent)
	pieces := make([]entry, 0, len(tokens))
	for id, text := range tokens {
		if len(text) > 0 {
			pieces = append(pieces, entry{text, Leaf{ID: int32(id)}})
			v.Longest = max(v.Longest, len(text))
		}
	}
	if len(pieces) == 0 {
		return nil, fmt.Errorf("grammar: none of %d tokens has bytes", len(tokens))
	}
	v.All = newTrie(pieces)
	v.Blanks = newTrie(punctuationTokens(tokens))
	v.Subtrees = v.All.indexSubtrees()
	v.Digits = newDigitSlices(tokens)
	v.Names = newNameSet(tokens)
	for i := range v.Texts {
		v.Texts[i] = newTextSlices(tokens, v.All, i == 1)
	}
	return v, nil
}

// sideBySide copies the tokens that are not silent into one text, and returns them as its parts.
func sideBySide(tokens [][]byte, silent map[int]bool) (parts [][]byte, text []byte, starts []uint32) {
	size := 0
	for _, t := range tokens {
		size += len(t)
	}
	text, starts, parts = make([]byte, 0, size), make([]uint32, 1, len(tokens)+1), make([][]byte, len(tokens))
	for id, t := range tokens {
		from := len(text)
		if !silent[id] {
			text = append(text, t...)
		}
		parts[id] = text[from:len(text):len(text)]
		starts = append(starts, uint32(len(text)))
	}
	return parts, text, starts
}

// Token returns the bytes of a token: none if it ends a text or means something that is not text.
func (v *Vocabulary) Token(id int) []byte {
	from, to := v.starts[id], v.starts[id+1]
	return v.text[from:to:to]
}

// Len returns how many ids there are, those without bytes included.
func (v *Vocabulary) Len() int { return len(v.starts) - 1 }

// Words returns how many words a mask has: one bit for each id, the lowest id in the lowest bit.
func (v *Vocabulary) Words() int { return (v.Len() + 63) / 64 }

// LongestAt returns the token with the most bytes that text begins with, the lowest id among equals.
func (v *Vocabulary) LongestAt(text []byte) (id, size int) {
	node, ok := uint32(0), true
	for i, b := range text {
		if node, ok = v.All.child(node, b); !ok {
			break
		}
		if list := v.All.Leaves(node); len(list) > 0 {
			id, size = int(list[0].ID), i+1
		}
	}
	return id, size
}

// slackBytes is how many bytes before the end of a forced text a token may begin that joins it with
// what follows.
const slackBytes = 7

// Unbroken returns how many bytes of text no token can hold that also holds what comes after text.
func (v *Vocabulary) Unbroken(text []byte) int {
	for from := max(0, len(text)-slackBytes); from < len(text); from++ {
		node, ok := uint32(0), true
		for _, b := range text[from:] {
			if node, ok = v.All.child(node, b); !ok {
				break
			}
		}
		if !ok {
			continue
		}
		if first, last := v.All.Children(node); first < last {
			return from
		}
	}
	return len(text)
}
