package strategy

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/tools"
)

// PlanAct keeps the plan as state and carries out one plan step at a time. The next one begins when
// there is evidence that the current one is done (QitOS' PlanAct).
//
//	state       test                                              next
//	planning    planner, Candidates times, checks                 choosing or executing
//	choosing    critic: scores; the best is adopted               executing
//	executing   step_done with evidence, step_failed              executing, changing
//	reviewing   step_done, and ReviewPlanSteps                    executing
//	changing    no step is left but the answer's                  verifying
//	backtrack   a plan step failed, an alternative is sound       executing
//	replanning  a plan step failed, or the work is not verified   executing
//	verifying   all settled, Verify declared: the loop calls it   answering or replanning
//	answering   all settled, and verified if that was declared    done
//	lastAnswer  not verified and no re-plan left: one answer      budget_exhausted/replans
type PlanAct struct {
	// Prompts has the prompts of the roles. A nil prompt means the general one.
	Prompts prompt.Set
	// Plans limits its plans. An alternative that is taken counts as a re-plan.
	Plans
	// Lanes specifies how a plan step is carried out.
	Lanes
	// Candidates is how many plans are made to choose from. 0 means 1.
	Candidates int
	// Verify is a call that verifies the work. Nil: there is none.
	Verify *Verify
}

// A Verify is a call that verifies the work if its output has Value at Path. An error, a missing
// path or null verifies nothing.
type Verify struct {
	Tool  string          `json:"tool"`
	Args  json.RawMessage `json:"tool_args"`
	Path  string          `json:"path"` // gjson path; "" is the whole output
	Value json.RawMessage `json:"value"`
}

// String describes the call and what its output must show; "" for a nil Verify.
func (v *Verify) String() string {
	if v == nil {
		return ""
	}
	return phrases.Say("verify", "Tool", v.Tool, "Args", string(v.Args), "Value", string(v.Value), "Path", v.Path)
}

var (
	_ planner.Planner = PlanAct{}
	_ planner.Stager  = PlanAct{}
)

// The states that PlanAct has beside those of PlanExecute.
const (
	answering  machineState = "answering"
	choosing   machineState = "choosing"
	chosen     machineState = "chosen"
	verifying  machineState = "verifying"
	backtrack  machineState = "backtrack"
	lastAnswer machineState = "lastAnswer"
	exhausted  machineState = "exhausted"
)

// verifyLane is the lane of the declared call.
const verifyLane = "verify"

func (p PlanAct) prompts() prompt.Set { return p.Prompts.OrGeneral() }

// Name returns "plan-act".
func (p PlanAct) Name() string { return "plan-act" }

// Capabilities implements [planner.Capable].
func (p PlanAct) Capabilities() planner.Capabilities {
	return planner.Capabilities{Invalid: p.invalid(), Steps: 24}
}

func (p PlanAct) invalid() error {
	if p.Verify != nil {
		if _, err := tools.Canonical(p.Verify.Args); err != nil {
			return fmt.Errorf("strategy: the arguments of Verify: %w", err)
		}
	}
	return checkBounds(limit{"PlanSteps", p.PlanSteps, 0}, limit{"StepsPerPlanStep", p.StepsPerPlanStep, 0},
		limit{"Candidates", p.Candidates, 0}, limit{"Replans", p.Replans, none})
}

// Roles lists the roles.
func (p PlanAct) Roles() []model.RoleForm {
	roles := []model.RoleForm{p.prompts().Lane.RoleForm(model.Executor), p.prompts().Planner.RoleForm(model.Planner)}
	if p.ReviewPlanSteps {
		roles = append(roles, p.prompts().Review.RoleForm(model.Reflector))
	}
	if p.Candidates > 1 {
		roles = append(roles, p.prompts().Choice.RoleForm(model.Critic))
	}
	return roles
}

// PlanForm implements [Replanner].
func (p PlanAct) PlanForm() planner.PlanForm {
	return planner.PlanForm{MaxSteps: p.PlanSteps}
}

// WithPlans implements [Replanner].
func (p PlanAct) WithPlans(_ *prompt.Prompt, replans int) Replanner {
	p.Replans = cmp.Or(replans, none)
	return p
}

