package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/shortleash/shortleash/eval/tasks"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/ollama"
)

// instructions stand in front of the task for every peer that takes a system text. They say no more than a
// user of the framework would write.
const instructions = "You are an assistant with tools. Use the tools to do the task. When it is done, answer in one short sentence."

// An assignment is what an agent gets besides the task.
type assignment struct {
	host  string // of the server, as http://HOST:PORT
	model string
	steps int           // the most requests to the model, or decisions of ours
	wall  time.Duration // the most time of a task
}

// A peer is an agent made with another module.
type peer struct {
	name   string
	module string
	run    func(ctx context.Context, a assignment, task string, s *tasks.Session) (answer string, err error)
}

// peers are the agents of other modules, and the bare loop.
var peers = []peer{
	{"Ollama tool calls, bare loop", "github.com/ollama/ollama", runBare},
	{"Ollama behind shortleash proxy", "github.com/ollama/ollama", runBare}, // -host is that of the proxy
	{"Ollama, calls read from the text too", "github.com/ollama/ollama", runLenient},
	{"Ollama, calls read from the text too, task alone", "github.com/ollama/ollama", runLenientAlone},
	{"eino ReAct", "github.com/cloudwego/eino", runEino},
	{"langchaingo functions agent", "github.com/tmc/langchaingo", runFunctions},
	{"langchaingo one-shot agent", "github.com/tmc/langchaingo", runOneShot},
	{"genkit Generate", "github.com/firebase/genkit/go", runGenkit},
}

// agent returns the peer as something that tasks can be given to. Its errors, and a task that takes too long, are
// endings without an answer, unless ctx has ended. The meter counts its requests and tokens.
func (p peer) agent(a assignment, m *meter) tasks.Agent {
	return func(ctx context.Context, task string, s *tasks.Session) (reply tasks.Reply, err error) {
		m.take()
		defer func() {
			if r := recover(); r != nil {
				reply, err = tasks.Reply{Outcome: "panic", Reason: fmt.Sprint(r)}, nil
			}
			u := m.take()
			reply.Requests, reply.Decisions, reply.PromptTokens, reply.OutputTokens = u.Requests, u.Requests, u.Read, u.Written
		}()
		bounded, cancel := context.WithTimeout(ctx, a.wall) // a model that repeats itself writes until its context is full, and on
		defer cancel()
		answer, err := p.run(bounded, a, task, s)
		if ctx.Err() != nil {
			return tasks.Reply{}, ctx.Err()
		}
		if bounded.Err() != nil {
			return tasks.Reply{Outcome: "timeout", Reason: fmt.Sprintf("no answer after %v", a.wall)}, nil
		}
		if err != nil {
			return tasks.Reply{Outcome: "error", Reason: err.Error()}, nil
		}
		return tasks.Reply{Answer: &answer, Outcome: "answer"}, nil
	}
}

// call makes one call of a peer and returns the text that its model reads.
func call(ctx context.Context, s *tasks.Session, tool string, args json.RawMessage) string {
	o := s.Call(ctx, tool, args)
	if o.Error != nil {
		return "error: " + o.Error.Error()
	}
	return string(o.Output)
}

// ours returns our loop as users get it, but for what the setup says.
func ours(a assignment, m *meter, own setup) (tasks.Agent, error) {
	model, err := ollama.New(a.model, ollama.Config{Host: a.host})
	if err != nil {
		return nil, err
	}
	c := loop.Config{}
	c.Budget.Steps, c.Budget.Wall = a.steps, a.wall
	c.Leash = own.leash
	if !own.rules {
		c.Rules = []loop.Rule{}
	}
	inner := tasks.LoopAgent(own.strategy, model, c, nil)
	return func(ctx context.Context, task string, s *tasks.Session) (tasks.Reply, error) {
		m.take()
		reply, err := inner(ctx, task, s)
		u := m.take() // as for the others
		reply.Requests, reply.PromptTokens, reply.OutputTokens = u.Requests, u.Read, u.Written
		return reply, err
	}, nil
}
