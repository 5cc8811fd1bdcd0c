package loop

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// alternatives is a rule of the caller's that leaves two forms of the arguments of a tool.
type alternatives struct{ tool string }

func (alternatives) Name() string { return "alternatives" }

func (r alternatives) Narrow(_ planner.State, a planner.Allowed) planner.Allowed {
	form := func(word string, lowest, highest int64) grammar.Schema {
		return grammar.Object(
			grammar.Property{Name: "n", Schema: grammar.Integer(lowest, highest)},
			grammar.Property{Name: "word", Schema: grammar.Enum(word, "both")})
	}
	list := append([]planner.Offer(nil), a.Tools...)
	for i := range list {
		if list[i].Name == r.tool {
			list[i].Args = grammar.AnyOf(form("low", 0, 4), form("high", 5, 9))
		}
	}
	a.Tools = list
	return a
}

// Rules that are each right are right together, and what they leave does not depend on their order.
func TestRulesComposeInEveryOrder(t *testing.T) {
	args := grammar.Object(
		grammar.Property{Name: "n", Schema: grammar.Integer(0, 9)},
		grammar.Property{Name: "word", Schema: grammar.String(0, 9)})
	answer := grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, 9)})
	domain := func(words ...string) Rule {
		return Domain{Tool: "say", Argument: "word", Values: func(planner.State) []string { return words }}
	}
	grounded := func(texts ...string) Rule {
		return Grounded{Answers: func(planner.State) grammar.Schema {
			return grammar.Object(grammar.Property{Name: "text", Schema: grammar.Enum(texts...)})
		}}
	}
	rules := []Rule{Require{Tool: "look"}, Prerequisite{Tool: "pay", After: "look"}, Quota{Tool: "look", Calls: 2},
		domain("low", "both", "other"), domain("both", "high"), grounded("x", "y"), alternatives{"say"}}
	state := func(looked bool) planner.State {
		if !looked {
			return planner.State{}
		}
		return planner.State{Steps: []planner.Step{{Calls: []tools.Call{{ID: "c1", Tool: "look"}},
			Observations: []tools.Observation{{ID: "c1", OK: true}}}}}
	}
	say := func(word string, n int) string {
		text, err := json.Marshal(map[string]any{"tool": "say", "tool_args": map[string]any{"n": n, "word": word}})
		require.NoError(t, err)
		return string(text)
	}
	legal := map[bool]map[string]bool{
		false: {say("both", 3): true, say("both", 7): true, say("low", 3): false, say("high", 7): false, say("other", 3): false,
			`{"tool":"look","tool_args":{"n":1,"word":""}}`: true, `{"tool":"pay","tool_args":{"n":1,"word":""}}`: false,
			`{"tool":"final_answer","tool_args":{"text":"x"}}`: false},
		true: {say("both", 3): true, say("low", 3): false, `{"tool":"look","tool_args":{"n":1,"word":""}}`: true,
			`{"tool":"pay","tool_args":{"n":1,"word":""}}`:     true,
			`{"tool":"final_answer","tool_args":{"text":"x"}}`: true, `{"tool":"final_answer","tool_args":{"text":"z"}}`: false},
	}
	grammars := map[string]*grammar.Grammar{} // orders often leave the same schema
	for looked, documents := range legal {
		everyOrder(rules, func(order []Rule) {
			a := planner.Allowed{Answer: &answer, Terms: planner.Terms{AnswerSchema: answer}}
			for _, name := range []string{"look", "pay", "say"} {
				a.Tools = append(a.Tools, planner.Offer{Name: name, Args: args})
			}
			for _, rule := range order {
				a, _ = narrowed(rule, state(looked), a)
			}
			schema := planner.DecisionSchema(a, 0, 0)
			g := grammars[schema.String()]
			if g == nil {
				var err error
				g, err = grammar.Compile(t.Context(), schema.JSON(), grammar.Options{})
				require.NoError(t, err)
				grammars[schema.String()] = g
			}
			for document, want := range documents {
				assert.Equal(t, want, g.Check(t.Context(), []byte(document)) == nil, "%s in the order %v", document, order)
			}
		})
	}
}

// everyOrder calls f with each permutation of list.
func everyOrder(list []Rule, f func([]Rule)) {
	var permute func(n int)
	permute = func(n int) {
		if n == len(list) {
			f(list)
			return
		}
		for i := n; i < len(list); i++ {
			list[n], list[i] = list[i], list[n]
			permute(n + 1)
			list[n], list[i] = list[i], list[n]
		}
	}
	permute(0)
}
