// Package agent is where most programs start. An agent is a model, tools and instructions, and its answer has a Go type.
//
//	type stock struct {
//		Number int `json:"number" jsonschema:"how many there are"`
//	}
//
//	count := agent.Tool("count_part", "how many of a part are in stock", countPart)
//	m := agent.Model(ollama.New("qwen2.5-coder:1.5b", ollama.Config{}))
//	answer, err := agent.Run[stock](ctx, m, agent.Config{Tools: agent.Tools{count}}, "How many bolts are there?")
//
// [Run] runs one task. [New] makes an [Agent] for many tasks: [Agent.Run] returns the whole
// [Result], [Agent.Watch] reports events while the task runs, and [Agent.Chat] starts a
// conversation. New reports what is wrong with an agent before any model is asked.
//
// The type of the answer is a struct, a slice, a map, a string, a number or a boolean; [tools.SchemaOf] explains
// its tags. The model cannot write anything that does not fit. Package agenttest has a scripted model for tests.
//
// Nothing is hidden: an Agent is a [loop.Loop] ([Agent.Loop]) with a typed answer, Config.Loop is the loop's own
// configuration, and Tools may hold any tool: from [tools.Func] with its options, from tools/builtin, or from an MCP server.
package agent

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"reflect"
	"strings"
	"time"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// The parts of a [Config], under their usual names.
type (
	Tools  = []tools.Tool
	Rules  = []loop.Rule
	Budget = loop.Budget // limits of a run: decisions, calls, tokens, time
)

// The most common rules. Package loop has all of them and explains how to write one.
type (
	Require      = loop.Require      // no answer until a call of a tool has succeeded
	Prerequisite = loop.Prerequisite // one tool only after another
	Quota        = loop.Quota        // a limit on the calls of a tool
	Domain       = loop.Domain       // an argument limited to values that the run knows
)

// A Config holds everything an agent has besides its model. The zero value makes an agent that only answers.
type Config struct {
	// Instructions come first in what the model reads: what to watch for, how to write.
	Instructions string
	// Examples show the model how tasks like yours are done. They follow the instructions.
	Examples []Example
	// Tools are what the model may call. [Tool] makes one from a function.
	Tools Tools
	// Rules forbid calls or answers, depending on what has happened so far.
	Rules Rules
	// Budget limits a run. A zero field takes its default, such as eight decisions and five minutes.
	Budget Budget
	// Strategy is how the agent works. Nil means strategy.ReAct.
	Strategy planner.Planner
	// Prompts holds a file react.md that replaces the whole text that the model reads; package planner/prompt
	// describes such a file. It works only with the default Strategy. Nil means the built-in text.
	Prompts fs.FS
	// Loop has everything else. It must not set the fields above or the answer.
	Loop loop.Config
}

// An Agent runs tasks whose answer is a T. It is immutable and can run many tasks at once.
type Agent[T any] struct {
	loop *loop.Loop
	form answerForm
}

// Tool makes a tool from a function. The model chooses a tool by its name and its description, one line that says what the
// tool returns. In is a struct with a field for each argument; [tools.SchemaOf] explains its tags. Out is what the model
// reads, as JSON. [New] reports what is wrong with the tool. [tools.Func] takes options, such as NeedsApproval and Timeout.
func Tool[In, Out any](name, description string, f func(context.Context, In) (Out, error)) tools.Tool {
	return tools.Func(name, description, f, tools.Options{}).TellBounds()
}

// Model wraps the call that makes a model. It returns m; if the model could not be made, [New] reports the error:
//
//	agent.Model(ollama.New("qwen2.5-coder:1.5b", ollama.Config{}))
func Model(m model.Model, err error) model.Model {
	if err != nil {
		return noModel{err}
	}
	return m
}

// noModel stands for a model that could not be made.
type noModel struct{ err error }

func (n noModel) Name() string { return "none" }

func (n noModel) Generate(context.Context, model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) { yield(model.Chunk{}, n.err) }
}

// Run runs one task and returns its answer. The error wraps [loop.ErrMisuse] if something is wrong
// with the agent. It is an [*Unanswered] if the run ended without an answer.
func Run[T any](ctx context.Context, m model.Model, c Config, task string) (answer T, err error) {
	a, err := New[T](m, c)
	if err != nil {
		return answer, err
	}
	result, err := a.Run(ctx, task)
	return result.Answer, err
}

