package vocab

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// controls is the number of control tokens of the vocabularies made here. They come last; the first
// of them ends a text.
const controls = 4

// singleBytes has one token for every byte: id and byte are equal.
func singleBytes() *Vocabulary {
	v := &Vocabulary{Name: "bytes"}
	for b := range 256 {
		v.Tokens = append(v.Tokens, []byte{byte(b)})
	}
	return v.finish()
}

// Sizes and odds of the merged vocabulary.
const (
	mergedSize    = 32000
	longestMerged = 16  // bytes
	duplicates    = 100 // tokens whose bytes another token has too
	fromHead      = 0.7 // share of draws among the first pieces, which makes them common inside others
	head          = 400 // the pieces that fromHead speaks of
)

// common are the pieces that merges start from, beside the 256 bytes: JSON's own, and short English
// and two-byte characters.
func common() []string {
	return []string{
		`":`, `","`, `": "`, `", "`, `{"`, `"}`, `":"`, `":{"`, `":[`, `],"`, `"],`, `}}`, `},`, `[]`, `{}`, `, "`, `": `,
		"true", "false", "null", " ", "  ", "\n", "\n  ", "0", "1", "10", "00", "2024", "-", ".", `\n`, `\"`, `\\`, `\u`,
		"the", "er", "in", "on", "at", "en", "es", "re", "ing", "ion", "ed", "an", "or", "st", "al", "ti", "le", "co", "de",
		" the", " a", " of", " to", " in", "id", "name", "type", "value", "http", "://", ".com", "_", "@", "é", "ñ", "ü", "日", "本",
	}
}

// merged joins pairs of earlier pieces, drawn with a fixed seed, until there are enough. Pieces of
// bytes over 0x7F make tokens that begin or end inside a character, as byte-level vocabularies have.
func merged() *Vocabulary {
	r := rand.New(rand.NewPCG(32, 1000))
	v := singleBytes()
	v.Name, v.Tokens = "merged", v.Tokens[:256]
	seen := map[string]bool{}
	add := func(piece string) {
		if len(piece) > 1 && len(piece) <= longestMerged && !seen[piece] {
			seen[piece] = true
			v.Tokens = append(v.Tokens, []byte(piece))
		}
	}
	for _, piece := range common() {
		add(piece)
	}
	pick := func() []byte {
		if r.Float64() < fromHead {
			return v.Tokens[r.IntN(min(head, len(v.Tokens)))]
		}
		return v.Tokens[r.IntN(len(v.Tokens))]
	}
	for len(v.Tokens) < mergedSize-controls-duplicates {
		add(string(pick()) + string(pick()))
	}
	for range duplicates {
		v.Tokens = append(v.Tokens, slices.Clone(pick()))
	}
	return v.finish()
}

// finish adds the control tokens, and an encoder that always takes the longest token that fits, the
// lowest id among equals.
func (v *Vocabulary) finish() *Vocabulary {
	ids := make(map[string]int, len(v.Tokens))
	longest := 0
	for id, token := range slices.Backward(v.Tokens) {
		ids[string(token)] = id
		longest = max(longest, len(token))
	}
	first := len(v.Tokens)
	v.Tokens = append(v.Tokens, make([][]byte, controls)...)
	v.End = []int{first}
	v.Control = nil
	for i := 1; i < controls; i++ {
		v.Control = append(v.Control, first+i)
	}
	v.encode = func(text string) ([]int, error) {
		var out []int
		for text != "" {
			n := min(longest, len(text))
			for n > 0 {
				if id, ok := ids[text[:n]]; ok {
					out = append(out, id)
					break
				}
				n--
			}
			if n == 0 {
				return nil, fmt.Errorf("no token begins like %q", text[:1])
			}
			text = text[n:]
		}
		return out, nil
	}
	return v
}
