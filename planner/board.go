package planner

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tools"
)

// A board is a plan under way, as the strategies that carry out plan steps look at it.
type board struct {
	plan    *Plan
	state   State
	allowed Allowed
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

func (b board) mayReplan() bool {
	n := b.state.Counters.Replans + b.state.SentBack
	return n < b.replans && b.state.Forced != "replans" && !stops(b.allowed.Bound) && b.stepsLeft() > 0
}

func (b board) stepsLeft() int { return b.allowed.Steps - b.state.Counters.Steps - b.reserve }

// candidates returns the plan steps that run or could, in order, as many as there are lanes.
func (b board) candidates() []string {
	var ids []string
	ending := len(b.plan.failedNow()) > 0 || b.wished()
	for _, s := range b.plan.Steps {
		runs := s.Status == StepRunning && len(b.plan.children(s.ID)) == 0 && !(b.wished() && b.wishes(s.ID))
		if runs || !ending && b.plan.ready(s) {
			ids = append(ids, s.ID)
		}
	}
	return ids[:min(len(ids), b.lanes)]
}

// wished reports whether an executor asked for another plan and can have one.
func (b board) wished() bool { return b.state.Wish != "" && b.mayReplan() }

// wishes reports whether it was this lane's executor.
func (b board) wishes(id string) bool {
	steps := b.state.InLane(id)
	return len(steps) > 0 && steps[len(steps)-1].Reason != ""
}

// open returns the lanes that the next round asks, as many as steps and requests are left for.
func (b board) open() []string {
	ids := b.candidates()
	return ids[:min(len(ids), max(b.stepsLeft(), 0), max(b.allowed.Requests, 1))]
}

// closesLanes reports whether this round is the last that n lanes get.
func closesLanes(s State, a Allowed, n int) bool {
	return a.Bound != "" && a.Bound != closingCalls || a.Steps-s.Counters.Steps <= n
}

// settlements returns what becomes of plan steps without asking anybody.
func (b board) settlements() []StepChange {
	var list []StepChange
	if stops(b.allowed.Bound) || b.stepsLeft() <= 0 {
		for _, s := range b.plan.open() {
			list = append(list, StepChange{ID: s.ID, Status: StepSkipped, Reason: reasonBudget})
		}
		return list
	}
	given := len(b.plan.failedNow()) > 0 && !b.mayReplan() && len(b.candidates()) == 0
	for _, s := range b.plan.open() {
		if c := b.settlement(s, given); c != nil {
			list = append(list, *c)
		}
	}
	if len(list) == 0 && len(b.candidates()) > b.stepsLeft() {
		for _, id := range b.candidates()[b.stepsLeft():] {
			list = append(list, StepChange{ID: id, Status: StepSkipped, Reason: reasonBudget})
		}
	}
	return list
}

// settlement returns what becomes of one open plan step, or nil. given says that it was given up to
// go on.
func (b board) settlement(s PlanStep, given bool) *StepChange {
	if o := settledStatic(b.state, s.ID); o != nil && s.Status == StepRunning {
		if o.OK {
			return &StepChange{ID: s.ID, Status: StepDone, Output: o.Output, Evidence: []string{o.ID}}
		}
		return &StepChange{ID: s.ID, Status: StepFailed, Reason: o.Error.Message}
	}
	if children := b.plan.children(s.ID); len(children) > 0 {
		return parentOf(s, children, given)
	}
	if s.Status == StepRunning {
		return nil
	}
	if id := b.plan.blocked(s); id != "" && (!b.mayReplan() || len(b.plan.failedNow()) == 0) {
		return &StepChange{ID: s.ID, Status: StepSkipped, Reason: "dependency " + id}
	}
	switch {
	case b.plan.ready(s) && s.When != nil && !b.plan.holds(s.When):
		return &StepChange{ID: s.ID, Status: StepSkipped, Reason: skippedByCondition}
	case given:
		return &StepChange{ID: s.ID, Status: StepSkipped, Reason: "replans"}
	case b.plan.ready(s) && s.Args != nil && len(references(string(s.Args))) > 0:
		if _, err := b.plan.resolve(s.Args); err != nil {
			return &StepChange{ID: s.ID, Status: StepFailed, Reason: err.Error()}
		}
	}
	return nil
}

// parentOf returns what becomes of a plan step that was expanded.
func parentOf(s PlanStep, children []PlanStep, given bool) *StepChange {
	var outputs []string
	for _, c := range children {
		switch {
		case !c.Settled() && !given:
			return nil
		case !c.passable():
			return &StepChange{ID: s.ID, Status: StepFailed, Reason: c.ID + " " + string(c.Status)}
		case c.Status == StepDone:
			outputs = append(outputs, string(c.Output))
		}
	}
	return &StepChange{ID: s.ID, Status: StepDone, Output: json.RawMessage("[" + strings.Join(outputs, ",") + "]")}
}

// settle is the decision that settlements stand in.
func (b board) settle() Decision {
	d := Decision{Kind: StepDecision, Changes: b.settlements()}
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
	if len(b.plan.failedNow()) > 0 && !b.mayReplan() && d.Forced == "" && b.state.Counters.Replans >= b.replans {
		d.Forced = "replans"
	}
	return d
}

// staticReady returns the first plan step that can run without a model, or "".
func (b board) staticReady() string {
	if b.allowed.Calls <= 0 || len(b.plan.failedNow()) > 0 {
		return ""
	}
	for _, s := range b.plan.Steps {
		if b.plan.ready(s) && s.Tool != "" && s.Args != nil {
			return s.ID
		}
	}
	return ""
}

// call is the decision that makes the call of a static plan step. It is no step, and no model is asked.
func (b board) call(id string) Decision {
	s := b.plan.Step(id)
	args, err := b.plan.resolve(s.Args)
	if err == nil {
		args, err = tools.Canonical(args)
	}
	if err != nil {
		return Decision{Kind: StepDecision, Changes: []StepChange{{ID: id, Status: StepFailed, Reason: err.Error()}}}
	}
	return Decision{Kind: ActDecision, Lane: id, Calls: []tools.Call{{Tool: s.Tool, Args: args}}}
}

// expandable returns the first ready plan step that wants to be planned in detail and may, or "".
func (b board) expandable(depth, most int) string {
	if depth == 0 || len(b.plan.Steps) >= most || len(b.plan.failedNow()) > 0 || b.allowed.Bound != "" {
		return ""
	}
	for _, s := range b.plan.Steps {
		if s.Expand && b.plan.ready(s) && !strings.Contains(s.ID, ".") {
			return s.ID
		}
	}
	return ""
}

// unreviewed returns the lane whose step_done waits for a review, or "".
func (b board) unreviewed() string {
	for _, s := range b.plan.with(StepRunning) {
		steps := b.state.InLane(s.ID)
		if n := len(steps); n > 0 && steps[n-1].Settle != nil && steps[n-1].Settle.Done && steps[n-1].Review == nil {
			return s.ID
		}
	}
	return ""
}

// stuck is the ending of a run in which nothing was done.
func (b board) stuck() Decision {
	if rejected := b.state.lastRejected(); rejected != "" {
		return end(couldNotPlan, "rejected", "a person sent the plan back: "+rejected, nil)
	}
	if b.plan != nil && slices.ContainsFunc(b.plan.Steps, func(s PlanStep) bool { return s.Reason == reasonBudget }) && b.state.Forced != "" {
		return end(budgetExhausted, b.state.Forced, "no plan step was done", nil)
	}
	return end(couldNotPlan, "replans", "no plan step was done, and no re-plan is left: "+strings.Join(b.reasons(), "; "), nil)
}

func (b board) reasons() []string {
	var list []string
	for _, s := range b.plan.with(StepFailed) {
		list = append(list, fmt.Sprintf("%s: %s", s.ID, s.Reason))
	}
	return list
}

// unchanged is the decision that keeps the plan although another one was asked for.
func unchanged(s State, cause Cause) Decision {
	return Decision{Kind: PlanDecision, Plan: &Proposal{Plan: *s.Plan.Clone(), Cause: cause, Unchanged: true, Adopt: true}}
}

// needOf says why a plan is needed now.
func needOf(s State, cause Cause, reason string) need {
	rejected := s.lastRejected()
	switch {
	case cause == Forced || cause == NewCycle:
		return need{cause: cause, reason: reason}
	case rejected != "":
		return need{cause: Rejected, reason: "sent back by a person: " + rejected}
	case s.Plan == nil:
		return need{cause: FirstPlan, reason: "first plan"}
	case s.Wish != "":
		return need{cause: Replanned, reason: s.Wish}
	case reason != "":
		return need{cause: Replanned, reason: reason}
	}
	var why []string
	for _, f := range s.Plan.failedNow() {
		why = append(why, f.ID+" failed: "+f.Reason)
	}
	return need{cause: Replanned, reason: strings.Join(why, "; ")}
}

// lastRejected returns what a person said who sent the newest plan back, or "".
func (s State) lastRejected() string {
	if s.SentBack > 0 && len(s.Rejected) > 0 {
		return s.Rejected[len(s.Rejected)-1]
	}
	return ""
}

func withoutLane(a Allowed) Allowed {
	a.Lane = ""
	return a
}

func orElse(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

func nonNegative(fields map[string]int) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if fields[name] < 0 {
			return fmt.Errorf("planner: %s is negative", name)
		}
	}
	return nil
}
