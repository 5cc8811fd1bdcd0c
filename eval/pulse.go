package eval

import (
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A Pulse is what runs heard of their models. It tells a run that did not happen from one that ended badly.
type Pulse struct {
	Fault   model.FaultKind // of the last request, where it failed
	Replied bool            // some request was answered
}

// Watch takes an event of a run.
func (p *Pulse) Watch(e loop.Event) {
	switch e.Kind {
	case loop.Replied:
		p.Replied = true
	case loop.Failed:
		p.Fault = model.FaultKind(e.Failure.Fault)
	}
}

// Missed reports whether runs that ended so did not happen: no server, no model or no reply could be had. A
// request that a server refuses has happened: it would refuse it from anyone.
func (p Pulse) Missed(outcome loop.Outcome, reason planner.Reason) bool {
	switch p.Fault {
	case model.Rejected, model.Overflow, model.Cut, model.Exhausted, model.Misuse:
		return false
	}
	return reason == planner.ReasonTransport || outcome == loop.BudgetExhausted && !p.Replied && p.Fault != ""
}
