package planner

import (
	"context"
	"slices"
)

// guide returns the author of plans that are advice: shown to the executor, and binding nobody.
func guide(prompt *Prompt, most int) author {
	return author{prompt: prompt, most: most, guide: true}
}

// guidePlan asks for a guide plan. Where none is to be had, the run goes on without.
func guidePlan(ctx context.Context, w author, s State, a Allowed, n need, ask Ask) (Decision, error) {
	d, err := w.plan(ctx, s, a, n, ask)
	if failed(err) && n.cause == Forced && s.Plan != nil {
		return unchanged(s, Forced), nil
	}
	if failed(err) {
		none := Plan{Guide: true}.revised(s.Plan, nil)
		none.After = len(s.Steps)
		none.Revisions = append(none.Revisions, Revision{N: none.Revision, By: string(ByLoop), Cause: n.cause, Reason: "no plan was to be had"})
		return Decision{Kind: PlanDecision, Plan: &Proposal{Plan: none, Cause: n.cause, Adopt: true},
			Warning: "the run goes on without a plan: " + err.Error()}, nil
	}
	return d, err
}

// What a conversation shows of things that came up meanwhile.
type (
	planData    struct{ Lines []string }
	lessonsData struct{ Lessons []string }
)

// meanwhile adds what came when n steps had been taken: verdicts on answers, and guide plans.
func (c *conversation) meanwhile(s State, n int) {
	for _, v := range s.Verdicts {
		if v.Of == "answer" && v.After == n && !v.Done {
			c.add("verdict", verdictData{Assessment: v.Assessment, Gaps: v.Gaps, Guidance: v.Guidance})
		}
	}
	if s.Plan == nil && s.Earlier == nil {
		return
	}
	for _, p := range append(slices.Clip(s.Earlier), deref(s.Plan)...) {
		if p.Guide && p.After == n && len(p.Steps) > 0 {
			c.add("plan", planData{p.advice()})
		}
	}
}

func deref(p *Plan) []Plan {
	if p == nil {
		return nil
	}
	return []Plan{*p}
}

// advice shows the plan steps of a guide plan.
func (p Plan) advice() []string {
	var lines []string
	for _, s := range p.Steps {
		line := s.ID + " " + s.Description
		if s.Tool != "" {
			line += " (tool: " + s.Tool + ")"
		}
		lines = append(lines, line)
	}
	return lines
}
