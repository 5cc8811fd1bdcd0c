package planner

import (
	"context"
	"encoding/json"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// reviewSchema is what a reflector says of a plan step that an executor calls done.
var reviewSchema = grammar.Object(
	grammar.Property{Name: "assessment", Schema: grammar.String(0, 300)},
	grammar.Property{Name: "guidance", Schema: grammar.String(0, 300)},
	grammar.Property{Name: "met", Schema: grammar.Boolean()})

// reviewData is what the reviewer of a plan step reads.
type reviewData struct {
	Task   string
	Step   PlanStep
	Output string
	Calls  []string
}

// reviewLane asks the reflector whether the plan step of a lane is done. Met, it is; not met, the lane
// goes on with the guidance; not met again, the plan step failed. A reviewer that gives nothing usable
// does not hold up the work.
func reviewLane(ctx context.Context, prompt *Prompt, s State, id string, ask Ask) (Decision, error) {
	steps := s.InLane(id)
	said := steps[len(steps)-1].Settle
	data := reviewData{Task: s.Task, Step: *s.Plan.Step(id), Output: said.Output}
	own := func(step Step) Step {
		if step.Lane != id {
			return Step{}
		}
		return step
	}
	d := Decision{Kind: VerdictDecision, Role: model.Reflector, Lane: id}
	reply, err := ask(ctx, Question{
		Role: model.Reflector,
		Messages: func(f Folding) ([]model.Message, error) {
			data.Calls = s.callLines(f, digestOutput, own)
			return say(nil, prompt, struct{}{}, data)
		},
		Schema: reviewSchema,
		Repair: repairWith(prompt),
	})
	switch {
	case failed(err):
		d.Verdict = &Verdict{Of: "step", By: ByLoop, Done: true, Step: id, After: len(s.Steps), Failed: true}
		d.Role, d.Warning = "", "nobody could be had to review "+id
	case err != nil:
		return d, err
	default:
		r := gjson.ParseBytes(reply)
		d.Verdict = &Verdict{Of: "step", By: model.Reflector, Done: r.Get("met").Bool(), Step: id, After: len(s.Steps),
			Assessment: r.Get("assessment").Str, Guidance: r.Get("guidance").Str}
	}
	switch {
	case d.Verdict.Done:
		d.Changes = []StepChange{said.change(id)}
	case s.notMet(id) > 0:
		d.Changes = []StepChange{{ID: id, Status: StepFailed, Reason: "not met: " + d.Verdict.Assessment}}
	}
	return d, nil
}

// notMet counts the reviews of a plan step that it did not pass.
func (s State) notMet(id string) int {
	n := 0
	for _, v := range s.of("step") {
		if v.Step == id && !v.Done {
			n++
		}
	}
	return n
}

// fits returns what checks a reply against a schema that the question's does not hold, because there is
// no leash.
func fits(schema grammar.Schema) func(json.RawMessage) error {
	return func(reply json.RawMessage) error {
		g, err := grammar.Compile(schema.JSON(), grammar.Options{})
		if err != nil {
			return err
		}
		return g.Check(reply)
	}
}
