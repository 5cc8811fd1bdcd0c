package strategy

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A planView is a plan under way, as seen by the strategies that carry out plan steps: which may run, what
// becomes of them without a model, and whether another plan may be made.
type planView struct {
	plan    *planner.Plan
	state   planner.State
	allowed planner.Allowed
	lanes   int // ceiling of lanes
	replans int // allowance
	memo    planMemo
	reserve int // decisions that are kept for the answer
}

// reasonBudget is the reason of a plan step that was skipped because a bound left no room for it.
const reasonBudget = "budget"

// Two bounds as Allowed.Bound names them. They end the lanes of a run one by one; all others end them at
// once.
const (
	closingSteps = "steps"
	closingCalls = "tool_calls"
)

// stops reports whether no lane may be asked any more because of a bound.
func stops(closing string) bool {
	return closing != "" && closing != closingSteps && closing != closingCalls && closing != "remains"
}

// mayReplan reports whether another plan may be made.
func (v planView) mayReplan() bool {
	n := v.state.Counters.Replans + len(v.state.SentBack)
	return n < v.replans && v.memo.Forced != forcedReplans && !stops(v.allowed.Bound) && v.stepsLeft() > 0
}

// stepsLeft returns how many decisions are left for plan steps.
func (v planView) stepsLeft() int { return v.allowed.Steps - v.state.Counters.Steps - v.reserve }

// candidates returns the plan steps that run or could, in order, as many as there are lanes. After a
// failure, or where another plan is wanted, none begins.
func (v planView) candidates() []string {
	ending := len(v.plan.FailedSteps()) > 0 || v.replanWanted()
	ids := slices.DeleteFunc(planner.Lanes(v.state), func(id string) bool {
		if v.plan.Step(id).Status == planner.StepRunning {
			return v.replanWanted() && v.askedForReplan(id)
		}
		return ending
	})
	return ids[:min(len(ids), v.lanes)]
}

// replanWanted reports whether an executor asked for another plan and can have one.
func (v planView) replanWanted() bool { return v.state.ReplanReason() != "" && v.mayReplan() }

// askedForReplan reports whether the executor of lane id asked for another plan.
func (v planView) askedForReplan(id string) bool {
	steps := v.state.InLane(id)
	return len(steps) > 0 && steps[len(steps)-1].Reason != ""
}

// openLanes returns the lanes that the next round asks: no more than steps and requests are left for.
func (v planView) openLanes() []string {
	ids := v.candidates()
	return ids[:min(len(ids), max(v.stepsLeft(), 0), max(v.allowed.Requests, 1))]
}

// closesLanes reports whether this round is the last one for n lanes.
func closesLanes(s planner.State, a planner.Allowed, n int) bool {
	return a.Bound != "" && a.Bound != closingCalls || a.Steps-s.Counters.Steps <= n
}

// statusChanges returns what becomes of plan steps without asking a model.
func (v planView) statusChanges() []planner.StepChange {
	var list []planner.StepChange
	if stops(v.allowed.Bound) || v.stepsLeft() <= 0 {
		for _, s := range v.plan.OpenSteps() { // whose parts are all settled is not skipped
			if c := parentChange(s, v.plan.Children(s.ID), false); c != nil {
				list = append(list, *c)
			}
		}
		if list != nil {
			return list
		}
		for _, s := range v.plan.OpenSteps() {
			list = append(list, planner.StepChange{ID: s.ID, Status: planner.StepSkipped, Reason: reasonBudget})
		}
		return list
	}
	abandoned := len(v.plan.FailedSteps()) > 0 && !v.mayReplan() && len(v.candidates()) == 0
	for _, s := range v.plan.OpenSteps() {
		if c := v.statusChange(s, abandoned); c != nil {
			list = append(list, *c)
		}
	}
	if len(list) == 0 && len(v.candidates()) > v.stepsLeft() {
		for _, id := range v.candidates()[v.stepsLeft():] {
			list = append(list, planner.StepChange{ID: id, Status: planner.StepSkipped, Reason: reasonBudget})
		}
	}
	return list
}

