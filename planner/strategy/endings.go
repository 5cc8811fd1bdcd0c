package strategy

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

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

// nonNegative returns an error that names the first of fields that is negative.
func nonNegative(fields map[string]int) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if fields[name] < 0 {
			return fmt.Errorf("strategy: %s is negative", name)
		}
	}
	return nil
}
