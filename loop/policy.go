package loop

import (
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
)

// The loop's own rules, as masked events name them.
const (
	ruleBudget    = "budget"    // a bound leaves only the answer
	ruleErrors    = "errors"    // a tool failed too often in a row
	ruleDuplicate = "duplicate" // a call was repeated
	ruleRemains   = "remains"   // the other rules would have left nothing
)

// A Rule removes something from what the model may do next, depending on the State. It cannot add anything: its
// result is intersected with what was allowed before, tool by tool and schema by schema. So if two rules restrict
// the answer, only what both allow remains. If nothing satisfies both, the tool, or the answer, is removed.
type Rule interface {
	// Name is the rule's name in masked events: one lower-case word.
	Name() string

	// Narrow returns a reduced copy of a: fewer Tools, arguments with a narrower schema, a narrower
	// Answer, or no Answer (nil). It is called once before each decision. It must not modify what a's
	// fields point to, and must return the same result for the same State.
	Narrow(s planner.State, a planner.Allowed) planner.Allowed
}

// allow works out what the model may do next: everything, narrowed by the loop's own rules and then
// by the caller's. Something always remains: where the rules would leave nothing, the answer stays.
func (r *run) allow(lane string) (planner.Allowed, error) {
	return r.allowWithout(r.maskedTools(lane), lane)
}

// allowWithout is allow with masked in place of the tools that are away because a call was repeated.
func (r *run) allowWithout(masked []string, lane string) (planner.Allowed, error) {
	a := planner.Allowed{
		Terms: planner.Terms{
			AllTools:      r.offers,
			AnswerSchema:  r.config.Answer,
			Instructions:  r.config.Instructions,
			Unconstrained: r.config.Leash == Off,
			Cache:         r.derived,
			Thought:       r.config.Limits.Thought, // -1 is planner.EmptyThought
		},
		Limits: planner.Limits{
			Steps:    r.config.Budget.Steps,
			Calls:    r.config.Budget.ToolCalls - r.state.Counters.ToolCalls,
			Requests: r.config.Budget.ModelCalls - r.state.Counters.ModelCalls - 1 - r.may.Repairs,
			Bound:    string(r.closing()),
		},
		Tools:  r.offers,
		Answer: &r.config.Answer,
		Lane:   lane,
	}
	if a.Bound == "" {
		a.Wait = r.longestWait(lane)
	}
	if a.Unconstrained {
		return a, nil
	}
	rules := r.rules(masked, lane)
	if a.Bound != "" {
		return r.close(a, rules, ruleBudget, a.Bound)
	}
	open := a
	for _, rule := range rules {
		var err error
		if open, _, err = r.narrow(rule, open); err != nil {
			return a, err
		}
	}
	if len(open.Tools) == 0 && open.Answer == nil {
		return r.close(a, rules, ruleRemains, ruleRemains)
	}
	return open, nil
}

// narrow applies one rule. A rule of the caller's may panic, which ends the run.
func (r *run) narrow(rule Rule, before planner.Allowed) (after planner.Allowed, tookAnswer bool, _ error) {
	failed := protected(func() { after, tookAnswer = narrowed(rule, r.state, before) })
	if failed == nil {
		return after, tookAnswer, nil
	}
	name := fmt.Sprintf("%T", rule)
	if err := protected(func() { name = rule.Name() }); err != nil {
		name += ", whose Name fails too,"
	}
	return before, false, programFailed(planner.ReasonRule, "the rule "+name, failed)
}

// rules returns the rules for one decision of a lane, the loop's own first.
func (r *run) rules(masked []string, lane string) []Rule {
	var rules []Rule
	if broken := r.failingTools(); broken != nil {
		rules = append(rules, withoutTools{ruleErrors, broken})
	}
	if masked != nil {
		rules = append(rules, withoutTools{ruleDuplicate, masked})
	}
	if r.config.Leash.Rules() {
		if rule := r.knownRule(); rule != nil {
			rules = append(rules, rule)
		}
		rules = append(rules, r.config.Rules...)
	}
	if rule := r.repeatsRule(lane); rule != nil {
		rules = append(rules, rule)
	}
	return rules
}

// answerOnly is what is allowed where a strategy has come to its answer: nothing but that, as narrow
// as the rules make it.
func (r *run) answerOnly(a planner.Allowed) (planner.Allowed, error) {
	if a.Unconstrained {
		return a, nil
	}
	bound := a.Closing
	a.Tools, a.Wait, a.Answer, a.Removed = nil, 0, &r.config.Answer, nil
	return r.close(a, r.rules(r.maskedTools(a.Lane), a.Lane), ruleRemains, bound)
}

// close leaves nothing but the answer, as narrow as the rules make it. A rule that would take the
// answer away is overruled, since an answer in time is worth more, and remembered for a warning.
func (r *run) close(a planner.Allowed, rules []Rule, why, bound string) (planner.Allowed, error) {
	if len(a.Tools) > 0 {
		a.Removed = append(slices.Clip(a.Removed), planner.Removal{Rule: why, Names: names(a.Tools)})
	}
	a.Tools, a.Wait, a.Closing = nil, 0, bound
	for _, rule := range rules {
		after, tookAnswer, err := r.narrow(rule, a)
		if err != nil {
			return a, err
		}
		if !tookAnswer {
			a = after
		} else if !slices.Contains(r.overruled, rule.Name()) {
			r.overruled = append(r.overruled, rule.Name())
		}
	}
	return a, nil
}

