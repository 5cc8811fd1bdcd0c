package strategy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/tools"
)

// PlanExecute plans, carries out the plan steps in lanes, and composes the answer (LoomFlow's
// plan-and-execute, ReWOO, Plan-and-Solve).
//
//	state       test                                            next
//	planning    planner, checks, approval                       executing
//	changing    a condition, a dependency or a bound decides    executing
//	calling     a plan step with complete arguments is ready    changing
//	expanding   a plan step to be planned in detail is ready    executing
//	executing   one decision in each lane, or of its Executor   executing
//	reviewing   step_done, and ReviewPlanSteps                  changing
//	replanning  a plan step failed, its batch has ended         executing
//	synthesizing everything is settled, something is done       done
//	nothingDone everything is settled, nothing is done          could_not_plan/replans
//
// A finished plan step is never repeated, and each new plan is made with the knowledge of what failed and why.
type PlanExecute struct {
	// Prompts has the prompts of the roles. A nil prompt means the general one.
	Prompts prompt.Set
	// Plans limits its plans.
	Plans
	// Details is what a plan may specify besides what to do.
	Details
	// Lanes specifies how a plan step is carried out.
	Lanes
	// ParallelPlanSteps is the maximum number of lanes. 0 means 4; 1 means one plan step after another.
	ParallelPlanSteps int
	// Executor is a strategy that carries out the plan steps. Its task is the plan step, as worded by Prompts.Lane, and
	// its answer is the output. It has StepsPerPlanStep decisions, which count against the run's budget. It must not
	// have an Executor itself. Nil: the executor role carries out the plan steps and reports step_done or step_failed.
	Executor planner.Planner
}

var (
	_ planner.Planner = PlanExecute{}
	_ planner.Stager  = PlanExecute{}
)

func (p PlanExecute) prompts() prompt.Set { return p.Prompts.OrGeneral() }

// Name returns "plan-execute".
func (p PlanExecute) Name() string { return "plan-execute" }

// Capabilities implements [planner.Capable].
func (p PlanExecute) Capabilities() planner.Capabilities {
	return planner.Capabilities{Invalid: p.invalid(), Steps: 24, Nested: p.Executor != nil}
}

func (p PlanExecute) invalid() error {
	if err := checkBounds(limit{"PlanSteps", p.PlanSteps, 0}, limit{"StepsPerPlanStep", p.StepsPerPlanStep, 0}, limit{"Depth", p.Depth, 0},
		limit{"ParallelPlanSteps", p.ParallelPlanSteps, 0}, limit{"Expanded", p.Expanded, 0}, limit{"Replans", p.Replans, none}); err != nil {
		return err
	}
	if p.Executor == nil {
		return nil
	}
	if p.ReviewPlanSteps {
		return errors.New("strategy: an Executor goes without ReviewPlanSteps, since its answer is not a step_done")
	}
	return nestable(p.Executor)
}

// Roles lists the roles.
func (p PlanExecute) Roles() []model.RoleForm {
	roles := []model.RoleForm{p.prompts().Lane.RoleForm(model.Executor), p.prompts().Planner.RoleForm(model.Planner),
		p.prompts().Synthesizer.RoleForm(model.Synthesizer)}
	if p.Executor != nil {
		roles = roles[1:]
		for _, wanted := range p.Executor.Roles() {
			if !slices.Contains(roles, wanted) {
				roles = append(roles, wanted)
			}
		}
	}
	if p.ReviewPlanSteps {
		roles = append(roles, p.prompts().Review.RoleForm(model.Reflector))
	}
	return roles
}

// PlanForm implements [Replanner].
func (p PlanExecute) PlanForm() planner.PlanForm {
	return planner.PlanForm{MaxSteps: p.PlanSteps, Static: p.Static, Conditions: p.Conditions, Depth: p.Depth}
}

// WithPlans implements [Replanner].
func (p PlanExecute) WithPlans(_ *prompt.Prompt, replans int) Replanner {
	p.Replans = cmp.Or(replans, none)
	return p
}

func (p PlanExecute) planWriter() planWriter {
	return planWriter{prompt: p.prompts().Planner, replans: p.replans(),
		form: p.PlanForm()}
}

func (p PlanExecute) lane() lane {
	return lane{prompt: p.prompts().Lane, thought: DefaultThought, parallel: p.Parallel,
		steps: cmp.Or(p.StepsPerPlanStep, defaultLaneSteps), binding: p.Binding, review: p.ReviewPlanSteps}
}

