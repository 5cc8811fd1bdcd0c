package loop

import (
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// exhausted returns the bound that the next move needs and that is used up, or "": a decision without
// a model (no role) needs time alone, and only the executor's are steps. Several at once: wall,
// tokens, model calls, steps.
func (r *run) exhausted(role model.Role) planner.Reason {
	b, n := r.config.Budget, r.state.Counters
	switch {
	case r.elapsed >= b.Wall:
		return planner.ReasonWall
	case role == "":
		return ""
	case n.Tokens >= b.Tokens:
		return planner.ReasonTokens
	case n.ModelCalls >= b.ModelCalls:
		return planner.ReasonModelCalls
	case role == model.Executor && n.Steps >= b.Steps:
		return planner.ReasonSteps
	}
	return ""
}

// closing returns the bound because of which the next decision must be the last, or "": one step
// is left; the model calls left only pay one decision with its repairs; the tokens left would not
// pay two more requests like the largest so far; the time left is under a tenth, or under twice
// the slowest request so far; a call was repeated once too often.
func (r *run) closing() planner.Reason {
	b, n := r.config.Budget, r.state.Counters
	left := b.Wall - r.elapsed
	switch {
	case n.Steps == b.Steps-1 && !r.config.OpenEnd:
		return planner.ReasonSteps
	case b.ModelCalls-n.ModelCalls <= 1+r.may.Repairs:
		return planner.ReasonModelCalls
	case n.ToolCalls >= b.ToolCalls:
		return planner.ReasonToolCalls
	case b.Tokens-n.Tokens < 2*r.largest:
		return planner.ReasonTokens
	case left < b.Wall/10 || left < 2*r.slowest:
		return planner.ReasonWall
	case r.closesOnRepeat():
		return planner.ReasonDuplicate
	}
	return ""
}

// tokensOf estimates the tokens of a text where a server names none.
func tokensOf(bytes int) int { return (bytes + 2) / 3 }
