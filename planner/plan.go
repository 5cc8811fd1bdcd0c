package planner

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools"
)

// A Plan is what a planner role wrote, as data: plan steps with ids, in order. Adopted plans are in State,
// and only the fold changes them. No plan step is ever deleted: a replaced one remains, as skipped.
type Plan struct {
	// Guide says that the plan is only advice for the executor. Its plan steps stay pending.
	Guide        bool       `json:"guide,omitempty"`
	Revision     int        `json:"revision"` // how many plans have been adopted, including this one
	Facts        string     `json:"facts"`    // what the planner considers known
	Steps        []PlanStep `json:"steps"`
	Revisions    []Revision `json:"revisions"`
	Cut          []string   `json:"cut,omitempty"`          // descriptions beyond the maximum number of plan steps
	Alternatives []Plan     `json:"alternatives,omitempty"` // candidates that were not chosen, best first
	After        int        `json:"after"`                  // how many decisions had been made when it was adopted
	Earlier      []Plan     `json:"earlier,omitempty"`      // for a guide: all earlier guides
	Unsound      bool       `json:"unsound,omitempty"`      // it is a candidate that the checks refused
	Candidate    int        `json:"candidate,omitempty"`    // its number among several candidates, from 1
}

// A Revision says why a plan was adopted.
type Revision struct {
	N      int        `json:"n"`
	By     model.Role `json:"by"` // its author: model.Planner, model.Critic, ByPerson, ByAlternative or ByLoop
	Cause  Cause      `json:"cause"`
	Reason string     `json:"reason"`
}

// A Cause says why a plan was made.
type Cause string

// The causes of plans. Plans with the cause Replanned count against a strategy's Replans.
const (
	FirstPlan Cause = "first"
	Replanned Cause = "replan"   // something failed, or the executor asked for it
	Forced    Cause = "forced"   // a window of PreFlect closed without a new plan
	NewCycle  Cause = "cycle"    // PlanActReflect began a new cycle
	Rejected  Cause = "rejected" // a person rejected the previous plan, and that was counted
	Expanded  Cause = "expanded" // one plan step was planned in detail
)

// A PlanStep is one item of a plan.
type PlanStep struct {
	ID            string          `json:"id"` // s1, s2, …: never used twice in a run; children are s2.1, their children s2.1.1
	Description   string          `json:"description"`
	Tool          string          `json:"tool,omitempty"`     // the tool it is meant for, or ""
	Args          json.RawMessage `json:"args,omitempty"`     // complete arguments, which may have references
	DependsOn     []string        `json:"depends_on"`         // plan steps whose output it needs
	Expected      string          `json:"expected,omitempty"` // what a good output looks like
	When          *Condition      `json:"when,omitempty"`
	Expand        bool            `json:"expand,omitempty"` // to be planned in detail when it becomes ready
	Status        PlanStatus      `json:"status"`
	Evidence      []string        `json:"evidence,omitempty"`       // ids of the calls that prove it is done
	Output        json.RawMessage `json:"output,omitempty"`         // what later plan steps and the synthesizer read
	Reason        string          `json:"reason,omitempty"`         // why it failed or was skipped
	Revision      int             `json:"revision"`                 // of the plan that added it
	SettledBefore []string        `json:"settled_before,omitempty"` // the plan steps that were settled when its lane opened
}

// A Condition is true if the output of plan step Of has Value at Path.
type Condition struct {
	Of    string          `json:"of"`
	Path  string          `json:"path"` // gjson path; "" is the whole output
	Value json.RawMessage `json:"value"`
}

// PlanStatus is the status of a plan step.
type PlanStatus string

// The statuses of plan steps. A plan step is settled when it is done, failed or skipped. The loop
// marks it as running when its lane opens; the strategy makes every other change, in Decision.Changes.
const (
	StepPending PlanStatus = "pending"
	StepRunning PlanStatus = "running"
	StepDone    PlanStatus = "done"
	StepFailed  PlanStatus = "failed"
	StepSkipped PlanStatus = "skipped"
)

// SkippedByCondition is the reason of a plan step whose condition was not met. Plan steps that depend on it still run.
const SkippedByCondition = "condition"

