package planner

import (
	"encoding/json"
	"slices"

	"github.com/shortleash/shortleash/model"
)

// A Verdict is a typed judgment of an answer, a plan step, a plan, candidates, or a trial. Its texts are
// shown to roles; what happens next depends on the other fields alone.
type Verdict struct {
	Of         string     `json:"of"` // answer, step, plan, candidates, trial
	By         model.Role `json:"by"` // "loop" if the loop had to judge, "judge" for the caller's function
	Done       bool       `json:"done"`
	Confidence string     `json:"confidence,omitempty"` // low, medium, high
	Assessment string     `json:"assessment,omitempty"`
	Gaps       []string   `json:"gaps,omitempty"`
	Guidance   string     `json:"guidance,omitempty"`
	After      int        `json:"after"`            // how many decisions had been made
	Step       string     `json:"step,omitempty"`   // the plan step that was reviewed
	Plan       int        `json:"plan,omitempty"`   // the revision that an examined plan would become
	Turn       int        `json:"turn,omitempty"`   // of the critic's conversation: 1 or 2
	Failed     bool       `json:"failed,omitempty"` // the reflector or critic gave no verdict
	Kept       bool       `json:"kept,omitempty"`   // turn 2: the first plan stays
	Errors     []Finding  `json:"errors,omitempty"` // what the critic found, turn 1
	Checks     bool       `json:"checks,omitempty"` // turn 1: the plan checks found something critical
	Scores     []int      `json:"scores,omitempty"` // for candidates, in their order
}

// The authors of verdicts and plans that are not models.
const (
	ByLoop        model.Role = "loop"        // no model gave one, and the run continues with a default
	ByJudge       model.Role = "judge"       // verdicts: the caller's function
	ByPerson      model.Role = "person"      // plans: a person edited it
	ByAlternative model.Role = "alternative" // plans: a candidate that was not the first choice
)

// A Finding is a problem in a plan. Its code is that of a plan check, or, from a critic, a type from its library.
type Finding struct {
	Code     string   `json:"code"`
	Severity Severity `json:"severity"`
	Steps    []string `json:"steps,omitempty"` // ids of plan steps
	Detail   string   `json:"detail"`
}

// Severity says what a finding means for a plan.
type Severity string

// The severities. A plan with an error is refused; a critical finding makes a critic revise it.
const (
	SeverityError    Severity = "error"
	SeverityCritical Severity = "critical"
	SeverityMinor    Severity = "minor"
)

// Critical reports whether the critic found something critical.
func (v Verdict) Critical() bool { return HasSeverity(v.Errors, SeverityCritical) }

// HasSeverity reports whether one of findings has the severity.
func HasSeverity(findings []Finding, severity Severity) bool {
	return slices.ContainsFunc(findings, func(f Finding) bool { return f.Severity == severity })
}

// VerdictsOf returns the verdicts of one kind, in order.
func (s State) VerdictsOf(kind string) []Verdict {
	var list []Verdict
	for _, v := range s.Verdicts {
		if v.Of == kind {
			list = append(list, v)
		}
	}
	return list
}

// LastVerdict returns the newest verdict of one kind, or nil.
func (s State) LastVerdict(kind string) *Verdict {
	list := s.VerdictsOf(kind)
	if len(list) == 0 {
		return nil
	}
	return &list[len(list)-1]
}

// Drafts returns the answers of the current trial that waited for a verdict, in order.
func (s State) Drafts() []Step {
	return slices.DeleteFunc(slices.Clone(s.Steps), func(step Step) bool { return !step.Draft || step.Trial != s.Trial.N })
}

// LastDraft returns the newest of these answers, or nil.
func (s State) LastDraft() json.RawMessage {
	drafts := s.Drafts()
	if len(drafts) == 0 {
		return nil
	}
	return drafts[len(drafts)-1].Answer
}
