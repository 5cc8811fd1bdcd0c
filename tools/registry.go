package tools

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/errchain"
)

// Reserved lists the names that final answers and other decisions use; no tool may have one of them.
var Reserved = []string{"final_answer", "parallel", "replan", "step_done", "step_failed", "wait"}

// A Registry holds the tools of a run in the order of registration. It is immutable, and safe for
// concurrent use if its tools are.
type Registry struct {
	tools []Tool
	index map[string]int
}

// NewRegistry returns a registry of tools. It fails if a name is reserved or occurs twice.
func NewRegistry(tools ...Tool) (*Registry, error) {
	r := &Registry{tools: slices.Clone(tools), index: map[string]int{}}
	for i, t := range tools {
		if t.err != nil {
			return nil, t.err
		}
		if t.call == nil {
			return nil, fmt.Errorf("tools: tool %d was not made by New", i+1)
		}
		if slices.Contains(Reserved, t.name) {
			return nil, fmt.Errorf("tools: the name %q is reserved (%s)", t.name, strings.Join(Reserved, ", "))
		}
		if _, twice := r.index[t.name]; twice {
			return nil, fmt.Errorf("tools: two tools are called %q", t.name)
		}
		r.index[t.name] = i
	}
	return r, nil
}

// All returns the tools in the order of registration. The caller must not modify the slice.
func (r *Registry) All() []Tool {
	if r == nil {
		return nil
	}
	return r.tools
}

// Lookup returns the tool called name and reports whether there is one.
func (r *Registry) Lookup(name string) (Tool, bool) {
	if r == nil {
		return Tool{}, false
	}
	i, ok := r.index[name]
	if !ok {
		return Tool{}, false
	}
	return r.tools[i], true
}

// Options returns the options of the tool called name, or the zero value if there is no such tool.
func (r *Registry) Options(name string) Options {
	if r == nil {
		return Options{}
	}
	if i, ok := r.index[name]; ok {
		return r.tools[i].options
	}
	return Options{}
}

// Ready calls the [Options].Ready function of every tool that has one, and returns the first error.
func (r *Registry) Ready(ctx context.Context) error {
	for _, t := range r.All() {
		if t.options.Ready == nil {
			continue
		}
		if err := t.options.Ready(ctx); err != nil {
			return fmt.Errorf("tools: %s is not ready: %w", t.name, err)
		}
	}
	return nil
}

// A Call is one tool with its arguments.
type Call struct {
	ID   string          `json:"id"` // c1, c2, … in the order of the log
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"`
}

// An Observation is the result of a call. Output is set exactly when OK is.
type Observation struct {
	ID     string          `json:"id"`
	OK     bool            `json:"ok"`
	Output json.RawMessage `json:"output,omitempty"`
	Bytes  int             `json:"bytes"`            // the size of the whole output
	SHA256 string          `json:"sha256,omitempty"` // the hash of the whole output
	Cached bool            `json:"cached,omitempty"` // answered from the log
	Next   []string        `json:"next,omitempty"`   // if Cached: what the model may choose instead
	Error  *Error          `json:"error,omitempty"`

	Kept    json.RawMessage `json:"kept,omitempty"`    // what the tool keeps in the log, which no model reads; see [Keeper]
	Waited  int64           `json:"waited,omitempty"`  // how many milliseconds the tool waited for a person
	Pending bool            `json:"pending,omitempty"` // the output says that work is still in progress; see Options.Pending
	Remark  string          `json:"remark,omitempty"`  // a note about the call for people, which no model reads; see [Remark]
}

// remarkKey is the key, in the context of a call, of what is remarked.
type remarkKey struct{}

// Remark records text in the log beside the result of the call that ctx belongs to: for example,
// that a connection was reestablished. The last remark replaces earlier ones.
func Remark(ctx context.Context, text string) {
	if at, ok := ctx.Value(remarkKey{}).(*atomic.Pointer[string]); ok {
		at.Store(&text)
	}
}

// Call makes one call and returns its result. It never fails: an unknown tool, arguments that do
// not fit, an error, a panic and a timeout are all observations. Call returns as soon as ctx ends
// or the tool times out. A function that continues after that must end by itself, and its output is
// dropped.
func (r *Registry) Call(ctx context.Context, c Call) Observation {
	if ctx.Err() != nil {
		return Failed(c.ID, &Error{Class: ClassUnavailable, Message: phrases.Say("cancelled early", "Tool", c.Tool)})
	}
	t, err := r.check(ctx, c)
	if ctx.Err() != nil {
		return Failed(c.ID, &Error{Class: ClassUnavailable, Message: phrases.Say("cancelled early", "Tool", c.Tool)})
	}
	if err != nil {
		return Failed(c.ID, classify(err))
	}
	remark := &atomic.Pointer[string]{}
	came := t.run(context.WithValue(ctx, remarkKey{}, remark), c.Args)
	o := Failed(c.ID, came.err)
	if came.err == nil {
		o = Succeeded(c.ID, came.output)
		o.Kept, o.Pending = came.kept, came.pending
	}
	if text := remark.Load(); text != nil {
		o.Remark = *text
	}
	return o
}

