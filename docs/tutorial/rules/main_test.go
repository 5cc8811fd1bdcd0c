package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/agent/agenttest"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/loop/looptest"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
)

const task = "Make sure that there are 100 bolts."

// The rules let the right answer through: a model that knows it can write it.
func TestTheRightAnswerIsAllowed(t *testing.T) {
	stock := map[string]int{"bolt": 20}
	m := agenttest.Script(
		agenttest.Call("count_part", part{"bolt"}),
		agenttest.Call("order_part", order{80, "bolt"}),
		agenttest.Answer(report{80, "80 bolts are ordered; then there are 100."}))
	got, err := agent.Run[report](t.Context(), m, workshop(stock), task)
	require.NoError(t, err)
	assert.Equal(t, 80, got.Ordered)
	assert.Equal(t, 100, stock["bolt"])
	assert.Zero(t, m.Left(), "every decision was made")
}

// What a rule closes, no model can write, and a script says so.
func TestWhatWasNotCountedIsNotOrdered(t *testing.T) {
	m := agenttest.Script(agenttest.Call("count_part", part{"bolt"}), agenttest.Call("order_part", order{80, "nut"}))
	_, err := agent.Run[report](t.Context(), m, workshop(map[string]int{}), task)
	assert.ErrorContains(t, err, `decision 2 of the script, order_part, is not allowed now`)
	assert.ErrorContains(t, err, `want "bolt"`)
}

// Where no script is at hand, a search looks for the way to the answer, and names the rule that closes it.
func TestTheRightAnswerIsReachable(t *testing.T) {
	for answer, reachable := range map[string]bool{
		`{"ordered":80,"text":"80 bolts are ordered; then there are 100."}`: true,
		`{"ordered":900,"text":"900 bolts are ordered."}`:                   false, // the type of the answer says at most 500
	} {
		found, err := looptest.Reachable(t.Context(), func(m model.Model) (*loop.Loop, error) {
			a, err := agent.New[report](m, workshop(map[string]int{"bolt": 20}))
			if err != nil {
				return nil, err
			}
			return a.Loop(), nil
		}, task, json.RawMessage(answer), looptest.Search{Runs: 20})
		require.NoError(t, err)
		assert.Equal(t, reachable, found.Reachable, found)
	}
}

// A model that writes anything the grammar allows orders at most once.
func TestARandomModelDoesNoHarm(t *testing.T) {
	ordered := 0
	for seed := range int64(100) {
		stock := map[string]int{}
		a, err := agent.New[report](fake.Random(seed), workshop(stock))
		require.NoError(t, err)
		result, err := a.Run(t.Context(), task)
		if err != nil {
			require.ErrorAs(t, err, new(*agent.Unanswered), "every run ends")
		}
		orders, counted := 0, map[string]bool{}
		for _, step := range result.Steps {
			for _, call := range step.Calls {
				var in part
				require.NoError(t, json.Unmarshal(call.Args, &in))
				if call.Tool == "order_part" {
					orders++
					assert.True(t, counted[in.Part], "seed %d: %s was ordered and not counted", seed, in.Part)
				}
				counted[in.Part] = true
			}
		}
		assert.LessOrEqual(t, orders, 1, "seed %d", seed)
		ordered += orders
	}
	assert.Positive(t, ordered, "some seeds order, or this test shows nothing")
}
