package planner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/model"
)

// An author asks the planner role for plans. Every strategy that plans has one.
type author struct {
	prompt     *Prompt
	most       int  // ceiling of plan steps
	replans    int  // allowance
	guide      bool // plans are advice
	static     bool
	conditions bool
	depth      int
	tasks      func(*authorData) // what the strategy adds for the author to read
}

// What the author reads: the head, which stays the same for most plans of a run, and the rest.
type authorHead struct {
	Tools                      []Offer
	Most                       int
	Guide                      bool
	Static, Conditions, Expand bool
}

type authorData struct {
	Guide   bool
	Task    string
	Verify  string   // the declared call that proves the work, and what it must show
	Lines   []string // the plan steps so far: status, output or reason
	Calls   []string // digest lines of calls: the failed ones, or all where the plan is a guide
	Cause   Cause
	Reason  string   // why another plan is needed
	Gaps    []string // what the last answer lacked
	Advice  string   // what the reflector or a person said
	Left    int      // re-plans left after this one
	Focus   *PlanStep
	Lessons []string // of earlier trials
	Notes   []Note
}

// need says what a plan is needed for.
type need struct {
	cause     Cause
	reason    string
	focus     string // the plan step to plan in detail
	candidate int
	verdict   *Verdict // on the answer before
}

// plan asks for one plan and returns the decision that proposes it. A plan that repeats what it is to
// replace is a cycle, or stays where the need was forced.
func (w author) plan(ctx context.Context, s State, a Allowed, n need, ask Ask) (Decision, error) {
	form := w.form(s, a, n)
	reply, err := ask(ctx, Question{
		Role: model.Planner,
		Messages: func(f Folding) ([]model.Message, error) {
			return say(a.Memory, w.prompt, w.head(a, n), w.data(s, n, f))
		},
		Schema: form.known(a.Memory),
		Seed:   int64(max(n.candidate-1, 0)),
		Accept: func(reply json.RawMessage) error {
			p, err := w.propose(s, a, n, form, reply)
			if err == nil && n.candidate == 0 { // candidates are judged beside each other
				err = refuse(p.Findings)
			}
			return err
		},
		Repair: repairWith(w.prompt),
		Salvage: func(text string, last bool) (json.RawMessage, error) {
			parsed, err := ParsePlan(text, ParseOptions{Most: w.most, Tools: offerNames(a.AllTools), Static: w.static, Last: last})
			if err != nil {
				return nil, err
			}
			return parsed.json(form)
		},
	})
	if err != nil {
		return Decision{}, err
	}
	proposal, err := w.propose(s, a, n, form, reply)
	if err != nil {
		return Decision{}, err
	}
	d := Decision{Kind: PlanDecision, Role: model.Planner, Plan: &proposal}
	if len(proposal.Plan.Cut) > 0 {
		d.Warning = fmt.Sprintf("the plan was cut at %d plan steps: %s", w.most, strings.Join(proposal.Plan.Cut, "; "))
	}
	if n.candidate > 0 {
		proposal.Adopt, proposal.Plan.Unsound = false, refuse(proposal.Findings) != nil
		return d, nil
	}
	if same := s.Plan != nil && n.focus == "" && n.cause != NewCycle && proposal.Plan.proposal() != "" && s.Plan.proposal() == proposal.Plan.proposal(); same {
		if n.cause != Forced {
			return end(cycle, "plans", "the new plan is the one it was to replace", s.LastDraft()), nil
		}
		proposal.Plan, proposal.Unchanged, proposal.Adopt = *s.Plan.Clone(), true, true
	}
	return d, nil
}

// form says which plans may be written.
func (w author) form(s State, a Allowed, n need) planForm {
	f := planForm{offers: a.AllTools, prefix: "s", first: s.Plan.nextID(), most: w.most, least: 1,
		static: w.static, conditions: w.conditions, expand: w.depth > 0 && n.focus == ""}
	if n.focus != "" {
		f.prefix, f.first = n.focus+".", 1
		return f
	}
	if s.Plan != nil && !w.guide {
		for _, p := range s.Plan.with(StepDone) {
			f.earlier, f.least = append(f.earlier, p.ID), 0
		}
	}
	return f
}

