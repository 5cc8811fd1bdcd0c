package planner

import (
	"encoding/json"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools"
)

// State is everything a run has done so far: a fold over its events. Planners and policies read
// it, only the fold writes it.
type State struct {
	Run      string                   `json:"run"`
	Task     string                   `json:"task"`
	Strategy string                   `json:"strategy"`
	Phase    Phase                    `json:"phase"`
	Counters Counters                 `json:"counters"`
	Masked   []string                 `json:"masked"` // tools away for the next decision, because a call was repeated
	Open     []tools.Call             `json:"open"`   // calls started and not yet observed
	Folded   Folding                  `json:"folded"` // how prompts are shortened by now
	Usage    map[model.Role]RoleUsage `json:"usage"`
	Notes    []Note                   `json:"notes"`
	Steps    []Step                   `json:"steps"`
}

// A Note is text that came from outside during the run.
type Note struct {
	After int    `json:"after"` // so many steps had been taken
	Text  string `json:"text"`
}

// Phase is where in a strategy's machine a run stands.
type Phase string

// The phases of the strategies so far.
const (
	Decide Phase = "decide" // a decision is due
	Act    Phase = "act"    // calls are under way
	Done   Phase = "done"   // the run has ended
)

// Counters count what bounds are set on. They begin at zero with each run.
type Counters struct {
	Steps          int   `json:"steps"`           // accepted decisions of the executor
	ModelCalls     int   `json:"model_calls"`     // requests sent, repairs and retries included
	ToolCalls      int   `json:"tool_calls"`      // calls started
	Tokens         int   `json:"tokens"`          // prompt and output, all roles
	WallMS         int64 `json:"wall_ms"`         // time inside the run
	Repairs        int   `json:"repairs"`         // invalid replies asked for again
	Retries        int   `json:"retries"`         // requests sent again after a transport fault
	Redirects      int   `json:"redirects"`       // duplicates answered from the log
	MendableErrors int   `json:"mendable_errors"` // tool errors that other arguments may mend
	HardErrors     int   `json:"hard_errors"`     // tool errors that they cannot
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
	N            int                 `json:"n"` // from 1
	Thought      string              `json:"thought"`
	Calls        []tools.Call        `json:"calls,omitempty"`
	Answer       json.RawMessage     `json:"answer,omitempty"` // of a final answer, accepted or refused
	Observations []tools.Observation `json:"observations,omitempty"`
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
