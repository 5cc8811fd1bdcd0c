package strategy

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/shortleash/shortleash/planner"
)

// end is the decision that ends the run.
func end(outcome planner.Outcome, reason planner.Reason, problem string, partial json.RawMessage) planner.Decision {
	return planner.Decision{Kind: planner.EndDecision,
		End: &planner.Ending{Outcome: outcome, Reason: reason, Problem: problem, Partial: partial}}
}

// accept is the decision that an answer which was judged is the run's.
func accept(answer json.RawMessage, forced string) planner.Decision {
	return planner.Decision{Kind: planner.FinalDecision, Answer: answer, End: &planner.Ending{Reason: planner.ReasonAccepted, Forced: forced}}
}

// noPlan is the ending of a run whose planner gave nothing usable, for the error of its Ask.
func noPlan(err error) planner.Decision {
	reason := planner.ReasonNotAPlan
	if r, ok := errors.AsType[*planner.Refusal](err); ok && r.Code != planner.CodeNotAPlan {
		reason = planner.ReasonBadPlan
		if r.Code == planner.CodeEmptyPlan {
			reason = planner.ReasonEmptyPlan
		}
	}
	return end(planner.OutcomeCouldNotPlan, reason, err.Error(), nil)
}

// unchanged is the decision that keeps the plan although another one was asked for.
func unchanged(s planner.State, cause planner.Cause) planner.Decision {
	return planner.Decision{Kind: planner.PlanDecision,
		Plan: &planner.Proposal{Plan: *s.Plan.Clone(), Cause: cause, Unchanged: true, Adopt: true}}
}

// noReply reports whether err says that a role gave nothing usable, as opposed to the end of the run.
func noReply(err error) bool { return errors.Is(err, planner.ErrInvalid) }

// none is what a bound says where there is to be none.
const none = -1

// most returns what a bound allows of which 0 takes usual.
func most(bound, usual int) int { return max(cmp.Or(bound, usual), 0) }

// A limit is a number of a configuration that must not be under least.
type limit struct {
	name         string
	value, least int
}

// checkBounds returns an error that names the first of limits that is too low.
func checkBounds(limits ...limit) error {
	for _, l := range limits {
		switch {
		case l.value < l.least && l.least == none:
			return fmt.Errorf("strategy: %s is %d, want -1 for none, 0 for the usual number, or more", l.name, l.value)
		case l.value < l.least:
			return fmt.Errorf("strategy: %s is negative", l.name)
		}
	}
	return nil
}
