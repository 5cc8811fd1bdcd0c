package planner

import (
	"encoding/json"
	"fmt"
	"slices"

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
	FinalDecision   DecisionKind = "final"   // the answer, which ends the run unless it is refused
	DraftDecision   DecisionKind = "draft"   // an answer that waits for a verdict
	StepDecision    DecisionKind = "step"    // plan steps change: done, failed, skipped
	ReplanDecision  DecisionKind = "replan"  // the executor asks for another plan
	PlanDecision    DecisionKind = "plan"    // a plan, adopted or to be examined first
	VerdictDecision DecisionKind = "verdict" // a judgment
	RestartDecision DecisionKind = "restart" // a judgment that restarts the task, with its guidance as a lesson
	EndDecision     DecisionKind = "end"     // the strategy cannot continue
)

// A Decision is what a run does next. Kind determines which of the fields count.
type Decision struct {
	Kind    DecisionKind    `json:"kind"`
	Role    model.Role      `json:"role"` // the role that was asked; "" for a decision without a model
	Thought string          `json:"thought"`
	Calls   []tools.Call    `json:"calls,omitempty"`
	Answer  json.RawMessage `json:"answer,omitempty"`

	// Lane is the plan step that the decision is about; "" outside lanes. [NestedLane] names the lane of a nested strategy.
	Lane    string       `json:"lane,omitempty"`
	Changes []StepChange `json:"changes,omitempty"` // step, verdict: changes to plan steps; that of the executor's own plan step is its report
	Plan    *Proposal    `json:"plan,omitempty"`    // plan, verdict
	Verdict *Verdict     `json:"verdict,omitempty"` // verdict, restart
	End     *Ending      `json:"end,omitempty"`     // end: how; final: why the answer stands; replan: the problem with the plan

	// Memo, made by [Remember], becomes [State].Memo; nil leaves that unchanged. The loop stores it but
	// does not read it. Decisions that are made at the same time in several lanes must not have one.
	Memo json.RawMessage `json:"memo,omitempty"`
}

// Within returns the plan step whose nested strategy made the decision; "" means the strategy of the run.
func (d Decision) Within() string {
	if id, _, nested := SplitLane(d.Lane); nested {
		return id
	}
	return ""
}

// Report returns the change of the lane's own plan step that its executor reports; nil if d is not a report.
func (d Decision) Report() *StepChange {
	if d.Kind != StepDecision || d.Role != model.Executor {
		return nil
	}
	i := slices.IndexFunc(d.Changes, func(c StepChange) bool { return c.ID == d.Lane })
	if i < 0 {
		return nil
	}
	return &d.Changes[i]
}

// DecisionSchema returns the wire format of a decision within a: one closed branch for each tool, one for
// several calls at once if parallel is 2 or more, and one for the answer. Members are in generation order,
// which is also alphabetical order, because some servers sort them. thought limits the thought in characters
// if the run sets no limit; 0 leaves the thought out. If work is in progress, there is a branch for a wait.
func DecisionSchema(a Allowed, thought, parallel int) grammar.Schema {
	if a.Unconstrained {
		return grammar.OpenObject()
	}
	return grammar.AnyOf(DecisionBranches(a, thought, parallel)...)
}

// DecisionBranches returns the branches of [DecisionSchema], for strategies that add their own.
func DecisionBranches(a Allowed, thought, parallel int) []grammar.Schema {
	thought = a.ThoughtCeiling(thought)
	var branches []grammar.Schema
	for _, t := range a.Tools {
		branches = append(branches, DecisionBranch(t.Name, t.Args, thought))
	}
	if parallel = a.MaxParallel(parallel); parallel > 0 {
		branches = append(branches, DecisionBranch(ParallelCalls, callsSchema(a.Tools, parallel), thought))
	}
	if a.Wait > 0 {
		branches = append(branches, DecisionBranch(WaitRequest, waitSchema(a.Wait), thought))
	}
	if a.Answer != nil {
		branches = append(branches, DecisionBranch(FinalAnswer, *a.Answer, thought))
	}
	return branches
}

// waitSchema is that of the arguments of a wait of at most most seconds.
func waitSchema(most int) grammar.Schema {
	return grammar.Object(grammar.Property{Name: "seconds", Schema: grammar.Integer(1, int64(most))})
}

// DecisionBranch returns the branch for a decision that calls tool with args. thought is a value
// from [Allowed.ThoughtCeiling].
func DecisionBranch(tool string, args grammar.Schema, thought int) grammar.Schema {
	return withThought(thought, grammar.Property{Name: "tool", Schema: grammar.Enum(tool)}, grammar.Property{Name: "tool_args", Schema: args})
}

// withThought returns an object that begins with a thought.
func withThought(thought int, members ...grammar.Property) grammar.Schema {
	switch {
	case thought > 0:
		members = slices.Insert(members, 0, grammar.Property{Name: "thought", Schema: grammar.String(0, thought)})
	case thought == EmptyThought:
		members = slices.Insert(members, 0, grammar.Property{Name: "thought", Schema: grammar.Enum("")})
	}
	return grammar.Object(members...)
}

