package main

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/cmd/tutor/run"
	"github.com/shortleash/shortleash/loop"
)

// sure returns n verdicts of one confidence, of which so many are wrong.
func sure(confidence float64, n, wrong int) []verdict {
	list := make([]verdict, n)
	for i := range list {
		list[i] = verdict{confidence, i >= wrong}
	}
	return list
}

func TestThreshold(t *testing.T) {
	for name, row := range map[string]struct {
		list []verdict
		want float32
	}{
		"no answers":    {nil, 1},
		"all are right": {sure(0.5, 100, 0), 0.5},
		"the least from which on enough are right":       {append(append(sure(0.25, 100, 50), sure(0.5, 100, 0)...), sure(0.75, 100, 1)...), 0.5},
		"one wrong of two hundred is enough":             {append(sure(0.25, 10, 10), sure(0.5, 200, 1)...), 0.5},
		"two are not":                                    {sure(0.5, 200, 2), 1},
		"what is equally sure stays together":            {append(sure(0.5, 60, 1), sure(0.5, 60, 0)...), 1},
		"of few answers nothing can be said":             {sure(0.5, enough-1, 0), 1},
		"of enough it can":                               {sure(0.5, enough, 0), 0.5},
		"a wrong one among the surest may be outweighed": {append(sure(0.5, 300, 0), sure(0.75, 60, 1)...), 0.5},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, row.want, threshold(row.list)) })
	}
}

// As a file keeps it, a threshold still lets the answer in that it was taken from.
func TestAThresholdIsNotRoundedUp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		c := r.Float64()
		got := threshold(sure(c, 60, 0))
		assert.LessOrEqual(t, float64(got), c)
		assert.InDelta(t, c, float64(got), 1e-6)
		below, right, above := splitAt(sure(c, 60, 0), got)
		assert.Equal(t, []int{0, 60, 60}, []int{below, right, above})
	}
}

func TestBins(t *testing.T) {
	var list []verdict
	for i := range 25 {
		list = append(list, verdict{float64(i) / 25, i%2 == 0})
	}
	n, right := 0, 0
	for i, b := range bins(list) {
		assert.LessOrEqual(t, b.least, b.mean)
		assert.LessOrEqual(t, b.mean, b.most)
		assert.InDelta(t, 2.5, b.n, 0.5, "%d", i)
		n, right = n+b.n, right+b.right
	}
	assert.Equal(t, []int{25, 13}, []int{n, right})
	assert.Len(t, bins(list), 10)
	assert.Len(t, bins(list[:3]), 3)
	assert.Empty(t, bins(nil))
}

func TestOnlyAnswersHaveVerdicts(t *testing.T) {
	c := 0.5
	clean := item{Clean: true}
	list := verdictsOf([]played{
		{item: clean, report: run.Report{Outcome: loop.Final, Confidence: &c}},
		{item: clean, report: run.Report{Outcome: loop.Final}},                 // no model was asked
		{item: clean, report: run.Report{Outcome: loop.Cycle, Confidence: &c}}, // no answer
	}, false)
	assert.Equal(t, []verdict{{0.5, true}}, list)
}