// statusChange returns what becomes of one open plan step, or nil. abandoned says that a failure ends the
// plan: nothing runs, and no other plan can be made.
func (v planView) statusChange(s planner.PlanStep, abandoned bool) *planner.StepChange {
	if o := staticResult(v.state, s.ID); o != nil && s.Status == planner.StepRunning {
		if o.OK {
			return &planner.StepChange{ID: s.ID, Status: planner.StepDone, Output: o.Output, Evidence: []string{o.ID}}
		}
		return &planner.StepChange{ID: s.ID, Status: planner.StepFailed, Reason: o.Error.Message}
	}
	if children := v.plan.Children(s.ID); len(children) > 0 {
		return parentChange(s, children, abandoned)
	}
	if s.Status == planner.StepRunning {
		return nil
	}
	if id := v.plan.BlockedBy(s); id != "" && (!v.mayReplan() || len(v.plan.FailedSteps()) == 0) {
		return &planner.StepChange{ID: s.ID, Status: planner.StepSkipped, Reason: phrases.Say("dependency", "Step", id)}
	}
	switch {
	case v.plan.Ready(s) && s.When != nil && !v.plan.Holds(s.When):
		return &planner.StepChange{ID: s.ID, Status: planner.StepSkipped, Reason: planner.SkippedByCondition}
	case abandoned:
		return &planner.StepChange{ID: s.ID, Status: planner.StepSkipped, Reason: forcedReplans}
	case v.plan.Ready(s) && s.Args != nil:
		if _, err := v.plan.Resolve(s.Args); err != nil {
			return &planner.StepChange{ID: s.ID, Status: planner.StepFailed, Reason: err.Error()}
		}
	}
	return nil
}

// parentChange returns what becomes of a plan step that was expanded into children, or nil.
func parentChange(s planner.PlanStep, children []planner.PlanStep, abandoned bool) *planner.StepChange {
	if len(children) == 0 {
		return nil
	}
	var outputs []string
	for _, c := range children {
		switch {
		case !c.Settled() && !abandoned:
			return nil
		case !c.AllowsDependents():
			return &planner.StepChange{ID: s.ID, Status: planner.StepFailed, Reason: phrases.Say("child", "Step", c.ID, "Status", c.Status)}
		case c.Status == planner.StepDone:
			outputs = append(outputs, string(c.Output))
		}
	}
	return &planner.StepChange{ID: s.ID, Status: planner.StepDone, Output: json.RawMessage("[" + strings.Join(outputs, ",") + "]")}
}

// changeStatuses is the decision that makes all statusChanges.
func (v planView) changeStatuses() planner.Decision {
	d, forced := planner.Decision{Kind: planner.StepDecision, Changes: v.statusChanges()}, ""
	for _, c := range d.Changes {
		switch c.Reason {
		case reasonBudget:
			if forced = v.allowed.Bound; forced == "" || v.stepsLeft() <= 0 && !stops(v.allowed.Bound) {
				forced = closingSteps
			}
		case forcedReplans:
			forced = forcedReplans
		}
	}
	if len(v.plan.FailedSteps()) > 0 && !v.mayReplan() && forced == "" && v.state.Counters.Replans >= v.replans {
		forced = forcedReplans
	}
	return v.memo.force(d, forced)
}

// staticReady returns the first plan step that can run without a model, or "".
func (v planView) staticReady() string {
	if v.allowed.Calls <= 0 || len(v.plan.FailedSteps()) > 0 {
		return ""
	}
	for _, s := range v.plan.Steps {
		if v.plan.Ready(s) && s.Tool != "" && s.Args != nil {
			return s.ID
		}
	}
	return ""
}