// Settled reports whether the plan step is done, failed or skipped.
func (p PlanStep) Settled() bool {
	return p.Status == StepDone || p.Status == StepFailed || p.Status == StepSkipped
}

// Level returns how many ancestors the plan step has, that is, plan steps that were planned in detail.
func (p PlanStep) Level() int { return strings.Count(p.ID, ".") }

// AllowsDependents reports whether plan steps that depend on this one may run.
func (p PlanStep) AllowsDependents() bool {
	return p.Status == StepDone || p.Status == StepSkipped && p.Reason == SkippedByCondition
}

// Step returns the plan step called id, or nil.
func (p *Plan) Step(id string) *PlanStep {
	if p == nil {
		return nil
	}
	i := slices.IndexFunc(p.Steps, func(s PlanStep) bool { return s.ID == id })
	if i < 0 {
		return nil
	}
	return &p.Steps[i]
}

// Cursor returns the id of the first plan step that is not settled, or "".
func (p *Plan) Cursor() string {
	for _, s := range p.Steps {
		if !s.Settled() {
			return s.ID
		}
	}
	return ""
}

// LastRevision returns the newest revision, or the zero value if there is none.
func (p *Plan) LastRevision() Revision {
	if len(p.Revisions) == 0 {
		return Revision{}
	}
	return p.Revisions[len(p.Revisions)-1]
}

// Clone returns a deep copy of the plan steps and revisions; raw JSON is shared and never written.
func (p *Plan) Clone() *Plan {
	if p == nil {
		return nil
	}
	c := *p
	c.Steps = slices.Clone(p.Steps)
	c.Revisions = slices.Clone(p.Revisions)
	return &c
}

// StepsWith returns the plan steps with a status, in order.
func (p *Plan) StepsWith(status PlanStatus) []PlanStep {
	var list []PlanStep
	for _, s := range p.Steps {
		if s.Status == status {
			list = append(list, s)
		}
	}
	return list
}

// OpenSteps returns the plan steps that are not settled, in order.
func (p *Plan) OpenSteps() []PlanStep {
	return slices.DeleteFunc(slices.Clone(p.Steps), PlanStep.Settled)
}

// FailedSteps returns the plan steps of the current revision that failed.
func (p *Plan) FailedSteps() []PlanStep {
	return slices.DeleteFunc(p.StepsWith(StepFailed), func(s PlanStep) bool { return s.Revision != p.Revision })
}

// nextNumber returns the number of the next plan step: ids go on counting across revisions.
func (p *Plan) nextNumber() int {
	n := 1
	if p != nil {
		for _, s := range p.Steps {
			var k int
			if _, err := fmt.Sscanf(s.ID, "s%d", &k); err == nil && k >= n {
				n = k + 1
			}
		}
	}
	return n
}

// Children returns the plan steps that a plan step was expanded into.
func (p *Plan) Children(id string) []PlanStep {
	var list []PlanStep
	for _, s := range p.Steps {
		if rest, ok := strings.CutPrefix(s.ID, id+"."); ok && !strings.Contains(rest, ".") {
			list = append(list, s)
		}
	}
	return list
}

// Ready reports whether the plan step can run: it is pending, and everything it depends on is done
// or was skipped because of a condition.
func (p *Plan) Ready(s PlanStep) bool {
	if s.Status != StepPending {
		return false
	}
	for _, id := range s.DependsOn {
		if d := p.Step(id); d == nil || !d.AllowsDependents() {
			return false
		}
	}
	return true
}

// BlockedBy returns the id of a dependency that prevents the plan step from ever running, or "".
func (p *Plan) BlockedBy(s PlanStep) string {
	for _, id := range s.DependsOn {
		if d := p.Step(id); d != nil && d.Settled() && !d.AllowsDependents() {
			return id
		}
	}
	return ""
}

// Holds reports whether the condition of a plan step is met. A missing path does not meet a condition.
func (p *Plan) Holds(c *Condition) bool {
	of := p.Step(c.Of)
	return of != nil && of.Status == StepDone && Matches(of.Output, c.Path, c.Value)
}

