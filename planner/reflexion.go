package planner

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/model"
)

// Reflexion tries a task again, with lessons from the tries before (Shinn et al. 2023): the
// retrospective baseline to PreFlect.
//
//	moment      test                                             next
//	inner       the inner strategy decides, in TrialSteps        inner
//	inner       it answers, or ends without                      judging
//	judging     Judge, or the reflector: done                    accepted: final
//	judging     not done, trials left: a lesson                  inner, with nothing but the lessons
//	judging     not done, none left                              spent: budget_exhausted/trials
//	inner       the answer is that of the trial before           cycle/answers
type Reflexion struct {
	// Inner makes the trials. Required.
	Inner Planner
	// Prompt words the reflector, where Judge is nil. See [GeneralPrompts].
	Prompt *Prompt
	// Judge says whether the answer of a trial (nil: it had none) is done, and if not, what to learn
	// from it. It must give the same for the same arguments. Nil asks the reflector.
	Judge func(s State, answer json.RawMessage) (done bool, lesson string)
	// Trials is the ceiling of trials. 0 takes 3.
	Trials int
	// TrialSteps is the ceiling of decisions in a trial, the last one closing. 0 takes 8.
	TrialSteps int
	// Lessons is how many lessons a trial sees, the newest ones. 0 takes 3.
	Lessons int
	// AllowIrreversible lets trials repeat effects that cannot be undone.
	AllowIrreversible bool
}

var (
	_ Planner = Reflexion{}
	_ Stager  = Reflexion{}
)

// NewReflexion returns Reflexion around inner with the general prompts.
func NewReflexion(inner Planner) Reflexion {
	return Reflexion{Inner: inner, Prompt: GeneralPrompts().Reflector}
}

// The moments of the wrappers that judge.
const (
	judging moment = "judging"
	spent   moment = "spent"
	refine  moment = "refine"
)

// Name returns "reflexion:" and the name of the inner strategy.
func (r Reflexion) Name() string { return "reflexion:" + r.Inner.Name() }

// Capabilities implements [Capable].
func (r Reflexion) Capabilities() Capabilities {
	c := CapabilitiesOf(r.Inner)
	c.Invalid, c.Steps, c.CheckTools, c.Trials = r.invalid(c), 24, r.checkTools, true
	return c
}

func (r Reflexion) invalid(inner Capabilities) error {
	if r.Inner == nil || r.Judge == nil && r.Prompt == nil {
		return fmt.Errorf("planner: Reflexion needs an inner strategy, and a judge or a prompt for the reflector")
	}
	if inner.Invalid != nil {
		return inner.Invalid
	}
	return nonNegative(map[string]int{"Trials": r.Trials, "TrialSteps": r.TrialSteps, "Lessons": r.Lessons})
}

// checkTools refuses tools whose effects a second trial would repeat.
func (r Reflexion) checkTools(tools []Offer) error {
	for _, t := range tools {
		if t.Irreversible && !r.AllowIrreversible {
			return fmt.Errorf("planner: %s cannot be undone, and Reflexion would try it again; AllowIrreversible lets it", t.Name)
		}
	}
	return nil
}

// Roles lists the inner strategy's roles, and the reflector if there is no judge.
func (r Reflexion) Roles() []model.RoleForm {
	roles := r.Inner.Roles()
	if r.Judge == nil && !hasRole(roles, model.Reflector) {
		roles = append(slices.Clip(roles), roleForm(model.Reflector, r.Prompt))
	}
	return roles
}

// at says where in the machine a run stands.
func (r Reflexion) at(s State) moment {
	v := s.lastVerdict("trial")
	switch {
	case s.Over != nil && v != nil && v.Done:
		return accepted
	case s.Over != nil && v != nil && s.Over.Partial != nil && v.Answer != nil && sameJSON(v.Answer, s.Over.Partial):
		return circling
	case s.Over != nil:
		return judging
	case len(s.of("trial")) >= orElse(r.Trials, 3):
		return spent
	}
	return within
}

// Stage implements [Stager].
func (r Reflexion) Stage(s State, a Allowed) Stage {
	switch r.at(s) {
	case judging:
		if r.Judge == nil {
			return Stage{Role: model.Reflector}
		}
		return Stage{}
	case within:
		stage, _ := r.inside(s, a)
		return stage
	}
	return Stage{}
}

