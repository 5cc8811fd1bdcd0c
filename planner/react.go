package planner

import (
	"context"
	"encoding/json"
	"fmt"

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

// Seats returns the executor's.
func (r ReAct) Seats() []model.Seat {
	seats := []model.Seat{seat(model.Executor, r.Prompt)}
	if r.GuidePlan != nil {
		seats = append(seats, seat(model.Planner, r.GuidePlan))
	}
	return seats
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
	if a.Replan {
		return r.orReplan(ctx, s, a, ask)
	}
	reply, err := ask(ctx, Question{
		Role:     model.Executor,
		Messages: func(f Folding) ([]model.Message, error) { return r.messages(s, a, f) },
		Schema:   DecisionSchema(a, r.thought(), r.Parallel),
		Accept:   acceptIn(a),
		Repair:   r.repair,
	})
	if err != nil {
		return Decision{}, err
	}
	d, err := readDecision(reply)
	d.N = s.Counters.Steps + 1
	return d, err
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

// messages renders the conversation.
func (r ReAct) messages(s State, a Allowed, f Folding) ([]model.Message, error) {
	f.Steps = min(f.Steps, len(s.Steps))
	c := conversation{prompt: r.Prompt}
	c.add("head", headData{Tools: a.Known, Answer: a.Shape, Steps: a.Steps})
	c.add("task", taskData{s.Task})
	c.folded(s.Steps[:f.Steps])
	c.lessons(s)
	c.meanwhile(s, 0, f.Steps)
	for i, step := range s.Steps[f.Steps:] {
		c.decision(step)
		for _, o := range step.Observations {
			c.add("observation", observationData{cut(o, f.Observation)})
		}
		c.meanwhile(s, f.Steps+i+1, f.Steps+i+1)
	}
	c.add("status", statusData{Step: s.Counters.Steps + 1, Steps: a.Steps, Closing: a.Closing, Lost: a.Lost, Choices: a.Choices()})
	return c.messages, c.err
}

func (r ReAct) repair(invalid error) (model.Message, error) {
	m, ok, err := r.Prompt.render("repair", repairData{invalid.Error()})
	if err == nil && !ok {
		err = fmt.Errorf("planner: the %q prompt has no repair block, and the reply was invalid: %w", r.Prompt.Form(), invalid)
	}
	return m, err
}

// A conversation collects messages until the first error.
type conversation struct {
	prompt   *Prompt
	messages []model.Message
	err      error
}

func (c *conversation) add(moment string, data any) {
	if c.err != nil {
		return
	}
	m, ok, err := c.prompt.render(moment, data)
	if err != nil {
		c.err = err
	} else if ok {
		c.messages = append(c.messages, m)
	}
}

// notes adds the notes that came after first to last steps.
func (c *conversation) notes(notes []Note, first, last int) {
	for _, n := range notes {
		if n.After >= first && n.After <= last {
			c.add("note", noteData{n.Text})
		}
	}
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

func (c *conversation) decision(s Step) {
	if c.err != nil {
		return
	}
	var text json.RawMessage
	if text, c.err = wire(s); c.err == nil {
		c.messages = append(c.messages, model.Message{Author: model.Assistant, Content: string(text)})
	}
}
