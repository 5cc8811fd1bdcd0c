package planner

import (
	"encoding/json"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools"
)

// State is everything that a run has done so far: a fold over its events. Planners and policies read
// it; the fold alone writes it.
type State struct {
	Run      string                   `json:"run"`
	Task     string                   `json:"task"`
	Strategy string                   `json:"strategy"`
	Phase    Phase                    `json:"phase"`
	Counters Counters                 `json:"counters"`
	Masked   []string                 `json:"masked"` // tools removed for the next decision, because a call was repeated
	Open     []tools.Call             `json:"open"`   // calls started and not yet observed
	Folded   Folding                  `json:"folded"` // how the executor's prompts are shortened by now
	Usage    map[model.Role]RoleUsage `json:"usage"`
	Notes    []Note                   `json:"notes"`
	Steps    []Step                   `json:"steps"`

	Trial        int        `json:"trial,omitempty"` // of Reflexion, from 1; 0 elsewhere
	Plan         *Plan      `json:"plan,omitempty"`
	EarlierPlans []Plan     `json:"earlier,omitempty"`    // guide plans that others replaced
	Proposed     *Proposal  `json:"proposed,omitempty"`   // a plan that is being examined
	Examined     []Verdict  `json:"examined,omitempty"`   // the critic's turns on Proposed
	Candidates   []Plan     `json:"candidates,omitempty"` // plans to choose from
	PlannedAt    []int      `json:"planned_at,omitempty"` // Counters.Steps at each adoption
	InnerEnding  *Ending    `json:"over,omitempty"`       // how the inner strategy of a wrapper ended
	TrialStart   TrialStart `json:"base,omitzero"`        // where the present trial began
	ReplanReason string     `json:"wish,omitempty"`       // why the executor wants another plan
	Rejected     []string   `json:"rejected,omitempty"`   // what people said who sent plans back
	SentBack     int        `json:"sent_back,omitempty"`  // plans sent back since the last adoption
	Verdicts     []Verdict  `json:"verdicts,omitempty"`
	Lessons      []string   `json:"lessons,omitempty"` // of earlier trials
	Warnings     []string   `json:"warnings,omitempty"`
	Forced       string     `json:"forced,omitempty"` // the first bound that left a strategy no choice

	// Nested is what the strategies that carry out plan steps have done, by the id of the plan step. Their
	// decisions and observations stand in Steps too, in lanes named by [NestedLane].
	Nested map[string]State `json:"nested,omitempty"`
}

// A Note is text that came from outside during the run.
type Note struct {
	After int    `json:"after"` // so many steps had been taken
	Text  string `json:"text"`
}

// Phase is where in a strategy's machine a run stands.
type Phase string

// The phases of a run.
const (
	Decide Phase = "decide" // a decision is due
	Act    Phase = "act"    // calls are under way
	Done   Phase = "done"   // the run has ended
)

// Counters count what bounds are set on. They begin at zero with each run.
type Counters struct {
	Steps             int   `json:"steps"`                    // accepted decisions of the executor
	ModelCalls        int   `json:"model_calls"`              // requests sent, repairs and retries included
	ToolCalls         int   `json:"tool_calls"`               // calls started
	Tokens            int   `json:"tokens"`                   // prompt and output, all roles
	WallMS            int64 `json:"wall_ms"`                  // time inside the run
	Repairs           int   `json:"repairs"`                  // invalid replies asked for again
	Retries           int   `json:"retries"`                  // requests sent again after a transport fault
	Redirects         int   `json:"redirects"`                // duplicates answered from the log
	RecoverableErrors int   `json:"mendable_errors"`          // tool errors that other arguments may avoid
	FatalErrors       int   `json:"hard_errors"`              // all other tool errors
	Cycles            int   `json:"cycles,omitempty"`         // verdicts on answers
	Replans           int   `json:"replans,omitempty"`        // plans adopted after the first, and plans sent back
	ForcedReplans     int   `json:"forced_replans,omitempty"` // windows of PreFlect that asked for a plan
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

// A Step is one decision with what came of it.
type Step struct {
	N            int                 `json:"n"` // from 1, in the order of the log; 0 for one made without a model
	Thought      string              `json:"thought"`
	Calls        []tools.Call        `json:"calls,omitempty"`
	Answer       json.RawMessage     `json:"answer,omitempty"` // of a final answer, accepted or refused
	Observations []tools.Observation `json:"observations,omitempty"`

	Role       model.Role  `json:"role,omitempty"`     // "" for one made without a model
	Lane       string      `json:"lane,omitempty"`     // the plan step it belongs to
	Revision   int         `json:"revision,omitempty"` // of the plan it was made under
	Trial      int         `json:"trial,omitempty"`
	Draft      bool        `json:"draft,omitempty"`  // the answer waited for a verdict
	Settlement *Settlement `json:"settle,omitempty"` // what the executor said of its plan step
	Review     *Verdict    `json:"review,omitempty"` // what a reflector said of it, where that was not met
	Reason     string      `json:"reason,omitempty"` // why it asked for another plan
	Masked     []string    `json:"masked,omitempty"` // tools removed for the next decision of the lane
}

// Succeeded counts the calls of tool that gave an output; answers from the log do not count.
func (s State) Succeeded(tool string) int { return s.count(tool, true) }

// Called counts the calls of tool that were made, whatever came of them; answers from the log do
// not count.
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
