package loop

import (
	"errors"
	"fmt"
	"math/rand/v2"
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

// refusal is why g refuses text, but for the place in the schema.
func refusal(g *grammar.Grammar, text []byte) *grammar.Violation {
	v, ok := errors.AsType[*grammar.Violation](g.Check(text))
	if ok {
		v.Rule = ""
	}
	return v
}

func TestGrammarsThatArePutTogetherAreThoseThatWouldBeCompiled(t *testing.T) {
	all, answer := offers(5), plain()
	r := rand.New(rand.NewPCG(1, 6))
	cache := newGrammarCache()
	_, err := cache.compile(planner.DecisionSchema(planner.Allowed{Tools: all, Answer: answer}, 200, 1))
	require.NoError(t, err)
	for range 40 {
		a := planner.Allowed{}
		for _, o := range all {
			if r.IntN(2) == 0 {
				a.Tools = append(a.Tools, o)
			}
		}
		if r.IntN(2) == 0 || a.Tools == nil {
			a.Answer = answer
		}
		s := planner.DecisionSchema(a, 200, 1)
		got, err := cache.compile(s)
		require.NoError(t, err)
		want, err := newGrammarCache().compile(s)
		require.NoError(t, err)
		assert.Equal(t, want.sha256, got.sha256)
		assert.Equal(t, want.choices, got.choices)
		assert.Equal(t, string(want.grammar.Schema()), string(got.grammar.Schema()))
		for range 10 {
			d := want.grammar.Sample(r)
			assert.NoError(t, got.grammar.Check(d))
			d = []byte(string(d[:len(d)/2]) + "#")
			assert.Equal(t, refusal(want.grammar, d), refusal(got.grammar, d))
		}
	}
	assert.Len(t, cache.wholes, 1, "nothing was compiled again")
}

func TestAPieceThatIsNotKnownIsCompiled(t *testing.T) {
	all, cache := offers(3), newGrammarCache()
	compile := func(tools []planner.Offer) *compiled {
		c, err := cache.compile(planner.DecisionSchema(planner.Allowed{Tools: tools, Answer: plain()}, 200, 1))
		require.NoError(t, err)
		return c
	}
	whole := compile(all)
	assert.Same(t, whole, compile(all), "found")
	narrow := append([]planner.Offer{}, all...)
	narrow[1].Args = narrow[1].Args.With("verb", grammar.Enum("go", "be"))
	assert.Error(t, compile(narrow).grammar.Check([]byte(`{"thought":"","tool":"tool_1","tool_args":{"count":1,"tense":"participle","verb":"do"}}`)))
	assert.Len(t, cache.wholes, 2)
	compile(narrow[1:])
	assert.Len(t, cache.wholes, 2, "the narrow one is known now")
}

// BenchmarkPolicyChange is the cost of a grammar that was not needed before: of the schema, the grammar
// and a matcher.
func BenchmarkPolicyChange(b *testing.B) {
	for _, n := range []int{3, 8} {
		all := offers(n)
		change := func(b *testing.B, cache *grammarCache, known bool) {
			tools := append([]planner.Offer{}, all[:n-1]...) // as if a quota were used up
			if !known {
				tools[0].Args = tools[0].Args.With("verb", grammar.Enum("go", "be"))
			}
			c, err := cache.compile(planner.DecisionSchema(planner.Allowed{Tools: tools, Answer: plain()}, 200, 1))
			if err != nil {
				b.Fatal(err)
			}
			c.grammar.LenientMatcher().Release()
		}
		b.Run(fmt.Sprint(n, " tools, one less, pieces known"), func(b *testing.B) {
			cache := newGrammarCache()
			if _, err := cache.compile(planner.DecisionSchema(planner.Allowed{Tools: all, Answer: plain()}, 200, 1)); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				clear(cache.byParts)
				clear(cache.byBytes)
				change(b, cache, true)
			}
		})
		b.Run(fmt.Sprint(n, " tools, one less, one narrower"), func(b *testing.B) {
			for b.Loop() {
				change(b, newGrammarCache(), false)
			}
		})
	}
}
