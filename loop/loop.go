// Package loop runs a planner and a model against a task until it ends, and it always ends.
//
// [New] puts a [planner.Planner], a [model.Model] and a [tools.Registry] together; [Loop.Run] runs
// one task and returns a [Result] whose [Outcome] says how it ended. [Loop.Watch] is the same run
// as a sequence of events. A run is its list of [Event] values: they are appended to the log as
// they happen, and [Fold] makes a [planner.State] of them, which is all a planner ever sees. From
// the log a killed run is resumed ([Loop.Resume]) and a finished one replayed ([Loop.Replay]). At each step
// the loop works out what is allowed, narrowed by each [Rule], and the model's grammar holds nothing else.
//
// The loop ends. Each pass either ends the run, or sends a request, or takes a step; requests are
// at most Budget.ModelCalls and steps at most Budget.Steps, since both are counted before they are
// made. Between two of them lie finitely many tool calls, at most Budget.ToolCalls in all, and
// waits, each begun only if it ends before Budget.Wall. The run abandons a tool that does not return at
// Budget.Wall, and a model Grace later. So a run returns within Wall + Grace, with a typed Outcome and
// its work, for every model and every tool, and for every strategy whose own code returns. The time
// in which a person decides counts in neither bound.
package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// Duplicates says what happens when a model makes the call it just made. A call that did not come through
// (tools.ClassUnavailable, tools.ClassTimeout) may be made again; MaxFatal bounds how often.
type Duplicates string

// The duplicate policies.
const (
	Halt     Duplicates = "halt"     // the run ends; the default
	Redirect Duplicates = "redirect" // the log answers, and the tool is masked for one decision; one repeat too many ends the run
	Close    Duplicates = "close"    // as Redirect, but one too many leaves only the answer. Where Enforce is Off it ends the run
)

// Enforce says how much of what the loop knows the grammar holds.
type Enforce string

// The lengths of the leash.
const (
	Full Enforce = "full" // everything; the default
	Enum Enforce = "enum" // names of tools, types of arguments, and the last step
	Off  Enforce = "off"  // JSON; the rest is detected after the fact
)

// Rules reports whether the rules of a configuration bind the model.
func (e Enforce) Rules() bool { return e != Off && e != Enum }

