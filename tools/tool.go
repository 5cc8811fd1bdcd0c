// Package tools turns functions into tools that a model can call safely.
//
// [New] makes a [Tool] from a function with a struct for its arguments and anything for its output;
// the struct is reflected into the schema that the model's grammar enforces. [NewRaw] makes one from a function
// over JSON and a schema that was written elsewhere, and says what of that schema the grammar does not hold.
// A [Registry] holds the
// tools of a run in a fixed order and makes the calls: [Registry.Call] checks the arguments before
// the function sees them, bounds its time, and turns whatever happens, a panic included, into one
// [Observation]. [Key] says when two calls are the same call.
//
// A tool's error is an observation that the model reads, not an error of the loop. A recoverable one
// ([BadArgument], [NotFound]) tells the model what to change; any other is fatal, and a loop counts the two
// apart.
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

// DefaultTimeout is how long a call may take when its tool does not say.
const DefaultTimeout = 30 * time.Second

// Options say what a loop may do with a tool. The zero value allows least.
type Options struct {
	Pollable      bool                         // the same call may be made twice in a row, because its output changes
	Pending       func(json.RawMessage) bool   // of a Pollable tool: whether an output says that work is under way, so that a model may wait
	Idempotent    bool                         // a call that was started and not finished may be made again
	Irreversible  bool                         // the effect cannot be undone
	ParallelSafe  bool                         // may run beside other calls
	ReadOnly      bool                         // a call changes nothing, so that what other calls gave still holds
	NeedsApproval bool                         // a person is asked before each call
	AsksPerson    bool                         // a call waits for a person, whose time does not count; it is never ParallelSafe
	Preview       func(json.RawMessage) string // what that person reads of the call with these arguments; nil: the arguments
	Known         Known                        // narrows the arguments to what the run knows; nil: nothing is known
	Opening       Opening                      // the calls of the tool that a run begins with; nil: none
	Output        *grammar.Schema              // of the output, for plans with conditions on it; nil: unknown
	Timeout       time.Duration                // 0: DefaultTimeout
	Ready         func(context.Context) error  // asked once before a run; an error keeps the run from starting
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
// struct; [SchemaOf] says how it becomes the schema of the arguments, and [Decode] reads them. Out is what the model
// reads, as JSON. The description is one line for the model: what the tool gives, not how.
//
// f gets arguments that fit the schema. It may return an *[Error] with a class of its own; any other
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

// Func is [New] for a list of tools: what is wrong with one, the registry says.
func Func[In, Out any](name, description string, f func(context.Context, In) (Out, error), o Options) Tool {
	t, err := New(name, description, f, o)
	if err != nil {
		return Broken(name, err)
	}
	return t
}

// Broken returns a tool that could not be made, and why. A registry refuses it with that error.
func Broken(name string, err error) Tool { return Tool{name: name, err: err} }

// A Keeper is an output of which the log keeps more than the model reads, for those who read it later: what a
// file held before a call changed it.
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

// Must returns t, or panics. It is for tests, and for tables of tools that are known to be right.
func Must(t Tool, err error) Tool {
	if err != nil {
		panic(err)
	}
	return t
}

// Name returns the tool's name.
func (t Tool) Name() string { return t.name }

// Description returns the line that tells a model what the tool gives.
func (t Tool) Description() string { return t.description }

// Schema returns the schema of the arguments.
func (t Tool) Schema() grammar.Schema { return t.schema }

// Options returns the tool's flags, defaults filled in.
func (t Tool) Options() Options { return t.options }

// With returns t with other flags, for one who knows more of a tool than its maker has said.
func (t Tool) With(o Options) (Tool, error) {
	if t.err != nil {
		return t, t.err
	}
	err := o.complete(t.name)
	t.options = o
	return t, err
}

// Encode is json.Marshal without HTML escapes, so that "<" costs a model one character. All JSON that
// models read is written so.
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
	ClassNotFound    = "not_found"    // recoverable: the arguments fit, nothing is there
	ClassFailed      = "failed"       // fatal: any other error of the function
	ClassTimeout     = "timeout"      // fatal
	ClassPanic       = "panic"        // fatal
	ClassUnavailable = "unavailable"  // fatal: what the tool needs is not there
)

// An Error is a tool's error as the model reads it.
type Error struct {
	Class       string `json:"class"`
	Recoverable bool   `json:"recoverable"` // other arguments may help
	Message     string `json:"message"`     // what was wrong and what is legal, for the model
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// BadArgument says that an argument does not fit, and what would.
func BadArgument(format string, args ...any) *Error {
	return &Error{Class: ClassBadArgument, Recoverable: true, Message: fmt.Sprintf(format, args...)}
}

// NotFound says that there is nothing under these arguments.
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
