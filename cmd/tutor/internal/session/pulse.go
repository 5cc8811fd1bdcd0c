package session

import (
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tutor"
)

// A Pulse is what the runs on one input heard of their models.
type Pulse struct{ eval.Pulse }

// NotRun says in plain words why the runs did not happen, or "".
func (p Pulse) NotRun(r tutor.Report) string {
	if p.Missed(r.Outcome, planner.Reason(r.Fault)) {
		return r.Problem
	}
	return ""
}
