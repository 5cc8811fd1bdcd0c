package strategy

import (
	"context"
	"encoding/json"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
)

// A planWriter asks the planner role for plans. Every strategy that plans has one.
type planWriter struct {
	prompt  *prompt.Prompt
	form    planner.PlanForm
	replans int           // allowance
	verify  func() string // says which call will prove the work; nil: none does
}

// What the planner reads: the head, which stays the same for most plans of a run, and the rest.
type planHead struct {
	Tools                      []planner.Offer
	Most                       int
	Guide                      bool
	Static, Conditions, Expand bool
}

type planData struct {
	Guide   bool
	Task    string
	Verify  string   // the declared call that proves the work, and what it must show
	Before  []string // the guide plan that another one is to replace
	Lines   []string // the plan steps so far: status, output or reason
	Calls   []string // summaries of calls: the failed ones, or all where the plan is a guide
	Cause   planner.Cause
	Reason  string   // why another plan is needed
	Gaps    []string // what the last answer lacked
	Advice  string   // what the reflector or a person said
	Left    int      // re-plans left after this one
	Focus   *planner.PlanStep
	Lessons []string // of earlier trials
	Notes   []planner.Note
}

// A planRequest says why a plan is needed.
type planRequest struct {
	cause     planner.Cause
	reason    string
	parent    string // the plan step to plan in detail
	candidate int
	verdict   *planner.Verdict // on the answer before
}

// plan asks for one plan and returns the decision that proposes it. If that is the plan that it should
// replace, the run ends with a cycle; where the cause is Forced, the plan stays.
func (w planWriter) plan(ctx context.Context, s planner.State, a planner.Allowed, n planRequest,
	ask planner.Ask) (planner.Decision, error) {
	form, cache := w.form.For(s, a, n.parent), prompt.CacheOf(a.Cache)
	why := planner.Revision{By: model.Planner, Cause: n.cause, Reason: n.reason}
	reply, err := ask(ctx, planner.Question{
		Role: model.Planner,
		Messages: func(f planner.Folding) ([]model.Message, error) {
			return w.prompt.Messages(cache, planHead{Tools: a.AllTools, Most: form.MaxSteps, Guide: form.Guide, Static: form.Static,
				Conditions: form.Conditions, Expand: form.Expands()}, w.data(s, n, f))
		},
		Schema: schemaOf(form, a.AllTools, cache),
		Seed:   int64(max(n.candidate-1, 0)),
		Accept: func(reply json.RawMessage) error {
			p, err := form.Propose(reply, why)
			if err == nil && n.candidate == 0 { // candidates are compared with each other
				err = planner.RefusalOf(p.Findings)
			}
			return err
		},
		Repair:  w.prompt.Repair,
		Salvage: form.Salvage,
	})
	if err != nil {
		return planner.Decision{}, err
	}
	proposal, err := form.Propose(reply, why)
	if err != nil {
		return planner.Decision{}, err
	}
	proposal.Plan.Candidate = n.candidate
	d := planner.Decision{Kind: planner.PlanDecision, Role: model.Planner, Plan: &proposal}
	if n.candidate > 0 {
		proposal.Adopt, proposal.Plan.Unsound = false, planner.RefusalOf(proposal.Findings) != nil
		return d, nil
	}
	if n.repeats(s, proposal) {
		if n.cause != planner.Forced {
			return end(planner.OutcomeCycle, planner.ReasonPlans, phrases.Say("same plan"), s.LastDraft()), nil
		}
		proposal.Plan, proposal.Unchanged, proposal.Adopt = *s.Plan.Clone(), true, true
	}
	return d, nil
}

// repeats reports whether a proposal says what the plan of s says.
func (n planRequest) repeats(s planner.State, p planner.Proposal) bool {
	return s.Plan != nil && n.parent == "" && n.cause != planner.NewCycle && len(p.Plan.OpenSteps()) > 0 && s.Plan.SameOpen(&p.Plan)
}

// schemaOf returns the schema of f from the cache, or a new one.
func schemaOf(f planner.PlanForm, tools []planner.Offer, c *prompt.Cache) grammar.Schema {
	return c.Schema(f.Key(), tools, nil, f.Schema)
}

func (w planWriter) data(s planner.State, n planRequest, f planner.Folding) planData {
	d := planData{Guide: w.form.Guide, Task: s.Task, Cause: n.cause, Reason: n.reason, Left: w.replans - s.Counters.Replans - 1,
		Notes: s.Notes, Lessons: s.Trial.Lessons}
	if s.Plan != nil && !w.form.Guide {
		d.Lines = planLines(s.Plan, f)
	}
	if w.form.Guide && (n.cause == planner.Replanned || n.cause == planner.Forced) {
		d.Before = prompt.GuideLines(s.Plan)
	}
	pick := prompt.Failures
	if w.form.Guide {
		pick = prompt.Whole
	}
	d.Calls = prompt.CallLines(s, f, prompt.SummaryBytes, pick)
	if n.verdict != nil {
		d.Gaps, d.Advice = n.verdict.Gaps, n.verdict.Guidance
	}
	if n.cause == planner.Rejected {
		d.Advice = s.LastRejection()
	}
	if n.parent != "" {
		d.Focus = s.Plan.Step(n.parent)
	}
	if w.verify != nil {
		d.Verify = w.verify()
	}
	return d
}

// planLines shows how far each plan step of p is, with as much of the outputs as f leaves.
func planLines(p *planner.Plan, f planner.Folding) []string {
	var lines []string
	for _, s := range p.Steps {
		output := ""
		if s.Status == planner.StepDone {
			output = prompt.Output(s.Output, maxPriorOutput, f)
		}
		lines = append(lines, phrases.Say("plan line", "Step", s.ID, "Status", s.Status, "Description", s.Description, "Done",
			s.Status == planner.StepDone, "Output", output, "Reason", s.Reason))
	}
	return lines
}
