package strategy

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/planner/planerrors"
)

// An Ablation switches parts of [PreFlect] off, to measure what each of them gives. The zero value is the whole
// strategy. One that is not zero is logged with each run.
type Ablation struct {
	NoReplan       bool `json:"no_replan,omitempty"`        // the executor cannot ask for another plan
	NoForcedReplan bool `json:"no_forced_replan,omitempty"` // no number of steps asks for one
	// NoChecks: the critic does not read what the plan checks found, and none of that makes it revise a plan. Errors refuse
	// one all the same.
	NoChecks bool       `json:"no_checks,omitempty"`
	Critic   CriticMode `json:"critic,omitempty"` // "" is CriticModel
}

// CriticMode says what examines a plan before it is carried out.
type CriticMode string

// What examines plans. Errors that the plan checks find refuse a plan in each mode.
const (
	CriticModel  CriticMode = "model"  // a model, which reads what the plan checks found
	CriticChecks CriticMode = "checks" // the plan checks; a model is asked only to revise what they call critical
	CriticOff    CriticMode = "off"    // nothing
)

// CriticModes lists the modes, the usual one first.
var CriticModes = []CriticMode{CriticModel, CriticChecks, CriticOff}

func (a Ablation) invalid() error {
	if a.Critic != "" && !slices.Contains(CriticModes, a.Critic) {
		return fmt.Errorf("strategy: Ablation.Critic is %q, want one of %q", a.Critic, CriticModes)
	}
	return nil
}

// RecordedCritic returns what the critic of a logged run knew and went without, from the settings that the log has of
// its strategy: what [PreFlect] says in its Capabilities. A nil library is the usual one.
func RecordedCritic(settings json.RawMessage) (library *planerrors.Library, without Ablation, err error) {
	var recorded struct {
		Library  json.RawMessage
		Ablation Ablation
	}
	if settings != nil {
		err = json.Unmarshal(settings, &recorded)
	}
	if err == nil && recorded.Library != nil {
		library, err = planerrors.Parse("the log", recorded.Library)
	}
	return library, recorded.Ablation, err
}
