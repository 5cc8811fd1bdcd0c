package planner

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools"
)

// DecisionKind says what a decision does.
type DecisionKind string

// The kinds of decisions so far.
const (
	ActDecision   DecisionKind = "act"   // calls
	FinalDecision DecisionKind = "final" // the answer; the run ends if nothing refuses it
)

// A Decision is one thing a run does next.
type Decision struct {
	Kind    DecisionKind    `json:"kind"`
	Role    model.Role      `json:"role"`
	N       int             `json:"n"` // the step that this decision is, from 1
	Thought string          `json:"thought"`
	Calls   []tools.Call    `json:"calls,omitempty"`
	Answer  json.RawMessage `json:"answer,omitempty"`
}

// DecisionSchema returns the wire format of a decision within a: one closed branch for each tool,
// then one for the answer. Members stand in generation order, which is also alphabetical order,
// because some servers re-sort them. thought is the ceiling of the thought in characters; 0
// leaves the thought out.
func DecisionSchema(a Allowed, thought int) grammar.Schema {
	if a.Unleashed {
		return grammar.OpenObject()
	}
	var branches []grammar.Schema
	for _, t := range a.Tools {
		branches = append(branches, decisionBranch(t.Name, t.Args, thought))
	}
	if a.Answer != nil {
		branches = append(branches, decisionBranch(FinalAnswer, *a.Answer, thought))
	}
	return grammar.AnyOf(branches...)
}

func decisionBranch(tool string, args grammar.Schema, thought int) grammar.Schema {
	members := []grammar.Property{
		{Name: "tool", Schema: grammar.Enum(tool)},
		{Name: "tool_args", Schema: args},
	}
	if thought > 0 {
		members = append([]grammar.Property{{Name: "thought", Schema: grammar.String(0, thought)}}, members...)
	}
	return grammar.Object(members...)
}

// errShape says what a decision looks like, to a model that was free to write something else.
var errShape = errors.New(`want {"thought": string, "tool": string, "tool_args": object}`)

// checkShape reports whether reply, which is JSON, has the shape of a decision.
func checkShape(reply json.RawMessage) error {
	r := gjson.ParseBytes(reply)
	if r.Get("tool").Type != gjson.String || !r.Get("tool_args").IsObject() {
		return errShape
	}
	return nil
}

// readDecision reads a reply that has the shape of a decision.
func readDecision(reply json.RawMessage) (Decision, error) {
	r := gjson.ParseBytes(reply)
	d := Decision{Kind: ActDecision, Role: model.Executor, Thought: r.Get("thought").String()}
	tool, args := r.Get("tool").String(), json.RawMessage(r.Get("tool_args").Raw)
	canonical, err := tools.Canonical(args)
	if err != nil {
		return d, fmt.Errorf("planner: arguments of %s: %w", tool, err)
	}
	if tool == FinalAnswer {
		d.Kind, d.Answer = FinalDecision, canonical
		return d, nil
	}
	d.Calls = []tools.Call{{Tool: tool, Args: canonical}}
	return d, nil
}

// wire writes a past step as the model would have: canonical form, the same bytes each time.
func wire(s Step) (json.RawMessage, error) {
	d := struct {
		Thought string          `json:"thought"`
		Tool    string          `json:"tool"`
		Args    json.RawMessage `json:"tool_args"`
	}{s.Thought, FinalAnswer, s.Answer}
	if len(s.Calls) > 0 {
		d.Tool, d.Args = s.Calls[0].Tool, s.Calls[0].Args
	}
	return compactJSON(d)
}
