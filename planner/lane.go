package planner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// The names of the branches that lanes add to a decision.
const (
	nameStepDone   = "step_done"
	nameStepFailed = "step_failed"
	nameReplan     = "replan"
)

// What those branches hold, in characters and items.
const (
	maxEvidence  = 4
	maxOutput    = 1000
	maxReason    = 300
	minReason    = 10
	minWish      = 20 // of a reason to re-plan
	bareOutput   = 20 // least output of a plan step that rests on no call
	priorBytes   = 800
	defaultPer   = 4 // StepsPerPlanStep
	defaultSteps = 8 // PlanSteps
)

// A lane is one plan step being carried out: the executor decides and acts in it until it says
// step_done or step_failed. It sees its own plan step whole, the others as titles, the outputs it
// depends on, and its own steps; no other lane's.
type lane struct {
	prompt   *Prompt
	thought  int
	parallel int
	steps    int  // ceiling of decisions in a lane; the last one is closing
	binding  bool // only the tool that the plan step names
	proof    bool // step_done needs evidence
	review   bool // a reflector looks at step_done before it counts
}

// next makes one decision in the lane of a.
func (l lane) next(ctx context.Context, s State, a Allowed, closing bool, ask Ask) (Decision, error) {
	step := s.Plan.Step(a.Lane)
	v := laneView{lane: l, state: s, allowed: a, step: *step, own: s.InLane(a.Lane)}
	v.closing = closing || len(v.own)+1 >= l.steps
	reply, err := ask(ctx, Question{
		Role:     model.Executor,
		Messages: v.messages,
		Schema:   v.schema(),
		Accept:   v.accept,
		Repair:   repairWith(l.prompt),
	})
	if errors.Is(err, ErrInvalid) {
		return Decision{Kind: StepDecision, Lane: a.Lane, Changes: []StepChange{
			{ID: a.Lane, Status: StepFailed, Reason: "the executor gave no valid decision"}}}, nil
	}
	if err != nil {
		return Decision{}, err
	}
	return v.read(reply)
}

// A laneView is what one decision in a lane is made of.
type laneView struct {
	lane
	state   State
	allowed Allowed
	step    PlanStep
	own     []Step
	closing bool
}

// offers are the tools that the decision may call.
func (v laneView) offers() []Offer {
	switch {
	case v.closing:
		return nil
	case v.binding:
		return slices.DeleteFunc(slices.Clone(v.allowed.Tools), func(o Offer) bool { return o.Name != v.step.Tool })
	}
	return v.allowed.Tools
}

// schema returns the grammar of the decision: tools, then what ends the lane.
func (v laneView) schema() grammar.Schema {
	if v.allowed.Unleashed {
		return grammar.OpenObject()
	}
	a := v.allowed
	a.Tools, a.Answer = v.offers(), nil
	branches := branchesOf(DecisionSchema(a, v.thought, v.parallel))
	if done := v.doneSchema(); done != nil {
		branches = append(branches, decisionBranch(nameStepDone, *done, v.thought))
	}
	branches = append(branches, decisionBranch(nameStepFailed, reasonSchema(minReason), v.thought))
	if v.mayReplan() {
		branches = append(branches, decisionBranch(nameReplan, reasonSchema(minWish), v.thought))
	}
	return grammar.AnyOf(branches...)
}

func (v laneView) mayReplan() bool { return v.allowed.Replan && !v.closing }

func reasonSchema(least int) grammar.Schema {
	return grammar.Object(grammar.Property{Name: "reason", Schema: grammar.String(least, maxReason)})
}

// doneSchema returns the arguments of step_done, or nil if there is no evidence for it yet.
func (v laneView) doneSchema() *grammar.Schema {
	ids, least, shortest := v.citable(), 0, 1
	bound := v.binding && v.step.Tool != "" // then the tool must have succeeded
	if v.proof || bound {
		switch {
		case len(ids) > 0:
			least = 1
		case v.step.Tool == "" && !v.called():
			shortest = bareOutput
		default:
			return nil
		}
	}
	if !v.proof {
		least = 0
	}
	s := grammar.Object(
		grammar.Property{Name: "evidence", Schema: idSet(ids, least, maxEvidence)},
		grammar.Property{Name: "output", Schema: grammar.String(shortest, maxOutput)})
	return &s
}

