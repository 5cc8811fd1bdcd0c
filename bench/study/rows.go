package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/corrector"
	"github.com/shortleash/shortleash/tutor/rules"
)

// The rows, in the order of the page.
const (
	rowRules  = "rules"
	rowDirect = "direct"
	rowFree   = "free"
)

// allRows lists the rows that records have. Those after rowFree are leashes, of which some are gone.
var allRows = []string{rowRules, rowDirect, rowFree, "off", "enum", "grounded", "mixed", "full"}

// rowsNow lists the rows that can be measured.
func rowsNow() []string {
	list := []string{rowRules, rowDirect, rowFree}
	for _, leash := range tutor.Leashes {
		list = append(list, string(leash))
	}
	return list
}

//go:embed prompts/*.md
var promptFiles embed.FS

// An outcome is what came of one sentence. Its NotRun says why nothing did, as where the server is dead.
type outcome struct {
	eval.Answer
	illegal int
}

// A row answers one sentence.
type row func(ctx context.Context, text string) (outcome, error)

// newDirect returns the row that asks a model once, with examples and without tools.
func newDirect(m model.Model) (row, error) {
	form, err := prompt.Parse(promptFiles, "prompts/direct.md", "")
	if err != nil {
		return nil, err
	}
	wanted, err := grammar.Compile(context.Background(),
		grammar.Object(grammar.Property{Name: "corrected", Schema: grammar.String(1, longest)}).JSON(), grammar.Options{})
	if err != nil {
		return nil, err
	}
	guarded := model.Guard(m)
	return func(ctx context.Context, text string) (outcome, error) {
		messages, err := form.Messages(nil, nil, struct{ Task string }{text})
		if err != nil {
			return outcome{}, err
		}
		reply, err := model.Collect(guarded.Generate(ctx,
			model.Request{Role: model.Executor, Messages: messages, Grammar: wanted, MaxTokens: replyTokens}))
		if ctx.Err() != nil {
			return outcome{}, ctx.Err()
		}
		if fault, ok := errors.AsType[*model.Fault](err); ok {
			return outcome{Answer: eval.Answer{NotRun: fault.Message}}, nil
		}
		if err != nil { // the reply breaks the grammar, or was cut
			return outcome{Answer: eval.Answer{Outcome: planner.OutcomeModelFailure, Decisions: 1}, illegal: 1}, nil
		}
		var answer struct {
			Corrected string `json:"corrected"`
		}
		if err := json.Unmarshal([]byte(reply.Text), &answer); err != nil {
			return outcome{}, fmt.Errorf("a reply that the grammar accepts: %w", err)
		}
		return outcome{Answer: changed(text, answer.Corrected)}, nil
	}, nil
}

// longest bounds a corrected sentence, in characters, and replyTokens a reply.
const (
	longest     = 400
	replyTokens = 512
)

// changed returns the answer that leaves text as now.
func changed(text, now string) eval.Answer {
	a := eval.Answer{InScope: true, Outcome: planner.OutcomeFinal, Decisions: 1}
	if now != text {
		a.Corrected = &now
	}
	return a
}

// newLeash returns the row of the tutor with a model, held on a leash.
func (s *study) newLeash(m model.Model, leash loop.Leash) (row, error) {
	c := loop.Config{}
	c.Leash, c.Budget.Wall = leash, s.wall
	t, err := tutor.New(tutor.Options{Model: func() model.Model { return m }, Loop: c})
	if err != nil {
		return nil, misuseError{err}
	}
	return tutorRow(t), nil
}

// newRules returns the row without a model.
func newRules() (row, error) {
	t, err := tutor.New(tutor.Options{Model: func() model.Model { return rules.Model{} }, Loop: loop.Config{}})
	if err != nil {
		return nil, err
	}
	return tutorRow(t), nil
}

// A refusals counts the replies of a run that were refused.
type refusals int

// Event implements [corrector.Tracer].
func (n *refusals) Event(e loop.Event) {
	if e.Kind == loop.Failed && e.Failure.Fault == "" {
		*n++
	}
}

// Lines implements [corrector.Tracer].
func (n *refusals) Lines() []string { return nil }

// tutorRow returns the row of a tutor.
func tutorRow(t *tutor.Tutor) row {
	return func(ctx context.Context, text string) (outcome, error) {
		var illegal refusals
		a, err := corrector.New(t, func() corrector.Tracer { return &illegal })(ctx, text)
		return outcome{a, int(illegal)}, err
	}
}
