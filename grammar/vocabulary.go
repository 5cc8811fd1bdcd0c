package grammar

import (
	"github.com/shortleash/shortleash/grammar/internal/automaton"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// A Vocabulary holds the bytes of a tokenizer's token ids, indexed for [Matcher.Mask]. It is immutable and may be shared.
type Vocabulary struct{ index *vocab.Vocabulary }

// NewVocabulary indexes the tokens of a tokenizer: the bytes of each id. Tokens may be empty, may
// be equal, and may split characters. The ids in eos end a text; those in special are not text. The
// bytes of both are ignored, because a document never contains them. The tokens are copied.
//
// The error says which id is out of range, or that no token has bytes.
func NewVocabulary(tokens [][]byte, eos, special []int) (*Vocabulary, error) {
	index, err := vocab.New(tokens, eos, special)
	if err != nil {
		return nil, err
	}
	return &Vocabulary{index}, nil
}

// Len returns the number of ids, including those without bytes.
func (v *Vocabulary) Len() int { return v.index.Len() }

// Words returns how many words a mask has: one bit for each id, the lowest id in the lowest bit.
func (v *Vocabulary) Words() int { return v.index.Words() }

// ErrEmptyMask says that no token of the vocabulary may follow and the document may not end.
var ErrEmptyMask = automaton.ErrEmptyMask
