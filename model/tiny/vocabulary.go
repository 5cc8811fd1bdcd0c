package tiny

import (
	"fmt"
	"sync"

	"github.com/shortleash/shortleash/grammar"
)

// Size is how many token ids there are: the 256 bytes, each its own id, 7 control tokens, 57 pieces.
const Size = 320

// The control tokens. They stand between messages and are never written by text.
const (
	Pad uint16 = 256 + iota
	End        // behind every message; the only token that ends a text
	User
	Assistant
	Tool
	System
	Bos // only there because loaders ask for one

	firstPiece // the pieces follow, the longest first
)

// controls are the spellings of the control tokens.
var controls = []string{"<|pad|>", "<|end|>", "<|user|>", "<|assistant|>", "<|tool|>", "<|system|>", "<|bos|>"}

// Tokens returns what each id stands for in a document: a byte, nothing for a control token, a
// piece. The caller must not modify the bytes.
func Tokens() [][]byte {
	list := make([][]byte, 0, Size)
	for b := range 256 {
		list = append(list, []byte{byte(b)})
	}
	for range controls {
		list = append(list, nil)
	}
	for _, piece := range sortedPieces() {
		list = append(list, []byte(piece))
	}
	return list
}

// Spellings returns the ids as a GGUF file spells them, tokenizer.ggml.tokens, with their kinds,
// tokenizer.ggml.token_type: 1 for a byte, 3 for a control token, 4 for a piece. Bytes are written
// as GPT-2 does: those that are no printable character become letters beyond Latin-1.
func Spellings() (texts []string, kinds []int32) {
	const normal, control, defined = 1, 3, 4
	beyond := rune(0x100)
	for b := range rune(256) {
		text := string(b)
		if printable := b >= '!' && b <= '~' || b >= 0xa1 && b <= 0xff && b != 0xad; !printable {
			text = string(beyond)
			beyond++
		}
		texts, kinds = append(texts, text), append(kinds, normal)
	}
	for _, text := range controls {
		texts, kinds = append(texts, text), append(kinds, control)
	}
	for _, text := range sortedPieces() {
		texts, kinds = append(texts, text), append(kinds, defined)
	}
	return texts, kinds
}

// Vocabulary returns the ids as [grammar.Matcher.Mask] wants them. It is made once and shared.
func Vocabulary() *grammar.Vocabulary { return vocabulary() }

var vocabulary = sync.OnceValue(func() *grammar.Vocabulary {
	special := []int{int(Pad), int(User), int(Assistant), int(Tool), int(System), int(Bos)}
	v, err := grammar.NewVocabulary(Tokens(), []int{int(End)}, special)
	if err != nil || v.Len() != Size {
		panic(fmt.Sprintf("tiny: BUG: a vocabulary of %d: %v", len(Tokens()), err))
	}
	return v
})
