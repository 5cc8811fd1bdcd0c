package planner

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/model"
)

// SelfRefine has an answer judged and written again, without calling any tool again (Madaan et al.
// 2023): a retrospective baseline.
//
//	moment    test                                                 next
//	inner     the inner strategy answers: the first draft          judging
//	judging   done                                                 accepted: final
//	judging   not done, refinements left                           refine
//	judging   not done, otherwise                                  spent: budget_exhausted/rounds
//	refine    the executor writes the answer again                 judging
//	refine    it is the one that was refused                       cycle/answers
type SelfRefine struct {
	// Inner writes the first draft. Required.
	Inner Planner
	// Prompts words reflector and refinement. Required; see [GeneralPrompts].
	Prompts Prompts
	// Rounds is how many refinements there may be; verdicts are one more. Allowance.
	Rounds int
	// Thought is the ceiling of a thought in characters. 0 takes DefaultThought.
	Thought int
}

var (
	_ Planner = SelfRefine{}
	_ Stager  = SelfRefine{}
)

// NewSelfRefine returns SelfRefine around inner with the general prompts and three rounds.
func NewSelfRefine(inner Planner) SelfRefine {
	return SelfRefine{Inner: inner, Prompts: GeneralPrompts(), Rounds: 3}
}

// Name returns "self-refine:" and the name of the inner strategy.
func (r SelfRefine) Name() string { return "self-refine:" + r.Inner.Name() }

// Capabilities implements [Capable]: those of the inner strategy, with a budget for the refinements too.
func (r SelfRefine) Capabilities() Capabilities {
	c := CapabilitiesOf(r.Inner)
	c.Invalid, c.Steps = r.invalid(c), cmp.Or(c.Steps, 8)+r.Rounds
	return c
}

func (r SelfRefine) invalid(inner Capabilities) error {
	if r.Inner == nil {
		return fmt.Errorf("planner: SelfRefine needs an inner strategy")
	}
	if inner.Invalid != nil {
		return inner.Invalid
	}
	return nonNegative(map[string]int{"Rounds": r.Rounds})
}

// Roles lists the inner strategy's roles, executor and reflector.
func (r SelfRefine) Roles() []model.RoleForm {
	roles := slices.Clip(r.Inner.Roles())
	for _, wanted := range []model.RoleForm{roleForm(model.Executor, r.Prompts.Refine), roleForm(model.Reflector, r.Prompts.Reflector)} {
		if !hasRole(roles, wanted.Role) {
			roles = append(roles, wanted)
		}
	}
	return roles
}

// at says where in the machine a run stands. drafts are the answers so far: the inner strategy's, then
// the refined ones.
func (r SelfRefine) at(s State) (moment, []json.RawMessage) {
	if s.Over == nil {
		return within, nil
	}
	drafts := []json.RawMessage{s.Over.Partial}
	for _, step := range s.Steps[s.Over.At:] {
		if step.Draft {
			drafts = append(drafts, step.Answer)
		}
	}
	verdicts := s.of("draft")
	n := len(drafts)
	switch {
	case n > 1 && sameJSON(drafts[n-1], drafts[n-2]):
		return circling, drafts
	case len(verdicts) < n:
		return judging, drafts
	case verdicts[n-1].Done:
		return accepted, drafts
	case n > r.Rounds:
		return spent, drafts
	}
	return refine, drafts
}

// Stage implements [Stager].
func (r SelfRefine) Stage(s State, a Allowed) Stage {
	switch where, _ := r.at(s); where {
	case within:
		return StageOf(r.Inner, s, r.kept(s, a))
	case judging:
		return Stage{Role: model.Reflector}
	case refine:
		return Stage{Role: model.Executor, Answering: true}
	}
	return Stage{}
}

// kept is what the inner strategy may use: all but the steps of the refinements.
func (r SelfRefine) kept(s State, a Allowed) Allowed {
	a.Steps = max(a.Steps-r.Rounds, 1)
	return closedAt(s, a)
}

// Next implements [Planner].
func (r SelfRefine) Next(ctx context.Context, s State, a Allowed, ask Ask) (Decision, error) {
	where, drafts := r.at(s)
	if a.Lane != "" {
		where = within
	}
	last := json.RawMessage(nil)
	if len(drafts) > 0 {
		last = drafts[len(drafts)-1]
	}
	switch where {
	case judging:
		return judge{prompt: r.Prompts.Reflector, of: "draft"}.judge(ctx, s, a, last, "", ask)
	case accepted:
		return Decision{Kind: FinalDecision, Answer: last, Reason: "accepted"}, nil
	case circling:
		return end(cycle, "answers", "the refined answer is the one that was not accepted", last), nil
	case spent:
		return end(budgetExhausted, "rounds", "the last answer was not accepted: "+s.lastVerdict("draft").Guidance, last), nil
	case refine:
		return r.refine(ctx, s, a, drafts, ask)
	}
	d, err := r.Inner.Next(ctx, s, r.kept(s, a), ask)
	if d.Kind == FinalDecision {
		d = heldBack(d)
	}
	return d, err
}

// refineData is what the executor reads who writes an answer again.
type refineData struct {
	Task    string
	Calls   []string
	Drafts  []refused
	Verdict *Verdict
	Refused []string
	Notes   []Note
}

func (r SelfRefine) refine(ctx context.Context, s State, a Allowed, drafts []json.RawMessage, ask Ask) (Decision, error) {
	told := func(f Folding) any {
		data := refineData{Task: s.Task, Verdict: s.lastVerdict("draft"), Notes: s.Notes, Calls: s.callLines(f, digestOutput, whole)}
		verdicts := s.of("draft")
		for i, d := range drafts {
			if i < len(drafts)-1 {
				d = f.cutText(d)
			}
			data.Drafts = append(data.Drafts, refused{d, verdicts[i].Gaps})
		}
		for _, step := range s.Steps[s.Over.At:] {
			for _, o := range step.Observations {
				data.Refused = append(data.Refused, o.Error.Message)
			}
		}
		return data
	}
	d, err := answerAs(ctx, model.Executor, r.Prompts.Refine, told, a, orElse(r.Thought, DefaultThought), ask)
	d.N, d.Draft = s.Counters.Steps+1, true
	return d, err
}
