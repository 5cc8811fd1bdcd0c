package loop

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
)

// offers are n tools with three arguments each.
func offers(n int) []planner.Offer {
	var list []planner.Offer
	for i := range n {
		list = append(list, planner.Offer{Name: fmt.Sprint("tool_", i), Args: grammar.Object(
			grammar.Property{Name: "count", Schema: grammar.Integer(0, 99)},
			grammar.Property{Name: "tense", Schema: grammar.Enum("past_simple", "present_simple", "participle")},
			grammar.Property{Name: "verb", Schema: grammar.String(1, 40)})})
	}
	return list
}

func plain() *grammar.Schema {
	s := grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, 1999)})
	return &s
}

func TestASchemaIsCompiledOnce(t *testing.T) {
	all, cache := offers(3), newGrammarCache()
	compile := func(tools []planner.Offer) *compiled {
		c, err := cache.compile(t.Context(), planner.DecisionSchema(planner.Allowed{Tools: tools, Answer: plain()}, 200, 1))
		require.NoError(t, err)
		return c
	}
	whole := compile(all)
	assert.Same(t, whole, compile(all), "found")
	narrow := append([]planner.Offer{}, all...)
	narrow[1].Args = narrow[1].Args.With("verb", grammar.Enum("go", "be"))
	assert.Error(t, compile(narrow).grammar.Check(t.Context(),
		[]byte(`{"thought":"","tool":"tool_1","tool_args":{"count":1,"tense":"participle","verb":"do"}}`)))
	assert.NotSame(t, whole, compile(narrow))
	assert.Same(t, compile(narrow[1:]), compile(narrow[1:]), "found")
}

// BenchmarkPolicyChange is the cost of a grammar that was not needed before: of the schema, the grammar
// and a matcher.
func BenchmarkPolicyChange(b *testing.B) {
	for _, n := range []int{3, 8} {
		all := offers(n)
		change := func(b *testing.B, cache *grammarCache) {
			tools := append([]planner.Offer{}, all[:n-1]...) // as if a quota were used up
			tools[0].Args = tools[0].Args.With("verb", grammar.Enum("go", "be"))
			c, err := cache.compile(b.Context(), planner.DecisionSchema(planner.Allowed{Tools: tools, Answer: plain()}, 200, 1))
			if err != nil {
				b.Fatal(err)
			}
			c.grammar.LenientMatcher().Release()
		}
		b.Run(fmt.Sprint(n, " tools, one less, one narrower"), func(b *testing.B) {
			for b.Loop() {
				change(b, newGrammarCache())
			}
		})
	}
}
