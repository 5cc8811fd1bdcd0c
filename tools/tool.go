// Package tools turns functions into tools that a model can call safely.
//
// [New] makes a [Tool] from a function that takes a struct and returns any type. The struct's type
// becomes the schema that the model's grammar enforces. [NewRaw] makes a Tool from a function over
// JSON and an existing schema, and reports which parts of that schema the grammar does not enforce.
// A [Registry] holds the tools of a run in a fixed order and makes the calls: [Registry.Call]
// checks the arguments before the function sees them, limits its time, and turns whatever happens,
// even a panic, into one [Observation]. [Key] tells whether two calls are the same.
//
// A tool's error is an observation that the model reads, not an error of the loop. A recoverable
// error ([BadArgument], [NotFound]) tells the model what to change; any other error is fatal. A
// loop counts the two kinds separately.
package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/errchain"
)

// DefaultTimeout is how long a call may take if its tool sets no Timeout.
const DefaultTimeout = 30 * time.Second

// Options say what a loop may do with a tool. The zero value allows the least.
type Options struct {
	Pollable      bool                         // the same call may be made twice in a row, because its output changes
	Pending       func(json.RawMessage) bool   // if Pollable: whether an output says that work is in progress, so that a model may wait
	Idempotent    bool                         // a call that was started but not finished may be made again
	Irreversible  bool                         // the effect cannot be undone
	ParallelSafe  bool                         // may run at the same time as other calls
	ReadOnly      bool                         // a call changes nothing, so the results of other calls remain valid
	NeedsApproval bool                         // a person is asked before each call
	AsksPerson    bool                         // a call waits for a person, and this time is not counted; such a tool is never ParallelSafe
	Preview       func(json.RawMessage) string // returns what the person who approves reads about the call; nil: the arguments
	Known         Known                        // limits the arguments to what the run knows; nil: no limit
	Check         Check                        // says why a call is not made; nil: all legal ones are
	Opening       Opening                      // the calls that a run starts with; nil: none
	Output        *grammar.Schema              // the schema of the output, for plans with conditions on it; nil: unknown
	Timeout       time.Duration                // 0: DefaultTimeout
	Ready         func(context.Context) error  // called once before a run; an error prevents the run from starting
}

// A Tool is a function that a model can call. Make one with [New], or with [NewRaw].
type Tool struct {
	name, description string
	schema            grammar.Schema
	grammar           *grammar.Grammar
	options           Options
	call              func(context.Context, json.RawMessage) (produced, error)

	unenforced, unwritable []grammar.Gap // of a tool made by NewRaw

	err error // why there is no such tool
}

// toolName matches the names that MCP and the protocols of servers have.
var toolName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)

// New makes a tool called name (letters, digits, underscores, points, hyphens) from f. In must be a
// struct; [SchemaOf] says how it becomes the schema of the arguments, and [Decode] reads them. Out is what
// the model reads, as JSON. The description is one line for the model: what the tool returns, not how.
//
// f gets arguments that fit the schema. It may return an *[Error] with its own class; any other
// error is fatal. f must return when its context ends; if it does not, its late output is dropped.
func New[In, Out any](name, description string, f func(context.Context, In) (Out, error), o Options) (Tool, error) {
	if err := o.complete(name); err != nil {
		return Tool{}, err
	}
	switch {
	case f == nil:
		return Tool{}, fmt.Errorf("tools: %s: its function is nil", name)
	case strings.TrimSpace(description) == "":
		return Tool{}, fmt.Errorf("tools: %s: it has no description; say in one line what it gives, since a model chooses by that", name)
	case strings.ContainsAny(description, "\n\r"):
		return Tool{}, fmt.Errorf("tools: %s: want a description in one line, where %q stands", name, description)
	}
	in := reflect.TypeFor[In]()
	if in.Kind() != reflect.Struct {
		return Tool{}, fmt.Errorf("tools: arguments of %s: %w", name,
			&TypeError{Type: in, Problem: "want a struct, with a field for each argument"})
	}
	schema, err := TypeSchema(in)
	if err == nil && schema.Type != "object" {
		err = &TypeError{Type: in, Problem: "want a struct, with a field for each argument"}
	}
	if err != nil {
		return Tool{}, fmt.Errorf("tools: arguments of %s: %w", name, err)
	}
	if err := unwritable(reflect.TypeFor[Out](), "", nil); err != nil {
		return Tool{}, fmt.Errorf("tools: output of %s: %w", name, err)
	}
	g, err := grammar.Compile(context.Background(), schema.JSON(), grammar.Options{})
	if err != nil {
		return Tool{}, fmt.Errorf("tools: arguments of %s: %w", name, err)
	}
	call := func(ctx context.Context, args json.RawMessage) (produced, error) {
		var in In
		if err := Decode(args, &in); err != nil {
			return produced{}, BadArgument("%v", err)
		}
		out, err := f(ctx, in)
		if failed(err) {
			return produced{}, err
		}
		return produce(out)
	}
	return Tool{name: name, description: description, schema: schema, grammar: g, options: o, call: call}, nil
}

