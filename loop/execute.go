package loop

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// maxIdle is how many decisions in a row a strategy may make without a model. Plans are bounded, so
// more than this is a strategy that does not move.
const maxIdle = 1000

// execute makes the decisions of a stage and does what they say.
func (r *run) execute(ctx context.Context, stage planner.Stage, a planner.Allowed) {
	asked := r.requests
	defer func() {
		if r.idle++; r.requests > asked {
			r.idle = 0
		}
	}()
	if r.idle > maxIdle {
		r.endWith(r.strategyFailed(fmt.Errorf("it made %d decisions without moving", maxIdle)))
		return
	}
	if len(stage.Lanes) > 0 {
		for _, role := range rolesAsked(stage) {
			if end := r.pauseBefore(role); end != nil {
				r.endWith(end)
				return
			}
		}
		r.round(ctx, stage.Lanes)
		return
	}
	if stage.Answering {
		var err error
		if a, err = r.answerOnly(a); err != nil {
			r.endWith(err)
			return
		}
	}
	if stage.Role == model.Executor {
		r.recordRemovals(a)
	}
	decisions, err := r.decisions(ctx, r.state, []planner.Allowed{a})
	if err != nil {
		r.endWith(err)
		return
	}
	r.perform(ctx, decisions, a.Closing)
}

// rolesAsked lists the roles that the lanes of a stage ask, each once.
func rolesAsked(stage planner.Stage) []model.Role {
	if stage.Roles == nil {
		return []model.Role{stage.Role}
	}
	var roles []model.Role
	for _, role := range stage.Roles {
		if role != "" && !slices.Contains(roles, role) {
			roles = append(roles, role)
		}
	}
	return roles
}

// recordRemovals records what the rules took away.
func (r *run) recordRemovals(a planner.Allowed) {
	for _, lost := range a.Removed {
		if lost.Rule != ruleDuplicate { // that one was recorded when the call was redirected
			r.emit(Event{Kind: Masked, Masked: &MaskInfo{Rule: lost.Rule, Names: lost.Names, Lane: a.Lane}})
		}
	}
}

// perform records decisions in order and then carries them out: what changes plan steps first, then all
// calls. closing is the bound that left only the answer, or "".
func (r *run) perform(ctx context.Context, decisions []planner.Decision, closing string) {
	steps := r.state.Counters.Steps
	for i := range decisions {
		if err := r.checkDecision(&decisions[i]); err != nil {
			r.endWith(r.strategyFailed(err))
			return
		}
		if d := &decisions[i]; len(decisions) > 1 && d.Memo != nil && d.Within() == "" {
			r.endWith(r.strategyFailed(fmt.Errorf("lanes decide at once, and the decision of %s has a memo: the others would be lost", d.Lane)))
			return
		}
		if decisions[i].Role == model.Executor {
			steps++
		}
	}
	if steps > r.config.Budget.Steps {
		r.end(BudgetExhausted, planner.ReasonSteps, "")
		return
	}
	for i := range decisions {
		d := &decisions[i]
		for k := range d.Calls {
			r.calls++
			d.Calls[k].ID = "c" + strconv.Itoa(r.calls)
		}
		r.emit(Event{Kind: Decided, Decision: d})
	}
	for i := range decisions {
		d := &decisions[i]
		switch d.Kind {
		case planner.ActDecision:
			r.openForCall(d)
		case planner.FinalDecision, planner.DraftDecision:
			if d.Within() == "" { // else its strategy judges it
				r.final(ctx, d, closing)
			}
		case planner.StepDecision, planner.VerdictDecision:
			for _, c := range d.Changes {
				r.stepChanges(c)
			}
		case planner.PlanDecision:
			r.adopt(ctx, d)
		case planner.EndDecision:
			r.endByStrategy(d.End)
		}
	}
	r.act(ctx, decisions)
	r.pauseAfter(ctx, decisions[len(decisions)-1].Role)
}

// stepChanges records what becomes of a plan step, but for a report that is still to be judged.
func (r *run) stepChanges(c planner.StepChange) {
	if c.Held {
		return
	}
	e := Event{Kind: PlanStepped, PlanStep: &c}
	if id, lane, nested := planner.SplitLane(c.ID); nested {
		e.Within, c.ID = id, lane
	}
	r.emit(e)
}

// openForCall opens the lane of a plan step that acts without a model.
func (r *run) openForCall(d *planner.Decision) {
	if d.Role != "" {
		return
	}
	if id, lane, nested := planner.SplitLane(d.Lane); nested {
		r.openLane(id, lane)
	} else {
		r.openLane("", id)
	}
}

// openLane records that the lane of a plan step opens, if it has not, and what its executor knows of the
// others. within names the plan step of the run whose own strategy that is the plan of.
func (r *run) openLane(within, id string) {
	plan := r.planOf(within)
	if step := plan.Step(id); step == nil || step.Status != planner.StepPending {
		return
	}
	knew := []string{}
	for _, s := range plan.Steps {
		if s.Settled() {
			knew = append(knew, s.ID)
		}
	}
	r.emit(Event{Kind: PlanStepped, Within: within, PlanStep: &planner.StepChange{ID: id, Status: planner.StepRunning, SettledBefore: knew}})
}

// endByStrategy ends the run as its strategy says.
func (r *run) endByStrategy(e *planner.Ending) {
	if e.Partial != nil {
		r.partial = e.Partial
	}
	r.end(e.Outcome, e.Reason, e.Problem)
}