// New returns an agent whose answers have type T. An error wraps [loop.ErrMisuse] and says what is wrong and what to do.
func New[T any](m model.Model, c Config) (*Agent[T], error) {
	l, form, err := c.loop(m, reflect.TypeFor[T]())
	if err != nil && !errors.Is(err, loop.ErrMisuse) {
		err = fmt.Errorf("%w: %w", loop.ErrMisuse, err)
	}
	if err != nil {
		return nil, fmt.Errorf("agent: %w", err)
	}
	return &Agent[T]{loop: l, form: form}, nil
}

// Loop returns the agent's loop, for what this package does not cover: logs, resuming, replaying.
func (a *Agent[T]) Loop() *loop.Loop { return a.loop }

// loop returns the loop that c describes, and the form of its answers.
func (c Config) loop(m model.Model, t reflect.Type) (*loop.Loop, answerForm, error) {
	if err := checkModel(m); err != nil {
		return nil, answerForm{}, err
	}
	form, err := formOf(t)
	if err != nil {
		return nil, form, err
	}
	registry, err := tools.NewRegistry(c.Tools...)
	if err != nil {
		return nil, form, err
	}
	p, err := c.planner()
	if err != nil {
		return nil, form, err
	}
	inner, err := c.inner(form, registry)
	if err != nil {
		return nil, form, err
	}
	l, err := loop.New(p, reader{m}, registry, inner)
	return l, form, err
}

func checkModel(m model.Model) error {
	if none, ok := m.(noModel); ok {
		return none.err
	}
	if m == nil {
		return errors.New("the model is nil; make one, as with ollama.New")
	}
	if v := reflect.ValueOf(m); v.Kind() == reflect.Pointer && v.IsNil() {
		return fmt.Errorf("the model is a nil %T; check the error of the function that made it", m)
	}
	return nil
}

// planner returns the strategy of c, with its own prompts.
func (c Config) planner() (planner.Planner, error) {
	switch {
	case c.Prompts == nil && c.Strategy == nil:
		return strategy.ReAct{}, nil
	case c.Prompts == nil:
		return c.Strategy, nil
	case c.Strategy != nil:
		return nil, fmt.Errorf("Config.Prompts words the usual strategy, and Config.Strategy is %s; give the prompts to that one",
			c.Strategy.Name())
	}
	words, err := prompt.Parse(c.Prompts, "react.md", "")
	if err != nil {
		return nil, fmt.Errorf("Config.Prompts: %w", err)
	}
	return strategy.ReAct{Prompt: words}, nil
}

// inner returns the configuration of the loop.
func (c Config) inner(form answerForm, registry *tools.Registry) (loop.Config, error) {
	inner := c.Loop
	if w := c.Budget.Wall; w > 0 && w < time.Microsecond {
		return inner, fmt.Errorf("Config.Budget.Wall is %v; a duration has a unit, as in %d * time.Second", w, w)
	}
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"Instructions", inner.Instructions != ""},
		{"Budget", inner.Budget != Budget{}},
		{"Rules", inner.Rules != nil},
	} {
		if f.set {
			return inner, fmt.Errorf("Config.Loop.%s is set; that is Config.%s", f.name, f.name)
		}
	}
	if inner.Answer.Type != "" || inner.Answer.AnyOf != nil {
		return inner, fmt.Errorf("Config.Loop.Answer is set, and the answer is %v; use package loop for an answer without a type", form.t)
	}
	for _, t := range registry.All() {
		if t.Options().NeedsApproval && inner.Approval.Ask == nil {
			return inner, fmt.Errorf("the tool %s has NeedsApproval, but there is no one to ask: set Config.Loop.Approval.Ask", t.Name())
		}
	}
	examples, err := c.examples(form, registry)
	if err != nil {
		return inner, err
	}
	inner.Instructions = strings.TrimSpace(strings.TrimSpace(c.Instructions) + "\n\n" + examples)
	inner.Budget, inner.Rules, inner.Answer = c.Budget, c.Rules, form.schema
	inner.Check = form.check(inner.Check)
	return readers(inner), nil
}
