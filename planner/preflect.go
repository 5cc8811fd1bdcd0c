package planner

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner/planerrors"
)

// PreFlect puts a critic between plan and execution of another strategy (PreFlect, arXiv 2602.07187).
//
//	moment      test                                                            next
//	inner       the inner strategy would adopt a plan: it is held               examining
//	examining   rounds left: critic, turn 1, a diagnosis                        examining
//	examining   nothing critical, neither the critic's nor the checks'          adopting
//	examining   otherwise turn 2 of the same conversation, a plan               examining
//	examining   that is worse than the first by the checks, or equal            adopting the first
//	adopting    the plan that stands                                            inner
//	inner       the executor chose replan; a plan step failed                   inner plans
//	inner       a window of ForceAt closed without a new plan                   forced
//	forced      planner: the same plan again stays, another one is held         examining
//
// The executor sees plans, never criticism. A strategy without a plan (ReAct) gets a guide plan.
type PreFlect struct {
	// Inner carries out the plans: ReAct, PlanExecute, PlanAct or PlanActReflect. Required.
	Inner Planner
	// Prompts words planner and critic. Required; see [GeneralPrompts].
	Prompts Prompts
	// ReflectRounds is how many conversations the critic has about one plan. Allowance.
	ReflectRounds int
	// Library is what the critic knows of planning errors, at least one. Nil takes planerrors.Core; any
	// other stands in the logs of the runs.
	Library *planerrors.Library
	// Examples is how many failure patterns of each type the first turn shows. 0 takes 2.
	Examples int
	// NoChecks hides what the plan checks find from the critic; it is no reason to revise then. Errors
	// still refuse a plan.
	NoChecks bool
	// Static leaves the executor no way to ask for another plan.
	Static bool
	// ForceAt are the numbers of steps after which a new plan is asked for, if none was adopted since
	// the one before. Nil takes 6 and 12; an empty list is none.
	ForceAt []int
	// Replans is how often another plan may be made, forced ones apart. Allowance.
	Replans int
}

var (
	_ Planner = PreFlect{}
	_ Stager  = PreFlect{}
)

// A planning strategy is what PreFlect wraps.
type planningStrategy interface {
	Planner
	Stager
	PlanFor(ctx context.Context, s State, a Allowed, ask Ask, cause Cause, reason string) (Decision, error)
	author() author
}

// NewPreFlect returns PreFlect around inner with the general prompts, one round and four re-plans.
func NewPreFlect(inner Planner) PreFlect {
	return PreFlect{Inner: inner, Prompts: GeneralPrompts(), ReflectRounds: 1, Replans: 4}
}

// Name returns "preflect:" and the name of the inner strategy.
func (p PreFlect) Name() string { return "preflect:" + p.Inner.Name() }

// Capabilities implements [Capable]. The library is logged, unless it is the usual one.
func (p PreFlect) Capabilities() Capabilities {
	c := CapabilitiesOf(p.Inner)
	c.Invalid, c.Steps = p.invalid(c), 20
	if p.Library != nil {
		text, err := json.Marshal(struct {
			Library *planerrors.Library `json:"library"`
		}{p.Library})
		if err != nil {
			panic("planner: BUG: a library is no JSON: " + err.Error())
		}
		c.Settings = text
	}
	return c
}

func (p PreFlect) invalid(inner Capabilities) error {
	if _, ok := p.Inner.(planningStrategy); !ok {
		return fmt.Errorf("planner: PreFlect goes around react, plan-execute, plan-act or plan-act-reflect, not around %T", p.Inner)
	}
	if p.Library != nil && len(p.Library.Errors) == 0 {
		return fmt.Errorf("planner: the library %q holds no planning error, so a critic could find none", p.Library.Name)
	}
	last := 0
	for _, n := range p.ForceAt {
		if n <= last {
			return fmt.Errorf("planner: ForceAt is %v, want rising numbers of steps", p.ForceAt)
		}
		last = n
	}
	if inner.Invalid != nil {
		return inner.Invalid
	}
	return nonNegative(map[string]int{"ReflectRounds": p.ReflectRounds, "Examples": p.Examples, "Replans": p.Replans})
}

// Roles lists the inner strategy's roles, planner and critic.
func (p PreFlect) Roles() []model.RoleForm {
	roles := p.inner().Roles()
	for _, wanted := range []model.RoleForm{roleForm(model.Planner, p.Prompts.Planner), roleForm(model.Critic, p.Prompts.Critic)} {
		if !hasRole(roles, wanted.Role) {
			roles = append(roles, wanted)
		}
	}
	return roles
}

func hasRole(roles []model.RoleForm, role model.Role) bool {
	for _, s := range roles {
		if s.Role == role {
			return true
		}
	}
	return false
}

