package strategy

import (
	"context"
	"encoding/json"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
)

// reviewSchema is what a reflector may write about a plan step that an executor reported as done.
var reviewSchema = grammar.Object(
	grammar.Property{Name: "assessment", Schema: grammar.String(0, 300)},
	grammar.Property{Name: "guidance", Schema: grammar.String(0, 300)},
	grammar.Property{Name: "met", Schema: grammar.Boolean()})

// reviewData is what the reviewer of a plan step reads.
type reviewData struct {
	Task   string
	Step   planner.PlanStep
	Output string
	Calls  []string
}

// reviewLane asks the reflector whether the plan step of a lane is done. If it is not, the lane goes on with
// the guidance; the second time, the plan step has failed. If the reflector gives nothing usable, the plan
// step counts as done.
func reviewLane(ctx context.Context, words *prompt.Prompt, s planner.State, id string, ask planner.Ask) (planner.Decision, error) {
	steps := s.InLane(id)
	said := *steps[len(steps)-1].Report
	said.Held = false
	data := reviewData{Task: s.Task, Step: *s.Plan.Step(id), Output: gjson.ParseBytes(said.Output).String()}
	own := func(step planner.Step) planner.Step {
		if step.Lane != id {
			return planner.Step{}
		}
		return step
	}
	d := planner.Decision{Lane: id, Verdict: &planner.Verdict{Of: "step", By: model.Reflector, Step: id, After: len(s.Steps)}}
	reply, err := judgment(ctx, ask, &d, planner.Question{
		Messages: func(f planner.Folding) ([]model.Message, error) {
			data.Calls = prompt.CallLines(s, f, prompt.SummaryBytes, own)
			return words.Messages(nil, struct{}{}, data)
		},
		Schema: reviewSchema,
		Repair: words.Repair,
	})
	if err != nil {
		return d, err
	}
	r := gjson.ParseBytes(reply)
	d.Verdict.Done = r.Get("met").Bool() || reply == nil
	d.Verdict.Assessment, d.Verdict.Guidance = r.Get("assessment").Str, r.Get("guidance").Str
	switch {
	case d.Verdict.Done:
		d.Changes = []planner.StepChange{said}
	case notMet(s, id) > 0:
		d.Changes = []planner.StepChange{{ID: id, Status: planner.StepFailed, Reason: phrases.Say("not met", "Assessment", d.Verdict.Assessment)}}
	}
	return d, nil
}

// notMet counts the reviews of a plan step that it did not pass.
func notMet(s planner.State, id string) int {
	n := 0
	for _, v := range s.VerdictsOf("step") {
		if v.Step == id && !v.Done {
			n++
		}
	}
	return n
}

// fits checks a reply against a schema that the question did not have, because of Unconstrained.
func fits(schema grammar.Schema, reply json.RawMessage) error {
	g, err := grammar.Compile(context.Background(), schema.JSON(), grammar.Options{})
	if err != nil {
		return err
	}
	return g.Check(context.Background(), reply)
}
