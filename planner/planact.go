package planner

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools"
)

// PlanAct keeps the plan as state and carries out one plan step at a time; the cursor moves on evidence
// alone (QitOS' PlanAct).
//
//	moment      test                                              next
//	planning    planner, Candidates times, checks                 choosing or executing
//	choosing    critic: scores; the best is adopted               executing
//	executing   step_done with evidence, step_failed              executing, settling
//	reviewing   step_done, and ReviewPlanSteps                    executing
//	settling    no step is left but the answer's                  verifying
//	backtrack   a plan step failed, an alternative is sound       executing
//	replanning  a plan step failed, or the work is not verified   executing
//	verifying   all settled, Verify declared: the loop calls it   answering or replanning
//	answering   all settled, and verified if that was declared    done
//	lastWords   not verified and no re-plan left: one answer      budget_exhausted/replans
type PlanAct struct {
	// Prompts words the roles. Required; see [GeneralPrompts].
	Prompts Prompts
	// Thought is the ceiling of a thought in characters. 0 takes DefaultThought.
	Thought int
	// Parallel is the ceiling of calls in one decision. 0 takes 1.
	Parallel int
	// PlanSteps is the ceiling of plan steps in one plan. 0 takes 8.
	PlanSteps int
	// StepsPerPlanStep is the ceiling of decisions for one plan step, the last one closing. 0 takes 4.
	StepsPerPlanStep int
	// Replans is how often another plan may be made, or an alternative taken. Allowance.
	Replans int
	// Candidates is how many plans are made to choose from. 0 takes 1.
	Candidates int
	// Verify is the call that proves the work. Nil: none is declared.
	Verify *Verify
	// Binding leaves a plan step only the tool that it names.
	Binding bool
	// ReviewPlanSteps has a reflector look at each step_done.
	ReviewPlanSteps bool
	// ApprovePlan asks a person about each plan.
	ApprovePlan bool
}

// A Verify is a declared call and what its output must show: Value at Path. Only this call verifies; an
// error, a missing path and null do not.
type Verify struct {
	Tool  string          `json:"tool"`
	Args  json.RawMessage `json:"tool_args"`
	Path  string          `json:"path"` // gjson path; "" is the whole output
	Value json.RawMessage `json:"value"`
}

var (
	_ Planner = PlanAct{}
	_ Stager  = PlanAct{}
)

// The moments that PlanAct has beside those of PlanExecute.
const (
	choosing  moment = "choosing"
	chosen    moment = "chosen"
	verifying moment = "verifying"
	backtrack moment = "backtrack"
	lastWords moment = "lastWords"
	hopeless  moment = "hopeless"
)

// verifyLane is the lane of the declared call.
const verifyLane = "verify"

// NewPlanAct returns PlanAct with the general prompts and two re-plans.
func NewPlanAct() PlanAct { return PlanAct{Prompts: GeneralPrompts(), Replans: 2} }

// Name returns "plan-act".
func (p PlanAct) Name() string { return "plan-act" }

// Capabilities implements [Capable].
func (p PlanAct) Capabilities() Capabilities {
	return Capabilities{Invalid: p.invalid(), Steps: 24, Approval: p.ApprovePlan}
}

func (p PlanAct) invalid() error {
	if p.Verify != nil {
		if _, err := tools.Canonical(p.Verify.Args); err != nil {
			return fmt.Errorf("planner: the arguments of Verify: %w", err)
		}
	}
	return nonNegative(map[string]int{"PlanSteps": p.PlanSteps, "StepsPerPlanStep": p.StepsPerPlanStep,
		"Replans": p.Replans, "Candidates": p.Candidates})
}

// Roles lists the roles.
func (p PlanAct) Roles() []model.RoleForm {
	roles := []model.RoleForm{roleForm(model.Executor, p.Prompts.Lane), roleForm(model.Planner, p.Prompts.Planner)}
	if p.ReviewPlanSteps {
		roles = append(roles, roleForm(model.Reflector, p.Prompts.Review))
	}
	if p.Candidates > 1 {
		roles = append(roles, roleForm(model.Critic, p.Prompts.Choice))
	}
	return roles
}

