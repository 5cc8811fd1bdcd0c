package tiny

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// A pick is a token that was chosen.
type pick struct {
	id          uint16
	probability float64 // among the tokens of the mask
	changed     bool    // another token has a higher logit
}

// choose picks a token of the mask: the one with the highest logit, and the lowest id among equals; or,
// with rng, a random one.
func choose(logits []float32, mask []uint64, temperature float32, rng *rand.Rand) pick {
	best := argmax(logits, mask)
	most := logits[best]
	p := pick{id: best}
	for _, v := range logits {
		if v > most {
			p.changed = true
			break
		}
	}
	if rng != nil {
		p.id = sample(logits, mask, most, temperature, rng)
	}
	total := 0.0
	for word, left := range mask {
		for ; left != 0; left &= left - 1 {
			total += float64(exp(logits[word*64+bits.TrailingZeros64(left)] - most))
		}
	}
	if p.probability = float64(exp(logits[p.id]-most)) / total; math.IsNaN(p.probability) {
		p.probability = 0 // of huge weights the logits are not numbers
	}
	return p
}

// argmax returns the token of the mask with the highest logit.
func argmax(logits []float32, mask []uint64) uint16 {
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

// sample draws a token by the probabilities at this temperature.
func sample(logits []float32, mask []uint64, most, temperature float32, rng *rand.Rand) uint16 {
	total, last := 0.0, uint16(0)
	weight := func(id int) float64 { return float64(exp((logits[id] - most) / temperature)) }
	for word, left := range mask {
		for ; left != 0; left &= left - 1 {
			total += weight(word*64 + bits.TrailingZeros64(left))
		}
	}
	at := rng.Float64() * total
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