// called reports whether the lane has made any call.
func (v laneView) called() bool {
	return slices.ContainsFunc(v.own, func(s Step) bool { return len(s.Calls) > 0 })
}

// citable returns the ids of the lane's successful calls that no plan step has cited: of the tool that
// the plan step names, if it names one and proof is asked for.
func (v laneView) citable() []string {
	var cited, ids []string
	for _, p := range v.state.Plan.Steps {
		cited = append(cited, p.Evidence...)
	}
	for _, s := range v.own {
		for i, o := range s.Observations {
			if i >= len(s.Calls) || !o.OK || o.Cached || slices.Contains(cited, o.ID) {
				continue
			}
			if (v.proof || v.binding) && v.step.Tool != "" && s.Calls[i].Tool != v.step.Tool {
				continue
			}
			ids = append(ids, o.ID)
		}
	}
	return ids
}

// choices names what may be chosen.
func (v laneView) choices() []string {
	names := offerNames(v.offers())
	if v.doneSchema() != nil {
		names = append(names, nameStepDone)
	}
	names = append(names, nameStepFailed)
	if v.mayReplan() {
		names = append(names, nameReplan)
	}
	return names
}

// accept checks what the schema cannot say, or did not where the model was free.
func (v laneView) accept(reply json.RawMessage) error {
	r := gjson.ParseBytes(reply)
	switch args := r.Get("tool_args"); r.Get("tool").Str {
	case nameStepDone:
		done := v.doneSchema()
		if done == nil {
			return errors.New("there is no evidence yet: nothing that was called has succeeded")
		}
		g, err := grammar.Compile(done.JSON(), grammar.Options{})
		if err == nil {
			err = g.Check([]byte(args.Raw))
		}
		return err
	case nameStepFailed, nameReplan:
		if args.Get("reason").Type != gjson.String {
			return fmt.Errorf("%s wants a reason", r.Get("tool").Str)
		}
		if r.Get("tool").Str == nameReplan && !v.mayReplan() {
			return errors.New("there is no other plan to be had now")
		}
		return nil
	case FinalAnswer:
		return fmt.Errorf("a plan step ends with %s or %s", nameStepDone, nameStepFailed)
	}
	return acceptIn(v.allowed)(reply)
}

// read turns a reply into the decision.
func (v laneView) read(reply json.RawMessage) (Decision, error) {
	r := gjson.ParseBytes(reply)
	d := Decision{Role: model.Executor, Lane: v.step.ID, N: v.state.Counters.Steps + 1, Thought: r.Get("thought").String()}
	args := r.Get("tool_args")
	switch r.Get("tool").Str {
	case nameStepDone, nameStepFailed:
		d.Kind = StepDecision
		d.Settle = &Settlement{Done: r.Get("tool").Str == nameStepDone, Output: args.Get("output").Str, Reason: args.Get("reason").Str}
		for _, id := range args.Get("evidence").Array() {
			if !slices.Contains(d.Settle.Evidence, id.Str) {
				d.Settle.Evidence = append(d.Settle.Evidence, id.Str)
			}
		}
		if !v.review || !d.Settle.Done {
			d.Changes = []StepChange{d.Settle.change(v.step.ID)}
		}
		return d, nil
	case nameReplan:
		d.Kind, d.Reason = ReplanDecision, args.Get("reason").Str
		return d, nil
	}
	act, err := readDecision(reply)
	act.Lane, act.N = d.Lane, d.N
	return act, err
}

// branchesOf returns the alternatives of a decision schema.
func branchesOf(s grammar.Schema) []grammar.Schema {
	if s.Type == "" {
		return slices.Clip(s.AnyOf)
	}
	return []grammar.Schema{s}
}

// repairWith words a repair with the prompt's own block.
func repairWith(p *Prompt) func(error) (model.Message, error) {
	return func(invalid error) (model.Message, error) {
		m, ok, err := p.render("repair", repairData{invalid.Error()})
		if err == nil && !ok {
			err = fmt.Errorf("planner: the %q prompt has no repair block, and the reply was invalid: %w", p.Form(), invalid)
		}
		return m, err
	}
}
