// Package vocab makes the vocabularies that engines are measured with: token byte strings by id, the
// ids that end a text, and a way to cut a text into ids.
//
// Two are real, cl100k with 100,277 ids and o200k with 200,019; a Go module carries them. Two are made
// here: "bytes" has the 256 bytes and four control tokens, "merged" has 32,000 tokens from a seeded
// merge of common pieces, with tokens that are half a character, and duplicates. [Load] finds each by
// its name.
package vocab

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tiktoken-go/tokenizer"
)

// A Vocabulary is a tokenizer's. Its fields are not modified after [Load].
type Vocabulary struct {
	Name    string
	Tokens  [][]byte // by id; empty for control tokens and for ids that are not in use
	End     []int    // ids that end a text, ascending
	Control []int    // ids of other control tokens, ascending; their text never counts
	// Split is the regular expression by which the encoder cuts a text before it merges bytes, as the
	// encoding's publisher gives it; "" where there is none. An engine that itself tokenizes what it
	// forces needs it to cut as the encoder does.
	Split string

	encode func(text string) ([]int, error)
}

// ErrUnknown says that there is no vocabulary of that name.
var ErrUnknown = errors.New("vocab: unknown name")

// Names returns what Load knows, smallest vocabulary first.
func Names() []string { return []string{"bytes", "merged", "cl100k", "o200k"} }

// Load returns the vocabulary of that name, or an error that wraps ErrUnknown.
func Load(name string) (*Vocabulary, error) {
	switch name {
	case "bytes":
		return singleBytes(), nil
	case "merged":
		return merged(), nil
	case "cl100k":
		return carried(name, tokenizer.Cl100kBase, 100277, []int{100257}, []int{100258, 100259, 100260, 100276}, splitCL100k)
	case "o200k":
		return carried(name, tokenizer.O200kBase, 200019, []int{199999}, []int{200018}, splitO200k)
	}
	return nil, fmt.Errorf("%w %q, want one of %q", ErrUnknown, name, Names())
}

// The values of Vocabulary.Split for the two real ones.
const (
	splitCL100k = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*` +
		`|\s*[\r\n]+|\s+(?!\S)|\s+`
	splitO200k = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?` +
		`|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?` +
		`|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
)

// Encode cuts text into ids. Together they spell text exactly.
func (v *Vocabulary) Encode(text string) ([]int, error) {
	ids, err := v.encode(text)
	if err != nil {
		return nil, fmt.Errorf("vocab: %s: %w", v.Name, err)
	}
	return ids, nil
}

// carried reads a vocabulary out of the module's codec, which keeps its table to itself, by asking for
// the bytes of every id. The control tokens are not in the table; their ids are those OpenAI's
// tiktoken publishes for the encoding.
func carried(name string, encoding tokenizer.Encoding, size int, end, control []int, split string) (*Vocabulary, error) {
	codec, err := tokenizer.Get(encoding)
	if err != nil {
		return nil, fmt.Errorf("vocab: %s: %w", name, err)
	}
	v := &Vocabulary{Name: name, Tokens: make([][]byte, size), End: end, Control: control, Split: split}
	for id := range v.Tokens {
		piece, err := codec.Decode([]uint{uint(id)})
		if err != nil { // an id that is not in use, or a control token
			continue
		}
		if slices.Contains(end, id) || slices.Contains(control, id) {
			return nil, fmt.Errorf("vocab: %s: control token %d has text", name, id)
		}
		v.Tokens[id] = []byte(piece)
	}
	v.encode = func(text string) ([]int, error) {
		ids, _, err := codec.Encode(text)
		out := make([]int, len(ids))
		for i, id := range ids {
			out[i] = int(id)
		}
		return out, err
	}
	return v, nil
}
