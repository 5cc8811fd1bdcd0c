package loop

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shortleash/shortleash/planner"
)

// adopt makes the plan of d that of the run, after a person has seen it where Approval.Plans wants that.
func (r *run) adopt(ctx context.Context, d *planner.Decision) {
	if !d.Plan.Adopt {
		return
	}
	plan := *d.Plan
	if r.config.Approval.Plans && d.Within() == "" && !plan.Unchanged && !plan.Plan.Guide && plan.Cause != planner.Expanded {
		approved, ok := r.approvedPlan(ctx, plan.Plan)
		if !ok || approved == nil {
			return
		}
		plan.Plan = *approved
	}
	r.emit(Event{Kind: Planned, Plan: &plan, Within: d.Within()})
}

// approvedPlan returns the plan that a person lets pass: this one, an edited one, or nil if it was sent
// back. It reports whether the run goes on.
func (r *run) approvedPlan(ctx context.Context, p planner.Plan) (*planner.Plan, bool) {
	reply, ok := r.awaitReply(ctx, &Interrupt{Kind: PlanReview, Plan: &p})
	if !ok {
		return nil, false
	}
	switch reply.Do {
	case Approve:
		return &p, true
	case Edit:
		edited, err := r.editedPlan(p, reply.Plan)
		if err != nil {
			// It was checked when the person sent it; an earlier version took what this one does not.
			r.endWith(r.strategyFailed(err))
			return nil, false
		}
		return edited, true
	}
	return nil, true
}

// editedPlan reads a person's plan in place of p. It is checked as any plan is, and what is settled in
// p must stay as it is.
func (l *Loop) editedPlan(p planner.Plan, text json.RawMessage) (*planner.Plan, error) {
	edited, err := planner.EditPlan(p, text, l.offers)
	if err != nil {
		return nil, fmt.Errorf("loop: the edited plan: %w", err)
	}
	return edited, nil
}
