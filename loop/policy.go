package loop

import (
	"slices"

	"github.com/shortleash/shortleash/planner"
)

// The rules, as masked events name them.
const (
	ruleBudget    = "budget"    // a bound leaves only the answer
	ruleErrors    = "errors"    // a tool failed too often in a row
	ruleDuplicate = "duplicate" // a tool was called again with the same arguments
)

// allow works out what the model may do next. Each rule only narrows, and the answer always remains.
func (r *run) allow() planner.Allowed {
	a := planner.Allowed{
		Known:     r.known,
		Tools:     r.known,
		Shape:     r.config.Answer,
		Answer:    &r.config.Answer,
		Steps:     r.config.Budget.Steps,
		Unleashed: r.config.Enforce == Off,
	}
	if a.Unleashed {
		return a
	}
	if a.Closing = r.closing(); a.Closing != "" {
		narrow(&a, ruleBudget, names(a.Tools))
		return a
	}
	narrow(&a, ruleErrors, r.broken())
	narrow(&a, ruleDuplicate, r.state.Masked)
	return a
}

// narrow takes the named tools out of a and notes which were there.
func narrow(a *planner.Allowed, rule string, lost []string) {
	var left []planner.Offer
	l := planner.Lost{Rule: rule}
	for _, o := range a.Tools {
		if slices.Contains(lost, o.Name) {
			l.Names = append(l.Names, o.Name)
		} else {
			left = append(left, o)
		}
	}
	if len(l.Names) > 0 {
		a.Tools, a.Lost = left, append(a.Lost, l)
	}
}

func names(offers []planner.Offer) []string {
	var names []string
	for _, o := range offers {
		names = append(names, o.Name)
	}
	return names
}

// broken returns the tools whose last MendErrors+1 calls in a row all ended in a mendable error.
func (r *run) broken() []string {
	var names []string
	for _, o := range r.known {
		if r.mendableStreak(o.Name) > r.config.MendErrors {
			names = append(names, o.Name)
		}
	}
	return names
}

// mendableStreak counts the mendable errors of tool since its last success.
func (r *run) mendableStreak(tool string) int {
	n := 0
	for _, step := range slices.Backward(r.state.Steps) {
		for i, o := range step.Observations {
			if i >= len(step.Calls) || step.Calls[i].Tool != tool || o.Cached {
				continue
			}
			if o.OK {
				return n
			}
			if o.Error.Mendable {
				n++
			}
		}
	}
	return n
}
