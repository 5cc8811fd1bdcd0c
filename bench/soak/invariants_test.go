package soak

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// An invariant is a rule with a second way to tell whether a run kept it: from the decisions and the calls,
// and not from the State that the rule reads.
type invariant struct {
	rule      loop.Rule
	text      string                                  // what it says, for a person
	violation func(r loop.Result, d madeCalls) string // how the run broke it, or ""
}

// nothing is an answer that is always grounded.
const nothing = "nothing"

// drawInvariants draws up to three invariants about the tools of registry. It drops those about a tool that
// the registry does not have: their rules are misuse.
func drawInvariants(r *rand.Rand, registry *tools.Registry) []invariant {
	var names []string
	var offers []planner.Offer
	for _, t := range registry.All() {
		names = append(names, t.Name())
		offers = append(offers, planner.Offer{Name: t.Name(), Args: t.Schema()})
	}
	name := func() string {
		if len(names) == 0 || r.IntN(20) == 0 {
			return toolOK
		}
		return names[r.IntN(len(names))]
	}
	var invariants []invariant
	for range r.IntN(4) {
		switch r.IntN(5) {
		case 0:
			invariants = append(invariants, needs(name()))
		case 1:
			invariants = append(invariants, quota(name(), r.IntN(3)))
		case 2:
			invariants = append(invariants, prerequisite(name(), name()))
		case 3:
			invariants = append(invariants, domain(r.IntN(2) == 0))
		default:
			invariants = append(invariants, grounded())
		}
	}
	return slices.DeleteFunc(invariants, func(l invariant) bool {
		rule, ok := l.rule.(loop.CheckedRule)
		return ok && rule.Check(offers, grammar.Schema{}) != nil
	})
}

func needs(tool string) invariant {
	rule := loop.Require{Tool: tool}
	return invariant{rule, "an answer needs a success of " + tool, func(r loop.Result, d madeCalls) string {
		if r.Outcome != loop.Final || d.count(tool, true) > 0 {
			return ""
		}
		excuse := "the answer was given although the rule " + rule.Name() + " was not met"
		if r.Forced != "" && slices.Contains(r.Warnings, excuse) {
			return "" // closing beats every rule, and says so
		}
		return fmt.Sprintf("an answer without a success of %s, forced %q, warnings %q", tool, r.Forced, r.Warnings)
	}}
}

func quota(tool string, calls int) invariant {
	return invariant{loop.Quota{Tool: tool, Calls: calls}, fmt.Sprintf("%s at most %d times", tool, calls),
		func(r loop.Result, d madeCalls) string {
			if n := d.count(tool, false); n > calls {
				return fmt.Sprintf("%s was called %d times, its quota is %d", tool, n, calls)
			}
			return ""
		}}
}

func prerequisite(tool, after string) invariant {
	return invariant{loop.Prerequisite{Tool: tool, After: after}, tool + " only after a success of " + after,
		func(r loop.Result, d madeCalls) string {
			for i, s := range r.Steps {
				if proposes(s, tool) && d.before(i).count(after, true) == 0 {
					return fmt.Sprintf("step %d calls %s, and %s has not succeeded", s.N, tool, after)
				}
			}
			return ""
		}}
}

// domain lets say only repeat words of a list, or outputs that the run has seen.
func domain(fixed bool) invariant {
	values := func(steps []planner.Step) []string {
		if fixed {
			return []string{"red", "green", "blue"}
		}
		return outputs(steps, 12)
	}
	rule := loop.Domain{Tool: toolSay, Argument: "word", Values: func(s planner.State) []string { return values(s.Steps) }}
	return invariant{rule, fmt.Sprintf("say only repeats words of a list (%v) or what was seen", fixed),
		func(r loop.Result, d madeCalls) string {
			for i, s := range r.Steps {
				for _, call := range s.Calls {
					var in word
					if call.Tool == toolSay && (json.Unmarshal(call.Args, &in) != nil || !slices.Contains(values(r.Steps[:i]), in.Word)) {
						return fmt.Sprintf("step %d says %s, legal are %q", s.N, call.Args, values(r.Steps[:i]))
					}
				}
			}
			return ""
		}}
}

func grounded() invariant {
	rule := loop.Grounded{Answers: func(s planner.State) grammar.Schema {
		return grammar.Object(grammar.Property{Name: "text", Schema: grammar.Enum(append(outputs(s.Steps, 40), nothing)...)})
	}}
	return invariant{rule, "the answer is an output that was seen, or " + nothing, func(r loop.Result, d madeCalls) string {
		if r.Outcome != loop.Final {
			return ""
		}
		var answer struct {
			Text string `json:"text"`
		}
		legal := append(outputs(r.Steps, 40), nothing)
		if err := json.Unmarshal(r.Answer, &answer); err != nil || !slices.Contains(legal, answer.Text) {
			return fmt.Sprintf("the answer is %s, legal are %q", r.Answer, legal)
		}
		return ""
	}}
}

// outputs are the texts of up to limit bytes that calls gave, each once.
func outputs(steps []planner.Step, limit int) []string {
	var texts []string
	for _, s := range steps {
		for _, o := range s.Observations {
			var text string
			if !o.OK || o.Cached || json.Unmarshal(o.Output, &text) != nil {
				continue
			}
			if len(text) <= limit && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// proposes reports whether a call of tool is in s, whatever came of it.
func proposes(s planner.Step, tool string) bool {
	return slices.ContainsFunc(s.Calls, func(c tools.Call) bool { return c.Tool == tool })
}