// propose reads a reply into a whole plan and checks it.
func (w author) propose(s State, a Allowed, n need, form planForm, reply json.RawMessage) (Proposal, error) {
	facts, steps, cut, err := form.read(reply)
	if err != nil {
		return Proposal{}, err
	}
	p := Proposal{Cause: n.cause, Adopt: true}
	switch {
	case n.focus != "":
		p.Plan = s.Plan.expanded(n.focus, steps)
	case w.guide || s.Plan == nil:
		p.Plan = Plan{Guide: w.guide}.revised(s.Plan, steps)
	default:
		p.Plan = s.Plan.replaced(steps)
	}
	p.Plan.Cut = cut
	p.Plan.Facts, p.Plan.After, p.Plan.Candidate = facts, len(s.Steps), n.candidate
	if n.focus == "" {
		p.Plan.Revisions = append(p.Plan.Revisions, Revision{N: p.Plan.Revision, By: "planner", Cause: n.cause, Reason: n.reason})
	}
	p.Findings = CheckPlan(&p.Plan, s, a)
	return p, nil
}

// revised is a plan of steps alone, which follows an earlier one.
func (p Plan) revised(before *Plan, steps []PlanStep) Plan {
	p.Revision = 1
	if before != nil {
		p.Revision, p.Revisions = before.Revision+1, slices.Clone(before.Revisions)
	}
	for _, s := range steps {
		s.Revision = p.Revision
		p.Steps = append(p.Steps, s)
	}
	return p
}

// replaced is p with its open plan steps skipped and steps in their place. What is settled stays.
func (p *Plan) replaced(steps []PlanStep) Plan {
	next := *p.Clone()
	next.Revision++
	next.Alternatives = nil
	for i := range next.Steps {
		if old := &next.Steps[i]; !old.Settled() {
			old.Status, old.Reason = StepSkipped, fmt.Sprintf("replaced r%d", next.Revision)
		}
	}
	for _, s := range steps {
		s.Revision = next.Revision
		next.Steps = append(next.Steps, s)
	}
	return next
}

// expanded is p with children behind the plan step id, which waits for them. They need what it needs.
func (p *Plan) expanded(id string, children []PlanStep) Plan {
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

func (w author) head(a Allowed, n need) authorHead {
	return authorHead{Tools: a.AllTools, Most: w.most, Guide: w.guide, Static: w.static, Conditions: w.conditions, Expand: w.depth > 0 && n.focus == ""}
}

func (w author) data(s State, n need, f Folding) authorData {
	d := authorData{Guide: w.guide, Task: s.Task, Cause: n.cause, Reason: n.reason, Left: w.replans - s.Counters.Replans - 1, Notes: s.Notes, Lessons: s.Lessons}
	if s.Plan != nil && !w.guide {
		d.Lines = s.Plan.lines(f)
	}
	which := failures
	if w.guide {
		which = whole
	}
	d.Calls = s.callLines(f, digestOutput, which)
	if n.verdict != nil {
		d.Gaps, d.Advice = n.verdict.Gaps, n.verdict.Guidance
	}
	if n.cause == Rejected && len(s.Rejected) > 0 {
		d.Advice = s.Rejected[len(s.Rejected)-1]
	}
	if n.focus != "" {
		d.Focus = s.Plan.Step(n.focus)
	}
	if w.tasks != nil {
		w.tasks(&d)
	}
	return d
}

// lines shows how far each plan step of p is, with as much of the outputs as f leaves.
func (p *Plan) lines(f Folding) []string {
	var lines []string
	for _, s := range p.Steps {
		line := fmt.Sprintf("%s (%s) %s", s.ID, s.Status, s.Description)
		switch {
		case s.Status == StepDone:
			line += " -> " + head(s.Output, f.shown(priorBytes))
		case s.Reason != "":
			line += ": " + s.Reason
		}
		lines = append(lines, line)
	}
	return lines
}

// say renders a question that begins no conversation: the head, the task and the status line.
func say(memory *Memory, p *Prompt, head, data any) ([]model.Message, error) {
	c := conversation{prompt: p, memory: memory}
	c.add("head", head)
	c.add("task", data)
	c.add("status", data)
	return c.messages, c.err
}

// failed reports whether err says that a role gave nothing usable, as opposed to the end of the run.
func failed(err error) bool { return errors.Is(err, ErrInvalid) }
