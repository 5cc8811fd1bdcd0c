package strategy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// defaultNested is how many decisions a strategy has for a plan step.
const defaultNested = 8

// closingShare is the bound of a nested strategy for which the run has one decision left: that must be its
// answer.
const closingShare = "share"

// stepAnswer is the schema of a nested strategy's answer: the output of the plan step.
var stepAnswer = grammar.Object(grammar.Property{Name: "output", Schema: grammar.String(1, maxOutput)})

// nestable reports why inner cannot carry out plan steps, or nil.
func nestable(inner planner.Planner) error {
	switch c := planner.CapabilitiesOf(inner); {
	case c.Nested:
		return errors.New("strategy: the Executor has an Executor of its own, and plan steps nest once")
	case c.Trials:
		return errors.New("strategy: Reflexion cannot be an Executor, since its trials are those of the whole run")
	default:
		return c.Invalid
	}
}

// A nested strategy carries out one plan step as if that were a run of its own: its task is the plan step,
// its State what it did itself, its answer the output of the plan step. What it spends counts against the
// budget of the run.
type nested struct {
	strategy planner.Planner
	run      planner.State // of the whole run
	step     planner.PlanStep
	state    planner.State   // what the strategy sees
	allowed  planner.Allowed // likewise
}

// nested returns the strategy of plan step id, one of lanes that decide in this round.
func (p PlanExecute) nested(s planner.State, a planner.Allowed, id string, lanes int) nested {
	n := nested{strategy: p.Executor, run: s, step: *s.Plan.Step(id)}
	inner, began := s.Nested[id]
	if !began {
		for _, note := range s.Notes {
			inner.Notes = append(inner.Notes, planner.Note{Text: note.Text})
		}
	}
	inner.Run, inner.Task = s.Run, n.step.Description
	n.state = inner
	if p.Binding {
		a.Tools = slices.DeleteFunc(slices.Clone(a.Tools), func(o planner.Offer) bool { return o.Name != n.step.Tool })
	}
	_, a.Lane, _ = planner.SplitLane(a.Lane)
	a.Lanes = 1 // within a lane there are no others
	a.Replan, a.Replans, a.AnswerSchema, a.Answer = false, false, stepAnswer, &stepAnswer
	a.Removed = withoutAnswer(a.Removed)
	closing := closesLanes(s, a, lanes)
	a.Steps = cmp.Or(p.StepsPerPlanStep, defaultNested)
	if closing {
		if a.Bound = closingShare; !a.Unconstrained {
			a.Closing, a.Tools, a.Wait = closingShare, nil, 0
		}
	}
	n.allowed = closeAt(inner, a)
	return n
}

// withoutAnswer returns list without what rules removed from the answer of the run.
func withoutAnswer(list []planner.Removal) []planner.Removal {
	var kept []planner.Removal
	for _, l := range list {
		l.Names = slices.DeleteFunc(slices.Clone(l.Names), func(name string) bool { return name == planner.FinalAnswer })
		if len(l.Names) > 0 {
			kept = append(kept, l)
		}
	}
	return kept
}

// stage says what the strategy does next. A strategy whose decisions are used up does nothing more.
func (n nested) stage() planner.Stage {
	stage := planner.StageOf(n.strategy, n.state, withoutLane(n.allowed))
	if n.used(stage) {
		return planner.Stage{}
	}
	return stage
}

func (n nested) used(next planner.Stage) bool {
	return next.Role == model.Executor && n.state.Counters.Steps >= n.allowed.Steps
}

// nestedStage is the stage of a round in which a strategy decides about each of the plan steps ids.
func (p PlanExecute) nestedStage(s planner.State, a planner.Allowed, ids []string) planner.Stage {
	var round planner.Stage
	for _, id := range ids {
		stage, lane := p.nested(s, a, id, len(ids)).stage(), ""
		if len(stage.Lanes) > 0 {
			lane = stage.Lanes[0]
		}
		round.Lanes = append(round.Lanes, planner.NestedLane(id, lane))
		round.Roles = append(round.Roles, stage.Role)
		if round.Role == "" || stage.Role == model.Executor {
			round.Role = stage.Role
		}
	}
	return round
}