// Check checks that c names a tool and that its arguments fit. It returns nil, an [*Error], or,
// soon after ctx ends, the error of ctx.
func (r *Registry) Check(ctx context.Context, c Call) error {
	_, err := r.check(ctx, c)
	return err
}

// check returns the tool that c names if its arguments fit. The error is nil, an *Error, or that of ctx.
func (r *Registry) check(ctx context.Context, c Call) (*Tool, error) {
	var i int
	known := r != nil
	if known {
		i, known = r.index[c.Tool]
	}
	if !known {
		return nil, &Error{Class: ClassNotFound, Recoverable: true, Message: phrases.Say("no tool", "Tool", c.Tool, "Names", r.names())}
	}
	t := &r.tools[i]
	if err := t.grammar.Check(ctx, c.Args); err != nil {
		return nil, violated(err)
	}
	return t, nil
}

// violated tells a model where its arguments do not fit. The error of a context is no such thing, and stays as it is.
func violated(err error) error {
	if _, ok := err.(*grammar.Violation); !ok {
		return err
	}
	return BadArgument("%s", strings.TrimPrefix(err.Error(), "grammar: "))
}

func (r *Registry) names() string {
	var names []string
	for _, t := range r.All() {
		names = append(names, t.name)
	}
	if names == nil {
		return phrases.Say("no tools")
	}
	return strings.Join(names, ", ")
}

// Succeeded returns the observation of a call that returned output, which must be JSON.
func Succeeded(id string, output json.RawMessage) Observation {
	sum := sha256.Sum256(output)
	var digits [2 * sha256.Size]byte
	hex.Encode(digits[:], sum[:])
	return Observation{ID: id, OK: true, Output: output, Bytes: len(output), SHA256: string(digits[:])}
}

// Failed returns the observation of a call that returned an error.
func Failed(id string, e *Error) Observation { return Observation{ID: id, Error: e} }

// A result is how a call ended.
type result struct {
	produced
	pending bool
	err     *Error
	late    bool // err says that a deadline passed
}

// run calls the function of t on a goroutine of its own, so that one that ignores its context does not
// block the loop.
func (t *Tool) run(ctx context.Context, args json.RawMessage) result {
	within, cancel := context.WithTimeout(ctx, t.options.Timeout)
	defer cancel()
	done := make(chan result, 1) // room for a late result, so that its goroutine can end
	go func() {
		r := result{err: &Error{Class: ClassPanic, Message: phrases.Say("goexit", "Tool", t.name)}}
		defer func() { done <- r }()
		r = t.guarded(within, args)
	}()
	select {
	case r := <-done:
		if !r.late {
			return r
		}
	case <-within.Done():
	}
	if errors.Is(within.Err(), context.Canceled) {
		return result{err: &Error{Class: ClassUnavailable, Message: phrases.Say("cancelled", "Tool", t.name)}}
	}
	return result{err: &Error{Class: ClassTimeout,
		Message: phrases.Say("timeout", "Tool", t.name, "Limit", t.options.Timeout.Round(time.Millisecond))}}
}

// guarded calls the function of t and reads its error, whose methods are the function's too: a panic in any of them is
// an error.
func (t *Tool) guarded(ctx context.Context, args json.RawMessage) (r result) {
	what := t.name
	defer func() {
		if p := recover(); p != nil {
			r = result{err: &Error{Class: ClassPanic, Message: phrases.Say("panic", "What", what, "Panic", fmt.Sprint(p))}}
		}
	}()
	var err error
	if r.produced, err = t.call(ctx, args); err == nil {
		if t.options.Pending != nil {
			what = phrases.Say("pending of", "Tool", t.name)
			r.pending = t.options.Pending(r.output)
		}
		return r
	}
	what = phrases.Say("error of", "Tool", t.name)
	errchain.Walk(err, func(e error) bool {
		r.late = r.late || e == context.DeadlineExceeded
		return !r.late
	})
	r.produced, r.err = produced{}, classify(err)
	return r
}
