package eval

import "fmt"

// A Bar is what a suite is to reach, in percent; nil where it has none. Harm must not be above it.
type Bar struct{ Fixed, Detected, Harm, Contract *float64 }

// Missed says in words which bars a score does not reach. Nothing measured misses nothing.
func (b Bar) Missed(s Score) []string {
	list := []string{}
	for _, x := range []struct {
		what  string
		share Share
		bar   *float64
		most  bool // the bar is not to be exceeded
	}{{"fixed", s.Fixed, b.Fixed, false}, {"detected", s.Detected, b.Detected, false},
		{"contract", s.Contract, b.Contract, false}, {"harm", s.Harm, b.Harm, true}} {
		if x.bar == nil || x.share.Of == 0 {
			continue
		}
		if got := x.share.Percent(); !x.most && got < *x.bar || x.most && got > *x.bar {
			list = append(list, fmt.Sprintf("%s %.1f %%, the bar is %g %%", x.what, got, *x.bar))
		}
	}
	return list
}
