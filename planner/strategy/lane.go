package strategy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
)

// Bounds of what a lane reports, in characters and items, and defaults.
const (
	maxEvidence      = 4
	maxOutput        = 1000
	maxReason        = 300
	minReason        = 10
	minReplanReason  = 20 // of a reason to re-plan
	minBareOutput    = 20 // least output of a plan step that rests on no call
	maxPriorOutput   = 800
	defaultLaneSteps = 4 // StepsPerPlanStep
)

// A lane carries out one plan step: the executor decides and acts in it until it reports step_done or
// step_failed. The executor sees its own plan step whole, the others as titles, the outputs that the plan
// step depends on, and its own steps. It does not see other lanes.
type lane struct {
	prompt   *prompt.Prompt
	thought  int
	parallel int
	steps    int  // ceiling of decisions in a lane; the last one is closing
	binding  bool // only the tool that the plan step names
	proof    bool // step_done needs evidence
	review   bool // a reflector looks at step_done before it counts
}

// next makes one decision in the lane of a.
func (l lane) next(ctx context.Context, s planner.State, a planner.Allowed, closing bool, ask planner.Ask) (planner.Decision, error) {
	l.thought = a.ThoughtCeiling(l.thought)
	v := laneView{lane: l, state: s, allowed: a, step: *s.Plan.Step(a.Lane), own: s.InLane(a.Lane)}
	v.closing = closing || len(v.own)+1 >= l.steps
	v.done = v.doneFormNow()
	reply, err := ask(ctx, planner.Question{
		Role:     model.Executor,
		Messages: v.messages,
		Schema:   v.schema(),
		Accept: func(reply json.RawMessage) error {
			_, err := v.accepted(reply)
			return err
		},
		Repair: l.prompt.Repair,
	})
	if errors.Is(err, planner.ErrInvalid) {
		return planner.Decision{Kind: planner.StepDecision, Lane: a.Lane, Changes: []planner.StepChange{
			{ID: a.Lane, Status: planner.StepFailed, Reason: phrases.Say("no decision")}}}, nil
	}
	if err != nil {
		return planner.Decision{}, err
	}
	return v.accepted(reply)
}

// A laneView is what one decision in a lane is made of.
type laneView struct {
	lane
	state   planner.State
	allowed planner.Allowed
	step    planner.PlanStep
	own     []planner.Step
	closing bool
	done    *doneForm // what step_done must hold; nil: there is no evidence for it yet
}

// A doneForm says what a report of step_done must hold.
type doneForm struct {
	ids      []string // of calls that may be cited
	least    int      // how many must be cited
	shortest int      // least length of the output, in characters
}

// offers are the tools that the decision may call.
func (v *laneView) offers() []planner.Offer {
	switch {
	case v.closing:
		return nil
	case v.binding:
		return slices.DeleteFunc(slices.Clone(v.allowed.Tools), func(o planner.Offer) bool { return o.Name != v.step.Tool })
	}
	return v.allowed.Tools
}

// schema returns the grammar of the decision: tools, then what ends the lane.
func (v *laneView) schema() grammar.Schema {
	a := v.allowed
	a.Tools, a.Answer = v.offers(), nil
	if v.closing {
		a.Wait = 0
	}
	key := fmt.Sprintf("lane %d %d %t", v.thought, a.MaxParallel(v.parallel), v.mayReplan())
	if v.done != nil {
		key += fmt.Sprintf(" %q %d %d", v.done.ids, v.done.least, v.done.shortest)
	}
	return decisionSchema(key, a, func() []grammar.Schema {
		branches := planner.DecisionBranches(a, v.thought, v.parallel)
		if v.done != nil {
			branches = append(branches, planner.DecisionBranch(planner.StepDoneReport, v.done.schema(), v.thought))
		}
		branches = append(branches, planner.DecisionBranch(planner.StepFailedReport, reasonSchema(minReason), v.thought))
		if v.mayReplan() {
			branches = append(branches, planner.DecisionBranch(planner.ReplanRequest, reasonSchema(minReplanReason), v.thought))
		}
		return branches
	})
}

func (v *laneView) mayReplan() bool { return v.allowed.Replan && !v.closing }

func reasonSchema(least int) grammar.Schema {
	return grammar.Object(grammar.Property{Name: "reason", Schema: grammar.String(least, maxReason)})
}

