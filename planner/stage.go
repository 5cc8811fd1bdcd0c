package planner

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/shortleash/shortleash/model"
)

// ErrInvalid is wrapped by the error of an [Ask] that has used up its repairs. A planner may decide
// without the reply; if it returns the error, the run ends as a model failure. If Accept refused
// the reply with a [*Refusal], the error wraps that too.
var ErrInvalid = errors.New("planner: no valid reply was to be had")

// A Stager is a Planner whose next decision is not always the executor's; the loop finds it by type assertion.
type Stager interface {
	// Stage says what Next will do. It is called before Next with the same s and a, and must depend only on these.
	Stage(s State, a Allowed) Stage
}

// A Stage is what comes next in a strategy.
type Stage struct {
	// Role is the role to ask. "" means a decision without a model, which counts against no budget.
	Role model.Role
	// Lanes are plan steps, in the order of the plan. The loop marks the pending ones as running. Then it calls
	// Next once for each lane, concurrently, with [Allowed].Lane set. Nil means one decision outside lanes.
	Lanes []string
	// Roles has one role for each of Lanes, if plan steps have nested strategies. Nil: Role is asked in all lanes.
	Roles []model.Role
	// Answering says that only the final answer is left.
	Answering bool
}

// StageOf returns the stage of p, which is the executor's for a planner that is not a [Stager].
func StageOf(p Planner, s State, a Allowed) Stage {
	if staged, ok := p.(Stager); ok {
		return staged.Stage(s, a)
	}
	return Stage{Role: model.Executor}
}

// A StepChange changes the status of one plan step. In a decision of a nested strategy, the ids of
// its own plan steps have the form of [NestedLane].
type StepChange struct {
	ID            string          `json:"id"`
	Status        PlanStatus      `json:"status"`
	Evidence      []string        `json:"evidence,omitempty"`
	Output        json.RawMessage `json:"output,omitempty"`
	Reason        string          `json:"reason,omitempty"`
	SettledBefore []string        `json:"settled_before,omitempty"` // if running: the plan steps that were settled when the lane opened
	Held          bool            `json:"held,omitempty"`           // the executor's report, not counted until a reflector has reviewed it
}

// A Proposal is a plan and how it came about.
type Proposal struct {
	Plan      Plan      `json:"plan"`
	Cause     Cause     `json:"cause"`
	Parent    string    `json:"parent,omitempty"`    // the plan step that it plans in detail, from level 2 on
	Level     int       `json:"level,omitempty"`     // of its new plan steps, like PlanStep.Level, if 2 or more; else 0
	Findings  []Finding `json:"findings,omitempty"`  // from the plan checks
	Adopt     bool      `json:"adopt,omitempty"`     // it becomes the plan of the run
	Held      bool      `json:"held,omitempty"`      // a critic examines it first
	Unchanged bool      `json:"unchanged,omitempty"` // another plan was requested, but this one stays
}

// An Ending says how a run, a trial or a plan ends. Outcome and Reason are those of a run's result.
type Ending struct {
	Outcome Outcome         `json:"outcome,omitempty"`
	Reason  Reason          `json:"reason,omitempty"`
	Problem string          `json:"problem,omitempty"`
	Partial json.RawMessage `json:"partial,omitempty"` // the best answer that was not accepted
	Forced  string          `json:"forced,omitempty"`  // the bound that left no choice
}

// InLane returns the steps of a lane under the current plan and trial, in order. The caller must not modify them.
func (s State) InLane(id string) []Step {
	in := func(i int) bool { return s.Steps[i].Lane == id && s.Steps[i].Trial == s.Trial.N }
	n := 0
	for n < len(s.Steps) && in(n) {
		n++
	}
	list := slices.Clip(s.Steps[:n]) // mostly all of them
	for i := n; i < len(s.Steps); i++ {
		if in(i) {
			list = append(list, s.Steps[i])
		}
	}
	return list
}

// LastRejection returns what a person said when rejecting the newest plan, or "".
func (s State) LastRejection() string {
	if n := len(s.SentBack); n > 0 {
		return s.SentBack[n-1]
	}
	return ""
}
