package loop

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// Leash says how much of what the loop knows goes into the grammar.
type Leash string

// The lengths of the leash.
const (
	Full Leash = "full" // everything; the default
	Enum Leash = "enum" // names of tools, types of arguments, and the last step
	Off  Leash = "off"  // only JSON; everything else is checked afterward
)

// Rules reports whether the rules of a configuration constrain the model.
func (l Leash) Rules() bool { return l != Off && l != Enum }

// Config configures how a loop runs its tasks. The zero value is the usual configuration. Zero means the default that the
// field names; no value means unlimited; -1 means none, where a field allows it. Any other negative number is an error.
type Config struct {
	// Answer is the schema of what final_answer carries. The zero value means {"text": string}.
	Answer grammar.Schema `json:"answer"`
	// Instructions come first in the prompts of all roles that act or plan: what to watch for, how to write.
	Instructions string `json:"instructions,omitempty"`
	// Check refuses an answer that fits its schema but is not acceptable; the error tells the model
	// why. Nil accepts every answer.
	Check func(planner.State, json.RawMessage) error `json:"-"`
	// Budget holds the limits of a run.
	Budget Budget `json:"budget"`
	// Allowances say how often something may go wrong.
	Allowances Allowances `json:"allowances"`
	// Limits hold the maximum sizes of single items.
	Limits Limits `json:"limits"`
	// Repeats says how repeated calls are handled. "" means Mask.
	Repeats Repeats `json:"repeats"`
	// Leash is how much the grammar enforces. "" means Full.
	Leash Leash `json:"leash"`
	// Form is how the model is asked for decisions, unless Leash is Off. "" means planner.ThoughtForm.
	Form planner.Form `json:"form,omitempty"`
	// OpenEnd keeps the tools in the grammar on the last step, so a run that never answers ends as
	// budget_exhausted after exactly Budget.Steps steps. It is for experiments.
	OpenEnd bool `json:"open_end,omitempty"`
	// Rules limit what the model may do next. They apply in this order, unless Leash is Enum or Off.
	Rules []Rule `json:"-"`
	// Temperature and Seed go into every request; Seed also seeds the loop's own random choices.
	Temperature float64 `json:"temperature"`
	Seed        int64   `json:"seed"`
	// Fallbacks are models to use, in this order, if the loop's model is unavailable. A role then
	// stays with the model that answered for the rest of the run.
	Fallbacks []model.Model `json:"-"`
	// Roles configures the roles that do not use the loop's model with the settings above.
	Roles map[model.Role]RoleConfig `json:"-"`
	// Approval says at which points a person reviews a run.
	Approval Approval `json:"approval"`
	// Notes is called before each decision for text that has arrived from outside; the model reads it after
	// the last observation. A run takes at most 16 notes. A note counts against no budget and changes no rule.
	Notes func(run string) []string `json:"-"`
	// Sleep waits for pending work, and before a retry. It returns when the time has passed, or with the error
	// of ctx when ctx ends. Nil uses the machine's clock; a test can set a function that returns at once.
	Sleep func(ctx context.Context, d time.Duration) error `json:"-"`
	// Parent is the ID of the run that this run repeats with another model. It changes only the ID of
	// the run. See [Loop.WithParent].
	Parent string `json:"parent,omitempty"`
}

// Budget holds a run's limits. They are exact: Steps 8 allows exactly eight decisions. Tokens are counted
// by the model: if its prompt has more tokens than estimated, or if it ignores the limit on its reply,
// the run exceeds the limit by that much, once for each lane that was asked at the time, and then ends.
type Budget struct {
	Steps      int           `json:"steps"`       // decisions; 0: 8
	ModelCalls int           `json:"model_calls"` // requests, including repairs and retries; 0: 64
	ToolCalls  int           `json:"tool_calls"`  // calls started; 0: 64
	Tokens     int           `json:"tokens"`      // prompt and output tokens; 0: 131072
	Wall       time.Duration `json:"wall"`        // time inside the run; 0: 5 min
	// Wait limits one wait for work that a Pollable tool reports as pending; a wait takes at most half
	// of the remaining time. 0: 60 s; -1: no waiting.
	Wait time.Duration `json:"wait"`
	// Grace is how long the run waits for a canceled model before it abandons it. 0: 5 s.
	Grace time.Duration `json:"grace"`
}

// Allowances say how often something may go wrong before it has consequences. -1 means never.
type Allowances struct {
	Repairs           int `json:"repairs"`            // requests to correct an invalid reply, per reply; 0: 1
	Retries           int `json:"retries"`            // resent requests after a transport fault, per request; 0: 3
	Redirects         int `json:"redirects"`          // repeated calls answered from the log, per run; 0: 2
	RecoverableErrors int `json:"recoverable_errors"` // successive errors that a tool survives; 0: 3
	FatalErrors       int `json:"fatal_errors"`       // errors that a run survives; 0: 2
}

// counts returns the allowances as numbers that can be compared: none is 0.
func (a Allowances) counts() Allowances {
	return Allowances{max(a.Repairs, 0), max(a.Retries, 0), max(a.Redirects, 0), max(a.RecoverableErrors, 0), max(a.FatalErrors, 0)}
}

