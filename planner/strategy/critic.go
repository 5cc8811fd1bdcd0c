package strategy

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/tools"
)

// A critic examines the plan that a run holds, in one conversation of two turns: a diagnosis, and if
// something is critical, a plan in its place.
type critic struct {
	prompt   *prompt.Prompt
	library  *planerrors.Library
	noChecks bool
	form     planner.PlanForm // of the inner strategy
	state    planner.State
	memo     preflectMemo
	allowed  planner.Allowed
}

func (p PreFlect) critic(s planner.State, a planner.Allowed) critic {
	return critic{prompt: p.prompts().Critic, library: p.library(), noChecks: p.Ablation.NoChecks,
		form: p.inner().PlanForm().For(s, a, ""), state: s, memo: planner.Recall[preflectMemo](s.Memo), allowed: a}
}

// What the critic reads. The first turn shows failure patterns, the second all patterns of the errors that
// it found.
type (
	criticHead struct {
		Errors []planerrors.Error
		Tools  []planner.Offer
	}
	criticData struct {
		Task     string
		Facts    string
		Lines    []string
		Findings []planner.Finding
		Calls    []string
		Used     []toolUse
		Reason   string             // why the plan before was given up; "" for the first
		Thoughts []string           // the executor's last ones, the oldest first
		Types    []planerrors.Error // turn 2: the types that were found
	}
	// A toolUse is how a tool has done in this run.
	toolUse struct {
		Name             string
		Calls, Successes int
		LastError        string // its class
		LastMessage      string
		Failures         []string // the last calls that failed, with what they gave, the oldest first; a repeated one counts once
	}
)

// maxExamples is how many failure patterns of each error the first turn shows.
const maxExamples = 2

// head shows the library with at most maxExamples failure patterns of each error.
func (c critic) head() criticHead {
	h := criticHead{Tools: c.allowed.AllTools}
	for _, e := range c.library.Errors {
		e.FailurePatterns = e.FailurePatterns[:min(len(e.FailurePatterns), maxExamples)]
		h.Errors = append(h.Errors, e)
	}
	return h
}

func (c critic) data(f planner.Folding) criticData {
	s := c.state
	plan := &c.memo.Proposed.Plan
	d := criticData{Task: s.Task, Facts: plan.Facts, Lines: planLines(plan, f)}
	if !c.noChecks {
		d.Findings = c.memo.Proposed.Findings
	}
	d.Calls = prompt.CallLines(s, f, prompt.SummaryBytes, prompt.Whole)
	for _, o := range c.allowed.AllTools {
		if u := use(s, o.Name); u.Calls > 0 {
			d.Used = append(d.Used, u)
		}
	}
	if n := len(plan.Revisions); n > 1 {
		d.Reason = planner.Truncate(plan.Revisions[n-1].Reason, maxWhy)
	}
	d.Thoughts = lastThoughts(s)
	return d
}

// What a critic reads of a run beside its calls.
const (
	maxErrorText = 160 // bytes of a tool's error
	maxFailures  = 3   // of each tool
	maxThoughts  = 3   // of the executor
	maxThought   = 200 // bytes of one
	maxWhy       = 400 // bytes of the reason why a plan was given up
)

// lastThoughts returns the executor's last thoughts of the present trial, the oldest first. A repeated one counts once.
func lastThoughts(s planner.State) (thoughts []string) {
	for _, step := range s.Steps {
		if step.Trial == s.Trial.N && step.Thought != "" {
			thoughts = appendLatest(thoughts, planner.Truncate(step.Thought, maxThought))
		}
	}
	return thoughts[max(0, len(thoughts)-maxThoughts):]
}

// appendLatest adds text at the end of list, and takes out the equal one that it has.
func appendLatest(list []string, text string) []string {
	return append(slices.DeleteFunc(list, func(had string) bool { return had == text }), text)
}

func use(s planner.State, tool string) toolUse {
	u := toolUse{Name: tool, Calls: s.Called(tool), Successes: s.Succeeded(tool)}
	for _, step := range s.Steps {
		for i, o := range step.Observations {
			if i < len(step.Calls) && step.Calls[i].Tool == tool && o.Error != nil {
				u.LastError, u.LastMessage = o.Error.Class, planner.Truncate(o.Error.Message, maxErrorText)
				u.Failures = appendLatest(u.Failures, planner.Truncate(string(step.Calls[i].Args), maxErrorText)+" "+u.LastError+": "+u.LastMessage)
			}
		}
	}
	u.Failures = u.Failures[max(0, len(u.Failures)-maxFailures):]
	return u
}

// verdict returns a verdict on the plan that is held, still without a judgment.
func (c critic) verdict(turn int) planner.Verdict {
	return planner.Verdict{Of: "plan", By: model.Critic, After: len(c.state.Steps), Plan: c.memo.Proposed.Plan.Revision, Turn: turn,
		Checks: !c.noChecks && planner.HasSeverity(c.memo.Proposed.Findings, planner.SeverityCritical)}
}

func (c critic) schema() grammar.Schema {
	var ids []string
	for _, s := range c.memo.Proposed.Plan.OpenSteps() {
		ids = append(ids, s.ID)
	}
	types := c.library.Types()
	return prompt.CacheOf(c.allowed.Cache).Schema(fmt.Sprintf("diagnosis %q %q", ids, types), nil, nil,
		func() grammar.Schema { return diagnosisSchema(ids, types) })
}

