package strategy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
)

// PreFlect goes around any planner. One that is a Replanner writes plans when it is told to. Of the others, one that
// asks the planner role itself is selfPlanning, and every one else is guided.

// asReplanner returns the inner strategy of p as one with plans.
func (p PreFlect) asReplanner() Replanner {
	words := p.prompts()
	if inner, ok := p.Inner.(Replanner); ok {
		return inner.WithPlans(words.Planner, p.Replans)
	}
	if planner.CapabilitiesOf(p.Inner).Plans || hasRole(p.Inner.Roles(), model.Planner) {
		return selfPlanning{p.Inner}
	}
	return guided{Planner: p.Inner, planWords: words.Planner, guideWords: words.Guide}
}

// wrappable says why PreFlect cannot go around inner, or nil.
func (p PreFlect) wrappable() error {
	if p.Inner == nil {
		return errors.New("strategy: PreFlect needs an inner strategy")
	}
	if _, ok := p.Inner.(PreFlect); ok {
		return errors.New("strategy: PreFlect goes around another strategy, not around PreFlect: raise ReflectRounds for more than one examination")
	}
	inner, ok := p.Inner.(Replanner)
	if !ok {
		return nil
	}
	if with := inner.WithPlans(p.prompts().Planner, p.Replans); reflect.TypeOf(with) != reflect.TypeOf(p.Inner) {
		return fmt.Errorf("strategy: %T.WithPlans returns a %T, which would run in its place; a strategy that embeds another one needs a WithPlans of its own", p.Inner, with)
	}
	return nil
}

// A selfPlanning strategy writes plans when it wants to. It is told to plan again by State.ReplanReason, if it
// listens to that.
type selfPlanning struct{ planner.Planner }

// Stage implements [planner.Stager].
func (p selfPlanning) Stage(s planner.State, a planner.Allowed) planner.Stage {
	return planner.StageOf(p.Planner, s, a)
}

// listens reports whether the strategy would plan now if it had a reason to.
func (p selfPlanning) listens(s planner.State, a planner.Allowed) bool {
	s.ReplanReason = "asked"
	return p.Stage(s, a).Role == model.Planner
}

// PlanFor implements [Replanner]. PreFlect calls it only where the strategy listens.
func (p selfPlanning) PlanFor(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask, cause planner.Cause, reason string) (planner.Decision, error) {
	s.ReplanReason = reason
	d, err := p.Next(ctx, s, a, ask)
	if d.Kind != planner.PlanDecision || cause != planner.Forced {
		return d, err
	}
	d.Plan.Cause = cause
	if s.Plan != nil && s.Plan.SameOpen(&d.Plan.Plan) {
		return unchanged(s, cause), err
	}
	return d, err
}

// PlanForm implements [Replanner]: a critic writes in the form of the plan that it examines, see formOf.
func (p selfPlanning) PlanForm() planner.PlanForm { return planner.PlanForm{} }

// WithPlans implements [Replanner].
func (p selfPlanning) WithPlans(*prompt.Prompt, int) Replanner { return p }

// formOf is the form of a plan whose strategy does not say it: what stands in the plan may be written.
func formOf(p *planner.Plan) planner.PlanForm {
	f := planner.PlanForm{Guide: p.Guide, MaxSteps: max(planner.DefaultPlanSteps, len(p.OpenSteps()))}
	for _, s := range p.Steps {
		f.Static, f.Conditions = f.Static || len(s.Args) > 0, f.Conditions || s.When != nil
	}
	return f
}

// A guided strategy knows no plans. A planner role writes guide plans for it, and it reads them with its task. Where
// the executor may ask for another plan, its questions get a branch for that.
type guided struct {
	planner.Planner
	planWords, guideWords *prompt.Prompt
}

// Stage implements [planner.Stager].
func (g guided) Stage(s planner.State, a planner.Allowed) planner.Stage {
	if g.planDue(s) {
		return planner.Stage{Role: model.Planner}
	}
	return planner.StageOf(g.Planner, withoutPlan(s), withoutReplan(a))
}

// planDue reports whether a guide plan comes next. After the answer of a strategy that others judge there is none.
func (g guided) planDue(s planner.State) bool {
	return s.InnerEnding == nil && (s.Plan == nil || s.ReplanReason != "")
}

