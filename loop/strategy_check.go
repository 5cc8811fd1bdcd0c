package loop

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A strategy may come from outside: what it returns is checked before the run relies on it, and its code
// runs where a panic stays inside. What breaks the contract of a Planner ends the run with planner.ReasonStrategy.

// stage asks the strategy what comes next.
func (r *run) stage(a planner.Allowed) (stage planner.Stage, _ error) {
	if err := protected(func() { stage = planner.StageOf(r.planner, r.state, a) }); err != nil {
		return stage, r.strategyFailed(err)
	}
	if err := r.checkStage(stage); err != nil {
		return stage, r.strategyFailed(err)
	}
	return stage, nil
}

// checkStage says what in a stage does not exist, or nil.
func (r *run) checkStage(s planner.Stage) error {
	if s.Roles != nil && len(s.Roles) != len(s.Lanes) {
		return fmt.Errorf("its stage has %d lanes and %d roles for them", len(s.Lanes), len(s.Roles))
	}
	for _, role := range append(slices.Clone(s.Roles), s.Role) {
		if err := checkRole(role); err != nil {
			return err
		}
	}
	for i, name := range s.Lanes {
		if slices.Contains(s.Lanes[:i], name) {
			return fmt.Errorf("its stage names the lane %q twice", name)
		}
		id, lane, nested := planner.SplitLane(name)
		if r.state.Plan.Step(id) == nil || nested && lane != "" && r.planOf(id).Step(lane) == nil {
			return fmt.Errorf("its stage names the lane %q, and there is no such plan step", name)
		}
	}
	return nil
}

func checkRole(role model.Role) error {
	if role != "" && !slices.Contains(model.Roles, role) {
		return fmt.Errorf("it names the role %q, want one of %q", role, model.Roles)
	}
	return nil
}

// checkDecision says how a decision breaks the contract of a Planner, or nil. It puts the arguments of
// calls into canonical form, by which calls are compared.
func (r *run) checkDecision(d *planner.Decision) error {
	if err := checkRole(d.Role); err != nil {
		return err
	}
	if id, lane, nested := planner.SplitLane(d.Lane); nested && (r.state.Plan.Step(id) == nil || strings.Contains(lane, "/")) {
		return fmt.Errorf("its decision is for the lane %q, and there is no such plan step", d.Lane)
	}
	if err := canonicalCalls(d); err != nil {
		return err
	}
	switch d.Kind {
	case planner.ActDecision:
		if len(d.Calls) == 0 {
			return errors.New("its decision acts, and has no calls")
		}
	case planner.FinalDecision, planner.DraftDecision:
		if !json.Valid(d.Answer) {
			return errors.New("the answer of its decision is not JSON")
		}
	case planner.StepDecision:
		if d.End != nil {
			return errors.New("its decision changes plan steps, and has an End")
		}
		for _, c := range d.Changes {
			if err := r.checkChange(c); err != nil {
				return err
			}
		}
	case planner.PlanDecision:
		if d.Plan == nil {
			return errors.New("its decision is a plan, and Plan is nil")
		}
	case planner.VerdictDecision, planner.RestartDecision:
		if d.Verdict == nil {
			return errors.New("its decision is a verdict, and Verdict is nil")
		}
	case planner.EndDecision:
		if d.End == nil {
			return errors.New("its decision is an end, and End is nil")
		}
		if !slices.Contains(strategyOutcomes, d.End.Outcome) {
			return fmt.Errorf("it ended with the outcome %q, want one of %q", d.End.Outcome, strategyOutcomes)
		}
	case planner.ReplanDecision:
		if d.End == nil {
			return errors.New("its decision asks for another plan, and End does not say why")
		}
	default:
		return fmt.Errorf("its decision has the unknown kind %q", d.Kind)
	}
	if plain := (d.Kind == planner.ActDecision && d.Answer == nil || (d.Kind == planner.FinalDecision ||
		d.Kind == planner.DraftDecision) && d.Calls == nil) &&
		d.Changes == nil && d.Plan == nil && d.End == nil && d.Verdict == nil && d.Memo == nil; plain {
		return nil // its JSON was checked above
	}
	if _, err := json.Marshal(d); err != nil { // answers, plans and outputs hold JSON of its own
		return fmt.Errorf("its decision cannot be logged: %w", err)
	}
	if d.Memo != nil { // as the log has it, so that a replay finds the same
		var memo bytes.Buffer
		if err := json.Compact(&memo, d.Memo); err != nil {
			return fmt.Errorf("its memo: %w", err)
		}
		d.Memo = memo.Bytes()
	}
	return nil
}

// strategyOutcomes are those that a strategy may end a run with.
var strategyOutcomes = []Outcome{BudgetExhausted, CouldNotPlan, Cycle, ModelFailure}

// canonicalCalls puts the arguments of calls into canonical form.
func canonicalCalls(d *planner.Decision) error {
	d.Calls = slices.Clone(d.Calls) // the strategy may return the same ones again
	for i := range d.Calls {
		args, err := tools.Canonical(d.Calls[i].Args)
		if err != nil {
			return fmt.Errorf("the arguments of its call of %s: %w", d.Calls[i].Tool, err)
		}
		d.Calls[i].Args = args
	}
	return nil
}

// checkChange says what is wrong with what shall become of a plan step, or nil.
func (r *run) checkChange(c planner.StepChange) error {
	within, id, nested := planner.SplitLane(c.ID)
	if !nested {
		within, id = "", c.ID
	}
	if r.planOf(within).Step(id) == nil {
		return fmt.Errorf("its decision changes the plan step %q, and there is none", c.ID)
	}
	switch c.Status {
	case planner.StepPending, planner.StepRunning, planner.StepDone, planner.StepFailed, planner.StepSkipped:
		return nil
	}
	return fmt.Errorf("its decision makes the plan step %s %q, which is not a status", c.ID, c.Status)
}

// describe asks a planner once for what is always the same about it, and returns its roles. The error
// says how it is not configured as it must be.
func (l *Loop) describe(p planner.Planner) (roles []model.RoleForm, err error) {
	if failed := protected(func() {
		l.capabilities = planner.CapabilitiesOf(p)
		if err = l.capabilities.Invalid; err == nil { // else it may not know its name
			l.strategy, roles = p.Name(), p.Roles()
		}
	}); failed != nil {
		return nil, fmt.Errorf("the planner %T: %w", p, failed)
	}
	if len(roles) == 0 { // it may ask all the same, and gets the loop's model
		roles = []model.RoleForm{{Role: model.Executor}}
	}
	return roles, err
}
