package strategy

import (
	"context"

	"github.com/shortleash/shortleash/planner"
)

// guidePlan asks for a guide plan. If the planner gives none, the run goes on without.
func guidePlan(ctx context.Context, w planWriter, s planner.State, a planner.Allowed, n planRequest,
	ask planner.Ask) (planner.Decision, error) {
	d, err := w.plan(ctx, s, a, n, ask)
	if noReply(err) && n.cause == planner.Forced && s.Plan != nil {
		return unchanged(s, planner.Forced), nil
	}
	if noReply(err) {
		none := planner.NewPlan(s.Plan, true, nil)
		none.After = len(s.Steps)
		none.Revisions = append(none.Revisions, planner.Revision{N: none.Revision, By: planner.ByLoop, Cause: n.cause,
			Reason: phrases.Say("no plan")})
		return planner.Decision{Kind: planner.PlanDecision, Plan: &planner.Proposal{Plan: none, Cause: n.cause, Adopt: true}}, nil
	}
	return d, err
}
