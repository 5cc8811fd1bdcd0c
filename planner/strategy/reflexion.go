package strategy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/tools"
)

// Reflexion repeats a task with lessons from earlier trials (Shinn et al. 2023). It is the
// retrospective baseline for PreFlect.
//
//	state       test                                             next
//	inner       the inner strategy decides, in TrialSteps        inner
//	inner       it answers, or ends without                      judging
//	judging     Judge, or the reflector: done                    accepted: final
//	judging     not done, trials left: a lesson                  inner, with nothing but the lessons
//	judging     not done, none left                              outOfTries: budget_exhausted/trials
//	inner       the answer is that of the trial before           cycle/answers
type Reflexion struct {
	// Inner makes the trials. Required.
	Inner planner.Planner
	// Prompt is the prompt of the reflector, if Judge is nil. Nil means the general prompt.
	Prompt *prompt.Prompt
	// Judge says whether the answer of a trial is acceptable, and if not, what the next trial should know. A nil answer
	// means that the trial had none. Judge must return the same result for the same arguments. Nil: the reflector judges.
	Judge func(s planner.State, answer json.RawMessage) (done bool, lesson string)
	// Trials is the maximum number of trials. 0 means 3.
	Trials int
	// TrialSteps is the maximum number of decisions in a trial; the last one must close it. 0 means 8.
	TrialSteps int
	// Lessons is how many of the newest lessons a trial sees. 0 means 3.
	Lessons int
	// AllowIrreversible lets trials repeat effects that cannot be undone.
	AllowIrreversible bool
}

var (
	_ planner.Planner = Reflexion{}
	_ planner.Stager  = Reflexion{}
)

// The states of the wrappers that judge.
const (
	judging    machineState = "judging"
	outOfTries machineState = "outOfTries"
	refine     machineState = "refine"
)

func (r Reflexion) reflector() *prompt.Prompt {
	if r.Prompt != nil {
		return r.Prompt
	}
	return prompt.General().Reflector
}

// Name returns "reflexion:" and the name of the inner strategy.
func (r Reflexion) Name() string { return "reflexion:" + r.Inner.Name() }

// Capabilities implements [planner.Capable].
func (r Reflexion) Capabilities() planner.Capabilities {
	c := planner.CapabilitiesOf(r.Inner)
	c.Invalid, c.Steps, c.CheckTools, c.Trials = r.invalid(c), 24, r.checkTools, true
	return c
}

func (r Reflexion) invalid(inner planner.Capabilities) error {
	if r.Inner == nil {
		return errors.New("strategy: Reflexion needs an inner strategy")
	}
	if inner.Invalid != nil {
		return inner.Invalid
	}
	return checkBounds(limit{"Trials", r.Trials, 0}, limit{"TrialSteps", r.TrialSteps, 0}, limit{"Lessons", r.Lessons, 0})
}

// checkTools refuses tools whose effects a second trial would repeat.
func (r Reflexion) checkTools(tools []planner.Offer) error {
	for _, t := range tools {
		if t.Irreversible && !r.AllowIrreversible {
			return fmt.Errorf("strategy: %s cannot be undone, and Reflexion would try it again; AllowIrreversible lets it", t.Name)
		}
	}
	return nil
}

// Roles lists the inner strategy's roles, and the reflector if there is no judge.
func (r Reflexion) Roles() []model.RoleForm {
	if r.Judge != nil {
		return r.Inner.Roles()
	}
	return withRoles(r.Inner.Roles(), r.reflector().RoleForm(model.Reflector))
}

// at says where in the machine a run stands.
func (r Reflexion) at(s planner.State) machineState {
	v, ending, before := s.LastVerdict("trial"), trialEnding(s), planner.Recall[reflexionMemo](s.Memo).Before
	switch {
	case ending != nil && v != nil && v.Done:
		return accepted
	case ending != nil && ending.Partial != nil && before != nil && tools.Equal(before, ending.Partial):
		return repeating
	case ending != nil:
		return judging
	case len(s.VerdictsOf("trial")) >= cmp.Or(r.Trials, 3):
		return outOfTries
	}
	return innerDecides
}

// Stage implements [planner.Stager].
func (r Reflexion) Stage(s planner.State, a planner.Allowed) planner.Stage {
	switch where := r.at(s); {
	case where == innerDecides:
		stage, _ := r.innerStage(s, a)
		return stage
	case where == judging && r.Judge != nil:
		return planner.Stage{}
	default:
		return asked[where]
	}
}

