package strategy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/planner/prompt"
)

// PreFlect makes a critic examine each plan of another strategy before it is carried out (PreFlect, arXiv 2602.07187).
//
//	state       test                                                            next
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
// The executor reads plans but no criticism. A strategy without a plan gets a guide plan.
type PreFlect struct {
	// Inner writes the plans and carries them out. Required. ReAct, PlanExecute, PlanAct and PlanActReflect are
	// Replanners; ReAct gets guide plans.
	Inner Replanner
	// Prompts has the prompts for planner and critic. A nil prompt means the general one.
	Prompts prompt.Set
	// ReflectRounds is how many conversations the critic has about one plan. 0 means 1; -1 means none.
	ReflectRounds int
	// Library has the planning errors that the critic looks for, at least one. Nil means
	// planerrors.Core; any other library is logged with each run.
	Library *planerrors.Library
	// ForceAt lists the numbers of steps after which a new plan is requested, unless one was adopted
	// since the previous number. Nil means 6 and 12; an empty list means never.
	ForceAt []int
	// Replans is how often a new plan may be made, not counting forced ones. 0 means 4; -1 means never.
	Replans int
	// Ablation turns parts off.
	Ablation Ablation
}

var (
	_ planner.Planner = PreFlect{}
	_ planner.Stager  = PreFlect{}
)

// A Replanner is a strategy that writes plans, even on request. [PreFlect] works best with these.
//
// PreFlect sets [planner.Allowed].Replan in its calls of Next if the executor may ask for another plan. The Replanner must
// then offer that itself, in lanes too: a [planner.DecisionBranch] for [planner.ReplanRequest] in the schema, and a
// decision of kind [planner.ReplanDecision] with the executor's reason. State.ReplanReason is then set until a plan is
// adopted, and Stage leads to the planner role. A Replanner without such a branch also works, but its executor cannot ask.
type Replanner interface {
	planner.Planner
	planner.Stager

	// PlanFor asks the planner role for a plan, and returns the decision that proposes it. cause and
	// reason say why; with cause FirstPlan, the strategy finds the cause in s. If the cause is Forced
	// and the reply has no plan, or the same one, the current plan stays (Unchanged).
	PlanFor(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask, cause planner.Cause,
		reason string) (planner.Decision, error)

	// PlanForm returns the form of the plans that it writes. A critic writes in the same form.
	PlanForm() planner.PlanForm

	// WithPlans returns a copy of the strategy that PreFlect uses instead. The copy begins with a plan, even
	// if the strategy is configured without one; p is the planner role's prompt for a strategy that has none
	// of its own. After the first plan it makes at most replans more, if it counts them at all. The copy must
	// have the same type: a WithPlans promoted from an embedded strategy would return that strategy alone.
	WithPlans(p *prompt.Prompt, replans int) Replanner
}

func (p PreFlect) prompts() prompt.Set { return p.Prompts.OrGeneral() }

// Name returns "preflect:" and the name of the inner strategy.
func (p PreFlect) Name() string { return "preflect:" + p.Inner.Name() }

// Capabilities implements [planner.Capable]. The library is logged unless it is the default, and so is what is turned off.
func (p PreFlect) Capabilities() planner.Capabilities {
	if p.Inner == nil {
		return planner.Capabilities{Invalid: errors.New("strategy: PreFlect needs an inner strategy")}
	}
	c := planner.CapabilitiesOf(p.Inner)
	c.Invalid, c.Steps = p.invalid(c), 20
	if p.Library != nil || p.Ablation != (Ablation{}) {
		text, err := json.Marshal(struct {
			Library  *planerrors.Library `json:"library,omitempty"`
			Ablation Ablation            `json:"ablation,omitzero"`
		}{p.Library, p.Ablation})
		if err != nil {
			panic("strategy: BUG: a library is not JSON: " + err.Error())
		}
		c.Settings = text
	}
	return c
}

