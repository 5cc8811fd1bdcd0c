package strategy

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/planner/planerrors"
)

// An Ablation turns off parts of [PreFlect], to measure what each part contributes. The zero value
// is the whole strategy. An Ablation that is not zero is logged with each run.
type Ablation struct {
	NoReplan       bool `json:"no_replan,omitempty"`        // the executor cannot ask for another plan
	NoForcedReplan bool `json:"no_forced_replan,omitempty"` // no plan is requested after a number of steps
	// NoChecks hides the findings of the plan checks from the critic, so they do not make it revise a
	// plan. Errors still refuse a plan.
	NoChecks bool       `json:"no_checks,omitempty"`
	Critic   CriticMode `json:"critic,omitempty"` // "" is CriticModel
}

// CriticMode says what examines plans before they are carried out.
type CriticMode string

// The critic modes. In each mode, errors found by the plan checks refuse a plan.
const (
	CriticModel  CriticMode = "model"  // a model, which reads the findings of the plan checks
	CriticChecks CriticMode = "checks" // the plan checks; a model is asked only to revise plans with critical findings
	CriticOff    CriticMode = "off"    // nothing
)

// CriticModes lists the modes, starting with the default.
var CriticModes = []CriticMode{CriticModel, CriticChecks, CriticOff}

func (a Ablation) invalid() error {
	if a.Critic != "" && !slices.Contains(CriticModes, a.Critic) {
		return fmt.Errorf("strategy: Ablation.Critic is %q, want one of %q", a.Critic, CriticModes)
	}
	return nil
}

// RecordedCritic returns the library and the ablation of a logged run's critic, from the logged settings
// of its strategy, which [PreFlect] reports in its Capabilities. A nil library means the default.
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
