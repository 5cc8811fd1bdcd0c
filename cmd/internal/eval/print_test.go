package eval

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/eval"
)

func TestThePriceIsToldOfModelsOfServers(t *testing.T) {
	s := scored{Score: eval.Score{Suite: "pairs", ModelCalls: eval.Spread{Mean: 2.5}, Read: eval.Spread{Mean: 580.4}, Written: eval.Spread{Mean: 41}, ElapsedMS: eval.Spread{Mean: 4126}}}
	s.Model, s.Jobs = "ollama:m", 1
	assert.Equal(t, "pairs: a sentence takes 2.5 requests, reads 580 tokens and writes 41, in 4.13 s\n", price(s))
	s.Jobs = 4
	assert.Equal(t, "pairs: a sentence takes 2.5 requests, reads 580 tokens and writes 41\n", price(s), "sentences beside each other wait for each other")
	s.Model = "random:1"
	assert.Empty(t, price(s))
}
