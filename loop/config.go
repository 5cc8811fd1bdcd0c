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

// Leash says how much of what the loop knows the grammar holds.
type Leash string

// How short the leash is.
const (
	Full Leash = "full" // everything; the default
	Enum Leash = "enum" // names of tools, types of arguments, and the last step
	Off  Leash = "off"  // JSON; the rest is detected after the fact
)

// Rules reports whether the rules of a configuration bind the model.
func (l Leash) Rules() bool { return l != Off && l != Enum }

// Config is how a loop runs its tasks. The zero value is the usual configuration. Zero takes the default that a field
// names, nothing means unlimited, and where there is to be none of something, -1 says so. Any other negative number is
// an error.
type Config struct {
	// Answer is what final_answer carries. The zero value takes {"text": string}.
	Answer grammar.Schema `json:"answer"`
	// Instructions stand in the head of the prompts of all that act or plan: what to mind, how to write.
	Instructions string `json:"instructions,omitempty"`
	// Check refuses an answer that fits its schema but should not stand; the error tells the model
	// why. Nil accepts all.
	Check func(planner.State, json.RawMessage) error `json:"-"`
	// Budget holds the ceilings of a run.
	Budget Budget `json:"budget"`
	// Allowances say how often something may go wrong.
	Allowances Allowances `json:"allowances"`
	// Limits hold the sizes of single things.
	Limits Limits `json:"limits"`
	// Repeats is what happens about calls that were made already. "" takes Mask.
	Repeats Repeats `json:"repeats"`
	// Leash is how much the grammar holds. "" takes Full.
	Leash Leash `json:"leash"`
	// Form is how decisions are asked for, unless Leash is Off. "" takes planner.ThoughtForm.
	Form planner.Form `json:"form,omitempty"`
	// OpenEnd leaves the tools in the grammar on the last step: then a run that never answers ends
	// budget_exhausted after exactly Budget.Steps steps. For experiments.
	OpenEnd bool `json:"open_end,omitempty"`
	// Rules narrow what the model may do next, in this order, unless Leash is Enum or Off.
	Rules []Rule `json:"-"`
	// Temperature and Seed go into every request; Seed also drives the loop's own dice.
	Temperature float64 `json:"temperature"`
	Seed        int64   `json:"seed"`
	// Fallbacks are models to ask, in this order, when the loop's model cannot be had. A role stays
	// with the one that answered for the rest of the run.
	Fallbacks []model.Model `json:"-"`
	// Roles says who plays a role, where that is not the loop's model with the settings above.
	Roles map[model.Role]RoleConfig `json:"-"`
	// Approval says where a person looks at a run.
	Approval Approval `json:"approval"`
	// Notes is asked before each decision for text that came from outside meanwhile; the model reads it
	// after the last observation. A run takes at most 16; it costs nothing and changes no rule.
	Notes func(run string) []string `json:"-"`
	// Sleep waits: for pending work, and before a request is sent again. It returns when the time has passed or ctx has
	// ended, with the error of ctx. Nil takes the clock of the machine; a test gives one that returns at once.
	Sleep func(ctx context.Context, d time.Duration) error `json:"-"`
	// Parent is the ID of the run that this one makes again, with another model. It changes the ID of
	// the run and nothing else. See Loop.WithParent.
	Parent string `json:"parent,omitempty"`
}

// Budget holds a run's ceilings. N means N: Steps 8 allows exactly eight decisions. Tokens are the model's to count: a
// model that counts its prompt higher than was estimated, or takes no notice of the ceiling of its reply, passes the
// bound by that much, once for each lane that was asked at the time; the run ends there.
type Budget struct {
	Steps      int           `json:"steps"`       // decisions; 0: 8
	ModelCalls int           `json:"model_calls"` // requests, repairs and retries included; 0: 64
	ToolCalls  int           `json:"tool_calls"`  // calls started; 0: 64
	Tokens     int           `json:"tokens"`      // prompt and output tokens; 0: 131072
	Wall       time.Duration `json:"wall"`        // time inside the run; 0: 5 min
	// Wait is the ceiling of one wait for work that a Pollable tool says is pending; it takes at most half of the time
	// that is left. 0: 60 s; -1: no waiting.
	Wait time.Duration `json:"wait"`
	// Grace is how long the run waits for a cancelled model before it abandons it. 0: 5 s.
	Grace time.Duration `json:"grace"`
}

// Allowances say how often something may go wrong before there is a consequence. -1 is never.
type Allowances struct {
	Repairs           int `json:"repairs"`            // an invalid reply is asked for again, per reply; 0: 1
	Retries           int `json:"retries"`            // a request is sent again after a transport fault, per request; 0: 3
	Redirects         int `json:"redirects"`          // a repeated call is answered from the log, per run; 0: 2
	RecoverableErrors int `json:"recoverable_errors"` // errors in a row that a tool survives; 0: 3
	FatalErrors       int `json:"fatal_errors"`       // errors that a run survives; 0: 2
}

// counts returns the allowances as numbers that can be compared: none is 0.
func (a Allowances) counts() Allowances {
	return Allowances{max(a.Repairs, 0), max(a.Retries, 0), max(a.Redirects, 0), max(a.RecoverableErrors, 0), max(a.FatalErrors, 0)}
}

// Limits hold the sizes of single things.
type Limits struct {
	ReplyTokens int `json:"reply_tokens"` // of one reply; 0: 1024
	// Thought is the ceiling of a thought in characters, at most grammar.MaxString. 0: the strategy's. -1 makes thoughts
	// empty, for models that gain nothing by them: each costs tokens.
	Thought int `json:"thought"`
	// ObservationBytes is the ceiling of what a model reads of one output, or of the words of an error. 0: 4096.
	ObservationBytes int `json:"observation_bytes"`
	// ContextTokens is the model's context: longer prompts are shortened, oldest steps first. 0 takes
	// what the model says, and shortens nothing where it says nothing.
	ContextTokens int `json:"context_tokens"`
}

// Approval says where a person looks at a run. Its pauses cost nothing.
type Approval struct {
	// Ask is asked before each call of a tool that needs approval, and about Plans. If it is nil, the run stops
	// there with outcome paused, and Resume takes the reply. One that fails denies.
	Ask func(context.Context, Interrupt) (Reply, error) `json:"-"`
	// Plans has Ask asked about each plan that binds, also within PreFlect, before it is adopted: each but a guide, one that
	// stays, and one that says a plan step in detail. A plan of a strategy that carries out a plan step is not asked about.
	Plans bool `json:"plans,omitempty"`
	// Before and After name roles: the run stops, with outcome paused, before one of the first is asked, and
	// when the decision of one of the last has been carried out. Resume goes on, with a reply that approves.
	Before []model.Role `json:"before,omitempty"`
	After  []model.Role `json:"after,omitempty"`
	// Stop is asked when a decision has been carried out; true stops the run there, with outcome
	// interrupted. Resume goes on.
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