// narrowed applies one rule, intersects what it leaves with what was there, and notes what it took;
// tookAnswer says that it took the answer. The rule gets a list of its own: it may cut it, sort it or append to it.
func narrowed(rule Rule, s planner.State, before planner.Allowed) (_ planner.Allowed, tookAnswer bool) {
	given := before
	given.Tools, given.AllTools = slices.Clone(before.Tools), slices.Clip(before.AllTools)
	if before.Answer != nil {
		answer := *before.Answer
		given.Answer = &answer
	}
	after := rule.Narrow(s, given)
	var lost []string
	if !slices.EqualFunc(before.Tools, after.Tools, sameOffer) {
		before.Tools, lost = narrowedTools(before.Tools, after.Tools)
	}
	if before.Answer != nil {
		answer := narrowedAnswer(*before.Answer, after.Answer)
		if tookAnswer = answer == nil; tookAnswer || !answer.Equal(*before.Answer) {
			before.Answer = answer
			lost = append(lost, planner.FinalAnswer)
		}
	}
	if after.Wait < before.Wait {
		if before.Wait = max(after.Wait, 0); before.Wait == 0 {
			lost = append(lost, planner.WaitRequest)
		}
	}
	if len(lost) > 0 && (tookAnswer || !isQuiet(rule)) {
		before.Removed = append(slices.Clip(before.Removed), planner.Removal{Rule: rule.Name(), Names: lost})
	}
	return before, tookAnswer
}

// isQuiet reports whether what a rule narrows is not news for a model.
func isQuiet(rule Rule) bool {
	switch rule.(type) {
	case knownRule, Evidence:
		return true
	}
	return false
}

// sameOffer reports whether a rule left an offer as it was.
func sameOffer(a, b planner.Offer) bool {
	return a.Name == b.Name && a.Left == b.Left && a.Args.Equal(b.Args)
}

// narrowedTools returns those of before that are in after, with the arguments that fit both, and names
// what was lost.
func narrowedTools(before, after []planner.Offer) (tools []planner.Offer, lost []string) {
	for _, offer := range before {
		i := slices.IndexFunc(after, func(o planner.Offer) bool { return o.Name == offer.Name })
		if i < 0 {
			lost = append(lost, offer.Name)
			continue
		}
		if left := after[i].Left; left > 0 && (offer.Left == 0 || left < offer.Left) {
			offer.Left = left
		}
		if was := offer.Args; !was.Equal(after[i].Args) {
			var some bool
			if offer.Args, some = grammar.Intersect(was, after[i].Args); !some {
				lost = append(lost, offer.Name)
				continue
			}
			for _, p := range was.Properties {
				if now, _ := offer.Args.Property(p.Name); !now.Equal(p.Schema) {
					lost = append(lost, offer.Name+"."+p.Name)
				}
			}
		}
		tools = append(tools, offer)
	}
	return tools, lost
}

// narrowedAnswer returns what fits both, or nil.
func narrowedAnswer(before grammar.Schema, after *grammar.Schema) *grammar.Schema {
	if after == nil || before.Equal(*after) {
		return after
	}
	if both, some := grammar.Intersect(before, *after); some {
		return &both
	}
	return nil
}

func names(offers []planner.Offer) []string {
	names := make([]string, len(offers))
	for i := range offers {
		names[i] = offers[i].Name
	}
	return names
}

// withoutTools is the rule that takes away tools by name.
type withoutTools struct {
	rule  string
	tools []string
}

func (w withoutTools) Name() string { return w.rule }

func (w withoutTools) Narrow(_ planner.State, a planner.Allowed) planner.Allowed {
	if len(w.tools) > 0 {
		a.Tools = slices.DeleteFunc(slices.Clone(a.Tools), func(o planner.Offer) bool { return slices.Contains(w.tools, o.Name) })
	}
	return a
}

// failingTools returns the tools whose last calls, one more than Allowances.RecoverableErrors, all ended in a recoverable error.
func (r *run) failingTools() []string {
	if r.state.Counters.RecoverableErrors <= r.may.RecoverableErrors {
		return nil // not even all of them would do
	}
	var names []string
	for _, o := range r.offers {
		if r.recoverableStreak(o.Name) > r.may.RecoverableErrors {
			names = append(names, o.Name)
		}
	}
	return names
}

// recoverableStreak counts the recoverable errors of tool since its last success.
func (r *run) recoverableStreak(tool string) int {
	n := 0
	for _, step := range slices.Backward(r.state.Steps) {
		for i, o := range slices.Backward(step.Observations) {
			if i >= len(step.Calls) || step.Calls[i].Tool != tool || o.Cached {
				continue
			}
			if o.OK {
				return n
			}
			if o.Error.Recoverable {
				n++
			}
		}
	}
	return n
}
