package loop

import (
	"encoding/json"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// An Outcome says how a run ended. It is declared in planner, where strategies need it; [planner.Outcome]
// says what each one means.
type Outcome = planner.Outcome

// The outcomes, each an alias of the constant that explains it.
const (
	Final           = planner.OutcomeFinal
	BudgetExhausted = planner.OutcomeBudgetExhausted
	DuplicateAction = planner.OutcomeDuplicateAction
	Cycle           = planner.OutcomeCycle
	CouldNotPlan    = planner.OutcomeCouldNotPlan
	ToolFailure     = planner.OutcomeToolFailure
	ModelFailure    = planner.OutcomeModelFailure
	ProgramFailure  = planner.OutcomeProgramFailure
	Cancelled       = planner.OutcomeCancelled
	Paused          = planner.OutcomePaused
)

// A Result is how a run ended and what it leaves.
type Result struct {
	Run     string  `json:"run"`
	Outcome Outcome `json:"outcome"`
	// which bound, fault or pattern: planner.Reason explains them; of a paused run, Interrupt.Kind
	Reason    planner.Reason                   `json:"reason"`
	Forced    string                           `json:"forced"`            // the bound that left no choice but to answer, or ""
	Answer    json.RawMessage                  `json:"answer,omitempty"`  // set exactly when the outcome is final
	Partial   json.RawMessage                  `json:"partial,omitempty"` // the best answer that was not accepted
	Repeat    *Repeat                          `json:"repeat,omitempty"`  // for duplicate_action and cycle
	Steps     []planner.Step                   `json:"steps"`
	Verified  bool                             `json:"verified,omitempty"` // a declared call proved the work
	Plan      *planner.Plan                    `json:"plan,omitempty"`     // with what every plan step gave
	Verdicts  []planner.Verdict                `json:"verdicts,omitempty"`
	Interrupt *Interrupt                       `json:"interrupt,omitempty"` // of a paused run
	Warnings  []string                         `json:"warnings,omitempty"`
	Counters  planner.Counters                 `json:"counters"`
	Usage     map[model.Role]planner.RoleUsage `json:"usage"`
	Error     string                           `json:"error,omitempty"` // the last problem, in plain words
}

// fromOutside reports whether only the clock or the caller can explain the ending.
func (r *Result) fromOutside() bool {
	return r.Outcome == Cancelled || r.Outcome == BudgetExhausted && r.Reason == planner.ReasonWall
}

// A Repeat names the calls that a run repeated.
type Repeat struct {
	Period int      `json:"period"` // 1: the same call twice in a row
	Calls  []string `json:"calls"`  // ids of the calls that were repeated; they did run
	Steps  []int    `json:"steps"`  // the decisions of the pattern, the refused one last
}
