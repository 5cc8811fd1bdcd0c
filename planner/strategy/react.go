package strategy

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/tools"
)

// DefaultThought is the limit on a thought, in characters, if ReAct does not set one.
const DefaultThought = 200

// ReAct decides, acts and observes, one call at a time, until it answers (Yao et al. 2022).
//
//	state    executor says   next
//	decide   a call          act
//	decide   final_answer    done
//	act      observations    decide
//
// The executor sees the task, the tools, its own decisions and their observations, and one final
// line about the status of the run.
type ReAct struct {
	// Prompt is the prompt of the conversation. Nil means the general one.
	Prompt *prompt.Prompt
	// Thought limits a thought, in characters. 0 means DefaultThought.
	Thought int
	// NoThought leaves the thought out of a decision.
	NoThought bool
	// Parallel is the maximum number of calls in one decision. 0 means 1: one call at a time.
	Parallel int
	// GuidePlan is the prompt that asks a planner for a plan before the first step; the executor reads
	// the plan as advice. Nil: there is no plan.
	GuidePlan *prompt.Prompt
}

var _ planner.Planner = ReAct{}

// prompt returns the words of the executor. The general ones are parsed where they are needed.
func (r ReAct) prompt() *prompt.Prompt {
	if r.Prompt != nil {
		return r.Prompt
	}
	return prompt.General().Executor
}

// Name returns "react".
func (r ReAct) Name() string { return "react" }

// Roles returns the executor role, and the planner role if there is a guide plan.
func (r ReAct) Roles() []model.RoleForm {
	roles := []model.RoleForm{r.prompt().RoleForm(model.Executor)}
	if r.GuidePlan != nil {
		roles = append(roles, r.GuidePlan.RoleForm(model.Planner))
	}
	return roles
}

// Capabilities implements [planner.Capable].
func (r ReAct) Capabilities() planner.Capabilities { return planner.Capabilities{Turns: true} }

// Stage implements [planner.Stager].
func (r ReAct) Stage(s planner.State, _ planner.Allowed) planner.Stage {
	if r.GuidePlan != nil && (s.Plan == nil || s.ReplanReason() != "") {
		return planner.Stage{Role: model.Planner}
	}
	return planner.Stage{Role: model.Executor}
}

// Next implements [planner.Planner].
func (r ReAct) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	if r.Stage(s, a).Role == model.Planner {
		return r.PlanFor(ctx, s, a, ask, planner.FirstPlan, "")
	}
	given := r.givenThought(a)
	var d planner.Decision
	var of json.RawMessage // the reply that d was read from
	q := planner.Question{
		Role:     model.Executor,
		Repeated: given,
		Messages: func(f planner.Folding) ([]model.Message, error) { return r.messages(s, a, f) },
		Schema:   r.schema(s, a, given),
		Accept: func(reply json.RawMessage) (err error) {
			d, err = readOrReplan(a, reply)
			of = reply
			return err
		},
		Repair: r.prompt().Repair,
	}
	if r.talks(s, a) {
		q = talk(q, s, a)
	}
	reply, err := ask(ctx, q)
	if err != nil {
		return planner.Decision{}, err
	}
	if !bytes.Equal(of, reply) { // it was accepted before the run was resumed
		d, err = readOrReplan(a, reply)
	}
	return d, err
}

// schema returns the wire format of a decision, with a branch that asks for another plan if that is
// allowed. given is the thought after a repeated call.
func (r ReAct) schema(s planner.State, a planner.Allowed, given string) grammar.Schema {
	thought := a.ThoughtCeiling(r.thought())
	if n := len(s.Steps); n == 0 || !fromLog(s.Steps[n-1].Observations) {
		given = ""
	}
	key := "decision " + strconv.Itoa(thought) + " " + strconv.Itoa(a.MaxParallel(r.Parallel)) + " " +
		strconv.FormatBool(a.Replan) + " " + strconv.Quote(given)
	return decisionSchema(key, a, func() []grammar.Schema {
		branches := planner.DecisionBranches(a, thought, r.Parallel)
		if a.Replan {
			branches = append(branches, planner.DecisionBranch(planner.ReplanRequest, reasonSchema(minReplanReason), thought))
		}
		if given != "" {
			planner.GiveThought(branches, given)
		}
		return branches
	})
}

