package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/model/tiny"
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
		"the least from which on enough are right": {append(append(sure(0.25, 100, 50), sure(0.5, 100, 0)...), sure(0.75, 100, 1)...), 0.5},
		"ten wrong of two hundred are few enough":  {append(sure(0.25, 10, 10), sure(0.5, 200, 10)...), 0.5},
		"eleven are not":                                {sure(0.5, 200, 11), 1},
		"what is equally sure stays together":           {append(sure(0.5, 60, 7), sure(0.5, 60, 0)...), 1},
		"of few answers nothing can be said":            {sure(0.5, minAnswers-1, 0), 1},
		"of enough it can":                              {sure(0.5, minAnswers, 0), 0.5},
		"wrong ones among the surest may be outweighed": {append(sure(0.5, 300, 0), sure(0.75, 60, 4)...), 0.5},
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
	}
}

// TestACalibrationFindsHowOftenItIsRight draws verdicts that are right less often than they are sure, as a
// known calibration says.
func TestACalibrationFindsHowOftenItIsRight(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	truth := tiny.Calibration{Slope: 0.6, Offset: -0.4}
	draw := func() (list []verdict) {
		for range 20000 {
			c := 1 / (1 + math.Exp(-4*r.NormFloat64()-3))
			list = append(list, verdict{c, r.Float64() < truth.Confidence(c)})
		}
		slices.SortStableFunc(list, func(x, y verdict) int { return cmp.Compare(x.confidence, y.confidence) })
		return list
	}
	got := fitted(draw())
	assert.InDelta(t, 0.6, got.Slope, 0.03)
	assert.InDelta(t, -0.4, got.Offset, 0.1)
}

func TestACalibrationOfLittleIsModest(t *testing.T) {
	assert.Zero(t, fitted(sure(0.9, minAnswers-1, 0)))
	for _, c := range []float64{0.3, 1} {
		all := fitted(sure(c, 100, 0)).Confidence(c)
		assert.Greater(t, all, 0.98)
		assert.Less(t, all, 0.995)
	}
	upside := append(sure(0.3, 100, 0), sure(0.9, 100, 90)...)
	c := fitted(upside)
	assert.Greater(t, c.Confidence(0.9), c.Confidence(0.3), "the surer stays the surer")
}
