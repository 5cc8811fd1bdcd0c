// Package suites relates the tutor's reports to the answers that suites measure.
package suites

import (
	"github.com/shortleash/shortleash/eval"
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