// Next implements [planner.Planner].
func (r Reflexion) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	if a.Lane == "" {
		switch r.at(s) {
		case accepted:
			ending := trialEnding(s)
			return accept(ending.Partial, ending.Forced), nil
		case repeating:
			return end(planner.OutcomeCycle, planner.ReasonAnswers, "two trials gave the same answer", trialEnding(s).Partial), nil
		case outOfTries:
			v := s.LastVerdict("trial")
			return end(planner.OutcomeBudgetExhausted, planner.ReasonTrials, "no trial was accepted: "+v.Guidance,
				planner.Recall[reflexionMemo](s.Memo).Tried), nil
		case judging:
			return r.judge(ctx, s, a, ask)
		}
	}
	m := planner.Recall[reflexionMemo](s.Memo)
	stage, used := r.innerStage(s, a)
	if stage.Role == "" && used && a.Lane == "" {
		d, inner := m.judged(s, end(planner.OutcomeBudgetExhausted, planner.ReasonSteps, "", s.LastDraft()), true)
		m.innerMemo = inner
		d.Memo = planner.Remember(m)
		return d, nil
	}
	view, allowed := trialView(s, a, cmp.Or(r.TrialSteps, 8), cmp.Or(r.Lessons, 3))
	d, err := r.Inner.Next(ctx, view, allowed, ask)
	if err != nil || d.Within() != "" {
		return d, err
	}
	was := m.innerMemo
	if d, m.innerMemo = was.judged(s, d, true); d.Memo != nil || m.End != was.End {
		d.Memo = planner.Remember(m)
	}
	return d, nil
}

// innerStage returns the stage of the inner strategy. used says that it wants a step and has none left in
// this trial; then the stage is empty.
func (r Reflexion) innerStage(s planner.State, a planner.Allowed) (_ planner.Stage, used bool) {
	view, allowed := trialView(s, a, cmp.Or(r.TrialSteps, 8), cmp.Or(r.Lessons, 3))
	stage := planner.StageOf(r.Inner, view, allowed)
	if stage.Role == model.Executor && view.Counters.Steps >= allowed.Steps {
		return planner.Stage{}, true
	}
	return stage, false
}

// A reflexionMemo is what Reflexion remembers of the present trial.
type reflexionMemo struct {
	innerMemo
	Steps    int              `json:"steps,omitempty"`    // of the trials before
	Verdicts int              `json:"verdicts,omitempty"` // likewise
	Counters planner.Counters `json:"counters,omitzero"`  // at the start of the trial
	Before   json.RawMessage  `json:"before,omitempty"`   // the answer of the trial before; nil: it had none
	Tried    json.RawMessage  `json:"tried,omitempty"`    // the answer of the newest trial before that had one
}

// trialEnding returns how the present trial came to its end, or nil. A call that repeats another one ends it too.
func trialEnding(s planner.State) *planner.Ending {
	m := planner.Recall[reflexionMemo](s.Memo)
	if n := len(s.Steps); n > m.Steps && s.Steps[n-1].Halt != nil {
		return s.Steps[n-1].Halt
	}
	return m.ending(s)
}

// judge says whether the trial is done. A trial without an answer is not.
func (r Reflexion) judge(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	ending := trialEnding(s)
	answer := ending.Partial
	d := planner.Decision{Kind: planner.VerdictDecision}
	if r.Judge != nil {
		done, lesson := r.Judge(s, answer)
		d.Verdict = &planner.Verdict{Of: "trial", By: planner.ByJudge, Done: done, Guidance: lesson, After: len(s.Steps)}
	} else {
		var err error
		if d, err = (answerJudge{prompt: r.reflector(), of: "trial"}).judge(ctx, s, a, answer,
			string(ending.Outcome)+"/"+string(ending.Reason), ask); err != nil {
			return d, err
		}
	}
	if answer == nil && d.Verdict.Done {
		d.Verdict.Done, d.Verdict.Guidance = false, standardGuidance()
	}
	if !d.Verdict.Done {
		d.Kind = planner.RestartDecision
		tried := planner.Recall[reflexionMemo](s.Memo).Tried
		if answer != nil {
			tried = answer
		}
		d.Memo = planner.Remember(reflexionMemo{Steps: len(s.Steps), Verdicts: len(s.Verdicts) + 1,
			Counters: s.Counters, Before: answer, Tried: tried})
	}
	return d, nil
}

// trialView is a run as its inner strategy sees it: the steps of the present trial alone, counters from
// there on, and the newest lessons.
func trialView(s planner.State, a planner.Allowed, steps, lessons int) (planner.State, planner.Allowed) {
	view, m := s, planner.Recall[reflexionMemo](s.Memo)
	view.Memo, view.Steps, view.Verdicts = m.Inner, s.Steps[m.Steps:], s.Verdicts[m.Verdicts:]
	view.Trial.Lessons = s.Trial.Lessons[max(0, len(s.Trial.Lessons)-lessons):]
	base := m.Counters
	view.Counters.Steps -= base.Steps
	view.Counters.Cycles -= base.Cycles
	view.Counters.Replans -= base.Replans
	view.Counters.ForcedReplans -= base.ForcedReplans
	view.Notes = nil
	for _, n := range s.Notes {
		n.After = max(0, n.After-m.Steps)
		view.Notes = append(view.Notes, n)
	}
	a.Steps = min(steps, a.Steps-base.Steps)
	return view, closeAt(view, a)
}

// closeAt leaves nothing but the answer open if the inner strategy has one step left.
func closeAt(s planner.State, a planner.Allowed) planner.Allowed {
	if s.Counters.Steps+1 < a.Steps || a.Bound != "" {
		return a
	}
	a.Bound = closingSteps
	if !a.Unconstrained {
		a.Closing, a.Tools, a.Wait = closingSteps, nil, 0
		if a.Answer == nil {
			a.Answer = &a.AnswerSchema
		}
	}
	return a
}