// Func is like [New], but leaves it to [NewRegistry] to report errors, so that it can be used inside a list of tools.
func Func[In, Out any](name, description string, f func(context.Context, In) (Out, error), o Options) Tool {
	t, err := New(name, description, f, o)
	if err != nil {
		return Broken(name, err)
	}
	return t
}

// Broken returns a placeholder for a tool that could not be made. [NewRegistry] refuses it and returns err.
func Broken(name string, err error) Tool { return Tool{name: name, err: err} }

// A Keeper is an output that keeps more in the log than the model reads, such as the contents of a
// file before a call changed it.
type Keeper interface {
	Kept() any // encoded as JSON into Observation.Kept
}

// produced is what the function of a tool gave: what the model reads, and what only the log keeps.
type produced struct{ output, kept json.RawMessage }

func produce(out any) (p produced, err error) {
	if p.output, err = Encode(out); err == nil {
		if k, ok := out.(Keeper); ok {
			p.kept, err = Encode(k.Kept())
		}
	}
	if err != nil {
		return produced{}, fmt.Errorf("%s: %w", phrases.Say("output"), err)
	}
	return p, nil
}

// failed reports whether err says that a call failed. A nil *Error says that nothing did.
func failed(err error) bool {
	e, typed := err.(*Error)
	return err != nil && !(typed && e == nil)
}

// complete checks the name of a tool with these options, and fills in the default.
func (o *Options) complete(name string) error {
	switch {
	case !toolName.MatchString(name):
		return fmt.Errorf("tools: name %q: want letters, digits, underscores, points and hyphens, at most 128", name)
	case o.Pending != nil && !o.Pollable:
		return fmt.Errorf("tools: %s: Pending is for a Pollable tool, which may be called again", name)
	case o.AsksPerson && o.ParallelSafe:
		return fmt.Errorf("tools: %s: it asks a person, so it cannot be ParallelSafe", name)
	case o.Timeout < 0:
		return fmt.Errorf("tools: %s: Timeout is negative", name)
	case o.Timeout > 0 && o.Timeout < time.Microsecond:
		return fmt.Errorf("tools: %s: Timeout is %v; a duration has a unit, as in %d * time.Second", name, o.Timeout, o.Timeout)
	case o.Timeout == 0:
		o.Timeout = DefaultTimeout
	}
	return nil
}

// Must returns t, or panics if there is an error. It is for tests, and for tables of tools that are known to be correct.
func Must(t Tool, err error) Tool {
	if err != nil {
		panic(err)
	}
	return t
}

// Name returns the tool's name.
func (t Tool) Name() string { return t.name }

// Description returns the line that tells a model what the tool returns.
func (t Tool) Description() string { return t.description }

// Schema returns the schema of the arguments.
func (t Tool) Schema() grammar.Schema { return t.schema }

// Options returns the tool's options with defaults filled in.
func (t Tool) Options() Options { return t.options }

// With returns t with different options, for a caller who knows more about the tool than its author declared.
func (t Tool) With(o Options) (Tool, error) {
	if t.err != nil {
		return t, t.err
	}
	err := o.complete(t.name)
	t.options = o
	return t, err
}

// Encode is json.Marshal without HTML escapes, so that "<" costs a model one character. All JSON
// that models read is written this way.
func Encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// The classes of errors in observations.
const (
	ClassBadArgument = "bad_argument" // recoverable: the arguments do not fit
	ClassNotFound    = "not_found"    // recoverable: the arguments fit, but nothing was found
	ClassFailed      = "failed"       // fatal: any other error of the function
	ClassTimeout     = "timeout"      // fatal
	ClassPanic       = "panic"        // fatal
	ClassUnavailable = "unavailable"  // fatal: something that the tool needs is not available
)

// An Error is an error of a tool, as the model reads it.
type Error struct {
	Class       string `json:"class"`
	Recoverable bool   `json:"recoverable"` // other arguments may help
	Message     string `json:"message"`     // what was wrong and what is allowed, for the model
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// BadArgument returns a recoverable error: an argument does not fit. The message should say what would.
func BadArgument(format string, args ...any) *Error {
	return &Error{Class: ClassBadArgument, Recoverable: true, Message: fmt.Sprintf(format, args...)}
}

// NotFound returns a recoverable error: nothing was found for these arguments.
func NotFound(format string, args ...any) *Error {
	return &Error{Class: ClassNotFound, Recoverable: true, Message: fmt.Sprintf(format, args...)}
}

// classify turns any error of a tool into the form a model reads. It runs the methods of that error.
func classify(err error) *Error {
	if e, ok := errchain.Find[*Error](err); ok && e != nil {
		return e
	}
	return &Error{Class: ClassFailed, Message: err.Error()}
}
