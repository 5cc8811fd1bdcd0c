package loop

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// decided folds a decision. Those of the executor are steps; acts without a model are kept with
// them, and have no number.
func (l *reducer) decided(d *planner.Decision) {
	s := &l.state
	if id, lane, nested := planner.SplitLane(d.Lane); nested {
		l.decidedWithin(d, id, lane)
		return
	}
	switch {
	case d.Role == model.Executor || d.Kind == planner.ActDecision || d.Kind == planner.DraftDecision:
		l.step(d)
	case d.Kind == planner.StepDecision && d.End != nil: // the loop's: a repeated act ends the trial
		s.Steps[len(s.Steps)-1].Halt = d.End
	}
	if d.Memo != nil {
		s.Memo = d.Memo
	}
	switch d.Kind {
	case planner.VerdictDecision:
		l.verdict(*d.Verdict)
	case planner.RestartDecision:
		l.verdict(*d.Verdict)
		l.restarted(d.Verdict.Guidance)
	}
}

func (l *reducer) step(d *planner.Decision) {
	s := &l.state
	step := planner.Step{Thought: d.Thought, Calls: d.Calls, Answer: d.Answer, Lane: d.Lane, Trial: s.Trial.N,
		Draft: d.Kind == planner.DraftDecision, Report: d.Report()}
	if d.Kind == planner.ReplanDecision {
		step.Reason = d.End.Problem
	}
	if s.Plan != nil {
		step.Revision = s.Plan.Revision
	}
	if d.Role == model.Executor {
		s.Counters.Steps++
		step.N = s.Counters.Steps
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

// verdict folds a judgment, and keeps it with the step of a lane that did not pass it.
func (l *reducer) verdict(v planner.Verdict) {
	s := &l.state
	s.Verdicts = append(slices.Clip(s.Verdicts), v)
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
	}
}

// restarted folds the beginning of another trial: what was planned is forgotten, and what was done belongs to the one before.
func (l *reducer) restarted(lesson string) {
	s := &l.state
	s.Trial = planner.Trial{N: max(s.Trial.N, 1) + 1, Lessons: append(slices.Clip(s.Trial.Lessons), lesson)}
	s.Plan, s.Nested, l.nested, l.folding = nil, nil, nil, planner.Folding{}
}

// planned folds the adoption of a plan.
func (l *reducer) planned(p *planner.Proposal) {
	s := &l.state
	switch p.Cause {
	case planner.Forced:
		s.Counters.ForcedReplans++
	case planner.Replanned, planner.Rejected:
		s.Counters.Replans += max(1, len(s.SentBack))
	}
	if p.Cause != planner.Expanded {
		s.SentBack = nil
	}
	if cut := p.Plan.Cut; len(cut) > 0 && !p.Unchanged {
		l.warnings = append(l.warnings, fmt.Sprintf("the plan was cut: %s", strings.Join(cut, "; ")))
	}
	s.Plan = p.Plan.Clone()
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
	s.SentBack = append(slices.Clip(s.SentBack), cmp.Or(strings.TrimSpace(reply.Text), phrases.Say("no words")))
}

// masked keeps the mask of a lane with the step that brought it.
func (l *reducer) masked(m *MaskInfo) {
	for i := range slices.Backward(l.state.Steps) {
		if l.state.Steps[i].Lane == m.Lane {
			l.state.Steps[i].Masked = m.Names
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
