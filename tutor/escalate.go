package tutor

import (
	"context"
	"io"
	"iter"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

// An Escalation is a second run on a sentence, with another model, because the first run was unsure or
// had no answer. The second answer counts if its outcome is final; otherwise the first one does.
type Escalation struct {
	Sentence   string       `json:"sentence"`
	Why        string       `json:"why"`        // "confidence", or the outcome of the first run
	Confidence *float64     `json:"confidence"` // of the first run; nil where its model gives none
	Model      string       `json:"model"`      // of the second run
	Outcome    loop.Outcome `json:"outcome"`    // of the second run

	// Problem says in plain words why that outcome is not final.
	Problem string `json:"-"`
}

// lowConfidence is why a run was made again that had an answer.
const lowConfidence = "confidence"

// A thresholder is a model that knows below which confidence its answers are unsure; 0 if it does not.
type thresholder interface{ Threshold() float64 }

// threshold returns the confidence below which an answer of m is unsure.
func (t *Tutor) threshold(m model.Model) float64 {
	if t.options.MinConfidence != nil {
		return *t.options.MinConfidence
	}
	if r, ok := m.(thresholder); ok {
		return r.Threshold()
	}
	return 0
}

// A confidence is that of the least sure decision observed so far; nil where none has any.
type confidence struct{ least *float64 }

// observe takes the confidence of an event that has one.
func (s *confidence) observe(e loop.Event) {
	if e.Reply == nil || e.Reply.Walk == nil {
		return
	}
	if c := e.Reply.Walk.Confidence; s.least == nil || c < *s.least {
		s.least = &c
	}
}

// watching returns a function that observes each event before it passes it to watch, which may be nil.
func (s *confidence) watching(watch func(loop.Event)) func(loop.Event) {
	return func(e loop.Event) {
		s.observe(e)
		if watch != nil {
			watch(e)
		}
	}
}

// below reports whether the least sure decision is below least. Without any confidence it is not.
func (s *confidence) below(least float64) bool { return s.least != nil && *s.least < least }

// An attempt is one run on a sentence.
type attempt struct {
	confidence
	result loop.Result
	model  model.Model
	by     *Tutor // whose rules the run had
}

// attemptRun runs l, whose model is m, on a sentence.
func attemptRun(ctx context.Context, l *loop.Loop, m model.Model, sentence string, log io.Writer,
	watch func(loop.Event)) (a attempt, err error) {
	a.model = m
	a.result, err = runResult(l.Watch(ctx, sentence, log), a.watching(watch))
	return a, err
}

// escalationReason returns why an attempt should be made again with another model, or "".
func (t *Tutor) escalationReason(a attempt) string {
	switch a.result.Outcome {
	case loop.Final:
		if a.below(t.threshold(a.model)) {
			return lowConfidence
		}
		return ""
	case loop.Cancelled, loop.Paused:
		return "" // it was stopped, and did not fail
	}
	return string(a.result.Outcome)
}

// escalate runs an unsure sentence again, notes that in r, and returns the attempt that counts.
func (t *Tutor) escalate(ctx context.Context, first attempt, p *part, r *Report, log io.Writer, watch func(loop.Event)) (attempt, error) {
	why := t.escalationReason(first)
	if t.escalated == nil || why == "" || ctx.Err() != nil {
		return first, nil
	}
	m := t.escalated.options.Model()
	l, err := t.escalated.loopFor(m)
	if err != nil {
		return first, err
	}
	second, err := attemptRun(ctx, l.WithParent(first.result.Run), m, p.sentence, log, watch)
	if err != nil {
		return first, err
	}
	second.by = t.escalated
	e := Escalation{Sentence: p.sentence, Why: why, Confidence: first.least, Model: m.Name(), Outcome: second.result.Outcome}
	final := second
	if second.result.Outcome != loop.Final {
		final, e.Problem = first, problem(second.result)
	}
	r.addCost(second.result)
	r.Escalations = append(r.Escalations, e)
	return final, nil
}

// runResult shows the events of a run to watch and returns how it ended.
func runResult(events iter.Seq2[loop.Event, error], watch func(loop.Event)) (loop.Result, error) {
	var last loop.Result
	for e, err := range events {
		if err != nil {
			return last, err
		}
		if watch != nil {
			watch(e)
		}
		if e.Result != nil {
			last = *e.Result
		}
	}
	return last, nil
}