// Config is how a loop runs its tasks. The zero value works: zero ceilings take their defaults,
// zero allowances mean none. [Usual] has the allowances most callers want.
type Config struct {
	// Answer is what final_answer carries. The zero value takes {"text": string}.
	Answer grammar.Schema `json:"answer"`
	// Budget holds the ceilings.
	Budget Budget `json:"budget"`
	// OpenEnd leaves the tools in the grammar on the last step: then a run that never answers ends
	// budget_exhausted after exactly Budget.Steps steps. For experiments.
	OpenEnd bool `json:"open_end"`
	// Duplicates is what happens on a repeated call. "" takes Halt.
	Duplicates Duplicates `json:"duplicates"`
	// Repeats is what the grammar loses so that no call is repeated. "" takes nothing away.
	Repeats Repeats `json:"repeats,omitempty"`
	// Redirects is how many repeated calls a run answers from its log before the next one halts or closes it. Allowance.
	Redirects int `json:"redirects"`
	// Enforce is how much the grammar holds. "" takes Full.
	Enforce Enforce `json:"enforce"`
	// Rules narrow what the model may do next, in this order, unless Enforce is Enum or Off.
	Rules []Rule `json:"-"`
	// Repairs is how often an invalid reply is asked for again, per reply. Allowance.
	Repairs int `json:"repairs"`
	// Retries is how often a request is sent again after a transport fault, per request. Allowance.
	Retries int `json:"retries"`
	// MaxRecoverable is how many recoverable errors in a row a tool survives. Allowance.
	MaxRecoverable int `json:"mend_errors"`
	// MaxFatal is how many fatal errors a run survives. Allowance.
	MaxFatal int `json:"hard_errors"`
	// ReplyTokens is the ceiling of one reply. 0 takes 1024.
	ReplyTokens int `json:"reply_tokens"`
	// Thought is the ceiling of a thought in characters, at most grammar.MaxString. 0 takes the strategy's.
	Thought int `json:"thought,omitempty"`
	// NoThought makes thoughts empty, for models that gain nothing by them: each costs tokens.
	NoThought bool `json:"no_thought,omitempty"`
	// ObservationBytes is the ceiling of what a model reads of one output, or of the words of an error. 0 takes 4096.
	ObservationBytes int `json:"observation_bytes"`
	// ContextTokens is the model's context: longer prompts are shortened, oldest steps first. 0 takes
	// what the model says, and shortens nothing where it says nothing.
	ContextTokens int `json:"context_tokens"`
	// Grace is how long the run waits for a cancelled model before it abandons it. 0 takes 5 s.
	Grace time.Duration `json:"grace"`
	// Parent is the ID of the run that this one makes again, with another model. It changes the ID of
	// the run and nothing else. See Loop.WithParent.
	Parent string `json:"parent,omitempty"`
	// Temperature and Seed go into every request; Seed also drives the loop's own dice.
	Temperature float64 `json:"temperature"`
	Seed        int64   `json:"seed"`
	// Fallbacks are models to ask, in this order, when the loop's model cannot be had. A role stays
	// with the one that answered for the rest of the run.
	Fallbacks []model.Model `json:"-"`
	// Roles says who plays a role, where that is not the loop's model with the settings above.
	Roles map[model.Role]RoleConfig `json:"-"`
	// Approve is asked before each call of a tool that needs approval. If it is nil, the run stops
	// there with outcome interrupted, and Resume takes the reply. An approver that fails denies.
	Approve func(context.Context, Interrupt) (Reply, error) `json:"-"`
	// InterruptBefore and InterruptAfter name roles: the run stops, with outcome interrupted, before one
	// of the first is asked, and when the decision of one of the last has been carried out. Resume goes
	// on, with a reply that approves. A pause costs nothing.
	InterruptBefore []model.Role `json:"interrupt_before,omitempty"`
	InterruptAfter  []model.Role `json:"interrupt_after,omitempty"`
	// StopAfterStep is asked when a decision has been carried out; true stops the run there, with outcome
	// interrupted. Resume goes on.
	StopAfterStep func(run string) bool `json:"-"`
	// AllowChanged lets Resume go on with a run whose tools, rules, models or prompts were others. What
	// is in the log stays as it is; what comes after it is made by this loop, and its first event says
	// what has changed. Everything else must be as it was, and a finished run is not changed.
	AllowChanged bool `json:"-"`
	// Notes is asked before each decision for text that came from outside meanwhile; the model reads it
	// after the last observation. A run takes at most 16; it costs nothing and changes no rule.
	Notes func(run string) []string `json:"-"`
	// Hooks are the caller's code around requests and calls.
	Hooks []Hook `json:"-"`
	// MaxWait is the ceiling of one wait for work that a Pollable tool says is pending. 0 takes 60 s, under 1 s is no
	// waiting at all; a wait takes at most half of the time that is left.
	MaxWait time.Duration `json:"max_wait,omitempty"`
	// Sleep waits: for such work, and before a request is sent again. It returns when the time has passed or ctx has
	// ended, with the error of ctx. Nil takes the clock of the machine; a test gives one that returns at once.
	Sleep func(ctx context.Context, d time.Duration) error `json:"-"`
	// Check refuses an answer that fits its schema but should not stand; the error tells the model
	// why. Nil accepts all.
	Check func(planner.State, json.RawMessage) error `json:"-"`
}

// Budget holds a run's ceilings. N means N: Steps 8 allows exactly eight decisions. Zero takes the
// default, and nothing means unlimited. Tokens are the model's to count: a model that counts its prompt
// higher than was estimated, or takes no notice of the ceiling of its reply, passes the bound by that
// much, once for each lane that was asked at the time; the run ends there.
type Budget struct {
	Steps      int           `json:"steps"`       // decisions; 0: 8
	ModelCalls int           `json:"model_calls"` // requests, repairs and retries included; 0: 64
	ToolCalls  int           `json:"tool_calls"`  // calls started; 0: 64
	Tokens     int           `json:"tokens"`      // prompt and output tokens; 0: 131072
	Wall       time.Duration `json:"wall"`        // time inside the run; 0: 5 min
}

