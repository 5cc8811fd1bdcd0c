package differential

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// totals are what was compared.
type totals struct {
	Schemas, Pairs, Valid, Both, Disputed, Samples, Steps, States, Findings int
	Refused, Departures                                                     map[string]int // by reason
}

// count adds one to a reason.
func (t *totals) count(to *map[string]int, reason string) {
	if *to == nil {
		*to = map[string]int{}
	}
	(*to)[reason]++
}

func (t *totals) add(o totals) {
	t.Schemas += o.Schemas
	t.Pairs += o.Pairs
	t.Valid += o.Valid
	t.Both += o.Both
	t.Disputed += o.Disputed
	t.Samples += o.Samples
	t.Steps += o.Steps
	t.States += o.States
	t.Findings += o.Findings
	for _, x := range []struct {
		to   *map[string]int
		from map[string]int
	}{{&t.Refused, o.Refused}, {&t.Departures, o.Departures}} {
		for reason, n := range x.from {
			if *x.to == nil {
				*x.to = map[string]int{}
			}
			(*x.to)[reason] += n
		}
	}
}

// String returns the totals in lines.
func (t totals) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d schemas, %d pairs (%d valid, %d judged by both validators, %d on which they disagree), %d samples, "+
		"%d bytes fed one by one, %d states of walks: %d findings\n",
		t.Schemas, t.Pairs, t.Valid, t.Both, t.Disputed, t.Samples, t.Steps, t.States, t.Findings)
	list := func(title string, counts map[string]int) {
		reasons := slices.SortedFunc(maps.Keys(counts), func(a, c string) int { return counts[c] - counts[a] })
		for _, reason := range reasons {
			fmt.Fprintf(&b, "%s: %d %s\n", title, counts[reason], reason)
		}
	}
	list("refused schemas", t.Refused)
	list("known departures", t.Departures)
	return strings.TrimSuffix(b.String(), "\n")
}
