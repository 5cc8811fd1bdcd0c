package planner

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// DefaultThought is the ceiling of a thought in characters when ReAct does not say.
const DefaultThought = 200

// ReAct decides, acts and observes, one call at a time, until it answers (Yao et al. 2022).
//
//	state    executor says   next
//	decide   a call          act
//	decide   final_answer    done
//	act      observations    decide
//
// The executor sees the task, the tools, its own decisions and their observations, and one
// trailing line on where the run stands.
type ReAct struct {
	// Prompt words the conversation. Required; see [NewReAct] for the general one.
	Prompt *Prompt
	// Thought is the ceiling of a thought in characters. 0 takes DefaultThought.
	Thought int
	// NoThought leaves the thought out of a decision.
	NoThought bool
	// Parallel is the ceiling of calls in one decision. 0 takes 1: one call at a time.
	Parallel int
	// GuidePlan is the prompt of a planner that is asked for a plan before the first step, as advice.
	// Nil asks for none.
	GuidePlan *Prompt
}

var _ Planner = ReAct{}

// NewReAct returns ReAct with the general prompt, which any instructed model understands.
func NewReAct() ReAct {
	p, err := ParsePrompt(promptFiles, "prompts/react.md", "")
	if err != nil {
		panic("planner: BUG: " + err.Error()) // an embedded file, parsed by every test
	}
	return ReAct{Prompt: p}
}

// Name returns "react".
func (r ReAct) Name() string { return "react" }

// Roles returns the executor's.
func (r ReAct) Roles() []model.RoleForm {
	roles := []model.RoleForm{roleForm(model.Executor, r.Prompt)}
	if r.GuidePlan != nil {
		roles = append(roles, roleForm(model.Planner, r.GuidePlan))
	}
	return roles
}

// Stage implements [Stager].
func (r ReAct) Stage(s State, _ Allowed) Stage {
	if r.GuidePlan != nil && (s.Plan == nil || s.Wish != "") {
		return Stage{Role: model.Planner}
	}
	return Stage{Role: model.Executor}
}

// Next asks the executor for one decision, and before the first one for a guide plan if there is to be one.
func (r ReAct) Next(ctx context.Context, s State, a Allowed, ask Ask) (Decision, error) {
	if r.Stage(s, a).Role == model.Planner {
		return r.PlanFor(ctx, s, a, ask, FirstPlan, "")
	}
	reply, err := ask(ctx, Question{
		Role:     model.Executor,
		Messages: func(f Folding) ([]model.Message, error) { return r.messages(s, a, f) },
		Schema:   r.schema(a),
		Accept: func(reply json.RawMessage) error {
			_, err := readOrReplan(a, reply)
			return err
		},
		Repair: repairWith(r.Prompt),
	})
	if err != nil {
		return Decision{}, err
	}
	d, err := readOrReplan(a, reply)
	d.N = s.Counters.Steps + 1
	return d, err
}

// schema returns the wire format of a decision, with a branch that asks for another plan if that is
// allowed.
func (r ReAct) schema(a Allowed) grammar.Schema {
	if !a.Replan || a.Unconstrained {
		return DecisionSchema(a, r.thought(), r.Parallel)
	}
	parallel := a.together(r.Parallel)
	return a.Memory.schema(keyOf("or replan").number(r.thought()).number(parallel), a.Tools, a.Answer, func() grammar.Schema {
		branches := branchesOf(decisionSchema(a, r.thought(), parallel))
		return grammar.AnyOf(append(branches, decisionBranch(nameReplan, reasonSchema(minWish), r.thought()))...)
	})
}

// readOrReplan reads and checks a decision that may ask for another plan, where that is allowed.
func readOrReplan(a Allowed, reply json.RawMessage) (Decision, error) {
	v := gjson.ParseBytes(reply)
	if !a.Replan || v.Get("tool").Str != nameReplan {
		return acceptedIn(a, reply)
	}
	if v.Get("tool_args.reason").Type != gjson.String {
		return Decision{}, errors.New("replan wants a reason")
	}
	return Decision{Kind: ReplanDecision, Role: model.Executor, Thought: v.Get("thought").String(), Reason: v.Get("tool_args.reason").Str}, nil
}

// PlanFor asks for a guide plan: the first, one that the executor asked for, or one for cause.
func (r ReAct) PlanFor(ctx context.Context, s State, a Allowed, ask Ask, cause Cause, reason string) (Decision, error) {
	return guidePlan(ctx, r.author(), s, a, needOf(s, cause, reason), ask)
}