func (p PlanAct) author() author {
	w := author{prompt: p.Prompts.Planner, most: orElse(p.PlanSteps, defaultSteps), replans: p.Replans}
	if v := p.Verify; v != nil {
		w.tasks = func(d *authorData) {
			d.Verify = fmt.Sprintf("%s %s must give %s", v.Tool, v.Args, v.Value)
			if v.Path != "" {
				d.Verify += fmt.Sprintf(" at %q", v.Path)
			}
		}
	}
	return w
}

func (p PlanAct) lane() lane {
	return lane{prompt: p.Prompts.Lane, thought: orElse(p.Thought, DefaultThought), parallel: p.Parallel,
		steps: orElse(p.StepsPerPlanStep, defaultPer), binding: p.Binding, proof: true, review: p.ReviewPlanSteps}
}

func (p PlanAct) board(s State, a Allowed) board {
	return board{plan: s.Plan, state: s, allowed: a, lanes: 1, replans: p.Replans, reserve: 1}
}

// at says where in the machine a run stands, and with which plan step.
func (p PlanAct) at(s State, a Allowed) (moment, string) {
	switch {
	case s.SentBack > 0 && s.Counters.Replans+s.SentBack > p.Replans:
		return stuck, ""
	case s.Plan == nil || len(s.Candidates) > 0:
		return p.author().candidates(s, p.Candidates), ""
	}
	b := p.board(s, a)
	if id := b.unreviewed(); id != "" {
		return reviewing, id
	}
	if len(b.settlements()) > 0 {
		return settling, ""
	}
	if ids := b.open(); len(ids) > 0 {
		return executing, ids[0]
	}
	if len(s.Plan.failedNow()) == 0 && !b.wished() {
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
		return hopeless, ""
	}
	return lastWords, ""
}

// Stage implements [Stager].
func (p PlanAct) Stage(s State, a Allowed) Stage {
	switch where, id := p.at(s, a); where {
	case planning, replanning:
		return Stage{Role: model.Planner}
	case choosing:
		return Stage{Role: model.Critic}
	case executing:
		return Stage{Role: model.Executor, Lanes: []string{id}}
	case reviewing:
		return Stage{Role: model.Reflector}
	case answering, lastWords:
		return Stage{Role: model.Executor, Answering: true}
	}
	return Stage{}
}

// Next implements [Planner].
func (p PlanAct) Next(ctx context.Context, s State, a Allowed, ask Ask) (Decision, error) {
	b := p.board(s, a)
	if a.Lane != "" {
		return p.lane().next(ctx, s, a, a.Bound != "" && a.Bound != closingCalls || b.stepsLeft() <= 1, ask)
	}
	switch where, id := p.at(s, a); where {
	case planning, replanning:
		return p.PlanFor(ctx, s, a, ask, FirstPlan, p.unproven(s))
	case choosing:
		return p.author().choose(ctx, p.Prompts.Choice, s, a, ask)
	case chosen:
		return p.approved(p.author().adoptBest(s, a)), nil
	case reviewing:
		return reviewLane(ctx, p.Prompts.Review, s, id, ask)
	case settling:
		return b.settle(), nil
	case backtrack:
		return p.approved(*p.alternative(s, a)), nil
	case verifying:
		return Decision{Kind: ActDecision, Lane: verifyLane, Calls: []tools.Call{{Tool: p.Verify.Tool, Args: must(tools.Canonical(p.Verify.Args))}}}, nil
	case answering, lastWords:
		d, err := answerAs(ctx, model.Executor, p.Prompts.Answer, synthesis(s, a), a, orElse(p.Thought, DefaultThought), ask)
		d.N, d.Draft = s.Counters.Steps+1, where == lastWords
		if where == answering && p.Verify != nil {
			d.Reason = ReasonVerified
		}
		return d, err
	case hopeless:
		reason := s.Forced
		if reason == "" {
			reason = "replans"
		}
		return end(budgetExhausted, reason, "the work was not accepted: "+p.unproven(s), s.LastDraft()), nil
	default:
		return b.stuck(), nil
	}
}

