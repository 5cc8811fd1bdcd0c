package tutor

import (
	"context"
	"io"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

// An Escalation is a sentence whose run was not sure, or had no answer, and was made again with
// another model. Its answer stands if its outcome is final; else that of the first run does.
type Escalation struct {
	Sentence   string       `json:"sentence"`
	Why        string       `json:"why"`        // "confidence", or the outcome of the first run
	Confidence *float64     `json:"confidence"` // of the first run; nil where its model gives none
	Model      string       `json:"model"`      // that was asked again
	Outcome    loop.Outcome `json:"outcome"`    // of the second run

	// Problem says in plain words why that outcome is not final.
	Problem string `json:"-"`
}

// unsure is why an answer is asked for again though it is one.
const unsure = "confidence"

// A rated model says of itself below which confidence its answers are unsure; 0 if nobody knows.
type rated interface{ Threshold() float64 }

// least returns the confidence below which an answer of m is unsure.
func (t *Tutor) least(m model.Model) float64 {
	if t.options.MinConfidence != nil {
		return *t.options.MinConfidence
	}
	if r, ok := m.(rated); ok {
		return r.Threshold()
	}
	return 0
}

// A scale keeps the confidence of the least sure decision it is shown; nil where none has any.
type scale struct{ least *float64 }

func (s *scale) weigh(e loop.Event) {
	if e.Reply == nil || e.Reply.Walk == nil {
		return
	}
	if c := e.Reply.Walk.Confidence; s.least == nil || c < *s.least {
		s.least = &c
	}
}

// beside returns watch, and weighs what it is shown.
func (s *scale) beside(watch func(loop.Event)) func(loop.Event) {
	return func(e loop.Event) {
		s.weigh(e)
		if watch != nil {
			watch(e)
		}
	}
}

// below reports whether what was weighed is less sure than least. What has no confidence is not.
func (s *scale) below(least float64) bool { return s.least != nil && *s.least < least }

// An attempt is one run on a sentence.
type attempt struct {
	scale
	result loop.Result
	model  model.Model
}

// try runs l, whose model is m, on a sentence.
func try(ctx context.Context, l *loop.Loop, m model.Model, sentence string, log io.Writer, watch func(loop.Event)) (a attempt, err error) {
	a.model = m
	a.result, err = result(l.Watch(ctx, sentence, log), a.beside(watch))
	return a, err
}

// doubt returns why an attempt should be made again with another model, or "".
func (t *Tutor) doubt(a attempt) string {
	switch a.result.Outcome {
	case loop.Final:
		if a.below(t.least(a.model)) {
			return unsure
		}
		return ""
	case loop.Cancelled, loop.Paused:
		return "" // it was stopped, and did not fail
	}
	return string(a.result.Outcome)
}

// escalate makes a doubted attempt again, notes that in r, and returns the attempt that stands.
func (t *Tutor) escalate(ctx context.Context, first attempt, p *part, r *Report, log io.Writer, watch func(loop.Event)) (attempt, error) {
	why := t.doubt(first)
	if t.second == nil || why == "" || ctx.Err() != nil {
		return first, nil
	}
	m := t.second.options.Model()
	l, err := t.second.loopFor(m)
	if err != nil {
		return first, err
	}
	second, err := try(ctx, l.WithParent(first.result.Run), m, p.sentence, log, watch)
	if err != nil {
		return first, err
	}
	e := Escalation{Sentence: p.sentence, Why: why, Confidence: first.least, Model: m.Name(), Outcome: second.result.Outcome}
	stands := second
	if second.result.Outcome != loop.Final {
		stands, e.Problem = first, problem(second.result)
	}
	r.spend(second.result)
	r.Escalations = append(r.Escalations, e)
	return stands, nil
}
