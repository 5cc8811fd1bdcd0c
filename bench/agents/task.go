package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
)

// decisions is how many the task takes, and how many every agent is allowed: seven calls, then the
// answer.
const decisions = 8

// question is the task.
const question = "Which word is longer, the past of go or the past of be?"

// A turn is one reply of the model, before an adapter puts it into the words of its framework: a call
// if tool is not "", or text.
type turn struct {
	tool  string
	args  string         // JSON
	input map[string]any // args, decoded
	text  string         // the thought beside a call, or all there is
	raw   bool           // text is no answer in any protocol: garbage or prose
}

func call(tool, args string) turn {
	t := turn{tool: tool, args: args, text: "the next step"}
	if err := json.Unmarshal([]byte(args), &t.input); err != nil {
		panic("agents: BUG: " + err.Error())
	}
	return t
}

func say(text string) turn { return turn{text: text} }

func prose(text string) turn { return turn{text: text, raw: true} }

// honest is the script of the task: three tools, eight decisions.
var honest = rotation(false,
	call("lookup", `{"word":"go"}`), call("lookup", `{"word":"be"}`),
	call("count", `{"word":"went"}`), call("count", `{"word":"was"}`),
	call("join", `{"left":"went","right":"was"}`), call("lookup", `{"word":"went"}`), call("count", `{"word":"went was"}`),
	say("went is longer"))

// A script says what the n-th reply of a run is, from 0.
type script func(n int) turn

// rotation goes through turns, and stays with the last one or begins again.
func rotation(again bool, turns ...turn) script {
	return func(n int) turn {
		if again {
			n %= len(turns)
		}
		return turns[min(n, len(turns)-1)]
	}
}

// errCutOff is what a model says that has been asked far more often than any bound allows.
var errCutOff = errors.New("cut off: asked 1,000 times")

// A scripted model has no latency; each adapter asks it for the next turn.
type scripted struct {
	script script
	mode   string // "", silent or deaf
	n      atomic.Int64
	freed  chan struct{}
}

// The modes in which a scripted model says nothing.
const (
	silent = "silent" // until the context ends
	deaf   = "deaf"   // until it is freed, whatever the context says
)

func newScripted(s script, mode string) *scripted {
	return &scripted{script: s, mode: mode, freed: make(chan struct{})}
}

// next returns the reply to one request.
func (v *scripted) next(ctx context.Context) (turn, error) {
	n := int(v.n.Add(1)) - 1
	switch {
	case v.mode == silent:
		select {
		case <-ctx.Done():
			return turn{}, ctx.Err()
		case <-v.freed:
			return turn{}, errCutOff
		}
	case v.mode == deaf:
		<-v.freed
		return turn{}, errCutOff
	case n >= 1000:
		return turn{}, errCutOff
	}
	return v.script(n), nil
}

// The arguments of the tools.
type (
	wordArgs struct {
		Word string `json:"word" jsonschema:"maxLength=40"`
	}
	joinArgs struct {
		Left  string `json:"left" jsonschema:"maxLength=40"`
		Right string `json:"right" jsonschema:"maxLength=40"`
	}
)

// A toolSet holds the three tools and counts their calls.
type toolSet struct{ calls atomic.Int64 }

// What the tools say of themselves.
const (
	lookupText = "the past form of a verb"
	countText  = "how many letters a word has"
	joinText   = "two words as one text"
)

func (b *toolSet) lookup(in wordArgs) string {
	b.calls.Add(1)
	if in.Word == "be" {
		return "was"
	}
	return "went"
}

func (b *toolSet) count(in wordArgs) int {
	b.calls.Add(1)
	return len(in.Word)
}

func (b *toolSet) join(in joinArgs) string {
	b.calls.Add(1)
	return in.Left + " " + in.Right
}

// An ending is what a caller gets back.
type ending struct {
	answer string // "" is none
	how    string // the error, or the outcome
	left   string // what else comes back
}

// A agent is one way to build an agent from a scripted model and a tool set.
type agent struct {
	name   string
	module string // the module it is made with
	build  func(*scripted, *toolSet) (func(context.Context) ending, error)
}

// allAgents are all of them, ours first.
var allAgents = []agent{
	{"shortleash", ownModule, buildOurs(warm)},
	{"shortleash, log written", ownModule, buildOurs(logged)},
	{"shortleash, new loop for each run", ownModule, buildOurs(cold)},
	{"shortleash, new grammar for each decision", ownModule, buildOurs(fresh)},
	{"eino ReAct", "github.com/cloudwego/eino", buildEino},
	{"langchaingo functions agent", "github.com/tmc/langchaingo", buildFunctions},
	{"langchaingo one-shot agent", "github.com/tmc/langchaingo", buildOneShot},
	{"genkit Generate", "github.com/firebase/genkit/go", buildGenkit},
}

// steps says how many steps come back.
func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// oneLine is text on one line, not too long for a table.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r == '|' || r == '`' || r < ' ' || r == '\uFFFD' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " "))), " ")
	if r := []rune(text); len(r) > 120 {
		return string(r[:120]) + "…"
	}
	return text
}
