package tiny

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func maskOf(ids ...uint16) []uint64 {
	mask := make([]uint64, 5)
	for _, id := range ids {
		mask[id>>6] |= 1 << (id & 63)
	}
	return mask
}

func logitsOf(pairs map[uint16]float32) []float32 {
	list := make([]float32, 320)
	for id, v := range pairs {
		list[id] = v
	}
	return list
}

func TestChoose(t *testing.T) {
	logits := logitsOf(map[uint16]float32{7: 2, 70: 3, 300: 3, 319: 5})
	half := math.Exp(2) / (math.Exp(2) + math.Exp(3))
	for name, row := range map[string]struct {
		mask []uint64
		want pick
	}{
		"the highest of all":             {maskOf(7, 70, 319), pick{319, math.Exp(5) / (math.Exp(5) + math.Exp(2) + math.Exp(3)), false}},
		"the lowest id among equals":     {maskOf(70, 300), pick{70, 0.5, true}},
		"the mask changed the choice":    {maskOf(7, 70), pick{70, 1 - half, true}},
		"negative logits and one choice": {maskOf(7), pick{7, 1, true}},
	} {
		t.Run(name, func(t *testing.T) {
			got := choose(logits, row.mask, 0, nil)
			assert.InDelta(t, row.want.probability, got.probability, 1e-6)
			got.probability = row.want.probability
			assert.Equal(t, row.want, got)
		})
	}
}

func TestDrawnTokensFollowTheirProbabilities(t *testing.T) {
	logits := logitsOf(map[uint16]float32{3: 1, 200: 2, 319: 9})
	dice := rand.New(rand.NewPCG(1, 1))
	const n = 20000
	for _, temperature := range []float32{0.5, 1, 2} {
		counts := map[uint16]int{}
		for range n {
			counts[choose(logits, maskOf(3, 200), temperature, dice).id]++
		}
		e := math.Exp(1 / float64(temperature))
		assert.InDelta(t, e/(1+e), float64(counts[200])/n, 0.02)
		assert.Equal(t, n, counts[3]+counts[200])
	}
}

func TestWholeCharacters(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 1, "é": 2, "\xc3": 0, "a\xe6\x97": 1, "日": 3, "\xf0\x9f\x98": 0, "😀": 4, "\xa9": 1, "\xff": 1, "\xa9\xa9\xa9\xa9": 4,
	} {
		assert.Equal(t, want, wholeCharacters([]byte(text)), "%q", text)
	}
}

func TestPool(t *testing.T) {
	p := &pool{shape: Sizes()[0], tokens: 320, limit: 2}
	put := func(tokens ...uint16) *state {
		s := newState(p.shape, p.tokens)
		s.tokens = append(s.tokens, tokens...)
		p.release(s)
		return s
	}
	a, b := put(1, 2, 3, 4), put(1, 2, 5, 6)
	s := p.acquire([]uint16{1, 2, 3, 4, 9})
	assert.Same(t, a, s, "the longest prefix")
	assert.Equal(t, []uint16{1, 2, 3, 4}, s.tokens)
	fresh := p.acquire([]uint16{1, 7})
	assert.NotSame(t, b, fresh, "a state that would lose more than it gives is left alone")
	assert.Empty(t, fresh.tokens)
	p.release(s)
	again := p.acquire([]uint16{1, 2, 3, 4})
	assert.Same(t, a, again)
	assert.Equal(t, []uint16{1, 2, 3}, again.tokens, "one token is left to be fed")
	p.release(again)
	assert.Same(t, b, p.acquire([]uint16{8, 8}), "the longest unused, where there is no room")
	p.release(fresh)
	put(1)
	assert.Len(t, p.idle, 2)
}
