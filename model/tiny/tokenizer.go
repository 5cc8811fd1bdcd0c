package tiny

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
)

// The control tokens. They occur between messages; text never encodes to them.
const (
	Pad uint16 = 256 + iota
	End        // after every message; the only token that ends a text
	User
	Assistant
	Tool
	System
	Bos // unused here; some loaders require one

	firstPiece // the pieces follow, the longest first
)

// controls are the spellings of the control tokens.
var controls = []string{"<|pad|>", "<|end|>", "<|user|>", "<|assistant|>", "<|tool|>", "<|system|>", "<|bos|>"}

const (
	// blockSize is what the number of ids is a multiple of: the bits of one word of a mask, and two panels
	// of a matrix.
	blockSize = 64

	// maxTokens bounds the ids of a file.
	maxTokens = 1 << 14
)

// A Tokenizer cuts text into token ids: the 256 bytes, each its own id, 7 control tokens, and
// pieces, the fixed strings that are one token each. Unused ids pad the total to a multiple of 64.
// A Tokenizer is immutable and safe for concurrent use.
type Tokenizer struct {
	pieces     []piece       // by id
	byFirst    [256][]*piece // by first byte, the longest first
	tokens     [][]byte      // by id
	vocabulary *grammar.Vocabulary
	text       []uint64 // the mask of everything that text may be made of, and of End
}

// NewTokenizer returns a tokenizer for pieces. Each must be at least two bytes long and occur once.
// Pieces get their ids by length, longest first and equally long ones in the given order, so
// tokenizers that prefer low ids and those that prefer long pieces give the same result.
func NewTokenizer(pieces []string) (*Tokenizer, error) {
	sorted := slices.Clone(pieces)
	slices.SortStableFunc(sorted, func(x, y string) int { return len(y) - len(x) })
	t := &Tokenizer{}
	for i, text := range sorted {
		switch {
		case len(text) < 2:
			return nil, fmt.Errorf("tiny: the piece %q is shorter than two bytes", text)
		case strings.Contains(text, "<|"):
			return nil, fmt.Errorf("tiny: the piece %q could be taken for a control token", text)
		case i > 0 && slices.Contains(sorted[:i], text):
			return nil, fmt.Errorf("tiny: the piece %q is given twice", text)
		}
		t.pieces = append(t.pieces, piece{id: firstPiece + uint16(i), text: text})
	}
	size := (int(firstPiece) + len(sorted) + blockSize - 1) / blockSize * blockSize
	if size > maxTokens {
		return nil, fmt.Errorf("tiny: %d pieces are too many: there is room for %d", len(sorted), maxTokens-int(firstPiece))
	}
	t.tokens = make([][]byte, size)
	for b := range 256 {
		t.tokens[b] = []byte{byte(b)}
	}
	for _, p := range t.pieces {
		t.tokens[p.id] = []byte(p.text)
	}
	t.indexPieces()
	return t, t.makeVocabulary()
}

// makeVocabulary tells the grammar which ids are text, the end, and neither.
func (t *Tokenizer) makeVocabulary() (err error) {
	t.text = make([]uint64, t.Size()/blockSize)
	var special []int
	for id, text := range t.tokens {
		if text != nil || id == int(End) {
			t.text[id/64] |= 1 << (id % 64)
		} else {
			special = append(special, id)
		}
	}
	t.vocabulary, err = grammar.NewVocabulary(t.tokens, []int{int(End)}, special)
	return err
}

// Size returns the number of token ids.
func (t *Tokenizer) Size() int { return len(t.tokens) }

// Pieces returns the pieces in the order of their ids.
func (t *Tokenizer) Pieces() []string {
	list := make([]string, len(t.pieces))
	for i, p := range t.pieces {
		list[i] = p.text
	}
	return list
}

// PiecesHash identifies the pieces and their ids. Weights fit only the pieces that they were trained with.
func (t *Tokenizer) PiecesHash() string {
	sum := sha256.Sum256([]byte(strings.Join(t.Pieces(), "\x00")))
	return hex.EncodeToString(sum[:])
}

// Tokens returns what each id stands for in a document: a byte, a piece, or nothing. The caller must not
// modify it.
func (t *Tokenizer) Tokens() [][]byte { return t.tokens }

// Vocabulary returns the ids in the form that [grammar.Matcher.Mask] takes.
func (t *Tokenizer) Vocabulary() *grammar.Vocabulary { return t.vocabulary }

// The kinds of tokens in a GGUF file.
const (
	normalToken  int32 = 1
	controlToken int32 = 3
	pieceToken   int32 = 4 // user defined
	unusedToken  int32 = 5
)

// Spellings returns the ids as a GGUF file spells them, tokenizer.ggml.tokens, with their kinds, tokenizer.ggml.token_type.
// Bytes are written as in GPT-2: those that are not printable characters become letters beyond Latin-1.
func (t *Tokenizer) Spellings() (texts []string, kinds []int32) {
	beyond := rune(0x100)
	for b := range rune(256) {
		text := string(b)
		if printable := b >= '!' && b <= '~' || b >= 0xa1 && b <= 0xff && b != 0xad; !printable {
			text = string(beyond)
			beyond++
		}
		texts, kinds = append(texts, text), append(kinds, normalToken)
	}
	for _, text := range controls {
		texts, kinds = append(texts, text), append(kinds, controlToken)
	}
	for _, p := range t.pieces {
		texts, kinds = append(texts, p.text), append(kinds, pieceToken)
	}
	for id := len(texts); id < t.Size(); id++ {
		texts, kinds = append(texts, fmt.Sprintf("<|unused-%d|>", id)), append(kinds, unusedToken)
	}
	return texts, kinds
}

// tokenizerOf returns the tokenizer whose spellings are given: its pieces are the user-defined tokens. The
// error names the first id that stands for something else than it would here.
func tokenizerOf(texts []string, kinds []int32) (*Tokenizer, error) {
	if len(texts) != len(kinds) {
		return nil, fmt.Errorf("tiny: metadata %s has %d items, and %s %d", keyTokens, len(texts), keyTokenKinds, len(kinds))
	}
	var pieces []string
	for id, kind := range kinds {
		if kind == pieceToken {
			pieces = append(pieces, texts[id])
		}
	}
	t, err := NewTokenizer(pieces)
	if err != nil {
		return nil, err
	}
	wantTexts, wantKinds := t.Spellings()
	if len(texts) != len(wantTexts) {
		return nil, fmt.Errorf("tiny: %d tokens, want %d: bytes, control tokens, pieces and the rest of a multiple of %d",
			len(texts), len(wantTexts), blockSize)
	}
	for id := range texts {
		if texts[id] != wantTexts[id] || kinds[id] != wantKinds[id] {
			return nil, fmt.Errorf("tiny: token %d is %q of the kind %d, want %q of the kind %d", id, texts[id], kinds[id],
				wantTexts[id], wantKinds[id])
		}
	}
	return t, nil
}
