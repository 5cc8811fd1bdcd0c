package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/shortleash/shortleash/loop"
)

// wanted is the share of right answers above the threshold, and enough how many answers such a share
// must be seen in: of fewer, chance would say as much.
const (
	wanted = 0.995
	enough = 50
)

// A verdict is how sure an answer was, and whether it was right.
type verdict struct {
	confidence float64
	right      bool
}

// verdictsOf returns the verdicts on the answers that have a confidence, the least sure first.
func verdictsOf(all []played, glosses bool) []verdict {
	var list []verdict
	for _, p := range all {
		if p.report.Outcome == loop.Final && p.report.Confidence != nil {
			list = append(list, verdict{*p.report.Confidence, p.right(p.report, glosses)})
		}
	}
	slices.SortStableFunc(list, byConfidence)
	return list
}

func byConfidence(x, y verdict) int { return cmp.Compare(x.confidence, y.confidence) }

// A bin is the answers between two confidences.
type bin struct {
	least, most float64
	mean        float64 // confidence
	n, right    int
}

// bins parts sorted verdicts into ten of equal size, as far as that can be.
func bins(list []verdict) []bin {
	var tenths []bin
	for i := range 10 {
		part := list[len(list)*i/10 : len(list)*(i+1)/10]
		if len(part) == 0 {
			continue
		}
		b := bin{least: part[0].confidence, most: part[len(part)-1].confidence, n: len(part)}
		for _, v := range part {
			b.mean += v.confidence / float64(len(part))
			if v.right {
				b.right++
			}
		}
		tenths = append(tenths, b)
	}
	return tenths
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
		if i > 0 && list[i-1].confidence == list[i].confidence { // what is equally sure stays together
			continue
		}
		if n >= enough && float64(right) >= wanted*float64(n) {
			best = list[i].confidence
		}
	}
	t := float32(best)
	if float64(t) > best { // rounded up it would leave out the very answer
		t = math.Nextafter32(t, 0)
	}
	return t
}

// splitAt returns how many of sorted verdicts lie below a threshold, and how many of the others are right.
func splitAt(list []verdict, t float32) (below, right, above int) {
	for _, v := range list {
		switch {
		case v.confidence < float64(t):
			below++
		case v.right:
			right++
			above++
		default:
			above++
		}
	}
	return below, right, above
}