// GiveThought has the grammar write the thought of branches of a decision, in place, where it was free.
func GiveThought(branches []grammar.Schema, thought string) {
	for i, b := range branches {
		if free, has := b.Property("thought"); has && free.Enum == nil {
			branches[i].Properties = slices.Clone(b.Properties)
			branches[i].Properties[0].Schema = grammar.Enum(thought)
		}
	}
}

func callsSchema(offers []Offer, most int) grammar.Schema {
	return grammar.Object(grammar.Property{Name: "calls", Schema: grammar.Array(callSchema(offers), 2, most)})
}

// callSchema is that of one call in a list.
func callSchema(offers []Offer) grammar.Schema {
	var calls []grammar.Schema
	for _, t := range offers {
		calls = append(calls, DecisionBranch(t.Name, t.Args, 0))
	}
	return grammar.AnyOf(calls...)
}

// CallsBranch returns one branch for all offers, a list of one to most calls, which takes the place of a branch for each:
// where a model writes a list anyway, it puts several calls into it.
func CallsBranch(offers []Offer, most, thought int) grammar.Schema {
	return withThought(thought, grammar.Property{Name: CallsMember, Schema: grammar.Array(callSchema(offers), 1, most)})
}

// errShape tells a model that was free to write something else what a decision looks like.
func errShape() error { return phrases.Error("shape") }

// Read parses a reply, which is JSON, and checks what the schema of a cannot express: that it is a decision at all,
// if the model was unconstrained; that arguments have a canonical form; and how often one decision calls a tool.
func (a Allowed) Read(reply json.RawMessage) (Decision, error) {
	d, err := ReadDecision(reply)
	if err == nil {
		err = a.checkWait(d)
	}
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
			return d, phrases.Error("too often", "Tool", t.Name, "Left", t.Left, "Calls", n)
		}
	}
	return d, nil
}

// checkWait says why d may not wait, or nil: also where the model was free to write anything.
func (a Allowed) checkWait(d Decision) error {
	if !slices.ContainsFunc(d.Calls, func(c tools.Call) bool { return c.Tool == WaitRequest }) {
		return nil
	}
	seconds := gjson.GetBytes(d.Calls[0].Args, "seconds")
	switch {
	case a.Wait == 0:
		return phrases.Error("nothing to wait for")
	case len(d.Calls) > 1:
		return phrases.Error("wait alone")
	case seconds.Type != gjson.Number || seconds.Num != float64(seconds.Int()) || seconds.Int() < 1 || seconds.Int() > int64(a.Wait):
		return phrases.Error("wait wants", "Most", a.Wait)
	}
	return nil
}

// ReadDecision parses a reply, which is JSON. It fails if the reply does not have the shape of a
// decision, or if its arguments have no canonical form. If a member occurs twice, the first counts.
// ReadDecision knows [FinalAnswer] and [ParallelCalls]; any other name is a call, so a strategy
// that offers [StepDoneReport], [StepFailedReport] or [ReplanRequest] must look for these first.
func ReadDecision(reply json.RawMessage) (Decision, error) {
	v := gjson.ParseBytes(reply)
	d := Decision{Kind: ActDecision, Role: model.Executor, Thought: v.Get("thought").String()}
	if list := v.Get(CallsMember); list.IsArray() && v.IsObject() {
		return d, d.addCalls(list)
	}
	if !isCall(v) {
		return Decision{}, errShape()
	}
	switch v.Get("tool").Str {
	case FinalAnswer:
		answer, err := tools.Canonical(json.RawMessage(v.Get("tool_args").Raw))
		d.Kind, d.Answer = FinalDecision, answer
		return d, err
	case ParallelCalls:
		return d, d.addCalls(v.Get("tool_args.calls"))
	default:
		return d, d.addCall(v)
	}
}

// isCall reports whether v has the shape of a call.
func isCall(v gjson.Result) bool {
	return v.IsObject() && v.Get("tool").Type == gjson.String && v.Get("tool_args").IsObject()
}

// addCalls adds the calls of a list, of which there must be one.
func (d *Decision) addCalls(list gjson.Result) error {
	for _, c := range list.Array() {
		if !isCall(c) {
			return errShape()
		}
		if err := d.addCall(c); err != nil {
			return err
		}
	}
	if len(d.Calls) == 0 {
		return errShape()
	}
	return nil
}

func (d *Decision) addCall(v gjson.Result) error {
	tool := v.Get("tool").Str
	args, err := tools.Canonical(json.RawMessage(v.Get("tool_args").Raw))
	if err != nil {
		return fmt.Errorf("%s: %w", phrases.Say("arguments", "Tool", tool), err)
	}
	d.Calls = append(d.Calls, tools.Call{Tool: tool, Args: args})
	return nil
}

// ReadAnswer returns the answer in a reply that must contain only an answer.
func ReadAnswer(reply json.RawMessage) (json.RawMessage, error) {
	d, err := ReadDecision(reply)
	if err == nil && d.Kind != FinalDecision {
		err = errShape()
	}
	return d.Answer, err
}
