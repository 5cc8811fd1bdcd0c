package loop

import (
	"slices"

	"github.com/shortleash/shortleash/planner"
)

// The loop's own rules, as masked events name them.
const (
	ruleBudget    = "budget"    // a bound leaves only the answer
	ruleErrors    = "errors"    // a tool failed too often in a row
	ruleDuplicate = "duplicate" // a call was repeated
	ruleRemains   = "remains"   // the other rules would have left nothing
)

// A Rule takes something out of what the model may do next, because of what State says. A tool, or
// the answer, that one rule took away, no other can bring back; that a schema of arguments or of the
// answer is narrower than the one it replaces is for the rule to see to.
type Rule interface {
	// Name is what masked events call the rule: one lower-case word.
	Name() string

	// Narrow returns a with less in it: fewer Tools, arguments with a narrower schema, a narrower
	// Answer, or none (nil). It is called once before each decision, must not modify what a's
	// fields point to, and must give the same for the same State.
	Narrow(s planner.State, a planner.Allowed) planner.Allowed
}

// allow works out what the model may do next: everything, narrowed by the loop's own rules and then
// by the caller's. Something always remains: where the rules would leave nothing, the answer stays.
func (r *run) allow(lane string) planner.Allowed {
	a := planner.Allowed{
		Known:     r.known,
		Tools:     r.known,
		Shape:     r.config.Answer,
		Answer:    &r.config.Answer,
		Steps:     r.config.Budget.Steps,
		Calls:     r.config.Budget.ToolCalls - r.state.Counters.ToolCalls,
		Unleashed: r.config.Enforce == Off,
		Lane:      lane,
		Bound:     r.closing(),
		Requests:  r.config.Budget.ModelCalls - r.state.Counters.ModelCalls - 1 - r.config.Repairs,
	}
	if a.Unleashed {
		return a
	}
	rules := r.rules(lane)
	if a.Bound != "" {
		return r.close(a, rules, ruleBudget, a.Bound)
	}
	open := a
	for _, rule := range rules {
		open, _ = narrowed(rule, r.state, open)
	}
	if len(open.Tools) == 0 && open.Answer == nil {
		return r.close(a, rules, ruleRemains, ruleRemains)
	}
	return open
}

// rules returns the rules for one decision, the loop's own first.
func (r *run) rules(lane string) []Rule {
	rules := []Rule{without{ruleErrors, r.broken()}, without{ruleDuplicate, r.maskedIn(lane)}}
	if r.config.Enforce == Full {
		rules = append(rules, r.config.Rules...)
	}
	return rules
}

// answerOnly is what is allowed where a strategy has come to its answer: nothing but that, as narrow
// as the rules make it.
func (r *run) answerOnly(a planner.Allowed) planner.Allowed {
	if a.Unleashed {
		return a
	}
	bound := a.Closing
	a.Tools, a.Answer, a.Lost = nil, &r.config.Answer, nil
	a = r.close(a, r.rules(a.Lane), ruleRemains, bound)
	return a
}

// close leaves nothing but the answer, as narrow as the rules make it. A rule that would take the
// answer away is overruled, since an answer in time is worth more, and remembered for a warning.
func (r *run) close(a planner.Allowed, rules []Rule, why, bound string) planner.Allowed {
	a, _ = narrowed(without{why, names(a.Tools)}, r.state, a)
	a.Closing = bound
	for _, rule := range rules {
		after, unanswered := narrowed(rule, r.state, a)
		if !unanswered {
			a = after
		} else if !slices.Contains(r.overruled, rule.Name()) {
			r.overruled = append(r.overruled, rule.Name())
		}
	}
	return a
}

// narrowed applies one rule, keeps it from widening, and notes what it took; unanswered says that it
// took the answer.
func narrowed(rule Rule, s planner.State, before planner.Allowed) (_ planner.Allowed, unanswered bool) {
	after := rule.Narrow(s, before)
	lost := planner.Lost{Rule: rule.Name()}
	var tools []planner.Offer
	for _, offer := range before.Tools {
		i := slices.IndexFunc(after.Tools, func(o planner.Offer) bool { return o.Name == offer.Name })
		if i < 0 {
			lost.Names = append(lost.Names, offer.Name)
			continue
		}
		tools = append(tools, planner.Offer{Name: offer.Name, Description: offer.Description, Args: after.Tools[i].Args, Left: after.Tools[i].Left})
		for _, p := range offer.Args.Properties {
			if now, ok := after.Tools[i].Args.Property(p.Name); ok && now.String() != p.Schema.String() {
				lost.Names = append(lost.Names, offer.Name+"."+p.Name)
			}
		}
	}
	answer := after.Answer
	switch {
	case before.Answer == nil:
		answer = nil
	case answer == nil:
		unanswered = true
		lost.Names = append(lost.Names, planner.FinalAnswer)
	case answer != before.Answer && answer.String() != before.Answer.String():
		lost.Names = append(lost.Names, planner.FinalAnswer)
	}
	before.Tools, before.Answer = tools, answer
	if len(lost.Names) > 0 {
		before.Lost = append(slices.Clip(before.Lost), lost)
	}
	return before, unanswered
}

func names(offers []planner.Offer) []string {
	var names []string
	for _, o := range offers {
		names = append(names, o.Name)
	}
	return names
}

// without is the rule that takes away tools by name.
type without struct {
	rule  string
	tools []string
}

func (w without) Name() string { return w.rule }

func (w without) Narrow(_ planner.State, a planner.Allowed) planner.Allowed {
	if len(w.tools) > 0 {
		a.Tools = slices.DeleteFunc(slices.Clone(a.Tools), func(o planner.Offer) bool { return slices.Contains(w.tools, o.Name) })
	}
	return a
}

// broken returns the tools whose last MendErrors+1 calls in a row all ended in a mendable error.
func (r *run) broken() []string {
	var names []string
	for _, o := range r.known {
		if r.mendableStreak(o.Name) > r.config.MendErrors {
			names = append(names, o.Name)
		}
	}
	return names
}

// mendableStreak counts the mendable errors of tool since its last success.
func (r *run) mendableStreak(tool string) int {
	n := 0
	for _, step := range slices.Backward(r.state.Steps) {
		for i, o := range slices.Backward(step.Observations) {
			if i >= len(step.Calls) || step.Calls[i].Tool != tool || o.Cached {
				continue
			}
			if o.OK {
				return n
			}
			if o.Error.Mendable {
				n++
			}
		}
	}
	return n
}