// callStatic is the decision that calls the tool of a static plan step. It asks no model and is not a step.
func (v planView) callStatic(id string) planner.Decision {
	s := v.plan.Step(id)
	args, err := v.plan.Resolve(s.Args)
	if err == nil {
		args, err = tools.Canonical(args)
	}
	if err != nil {
		return planner.Decision{Kind: planner.StepDecision,
			Changes: []planner.StepChange{{ID: id, Status: planner.StepFailed, Reason: err.Error()}}}
	}
	return planner.Decision{Kind: planner.ActDecision, Lane: id, Calls: []tools.Call{{Tool: s.Tool, Args: args}}}
}

// expandable returns the first ready plan step that is to be planned in detail, or "". depth and most
// bound that: the levels of detail, and the plan steps of the whole plan. So do the decisions that are left: each
// plan step that is carried out needs one, and one more must be there for a part.
func (v planView) expandable(depth, most int) string {
	if depth == 0 || len(v.plan.Steps) >= most || len(v.plan.FailedSteps()) > 0 || v.allowed.Bound != "" || v.stepsLeft() <= v.openLeaves() {
		return ""
	}
	for _, s := range v.plan.Steps {
		if s.Expand && v.plan.Ready(s) && s.Level() < depth {
			return s.ID
		}
	}
	return ""
}

// openLeaves counts the plan steps that still need a decision.
func (v planView) openLeaves() int {
	n := 0
	for _, s := range v.plan.OpenSteps() {
		if s.Args == nil && len(v.plan.Children(s.ID)) == 0 {
			n++
		}
	}
	return n
}

// unreviewed returns the lane whose step_done waits for a review, or "".
func (v planView) unreviewed() string {
	for _, s := range v.plan.StepsWith(planner.StepRunning) {
		steps := v.state.InLane(s.ID)
		if n := len(steps); n > 0 && steps[n-1].Report != nil && steps[n-1].Report.Held && steps[n-1].Review == nil {
			return s.ID
		}
	}
	return ""
}

// nothingDone is the ending of a run in which no plan step was done.
func (v planView) nothingDone() planner.Decision {
	if rejected := v.state.LastRejection(); rejected != "" {
		return end(planner.OutcomeCouldNotPlan, planner.ReasonRejected, "a person sent the plan back: "+rejected, nil)
	}
	if v.plan != nil && slices.ContainsFunc(v.plan.Steps, func(s planner.PlanStep) bool { return s.Reason == reasonBudget }) &&
		v.memo.Forced != "" {
		return end(planner.OutcomeBudgetExhausted, planner.Reason(v.memo.Forced), phrases.Say("nothing done", "Reasons", ""), nil)
	}
	return end(planner.OutcomeCouldNotPlan, planner.ReasonReplans,
		phrases.Say("nothing done", "Reasons", strings.Join(v.reasons(), "; ")), nil)
}

func (v planView) reasons() []string {
	var list []string
	for _, s := range v.plan.StepsWith(planner.StepFailed) {
		list = append(list, fmt.Sprintf("%s: %s", s.ID, s.Reason))
	}
	return list
}

// planRequestFor says why a plan is needed now.
func planRequestFor(s planner.State, cause planner.Cause, reason string) planRequest {
	rejected := s.LastRejection()
	switch {
	case cause == planner.Forced || cause == planner.NewCycle:
		return planRequest{cause: cause, reason: reason}
	case rejected != "":
		return planRequest{cause: planner.Rejected, reason: phrases.Say("sent back", "Why", rejected)}
	case s.Plan == nil:
		return planRequest{cause: planner.FirstPlan, reason: phrases.Say("first plan")}
	case s.ReplanReason() != "":
		return planRequest{cause: planner.Replanned, reason: s.ReplanReason()}
	case reason != "":
		return planRequest{cause: planner.Replanned, reason: reason}
	}
	var why []string
	for _, f := range s.Plan.FailedSteps() {
		why = append(why, phrases.Say("failed step", "Step", f.ID, "Reason", f.Reason))
	}
	return planRequest{cause: planner.Replanned, reason: strings.Join(why, "; ")}
}

func withoutLane(a planner.Allowed) planner.Allowed {
	a.Lane = ""
	return a
}