// The states of PlanExecute.
type machineState string

const (
	planning     machineState = "planning"
	changing     machineState = "changing"
	calling      machineState = "calling"
	expanding    machineState = "expanding"
	executing    machineState = "executing"
	reviewing    machineState = "reviewing"
	replanning   machineState = "replanning"
	synthesizing machineState = "synthesizing"
	nothingDone  machineState = "nothingDone"
)

// asked says who is asked in the states of the machines, where it is always the same role. In the others no one is.
var asked = map[machineState]planner.Stage{
	planning: {Role: model.Planner}, replanning: {Role: model.Planner}, expanding: {Role: model.Planner}, forced: {Role: model.Planner},
	choosing: {Role: model.Critic}, diagnosis: {Role: model.Critic}, revision: {Role: model.Critic},
	reviewing: {Role: model.Reflector}, reflecting: {Role: model.Reflector}, judging: {Role: model.Reflector},
	synthesizing: {Role: model.Synthesizer, Answering: true}, answering: {Role: model.Executor, Answering: true},
	lastAnswer: {Role: model.Executor, Answering: true}, refine: {Role: model.Executor, Answering: true},
}

// at says where in the machine a run stands, and with which plan steps.
func (p PlanExecute) at(s planner.State, a planner.Allowed) (machineState, []string) {
	if len(s.SentBack) > 0 && s.Counters.Replans+len(s.SentBack) > p.replans() {
		return nothingDone, nil
	}
	if s.Plan == nil {
		return planning, nil
	}
	b := p.planView(s, a)
	if id := b.unreviewed(); id != "" {
		return reviewing, []string{id}
	}
	if len(b.statusChanges()) > 0 {
		return changing, nil
	}
	if ids := b.openLanes(); b.replanWanted() && len(ids) == 0 {
		return replanning, nil
	}
	if id := b.staticReady(); id != "" && p.Static {
		return calling, []string{id}
	}
	if id := b.expandable(p.Depth, cmp.Or(p.Expanded, 24)); id != "" {
		return expanding, []string{id}
	}
	if ids := b.openLanes(); len(ids) > 0 {
		return executing, ids
	}
	switch {
	case len(s.Plan.FailedSteps()) > 0 && b.mayReplan():
		return replanning, nil
	case len(s.Plan.StepsWith(planner.StepDone)) > 0:
		return synthesizing, nil
	}
	return nothingDone, nil
}

// Stage implements [planner.Stager].
func (p PlanExecute) Stage(s planner.State, a planner.Allowed) planner.Stage {
	switch where, ids := p.at(s, a); {
	case where == executing && p.Executor != nil:
		return p.nestedStage(s, a, ids)
	case where == executing:
		return planner.Stage{Role: model.Executor, Lanes: ids}
	default:
		return asked[where]
	}
}

// Next implements [planner.Planner].
func (p PlanExecute) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	if _, _, within := planner.SplitLane(a.Lane); within {
		return p.nextWithin(ctx, s, a, ask)
	}
	if a.Lane != "" {
		a.Replan = a.Replan && planner.Recall[planMemo](s.Memo).Forced != forcedReplans
		closing := closesLanes(s, a, len(p.Stage(s, withoutLane(a)).Lanes))
		return p.lane().next(ctx, s, a, closing, ask)
	}
	where, ids := p.at(s, a)
	b := p.planView(s, a)
	switch where {
	case planning, replanning:
		return p.PlanFor(ctx, s, a, ask, planner.FirstPlan, "")
	case expanding:
		return p.expand(ctx, s, a, ask, ids[0])
	case reviewing:
		return reviewLane(ctx, p.prompts().Review, s, ids[0], ask)
	case changing:
		return b.changeStatuses(), nil
	case calling:
		return b.callStatic(ids[0]), nil
	case synthesizing:
		d, err := answerAs(ctx, model.Synthesizer, p.prompts().Synthesizer, synthesis(s, a), a, ask)
		return b.memo.final(d, ""), err
	default:
		return b.nothingDone(), nil
	}
}

// PlanFor implements [Replanner].
func (p PlanExecute) PlanFor(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask, cause planner.Cause,
	reason string) (planner.Decision, error) {
	d, err := p.planWriter().plan(ctx, s, a, planRequestFor(s, cause, reason), ask)
	if noReply(err) {
		return planFailed(s, err, cause), nil
	}
	return d, err
}

