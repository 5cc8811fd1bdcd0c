package strategy

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A planView is a plan under way, as the strategies that carry out plan steps look at it.
type planView struct {
	plan    *planner.Plan
	state   planner.State
	allowed planner.Allowed
	lanes   int // ceiling of lanes
	replans int // allowance
	reserve int // decisions that are kept for the answer
}

// reasonBudget is why a plan step was skipped that a bound left no room for.
const reasonBudget = "budget"

// The bounds as Allowed.Bound names them. The steps and the tool calls of a run end its lanes one
// by one; the others end them all.
const (
	closingSteps = "steps"
	closingCalls = "tool_calls"
)

// stops reports whether no lane may be asked any more.
func stops(closing string) bool {
	return closing != "" && closing != closingSteps && closing != closingCalls && closing != "remains"
}

func (b planView) mayReplan() bool {
	n := b.state.Counters.Replans + b.state.SentBack
	return n < b.replans && b.state.Forced != "replans" && !stops(b.allowed.Bound) && b.stepsLeft() > 0
}

func (b planView) stepsLeft() int { return b.allowed.Steps - b.state.Counters.Steps - b.reserve }

// candidates returns the plan steps that run or could, in order, as many as there are lanes. After a
// failure, or where another plan is wanted, none begins.
func (b planView) candidates() []string {
	ending := len(b.plan.FailedSteps()) > 0 || b.wished()
	ids := slices.DeleteFunc(planner.Lanes(b.state), func(id string) bool {
		if b.plan.Step(id).Status == planner.StepRunning {
			return b.wished() && b.wishes(id)
		}
		return ending
	})
	return ids[:min(len(ids), b.lanes)]
}

// wished reports whether an executor asked for another plan and can have one.
func (b planView) wished() bool { return b.state.ReplanReason != "" && b.mayReplan() }

// wishes reports whether it was this lane's executor.
func (b planView) wishes(id string) bool {
	steps := b.state.InLane(id)
	return len(steps) > 0 && steps[len(steps)-1].Reason != ""
}

// Open returns the lanes that the next round asks, as many as steps and requests are left for.
func (b planView) open() []string {
	ids := b.candidates()
	return ids[:min(len(ids), max(b.stepsLeft(), 0), max(b.allowed.Requests, 1))]
}

// closesLanes reports whether this round is the last that n lanes get.
func closesLanes(s planner.State, a planner.Allowed, n int) bool {
	return a.Bound != "" && a.Bound != closingCalls || a.Steps-s.Counters.Steps <= n
}

// settlements returns what becomes of plan steps without asking anybody.
func (b planView) settlements() []planner.StepChange {
	var list []planner.StepChange
	if stops(b.allowed.Bound) || b.stepsLeft() <= 0 {
		for _, s := range b.plan.OpenSteps() {
			list = append(list, planner.StepChange{ID: s.ID, Status: planner.StepSkipped, Reason: reasonBudget})
		}
		return list
	}
	given := len(b.plan.FailedSteps()) > 0 && !b.mayReplan() && len(b.candidates()) == 0
	for _, s := range b.plan.OpenSteps() {
		if c := b.settlement(s, given); c != nil {
			list = append(list, *c)
		}
	}
	if len(list) == 0 && len(b.candidates()) > b.stepsLeft() {
		for _, id := range b.candidates()[b.stepsLeft():] {
			list = append(list, planner.StepChange{ID: id, Status: planner.StepSkipped, Reason: reasonBudget})
		}
	}
	return list
}

// settlement returns what becomes of one open plan step, or nil. given says that it was given up to
// go on.
func (b planView) settlement(s planner.PlanStep, given bool) *planner.StepChange {
	if o := staticResult(b.state, s.ID); o != nil && s.Status == planner.StepRunning {
		if o.OK {
			return &planner.StepChange{ID: s.ID, Status: planner.StepDone, Output: o.Output, Evidence: []string{o.ID}}
		}
		return &planner.StepChange{ID: s.ID, Status: planner.StepFailed, Reason: o.Error.Message}
	}
	if children := b.plan.Children(s.ID); len(children) > 0 {
		return parentChange(s, children, given)
	}
	if s.Status == planner.StepRunning {
		return nil
	}
	if id := b.plan.BlockedBy(s); id != "" && (!b.mayReplan() || len(b.plan.FailedSteps()) == 0) {
		return &planner.StepChange{ID: s.ID, Status: planner.StepSkipped, Reason: "dependency " + id}
	}
	switch {
	case b.plan.Ready(s) && s.When != nil && !b.plan.Holds(s.When):
		return &planner.StepChange{ID: s.ID, Status: planner.StepSkipped, Reason: planner.SkippedByCondition}
	case given:
		return &planner.StepChange{ID: s.ID, Status: planner.StepSkipped, Reason: "replans"}
	case b.plan.Ready(s) && s.Args != nil:
		if _, err := b.plan.Resolve(s.Args); err != nil {
			return &planner.StepChange{ID: s.ID, Status: planner.StepFailed, Reason: err.Error()}
		}
	}
	return nil
}