// Usual returns the configuration of the command line: the documented ceilings and allowances, and what keeps a small
// model from making its last call again, which is what it is likeliest to do.
func Usual() Config {
	return Config{Duplicates: Close, Repeats: RepeatsNoCall, Redirects: 2, Repairs: 1, Retries: 3, MaxRecoverable: 3, MaxFatal: 2}
}

// A Loop runs tasks. It is immutable, and one Loop may serve many runs at once.
type Loop struct {
	planner      planner.Planner
	strategy     string // the planner's name
	capabilities planner.Capabilities
	bindings     []roleBinding
	tools        *tools.Registry
	config       Config // defaults filled in
	cache        *grammarCache
	offers       []planner.Offer // every tool, as prompts describe it
	toolInfos    []ToolInfo      // the same, as logs do
	runInfo      *RunInfo        // what the start of each run's log says; not modified
	derived      *planner.Cache
	answer       *grammar.Grammar
}

// ErrMisuse is wrapped by every error of New that says that the parts do not fit together.
var ErrMisuse = errors.New("loop: misuse")

// A misuseError says which parts do not fit together.
type misuseError struct{ err error }

// Error returns the reason after the words of ErrMisuse.
func (m *misuseError) Error() string { return ErrMisuse.Error() + ": " + m.err.Error() }

// Unwrap returns ErrMisuse and the reason.
func (m *misuseError) Unwrap() []error { return []error{ErrMisuse, m.err} }

// Misuse returns the reason. Programs know by this method that the error is meant for their user.
func (m *misuseError) Misuse() string { return m.err.Error() }

// New returns a loop. Without tools (nil) the only decision is the answer. An error wraps
// ErrMisuse: a missing part, a negative bound (it names the field), an answer schema that does not
// compile, a rule that names no tool or argument there is, or a model that was not made for the
// planner's roles.
func New(p planner.Planner, m model.Model, registry *tools.Registry, c Config) (*Loop, error) {
	l, err := newLoop(p, m, registry, c)
	if err != nil {
		return nil, &misuseError{err}
	}
	return l, nil
}

func newLoop(p planner.Planner, m model.Model, registry *tools.Registry, c Config) (*Loop, error) {
	if p == nil || m == nil {
		return nil, errors.New("a planner and a model are required")
	}
	l := &Loop{planner: p, tools: registry, cache: newGrammarCache(), derived: planner.NewCache()}
	roles, err := l.describe(p)
	if err != nil {
		return nil, err
	}
	if c.Budget.Steps == 0 {
		c.Budget.Steps = l.capabilities.Steps
	}
	l.config, err = c.withDefaults()
	if err != nil {
		return nil, err
	}
	c = l.config
	if l.bindings, err = bindRoles(l.strategy, roles, m, c); err != nil {
		return nil, err
	}
	for _, t := range registry.All() {
		schema := t.Schema()
		l.offers = append(l.offers, planner.Offer{Name: t.Name(), Description: t.Description(), Args: schema,
			Irreversible: t.Options().Irreversible, Output: t.Options().Output})
		l.toolInfos = append(l.toolInfos, ToolInfo{Name: t.Name(), SHA256: fingerprint(schema.JSON())})
	}
	if check := l.capabilities.CheckTools; check != nil {
		if err := check(l.offers); err != nil {
			return nil, err
		}
	}
	if err := l.checkRules(); err != nil {
		return nil, err
	}
	if l.answer, err = grammar.Compile(context.Background(), c.Answer.JSON(), grammar.Options{}); err != nil {
		return nil, fmt.Errorf("the answer: %w", err)
	}
	l.runInfo = l.info()
	return l, nil
}

// WithParent returns a loop like l whose runs name the run parent as theirs, as Config.Parent does.
func (l *Loop) WithParent(parent string) *Loop {
	below := *l
	below.config.Parent = parent
	below.runInfo = below.info()
	return &below
}

