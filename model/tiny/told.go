package tiny

import (
	"math/bits"
	"slices"

	"github.com/shortleash/shortleash/model"
)

// maxOthers bounds the tokens that are named beside a chosen one.
const maxOthers = 3

// told says why p was picked among the count tokens of mask.
func (t *Tokenizer) told(logits []float32, mask []uint64, p pick, count int) model.Token {
	token := model.Token{Text: string(t.tokens[p.id])}
	if count < 2 {
		token.Forced = 1
		return token
	}
	token.P = p.probability
	var others []uint16
	for word, left := range mask {
		for ; left != 0; left &= left - 1 {
			if id := uint16(word*64 + bits.TrailingZeros64(left)); id != p.id {
				others = insert(others, id, logits)
			}
		}
	}
	for _, id := range others {
		token.Others = append(token.Others, model.Choice{Text: string(t.tokens[id]), P: p.probability * float64(exp(logits[id]-logits[p.id]))})
	}
	if p.changed {
		best := 0
		for id, v := range logits {
			if v > logits[best] {
				best = id
			}
		}
		text := string(t.tokens[best])
		token.Unmasked = &text
	}
	return token
}

// insert returns the ids with the highest logits, with one more, the highest first.
func insert(ids []uint16, id uint16, logits []float32) []uint16 {
	at, _ := slices.BinarySearchFunc(ids, id, func(a, b uint16) int {
		if logits[a] >= logits[b] {
			return -1
		}
		return 1
	})
	if at == maxOthers {
		return ids
	}
	ids = slices.Insert(ids, at, id)
	return ids[:min(len(ids), maxOthers)]
}