// parentChange returns what becomes of a plan step that was expanded.
func parentChange(s planner.PlanStep, children []planner.PlanStep, given bool) *planner.StepChange {
	var outputs []string
	for _, c := range children {
		switch {
		case !c.Settled() && !given:
			return nil
		case !c.AllowsDependents():
			return &planner.StepChange{ID: s.ID, Status: planner.StepFailed, Reason: c.ID + " " + string(c.Status)}
		case c.Status == planner.StepDone:
			outputs = append(outputs, string(c.Output))
		}
	}
	return &planner.StepChange{ID: s.ID, Status: planner.StepDone, Output: json.RawMessage("[" + strings.Join(outputs, ",") + "]")}
}

// settle is the decision that settlements stand in.
func (b planView) settle() planner.Decision {
	d := planner.Decision{Kind: planner.StepDecision, Changes: b.settlements()}
	for _, c := range d.Changes {
		switch c.Reason {
		case reasonBudget:
			if d.Forced = b.allowed.Bound; d.Forced == "" || b.stepsLeft() <= 0 && !stops(b.allowed.Bound) {
				d.Forced = closingSteps
			}
		case "replans":
			d.Forced = "replans"
		}
	}
	if len(b.plan.FailedSteps()) > 0 && !b.mayReplan() && d.Forced == "" && b.state.Counters.Replans >= b.replans {
		d.Forced = "replans"
	}
	return d
}

// staticReady returns the first plan step that can run without a model, or "".
func (b planView) staticReady() string {
	if b.allowed.Calls <= 0 || len(b.plan.FailedSteps()) > 0 {
		return ""
	}
	for _, s := range b.plan.Steps {
		if b.plan.Ready(s) && s.Tool != "" && s.Args != nil {
			return s.ID
		}
	}
	return ""
}

// call is the decision that makes the call of a static plan step. It is no step, and no model is asked.
func (b planView) call(id string) planner.Decision {
	s := b.plan.Step(id)
	args, err := b.plan.Resolve(s.Args)
	if err == nil {
		args, err = tools.Canonical(args)
	}
	if err != nil {
		return planner.Decision{Kind: planner.StepDecision, Changes: []planner.StepChange{{ID: id, Status: planner.StepFailed, Reason: err.Error()}}}
	}
	return planner.Decision{Kind: planner.ActDecision, Lane: id, Calls: []tools.Call{{Tool: s.Tool, Args: args}}}
}

// expandable returns the first ready plan step that wants to be planned in detail and may, or "".
func (b planView) expandable(depth, most int) string {
	if depth == 0 || len(b.plan.Steps) >= most || len(b.plan.FailedSteps()) > 0 || b.allowed.Bound != "" {
		return ""
	}
	for _, s := range b.plan.Steps {
		if s.Expand && b.plan.Ready(s) && !strings.Contains(s.ID, ".") {
			return s.ID
		}
	}
	return ""
}

// unreviewed returns the lane whose step_done waits for a review, or "".
func (b planView) unreviewed() string {
	for _, s := range b.plan.StepsWith(planner.StepRunning) {
		steps := b.state.InLane(s.ID)
		if n := len(steps); n > 0 && steps[n-1].Settlement != nil && steps[n-1].Settlement.Done && steps[n-1].Review == nil {
			return s.ID
		}
	}
	return ""
}

// stuck is the ending of a run in which nothing was done.
func (b planView) stuck() planner.Decision {
	if rejected := b.state.LastRejection(); rejected != "" {
		return end(planner.OutcomeCouldNotPlan, planner.ReasonRejected, "a person sent the plan back: "+rejected, nil)
	}
	if b.plan != nil && slices.ContainsFunc(b.plan.Steps, func(s planner.PlanStep) bool { return s.Reason == reasonBudget }) && b.state.Forced != "" {
		return end(planner.OutcomeBudgetExhausted, planner.Reason(b.state.Forced), "no plan step was done", nil)
	}
	return end(planner.OutcomeCouldNotPlan, planner.ReasonReplans, "no plan step was done, and no re-plan is left: "+strings.Join(b.reasons(), "; "), nil)
}

func (b planView) reasons() []string {
	var list []string
	for _, s := range b.plan.StepsWith(planner.StepFailed) {
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
		return planRequest{cause: planner.Rejected, reason: "sent back by a person: " + rejected}
	case s.Plan == nil:
		return planRequest{cause: planner.FirstPlan, reason: "first plan"}
	case s.ReplanReason != "":
		return planRequest{cause: planner.Replanned, reason: s.ReplanReason}
	case reason != "":
		return planRequest{cause: planner.Replanned, reason: reason}
	}
	var why []string
	for _, f := range s.Plan.FailedSteps() {
		why = append(why, f.ID+" failed: "+f.Reason)
	}
	return planRequest{cause: planner.Replanned, reason: strings.Join(why, "; ")}
}

func withoutLane(a planner.Allowed) planner.Allowed {
	a.Lane = ""
	return a
}
