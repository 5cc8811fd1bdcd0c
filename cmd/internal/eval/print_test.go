package eval

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/eval"
)

func TestThePriceIsToldOfModelsOfServers(t *testing.T) {
	s := eval.Scored{Score: eval.Score{Suite: "pairs", ModelCalls: eval.Spread{Mean: 2.5}, Read: eval.Spread{Mean: 580.4},
		Written: eval.Spread{Mean: 41}, ElapsedMS: eval.Spread{Mean: 4126}}}
	s.Model, s.Jobs = "ollama:m", 1
	assert.Equal(t, "pairs: a sentence takes 2.5 requests, reads 580 tokens and writes 41, in 4.13 s\n", price(s))
	s.Jobs = 4
	assert.Equal(t, "pairs: a sentence takes 2.5 requests, reads 580 tokens and writes 41\n", price(s),
		"sentences beside each other wait for each other")
	s.Model = "random:1"
	assert.Empty(t, price(s))
}

func TestATableFitsTheTerminal(t *testing.T) {
	rows := [][]string{{"", "fixed", "harm"}, {"blimp_irr_sva_2", "-", "0/205 0.0"}, {"a suite with a long name", "618/618 100.0", "-"}}
	assert.Equal(t, ""+
		"                                  fixed       harm\n"+
		"blimp_irr_sva_2                       -  0/205 0.0\n"+
		"a suite with a long name  618/618 100.0          -\n", columns(rows, 50))
	assert.Equal(t, columns(rows, 50), columns(rows, 80))
	assert.Equal(t, "blimp_irr_sva_2\n  harm 0/205 0.0\na suite with a long name\n  fixed 618/618 100.0\n", columns(rows, 40))
}
