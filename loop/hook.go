package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A Hook is the caller's code around the requests and the calls of a run: it observes, changes what it is given, or
// refuses it with [Refuse]. Nil functions do nothing. Several hooks are called in their order, each with what the one
// before has left. All of them run one at a time, and the run waits for them.
//
// The log says what hooks have changed, refused and got wrong, and a run that is resumed or replayed takes that from
// its log: a hook is not called again for what the log holds. A panic in a hook, and any other error than a refusal,
// ends the run as [ProgramFailure]; so does a change that cannot stand: arguments that do not fit their tool, and an
// output that is no JSON.
type Hook struct {
	// Name names the hook in logs. Required; a run is resumed with hooks of the same names.
	Name string
	// BeforeRequest sees each request before it is sent, repairs and retries included. It may change Messages and
	// Temperature, and lower MaxTokens; a refusal counts as a model that cannot be had.
	BeforeRequest func(context.Context, *HookedRequest) error
	// AfterRequest sees the whole text of each reply. It may change it: then the grammar and the strategy check it
	// as if the model had written it. A refusal makes the reply invalid, and the model reads why when it is asked again.
	AfterRequest func(context.Context, *HookedReply) error
	// BeforeCall sees each call before a person is asked about it. It may change Args, which must fit the tool. A
	// refusal is the observation of the call, of the class "refused".
	BeforeCall func(context.Context, *HookedCall) error
	// AfterCall sees what a call gave, before it is cut to Limits.ObservationBytes. It may change Output of an observation
	// that is OK. A refusal takes its place.
	AfterCall func(context.Context, *HookedResult) error
}

// A HookedRequest is a request on its way to a model.
type HookedRequest struct {
	Run, ID     string // m1, m2, …
	Role        model.Role
	Lane        string // the plan step it is about, or ""
	Model       string
	Messages    []model.Message
	MaxTokens   int
	Temperature float64
}

// A HookedReply is what a model wrote.
type HookedReply struct {
	Run, ID string
	Role    model.Role
	Lane    string
	Model   string
	Text    string
}

// A HookedCall is a call on its way to a tool.
type HookedCall struct {
	Run     string
	ID      string // c1, c2, …
	Tool    string
	Args    json.RawMessage
	Thought string // of the decision that makes it, or ""
}

// A HookedResult is what a call gave.
type HookedResult struct {
	Run    string
	Call   tools.Call
	OK     bool
	Output json.RawMessage // where OK
	Class  string          // of the error, where not
}

// A RefusedError is the error by which a hook refuses; see [Refuse].
type RefusedError struct{ Why string }

// Error returns why.
func (r *RefusedError) Error() string { return r.Why }

// Refuse returns the error by which a hook refuses a request, a reply, a call or a result. Models read why.
func Refuse(why string) error { return &RefusedError{why} }

// HookInfo says what hooks did to a request, a reply, a call or an observation: with the replied, failed, hooked or
// observed event of that.
type HookInfo struct {
	By       []string        `json:"by"`                 // the hooks that changed something, refused or failed
	Call     string          `json:"call,omitempty"`     // of a hooked event
	Messages []model.Message `json:"messages,omitempty"` // what was sent in place of the strategy's messages
	Text     string          `json:"text,omitempty"`     // the model's, in place of which the reply stands
	Args     json.RawMessage `json:"args,omitempty"`     // in place of the decision's
	Output   json.RawMessage `json:"output,omitempty"`   // the tool's, in place of which the observation stands
	Refused  string          `json:"refused,omitempty"`  // why
	Failed   string          `json:"failed,omitempty"`   // what went wrong in the last of By
}

// classRefused marks the observation of a call that a hook refused.
const classRefused = "refused"

// checkHooks refuses hooks that a log could not name.
func checkHooks(hooks []Hook) error {
	for i, h := range hooks {
		if h.Name == "" {
			return errors.New("a hook has no Name")
		}
		if slices.ContainsFunc(hooks[:i], func(o Hook) bool { return o.Name == h.Name }) {
			return fmt.Errorf("two hooks are called %q", h.Name)
		}
	}
	return nil
}

