package eval

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// A Share is a count out of a total. Its JSON form also has the percentage and its interval.
type Share struct{ Hits, Of int }

// Count counts one more.
func (s *Share) Count(hit bool) {
	s.Of++
	if hit {
		s.Hits++
	}
}

// Add adds the counts of o.
func (s *Share) Add(o Share) { s.Hits, s.Of = s.Hits+o.Hits, s.Of+o.Of }

// Percent returns the share in percent; 0 if the total is 0.
func (s Share) Percent() float64 {
	if s.Of == 0 {
		return 0
	}
	return 100 * float64(s.Hits) / float64(s.Of)
}

// String returns the share as a table cell: 185/188 98.4; "-" if the total is 0.
func (s Share) String() string {
	if s.Of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d %.1f", s.Hits, s.Of, s.Percent())
}

// z is the quantile of the normal distribution for an interval of 95 %.
const z = 1.959963984540054

// Interval returns the bounds, in percent, between which the share lies with 95 % confidence if the
// suite is a fair sample (Wilson's score interval, 1927). If the total is 0, it is 0 to 100.
func (s Share) Interval() (low, high float64) {
	if s.Of == 0 {
		return 0, 100
	}
	n, p := float64(s.Of), float64(s.Hits)/float64(s.Of)
	center := p + z*z/(2*n)
	reach := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 100 / (1 + z*z/n)
	return max(0, (center-reach)*scale), min(100, (center+reach)*scale)
}

type shareJSON struct {
	Hits    int     `json:"hits"`
	Of      int     `json:"of"`
	Percent float64 `json:"percent"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
}

// MarshalJSON implements [json.Marshaler].
func (s Share) MarshalJSON() ([]byte, error) {
	low, high := s.Interval()
	return json.Marshal(shareJSON{s.Hits, s.Of, round(s.Percent()), round(low), round(high)})
}

// UnmarshalJSON implements [json.Unmarshaler]; it reads the counts.
func (s *Share) UnmarshalJSON(data []byte) error {
	var in shareJSON
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	*s = Share{in.Hits, in.Of}
	return nil
}

func round(x float64) float64 { return math.Round(100*x) / 100 }

// A Spread summarizes a list of numbers.
type Spread struct {
	Mean float64 `json:"mean"`
	P50  float64 `json:"p50"`
	P95  float64 `json:"p95"`
}

func spread(list []float64) Spread {
	if len(list) == 0 {
		return Spread{}
	}
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	sorted := slices.Sorted(slices.Values(list))
	// The nearest rank: a number that is in the list.
	at := func(p float64) float64 { return sorted[max(0, int(math.Ceil(p*float64(len(sorted))))-1)] }
	return Spread{round(sum / float64(len(list))), round(at(0.5)), round(at(0.95))}
}

// A Change is the difference between two scores of one suite.
type Change struct {
	Gained []string // ids of items that only the second has right
	Lost   []string // ids of items that only the first has right
	// P is the probability of a difference at least this large by chance if neither is better
	// (McNemar's exact test, two-sided).
	P float64
}

// Compare returns the difference between two scores of the same items, given the ids that each missed.
func Compare(before, after []string) Change {
	without := func(list, other []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(id string) bool { return slices.Contains(other, id) })
	}
	c := Change{Gained: without(before, after), Lost: without(after, before)}
	c.P = signTest(len(c.Gained), len(c.Lost))
	return c
}

// String returns the change as a cell of a table: +2 −1, p = 1.000
func (c Change) String() string {
	if len(c.Gained)+len(c.Lost) == 0 {
		return "the same"
	}
	p := fmt.Sprintf("p = %.3f", c.P)
	if c.P < 0.001 {
		p = "p < 0.001"
	}
	return fmt.Sprintf("+%d −%d, %s", len(c.Gained), len(c.Lost), p)
}

// signTest returns the probability that a fair coin falls at least as unevenly as a to b.
func signTest(a, b int) float64 {
	n, k := a+b, min(a, b)
	sum := 0.0
	for i := range k + 1 {
		sum += math.Exp(choose(n, i) - float64(n)*math.Ln2)
	}
	return min(1, 2*sum)
}

// choose returns the logarithm of the binomial coefficient.
func choose(n, k int) float64 {
	f := func(x int) float64 { l, _ := math.Lgamma(float64(x + 1)); return l }
	return f(n) - f(k) - f(n-k)
}