// Next implements [planner.Planner].
func (g guided) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	if a.Lane == "" && g.planDue(s) {
		return g.PlanFor(ctx, s, a, ask, planner.FirstPlan, "")
	}
	view := withoutPlan(s)
	if lines := prompt.GuideLines(s.Plan); len(lines) > 0 {
		task, ok, err := g.guideWords.Render("task", guideTask{s.Task, lines, a.Replans})
		if err != nil {
			return planner.Decision{}, err
		}
		if ok {
			view.Task = task.Content
		}
	}
	if a.Replan && s.InnerEnding == nil {
		ask = offeringReplan(a, ask)
	}
	d, err := g.Planner.Next(ctx, view, withoutReplan(a), ask)
	if asked, ok := errors.AsType[*replanAsked](err); ok {
		return planner.Decision{Kind: planner.ReplanDecision, Role: model.Executor, N: s.Counters.Steps + 1,
			Thought: asked.thought, Reason: asked.reason}, nil
	}
	return d, err
}

// guideTask is the task as a strategy without plans reads it.
type guideTask struct {
	Task    string
	Lines   []string
	Replans bool
}

func withoutPlan(s planner.State) planner.State {
	if s.Plan != nil && s.Plan.Guide {
		s.Plan, s.EarlierPlans = nil, nil
	}
	return s
}

func withoutReplan(a planner.Allowed) planner.Allowed {
	a.Replan, a.Replans = false, false
	return a
}

// PlanFor implements [Replanner].
func (g guided) PlanFor(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask, cause planner.Cause, reason string) (planner.Decision, error) {
	return guidePlan(ctx, planWriter{prompt: g.planWords, form: g.PlanForm()}, s, a, planRequestFor(s, cause, reason), ask)
}

// PlanForm implements [Replanner]: plans are guides.
func (g guided) PlanForm() planner.PlanForm { return planner.PlanForm{Guide: true} }

// WithPlans implements [Replanner].
func (g guided) WithPlans(*prompt.Prompt, int) Replanner { return g }

// replanAsked is the error of a guided strategy's Ask where the executor chose another plan. The strategy returns it
// as it is, as it does with every error of Ask.
type replanAsked struct{ thought, reason string }

func (replanAsked) Error() string { return "strategy: the executor asks for another plan" }

// offeringReplan adds the branch that asks for another plan to the decisions that the executor is asked for.
func offeringReplan(a planner.Allowed, ask planner.Ask) planner.Ask {
	return func(ctx context.Context, q planner.Question) (json.RawMessage, error) {
		branch, ok := replanBranch(q.Schema)
		if q.Role != model.Executor || !ok && !a.Unconstrained {
			return ask(ctx, q)
		}
		if ok {
			q.Schema = grammar.AnyOf(append(alternatives(q.Schema), branch)...)
		}
		accept := q.Accept
		q.Accept = func(reply json.RawMessage) error {
			r := gjson.ParseBytes(reply)
			switch {
			case r.Get("tool").Str == planner.ReplanRequest && r.Get("tool_args.reason").Type != gjson.String:
				return phrases.Error("no reason", "Tool", planner.ReplanRequest)
			case r.Get("tool").Str == planner.ReplanRequest || accept == nil:
				return nil
			}
			return accept(reply)
		}
		reply, err := ask(ctx, q)
		if r := gjson.ParseBytes(reply); err == nil && r.Get("tool").Str == planner.ReplanRequest {
			return nil, &replanAsked{r.Get("thought").String(), r.Get("tool_args.reason").Str}
		}
		return reply, err
	}
}

// replanBranch returns the branch that asks for another plan beside those of a schema of decisions. ok is false for
// a schema of something else.
func replanBranch(decisions grammar.Schema) (_ grammar.Schema, ok bool) {
	first := alternatives(decisions)[0]
	if _, ok := first.Property("tool"); !ok {
		return first, false
	}
	branch := planner.DecisionBranch(planner.ReplanRequest, reasonSchema(minReplanReason), 0)
	if thought, ok := first.Property("thought"); ok {
		branch.Properties = append([]grammar.Property{{Name: "thought", Schema: thought}}, branch.Properties...)
	}
	return branch, true
}

func alternatives(s grammar.Schema) []grammar.Schema {
	if len(s.AnyOf) > 0 {
		return append([]grammar.Schema{}, s.AnyOf...)
	}
	return []grammar.Schema{s}
}