func (p PlanAct) planWriter() planWriter {
	return planWriter{prompt: p.prompts().Planner, form: p.PlanForm(), replans: p.replans(), verify: p.Verify.String}
}

func (p PlanAct) lane() lane {
	return lane{prompt: p.prompts().Lane, thought: DefaultThought, parallel: p.Parallel,
		steps: cmp.Or(p.StepsPerPlanStep, defaultLaneSteps), binding: p.Binding, proof: true, review: p.ReviewPlanSteps}
}

func (p PlanAct) planView(s planner.State, a planner.Allowed) planView {
	return planView{plan: s.Plan, state: s, allowed: a, lanes: 1, replans: p.replans(), memo: planner.Recall[planMemo](s.Memo), reserve: 1}
}

// at says where in the machine a run stands, and with which plan step.
func (p PlanAct) at(s planner.State, a planner.Allowed) (machineState, string) {
	memo := planner.Recall[planMemo](s.Memo)
	switch {
	case len(s.SentBack) > 0 && s.Counters.Replans+len(s.SentBack) > p.replans():
		return nothingDone, ""
	case s.Plan == nil || len(memo.Candidates) > 0:
		return p.planWriter().candidates(s, p.Candidates), ""
	}
	b := p.planView(s, a)
	if id := b.unreviewed(); id != "" {
		return reviewing, id
	}
	if len(b.statusChanges()) > 0 {
		return changing, ""
	}
	if ids := b.openLanes(); len(ids) > 0 {
		return executing, ids[0]
	}
	if len(s.Plan.FailedSteps()) == 0 && !b.replanWanted() {
		switch {
		case p.Verify == nil, p.verified(s):
			return answering, ""
		case p.proof(s) == nil && a.Calls > 0:
			return verifying, ""
		}
	}
	switch {
	case b.mayReplan() && p.alternative(s, a) != nil:
		return backtrack, ""
	case b.mayReplan():
		return replanning, ""
	case s.LastDraft() != nil || a.Steps == s.Counters.Steps || a.Requests+1 <= 0:
		return exhausted, ""
	}
	return lastAnswer, ""
}

// Stage implements [planner.Stager].
func (p PlanAct) Stage(s planner.State, a planner.Allowed) planner.Stage {
	where, id := p.at(s, a)
	if where == executing {
		return planner.Stage{Role: model.Executor, Lanes: []string{id}}
	}
	return asked[where]
}

// Next implements [planner.Planner].
func (p PlanAct) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	b := p.planView(s, a)
	if a.Lane != "" {
		a.Replan = a.Replan && b.memo.Forced != forcedReplans
		return p.lane().next(ctx, s, a, a.Bound != "" && a.Bound != closingCalls || b.stepsLeft() <= 1, ask)
	}
	switch where, id := p.at(s, a); where {
	case planning, replanning:
		return p.PlanFor(ctx, s, a, ask, planner.FirstPlan, p.unproven(s))
	case choosing:
		return p.planWriter().choose(ctx, p.prompts().Choice, s, a, ask)
	case chosen:
		return p.approved(s, p.planWriter().adoptBest(s, a)), nil
	case reviewing:
		return reviewLane(ctx, p.prompts().Review, s, id, ask)
	case changing:
		return b.changeStatuses(), nil
	case backtrack:
		return p.approved(s, *p.alternative(s, a)), nil
	case verifying:
		args, err := tools.Canonical(p.Verify.Args)
		return planner.Decision{Kind: planner.ActDecision, Lane: verifyLane, Calls: []tools.Call{{Tool: p.Verify.Tool, Args: args}}}, err
	case answering, lastAnswer:
		d, err := answerAs(ctx, model.Executor, p.prompts().Answer, synthesis(s, a), a, ask)
		switch {
		case err != nil || where == lastAnswer:
			d.Kind = planner.DraftDecision
			return d, err
		case p.Verify != nil:
			return b.memo.final(d, planner.ReasonVerified), nil
		}
		return b.memo.final(d, ""), nil
	case exhausted:
		reason := planner.Reason(b.memo.Forced)
		if reason == "" {
			reason = planner.ReasonReplans
		}
		return end(planner.OutcomeBudgetExhausted, reason, phrases.Say("work not accepted", "Why", p.unproven(s)), s.LastDraft()), nil
	default:
		return b.nothingDone(), nil
	}
}