// Limits hold the maximum sizes of single items.
type Limits struct {
	ReplyTokens int `json:"reply_tokens"` // of one reply; 0: 1024
	// Thought limits a thought, in characters, at most grammar.MaxString. 0: the strategy's limit. -1
	// makes thoughts empty, which saves tokens for models that do not benefit from them.
	Thought int `json:"thought"`
	// ObservationBytes limits how much a model reads of one output or of one error message. 0: 4096.
	ObservationBytes int `json:"observation_bytes"`
	// ContextTokens is the model's context: longer prompts are shortened, oldest steps first. 0 uses
	// the size that the model reports; if it reports none, nothing is shortened.
	ContextTokens int `json:"context_tokens"`
}

// Approval says at which points a person reviews a run. Pauses count against no budget.
type Approval struct {
	// Ask is called before each call of a tool that needs approval, and for plans if Plans is set. If Ask is
	// nil, the run stops with outcome paused, and Resume takes the reply. An error from Ask means denial.
	Ask func(context.Context, Interrupt) (Reply, error) `json:"-"`
	// Plans requires approval by Ask for each binding plan before it is adopted, even within PreFlect. That is every
	// plan except a guide, a plan that stays unchanged, and one that only plans a plan step in detail. A plan of a
	// nested strategy, one that carries out a plan step, needs no approval.
	Plans bool `json:"plans,omitempty"`
	// Before and After name roles. The run stops, with outcome paused, before a role in Before is asked, and
	// after the decision of a role in After has been carried out. Resume continues it with a reply that approves.
	Before []model.Role `json:"before,omitempty"`
	After  []model.Role `json:"after,omitempty"`
	// Stop is called after a decision has been carried out; true stops the run, with outcome paused. Resume continues it.
	Stop func(run string) bool `json:"-"`
}

// A bound is a number of a Config.
type bound struct {
	name  string
	value *int
	usual int
	none  bool // -1 stands for none
}

// withDefaults returns c with what its zero values mean, or an error that names a field.
func (c Config) withDefaults() (Config, error) {
	for _, b := range []bound{
		{"Budget.Steps", &c.Budget.Steps, 8, false},
		{"Budget.ModelCalls", &c.Budget.ModelCalls, 64, false},
		{"Budget.ToolCalls", &c.Budget.ToolCalls, 64, false},
		{"Budget.Tokens", &c.Budget.Tokens, 131072, false},
		{"Allowances.Repairs", &c.Allowances.Repairs, 1, true},
		{"Allowances.Retries", &c.Allowances.Retries, 3, true},
		{"Allowances.Redirects", &c.Allowances.Redirects, 2, true},
		{"Allowances.RecoverableErrors", &c.Allowances.RecoverableErrors, 3, true},
		{"Allowances.FatalErrors", &c.Allowances.FatalErrors, 2, true},
		{"Limits.ReplyTokens", &c.Limits.ReplyTokens, 1024, false},
		{"Limits.Thought", &c.Limits.Thought, 0, true},
		{"Limits.ObservationBytes", &c.Limits.ObservationBytes, 4096, false},
		{"Limits.ContextTokens", &c.Limits.ContextTokens, 0, false},
	} {
		if err := checkBound(b.name, *b.value, b.none); err != nil {
			return c, err
		}
		*b.value = cmp.Or(*b.value, b.usual)
	}
	for _, d := range []struct {
		name  string
		value *time.Duration
		usual time.Duration
		none  bool
	}{
		{"Budget.Wall", &c.Budget.Wall, 5 * time.Minute, false},
		{"Budget.Wait", &c.Budget.Wait, time.Minute, true},
		{"Budget.Grace", &c.Budget.Grace, 5 * time.Second, false},
	} {
		if err := checkBound(d.name, *d.value, d.none); err != nil {
			return c, err
		}
		*d.value = cmp.Or(*d.value, d.usual)
	}
	if c.Limits.Thought > grammar.MaxString {
		return c, fmt.Errorf("a Limits.Thought of %d characters is over %d", c.Limits.Thought, grammar.MaxString)
	}
	c.Repeats, c.Leash = cmp.Or(c.Repeats, Mask), cmp.Or(c.Leash, Full)
	if want := []Repeats{Mask, Redirect, Halt}; !slices.Contains(want, c.Repeats) {
		return c, fmt.Errorf("Repeats is %q, want one of %q", c.Repeats, want)
	}
	if want := []Leash{Full, Enum, Off}; !slices.Contains(want, c.Leash) {
		return c, fmt.Errorf("Leash is %q, want one of %q", c.Leash, want)
	}
	if c.Form != "" && !slices.Contains(planner.Forms, c.Form) {
		return c, fmt.Errorf("there is no Form %q, want one of %q", c.Form, planner.Forms)
	}
	for _, role := range append(slices.Clone(c.Approval.Before), c.Approval.After...) {
		if !slices.Contains(model.Roles, role) {
			return c, fmt.Errorf("Approval.Before or Approval.After names %q, want one of %q", role, model.Roles)
		}
	}
	if c.Answer.Type == "" && c.Answer.AnyOf == nil {
		c.Answer = grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, grammar.MaxString)})
	}
	return c, nil
}

// checkBound refuses a negative number, unless it is the -1 that stands for none where there may be none.
func checkBound[N ~int | ~int64](name string, value N, none bool) error {
	switch {
	case value >= 0 || none && value == -1:
		return nil
	case none:
		return fmt.Errorf("%s is %d, want -1 for none, 0 for the default, or more", name, int64(value))
	}
	return fmt.Errorf("%s is negative", name)
}
