package planner

import (
	"encoding/json"
	"slices"

	"github.com/shortleash/shortleash/tools"
)

// A Turn is an earlier question of a conversation and its steps. The last step has the answer; if
// the turn was folded, that is the only step.
type Turn struct {
	Task  string `json:"task"`
	Steps []Step `json:"steps"`
}

// Answer returns the answer of the turn.
func (t Turn) Answer() json.RawMessage { return t.Steps[len(t.Steps)-1].Answer }

// Shown reports whether an earlier turn already shows what a step that opened the run has shown.
func (s State) Shown(step Step) bool {
	if step.N != 0 || len(s.Earlier) == 0 || len(step.Observations) == 0 {
		return false
	}
	same := func(e Step) bool {
		return slices.EqualFunc(e.Calls, step.Calls, func(a, b tools.Call) bool {
			return a.Tool == b.Tool && string(a.Args) == string(b.Args)
		}) &&
			slices.EqualFunc(e.Observations, step.Observations, func(a, b tools.Observation) bool { return a.OK && a.SHA256 == b.SHA256 })
	}
	return slices.ContainsFunc(s.Earlier, func(t Turn) bool { return slices.ContainsFunc(t.Steps, same) })
}
