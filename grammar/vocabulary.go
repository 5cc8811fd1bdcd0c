package grammar

import (
	"github.com/shortleash/shortleash/grammar/internal/automaton"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// A Vocabulary is what a tokenizer's token ids stand for, indexed for [Matcher.Mask]. It is immutable
// and may be shared.
type Vocabulary struct{ index *vocab.Vocabulary }

// NewVocabulary indexes the tokens of a tokenizer: the bytes of each id. Tokens may be empty, equal
// to others, and cut through characters. The ids in eos end a text; those in special mean something
// that is not text. Of both, and of empty tokens, the bytes never count: a document does not hold
// them. The tokens are copied.
//
// The error says which id is out of range, or that no token has bytes.
func NewVocabulary(tokens [][]byte, eos, special []int) (*Vocabulary, error) {
	index, err := vocab.New(tokens, eos, special)
	if err != nil {
		return nil, err
	}
	return &Vocabulary{index}, nil
}

// Len returns how many ids there are, those without bytes included.
func (v *Vocabulary) Len() int { return v.index.Len() }

// Words returns how many words a mask has: one bit for each id, the lowest id in the lowest bit.
func (v *Vocabulary) Words() int { return v.index.Words() }

// ErrEmptyMask says that no token of the vocabulary may follow, and the document may not end.
var ErrEmptyMask = automaton.ErrEmptyMask
