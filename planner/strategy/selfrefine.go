package strategy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/tools"
)

// SelfRefine lets a reflector judge an answer and rewrites it, without calling tools again (Madaan
// et al. 2023). It is a retrospective baseline.
//
//	state     test                                                 next
//	inner     the inner strategy answers: the first draft          judging
//	judging   done                                                 accepted: final
//	judging   not done, refinements left                           refine
//	judging   not done, otherwise                                  outOfTries: budget_exhausted/rounds
//	refine    the executor writes the answer again                 judging
//	refine    it is the one that was refused                       cycle/answers
type SelfRefine struct {
	// Inner writes the first draft. Required.
	Inner planner.Planner
	// Prompts has the prompts for reflector and refinement. A nil prompt means the general one.
	Prompts prompt.Set
	// Rounds is the maximum number of refinements; there may be one more verdict. 0 means 3; -1 means none.
	Rounds int
}

var (
	_ planner.Planner = SelfRefine{}
	_ planner.Stager  = SelfRefine{}
)

func (r SelfRefine) rounds() int { return most(r.Rounds, 3) }

func (r SelfRefine) prompts() prompt.Set { return r.Prompts.OrGeneral() }

// Name returns "self-refine:" and the name of the inner strategy.
func (r SelfRefine) Name() string { return "self-refine:" + r.Inner.Name() }

// Capabilities implements [planner.Capable] with those of the inner strategy and a budget that includes the refinements.
func (r SelfRefine) Capabilities() planner.Capabilities {
	c := planner.CapabilitiesOf(r.Inner)
	c.Invalid, c.Steps = r.invalid(c), cmp.Or(c.Steps, 8)+r.rounds()
	return c
}

func (r SelfRefine) invalid(inner planner.Capabilities) error {
	if r.Inner == nil {
		return errors.New("strategy: SelfRefine needs an inner strategy")
	}
	if inner.Invalid != nil {
		return inner.Invalid
	}
	return checkBounds(limit{"Rounds", r.Rounds, none})
}

// Roles lists the inner strategy's roles, executor and reflector.
func (r SelfRefine) Roles() []model.RoleForm {
	return withRoles(r.Inner.Roles(), r.prompts().Refine.RoleForm(model.Executor), r.prompts().Reflector.RoleForm(model.Reflector))
}

// at says where in the machine a run stands. drafts are the answers so far: the inner strategy's, then
// the refined ones.
func (r SelfRefine) at(s planner.State) (machineState, []json.RawMessage) {
	m := planner.Recall[innerMemo](s.Memo)
	ending := m.ending(s)
	if ending == nil {
		return innerDecides, nil
	}
	drafts := []json.RawMessage{ending.Partial}
	for _, step := range s.Steps[m.At:] {
		if step.Draft {
			drafts = append(drafts, step.Answer)
		}
	}
	verdicts := s.VerdictsOf("draft")
	n := len(drafts)
	switch {
	case n > 1 && tools.Equal(drafts[n-1], drafts[n-2]):
		return repeating, drafts
	case len(verdicts) < n:
		return judging, drafts
	case verdicts[n-1].Done:
		return accepted, drafts
	case n > r.rounds():
		return outOfTries, drafts
	}
	return refine, drafts
}

// Stage implements [planner.Stager].
func (r SelfRefine) Stage(s planner.State, a planner.Allowed) planner.Stage {
	where, _ := r.at(s)
	if where == innerDecides {
		allowed := r.innerAllowed(s, a)
		s.Memo = planner.Recall[innerMemo](s.Memo).Inner
		return planner.StageOf(r.Inner, s, allowed)
	}
	return asked[where]
}

// innerAllowed is what the inner strategy may use. It keeps the steps of the refinements back.
func (r SelfRefine) innerAllowed(s planner.State, a planner.Allowed) planner.Allowed {
	a.Steps = max(a.Steps-r.rounds(), 1)
	return closeAt(s, a)
}

// Next implements [planner.Planner].
func (r SelfRefine) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	m := planner.Recall[innerMemo](s.Memo)
	where, drafts := r.at(s)
	if a.Lane != "" {
		where = innerDecides
	}
	last := json.RawMessage(nil)
	if len(drafts) > 0 {
		last = drafts[len(drafts)-1]
	}
	switch where {
	case judging:
		return answerJudge{prompt: r.prompts().Reflector, of: "draft"}.judge(ctx, s, a, last, "", ask)
	case accepted:
		return accept(last, m.End.Forced), nil
	case repeating:
		return end(planner.OutcomeCycle, planner.ReasonAnswers, phrases.Say("same refined answer"), last), nil
	case outOfTries:
		return end(planner.OutcomeBudgetExhausted, planner.ReasonRounds,
			phrases.Say("answer not accepted", "Guidance", s.LastVerdict("draft").Guidance), last), nil
	case refine:
		return r.refine(ctx, s, a, drafts, ask)
	}
	view := s
	view.Memo = m.Inner
	d, err := r.Inner.Next(ctx, view, r.innerAllowed(s, a), ask)
	if err != nil || d.Within() != "" {
		return d, err
	}
	was := m
	if d, m = was.judged(s, d, false); d.Memo != nil || m.End != was.End {
		d.Memo = planner.Remember(m)
	}
	return d, nil
}

// refineData is what the executor reads who writes an answer again.
type refineData struct {
	Task    string
	Calls   []string
	Drafts  []refused
	Verdict *planner.Verdict
	Refused []string
	Notes   []planner.Note
}

func (r SelfRefine) refine(ctx context.Context, s planner.State, a planner.Allowed, drafts []json.RawMessage,
	ask planner.Ask) (planner.Decision, error) {
	told := func(f planner.Folding) any {
		data := refineData{Task: s.Task, Verdict: s.LastVerdict("draft"), Notes: s.Notes,
			Calls: prompt.CallLines(s, f, prompt.SummaryBytes, prompt.Whole)}
		verdicts := s.VerdictsOf("draft")
		for i, d := range drafts {
			if i < len(drafts)-1 {
				d = prompt.Shorten(d, f)
			}
			data.Drafts = append(data.Drafts, refused{d, verdicts[i].Gaps})
		}
		for _, step := range s.Steps[planner.Recall[innerMemo](s.Memo).At:] {
			for _, o := range step.Observations {
				data.Refused = append(data.Refused, o.Error.Message)
			}
		}
		return data
	}
	d, err := answerAs(ctx, model.Executor, r.prompts().Refine, told, a, ask)
	d.Kind = planner.DraftDecision
	return d, err
}