func (p PreFlect) invalid(inner planner.Capabilities) error {
	if inner.Invalid != nil {
		return inner.Invalid
	}
	if with := p.inner(); reflect.TypeOf(with) != reflect.TypeOf(p.Inner) {
		return fmt.Errorf("strategy: %T.WithPlans returns a %T, which would run in its place; embedding needs a WithPlans of its own",
			p.Inner, with)
	}
	if p.Library != nil && len(p.Library.Errors) == 0 {
		return fmt.Errorf("strategy: the library %q holds no planning error, so a critic could find none", p.Library.Name)
	}
	last := 0
	for _, n := range p.ForceAt {
		if n <= last {
			return fmt.Errorf("strategy: ForceAt is %v, want rising numbers of steps", p.ForceAt)
		}
		last = n
	}
	if err := p.Ablation.invalid(); err != nil {
		return err
	}
	return checkBounds(limit{"ReflectRounds", p.ReflectRounds, none}, limit{"Replans", p.Replans, none})
}

// Roles lists the inner strategy's roles, planner and critic.
func (p PreFlect) Roles() []model.RoleForm {
	return withRoles(p.inner().Roles(), p.prompts().Planner.RoleForm(model.Planner), p.prompts().Critic.RoleForm(model.Critic))
}

// withRoles returns roles and those of more that are not among them.
func withRoles(roles []model.RoleForm, more ...model.RoleForm) []model.RoleForm {
	roles = slices.Clip(roles)
	for _, wanted := range more {
		if !slices.ContainsFunc(roles, func(r model.RoleForm) bool { return r.Role == wanted.Role }) {
			roles = append(roles, wanted)
		}
	}
	return roles
}

func (p PreFlect) replans() int { return most(p.Replans, 4) }

func (p PreFlect) rounds() int { return most(p.ReflectRounds, 1) }

// inner is the inner strategy, with plans, and with the re-plans of the whole.
func (p PreFlect) inner() Replanner {
	return p.Inner.WithPlans(p.prompts().Planner, p.replans())
}

func (p PreFlect) library() *planerrors.Library {
	if p.Library == nil {
		return planerrors.Core()
	}
	return p.Library
}

// The states of PreFlect.
const (
	innerDecides machineState = "innerDecides"
	diagnosis    machineState = "diagnosis"
	revision     machineState = "revision"
	adopting     machineState = "adopting"
	forced       machineState = "forced"
)

// at says where in the machine a run stands.
func (p PreFlect) at(s planner.State, a planner.Allowed) machineState {
	switch {
	case planner.Recall[preflectMemo](s.Memo).Proposed != nil:
		return p.examining(planner.Recall[preflectMemo](s.Memo), a)
	case p.forcedNow(s, a):
		return forced
	}
	return innerDecides
}

// examining says what comes next about the plan that is held.
func (p PreFlect) examining(m preflectMemo, a planner.Allowed) machineState {
	n := len(m.Examined)
	if n == 0 {
		if p.rounds() == 0 || p.Ablation.Critic == CriticOff || a.Bound != "" || a.Requests <= 0 {
			return adopting
		}
		return diagnosis
	}
	last := m.Examined[n-1]
	switch {
	case last.Failed || last.Turn == 1 && !last.Critical() && !last.Checks:
		return adopting
	case last.Turn == 1:
		return revision
	case last.Kept || n >= 2*p.rounds() || a.Bound != "":
		return adopting
	}
	return diagnosis
}

// forcedNow reports whether a window of ForceAt has closed without a plan, while there is still work.
func (p PreFlect) forcedNow(s planner.State, a planner.Allowed) bool {
	windows := p.ForceAt
	if windows == nil {
		windows = []int{6, 12}
	}
	m := planner.Recall[preflectMemo](s.Memo)
	if p.Ablation.NoForcedReplan || s.Plan == nil || s.ReplanReason() != "" || a.Bound != "" || s.Counters.ForcedReplans >= len(windows) {
		return false
	}
	inner := p.inner()
	if next := inner.Stage(m.view(s), a); next.Role != model.Executor || next.Answering && s.Plan.Cursor() == "" {
		return false
	}
	from := 0 // where the last window began that has closed
	closed := slices.IndexFunc(windows, func(until int) bool { return until > s.Counters.Steps })
	if closed < 0 {
		closed = len(windows)
	}
	if closed > 1 {
		from = windows[closed-2]
	}
	return closed > 0 && !slices.ContainsFunc(m.Planned, func(at int) bool { return at > from })
}

