package main

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

// A law is a rule, and a second way to tell whether a run kept it: from what was decided and done,
// not from the State that the rule looks at.
type law struct {
	rule   loop.Rule
	text   string                              // what it says, for a person
	broken func(r loop.Result, d deeds) string // how the run broke it, or ""
}

// nothing is an answer that is always grounded.
const nothing = "nothing"

// anyLaws draws up to three laws about the tools of registry. Those about a tool that it does not have
// are dropped: their rules are misuse.
func anyLaws(r *rand.Rand, registry *tools.Registry) []law {
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
	var laws []law
	for range r.IntN(4) {
		switch r.IntN(5) {
		case 0:
			laws = append(laws, needs(name()))
		case 1:
			laws = append(laws, quota(name(), r.IntN(3)))
		case 2:
			laws = append(laws, prerequisite(name(), name()))
		case 3:
			laws = append(laws, domain(r.IntN(2) == 0))
		default:
			laws = append(laws, grounded())
		}
	}
	return slices.DeleteFunc(laws, func(l law) bool {
		rule, ok := l.rule.(loop.CheckedRule)
		return ok && rule.Check(offers, grammar.Schema{}) != nil
	})
}

func needs(tool string) law {
	rule := loop.Require{Tool: tool}
	return law{rule, "an answer needs a success of " + tool, func(r loop.Result, d deeds) string {
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

func quota(tool string, calls int) law {
	return law{loop.Quota{Tool: tool, Calls: calls}, fmt.Sprintf("%s at most %d times", tool, calls), func(r loop.Result, d deeds) string {
		if n := d.count(tool, false); n > calls {
			return fmt.Sprintf("%s was called %d times, its quota is %d", tool, n, calls)
		}
		return ""
	}}
}

func prerequisite(tool, after string) law {
	return law{loop.Prerequisite{Tool: tool, After: after}, tool + " only after a success of " + after, func(r loop.Result, d deeds) string {
		for i, s := range r.Steps {
			if proposes(s, tool) && d.before(i).count(after, true) == 0 {
				return fmt.Sprintf("step %d calls %s, and %s has not succeeded", s.N, tool, after)
			}
		}
		return ""
	}}
}

// domain lets say only repeat words of a list, or outputs that the run has seen.
func domain(fixed bool) law {
	values := func(steps []planner.Step) []string {
		if fixed {
			return []string{"red", "green", "blue"}
		}
		return outputs(steps, 12)
	}
	rule := loop.Domain{Tool: toolSay, Argument: "word", Values: func(s planner.State) []string { return values(s.Steps) }}
	return law{rule, fmt.Sprintf("say only repeats words of a list (%v) or what was seen", fixed), func(r loop.Result, d deeds) string {
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

func grounded() law {
	rule := loop.Grounded{Answers: func(s planner.State) grammar.Schema {
		return grammar.Object(grammar.Property{Name: "text", Schema: grammar.Enum(append(outputs(s.Steps, 40), nothing)...)})
	}}
	return law{rule, "the answer is an output that was seen, or " + nothing, func(r loop.Result, d deeds) string {
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