// hookNames are logged with each run.
func hookNames(hooks []Hook) (names []string) {
	for _, h := range hooks {
		names = append(names, h.Name)
	}
	return names
}

// callHook calls code of a hook. It returns nil, a refusal, or the ending that a failing hook is.
func callHook(h Hook, f func() error) error {
	who := "the hook " + h.Name
	failed := asking(planner.ReasonHook, who, f)
	refused, isRefusal := errors.AsType[*RefusedError](failed)
	_, ended := errors.AsType[*ending](failed)
	switch {
	case isRefusal && refused == nil:
		return programFailed(planner.ReasonHook, who, errors.New("its refusal is a nil *RefusedError"))
	case isRefusal:
		return refused
	case failed == nil || ended:
		return failed
	}
	return programFailed(planner.ReasonHook, who, failed)
}

// blames adds to info that a hook refused or failed, and returns whether it did either.
func (info *HookInfo) blames(h Hook, err error) bool {
	if err == nil {
		return false
	}
	info.by(h)
	if refused, ok := errors.AsType[*RefusedError](err); ok {
		info.Refused = refused.Why
	} else {
		info.Failed = err.Error()
	}
	return true
}

func (info *HookInfo) by(h Hook) {
	if !slices.Contains(info.By, h.Name) {
		info.By = append(info.By, h.Name)
	}
}

// orNil returns info, or nil where no hook did anything.
func (info *HookInfo) orNil() *HookInfo {
	if info == nil || len(info.By) == 0 {
		return nil
	}
	return info
}

// beforeRequest has the hooks see a request, which they may change. The error is a *model.Fault where one refused it,
// or an ending.
func (r *run) beforeRequest(ctx context.Context, req *request, ask *model.Request, info *HookInfo) error {
	for _, h := range r.config.Hooks {
		if h.BeforeRequest == nil {
			continue
		}
		seen := HookedRequest{Run: r.state.Run, ID: req.id, Role: ask.Role, Lane: req.lane, Model: r.currentModel(req.Role).Name(),
			Messages: slices.Clone(ask.Messages), MaxTokens: ask.MaxTokens, Temperature: ask.Temperature}
		if err := callHook(h, func() error { return h.BeforeRequest(ctx, &seen) }); info.blames(h, err) {
			if info.Refused != "" {
				return &model.Fault{Kind: model.Refused, Message: fmt.Sprintf("the hook %s refused the request: %s", h.Name, info.Refused)}
			}
			return err
		}
		if seen.MaxTokens < ask.MaxTokens && seen.MaxTokens > 0 || seen.Temperature != ask.Temperature {
			info.by(h)
			ask.MaxTokens, ask.Temperature = min(ask.MaxTokens, max(seen.MaxTokens, 1)), seen.Temperature
		}
		if !slices.Equal(seen.Messages, ask.Messages) {
			info.by(h)
			ask.Messages, info.Messages = seen.Messages, seen.Messages
		}
	}
	return nil
}

// afterRequest has the hooks see a reply, and returns its text as they left it. The error is a *planner.Refusal where
// one refused it, or an ending.
func (r *run) afterRequest(ctx context.Context, req *request, text string, info *HookInfo) (string, error) {
	wrote := text
	for _, h := range r.config.Hooks {
		if h.AfterRequest == nil {
			continue
		}
		seen := HookedReply{Run: r.state.Run, ID: req.id, Role: req.Role, Lane: req.lane, Model: r.currentModel(req.Role).Name(), Text: text}
		if err := callHook(h, func() error { return h.AfterRequest(ctx, &seen) }); info.blames(h, err) {
			if info.Refused != "" {
				return text, &planner.Refusal{Code: classRefused, Problem: info.Refused}
			}
			return text, err
		}
		if seen.Text != text {
			info.by(h)
			text, info.Text = seen.Text, wrote
		}
	}
	return text, nil
}

