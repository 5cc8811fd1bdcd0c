package planner

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Reflection counts what a critic made of the plans of one run, or of several: the figures of PreFlect. The zero
// value has counted nothing.
type Reflection struct {
	Examined     int            `json:"examined"`              // plans that had a first turn
	Flagged      int            `json:"flagged"`               // of these: the critic found something critical
	Later        int            `json:"later"`                 // of Examined: plans after the first of their run
	LaterFlagged int            `json:"later_flagged"`         // of Flagged, likewise
	ByChecks     int            `json:"by_checks"`             // of Examined: the plan checks found something critical
	ByBoth       int            `json:"by_both"`               // of Flagged: the plan checks did, too
	Revised      int            `json:"revised"`               // plans that another took the place of
	Kept         int            `json:"kept"`                  // plans that stayed, since the revision was no better
	Failed       int            `json:"failed"`                // first turns without a usable reply
	Critical     map[string]int `json:"critical,omitempty"`    // critical errors, by type
	FlaggedFor   map[string]int `json:"flagged_for,omitempty"` // of Flagged, by type: a plan counts once for each of its types
}

// Add counts one verdict. Those that are not about plans change nothing.
func (r *Reflection) Add(v Verdict) {
	switch {
	case v.Of != "plan":
	case v.Turn == 2 && v.Kept:
		r.Kept++
	case v.Turn == 2:
		r.Revised++
	case v.Failed:
		r.Failed++
	default:
		later := 0
		if v.Plan > 1 {
			later = 1
		}
		r.Examined, r.Later = r.Examined+1, r.Later+later
		if v.Checks {
			r.ByChecks++
		}
		if v.Critical() {
			r.Flagged, r.LaterFlagged = r.Flagged+1, r.LaterFlagged+later
			if v.Checks {
				r.ByBoth++
			}
		}
		types := map[string]int{}
		for _, f := range v.Errors {
			if f.Severity == SeverityCritical {
				addTo(&r.Critical, f.Code, 1)
				types[f.Code] = 1
			}
		}
		for kind := range types {
			addTo(&r.FlaggedFor, kind, 1)
		}
	}
}

func addTo(counts *map[string]int, kind string, n int) {
	if *counts == nil {
		*counts = map[string]int{}
	}
	(*counts)[kind] += n
}

// Join adds what another one has counted.
func (r *Reflection) Join(o Reflection) {
	r.Examined, r.Flagged, r.Later, r.LaterFlagged = r.Examined+o.Examined, r.Flagged+o.Flagged, r.Later+o.Later, r.LaterFlagged+o.LaterFlagged
	r.ByBoth += o.ByBoth
	r.ByChecks, r.Revised, r.Kept, r.Failed = r.ByChecks+o.ByChecks, r.Revised+o.Revised, r.Kept+o.Kept, r.Failed+o.Failed
	for kind, n := range o.Critical {
		addTo(&r.Critical, kind, n)
	}
	for kind, n := range o.FlaggedFor {
		addTo(&r.FlaggedFor, kind, n)
	}
}

// Zero reports whether nothing was counted.
func (r Reflection) Zero() bool { return r.Examined+r.Failed == 0 }

// Shares returns the share of each type among the critical errors, from 0 to 1.
func (r Reflection) Shares() map[string]float64 {
	shares := map[string]float64{}
	for kind, n := range r.Critical {
		shares[kind] = float64(n) / float64(r.errors())
	}
	return shares
}

func (r Reflection) errors() (all int) {
	for _, n := range r.Critical {
		all += n
	}
	return all
}

// String words the counts in one line; "" where nothing was counted.
func (r Reflection) String() string {
	if r.Zero() {
		return ""
	}
	text := fmt.Sprintf("plans examined: %d, flagged %s", r.Examined, share(r.Flagged, r.Examined))
	if r.Later > 0 {
		text += fmt.Sprintf(" (first plans %s, later ones %s)", share(r.Flagged-r.LaterFlagged, r.Examined-r.Later),
			share(r.LaterFlagged, r.Later))
	}
	text += fmt.Sprintf(", by the checks %d, by both %d, revised %s, kept %d", r.ByChecks, r.ByBoth, share(r.Revised, r.Examined), r.Kept)
	if r.Failed > 0 {
		text += fmt.Sprintf(", without a diagnosis %d", r.Failed)
	}
	if len(r.Critical) == 0 {
		return text
	}
	kinds := slices.SortedFunc(maps.Keys(r.Critical), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Critical[b], r.Critical[a]), cmp.Compare(a, b))
	})
	var list []string
	for _, kind := range kinds {
		list = append(list, fmt.Sprintf("%s %s in %s of the plans", kind, share(r.Critical[kind], r.errors()),
			share(r.FlaggedFor[kind], r.Examined)))
	}
	return text + "; critical errors: " + strings.Join(list, ", ")
}

// share words a count and its part of all.
func share(n, all int) string {
	if all == 0 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d (%d %%)", n, (100*n+all/2)/all)
}
