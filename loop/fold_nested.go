package loop

import (
	"maps"
	"slices"

	"github.com/shortleash/shortleash/planner"
)

// of lets fold work on the ledger of the strategy that carries out plan step id, or on l for "".
func (l *ledger) of(id string, fold func(*ledger)) {
	if id == "" {
		fold(l)
		return
	}
	n := l.nested[id]
	if n == nil {
		n = newLedger()
		for _, note := range l.state.Notes {
			n.state.Notes = append(n.state.Notes, planner.Note{Text: note.Text})
		}
		if l.nested == nil {
			l.nested = map[string]*ledger{}
		}
		l.nested[id] = n
	}
	fold(n)
	nested := maps.Clone(l.state.Nested) // earlier States keep theirs
	if nested == nil {
		nested = map[string]planner.State{}
	}
	nested[id] = n.state
	l.state.Nested = nested
}

// decidedWithin folds a decision of the strategy that carries out a plan step: into what that strategy
// sees, and, as far as it is a step, into the run's, where it is counted.
func (l *ledger) decidedWithin(d *planner.Decision) {
	own := *d
	own.Within = ""
	if d.Warning != "" {
		l.state.Warnings = append(slices.Clip(l.state.Warnings), d.Warning)
	}
	steps, revision := 0, 0
	l.of(d.Within, func(n *ledger) {
		steps = -len(n.state.Steps)
		n.decided(&own)
		steps += len(n.state.Steps)
		if n.state.Plan != nil {
			revision = n.state.Plan.Revision
		}
	})
	if steps == 0 {
		return
	}
	own.Lane, own.Draft = d.LaneName(), false
	l.step(&own)
	l.state.Steps[len(l.state.Steps)-1].Revision = revision
}

// planOf returns the plan of the strategy that carries out plan step id, or the run's for "".
func (l *ledger) planOf(id string) *planner.Plan {
	if id == "" {
		return l.state.Plan
	}
	return l.state.Nested[id].Plan
}