// hookCall has the hooks see a call, unless the log says what they did, and change it.
func (r *run) hookCall(ctx context.Context, c *tools.Call, thought string) leave {
	if len(r.config.Hooks) == 0 {
		return granted
	}
	info := &HookInfo{Call: c.ID}
	if n := r.replay.nextButResumed(); n != nil && n.Kind == Hooked && n.Hook.Call == c.ID {
		info = n.Hook
	} else if n == nil && !r.replay.stopped() && !r.replay.readOnly {
		r.seeCall(ctx, *c, thought, info)
	}
	if len(info.By) > 0 {
		r.emit(Event{Kind: Hooked, Hook: info})
	}
	switch {
	case r.replay.stopped():
		return stopped
	case info.Failed != "":
		r.end(ProgramFailure, planner.ReasonHook, info.Failed)
		return stopped
	case info.Refused != "":
		o := tools.Failed(c.ID, &tools.Error{Class: classRefused, Message: phrases.Say("refused", "Why", info.Refused)})
		r.emit(Event{Kind: Observed, Observation: &o})
		return refused
	case info.Args != nil:
		c.Args = info.Args
	}
	return granted
}

// seeCall has the hooks see a call, and notes in info what they do.
func (r *run) seeCall(ctx context.Context, c tools.Call, thought string, info *HookInfo) {
	for _, h := range r.config.Hooks {
		if h.BeforeCall == nil {
			continue
		}
		seen := HookedCall{Run: r.state.Run, ID: c.ID, Tool: c.Tool, Args: slices.Clone(c.Args), Thought: thought}
		err := callHook(h, func() error {
			if err := h.BeforeCall(ctx, &seen); err != nil {
				return err
			}
			args, err := tools.Canonical(seen.Args)
			if err == nil && string(args) != string(c.Args) {
				err = r.tools.Check(ctx, tools.Call{ID: c.ID, Tool: c.Tool, Args: args})
			}
			if err != nil {
				return fmt.Errorf("it changed the arguments of %s into some that do not fit: %w", c.Tool, err)
			}
			seen.Args = args
			return nil
		})
		if info.blames(h, err) {
			return
		}
		if string(seen.Args) != string(c.Args) {
			info.by(h)
			c.Args, info.Args = seen.Args, seen.Args
		}
	}
}

// hookResult has the hooks see what a call gave, and returns what it gives to the run, with what they did. The error
// is an ending.
func (r *run) hookResult(ctx context.Context, c tools.Call, o tools.Observation) (tools.Observation, *HookInfo, error) {
	info, gave := &HookInfo{}, o.Output
	for _, h := range r.config.Hooks {
		if h.AfterCall == nil {
			continue
		}
		seen := HookedResult{Run: r.state.Run, Call: c, OK: o.OK, Output: slices.Clone(o.Output)}
		if o.Error != nil {
			seen.Class = o.Error.Class
		}
		err := callHook(h, func() error {
			if err := h.AfterCall(ctx, &seen); err != nil {
				return err
			}
			if o.OK && !json.Valid(seen.Output) {
				return fmt.Errorf("it changed the output of %s into what is no JSON", c.Tool)
			}
			return nil
		})
		if info.blames(h, err) {
			if info.Failed != "" {
				return o, info, err
			}
			info.Output = gave
			return tools.Failed(c.ID, &tools.Error{Class: classRefused, Message: phrases.Say("refused", "Why", info.Refused)}), info, nil
		}
		if o.OK && string(seen.Output) != string(o.Output) {
			info.by(h)
			o, info.Output = tools.Succeeded(c.ID, seen.Output), gave
		}
	}
	return o, info.orNil(), nil
}

// observe records what a call gave, as its hooks leave it. It reports whether the run goes on.
func (r *run) observe(ctx context.Context, c tools.Call, o tools.Observation) bool {
	o, info, failed := r.hookResult(ctx, c, o)
	o = truncate(o, r.config.Limits.ObservationBytes)
	r.emit(Event{Kind: Observed, Observation: &o, Hook: info})
	if failed != nil && r.result == nil {
		r.endWith(failed)
	}
	return failed == nil
}
