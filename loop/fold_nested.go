package loop

import (
	"maps"

	"github.com/shortleash/shortleash/planner"
)

// nest lets fold work on the reducer of the strategy that carries out plan step id, or on l for "".
func (l *reducer) nest(id string, fold func(*reducer)) {
	if id == "" {
		fold(l)
		return
	}
	n := l.nested[id]
	if n == nil {
		n = newReducer()
		for _, note := range l.state.Notes {
			n.state.Notes = append(n.state.Notes, planner.Note{Text: note.Text})
		}
		if l.nested == nil {
			l.nested = map[string]*reducer{}
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

// decidedWithin folds a decision of the strategy that carries out plan step id: into what that strategy
// sees, and, as far as it is a step, into the run's, where it is counted.
func (l *reducer) decidedWithin(d *planner.Decision, id, lane string) {
	own := *d
	own.Lane, own.Changes = lane, nil
	for _, c := range d.Changes {
		if within, inner, nested := planner.SplitLane(c.ID); nested && within == id {
			c.ID = inner
			own.Changes = append(own.Changes, c)
		}
	}
	steps, revision := 0, 0
	l.nest(id, func(n *reducer) {
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
	l.step(d)
	last := &l.state.Steps[len(l.state.Steps)-1]
	last.Revision, last.Draft = revision, false
}

// planOf returns the plan of the strategy that carries out plan step id, or the run's for "".
func (l *reducer) planOf(id string) *planner.Plan {
	if id == "" {
		return l.state.Plan
	}
	return l.state.Nested[id].Plan
}
