package planner

import (
	"encoding/json"
	"slices"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools"
)

// State is everything that a run has done so far: a fold over its events. Planners and policies
// read it; only the fold writes it.
type State struct {
	Run      string                   `json:"run"`
	Task     string                   `json:"task"`
	Earlier  []Turn                   `json:"earlier,omitempty"` // earlier turns of the conversation, oldest first
	Counters Counters                 `json:"counters"`
	Usage    map[model.Role]RoleUsage `json:"usage"`
	Open     []tools.Call             `json:"open"` // calls started and not yet observed
	Notes    []Note                   `json:"notes"`
	Steps    []Step                   `json:"steps"`
	Plan     *Plan                    `json:"plan,omitempty"`
	SentBack []string                 `json:"sent_back,omitempty"` // what people said when rejecting plans since the last adoption
	Verdicts []Verdict                `json:"verdicts,omitempty"`
	Trial    Trial                    `json:"trial,omitzero"`

	// Memo is what the strategy remembers in addition: the last [Decision].Memo. Only the strategy reads it, with [Recall].
	Memo json.RawMessage `json:"memo,omitempty"`

	// Nested is what nested strategies have done, by the id of their plan step. Their decisions and
	// observations are also in Steps, in lanes named by [NestedLane].
	Nested map[string]State `json:"nested,omitempty"`
}

// A Trial is one attempt at the task from the beginning. A strategy starts another with a
// [RestartDecision]: the plan is dropped, and the steps so far belong to the previous trial.
type Trial struct {
	N       int      `json:"n"`                 // 0 for the first, then 2, 3, …
	Lessons []string `json:"lessons,omitempty"` // of the trials before
}

// A Note is text that came from outside during the run.
type Note struct {
	After int    `json:"after"` // how many steps had been taken
	Text  string `json:"text"`
}

// Counters count what has limits. They start at zero for each run.
type Counters struct {
	Steps             int   `json:"steps"`                    // accepted decisions of the executor
	ModelCalls        int   `json:"model_calls"`              // requests sent, including repairs and retries
	ToolCalls         int   `json:"tool_calls"`               // calls started
	Tokens            int   `json:"tokens"`                   // prompt and output, all roles
	WallMS            int64 `json:"wall_ms"`                  // time inside the run
	Repairs           int   `json:"repairs"`                  // repeated requests after invalid replies
	Retries           int   `json:"retries"`                  // requests sent again after a transport fault
	Redirects         int   `json:"redirects"`                // duplicates answered from the log
	RecoverableErrors int   `json:"recoverable_errors"`       // tool errors that other arguments may avoid
	FatalErrors       int   `json:"fatal_errors"`             // all other tool errors
	Cycles            int   `json:"cycles,omitempty"`         // verdicts on answers
	Replans           int   `json:"replans,omitempty"`        // plans adopted after the first, and plans sent back
	ForcedReplans     int   `json:"forced_replans,omitempty"` // windows of PreFlect that requested a plan
	Reviews           int   `json:"reviews,omitempty"`        // first turns of the critic
}

// RoleUsage is what one role cost.
type RoleUsage struct {
	Calls        int   `json:"calls"`
	PromptTokens int   `json:"prompt_tokens"`
	OutputTokens int   `json:"output_tokens"`
	MS           int64 `json:"ms"`
	Repairs      int   `json:"repairs"`
	Retries      int   `json:"retries"`

	Models map[string]int `json:"models"` // requests by name of model
}

// A Step is one decision and its results.
type Step struct {
	N            int                 `json:"n"` // from 1, in the order of the log; 0 for a decision without a model
	Thought      string              `json:"thought"`
	Calls        []tools.Call        `json:"calls,omitempty"`
	Answer       json.RawMessage     `json:"answer,omitempty"` // of a final answer, accepted or refused
	Observations []tools.Observation `json:"observations,omitempty"`

	Role     model.Role  `json:"role,omitempty"`     // "" for a decision without a model
	Lane     string      `json:"lane,omitempty"`     // the plan step it belongs to
	Revision int         `json:"revision,omitempty"` // of the plan that was current
	Trial    int         `json:"trial,omitempty"`
	Draft    bool        `json:"draft,omitempty"`  // the answer waited for a verdict
	Report   *StepChange `json:"report,omitempty"` // what the executor reported about its plan step
	Review   *Verdict    `json:"review,omitempty"` // the verdict of a reflector that rejected the report
	Reason   string      `json:"reason,omitempty"` // why the executor asked for another plan
	Masked   []string    `json:"masked,omitempty"` // tools removed for the next decision of the lane, because a call was repeated
	Halt     *Ending     `json:"halt,omitempty"`   // its calls were not made because they repeat others, and the trial ends
}

// ReplanReason returns why the executor wants a new plan; "" if it does not want one.
func (s State) ReplanReason() string {
	if s.Plan == nil {
		return ""
	}
	for _, step := range slices.Backward(s.Steps) {
		_, _, nested := SplitLane(step.Lane)
		switch {
		case step.Trial != s.Trial.N:
			return ""
		case step.Reason != "" && step.Revision == s.Plan.Revision && !nested:
			return step.Reason
		}
	}
	return ""
}

// Succeeded counts the calls of tool that returned an output; answers from the log do not count.
func (s State) Succeeded(tool string) int { return s.count(tool, true) }

// Called counts the calls of tool that were made, whatever their result; answers from the log do not count.
func (s State) Called(tool string) int { return s.count(tool, false) }

func (s State) count(tool string, succeeded bool) int {
	n := 0
	for _, step := range s.Steps {
		for i, o := range step.Observations {
			if i < len(step.Calls) && step.Calls[i].Tool == tool && !o.Cached && (o.OK || !succeeded) {
				n++
			}
		}
	}
	return n
}