// doneFormNow returns what step_done must hold, or nil if there is no evidence for it yet.
func (v *laneView) doneFormNow() *doneForm {
	ids, least, shortest := v.citable(), 0, 1
	bound := v.binding && v.step.Tool != "" // then the tool must have succeeded
	if v.proof || bound {
		switch {
		case len(ids) > 0:
			least = 1
		case v.step.Tool == "" && !v.called():
			shortest = minBareOutput
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
		grammar.Property{Name: "evidence", Schema: planner.IDList(d.ids, d.least, maxEvidence)},
		grammar.Property{Name: "output", Schema: grammar.String(d.shortest, maxOutput)})
}

// called reports whether a call was made in the lane.
func (v *laneView) called() bool {
	return slices.ContainsFunc(v.own, func(s planner.Step) bool { return len(s.Calls) > 0 && s.Calls[0].Tool != planner.WaitRequest })
}

// citable returns the ids of the lane's successful calls. Where the plan step names a tool, and evidence or
// that tool is demanded, calls of other tools do not count.
func (v *laneView) citable() []string {
	var ids []string
	for _, s := range v.own {
		for i, o := range s.Observations {
			if i >= len(s.Calls) || !o.OK || o.Cached || s.Calls[i].Tool == planner.WaitRequest {
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
	names := planner.OfferNames(v.offers())
	if v.allowed.Wait > 0 && !v.closing {
		names = append(names, planner.WaitRequest)
	}
	if v.done != nil {
		names = append(names, planner.StepDoneReport)
	}
	names = append(names, planner.StepFailedReport)
	if v.mayReplan() {
		names = append(names, planner.ReplanRequest)
	}
	return names
}

// accepted reads a reply and checks what the schema cannot say, and all of it if Unconstrained.
func (v *laneView) accepted(reply json.RawMessage) (planner.Decision, error) {
	r := gjson.ParseBytes(reply)
	if err := v.refusal(r); err != nil {
		return planner.Decision{}, err
	}
	switch r.Get("tool").Str {
	case planner.StepDoneReport, planner.StepFailedReport, planner.ReplanRequest:
		return v.settled(r), nil
	}
	a := v.allowed
	if v.closing {
		a.Wait = 0
	}
	d, err := a.Read(reply)
	return v.inLane(d), err
}

// refusal says why a reply that calls no tool is not accepted, or nil.
func (v *laneView) refusal(reply gjson.Result) error {
	switch tool := reply.Get("tool").Str; tool {
	case planner.StepDoneReport:
		if v.done == nil {
			return phrases.Error("no evidence")
		}
		if v.allowed.Unconstrained {
			return fits(v.done.schema(), json.RawMessage(reply.Get("tool_args").Raw))
		}
	case planner.StepFailedReport, planner.ReplanRequest:
		if reply.Get("tool_args.reason").Type != gjson.String {
			return phrases.Error("no reason", "Tool", tool)
		}
		if tool == planner.ReplanRequest && !v.mayReplan() {
			return phrases.Error("no other plan")
		}
	case planner.FinalAnswer:
		return phrases.Error("how a plan step ends", "Done", planner.StepDoneReport, "Failed", planner.StepFailedReport)
	}
	return nil
}

// inLane returns d as a decision of the lane.
func (v *laneView) inLane(d planner.Decision) planner.Decision {
	d.Lane = v.step.ID
	return d
}

// settled is the decision that ends the lane, or asks for another plan.
func (v *laneView) settled(reply gjson.Result) planner.Decision {
	args := reply.Get("tool_args")
	if reply.Get("tool").Str == planner.ReplanRequest {
		return v.inLane(replanDecision(reply))
	}
	c := planner.StepChange{ID: v.step.ID, Status: planner.StepFailed, Reason: args.Get("reason").Str}
	if reply.Get("tool").Str == planner.StepDoneReport {
		c = planner.StepChange{ID: v.step.ID, Status: planner.StepDone, Output: json.RawMessage(args.Get("output").Raw), Held: v.review}
		for _, id := range args.Get("evidence").Array() {
			if !slices.Contains(c.Evidence, id.Str) {
				c.Evidence = append(c.Evidence, id.Str)
			}
		}
	}
	return v.inLane(planner.Decision{Kind: planner.StepDecision, Role: model.Executor, Thought: reply.Get("thought").String(),
		Changes: []planner.StepChange{c}})
}
