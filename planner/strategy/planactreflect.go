package strategy

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
)

// PlanActReflect plans, acts, answers, and lets a reflector judge the answer, in cycles (Agentflow's PlanActReflectAgent).
//
//	state       test                                                    next
//	planning    there are tools: the planner writes a guide plan        deciding
//	deciding    the executor calls a tool                               deciding
//	deciding    final_answer, the only choice at the end of a cycle     reflecting
//	reflecting  done, with enough confidence                            accepted: final
//	reflecting  not done, cycles and steps left                         planning
//	reflecting  not done, otherwise                                     refused: budget_exhausted
//	deciding    the answer is the one that was refused before           cycle/answers
//
// Only the typed fields of a verdict decide what happens next; its text does not.
type PlanActReflect struct {
	// Prompts has the prompts of the roles. A nil prompt means the general one.
	Prompts prompt.Set
	// Parallel is the maximum number of calls in one decision. 0 means 1.
	Parallel int
	// Cycles is how many verdicts a run may have. 0 means 3; -1 means none: the draft is the answer.
	Cycles int
	// StepsPerCycle is the maximum number of decisions in a cycle; the last one must close it. 0 means 4.
	StepsPerCycle int
	// Plan says when a guide plan is written: PlanEachCycle, PlanFirst or PlanOff. "" means each cycle.
	Plan PlanWhen
	// Confidence is the lowest confidence at which a verdict counts as done. "" means low.
	Confidence string
	// PlanSteps is the maximum number of plan steps. 0 means 4.
	PlanSteps int
}

// PlanWhen says when PlanActReflect plans.
type PlanWhen string

// When PlanActReflect plans.
const (
	PlanEachCycle PlanWhen = "cycle"
	PlanFirst     PlanWhen = "first"
	PlanOff       PlanWhen = "off"
)

var (
	_ planner.Planner = PlanActReflect{}
	_ planner.Stager  = PlanActReflect{}
)

// The states of PlanActReflect.
const (
	deciding   machineState = "deciding"
	reflecting machineState = "reflecting"
	accepted   machineState = "accepted"
	rejected   machineState = "rejected"
	repeating  machineState = "repeating"
)

func (p PlanActReflect) prompts() prompt.Set { return p.Prompts.OrGeneral() }

// Name returns "plan-act-reflect".
func (p PlanActReflect) Name() string { return "plan-act-reflect" }

// Capabilities implements [planner.Capable].
func (p PlanActReflect) Capabilities() planner.Capabilities {
	return planner.Capabilities{Invalid: p.invalid(), Steps: 12}
}

func (p PlanActReflect) invalid() error {
	if p.Plan != "" && p.Plan != PlanEachCycle && p.Plan != PlanFirst && p.Plan != PlanOff {
		return fmt.Errorf("strategy: Plan is %q, want %q, %q or %q", p.Plan, PlanEachCycle, PlanFirst, PlanOff)
	}
	if p.Confidence != "" && !slices.Contains(confidences, p.Confidence) {
		return fmt.Errorf("strategy: Confidence is %q, want one of %q", p.Confidence, confidences)
	}
	return checkBounds(limit{"Cycles", p.Cycles, none}, limit{"StepsPerCycle", p.StepsPerCycle, 0}, limit{"PlanSteps", p.PlanSteps, 0})
}

// Roles lists the roles.
func (p PlanActReflect) Roles() []model.RoleForm {
	roles := []model.RoleForm{p.prompts().Executor.RoleForm(model.Executor)}
	if p.Plan != PlanOff {
		roles = append(roles, p.prompts().Planner.RoleForm(model.Planner))
	}
	if p.cycles() > 0 {
		roles = append(roles, p.prompts().Reflector.RoleForm(model.Reflector))
	}
	return roles
}

func (p PlanActReflect) cycles() int { return most(p.Cycles, 3) }

func (p PlanActReflect) react() ReAct {
	return ReAct{Prompt: p.prompts().Executor, Parallel: p.Parallel}
}

