package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// An Event is something that happened in a run: a call, its output, a piece of the answer, and
// finally the answer. Its JSON is meant for a page that shows progress.
type Event[T any] struct {
	Tool    string          `json:"tool,omitempty"`    // the tool that is being called or has returned
	Args    json.RawMessage `json:"args,omitempty"`    // the arguments of a call that begins
	Output  json.RawMessage `json:"output,omitempty"`  // what the tool returned
	Problem string          `json:"problem,omitempty"` // or why it returned nothing
	Text    string          `json:"text,omitempty"`    // a piece of the answer's "text" member, as it is written
	Answer  *T              `json:"answer,omitempty"`  // set in the last event
	Result  *Result[T]      `json:"-"`                 // set in the last event
}

// What a run cannot begin with.
var (
	errEmptyTask = fmt.Errorf("agent: %w: the task is empty", loop.ErrMisuse)
	errNoContext = fmt.Errorf("agent: %w: the context is nil; use context.Background()", loop.ErrMisuse)
)

// A turn is a run that is about to begin.
type turn func(ctx context.Context, task string, watch func(loop.Event)) (loop.Result, error)

// Run runs one task. Its errors are those of the function [Run]. The Result is also set when the error is an [*Unanswered].
func (a *Agent[T]) Run(ctx context.Context, task string) (Result[T], error) {
	return run[T](ctx, a.form, a.turn, task, nil)
}

// Watch runs one task and yields its events. The last event has the answer. An error, one of those
// of [Run], comes at most once, at the end. Breaking out of the sequence cancels the run.
func (a *Agent[T]) Watch(ctx context.Context, task string) iter.Seq2[Event[T], error] {
	return watch[T](ctx, a.form, a.turn, task)
}

func (a *Agent[T]) turn(ctx context.Context, task string, watch func(loop.Event)) (result loop.Result, err error) {
	if watch == nil {
		return a.loop.Run(ctx, task, nil)
	}
	for e, err := range a.loop.Watch(ctx, task, nil) {
		if err != nil {
			return result, err
		}
		if e.Result != nil {
			result = *e.Result
		}
		watch(e)
	}
	return result, nil
}

// A Chat is a conversation with an agent: each turn reads the earlier ones. Its methods must not be called concurrently.
type Chat[T any] struct {
	form         answerForm
	conversation *loop.Conversation
}

// Chat returns a new conversation.
func (a *Agent[T]) Chat() *Chat[T] { return &Chat[T]{a.form, a.loop.Converse()} }

// Ask runs the next turn, as [Agent.Run] runs a task. A turn that ends without an answer is not kept.
func (c *Chat[T]) Ask(ctx context.Context, question string) (Result[T], error) {
	return run[T](ctx, c.form, c.turn, question, nil)
}

// Watch runs the next turn, as [Agent.Watch] runs a task.
func (c *Chat[T]) Watch(ctx context.Context, question string) iter.Seq2[Event[T], error] {
	return watch[T](ctx, c.form, c.turn, question)
}

// Conversation returns the loop's conversation, for what this package does not cover.
func (c *Chat[T]) Conversation() *loop.Conversation { return c.conversation }

func (c *Chat[T]) turn(ctx context.Context, question string, watch func(loop.Event)) (loop.Result, error) {
	return c.conversation.Ask(ctx, question, nil, watch)
}

// run runs a turn to its end.
func run[T any](ctx context.Context, form answerForm, t turn, task string, watch func(loop.Event)) (Result[T], error) {
	switch {
	case ctx == nil:
		return Result[T]{}, errNoContext
	case strings.TrimSpace(task) == "":
		return Result[T]{}, errEmptyTask
	}
	read := &prompts{}
	ended, err := t(context.WithValue(ctx, promptsKey{}, read), task, watch)
	if err != nil {
		return Result[T]{}, fmt.Errorf("agent: %w", err)
	}
	return finish[T](form, ended, read)
}

// watch runs a turn and yields its events.
func watch[T any](ctx context.Context, form answerForm, t turn, task string) iter.Seq2[Event[T], error] {
	return func(yield func(Event[T], error) bool) {
		if ctx == nil {
			yield(Event[T]{}, errNoContext)
			return
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		left := false
		var w watcher
		result, err := run[T](ctx, form, t, task, func(e loop.Event) {
			h, some := w.event(e)
			if some && !left && !yield(Event[T]{Tool: h.tool, Args: h.args, Output: h.output, Problem: h.problem, Text: h.text}, nil) {
				left = true
				cancel()
			}
		})
		switch {
		case left:
		case err != nil:
			yield(Event[T]{}, err)
		default:
			yield(Event[T]{Answer: &result.Answer, Result: &result}, nil)
		}
	}
}

// A watcher makes of a loop's events those that this package tells.
type watcher struct {
	tools  map[string]string // by the id of a call
	answer planner.AnswerStream
}

type happened struct {
	tool          string
	args, output  json.RawMessage
	problem, text string
}

// event returns what an event of a loop tells, and whether that is anything.
func (w *watcher) event(e loop.Event) (h happened, some bool) {
	switch e.Kind {
	case loop.CallStarted:
		if w.tools == nil {
			w.tools = map[string]string{}
		}
		w.tools[e.Call.ID] = e.Call.Tool
		return happened{tool: e.Call.Tool, args: e.Call.Args}, true
	case loop.Observed:
		h = happened{tool: w.tools[e.Observation.ID], output: e.Observation.Output}
		if e.Observation.Error != nil {
			h.problem = e.Observation.Error.Message
		}
		return h, h.tool != ""
	case loop.Asked:
		w.answer = planner.AnswerStream{}
	case loop.Delta:
		h.text = w.answer.Add(e.Delta.Text)
		return h, h.text != ""
	}
	return h, false
}