// inner is the inner strategy, with a guide plan if it has none, and with the re-plans of the whole.
func (p PreFlect) inner() planningStrategy {
	switch inner := p.Inner.(type) {
	case ReAct:
		inner.GuidePlan = p.Prompts.Planner
		return inner
	case PlanExecute:
		inner.Replans = p.Replans
		return inner
	case PlanAct:
		inner.Replans = p.Replans
		return inner
	case PlanActReflect:
		if inner.Plan == PlanOff {
			inner.Plan = PlanFirst
		}
		return inner
	}
	return p.Inner.(planningStrategy)
}

func (p PreFlect) library() *planerrors.Library {
	if p.Library == nil {
		return planerrors.Core()
	}
	return p.Library
}

// The moments of PreFlect.
const (
	within    moment = "inner"
	diagnosis moment = "turn 1"
	revision  moment = "turn 2"
	adopting  moment = "adopting"
	forced    moment = "forced"
)

// at says where in the machine a run stands.
func (p PreFlect) at(s State, a Allowed) moment {
	switch {
	case s.Proposed != nil:
		return p.examining(s, a)
	case p.forcedNow(s, a):
		return forced
	}
	return within
}

// examining says what comes next about the plan that is held.
func (p PreFlect) examining(s State, a Allowed) moment {
	n := len(s.Examined)
	if n == 0 {
		if p.ReflectRounds == 0 || a.Bound != "" || a.Requests <= 0 {
			return adopting
		}
		return diagnosis
	}
	last := s.Examined[n-1]
	switch {
	case last.Failed || last.Turn == 1 && !last.flagged() && !last.Checks:
		return adopting
	case last.Turn == 1:
		return revision
	case last.Kept || last.Round >= p.ReflectRounds || a.Bound != "":
		return adopting
	}
	return diagnosis
}

// flagged reports whether the critic found something critical.
func (v Verdict) flagged() bool { return worst(v.Errors, SeverityCritical) }

// forcedNow reports whether a window of ForceAt has closed without a plan, while there is still work.
func (p PreFlect) forcedNow(s State, a Allowed) bool {
	windows := p.ForceAt
	if windows == nil {
		windows = []int{6, 12}
	}
	if s.Plan == nil || s.Wish != "" || a.Bound != "" || s.Counters.ForcedReplans >= len(windows) {
		return false
	}
	if next := p.inner().Stage(s, a); next.Role != model.Executor || next.Answering && s.Plan.Cursor() == "" {
		return false
	}
	from := 0
	for _, until := range windows {
		if s.Counters.Steps >= until && s.Counters.Steps < next(windows, until) && !plannedAfter(s, from) {
			return true
		}
		from = until
	}
	return false
}

// next returns the window behind the one that ends at n, or a number beyond all.
func next(windows []int, n int) int {
	for _, w := range windows {
		if w > n {
			return w
		}
	}
	return int(^uint(0) >> 1)
}

func plannedAfter(s State, steps int) bool {
	for _, at := range s.PlannedAt {
		if at > steps {
			return true
		}
	}
	return false
}

// mayWish reports whether the executor may ask for another plan: not directly after one, not with none
// left, and not at the end.
func (p PreFlect) mayWish(s State, a Allowed) bool {
	n := len(s.PlannedAt)
	return !p.Static && a.Bound == "" && s.Counters.Replans+s.SentBack < p.Replans && s.Forced != "replans" &&
		n > 0 && s.PlannedAt[n-1] < s.Counters.Steps
}

// Stage implements [Stager].
func (p PreFlect) Stage(s State, a Allowed) Stage {
	switch p.at(s, a) {
	case diagnosis, revision:
		return Stage{Role: model.Critic}
	case adopting:
		return Stage{}
	case forced:
		return Stage{Role: model.Planner}
	}
	return p.inner().Stage(s, a)
}

// Next implements [Planner].
func (p PreFlect) Next(ctx context.Context, s State, a Allowed, ask Ask) (d Decision, err error) {
	a.Replan = p.mayWish(s, a)
	if a.Lane != "" {
		return p.inner().Next(ctx, s, a, ask)
	}
	switch p.at(s, a) {
	case diagnosis:
		return p.critic(s, a).diagnose(ctx, ask)
	case revision:
		return p.critic(s, a).revise(ctx, ask)
	case adopting:
		adopted := *s.Proposed
		adopted.Adopt, adopted.Held, adopted.Reviewed = true, false, len(s.Examined) > 0
		return Decision{Kind: PlanDecision, Plan: &adopted}, nil
	case forced:
		d, err = p.inner().PlanFor(ctx, s, a, ask, Forced, fmt.Sprintf("%d steps without a new plan", s.Counters.Steps))
	default:
		d, err = p.inner().Next(ctx, s, a, ask)
	}
	if held := d.Kind == PlanDecision && d.Plan.Adopt && !d.Plan.Unchanged && d.Plan.Cause != Expanded && len(d.Plan.Plan.open()) > 0; held {
		d.Plan.Adopt, d.Plan.Held = false, true
	}
	return d, err
}
