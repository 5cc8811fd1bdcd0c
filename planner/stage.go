package planner

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/shortleash/shortleash/model"
)

// ErrInvalid is wrapped by the error of an [Ask] whose last repair was used up. A planner may decide
// without the reply; if it returns the error, the run ends as a model failure. A [*Refusal] by which
// Accept refused the reply is in the chain.
var ErrInvalid = errors.New("planner: no valid reply was to be had")

// A Stager is a Planner whose next decision is not always the executor's, found by assertion.
type Stager interface {
	// Stage says what Next will do. It is called before Next with the same s and a, and must depend on
	// nothing else.
	Stage(s State, a Allowed) Stage
}

// A Stage is what comes next in a strategy.
type Stage struct {
	// Role is asked. "" is a decision without a model: it counts against no budget.
	Role model.Role
	// Lanes are plan steps, in the order of the plan. The loop marks those that are pending as running. Then
	// it calls Next once for each of them, at the same time, with [Allowed].Lane set. Nil is one decision
	// outside of lanes.
	Lanes []string
	// Roles are asked in Lanes, one each, where plan steps have strategies of their own. Nil: Role is
	// asked in all.
	Roles []model.Role
	// Answering says that nothing but the final answer is left.
	Answering bool
}

// StageOf returns the stage of p, which is the executor's for a planner that is no [Stager].
func StageOf(p Planner, s State, a Allowed) Stage {
	if staged, ok := p.(Stager); ok {
		return staged.Stage(s, a)
	}
	return Stage{Role: model.Executor}
}

// A StepChange is what becomes of one plan step. In a decision of a strategy that carries out a plan step itself, the ids
// of that strategy's own plan steps are named by [NestedLane].
type StepChange struct {
	ID            string          `json:"id"`
	Status        PlanStatus      `json:"status"`
	Evidence      []string        `json:"evidence,omitempty"`
	Output        json.RawMessage `json:"output,omitempty"`
	Reason        string          `json:"reason,omitempty"`
	SettledBefore []string        `json:"settled_before,omitempty"` // with running: the plan steps that were settled when the lane opened
	Held          bool            `json:"held,omitempty"`           // the executor's report, which a reflector looks at before it counts
}

// A Proposal is a plan with what led to it.
type Proposal struct {
	Plan      Plan      `json:"plan"`
	Cause     Cause     `json:"cause"`
	Parent    string    `json:"parent,omitempty"`    // the plan step that it plans in detail, from level 2 on
	Level     int       `json:"level,omitempty"`     // of its new plan steps, as PlanStep.Level has it, from 2 on; 0 is less
	Findings  []Finding `json:"findings,omitempty"`  // of the plan checks
	Adopt     bool      `json:"adopt,omitempty"`     // it becomes the plan of the run
	Held      bool      `json:"held,omitempty"`      // a critic examines it first
	Unchanged bool      `json:"unchanged,omitempty"` // another plan was asked for, and this one stays
}

// An Ending says how a run comes to its end, or a trial or a plan. Outcome and Reason are those of a run's result.
type Ending struct {
	Outcome Outcome         `json:"outcome,omitempty"`
	Reason  Reason          `json:"reason,omitempty"`
	Problem string          `json:"problem,omitempty"`
	Partial json.RawMessage `json:"partial,omitempty"` // the best answer that was not accepted
	Forced  string          `json:"forced,omitempty"`  // the bound that left no choice
}

// InLane returns the steps of a lane under the present plan and trial, in order. They are not the caller's to change.
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

// LastRejection returns what a person said who sent the newest plan back, or "".
func (s State) LastRejection() string {
	if n := len(s.SentBack); n > 0 {
		return s.SentBack[n-1]
	}
	return ""
}
