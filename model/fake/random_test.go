package fake_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/modeltest"
)

// decision is the grammar of tools and, if they are "final_answer" too, the answer.
func decision(t testing.TB, tools ...string) *grammar.Grammar {
	t.Helper()
	var branches []grammar.Schema
	for _, tool := range tools {
		branches = append(branches, grammar.Object(
			grammar.Property{Name: "thought", Schema: grammar.String(0, 30)},
			grammar.Property{Name: "tool", Schema: grammar.Enum(tool)},
			grammar.Property{Name: "tool_args", Schema: grammar.Object(
				grammar.Property{Name: "n", Schema: grammar.Integer(1, 9)},
				grammar.Property{Name: "word", Schema: grammar.String(1, 12)})}))
	}
	g, err := grammar.Compile(t.Context(), grammar.AnyOf(branches...).JSON(), grammar.Options{})
	require.NoError(t, err)
	return g
}

func asking(text string, g *grammar.Grammar) model.Request {
	req := saying(text)
	req.Grammar = g
	return req
}

func TestRandomIsAlwaysValid(t *testing.T) {
	g := decision(t, "a", "b", "final_answer")
	seen := map[string]bool{}
	for i := range 300 {
		r, err := hear(t, model.Guard(fake.Random(7)), asking(fmt.Sprint(i), g))
		require.NoError(t, err)
		seen[r.Text] = true
		assert.Equal(t, (len(r.Text)+2)/3, r.Usage.OutputTokens)
	}
	assert.Greater(t, len(seen), 290, "and seldom the same")
	r, err := hear(t, fake.Random(7), saying("free text"))
	require.NoError(t, err)
	assert.NotEmpty(t, r.Text)
}

func TestRandomDependsOnSeedAndRequestAlone(t *testing.T) {
	g, other := decision(t, "a"), decision(t, "b")
	say := func(seed int64, req model.Request) string {
		r, err := hear(t, fake.Random(seed), req)
		require.NoError(t, err)
		return r.Text
	}
	base := say(1, asking("x", g))
	assert.Equal(t, base, say(1, asking("x", decision(t, "a"))), "another model, another grammar, the same bytes")
	seeded := asking("x", g)
	seeded.Seed = 5
	role := asking("x", g)
	role.Role = model.Critic
	split := asking("x", g)
	split.Messages = append(split.Messages, model.Message{})
	for claim, req := range map[string]model.Request{
		"messages": asking("y", g), "grammar": asking("x", other), "request seed": seeded, "role": role, "borders of messages": split,
	} {
		assert.NotEqual(t, base, say(1, req), claim)
	}
	assert.NotEqual(t, base, say(2, asking("x", g)), "seed")

	m := fake.Random(1)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			r, err := hear(t, m, asking("x", g))
			assert.NoError(t, err)
			assert.Equal(t, base, r.Text, "whatever else goes on")
		})
	}
	wg.Wait()
}

func TestRandomKeepsTheContract(t *testing.T) {
	modeltest.Run(t, func(*testing.T) model.Model { return fake.Random(11) })
}
