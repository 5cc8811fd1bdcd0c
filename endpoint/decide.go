package endpoint

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// maxParallel is how many calls one reply may carry.
const maxParallel = 8

// A decision is what the reply to one request may be.
type decision struct {
	q       *request
	kept    *inventory
	tools   []*tool
	answer  *grammar.Closed // of an answer that has a schema; nil is text, or any JSON
	wrapped bool            // a model writes the answer as the member answer of an object
	plain   bool            // the reply is the answer itself: there are no tools in play
	thought int             // the ceiling of a thought in characters; 0: decisions have none

	all       []planner.Offer
	form      grammar.Schema  // of the answer, as a model writes it
	allowed   planner.Allowed // what of all that may be chosen now
	made      map[tools.CallKey]bool
	forced    string   // the bound that leaves nothing but the answer, or ""
	overruled []string // rules that would have left nothing
}

// textForm is the form of an answer that is text.
var textForm = grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(1, grammar.MaxText)})

// decide works out what the reply to q may be. Its error is a *problem, or that of ctx.
func (e *Endpoint) decide(ctx context.Context, q *request) (_ *decision, err error) {
	d := &decision{q: q, kept: &e.kept, made: map[tools.CallKey]bool{}, form: textForm}
	if d.tools, err = e.kept.tools(ctx, q.Tools); err != nil {
		return nil, err
	}
	q.Turns = d.renamed()
	if err := d.readAnswer(ctx); err != nil {
		return nil, err
	}
	d.plain = len(d.tools) == 0 && !slices.ContainsFunc(q.Turns, func(t turn) bool { return len(t.Calls) > 0 })
	if err := d.checkChoice(); err != nil || d.plain {
		return d, err
	}
	if len(d.tools) > 0 {
		d.thought = e.thought
	}
	d.allow()
	if q.Choice.Mode != chooseNone {
		return d, e.narrow(d)
	}
	return d, nil
}

// readAnswer finds the form of the answer.
func (d *decision) readAnswer(ctx context.Context) error {
	switch {
	case d.q.Answer != nil:
		closed, err := d.kept.close(ctx, d.q.Answer)
		if err != nil || len(closed.Schema.Properties)+len(closed.Schema.AnyOf) == 0 { // it may be no object, or one with any members
			d.wrapped = true
			closed, err = d.kept.close(ctx, wrapped(d.q.Answer))
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return invalid("", "the schema of the answer cannot be held: %s", plain(err))
		}
		d.answer, d.form = closed, closed.Schema
	case d.q.AnyJSON:
		d.form = grammar.OpenObject()
	}
	return nil
}

// wrapped returns the schema of an object with the answer as its only member. References begin at the root, which is there now.
func wrapped(answer json.RawMessage) json.RawMessage {
	var compact bytes.Buffer
	if json.Compact(&compact, answer) != nil {
		return answer
	}
	moved := bytes.ReplaceAll(compact.Bytes(), []byte(`"$ref":"#`), []byte(`"$ref":"#/properties/answer`))
	return fmt.Appendf(nil, `{"type":"object","properties":{"answer":%s},"required":["answer"]}`, moved)
}

// isText reports whether an answer is text.
func (d *decision) isText() bool { return d.answer == nil && !d.q.AnyJSON }

// checkChoice refuses a choice of unknown tools.
func (d *decision) checkChoice() error {
	c := d.q.Choice
	for _, name := range c.Names {
		if !slices.ContainsFunc(d.tools, func(t *tool) bool { return t.Name == name }) {
			return invalid("tool_choice", "tool_choice names the tool %q; there is: %s", name, strings.Join(d.names(), ", "))
		}
	}
	if c.Mode == chooseCall && (len(d.tools) == 0 || c.Names != nil && len(c.Names) == 0) {
		return invalid("tool_choice", "tool_choice wants a call, and no tool is offered")
	}
	return nil
}

func (d *decision) names() []string {
	names := make([]string, len(d.tools))
	for i, t := range d.tools {
		names[i] = t.Name
	}
	return names
}

// allow sets what the client allows.
func (d *decision) allow() {
	c := d.q.Choice
	a := &d.allowed
	for _, t := range d.tools {
		o := planner.Offer{Name: t.wire, Description: t.Description, Args: t.closed.Schema}
		d.all = append(d.all, o)
		if c.Mode != chooseNone && (c.Names == nil || slices.Contains(c.Names, t.Name)) {
			a.Tools = append(a.Tools, o)
		}
	}
	a.AllTools, a.AnswerSchema, a.Calls = d.all, d.form, maxParallel
	if c.Mode != chooseCall {
		a.Answer = &d.form
	}
}

// narrow applies what the conversation and the rules know.
func (e *Endpoint) narrow(d *decision) error {
	state := stateOf(d.q.Turns)
	steps := recent(d.q.Turns, state.Steps)
	if len(steps) >= e.steps {
		if d.allowed.Answer == nil {
			return &problem{Status: 422, Param: "tool_choice", Message: fmt.Sprintf(
				"tool_choice wants another call, and the %d steps of this task are used up; let the model answer", e.steps)}
		}
		d.forced, d.allowed.Tools = "steps", nil
	}
	rules := e.rulesFor(d.tools)
	var narrowing []tools.Call
	if !e.config.Repeat {
		for _, c := range madeCalls(steps, e.reads) {
			d.made[c.Key()] = true
			if t := d.tool(c.Tool); t != nil {
				narrowing = append(narrowing, tools.Call{Tool: t.wire, Args: t.closed.Schema.Fill(c.Args)})
			}
		}
	}
	if len(narrowing) > 0 {
		rules = append(rules, loop.NotAgain(narrowing))
	}
	required := d.allowed.Answer == nil
	d.allowed, d.overruled = loop.Narrow(rules, state, d.allowed)
	if len(d.allowed.Tools) == 0 && d.allowed.Answer == nil {
		if required {
			return &problem{Status: 422, Param: "tool_choice", Message: "tool_choice wants a call, and the rules of this endpoint leave none"}
		}
		d.allowed.Answer = &d.form
	}
	if d.forced == "" && len(d.allowed.Tools) == 0 && len(d.tools) > 0 {
		d.forced = "rules"
	}
	return nil
}

