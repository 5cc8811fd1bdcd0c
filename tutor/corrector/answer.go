// Package corrector lets package eval measure a tutor: [New] returns what corrects the sentences of suites with one.
// [Answer] is the part of a report that suites look at.
package corrector

import (
	"context"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// Answer returns the part of a report that suites measure.
func Answer(r tutor.Report) eval.Answer {
	a := eval.Answer{
		Corrected: r.Corrected, InScope: r.InScope, Reason: r.Reason,
		Gloss: r.SpanishGloss, Outcome: r.Outcome, Decisions: r.Steps, ToolCalls: r.ToolCalls,
	}
	for _, edit := range r.Edits {
		a.Rules = append(a.Rules, edit.Rule)
	}
	return a
}

// A Usage sums what all runs for one input cost, and hears whether they happened. It belongs to one goroutine.
type Usage struct {
	requests, tokens, read, written int
	plans                           eval.Reflection
	faithful                        eval.FaithfulCounter
	heard                           eval.Pulse
}

// Watch takes an event of a run.
func (u *Usage) Watch(e loop.Event) {
	u.faithful.Watch(e)
	u.heard.Watch(e)
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
	if u.heard.Missed(r.Outcome) {
		a.NotRun = r.Problem
	}
	return a
}

// A Tracer tells the steps of one run in lines.
type Tracer interface {
	Event(loop.Event)
	Lines() []string
}

// New returns what a tutor makes of an input. newTrace is nil where the steps are not wanted.
func New(t *tutor.Tutor, newTrace func() Tracer) eval.Corrector {
	return func(ctx context.Context, input string) (eval.Answer, error) {
		var used Usage
		watch := used.Watch
		var trace Tracer
		if newTrace != nil {
			trace = newTrace()
			watch = func(e loop.Event) { used.Watch(e); trace.Event(e) }
		}
		r, err := t.Correct(ctx, input, nil, watch)
		if err == nil {
			err = ctx.Err()
		}
		a := used.Answer(r)
		if trace != nil {
			a.Trace = trace.Lines()
		}
		return a, err
	}
}
