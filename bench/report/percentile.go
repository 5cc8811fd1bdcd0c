// Package report turns results into figures: verdicts as MaskBench scores them ([Count]), percentiles
// ([Spread]) and the table of a comparison ([Table]).
package report

import (
	"cmp"
	"slices"
)

// A Spread says how values are distributed. Percentiles are by nearest rank: the smallest value that
// at least that share of all values does not exceed. They are values that were measured, never means
// of two.
type Spread struct {
	N    int
	Mean float64
	P50  float64
	P95  float64
	P99  float64
	Max  float64
}

// NewSpread returns the distribution of values, times in nanoseconds, in microseconds. It returns nil
// for no values: what was not measured has no figure.
func NewSpread(nanoseconds []int64) *Spread {
	if len(nanoseconds) == 0 {
		return nil
	}
	sorted := slices.Clone(nanoseconds)
	slices.Sort(sorted)
	var sum float64
	for _, v := range sorted {
		sum += float64(v)
	}
	at := func(percent int) float64 { return micro(sorted[rank(len(sorted), percent)]) }
	return &Spread{
		N:    len(sorted),
		Mean: sum / float64(len(sorted)) / 1000,
		P50:  at(50), P95: at(95), P99: at(99),
		Max: micro(sorted[len(sorted)-1]),
	}
}

// rank is the index of a percentile among n sorted values: ceil(n·percent/100) - 1.
func rank(n, percent int) int { return max((n*percent+99)/100-1, 0) }

func micro(nanoseconds int64) float64 { return float64(nanoseconds) / 1000 }

// counted is how often something was seen.
type counted struct {
	what string
	n    int
}

// byCount returns what was seen, most often first, then by name.
func byCount(seen map[string]int) []counted {
	out := make([]counted, 0, len(seen))
	for what, n := range seen {
		out = append(out, counted{what, n})
	}
	slices.SortFunc(out, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.what, b.what))
	})
	return out
}