func (r ReAct) author() author { return guide(r.GuidePlan, defaultSteps) }

func (r ReAct) thought() int {
	switch {
	case r.NoThought:
		return 0
	case r.Thought == 0:
		return DefaultThought
	default:
		return r.Thought
	}
}

// messages renders the conversation: what the memory holds of it, what came since, and the notes and
// the line that stand at its end for now.
func (r ReAct) messages(s State, a Allowed, f Folding) ([]model.Message, error) {
	f.Steps = min(f.Steps, len(s.Steps))
	t := a.Memory.transcript(r.Prompt, s, headData{Tools: a.AllTools, Answer: a.AnswerSchema, Steps: a.Steps}, f)
	c := conversation{prompt: r.Prompt, memory: a.Memory, bare: r.NoThought, messages: t.messages}
	if t.messages == nil {
		c.begin(t.head, s, f)
		t.steps, t.notes = tell(nil, s.Steps[:f.Steps]), notesBefore(s, f.Steps)
	}
	for i := len(t.steps); i < len(s.Steps); i++ {
		t.notes += c.notes(s.Notes[t.notes:], i)
		c.meanwhile(s, i)
		c.step(&s.Steps[i], f)
		t.steps = tell(t.steps, s.Steps[i:i+1])
	}
	if c.err != nil {
		return nil, c.err
	}
	t.messages = c.messages
	c.messages = slices.Clone(c.messages) // the end is made anew each time, and the next step goes in its place
	c.notes(s.Notes[t.notes:], len(s.Steps))
	c.meanwhile(s, len(s.Steps))
	c.add("status", statusData{Step: s.Counters.Steps + 1, Steps: a.Steps, Closing: a.Closing, Lost: a.Removed, Choices: a.Choices()})
	a.Memory.keep(t)
	return c.messages, c.err
}

// A conversation collects messages until the first error.
type conversation struct {
	prompt   *Prompt
	memory   *Memory // knows heads
	bare     bool    // decisions have no thoughts
	messages []model.Message
	err      error
}

func (c *conversation) add(moment string, data any) {
	if c.err != nil {
		return
	}
	var m model.Message
	var ok bool
	if moment == "head" {
		m, ok, c.err = c.memory.head(c.prompt, data)
	} else {
		m, ok, c.err = c.prompt.render(moment, data)
	}
	if ok && c.err == nil {
		c.messages = append(c.messages, m)
	}
}

// begin adds what stands before the first step that is shown whole.
func (c *conversation) begin(head headData, s State, f Folding) {
	c.add("head", head)
	c.add("task", taskData{s.Task})
	if len(s.Lessons) > 0 {
		c.add("lessons", lessonsData{s.Lessons})
	}
	c.folded(s.Steps[:f.Steps])
	for n := range f.Steps {
		c.meanwhile(s, n)
	}
	c.notes(s.Notes[:notesBefore(s, f.Steps)], f.Steps)
}

// notes adds those of notes, which stand in order, that came when at most n steps had been taken, and
// returns how many they are.
func (c *conversation) notes(notes []Note, n int) int {
	for i, note := range notes {
		if note.After > n {
			return i
		}
		c.add("note", noteData{note.Text})
	}
	return len(notes)
}

// step adds a step with its observations.
func (c *conversation) step(s *Step, f Folding) {
	c.decision(s)
	for i := range s.Observations {
		c.add("observation", cut(&s.Observations[i], f.Observation))
	}
}

// tell adds steps to those that are told.
func tell(told []toldStep, steps []Step) []toldStep {
	for _, s := range steps {
		told = append(told, toldStep{s.N, len(s.Observations)})
	}
	return told
}

// folded adds the digest lines of steps, a step always with all its observations.
func (c *conversation) folded(steps []Step) {
	if len(steps) == 0 || c.err != nil {
		return
	}
	if _, ok := c.prompt.blocks["folded"]; !ok {
		c.err = ErrNoFolding
		return
	}
	var data foldedData
	for _, s := range steps {
		data.Lines = append(data.Lines, digest(s)...)
	}
	c.add("folded", data)
}

func (c *conversation) decision(s *Step) {
	if c.err != nil {
		return
	}
	var text json.RawMessage
	if text, c.err = wire(*s, c.bare); c.err == nil {
		c.messages = append(c.messages, model.Message{Author: model.Assistant, Content: string(text)})
	}
}
