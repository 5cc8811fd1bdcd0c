package loop

import (
	"encoding/json"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// Outcome says how a run ended. Every ending keeps the work done until then.
type Outcome string

// The outcomes so far.
const (
	Final           Outcome = "final"            // an answer that fits, and that nothing refused
	BudgetExhausted Outcome = "budget_exhausted" // a bound came before the answer
	DuplicateAction Outcome = "duplicate_action" // the same call twice in a row
	Cycle           Outcome = "cycle"            // a repeating pattern of calls
	CouldNotPlan    Outcome = "could_not_plan"   // no workable plan
	ToolFailure     Outcome = "tool_failure"     // more hard tool errors than allowed
	ModelFailure    Outcome = "model_failure"    // the model could not be had, or only invalid
	Cancelled       Outcome = "cancelled"        // the caller stopped it
	Paused          Outcome = "interrupted"      // it waits for a person; Resume goes on
)

// A Result is how a run ended and what it leaves.
type Result struct {
	Run       string                           `json:"run"`
	Outcome   Outcome                          `json:"outcome"`
	Reason    string                           `json:"reason"`            // which bound, fault or pattern
	Forced    string                           `json:"forced"`            // the bound that left no choice but to answer, or ""
	Answer    json.RawMessage                  `json:"answer,omitempty"`  // set exactly when the outcome is final
	Partial   json.RawMessage                  `json:"partial,omitempty"` // the best answer that was not accepted
	Repeat    *Repeat                          `json:"repeat,omitempty"`  // for duplicate_action and cycle
	Steps     []planner.Step                   `json:"steps"`
	Verified  bool                             `json:"verified,omitempty"` // a declared call proved the work
	Plan      *planner.Plan                    `json:"plan,omitempty"`     // with what every plan step gave
	Verdicts  []planner.Verdict                `json:"verdicts,omitempty"`
	Interrupt *Interrupt                       `json:"interrupt,omitempty"` // for interrupted
	Warnings  []string                         `json:"warnings,omitempty"`
	Counters  planner.Counters                 `json:"counters"`
	Usage     map[model.Role]planner.RoleUsage `json:"usage"`
	Error     string                           `json:"error,omitempty"` // the last problem, in plain words
}

// fromOutside reports whether only the clock or the caller can explain the ending.
func (r *Result) fromOutside() bool {
	return r.Outcome == Cancelled || r.Outcome == BudgetExhausted && r.Reason == boundWall
}

// A Repeat names the calls that a run repeated.
type Repeat struct {
	Period int      `json:"period"` // 1: the same call twice in a row
	Calls  []string `json:"calls"`  // ids of the calls that were repeated; they did run
	Steps  []int    `json:"steps"`  // the decisions of the pattern, the refused one last
}
