package session

import (
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
)

// A Pulse is what the runs on one input heard of their models.
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

// NotRun says in plain words why the runs did not happen, or "": no server, no model or no reply could
// be had. A request that a server refuses has happened: it would refuse it from anyone.
func (p Pulse) NotRun(r tutor.Report) string {
	silent := r.Outcome == loop.BudgetExhausted && !p.Replied && p.Fault != ""
	switch p.Fault {
	case model.Rejected, model.Overflow, model.Cut, model.Exhausted, model.Misuse:
		return ""
	}
	if r.Fault != "" || silent {
		return r.Problem
	}
	return ""
}
