package tiny

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// A pick is a token that was chosen.
type pick struct {
	id          uint16
	probability float64 // among those that the mask leaves
	changed     bool    // without the mask another would have been first
}

// choose picks a token that the mask leaves: the one with the highest logit, the lowest id among
// equals, or, with dice, one by chance.
func choose(logits []float32, mask []uint64, temperature float32, dice *rand.Rand) pick {
	best := best(logits, mask)
	most := logits[best]
	p := pick{id: best}
	for _, v := range logits {
		if v > most {
			p.changed = true
			break
		}
	}
	if dice != nil {
		p.id = draw(logits, mask, most, temperature, dice)
	}
	total := 0.0
	for word, left := range mask {
		for ; left != 0; left &= left - 1 {
			total += float64(exp(logits[word*64+bits.TrailingZeros64(left)] - most))
		}
	}
	if p.probability = float64(exp(logits[p.id]-most)) / total; math.IsNaN(p.probability) {
		p.probability = 0 // the weights are so large that logits are no numbers
	}
	return p
}

// best returns the token of the mask with the highest logit.
func best(logits []float32, mask []uint64) uint16 {
	best := -1
	for word, left := range mask {
		for ; left != 0; left &= left - 1 {
			if id := word*64 + bits.TrailingZeros64(left); best < 0 || logits[id] > logits[best] {
				best = id
			}
		}
	}
	return uint16(max(best, 0))
}

// draw picks by chance: probabilities at this temperature, the ids in order.
func draw(logits []float32, mask []uint64, most, temperature float32, dice *rand.Rand) uint16 {
	total, last := 0.0, uint16(0)
	weight := func(id int) float64 { return float64(exp((logits[id] - most) / temperature)) }
	for word, left := range mask {
		for ; left != 0; left &= left - 1 {
			total += weight(word*64 + bits.TrailingZeros64(left))
		}
	}
	at := dice.Float64() * total
	for word, left := range mask {
		for ; left != 0; left &= left - 1 {
			last = uint16(word*64 + bits.TrailingZeros64(left))
			if at -= weight(int(last)); at < 0 {
				return last
			}
		}
	}
	return last
}
