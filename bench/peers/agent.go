package main

import (
	"context"
	"encoding/json"

	"github.com/shortleash/shortleash/tools"
)

// instructions stand in front of the task for every agent that takes a system text. They say no more
// than a user of the framework would write.
const instructions = "You are an assistant with tools. Use the tools to do the task. When it is done, answer in one short sentence. If it cannot be done, say so."

// An agent is one way to let a model on an Ollama server do a task with tools.
type agent struct {
	name   string
	module string // the module it is made with; "" is ours
	run    func(context.Context, assignment) (answer string, err error)
}

// An assignment is what an agent gets.
type assignment struct {
	host  string // of the server, as http://HOST:PORT
	model string
	task  string
	tools *toolbox
	steps int // the most requests to the model
}

// A toolbox makes the calls of an agent, all through one registry, and counts what happens. It is for one
// run and for one goroutine at a time.
type toolbox struct {
	*tools.Registry
	calls, illegal, repeated int
	seen                     map[tools.CallKey]bool
}

func newToolbox(r *tools.Registry) *toolbox {
	return &toolbox{Registry: r, seen: map[tools.CallKey]bool{}}
}

// call makes one call and returns the text that the model reads. Arguments that break the tool's schema
// are an error text, as they are for our loop: the tool does not see them.
func (b *toolbox) call(ctx context.Context, name string, args json.RawMessage) string {
	b.calls++
	c := tools.Call{Tool: name, Args: args}
	if err := b.Check(c); err != nil {
		b.illegal++
		return "error: " + err.Error()
	}
	if key, err := tools.Key(name, args); err == nil {
		if b.seen[key] {
			b.repeated++
		}
		b.seen[key] = true
	}
	o := b.Registry.Call(ctx, c)
	if o.Error != nil {
		return "error: " + o.Error.Error()
	}
	return string(o.Output)
}

// peers are the agents of other modules, and the bare loop.
var peers = []agent{
	{"Ollama tool calls, bare loop", "github.com/ollama/ollama", runBare},
	{"eino ReAct", "github.com/cloudwego/eino", runEino},
	{"langchaingo functions agent", "github.com/tmc/langchaingo", runFunctions},
	{"langchaingo one-shot agent", "github.com/tmc/langchaingo", runOneShot},
	{"genkit Generate", "github.com/firebase/genkit/go", runGenkit},
}
