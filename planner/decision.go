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

// The kinds of decisions.
const (
	ActDecision     DecisionKind = "act"     // calls
	FinalDecision   DecisionKind = "final"   // the answer; the run ends if nothing refuses it
	StepDecision    DecisionKind = "step"    // plan steps change: done, failed, skipped
	ReplanDecision  DecisionKind = "replan"  // the executor asks for another plan
	PlanDecision    DecisionKind = "plan"    // a plan, adopted or still to be examined
	VerdictDecision DecisionKind = "verdict" // a judgment
	EndDecision     DecisionKind = "end"     // the strategy cannot go on
)

// A Decision is one thing a run does next.
type Decision struct {
	Kind    DecisionKind    `json:"kind"`
	Role    model.Role      `json:"role"`
	N       int             `json:"n"` // the step that this decision is, from 1
	Thought string          `json:"thought"`
	Calls   []tools.Call    `json:"calls,omitempty"`
	Answer  json.RawMessage `json:"answer,omitempty"`

	Lane    string       `json:"lane,omitempty"`    // the plan step it is about; "" outside of lanes
	Draft   bool         `json:"draft,omitempty"`   // final: the answer still waits for a verdict
	Reason  string       `json:"reason,omitempty"`  // replan: why; final: why it stands, "" is "answered"
	Settle  *Settlement  `json:"settle,omitempty"`  // step: what the executor says of its plan step
	Changes []StepChange `json:"changes,omitempty"` // step: what becomes of plan steps
	Plan    *Proposal    `json:"plan,omitempty"`    // plan
	Verdict *Verdict     `json:"verdict,omitempty"` // verdict
	End     *Ending      `json:"end,omitempty"`     // end
	Forced  string       `json:"forced,omitempty"`  // the bound that left no choice
	Over    *Ending      `json:"over,omitempty"`    // the inner strategy of a wrapper has come to its end
	Warning string       `json:"warning,omitempty"` // for Result.Warnings
}

// DecisionSchema returns the wire format of a decision within a: one closed branch for each tool,
// one for several calls at once if parallel is 2 or more, and one for the answer. Members stand in
// generation order, which is also alphabetical order, because some servers re-sort them. thought
// is the ceiling of the thought in characters; 0 leaves the thought out.
func DecisionSchema(a Allowed, thought, parallel int) grammar.Schema {
	if a.Unleashed {
		return grammar.OpenObject()
	}
	var branches []grammar.Schema
	for _, t := range a.Tools {
		branches = append(branches, decisionBranch(t.Name, t.Args, thought))
	}
	if parallel = min(parallel, a.Calls); parallel >= 2 && len(a.Tools) > 0 {
		branches = append(branches, decisionBranch(parallelCalls, callsSchema(a.Tools, parallel), thought))
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

// parallelCalls is the tool name under which one decision carries several calls.
const parallelCalls = "parallel"

func callsSchema(offers []Offer, most int) grammar.Schema {
	var calls []grammar.Schema
	for _, t := range offers {
		calls = append(calls, grammar.Object(
			grammar.Property{Name: "tool", Schema: grammar.Enum(t.Name)},
			grammar.Property{Name: "tool_args", Schema: t.Args}))
	}
	return grammar.Object(grammar.Property{Name: "calls", Schema: grammar.Array(grammar.AnyOf(calls...), 2, most)})
}

// errShape says what a decision looks like, to a model that was free to write something else.
var errShape = errors.New(`want {"thought": string, "tool": string, "tool_args": object}`)

// acceptIn returns what checks a reply, which is JSON, for what the schema of a cannot say: the
// shape of a decision, where the model was free; arguments that have a canonical form; and how often
// a tool is called in one decision.
func acceptIn(a Allowed) func(json.RawMessage) error {
	return func(reply json.RawMessage) error {
		if err := checkShape(reply); err != nil {
			return err
		}
		d, err := readDecision(reply)
		if err != nil {
			return err
		}
		for _, t := range a.Tools {
			n := 0
			for _, c := range d.Calls {
				if c.Tool == t.Name {
					n++
				}
			}
			if t.Left > 0 && n > t.Left {
				return fmt.Errorf("%s may be called %d more times, and the decision calls it %d times", t.Name, t.Left, n)
			}
		}
		return nil
	}
}

// checkShape reports whether reply, which is JSON, has the shape of a decision.
func checkShape(reply json.RawMessage) error {
	r := gjson.ParseBytes(reply)
	if r.Get("tool").Type != gjson.String || !r.Get("tool_args").IsObject() {
		return errShape
	}
	if r.Get("tool").Str != parallelCalls {
		return nil
	}
	calls := r.Get("tool_args.calls").Array()
	for _, c := range calls {
		if c.Get("tool").Type != gjson.String || !c.Get("tool_args").IsObject() {
			return errShape
		}
	}
	if len(calls) == 0 {
		return errShape
	}
	return nil
}

// readDecision reads a reply that has the shape of a decision.
func readDecision(reply json.RawMessage) (Decision, error) {
	r := gjson.ParseBytes(reply)
	d := Decision{Kind: ActDecision, Role: model.Executor, Thought: r.Get("thought").String()}
	if r.Get("tool").Str == FinalAnswer {
		answer, err := tools.Canonical(json.RawMessage(r.Get("tool_args").Raw))
		d.Kind, d.Answer = FinalDecision, answer
		return d, err
	}
	calls := []gjson.Result{r}
	if r.Get("tool").Str == parallelCalls {
		calls = r.Get("tool_args.calls").Array()
	}
	for _, c := range calls {
		args, err := tools.Canonical(json.RawMessage(c.Get("tool_args").Raw))
		if err != nil {
			return d, fmt.Errorf("planner: arguments of %s: %w", c.Get("tool").Str, err)
		}
		d.Calls = append(d.Calls, tools.Call{Tool: c.Get("tool").Str, Args: args})
	}
	return d, nil
}

// wireDecision and wireCall are a decision and a call as a model writes them.
type (
	wireDecision struct {
		Thought string          `json:"thought"`
		Tool    string          `json:"tool"`
		Args    json.RawMessage `json:"tool_args"`
	}
	wireCall struct {
		Tool string          `json:"tool"`
		Args json.RawMessage `json:"tool_args"`
	}
)

// wire writes a past step as the model would have: canonical form, the same bytes each time.
func wire(s Step) (json.RawMessage, error) {
	d := wireDecision{Thought: s.Thought, Tool: FinalAnswer, Args: s.Answer}
	if s.Reason != "" {
		args, err := compactJSON(struct {
			Reason string `json:"reason"`
		}{s.Reason})
		if err != nil {
			return nil, err
		}
		return compactJSON(wireDecision{Thought: s.Thought, Tool: nameReplan, Args: args})
	}
	switch len(s.Calls) {
	case 0:
	case 1:
		d.Tool, d.Args = s.Calls[0].Tool, s.Calls[0].Args
	default:
		var calls struct {
			Calls []wireCall `json:"calls"`
		}
		for _, c := range s.Calls {
			calls.Calls = append(calls.Calls, wireCall{c.Tool, c.Args})
		}
		args, err := compactJSON(calls)
		if err != nil {
			return nil, err
		}
		d.Tool, d.Args = parallelCalls, args
	}
	return compactJSON(d)
}
