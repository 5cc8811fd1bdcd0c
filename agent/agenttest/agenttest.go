// Package agenttest has a scripted model for testing agents.
//
//	m := agenttest.Script(
//		agenttest.Call("count_part", part{Name: "bolt"}),
//		agenttest.Answer(stock{Number: 20}))
//	got, err := agent.Run[stock](ctx, m, config, "How many bolts are there?")
//
// If the agent does not allow a decision (an unknown tool, a missing argument, a rule), the run fails with an
// error that says what was allowed. So a test with a script shows that the rules let the right answer through.
//
// Package model/fake has models that write anything allowed, and models that break things.
package agenttest

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A Decision is one response of the scripted model; see [Call] and [Answer].
type Decision struct {
	tool string
	args any
}

// Call returns the decision to call a tool. The arguments are a struct or a map, or nil for none.
func Call(tool string, args any) Decision {
	if args == nil {
		args = struct{}{}
	}
	return Decision{tool, args}
}

// Answer returns the decision to answer.
func Answer(answer any) Decision { return Decision{planner.FinalAnswer, answer} }

// A Model makes the decisions of a script, one for each request. It is safe for concurrent use.
type Model struct {
	script []Decision // never written

	mu       sync.Mutex // guards requests
	requests int
}

var _ model.Model = (*Model)(nil)

// Script returns a model that makes these decisions.
func Script(decisions ...Decision) *Model { return &Model{script: decisions} }

// Name returns "script".
func (m *Model) Name() string { return "script" }

// Left returns how many decisions have not been made yet, so that a test can require 0.
func (m *Model) Left() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return max(0, len(m.script)-m.requests)
}

// Generate implements [model.Model].
func (m *Model) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		text, err := m.next(ctx, req)
		switch {
		case err != nil:
			yield(model.Chunk{}, err)
		case yield(model.Chunk{Text: text}, nil):
			yield(model.Chunk{Done: true, Finish: model.Stop}, nil)
		}
	}
}

// next returns the decision whose turn it is, as req wants it.
func (m *Model) next(ctx context.Context, req model.Request) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests++
	n := m.requests
	if n > len(m.script) {
		return "", refused("the script has %d decisions, and this is request %d: add one, or see why it is asked for", len(m.script), n)
	}
	d := m.script[n-1]
	if v := reflect.ValueOf(d.args); req.Grammar == nil && d.tool == planner.FinalAnswer && v.Kind() == reflect.String { // free text
		return v.String(), nil
	}
	var schema grammar.Schema
	if req.Grammar == nil || json.Unmarshal(req.Grammar.Schema(), &schema) != nil {
		return "", refused("decision %d of the script, %s, is not allowed now: want final_answer with a text", n, d.tool)
	}
	text, err := d.in(schema)
	if err != nil {
		return "", refused("decision %d of the script, %s, is not allowed now: %v", n, d.tool, err)
	}
	return string(text), nil
}

// refused is the fault by which a script ends a run. It is not sent again.
func refused(format string, args ...any) error {
	return &model.Fault{Kind: model.Exhausted, Message: fmt.Sprintf(format, args...)}
}

// in returns d as a document of the schema of a decision.
func (d Decision) in(schema grammar.Schema) (json.RawMessage, error) {
	branches := schema.AnyOf
	if branches == nil {
		branches = []grammar.Schema{schema}
	}
	var open []string
	for _, b := range branches {
		tool, _ := b.Property("tool")
		if len(tool.Enum) != 1 {
			continue
		}
		var name string
		if err := json.Unmarshal(tool.Enum[0], &name); err != nil {
			return nil, err
		}
		if name != d.tool {
			open = append(open, name)
			continue
		}
		args, _ := b.Property("tool_args")
		return tools.Document(b, map[string]any{"thought": "", "tool": name, "tool_args": d.value(args)})
	}
	return nil, fmt.Errorf("want one of %s", strings.Join(open, ", "))
}

// value returns the arguments of d for their schema. An answer that is not an object stands in a member.
func (d Decision) value(args grammar.Schema) any {
	if d.tool != planner.FinalAnswer || len(args.Properties) != 1 || d.args == nil {
		return d.args
	}
	if own, err := tools.TypeSchema(reflect.TypeOf(d.args)); err != nil || own.Type == "object" {
		return d.args
	}
	return map[string]any{args.Properties[0].Name: d.args}
}
