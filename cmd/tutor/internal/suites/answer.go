// Package suites relates the tutor's reports to the answers that suites measure.
package suites

import (
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tutor"
)

// Answer returns the part of a report that suites measure.
func Answer(r tutor.Report) eval.Answer {
	a := eval.Answer{
		Corrected: r.Corrected, InScope: r.InScope, Reason: r.Reason, NotChecked: r.NotChecked,
		Gloss: r.SpanishGloss, Outcome: r.Outcome, Decisions: r.Steps, ToolCalls: r.ToolCalls,
	}
	for _, edit := range r.Edits {
		a.Rules = append(a.Rules, edit.Rule)
	}
	return a
}

// A Usage sums what all runs for one input cost. It belongs to one goroutine.
type Usage struct {
	requests, tokens, read, written int
	plans                           planner.Reflection
	faithful                        eval.FaithfulCounter
}

// Watch takes an event of a run.
func (u *Usage) Watch(e loop.Event) {
	u.faithful.Watch(e)
	if e.Result == nil {
		return
	}
	u.requests += e.Result.Counters.ModelCalls
	u.tokens += e.Result.Counters.Tokens
	for _, v := range e.Result.Verdicts {
		u.plans.Add(v)
	}
	for _, role := range e.Result.Usage {
		u.read += role.PromptTokens
		u.written += role.OutputTokens
	}
}

// Answer returns the part of a report that suites measure, with what its runs cost.
func (u Usage) Answer(r tutor.Report) eval.Answer {
	a := Answer(r)
	a.ModelCalls, a.Tokens, a.Read, a.Written, a.Plans = u.requests, u.tokens, u.read, u.written, u.plans
	a.Values = u.faithful.Values
	return a
}