// dynamic reports whether the executor may ever ask for another plan.
func (p PreFlect) dynamic() bool { return !p.Ablation.NoReplan }

// mayAskForReplan reports whether the executor may ask for another plan: not directly after one, not if
// none is left, and not at the end of the run.
func (p PreFlect) mayAskForReplan(s planner.State, a planner.Allowed) bool {
	planned := planner.Recall[preflectMemo](s.Memo).Planned
	n := len(planned)
	return p.dynamic() && a.Bound == "" && s.Counters.Replans+len(s.SentBack) < p.replans() && n > 0 && planned[n-1] < s.Counters.Steps
}

// Stage implements [planner.Stager].
func (p PreFlect) Stage(s planner.State, a planner.Allowed) planner.Stage {
	switch where := p.at(s, a); {
	case where == innerDecides:
		return p.inner().Stage(planner.Recall[preflectMemo](s.Memo).view(s), a)
	case where == diagnosis && p.Ablation.Critic == CriticChecks:
		return planner.Stage{}
	default:
		return asked[where]
	}
}

// Next implements [planner.Planner].
func (p PreFlect) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (d planner.Decision, err error) {
	a.Replan, a.Replans = p.mayAskForReplan(s, a), p.dynamic() && p.replans() > 0
	m := planner.Recall[preflectMemo](s.Memo)
	if a.Lane != "" {
		return p.inner().Next(ctx, m.view(s), a, ask)
	}
	switch p.at(s, a) {
	case diagnosis:
		if p.Ablation.Critic == CriticChecks {
			return m.examined(p.critic(s, a).checked()), nil
		}
		d, err = p.critic(s, a).diagnose(ctx, ask)
		return m.examined(d), err
	case revision:
		d, err = p.critic(s, a).revise(ctx, ask)
		return m.examined(d), err
	case adopting:
		adopted := *m.Proposed
		adopted.Adopt, adopted.Held = true, false
		return m.planned(s, planner.Decision{Kind: planner.PlanDecision, Plan: &adopted}), nil
	case forced:
		d, err = p.inner().PlanFor(ctx, m.view(s), a, ask, planner.Forced, phrases.Say("forced", "Steps", s.Counters.Steps))
	default:
		d, err = p.inner().Next(ctx, m.view(s), a, ask)
	}
	if d.Memo != nil && d.Within() == "" {
		m.Inner = d.Memo
		d.Memo = planner.Remember(m)
	}
	if held := d.Kind == planner.PlanDecision && d.Plan.Adopt && !d.Plan.Unchanged && d.Plan.Cause != planner.Expanded &&
		len(d.Plan.Plan.OpenSteps()) > 0; held {
		d.Plan.Adopt, d.Plan.Held = false, true
		m.Proposed, m.Examined = d.Plan, nil
		d.Memo = planner.Remember(m)
	}
	return m.planned(s, d), err
}

// A preflectMemo is what PreFlect remembers.
type preflectMemo struct {
	Inner    json.RawMessage   `json:"inner,omitempty"`    // the memo of the inner strategy
	Proposed *planner.Proposal `json:"proposed,omitempty"` // a plan that is being examined
	Examined []planner.Verdict `json:"examined,omitempty"` // the critic's turns on it
	Planned  []int             `json:"planned,omitempty"`  // how many steps had been taken at each adoption
}

// view is s as the inner strategy sees it.
func (m preflectMemo) view(s planner.State) planner.State {
	s.Memo = m.Inner
	return s
}

// examined returns d, a turn of the critic, with what is remembered then.
func (m preflectMemo) examined(d planner.Decision) planner.Decision {
	if d.Verdict != nil {
		m.Examined = append(m.Examined, *d.Verdict)
		if d.Plan != nil {
			m.Proposed = d.Plan
		}
		d.Memo = planner.Remember(m)
	}
	return d
}

// planned returns d, which may adopt a plan, with what is remembered then.
func (m preflectMemo) planned(s planner.State, d planner.Decision) planner.Decision {
	if d.Kind == planner.PlanDecision && d.Plan.Adopt && d.Plan.Cause != planner.Expanded {
		m.Proposed, m.Examined, m.Planned = nil, nil, append(m.Planned, s.Counters.Steps)
		d.Memo = planner.Remember(m)
	}
	return d
}