// Next implements [Planner].
func (r Reflexion) Next(ctx context.Context, s State, a Allowed, ask Ask) (Decision, error) {
	if a.Lane == "" {
		switch r.at(s) {
		case accepted:
			return Decision{Kind: FinalDecision, Answer: s.Over.Partial, Reason: "accepted"}, nil
		case circling:
			return end(cycle, "answers", "two trials gave the same answer", s.Over.Partial), nil
		case spent:
			v := s.lastVerdict("trial")
			return end(budgetExhausted, "trials", "no trial was accepted: "+v.Guidance, s.lastTried()), nil
		case judging:
			return r.judge(ctx, s, a, ask)
		}
	}
	stage, used := r.inside(s, a)
	if stage.Role == "" && used && a.Lane == "" {
		return Decision{Kind: StepDecision, Over: &Ending{Outcome: budgetExhausted, Reason: closingSteps, Partial: s.LastDraft()}}, nil
	}
	view, allowed := trialView(s, a, orElse(r.TrialSteps, 8), orElse(r.Lessons, 3))
	d, err := r.Inner.Next(ctx, view, allowed, ask)
	if d.Role == model.Executor {
		d.N = s.Counters.Steps + 1
	}
	return heldBack(d), err
}

// inside returns the stage of the inner strategy. used says that it would take a step and has none left
// in this trial; then there is no stage.
func (r Reflexion) inside(s State, a Allowed) (_ Stage, used bool) {
	view, allowed := trialView(s, a, orElse(r.TrialSteps, 8), orElse(r.Lessons, 3))
	stage := StageOf(r.Inner, view, allowed)
	if stage.Role == model.Executor && view.Counters.Steps >= allowed.Steps {
		return Stage{}, true
	}
	return stage, false
}

// heldBack makes an ending of an inner strategy one that a wrapper judges.
func heldBack(d Decision) Decision {
	switch {
	case d.Kind == FinalDecision && !d.Draft:
		d.Draft, d.Over = true, &Ending{Outcome: string(FinalDecision), Reason: d.Reason, Partial: d.Answer}
		d.Reason = ""
	case d.Kind == EndDecision:
		return Decision{Kind: StepDecision, Role: d.Role, Over: d.End}
	}
	return d
}

// judge says whether the trial is done. A trial without an answer never is.
func (r Reflexion) judge(ctx context.Context, s State, a Allowed, ask Ask) (Decision, error) {
	answer := s.Over.Partial
	d := Decision{Kind: VerdictDecision}
	if r.Judge != nil {
		done, lesson := r.Judge(s, answer)
		d.Verdict = &Verdict{Of: "trial", By: ByJudge, Done: done, Guidance: lesson, After: len(s.Steps)}
	} else {
		var err error
		if d, err = (judge{prompt: r.Prompt, of: "trial"}).judge(ctx, s, a, answer, s.Over.Outcome+"/"+s.Over.Reason, ask); err != nil {
			return d, err
		}
	}
	if d.Verdict.Answer = answer; answer == nil && d.Verdict.Done {
		d.Verdict.Done, d.Verdict.Guidance = false, standardGuidance
	}
	return d, nil
}

// lastTried returns the answer of the newest trial that had one.
func (s State) lastTried() json.RawMessage {
	for _, v := range slices.Backward(s.of("trial")) {
		if v.Answer != nil {
			return v.Answer
		}
	}
	return nil
}

// trialView is a run as its inner strategy sees it: the steps of the present trial alone, counters from
// there on, and the newest lessons.
func trialView(s State, a Allowed, steps, lessons int) (State, Allowed) {
	view := s
	view.Steps = s.Steps[s.Base.Steps:]
	view.Verdicts = s.Verdicts[s.Base.Verdicts:]
	view.Lessons = s.Lessons[max(0, len(s.Lessons)-lessons):]
	base := s.Base.Counters
	view.Counters.Steps -= base.Steps
	view.Counters.Cycles -= base.Cycles
	view.Counters.Replans -= base.Replans
	view.Counters.ForcedReplans -= base.ForcedReplans
	view.PlannedAt = nil
	for _, at := range s.PlannedAt {
		view.PlannedAt = append(view.PlannedAt, at-base.Steps)
	}
	view.Notes = nil
	for _, n := range s.Notes {
		n.After = max(0, n.After-s.Base.Steps)
		view.Notes = append(view.Notes, n)
	}
	a.Steps = min(steps, a.Steps-base.Steps)
	return view, closedAt(view, a)
}

// closedAt closes a where the ceiling of an inner strategy leaves one step.
func closedAt(s State, a Allowed) Allowed {
	if s.Counters.Steps+1 < a.Steps || a.Bound != "" {
		return a
	}
	a.Bound = closingSteps
	if !a.Unconstrained {
		a.Closing, a.Tools = closingSteps, nil
		if a.Answer == nil {
			a.Answer = &a.AnswerSchema
		}
	}
	return a
}
