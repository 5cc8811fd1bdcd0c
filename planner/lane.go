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
	v := laneView{lane: l, state: s, allowed: a, step: *s.Plan.Step(a.Lane), own: s.InLane(a.Lane)}
	v.closing = closing || len(v.own)+1 >= l.steps
	v.done = v.mayBeDone()
	reply, err := ask(ctx, Question{
		Role:     model.Executor,
		Messages: v.messages,
		Schema:   v.schema(),
		Accept: func(reply json.RawMessage) error {
			_, err := v.accepted(reply)
			return err
		},
		Repair: repairWith(l.prompt),
	})
	if errors.Is(err, ErrInvalid) {
		return Decision{Kind: StepDecision, Lane: a.Lane, Changes: []StepChange{
			{ID: a.Lane, Status: StepFailed, Reason: "the executor gave no valid decision"}}}, nil
	}
	if err != nil {
		return Decision{}, err
	}
	return v.accepted(reply)
}

// A laneView is what one decision in a lane is made of.
type laneView struct {
	lane
	state   State
	allowed Allowed
	step    PlanStep
	own     []Step
	closing bool
	done    *doneForm // what step_done must hold; nil: there is no evidence for it yet
}

// A doneForm is what a lane may say with step_done.
type doneForm struct {
	ids      []string // of calls that may be cited
	least    int      // so many must be
	shortest int      // output, in characters
}

// offers are the tools that the decision may call.
func (v *laneView) offers() []Offer {
	switch {
	case v.closing:
		return nil
	case v.binding:
		return slices.DeleteFunc(slices.Clone(v.allowed.Tools), func(o Offer) bool { return o.Name != v.step.Tool })
	}
	return v.allowed.Tools
}

// schema returns the grammar of the decision: tools, then what ends the lane.
func (v *laneView) schema() grammar.Schema {
	if v.allowed.Unconstrained {
		return grammar.OpenObject()
	}
	a := Allowed{Tools: v.offers(), Calls: v.allowed.Calls}
	parallel := a.together(v.parallel)
	key := keyOf("lane").number(v.thought).number(parallel).flags(v.mayReplan(), v.done != nil)
	if v.done != nil {
		key = key.names(v.done.ids).number(v.done.least).number(v.done.shortest)
	}
	return v.allowed.Memory.schema(key, a.Tools, nil, func() grammar.Schema { return v.schemaOf(a, parallel) })
}

func (v *laneView) schemaOf(a Allowed, parallel int) grammar.Schema {
	branches := branchesOf(decisionSchema(a, v.thought, parallel))
	if v.done != nil {
		branches = append(branches, decisionBranch(nameStepDone, v.done.schema(), v.thought))
	}
	branches = append(branches, decisionBranch(nameStepFailed, reasonSchema(minReason), v.thought))
	if v.mayReplan() {
		branches = append(branches, decisionBranch(nameReplan, reasonSchema(minWish), v.thought))
	}
	return grammar.AnyOf(branches...)
}

func (v *laneView) mayReplan() bool { return v.allowed.Replan && !v.closing }

func reasonSchema(least int) grammar.Schema {
	return grammar.Object(grammar.Property{Name: "reason", Schema: grammar.String(least, maxReason)})
}

// mayBeDone returns what step_done must hold, or nil if there is no evidence for it yet.
func (v *laneView) mayBeDone() *doneForm {
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
	return &doneForm{ids, least, shortest}
}

// schema is that of the arguments.
func (d doneForm) schema() grammar.Schema {
	return grammar.Object(
		grammar.Property{Name: "evidence", Schema: idSet(d.ids, d.least, maxEvidence)},
		grammar.Property{Name: "output", Schema: grammar.String(d.shortest, maxOutput)})
}

// called reports whether the lane has made any call.
func (v *laneView) called() bool {
	return slices.ContainsFunc(v.own, func(s Step) bool { return len(s.Calls) > 0 })
}

// citable returns the ids of the lane's successful calls that no plan step has cited: of the tool that
// the plan step names, if it names one and proof is asked for.
func (v *laneView) citable() []string {
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
func (v *laneView) choices() []string {
	names := offerNames(v.offers())
	if v.done != nil {
		names = append(names, nameStepDone)
	}
	names = append(names, nameStepFailed)
	if v.mayReplan() {
		names = append(names, nameReplan)
	}
	return names
}

// accepted reads a reply and checks what the schema cannot say, or does not without a leash.
func (v *laneView) accepted(reply json.RawMessage) (Decision, error) {
	s := read(gjson.ParseBytes(reply))
	if err := v.refusal(s); err != nil {
		return Decision{}, err
	}
	switch s.tool.Str {
	case nameStepDone, nameStepFailed, nameReplan:
		return v.settled(s), nil
	}
	d, err := acceptedIn(v.allowed, reply)
	return v.inLane(d), err
}

// refusal says why a reply that is no act cannot stand, or nil.
func (v *laneView) refusal(s said) error {
	switch s.tool.Str {
	case nameStepDone:
		if v.done == nil {
			return errors.New("there is no evidence yet: nothing that was called has succeeded")
		}
		if v.allowed.Unconstrained {
			return fits(v.done.schema())(json.RawMessage(s.args.Raw))
		}
	case nameStepFailed, nameReplan:
		if s.args.Get("reason").Type != gjson.String {
			return fmt.Errorf("%s wants a reason", s.tool.Str)
		}
		if s.tool.Str == nameReplan && !v.mayReplan() {
			return errors.New("there is no other plan to be had now")
		}
	case FinalAnswer:
		return fmt.Errorf("a plan step ends with %s or %s", nameStepDone, nameStepFailed)
	}
	return nil
}

// inLane is d as a decision of the lane.
func (v *laneView) inLane(d Decision) Decision {
	d.Lane, d.N = v.step.ID, v.state.Counters.Steps+1
	return d
}

// settled is the decision that ends the lane, or asks for another plan.
func (v *laneView) settled(s said) Decision {
	d := v.inLane(Decision{Role: model.Executor, Thought: s.thought.String()})
	if s.tool.Str == nameReplan {
		d.Kind, d.Reason = ReplanDecision, s.args.Get("reason").Str
		return d
	}
	d.Kind = StepDecision
	d.Settle = &Settlement{Done: s.tool.Str == nameStepDone, Output: s.args.Get("output").Str, Reason: s.args.Get("reason").Str}
	for _, id := range s.args.Get("evidence").Array() {
		if !slices.Contains(d.Settle.Evidence, id.Str) {
			d.Settle.Evidence = append(d.Settle.Evidence, id.Str)
		}
	}
	if !v.review || !d.Settle.Done {
		d.Changes = []StepChange{d.Settle.change(v.step.ID)}
	}
	return d
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
