package loop

import (
	"cmp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// decided folds a decision. Those of the executor are steps; acts without a model are kept with
// them, and have no number.
func (l *reducer) decided(d *planner.Decision) {
	s := &l.state
	if d.Within != "" {
		l.decidedWithin(d)
		return
	}
	if d.Warning != "" {
		s.Warnings = append(slices.Clip(s.Warnings), d.Warning)
	}
	if s.Forced == "" {
		s.Forced = d.Forced
	}
	if d.Role == model.Executor || d.Kind == planner.ActDecision || d.Draft {
		l.step(d)
	}
	if d.InnerEnding != nil {
		over := *d.InnerEnding
		over.At = len(s.Steps)
		s.InnerEnding = &over
	}
	switch {
	case d.Kind == planner.ReplanDecision:
		s.ReplanReason = d.Reason
	case d.Kind == planner.PlanDecision && d.Plan.Plan.Candidate > 0 && !d.Plan.Adopt && !d.Plan.Held:
		s.Candidates = append(slices.Clip(s.Candidates), d.Plan.Plan)
	case d.Kind == planner.PlanDecision && !d.Plan.Adopt:
		s.Proposed, s.Examined = d.Plan, nil
	case d.Kind == planner.VerdictDecision:
		l.verdict(*d.Verdict)
		if d.Plan != nil { // what the critic made of the plan
			s.Proposed = d.Plan
		}
	}
}

func (l *reducer) step(d *planner.Decision) {
	s := &l.state
	step := planner.Step{Thought: d.Thought, Calls: d.Calls, Answer: d.Answer, Lane: d.Lane, Trial: s.Trial,
		Draft: d.Draft, Settlement: d.Settlement, Reason: d.Reason}
	if s.Plan != nil {
		step.Revision = s.Plan.Revision
	}
	if d.Role == model.Executor {
		s.Counters.Steps++
		step.N = s.Counters.Steps
		s.Masked = nil
		step.Role = laneRole(d)
	}
	s.Steps = append(s.Steps, step)
}

// laneRole keeps the role of a step where it tells something: outside of lanes all are the executor's.
func laneRole(d *planner.Decision) model.Role {
	if d.Lane == "" {
		return ""
	}
	return d.Role
}

// verdict folds a judgment, and what it does to trials and lanes.
func (l *reducer) verdict(v planner.Verdict) {
	s := &l.state
	s.Verdicts = append(slices.Clip(s.Verdicts), v)
	if v.Of == "plan" {
		s.Examined = append(slices.Clip(s.Examined), v)
	}
	switch {
	case v.Of == "answer":
		s.Counters.Cycles++
	case v.Of == "plan" && v.Turn == 1:
		s.Counters.Reviews++
	case v.Of == "step" && !v.Done:
		for i := range slices.Backward(s.Steps) {
			if s.Steps[i].Lane == v.Step {
				s.Steps[i].Review = &v
				break
			}
		}
	case v.Of == "trial" && !v.Done:
		s.Trial = max(s.Trial, 1) + 1
		s.Lessons = append(slices.Clip(s.Lessons), v.Guidance)
		s.Plan, s.Proposed, s.Candidates, s.EarlierPlans, s.ReplanReason, s.PlannedAt = nil, nil, nil, nil, "", nil
		s.Forced, s.InnerEnding, s.Folded = "", nil, planner.Folding{}
		s.Nested, l.nested = nil, nil
		s.TrialStart = planner.TrialStart{Steps: len(s.Steps), Verdicts: len(s.Verdicts), Counters: s.Counters}
	}
}

// planned folds the adoption of a plan.
func (l *reducer) planned(p *planner.Proposal) {
	s := &l.state
	switch p.Cause {
	case planner.Forced:
		s.Counters.ForcedReplans++
	case planner.Replanned, planner.Rejected:
		s.Counters.Replans += max(1, s.SentBack)
	}
	if s.Plan != nil && s.Plan.Guide && !p.Unchanged {
		s.EarlierPlans = append(slices.Clip(s.EarlierPlans), *s.Plan)
	}
	if p.Cause != planner.Expanded {
		s.PlannedAt = append(slices.Clip(s.PlannedAt), s.Counters.Steps)
		s.ReplanReason, s.SentBack = "", 0
	}
	s.Plan, s.Proposed, s.Examined, s.Candidates = p.Plan.Clone(), nil, nil, nil
}

// planStep folds what became of one plan step. Earlier States keep their plan.
func (l *reducer) planStep(c planner.StepChange) {
	plan := l.state.Plan.Clone()
	if step := plan.Step(c.ID); step != nil {
		step.Status, step.Reason = c.Status, c.Reason
		if c.SettledBefore != nil {
			step.SettledBefore = c.SettledBefore
		}
		if c.Output != nil {
			step.Output, step.Evidence = c.Output, c.Evidence
		}
	}
	l.state.Plan = plan
}

// sentBack folds a person's rejection of a plan.
func (l *reducer) sentBack(reply *Reply) {
	if reply == nil || reply.Do != Reject || l.lastInterrupt == nil || l.lastInterrupt.Kind != PlanReview {
		return
	}
	s := &l.state
	s.Rejected = append(slices.Clip(s.Rejected), cmp.Or(strings.TrimSpace(reply.Text), phrases.Say("no words")))
	s.SentBack++
	s.Proposed, s.Examined, s.Candidates = nil, nil, nil
}

// masked keeps the mask of a lane with the step that brought it.
func (l *reducer) masked(m *MaskInfo) {
	for i := range slices.Backward(l.state.Steps) {
		if l.state.Steps[i].Lane == m.Lane {
			if m.Lane != "" {
				l.state.Steps[i].Masked = m.Names
			}
			return
		}
	}
}

// stepOf returns the step that made a call; of no call, the last one.
func (l *reducer) stepOf(id string) *planner.Step {
	steps := l.state.Steps
	for i := range slices.Backward(steps) {
		for _, c := range steps[i].Calls {
			if c.ID == id {
				return &steps[i]
			}
		}
	}
	return &steps[len(steps)-1]
}