// PlanFor asks the planner for a plan, or for the next candidate, for the reason that the state of the run
// gives; cause Forced overrides that.
func (p PlanAct) PlanFor(ctx context.Context, s State, a Allowed, ask Ask, cause Cause, reason string) (Decision, error) {
	n := needOf(s, cause, reason)
	if p.Candidates > 1 && len(s.Candidates) < p.Candidates && cause != Forced {
		n.candidate = len(s.Candidates) + 1
	}
	d, err := p.author().plan(ctx, s, a, n, ask)
	switch {
	case failed(err) && n.candidate > 0:
		return Decision{Kind: PlanDecision, Plan: &Proposal{Plan: Plan{Candidate: n.candidate}, Cause: n.cause,
			Findings: []Finding{{Code: CodeNotAPlan, Severity: SeverityError, Detail: err.Error()}}}}, nil
	case failed(err) && s.Plan == nil:
		return noPlan(err), nil
	case failed(err) && cause == Forced:
		return unchanged(s, cause), nil
	case failed(err):
		return Decision{Kind: StepDecision, Forced: "replans", Warning: "the planner gave no other plan: " + err.Error()}, nil
	}
	return p.approved(d), err
}

func (p PlanAct) approved(d Decision) Decision {
	if d.Plan != nil && d.Plan.Adopt {
		d.Plan.Approve = p.ApprovePlan && !d.Plan.Unchanged
	}
	return d
}

// proof returns what the declared call gave under the present plan, or nil.
func (p PlanAct) proof(s State) *tools.Observation {
	for _, step := range s.InLane(verifyLane) {
		if step.Revision == s.Plan.Revision && len(step.Observations) > 0 {
			return &step.Observations[0]
		}
	}
	return nil
}

// verified reports whether the declared call has proved the work.
func (p PlanAct) verified(s State) bool {
	o := p.proof(s)
	if o == nil || !o.OK {
		return false
	}
	found := lookUp(o.Output, p.Verify.Path)
	return found.Exists() && found.Raw != "null" && sameJSON([]byte(found.Raw), p.Verify.Value)
}

// unproven says how the declared call turned out, where it did not prove the work.
func (p PlanAct) unproven(s State) string {
	if p.Verify == nil || s.Plan == nil {
		return ""
	}
	switch o := p.proof(s); {
	case o == nil:
		return ""
	case !o.OK:
		return fmt.Sprintf("the work is not verified: %s gave %s", p.Verify.Tool, o.Error.Message)
	default:
		return fmt.Sprintf("the work is not verified: %s gave %s", p.Verify.Tool, head(o.Output, priorBytes))
	}
}

// alternative returns the adoption of the first candidate left that passes the checks, or nil.
func (p PlanAct) alternative(s State, a Allowed) *Decision {
	for i, alt := range s.Plan.Alternatives {
		next := s.Plan.replaced(renumbered(alt.Steps, s.Plan.nextID()))
		next.Facts, next.After, next.Alternatives = alt.Facts, len(s.Steps), s.Plan.Alternatives[i+1:]
		next.Revisions = append(next.Revisions, Revision{N: next.Revision, By: "alternative", Cause: Replanned,
			Reason: fmt.Sprintf("candidate %d, since: %s", alt.Candidate, needOf(s, FirstPlan, p.unproven(s)).reason)})
		findings := CheckPlan(&next, s, a)
		if refuse(findings) == nil {
			return &Decision{Kind: PlanDecision, Plan: &Proposal{Plan: next, Cause: Replanned, Findings: findings, Adopt: true}}
		}
	}
	return nil
}

func must(text json.RawMessage, err error) json.RawMessage {
	if err != nil {
		panic("planner: BUG: arguments that were checked are no JSON: " + err.Error())
	}
	return text
}
