package strategy

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
)

// Bounds of a survey, in items and characters.
const (
	maxSurveyed    = 8
	maxSurveyedLen = 160
)

// surveying is the state of a strategy that wants a survey of facts before its first plan.
const surveying machineState = "surveying"

// surveyDue reports whether a survey comes next. There is one in a run, before all plans.
func surveyDue(on bool, s planner.State, a planner.Allowed) bool {
	return on && s.Survey == nil && s.Plan == nil && s.Proposed == nil && len(s.Candidates) == 0 && a.Bound == ""
}

// surveySchema holds the lists of a survey in the order in which they are best written.
var surveySchema = func() grammar.Schema {
	list := grammar.Array(grammar.String(1, maxSurveyedLen), 0, maxSurveyed)
	return grammar.Object(
		grammar.Property{Name: "given", Schema: list},
		grammar.Property{Name: "look_up", Schema: list},
		grammar.Property{Name: "to_derive", Schema: list})
}()

// What the surveyor reads.
type (
	surveyHead struct{ Tools []planner.Offer }
	surveyData struct {
		Task    string
		Lessons []string
		Notes   []planner.Note
	}
)

// survey asks for the facts of a task. Where none are to be had, the run goes on without.
func survey(ctx context.Context, words *prompt.Prompt, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	reply, err := ask(ctx, planner.Question{
		Role: model.Surveyor,
		Messages: func(planner.Folding) ([]model.Message, error) {
			return words.Messages(prompt.CacheOf(a.Cache), surveyHead{a.AllTools}, surveyData{s.Task, s.Lessons, s.Notes})
		},
		Schema: surveySchema,
		Repair: words.Repair,
	})
	d := planner.Decision{Kind: planner.SurveyDecision, Role: model.Surveyor, Survey: &planner.Survey{}}
	switch {
	case noReply(err):
		d.Role, d.Warning = "", "the run goes on without a survey: "+err.Error()
		return d, nil
	case err != nil:
		return planner.Decision{}, err
	}
	if err := json.Unmarshal(reply, d.Survey); err != nil {
		return planner.Decision{}, fmt.Errorf("strategy: a survey: %w", err)
	}
	return d, nil
}