// at says where in the machine a run stands.
func (p PlanActReflect) at(s planner.State, a planner.Allowed) machineState {
	v := s.LastVerdict("answer")
	unjudged := p.cycles() > 0 && len(s.Drafts()) > len(s.VerdictsOf("answer"))
	fresh := v != nil && v.After == len(s.Steps)
	switch {
	case unjudged && sameAgain(s):
		return repeating
	case unjudged:
		return reflecting
	case fresh && v.Done:
		return accepted
	case fresh && (s.Counters.Cycles >= p.cycles() || s.Counters.Steps >= a.Steps):
		return rejected
	case s.ReplanReason() != "", p.planDue(s, a, v):
		return planning
	}
	return deciding
}

// planDue reports whether a guide plan is due in this cycle.
func (p PlanActReflect) planDue(s planner.State, a planner.Allowed, v *planner.Verdict) bool {
	switch {
	case p.Plan == PlanOff || len(a.AllTools) == 0 || a.Bound != "":
		return false
	case s.Plan == nil:
		return v == nil
	}
	return p.Plan != PlanFirst && v != nil && v.After == len(s.Steps) && s.Plan.After < v.After
}

// closes reports whether the next decision is the last of its cycle.
func (p PlanActReflect) closes(s planner.State) bool {
	began := 0
	if v := s.LastVerdict("answer"); v != nil {
		began = v.After
	}
	return len(s.Steps)-began+1 >= cmp.Or(p.StepsPerCycle, 4)
}

// Stage implements [planner.Stager].
func (p PlanActReflect) Stage(s planner.State, a planner.Allowed) planner.Stage {
	where := p.at(s, a)
	if where == deciding {
		return planner.Stage{Role: model.Executor, Answering: p.closes(s)}
	}
	return asked[where]
}

// Next implements [planner.Planner].
func (p PlanActReflect) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	switch p.at(s, a) {
	case planning:
		return p.PlanFor(ctx, s, a, ask, planner.FirstPlan, "")
	case reflecting:
		return answerJudge{prompt: p.prompts().Reflector, of: "answer", confidence: p.Confidence}.judge(ctx, s, a, s.LastDraft(), "", ask)
	case accepted:
		return accept(s.LastDraft(), ""), nil
	case rejected:
		reason := planner.ReasonCycles
		if s.Counters.Cycles < p.cycles() {
			reason = planner.ReasonSteps
		}
		return end(planner.OutcomeBudgetExhausted, reason,
			phrases.Say("answer not accepted", "Guidance", s.LastVerdict("answer").Guidance), s.LastDraft()), nil
	case repeating:
		return end(planner.OutcomeCycle, planner.ReasonAnswers, phrases.Say("same answer"), s.LastDraft()), nil
	}
	d, err := p.react().Next(ctx, s, a, ask)
	if d.Kind == planner.FinalDecision && p.cycles() > 0 {
		d.Kind = planner.DraftDecision
	}
	return d, err
}

// PlanFor implements [Replanner]: plans are guides.
func (p PlanActReflect) PlanFor(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask,
	cause planner.Cause, reason string) (planner.Decision, error) {
	n := planRequestFor(s, cause, reason)
	if v := s.LastVerdict("answer"); v != nil && v.After == len(s.Steps) && cause != planner.Forced {
		n = planRequest{cause: planner.NewCycle, reason: v.Guidance, verdict: v}
	}
	return guidePlan(ctx, planWriter{prompt: p.prompts().Planner, form: p.PlanForm()}, s, a, n, ask)
}

// PlanForm implements [Replanner].
func (p PlanActReflect) PlanForm() planner.PlanForm {
	return planner.PlanForm{MaxSteps: cmp.Or(p.PlanSteps, 4), Guide: true}
}

// WithPlans implements [Replanner]. Cycles limits how often it plans.
func (p PlanActReflect) WithPlans(*prompt.Prompt, int) Replanner {
	if p.Plan == PlanOff {
		p.Plan = PlanFirst
	}
	return p
}