// fromLog reports whether all results of a step are those of earlier calls.
func fromLog(results []tools.Observation) bool {
	return len(results) > 0 && !slices.ContainsFunc(results, func(o tools.Observation) bool { return !o.Cached })
}

// givenThought returns the thought that the grammar writes after a repeated call: a small model thinks what it thought
// before, and then does what it did before. It is "" where the model does not think, or less.
func (r ReAct) givenThought(a planner.Allowed) string {
	m, ok, err := r.prompt().Render("repeated", nil) // Parse has tried it
	if !ok || err != nil || utf8.RuneCountInString(m.Content) > a.ThoughtCeiling(r.thought()) {
		return ""
	}
	return m.Content
}

// decisionSchema returns the schema of a decision among branches. They must depend on nothing but key, and
// tools, wait and answer of a.
func decisionSchema(key string, a planner.Allowed, branches func() []grammar.Schema) grammar.Schema {
	if a.Unconstrained {
		return grammar.OpenObject()
	}
	return prompt.CacheOf(a.Cache).Schema(key+" "+strconv.Itoa(a.Wait), a.Tools, a.Answer,
		func() grammar.Schema { return grammar.AnyOf(branches()...) })
}

// readOrReplan reads and checks a decision that may ask for another plan, where that is allowed.
func readOrReplan(a planner.Allowed, reply json.RawMessage) (planner.Decision, error) {
	v := gjson.ParseBytes(reply)
	if !a.Replan || v.Get("tool").Str != planner.ReplanRequest {
		return a.Read(reply)
	}
	if v.Get("tool_args.reason").Type != gjson.String {
		return planner.Decision{}, phrases.Error("no reason", "Tool", planner.ReplanRequest)
	}
	return replanDecision(v), nil
}

// replanDecision is that of an executor who asks for another plan.
func replanDecision(reply gjson.Result) planner.Decision {
	return planner.Decision{Kind: planner.ReplanDecision, Role: model.Executor, Thought: reply.Get("thought").String(),
		End: &planner.Ending{Problem: reply.Get("tool_args.reason").Str}}
}

// PlanFor implements [Replanner]: plans are guides.
func (r ReAct) PlanFor(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask, cause planner.Cause,
	reason string) (planner.Decision, error) {
	return guidePlan(ctx, planWriter{prompt: r.GuidePlan, form: r.PlanForm()}, s, a, planRequestFor(s, cause, reason), ask)
}

// PlanForm implements [Replanner].
func (r ReAct) PlanForm() planner.PlanForm { return planner.PlanForm{Guide: true} }

// WithPlans implements [Replanner]: plans are guides.
func (r ReAct) WithPlans(p *prompt.Prompt, _ int) Replanner {
	r.GuidePlan = p
	return r
}

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

// What the prompt of ReAct sees.
type (
	reactHead struct {
		Tools   []planner.Offer
		Answer  grammar.Schema
		Steps   int
		Replans bool // the executor may ask for another plan at some decisions

		Instructions string
	}
	reactStatus struct {
		Task        string // to read again where the decision is made
		Step, Steps int
		Closing     string
		Lost        []planner.Removal
		Waiting     []string // tools that cannot be called until another one has shown a value for them
		UsedUp      []string // tools that were called with every value
		Choices     []string // what may be chosen now
		Replan      bool     // another plan may be asked for now
	}
)

// messages renders the conversation and the line on where the run stands.
func (r ReAct) messages(s planner.State, a planner.Allowed, f planner.Folding) ([]model.Message, error) {
	c := r.prompt().ExecutorConversation(prompt.CacheOf(a.Cache), s, f,
		reactHead{Tools: a.AllTools, Answer: a.AnswerSchema, Steps: a.Steps, Replans: a.Replans, Instructions: a.Instructions}, r.NoThought)
	choices := a.Choices()
	if a.Replan {
		choices = append(choices, planner.ReplanRequest)
	}
	c.Add("status", reactStatus{Task: s.Task, Step: s.Counters.Steps + 1, Steps: a.Steps, Closing: a.Closing, Lost: a.Removed,
		Waiting: a.Waiting(), UsedUp: a.UsedUp(), Choices: choices, Replan: a.Replan})
	return c.Messages()
}