func diagnosisSchema(ids, types []string) grammar.Schema {
	one := grammar.Object(
		grammar.Property{Name: "detail", Schema: grammar.String(0, 240)},
		grammar.Property{Name: "severity", Schema: grammar.Enum(string(planner.SeverityCritical), string(planner.SeverityMinor))},
		grammar.Property{Name: "steps", Schema: grammar.Array(grammar.Enum(ids...), 1, 8)},
		grammar.Property{Name: "type", Schema: grammar.Enum(types...)})
	return grammar.Object(
		grammar.Property{Name: "analysis", Schema: grammar.String(0, 800)},
		grammar.Property{Name: "errors", Schema: grammar.Array(one, 0, 6)})
}

// checked is the first turn where the plan checks alone examine a plan: no model is asked.
func (c critic) checked() planner.Decision {
	v := c.verdict(1)
	v.By, v.Done = planner.ByLoop, !v.Checks
	return planner.Decision{Kind: planner.VerdictDecision, Verdict: &v}
}

// diagnose is the first turn. If the critic gives nothing usable, the plan passes.
func (c critic) diagnose(ctx context.Context, ask planner.Ask) (planner.Decision, error) {
	v := c.verdict(1)
	d := planner.Decision{Verdict: &v}
	reply, err := judgment(ctx, ask, &d, planner.Question{
		Messages: func(f planner.Folding) ([]model.Message, error) {
			return c.prompt.Messages(prompt.CacheOf(c.allowed.Cache), c.head(), c.data(f))
		},
		Schema: c.schema(),
		Repair: c.prompt.Repair,
	})
	if reply == nil {
		return d, err
	}
	v.Assessment = gjson.GetBytes(reply, "analysis").Str
	for _, e := range gjson.GetBytes(reply, "errors").Array() {
		f := planner.Finding{Code: e.Get("type").Str, Severity: planner.Severity(e.Get("severity").Str), Detail: e.Get("detail").Str}
		for _, id := range e.Get("steps").Array() {
			f.Steps = append(f.Steps, id.Str)
		}
		v.Errors = append(v.Errors, f)
	}
	v.Done = !v.Critical() && !v.Checks
	return d, nil
}

// wireDiagnosis is a diagnosis as the critic wrote it.
type (
	wireDiagnosis struct {
		Analysis string      `json:"analysis"`
		Errors   []wireError `json:"errors"`
	}
	wireError struct {
		Detail   string           `json:"detail"`
		Severity planner.Severity `json:"severity"`
		Steps    []string         `json:"steps"`
		Type     string           `json:"type"`
	}
)

// revise is the second turn of the same conversation: a plan in place of the one that is held. The first
// plan stays if the second is unreadable, says the same, or is worse by the checks.
func (c critic) revise(ctx context.Context, ask planner.Ask) (planner.Decision, error) {
	first := c.memo.Examined[len(c.memo.Examined)-1]
	v := c.verdict(2)
	d := planner.Decision{Verdict: &v}
	was := c.memo.Proposed.Plan.LastRevision()
	why := planner.Revision{By: model.Critic, Cause: was.Cause, Reason: was.Reason}
	reply, err := judgment(ctx, ask, &d, planner.Question{
		Messages: func(f planner.Folding) ([]model.Message, error) { return c.secondTurn(first, f) },
		Schema:   schemaOf(c.form, c.allowed.AllTools, prompt.CacheOf(c.allowed.Cache)),
		Accept: func(reply json.RawMessage) error {
			_, err := c.form.Propose(reply, why)
			return err
		},
		Repair: c.prompt.Repair,
	})
	if reply == nil {
		v.Failed, v.Kept = false, true
		return d, err
	}
	revised, err := c.form.Propose(reply, why)
	if err != nil {
		return d, err
	}
	if v.Kept = c.worse(revised); v.Kept {
		return d, nil
	}
	revised.Cause = c.memo.Proposed.Cause
	revised.Adopt, revised.Held = false, true
	revised.Plan.Alternatives = c.memo.Proposed.Plan.Alternatives
	d.Plan = &revised
	return d, nil
}

// worse reports whether a revised plan is no better than the one that is held: it says the same, or the
// checks find something that the first did not have. Without the checks, errors alone count.
func (c critic) worse(revised planner.Proposal) bool {
	first := c.memo.Proposed
	if revised.Plan.SameOpen(&first.Plan) {
		return true
	}
	return slices.ContainsFunc(revised.Findings, func(f planner.Finding) bool {
		had := slices.ContainsFunc(first.Findings, func(g planner.Finding) bool { return g.Code == f.Code })
		return !had && (!c.noChecks || f.Severity == planner.SeverityError)
	})
}

// secondTurn renders the conversation with the first turn in it.
func (c critic) secondTurn(first planner.Verdict, f planner.Folding) ([]model.Message, error) {
	data := c.data(f)
	messages, err := c.prompt.Messages(prompt.CacheOf(c.allowed.Cache), c.head(), data)
	if err != nil {
		return nil, err
	}
	said := wireDiagnosis{Analysis: first.Assessment, Errors: []wireError{}}
	for _, f := range first.Errors {
		said.Errors = append(said.Errors, wireError{f.Detail, f.Severity, f.Steps, f.Code})
	}
	text, err := tools.Encode(said)
	if err != nil {
		return nil, fmt.Errorf("strategy: a diagnosis: %w", err)
	}
	for _, e := range c.library.Errors {
		if slices.ContainsFunc(first.Errors, func(f planner.Finding) bool { return f.Code == e.Type }) {
			data.Types = append(data.Types, e)
		}
	}
	messages = append(messages, model.Message{Author: model.Assistant, Content: string(text)})
	second, ok, err := c.prompt.Render("plan", data)
	if ok {
		messages = append(messages, second)
	}
	return messages, err
}
