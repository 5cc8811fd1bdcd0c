package loop

import "github.com/shortleash/shortleash/model"

// The names of the bounds, as reasons and in Result.Forced.
const (
	boundSteps      = "steps"
	boundModelCalls = "model_calls"
	boundToolCalls  = "tool_calls"
	boundTokens     = "tokens"
	boundWall       = "wall"
)

// What besides bounds, faults and patterns ends a run.
const (
	reasonStrategy = "strategy" // the strategy broke its contract, or panicked
	reasonRule     = "rule"     // a rule panicked
)

// exhausted returns the bound that the next move needs and that is used up, or "": a decision without
// a model (no role) needs time alone, and only the executor's are steps. Several at once: wall,
// tokens, model calls, steps.
func (r *run) exhausted(role model.Role) string {
	b, n := r.config.Budget, r.state.Counters
	switch {
	case r.elapsed >= b.Wall:
		return boundWall
	case role == "":
		return ""
	case n.Tokens >= b.Tokens:
		return boundTokens
	case n.ModelCalls >= b.ModelCalls:
		return boundModelCalls
	case role == model.Executor && n.Steps >= b.Steps:
		return boundSteps
	}
	return ""
}

// closing returns the bound because of which the next decision must be the last, or "": one step
// is left; the model calls left only pay one decision with its repairs; the tokens left would not
// pay two more requests like the largest so far; the time left is under a tenth, or under twice
// the slowest request so far.
func (r *run) closing() string {
	b, n := r.config.Budget, r.state.Counters
	left := b.Wall - r.elapsed
	switch {
	case n.Steps == b.Steps-1 && !r.config.OpenEnd:
		return boundSteps
	case b.ModelCalls-n.ModelCalls <= 1+r.config.Repairs:
		return boundModelCalls
	case n.ToolCalls >= b.ToolCalls:
		return boundToolCalls
	case b.Tokens-n.Tokens < 2*r.largest:
		return boundTokens
	case left < b.Wall/10 || left < 2*r.slowest:
		return boundWall
	}
	return ""
}

// tokensOf estimates the tokens of a text where a server names none.
func tokensOf(bytes int) int { return (bytes + 2) / 3 }