func (c Config) withDefaults() (Config, error) {
	for _, bound := range []struct {
		name      string
		value     *int
		otherwise int
	}{
		{"Budget.Steps", &c.Budget.Steps, 8},
		{"Budget.ModelCalls", &c.Budget.ModelCalls, 64},
		{"Budget.ToolCalls", &c.Budget.ToolCalls, 64},
		{"Budget.Tokens", &c.Budget.Tokens, 131072},
		{"ReplyTokens", &c.ReplyTokens, 1024},
		{"ObservationBytes", &c.ObservationBytes, 4096},
		{"ContextTokens", &c.ContextTokens, 0},
		{"Thought", &c.Thought, 0},
		{"Redirects", &c.Redirects, 0},
		{"Repairs", &c.Repairs, 0},
		{"Retries", &c.Retries, 0},
		{"MaxRecoverable", &c.MaxRecoverable, 0},
		{"MaxFatal", &c.MaxFatal, 0},
	} {
		if *bound.value < 0 {
			return c, fmt.Errorf("%s is negative", bound.name)
		}
		if *bound.value == 0 {
			*bound.value = bound.otherwise
		}
	}
	if c.Thought > grammar.MaxString {
		return c, fmt.Errorf("a Thought of %d characters is over %d", c.Thought, grammar.MaxString)
	}
	if c.Budget.Wall < 0 || c.Grace < 0 || c.MaxWait < 0 {
		return c, errors.New("Budget.Wall, Grace or MaxWait is negative")
	}
	if c.Budget.Wall == 0 {
		c.Budget.Wall = 5 * time.Minute
	}
	if c.Grace == 0 {
		c.Grace = 5 * time.Second
	}
	if c.Duplicates == "" {
		c.Duplicates = Halt
	}
	if c.Enforce == "" {
		c.Enforce = Full
	}
	if !slices.Contains([]Duplicates{Halt, Redirect, Close}, c.Duplicates) {
		return c, fmt.Errorf("Duplicates is %q, want %q, %q or %q", c.Duplicates, Halt, Redirect, Close)
	}
	if !slices.Contains([]Repeats{RepeatsOpen, RepeatsNoCall, RepeatsNoTool}, c.Repeats) {
		return c, fmt.Errorf("Repeats is %q, want %q, %q or %q", c.Repeats, RepeatsOpen, RepeatsNoCall, RepeatsNoTool)
	}
	if !slices.Contains([]Enforce{Off, Enum, Full}, c.Enforce) {
		return c, fmt.Errorf("Enforce is %q, want %q, %q or %q", c.Enforce, Off, Enum, Full)
	}
	for _, role := range append(slices.Clone(c.InterruptBefore), c.InterruptAfter...) {
		if !slices.Contains(model.Roles, role) {
			return c, fmt.Errorf("InterruptBefore or InterruptAfter names %q, want one of %q", role, model.Roles)
		}
	}
	if err := checkHooks(c.Hooks); err != nil {
		return c, err
	}
	if c.Answer.Type == "" && c.Answer.AnyOf == nil {
		c.Answer = grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, grammar.MaxString)})
	}
	return c, nil
}

// Run runs one task to its end. log gets every event as one line of JSON as it happens; nil keeps
// none. The error is not nil only if the run could not start; every other ending, cancellation
// included, is in Result.Outcome, with the work done so far.
func (l *Loop) Run(ctx context.Context, task string, log io.Writer) (Result, error) {
	if err := l.tools.Ready(ctx); err != nil {
		return Result{}, err
	}
	r := newRun(l, task, log, nil)
	r.toEnd(ctx)
	return *r.result, nil
}

// Watch runs one task and yields its events as they happen, also those that are not logged
// (deltas). The last one is finished and holds the Result. Leaving the sequence early cancels the
// run. An error comes alone, before any event, and says why the run could not start.
func (l *Loop) Watch(ctx context.Context, task string, log io.Writer) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		if err := l.tools.Ready(ctx); err != nil {
			yield(Event{}, err)
			return
		}
		newRun(l, task, log, yield).toEnd(ctx)
	}
}