// planFailed says what becomes of a run whose planner gave nothing usable. Without a plan, the run ends. A
// plan that was only forced stays. Otherwise the run goes on as if no re-plan were left.
func planFailed(s planner.State, err error, cause planner.Cause) planner.Decision {
	switch {
	case s.Plan == nil:
		return noPlan(err)
	case cause == planner.Forced:
		return unchanged(s, cause)
	}
	return planner.Recall[planMemo](s.Memo).force(planner.Decision{Kind: planner.StepDecision}, forcedReplans)
}

func (p PlanExecute) planView(s planner.State, a planner.Allowed) planView {
	lanes := cmp.Or(p.ParallelPlanSteps, 4)
	return planView{plan: s.Plan, state: s, allowed: a, lanes: min(lanes, cmp.Or(a.Lanes, lanes)), replans: p.replans(),
		memo: planner.Recall[planMemo](s.Memo)}
}

// expand plans one plan step in detail. If that fails, the plan step runs as it is.
func (p PlanExecute) expand(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask, id string) (planner.Decision, error) {
	d, err := p.planWriter().plan(ctx, s, a, planRequest{cause: planner.Expanded, parent: id,
		reason: phrases.Say("in detail", "Step", id)}, ask)
	if noReply(err) {
		plain := *s.Plan.Clone()
		plain.Step(id).Expand = false
		return planner.Decision{Kind: planner.PlanDecision, Plan: &planner.Proposal{Plan: plain, Cause: planner.Expanded, Adopt: true}}, nil
	}
	return d, err
}

// An answerHead is the head of a prompt about answers of the run.
type answerHead struct{ Answer grammar.Schema }

// What the synthesizer reads: what became of each plan step, without its calls.
type synthesisData struct {
	Task  string
	Steps []planner.PlanStep
	Cut   []string
	Lost  []planner.Removal
	Notes []planner.Note

	Refused []string // why earlier answers were refused
}

// synthesis returns the data of the question, with as much of each output as a folding leaves.
func synthesis(s planner.State, a planner.Allowed) func(planner.Folding) any {
	data := synthesisData{Task: s.Task, Cut: s.Plan.Cut, Notes: s.Notes, Lost: a.Removed,
		Steps: slices.DeleteFunc(slices.Clone(s.Plan.Steps),
			func(p planner.PlanStep) bool { return p.Status == planner.StepSkipped && p.Revision < s.Plan.Revision })}
	for _, step := range s.Steps {
		if len(step.Answer) > 0 && step.Trial == s.Trial.N {
			for _, o := range step.Observations {
				data.Refused = append(data.Refused, o.Error.Message)
			}
		}
	}
	return func(f planner.Folding) any {
		told := data
		told.Steps = slices.Clone(data.Steps)
		for i := range told.Steps {
			told.Steps[i].Output = prompt.Shorten(told.Steps[i].Output, f)
		}
		return told
	}
}

// answerAs asks a role for the final answer. data returns what its prompt shows under a folding.
func answerAs(ctx context.Context, role model.Role, words *prompt.Prompt, data func(planner.Folding) any, a planner.Allowed,
	ask planner.Ask) (planner.Decision, error) {
	a.Tools, a.Wait = nil, 0
	if a.Answer == nil {
		a.Answer = &a.AnswerSchema
	}
	reply, err := ask(ctx, planner.Question{
		Role: role,
		Messages: func(f planner.Folding) ([]model.Message, error) {
			return words.Messages(prompt.CacheOf(a.Cache), answerHead{a.AnswerSchema}, data(f))
		},
		Schema: planner.DecisionSchema(a, DefaultThought, 1),
		Accept: func(reply json.RawMessage) error {
			if d, err := planner.ReadDecision(reply); err != nil || d.Kind != planner.FinalDecision {
				return phrases.Error("answer only")
			}
			return nil
		},
		Repair: words.Repair,
		Final:  role != model.Executor,
	})
	if err != nil {
		return planner.Decision{}, err
	}
	d, err := planner.ReadDecision(reply)
	d.Role = role
	return d, err
}

// staticResult returns what the call of a static plan step gave, or nil.
func staticResult(s planner.State, id string) *tools.Observation {
	for _, step := range s.InLane(id) {
		if step.Role == "" && len(step.Observations) > 0 {
			return &step.Observations[0]
		}
	}
	return nil
}
