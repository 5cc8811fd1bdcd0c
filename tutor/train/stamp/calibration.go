package main

import (
	"math"

	"github.com/shortleash/shortleash/model/tiny"
)

// wantedShare is the share of right answers above the threshold. A share of fewer than minAnswers answers
// could be chance.
const (
	wantedShare = 0.95
	minAnswers  = 50
)

// A verdict is how sure an answer was, and whether it was right.
type verdict struct {
	confidence float64
	right      bool
}

// fitted returns the calibration under which verdicts are likeliest, found with Newton's method. Each side
// counts one more answer than there is (Platt 1999), so that few verdicts, or verdicts that all are
// right, do not give certainty.
func fitted(list []verdict) tiny.Calibration {
	if len(list) < minAnswers {
		return tiny.Calibration{}
	}
	right := 0.0
	for _, v := range list {
		if v.right {
			right++
		}
	}
	yes, no := (right+1)/(right+2), 1/(float64(len(list))-right+2)
	// slopes returns the cost of a line and its first and second derivatives.
	slopes := func(slope, offset float64) (cost, bySlope, byOffset, bySlope2, byOffset2, byBoth float64) {
		for _, v := range list {
			x, want := tiny.Logit(v.confidence), no
			if v.right {
				want = yes
			}
			z := slope*x + offset
			p := 1 / (1 + math.Exp(-z))
			cost += max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) - want*z
			w := p * (1 - p)
			bySlope, byOffset = bySlope+(p-want)*x, byOffset+p-want
			bySlope2, byOffset2, byBoth = bySlope2+w*x*x, byOffset2+w, byBoth+w*x
		}
		return
	}
	base := right + 1
	slope, offset := 0.0, math.Log(base/(float64(len(list))+2-base))
	for range 100 {
		cost, g0, g1, h0, h1, cross := slopes(slope, offset)
		h0, h1 = h0+1e-6, h1+1e-6
		det := h0*h1 - cross*cross
		step0, step1 := (g0*h1-g1*cross)/det, (g1*h0-g0*cross)/det
		far := 1.0
		for ; far > 1e-6; far /= 2 { // half the step while it does not help
			if next, _, _, _, _, _ := slopes(slope-far*step0, offset-far*step1); next <= cost {
				break
			}
		}
		slope, offset = slope-far*step0, offset-far*step1
	}
	if slope < 1e-3 { // the order of confidences must stay
		slope, offset = 1e-3, math.Log(base/(float64(len(list))+2-base))
	}
	return tiny.Calibration{Slope: float32(slope), Offset: float32(offset)}
}

// threshold returns the least confidence from which on the wanted share of sorted verdicts is right,
// as a file keeps it. It is 1 if there is none: then nothing is sure.
func threshold(list []verdict) float32 {
	best, right := 1.0, 0
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].right {
			right++
		}
		n := len(list) - i
		if i > 0 && list[i-1].confidence == list[i].confidence { // equal confidences stay on one side
			continue
		}
		if n >= minAnswers && float64(right) >= wantedShare*float64(n) {
			best = list[i].confidence
		}
	}
	t := float32(best)
	if float64(t) > best { // rounded up, it would exclude that answer
		t = math.Nextafter32(t, 0)
	}
	return t
}
