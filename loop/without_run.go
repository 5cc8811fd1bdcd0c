package loop

import (
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// Narrow returns what rules leave of a in the state s, for programs that decide without a run. It intersects as a run does.
// If the rules would leave nothing, it keeps the answer that a had; overruled names the rules that would have removed it.
func Narrow(rules []Rule, s planner.State, a planner.Allowed) (left planner.Allowed, overruled []string) {
	left = a
	for _, rule := range rules {
		left, _ = narrowed(rule, s, left)
	}
	if len(left.Tools) > 0 || left.Answer != nil || a.Answer == nil {
		return left, nil
	}
	left = a
	left.Tools = nil
	for _, rule := range rules {
		after, tookAnswer := narrowed(rule, s, left)
		if tookAnswer {
			overruled = append(overruled, rule.Name())
			continue
		}
		left = after
	}
	return left, overruled
}

// NotAgain returns the rule that these calls are not made again. Like [Mask], it works for
// arguments with listed values. It never removes the last choice.
func NotAgain(calls []tools.Call) Rule { return repeatsRule(calls) }
