package eval

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/planner"
)

// A Reflection counts how a critic judged the plans of one or more runs: the figures of PreFlect.
type Reflection struct {
	Examined     int            `json:"examined"`              // plans that had a first turn
	Flagged      int            `json:"flagged"`               // of these: the critic found something critical
	Later        int            `json:"later"`                 // of Examined: plans after the first of their run
	LaterFlagged int            `json:"later_flagged"`         // of Flagged, likewise
	ByChecks     int            `json:"by_checks"`             // of Examined: the plan checks found something critical
	ByBoth       int            `json:"by_both"`               // of Flagged: the plan checks did too
	Revised      int            `json:"revised"`               // plans that were replaced by another
	Kept         int            `json:"kept"`                  // plans that stayed because the revision was no better
	Failed       int            `json:"failed"`                // first turns without a usable reply
	Critical     map[string]int `json:"critical,omitempty"`    // critical errors, by type
	FlaggedFor   map[string]int `json:"flagged_for,omitempty"` // of Flagged, by type: a plan counts once for each of its types
}

// Add counts one verdict. It ignores verdicts that are not about plans.
func (r *Reflection) Add(v planner.Verdict) {
	switch later := v.Plan > 1; {
	case v.Of != "plan":
	case v.Turn == 2 && v.Kept:
		r.Kept++
	case v.Turn == 2:
		r.Revised++
	case v.Failed:
		r.Failed++
	default:
		count := map[bool]int{true: 1}
		one := Reflection{Critical: map[string]int{}, FlaggedFor: map[string]int{}, Examined: 1,
			Flagged: count[v.Critical()], Later: count[later], LaterFlagged: count[later && v.Critical()],
			ByChecks: count[v.Checks], ByBoth: count[v.Checks && v.Critical()]}
		for _, f := range v.Errors {
			if f.Severity == planner.SeverityCritical {
				one.Critical[f.Code]++
				one.FlaggedFor[f.Code] = 1
			}
		}
		r.Join(one)
	}
}

// Join adds the counts of another one.
func (r *Reflection) Join(o Reflection) {
	for to, n := range map[*int]int{&r.Examined: o.Examined, &r.Flagged: o.Flagged, &r.Later: o.Later, &r.LaterFlagged: o.LaterFlagged,
		&r.ByChecks: o.ByChecks, &r.ByBoth: o.ByBoth, &r.Revised: o.Revised, &r.Kept: o.Kept, &r.Failed: o.Failed} {
		*to += n
	}
	r.Critical, r.FlaggedFor = joined(r.Critical, o.Critical), joined(r.FlaggedFor, o.FlaggedFor)
}

// joined returns a, which may be nil, with the counts of b.
func joined(a, b map[string]int) map[string]int {
	for kind, n := range b {
		if a == nil {
			a = map[string]int{}
		}
		a[kind] += n
	}
	return a
}

// String words the counts in one line; "" where nothing was counted.
func (r Reflection) String() string {
	if r.Examined+r.Failed == 0 {
		return ""
	}
	text := "plans examined: " + fmt.Sprint(r.Examined) + ", flagged " + share(r.Flagged, r.Examined)
	if r.Later > 0 {
		text += fmt.Sprintf(" (first plans %s, later ones %s)", share(r.Flagged-r.LaterFlagged, r.Examined-r.Later),
			share(r.LaterFlagged, r.Later))
	}
	text += fmt.Sprintf(", by the checks %d, by both %d, revised %s, kept %d", r.ByChecks, r.ByBoth, share(r.Revised, r.Examined), r.Kept)
	if r.Failed > 0 {
		text += fmt.Sprintf(", without a diagnosis %d", r.Failed)
	}
	all, lead := 0, "; critical errors: "
	for _, n := range r.Critical {
		all += n
	}
	for _, kind := range slices.SortedFunc(maps.Keys(r.Critical), func(a, b string) int {
		return cmp.Or(r.Critical[b]-r.Critical[a], strings.Compare(a, b))
	}) {
		text += lead + fmt.Sprintf("%s %s in %s of the plans", kind, share(r.Critical[kind], all), share(r.FlaggedFor[kind], r.Examined))
		lead = ", "
	}
	return text
}

// share words a count and its part of all.
func share(n, all int) string { return Share{n, all}.cell("%[2]d (%.0[1]f %%)") }