// renamed returns the turns with the names that tools have in decisions.
func (d *decision) renamed() []turn {
	turns := slices.Clone(d.q.Turns)
	for i, t := range turns {
		for j, c := range t.Calls {
			if known := d.named(c.Tool); known != nil && known.wire != c.Tool {
				turns[i].Calls = slices.Clone(turns[i].Calls)
				turns[i].Calls[j].Tool = known.wire
			}
		}
	}
	return turns
}

// rulesFor returns the rules that speak of tools that there are. A call that is required cannot be made where its tool is
// not offered; all others hold whatever is offered.
func (e *Endpoint) rulesFor(list []*tool) (rules []loop.Rule) {
	for _, rule := range e.config.Rules {
		required, ok := rule.(loop.Require)
		if !ok || slices.ContainsFunc(list, func(t *tool) bool { return t.wire == required.Tool }) {
			rules = append(rules, rule)
		}
	}
	return rules
}

// reads reports whether a tool changes nothing.
func (e *Endpoint) reads(tool string) bool {
	return slices.Contains(e.config.ReadOnly, tool) || readsByName(tool)
}

// tool returns the tool with this name in decisions, or nil.
func (d *decision) tool(wire string) *tool {
	for _, t := range d.tools {
		if t.wire == wire {
			return t
		}
	}
	return nil
}

// named returns the tool with this name, or nil.
func (d *decision) named(name string) *tool {
	for _, t := range d.tools {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// schema returns the schema of a reply that is not free text. Without the tools in without it is narrower, unless nothing
// would be left.
func (d *decision) schema(without []string) (grammar.Schema, planner.Allowed) {
	a := d.allowed
	if d.plain {
		return d.form, a
	}
	left := slices.DeleteFunc(slices.Clone(a.Tools), func(o planner.Offer) bool { return slices.Contains(without, o.Name) })
	if len(left) > 0 || a.Answer != nil {
		a.Tools = left
	}
	thought, most := a.ThoughtCeiling(d.thought), 1
	if d.q.Parallel {
		most = maxParallel
	}
	for _, t := range a.Tools {
		if t.Left > 0 { // all calls of the list may be of this tool
			most = min(most, t.Left)
		}
	}
	answer := a
	answer.Tools = nil
	branches := planner.DecisionBranches(answer, d.thought, 0)
	if len(a.Tools) > 0 {
		branches = slices.Insert(branches, 0, planner.CallsBranch(a.Tools, most, thought))
	}
	return grammar.AnyOf(branches...), a
}

// A reading is what a whole reply says.
type reading struct {
	answer, thought string
	calls           []called
	repeated        string // the tool of a call whose result stands in the conversation
	ungrounded      bool   // a call has required values that do not appear in the conversation
}

// read reads a whole reply that fits the grammar. The error is for the model to read.
func (d *decision) read(ctx context.Context, a planner.Allowed, text string) (r reading, err error) {
	if d.plain {
		r.answer, err = d.open(ctx, json.RawMessage(text))
		return r, err
	}
	got, err := a.Read(json.RawMessage(text))
	r.thought = got.Thought
	if err == nil && got.Kind == planner.FinalDecision {
		r.answer, err = d.open(ctx, got.Answer)
	}
	if err != nil {
		return r, err
	}
	seen := map[tools.CallKey]bool{}
	said, begins := d.transcript()
	for _, c := range got.Calls {
		if i := slices.IndexFunc(a.Tools, func(o planner.Offer) bool { return o.Name == c.Tool }); i >= 0 && begins {
			ungrounded := false // what a rule lists is not invented
			c.Args, ungrounded = said.ground(a.Tools[i].Args, c.Args)
			r.ungrounded = r.ungrounded || ungrounded
		}
		call, err := d.readCall(ctx, a, c)
		if err != nil {
			return r, err
		}
		key := called{Tool: c.Tool, Args: call.Args}.asked().Key()
		if d.made[key] {
			r.repeated = c.Tool
		}
		if !seen[key] {
			r.calls = append(r.calls, call)
		}
		seen[key] = true
	}
	return r, nil
}

// readCall returns a call as the client wants it.
func (d *decision) readCall(ctx context.Context, a planner.Allowed, c tools.Call) (called, error) {
	t := d.tool(c.Tool)
	if t == nil || !slices.ContainsFunc(a.Tools, func(o planner.Offer) bool { return o.Name == c.Tool }) {
		return called{}, phrases.Error("not offered", "Tool", c.Tool)
	}
	args, err := t.closed.Open(ctx, c.Args)
	if err != nil {
		return called{}, phrases.Error("arguments", "Tool", c.Tool, "Why", plain(err))
	}
	return called{newID(), t.Name, args}, nil
}

// open returns an answer as the client wants it.
func (d *decision) open(ctx context.Context, answer json.RawMessage) (string, error) {
	switch {
	case d.answer != nil:
		opened, err := d.answer.Open(ctx, answer)
		if err != nil {
			return "", phrases.Error("answer", "Why", plain(err))
		}
		if d.wrapped {
			return gjson.GetBytes(opened, "answer").Raw, nil
		}
		return string(opened), nil
	case d.q.AnyJSON || d.plain:
		return string(answer), nil
	}
	return gjson.GetBytes(answer, "text").String(), nil
}
