package loop

import (
	"encoding/json"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// An Outcome says how a run ended. It is declared in package planner, because strategies need it; see [planner.Outcome].
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

// A Result says how a run ended, and holds its answer and other results.
type Result struct {
	Run     string  `json:"run"`
	Outcome Outcome `json:"outcome"`
	// which limit, fault or pattern it was, explained at planner.Reason; for a paused run, Interrupt.Kind
	Reason    planner.Reason                   `json:"reason"`
	Forced    string                           `json:"forced"`            // the limit that left no choice but to answer, or ""
	Answer    json.RawMessage                  `json:"answer,omitempty"`  // set only when the outcome is final
	Partial   json.RawMessage                  `json:"partial,omitempty"` // the best answer that was not accepted
	Repeat    *Repeat                          `json:"repeat,omitempty"`  // for duplicate_action and cycle
	Steps     []planner.Step                   `json:"steps"`
	Task      string                           `json:"-"`                  // of the run
	Earlier   []planner.Turn                   `json:"-"`                  // of the conversation, as the run read them
	Verified  bool                             `json:"verified,omitempty"` // a declared call verified the work
	Plan      *planner.Plan                    `json:"plan,omitempty"`     // with the output of every plan step
	Verdicts  []planner.Verdict                `json:"verdicts,omitempty"`
	Interrupt *Interrupt                       `json:"interrupt,omitempty"` // set for a paused run
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
	Calls  []string `json:"calls"`  // the ids of the calls that were repeated; these calls were made
	Steps  []int    `json:"steps"`  // the decisions of the pattern, ending with the refused one
}