// nextWithin makes one decision of the strategy that carries out the plan step of a.Lane.
func (p PlanExecute) nextWithin(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	_, ids := p.at(s, withoutLane(a))
	id, _, _ := planner.SplitLane(a.Lane)
	n := p.nested(s, a, id, len(ids))
	if n.used(planner.StageOf(n.strategy, n.state, withoutLane(n.allowed))) {
		return n.failed(phrases.Say("decisions used", "Steps", n.allowed.Steps)), nil
	}
	v := laneView{lane: p.lane(), state: s, step: n.step}
	task, ok, err := p.prompts().Lane.Render("task", v.task(planner.Folding{}))
	if err != nil {
		return planner.Decision{}, err
	}
	if ok {
		n.state.Task = task.Content
	}
	d, err := n.strategy.Next(ctx, n.state, n.allowed, n.ask(ask))
	switch {
	case noReply(err):
		return n.failed(phrases.Say("no decision")), nil
	case err != nil:
		return d, err
	}
	return n.decision(d), nil
}

// ask passes on questions of the strategy. What the loop says about the steps of the run is translated to
// those of the strategy, and the answer of the strategy is not one of the run.
func (n nested) ask(ask planner.Ask) planner.Ask {
	return func(ctx context.Context, q planner.Question) (json.RawMessage, error) {
		accept, messages := q.Accept, q.Messages
		q.Final = false
		q.Accept = func(reply json.RawMessage) error {
			if accept != nil {
				if err := accept(reply); err != nil {
					return err
				}
			}
			if r := gjson.ParseBytes(reply); n.allowed.Unconstrained && r.Get("tool").Str == planner.FinalAnswer {
				return fits(stepAnswer, json.RawMessage(r.Get("tool_args").Raw))
			}
			return nil
		}
		q.Messages = func(f planner.Folding) ([]model.Message, error) {
			f.Steps = n.ownSteps(f.Steps)
			return messages(f)
		}
		return ask(ctx, q)
	}
}

// ownSteps returns how many of the first steps of the run are the strategy's.
func (n nested) ownSteps(first int) int {
	own := 0
	for _, s := range n.run.Steps[:min(first, len(n.run.Steps))] {
		if id, _, within := planner.SplitLane(s.Lane); within && id == n.step.ID && s.Trial == n.run.Trial.N {
			own++
		}
	}
	return own
}

// decision returns d as a decision of the run, made within the plan step. Where it ends the strategy, the
// plan step is settled.
func (n nested) decision(d planner.Decision) planner.Decision {
	d.Lane, d.Changes = planner.NestedLane(n.step.ID, d.Lane), slices.Clone(d.Changes)
	for i := range d.Changes {
		d.Changes[i].ID = planner.NestedLane(n.step.ID, d.Changes[i].ID)
	}
	end := planner.StepChange{ID: n.step.ID, Status: planner.StepDone}
	switch d.Kind {
	case planner.FinalDecision:
		end.Evidence, end.Output = n.evidence(), json.RawMessage(gjson.GetBytes(d.Answer, "output").Raw)
	case planner.EndDecision:
		end.Status, end.Reason = planner.StepFailed, planner.Truncate(endingWords(*d.End), maxReason)
	default:
		return d
	}
	d.Kind, d.End, d.Changes = planner.StepDecision, nil, append(d.Changes, end)
	return d
}

// endingWords says how a strategy ended.
func endingWords(e planner.Ending) string {
	words := string(e.Outcome) + "/" + string(e.Reason)
	if e.Problem != "" {
		words += ": " + e.Problem
	}
	return words
}

// failed is the decision by which the plan step fails.
func (n nested) failed(reason string) planner.Decision {
	return planner.Decision{Kind: planner.StepDecision, Lane: planner.NestedLane(n.step.ID, ""),
		Changes: []planner.StepChange{{ID: n.step.ID, Status: planner.StepFailed, Reason: reason}}}
}

// evidence returns the ids of the strategy's successful calls.
func (n nested) evidence() []string {
	var ids []string
	for _, s := range n.state.Steps {
		for i, o := range s.Observations {
			if o.OK && !o.Cached && o.ID != "" && s.Calls[i].Tool != planner.WaitRequest {
				ids = append(ids, o.ID)
			}
		}
	}
	return ids
}
