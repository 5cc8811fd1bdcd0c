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

	Within string      `json:"within,omitempty"` // the plan step whose own strategy made it; Lane is then one of that
	Ends   *StepChange `json:"ends,omitempty"`   // with that, the strategy has come to its end: what becomes of the plan step
}

// LaneName is the lane of the decision as steps and events of the run name it.
func (d Decision) LaneName() string {
	if d.Within == "" {
		return d.Lane
	}
	return LaneWithin(d.Within, d.Lane)
}

// DecisionSchema returns the wire format of a decision within a: one closed branch for each tool,
// one for several calls at once if parallel is 2 or more, and one for the answer. Members stand in
// generation order, which is also alphabetical order, because some servers re-sort them. thought
// is the ceiling of the thought in characters; 0 leaves the thought out.
func DecisionSchema(a Allowed, thought, parallel int) grammar.Schema {
	if a.Unconstrained {
		return grammar.OpenObject()
	}
	parallel = a.together(parallel)
	return a.Memory.schema(keyOf("decision").number(thought).number(parallel), a.Tools, a.Answer,
		func() grammar.Schema { return decisionSchema(a, thought, parallel) })
}

// together returns how many calls one decision may carry, of at most that many; 0 for only one.
func (a Allowed) together(most int) int {
	if most = min(most, a.Calls); most < 2 || len(a.Tools) == 0 {
		return 0
	}
	return most
}

func decisionSchema(a Allowed, thought, parallel int) grammar.Schema {
	var branches []grammar.Schema
	for _, t := range a.Tools {
		branches = append(branches, decisionBranch(t.Name, t.Args, thought))
	}
	if parallel > 0 {
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

// acceptedIn reads a reply, which is JSON, and checks what the schema of a cannot say: the shape of a
// decision, where the model was free; arguments that have a canonical form; and how often a tool is
// called in one decision.
func acceptedIn(a Allowed, reply json.RawMessage) (Decision, error) {
	d, err := readDecision(reply)
	if err != nil {
		return d, err
	}
	for _, t := range a.Tools {
		if t.Left == 0 {
			continue
		}
		n := 0
		for _, c := range d.Calls {
			if c.Tool == t.Name {
				n++
			}
		}
		if n > t.Left {
			return d, fmt.Errorf("%s may be called %d more times, and the decision calls it %d times", t.Name, t.Left, n)
		}
	}
	return d, nil
}

// A said is what a decision, or a call within one, says, not yet judged. Where a member stands twice,
// the first counts.
type said struct{ thought, tool, args gjson.Result }

func read(value gjson.Result) (s said) {
	value.ForEach(func(key, v gjson.Result) bool {
		into := &s.args
		switch key.Str {
		case "thought":
			into = &s.thought
		case "tool":
			into = &s.tool
		case "tool_args":
		default:
			return true
		}
		if !into.Exists() {
			*into = v
		}
		return true
	})
	return s
}

// isCall reports whether s has the shape of a call.
func (s said) isCall() bool { return s.tool.Type == gjson.String && s.args.IsObject() }

// readDecision reads a reply, which is JSON; the error says that it has not the shape of a decision, or
// that its arguments have no canonical form.
func readDecision(reply json.RawMessage) (Decision, error) {
	root := gjson.ParseBytes(reply)
	s := read(root)
	if !root.IsObject() || !s.isCall() {
		return Decision{}, errShape
	}
	d := Decision{Kind: ActDecision, Role: model.Executor, Thought: s.thought.String()}
	if s.tool.Str == FinalAnswer {
		answer, err := tools.Canonical(json.RawMessage(s.args.Raw))
		d.Kind, d.Answer = FinalDecision, answer
		return d, err
	}
	if s.tool.Str != parallelCalls {
		return d, d.call(s)
	}
	calls := s.args.Get("calls").Array()
	for _, c := range calls {
		if s = read(c); !s.isCall() {
			return Decision{}, errShape
		}
		if err := d.call(s); err != nil {
			return d, err
		}
	}
	if len(calls) == 0 {
		return Decision{}, errShape
	}
	return d, nil
}

// call adds a call.
func (d *Decision) call(s said) error {
	args, err := tools.Canonical(json.RawMessage(s.args.Raw))
	if err != nil {
		return fmt.Errorf("planner: arguments of %s: %w", s.tool.Str, err)
	}
	d.Calls = append(d.Calls, tools.Call{Tool: s.tool.Str, Args: args})
	return nil
}

// wireDecision is a decision as a model writes it; Thought is nil where there is none.
type wireDecision struct {
	Thought *string         `json:"thought,omitempty"`
	Tool    string          `json:"tool"`
	Args    json.RawMessage `json:"tool_args"`
}

// wire writes a past step as the model would have: canonical form, the same bytes each time; bare is
// without a thought.
func wire(s Step, bare bool) (json.RawMessage, error) {
	w := wireDecision{Thought: &s.Thought}
	if bare {
		w.Thought = nil
	}
	var err error
	switch {
	case s.Reason != "":
		w.Tool = nameReplan
		w.Args, err = tools.Encode(map[string]string{"reason": s.Reason})
	case len(s.Calls) == 0:
		w.Tool, w.Args = FinalAnswer, s.Answer
	case len(s.Calls) == 1:
		w.Tool, w.Args = s.Calls[0].Tool, s.Calls[0].Args
	default:
		var calls []wireDecision
		for _, c := range s.Calls {
			calls = append(calls, wireDecision{Tool: c.Tool, Args: c.Args})
		}
		w.Tool = parallelCalls
		w.Args, err = tools.Encode(map[string][]wireDecision{"calls": calls})
	}
	if err != nil {
		return nil, err
	}
	return tools.Encode(w)
}
