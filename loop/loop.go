// Package loop runs a planner and a model against a task until it ends, and it always ends.
//
// [New] puts a [planner.Planner], a [model.Model] and a [tools.Registry] together; [Loop.Run] runs one task and returns a
// [Result] whose [Outcome] says how it ended. [Loop.Watch] is the same run as a sequence of events. A run is its list of
// [Event] values: they are appended to the log as they happen, and [Fold] makes a [planner.State] of them, which is all a
// planner ever sees. With the log, a killed run can be resumed ([Loop.Resume]) and a finished one replayed ([Loop.Replay]).
// At each step the loop determines what is allowed, limited by each [Rule], and the model's grammar allows nothing else.
//
// The loop ends. Each pass ends the run, sends a request, or takes a step. There are at most Budget.ModelCalls
// requests and Budget.Steps steps, because both are counted before they are made. Between two of them there are
// only finitely many tool calls, at most Budget.ToolCalls in all, and waits, each of which begins only if it
// ends before Budget.Wall. The run abandons a tool that does not return at Budget.Wall, and a model Budget.Grace
// later. So a run returns within Wall + Grace, with a typed Outcome and its work, for every model and every
// tool, and for every strategy whose own code returns. The time that a person takes to decide does not count.
package loop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A Loop runs tasks. It is immutable, and can run many tasks at once.
type Loop struct {
	planner      planner.Planner
	strategy     string // the planner's name
	capabilities planner.Capabilities
	bindings     []roleBinding
	tools        *tools.Registry
	config       Config     // defaults filled in
	may          Allowances // of config, as numbers
	cache        *grammarCache
	offers       []planner.Offer // every tool, as prompts describe it
	toolInfos    []ToolInfo      // the same, as logs do
	runInfo      *RunInfo        // what the start of each run's log says; not modified
	derived      *planner.Cache
	answer       *grammar.Grammar
}

// ErrMisuse is wrapped by every error of [New] that says that the parts do not fit together.
var ErrMisuse = errors.New("loop: misuse")

// A misuseError says which parts do not fit together.
type misuseError struct{ err error }

// Error returns the reason after the words of ErrMisuse.
func (m *misuseError) Error() string { return ErrMisuse.Error() + ": " + m.err.Error() }

// Unwrap returns ErrMisuse and the reason.
func (m *misuseError) Unwrap() []error { return []error{ErrMisuse, m.err} }

// Misuse returns the reason. Programs know by this method that the error is meant for their user.
func (m *misuseError) Misuse() string { return m.err.Error() }

// New returns a loop. Without tools (nil), the only possible decision is the answer. An error wraps
// [ErrMisuse]: a part is missing, a limit is negative (the error names the field), the answer schema does
// not compile, a rule names an unknown tool or argument, or a model was not made for the planner's roles.
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
	l := &Loop{planner: p, tools: registry, cache: newGrammarCache(), derived: &planner.Cache{}}
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
	c, l.may = l.config, l.config.Allowances.counts()
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

// WithParent returns a loop like l whose Config.Parent is parent.
func (l *Loop) WithParent(parent string) *Loop {
	below := *l
	below.config.Parent = parent
	below.runInfo = below.info()
	return &below
}

// after returns a loop like l whose runs come after these turns of a conversation, the first of which are folded.
func (l *Loop) after(turns []planner.Turn, folded int) *Loop {
	next := *l
	next.runInfo = next.info()
	next.runInfo.Earlier, next.runInfo.Folded = turns, folded
	return &next
}

// Run runs one task to its end. It writes every event to log as one line of JSON as it happens; nil
// means no log. Run fails only if the run could not start; every other ending, including
// cancellation, is in Result.Outcome, with the work done so far.
func (l *Loop) Run(ctx context.Context, task string, log io.Writer) (Result, error) {
	if err := l.tools.Ready(ctx); err != nil {
		return Result{}, err
	}
	r := newRun(l, task, log, nil)
	r.toEnd(ctx)
	return *r.result, nil
}

// Watch runs one task and yields its events as they happen, including those that are not logged
// (deltas). The last event has the kind finished and holds the Result. Breaking out of the sequence
// cancels the run. An error comes alone, before any event, and says why the run could not start.
func (l *Loop) Watch(ctx context.Context, task string, log io.Writer) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		if err := l.tools.Ready(ctx); err != nil {
			yield(Event{}, err)
			return
		}
		newRun(l, task, log, yield).toEnd(ctx)
	}
}