// Matches reports whether an output has value at path, which is a gjson path; "" is the whole
// output. An output that is a string of JSON is read as JSON.
func Matches(output json.RawMessage, path string, value json.RawMessage) bool {
	found := lookUp(output, path)
	return found.Exists() && tools.Equal(json.RawMessage(found.Raw), value)
}

// lookUp finds path in an output.
func lookUp(output json.RawMessage, path string) gjson.Result {
	whole := gjson.ParseBytes(output)
	if path == "" {
		return whole
	}
	if whole.Type == gjson.String && gjson.Valid(whole.Str) {
		whole = gjson.Parse(whole.Str)
	}
	return whole.Get(path)
}

// NewPlan returns a plan with these steps, which follows an earlier plan; before may be nil.
func NewPlan(before *Plan, guide bool, steps []PlanStep) Plan {
	p := Plan{Guide: guide, Revision: 1}
	if before != nil {
		p.Revision, p.Revisions = before.Revision+1, slices.Clone(before.Revisions)
		if before.Guide {
			replaced := *before
			replaced.Earlier = nil
			p.Earlier = append(slices.Clip(before.Earlier), replaced)
		}
	}
	for _, s := range steps {
		s.Revision = p.Revision
		p.Steps = append(p.Steps, s)
	}
	return p
}

// Replace returns p with its open plan steps skipped and replaced by steps. Settled plan steps remain.
func (p *Plan) Replace(steps []PlanStep) Plan {
	next := *p.Clone()
	next.Revision++
	next.Alternatives = nil
	for i := range next.Steps {
		if old := &next.Steps[i]; !old.Settled() {
			old.Status, old.Reason = StepSkipped, phrases.Say("replaced", "Revision", next.Revision)
		}
	}
	for _, s := range steps {
		s.Revision = next.Revision
		next.Steps = append(next.Steps, s)
	}
	return next
}

// Expand returns p with children after the plan step id, which waits for them. They depend on what it depends on.
func (p *Plan) Expand(id string, children []PlanStep) Plan {
	next := *p.Clone()
	at := slices.IndexFunc(next.Steps, func(s PlanStep) bool { return s.ID == id })
	next.Steps[at].Status = StepRunning
	for i := range children {
		children[i].Revision = next.Steps[at].Revision
		for _, d := range next.Steps[at].DependsOn {
			if !slices.Contains(children[i].DependsOn, d) {
				children[i].DependsOn = append(children[i].DependsOn, d)
			}
		}
	}
	next.Steps = slices.Insert(next.Steps, at+1, children...)
	return next
}

// Renumber returns steps with ids that continue those of p. References are renumbered too.
func (p *Plan) Renumber(steps []PlanStep) []PlanStep {
	ids, first := map[string]string{}, p.nextNumber()
	for i, s := range steps {
		ids[s.ID] = "s" + strconv.Itoa(first+i)
	}
	list := make([]PlanStep, len(steps))
	for i, s := range steps {
		s.ID = ids[s.ID]
		s.DependsOn = slices.Clone(s.DependsOn)
		for k, d := range s.DependsOn {
			if id, ok := ids[d]; ok {
				s.DependsOn[k] = id
			}
		}
		list[i] = s
	}
	return list
}

// SameOpen reports whether the open plan steps of two plans are the same, apart from their ids.
func (p *Plan) SameOpen(q *Plan) bool { return p.openText() == q.openText() }

// openText is what the open plan steps say, without ids and statuses.
func (p *Plan) openText() string {
	var b strings.Builder
	open := p.OpenSteps()
	for i, s := range open {
		fmt.Fprintf(&b, "%s\x00%s\x00%s", normalized(s.Description), s.Tool, s.Args)
		for _, d := range s.DependsOn {
			if of := p.Step(d); of != nil && of.Settled() && !of.AllowsDependents() {
				continue // what failed cannot be named again
			}
			place := slices.IndexFunc(open, func(o PlanStep) bool { return o.ID == d })
			if place >= 0 {
				d = strconv.Itoa(place - i)
			}
			b.WriteString("\x00" + d)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// normalized returns text without differences of case and space.
func normalized(text string) string { return strings.Join(strings.Fields(strings.ToLower(text)), " ") }