// PlanFor implements [Replanner]. While it collects candidates, it asks for the next one.
func (p PlanAct) PlanFor(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask, cause planner.Cause,
	reason string) (planner.Decision, error) {
	n := planRequestFor(s, cause, reason)
	memo := planner.Recall[planMemo](s.Memo)
	if p.Candidates > 1 && len(memo.Candidates) < p.Candidates && cause != planner.Forced {
		n.candidate = len(memo.Candidates) + 1
	}
	d, err := p.planWriter().plan(ctx, s, a, n, ask)
	switch {
	case noReply(err) && n.candidate > 0:
		d = planner.Decision{Kind: planner.PlanDecision, Plan: &planner.Proposal{Plan: planner.Plan{Candidate: n.candidate}, Cause: n.cause,
			Findings: []planner.Finding{{Code: planner.CodeNotAPlan, Severity: planner.SeverityError, Detail: err.Error()}}}}
		err = nil
	case noReply(err):
		d, err = planFailed(s, err, cause), nil
	}
	return p.approved(s, d), err
}

// approved returns d, which may hold a plan, with what is remembered of candidates: this one too, or none any more.
func (p PlanAct) approved(s planner.State, d planner.Decision) planner.Decision {
	if d.Plan == nil {
		return d
	}
	memo := planner.Recall[planMemo](s.Memo)
	switch {
	case !d.Plan.Adopt:
		memo.Candidates = append(memo.Candidates, d.Plan.Plan)
		d.Memo = planner.Remember(memo)
	case memo.Candidates != nil:
		memo.Candidates = nil
		d.Memo = planner.Remember(memo)
	}
	return d
}

// proof returns what the declared call gave under the present plan, or nil.
func (p PlanAct) proof(s planner.State) *tools.Observation {
	for _, step := range s.InLane(verifyLane) {
		if step.Revision == s.Plan.Revision && len(step.Observations) > 0 {
			return &step.Observations[0]
		}
	}
	return nil
}

// verified reports whether the declared call has proved the work.
func (p PlanAct) verified(s planner.State) bool {
	o := p.proof(s)
	return o != nil && o.OK && !tools.Equal(p.Verify.Value, json.RawMessage("null")) &&
		planner.Matches(o.Output, p.Verify.Path, p.Verify.Value)
}

// unproven says how the declared call failed to prove the work, or "".
func (p PlanAct) unproven(s planner.State) string {
	if p.Verify == nil || s.Plan == nil {
		return ""
	}
	switch o := p.proof(s); {
	case o == nil:
		return ""
	case !o.OK:
		return phrases.Say("unverified", "Tool", p.Verify.Tool, "Output", o.Error.Message)
	default:
		return phrases.Say("unverified", "Tool", p.Verify.Tool, "Output", prompt.Output(o.Output, maxPriorOutput, planner.Folding{}))
	}
}

// alternative returns the adoption of the first remaining candidate that passes the checks, or nil.
func (p PlanAct) alternative(s planner.State, a planner.Allowed) *planner.Decision {
	for i, alt := range s.Plan.Alternatives {
		next := s.Plan.Replace(s.Plan.Renumber(alt.Steps))
		next.Facts, next.After, next.Alternatives = alt.Facts, len(s.Steps), s.Plan.Alternatives[i+1:]
		next.Revisions = append(next.Revisions, planner.Revision{N: next.Revision, By: planner.ByAlternative, Cause: planner.Replanned,
			Reason: phrases.Say("candidate", "N", alt.Candidate, "Reason", planRequestFor(s, planner.FirstPlan, p.unproven(s)).reason)})
		findings := planner.CheckPlan(&next, s, a)
		if planner.RefusalOf(findings) == nil {
			return &planner.Decision{Kind: planner.PlanDecision,
				Plan: &planner.Proposal{Plan: next, Cause: planner.Replanned, Findings: findings, Adopt: true}}
		}
	}
	return nil
}
