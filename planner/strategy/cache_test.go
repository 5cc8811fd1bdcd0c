package strategy_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// question returns what ReAct asks in s.
func question(t testing.TB, r strategy.ReAct, s planner.State, a planner.Allowed) planner.Question {
	t.Helper()
	var asked planner.Question
	_, err := r.Next(t.Context(), s, a, func(_ context.Context, q planner.Question) (json.RawMessage, error) {
		asked = q
		return json.RawMessage(`{"thought":"","tool":"final_answer","tool_args":{"text":"x"}}`), nil
	})
	require.NoError(t, err)
	return asked
}

// A life is a run that grows at random: steps, observations that come late, notes, foldings.
type life struct {
	r *rand.Rand
	s planner.State
	f planner.Folding
}

func (l *life) grow() {
	switch n := len(l.s.Steps); l.r.IntN(6) {
	case 0, 1:
		l.s.Steps = append(l.s.Steps, planner.Step{N: n + 1, Thought: fmt.Sprint(n),
			Calls: []tools.Call{{ID: fmt.Sprint("c", n), Tool: "look_up", Args: json.RawMessage(`{"word":"x"}`)}}})
	case 2, 3:
		if n > 0 {
			step := &l.s.Steps[l.r.IntN(n)]
			step.Observations = append(step.Observations, tools.Succeeded(step.Calls[0].ID, json.RawMessage(fmt.Sprint(l.r.IntN(100)))))
		}
	case 4:
		l.s.Notes = append(l.s.Notes, planner.Note{After: n, Text: fmt.Sprint("note ", len(l.s.Notes))})
	case 5:
		l.f = planner.Folding{Steps: l.r.IntN(n + 1), Observation: l.r.IntN(2)}
	}
	l.s.Counters.Steps = len(l.s.Steps)
}

func TestACacheChangesNothing(t *testing.T) {
	loop, all := &planner.Cache{}, allowed()
	react, other := strategy.ReAct{}, strategy.ReAct{}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		run := loop.ForRun()
		lives := []*life{{r: r, s: planner.State{Task: "a"}}, {r: r, s: planner.State{Task: "b"}}}
		for range 60 {
			l := lives[r.IntN(2)]
			l.grow()
			a := all
			if r.IntN(2) == 0 {
				a = allowed() // the same, and not shared
			}
			a.Steps, a.Calls, a.Unconstrained = 8+r.IntN(2), r.IntN(4), r.IntN(9) == 0
			if r.IntN(4) == 0 {
				a.Tools = a.Tools[:1]
			}
			if r.IntN(4) == 0 {
				narrow := grammar.Object(grammar.Property{Name: "text", Schema: grammar.Enum("a", "b", "c")})
				a.Answer = &narrow
			}
			p := []strategy.ReAct{react, other}[r.IntN(2)]
			p.Parallel = r.IntN(3)
			without := question(t, p, l.s, a)
			a.Cache = run
			with := question(t, p, l.s, a)
			assert.Equal(t, without.Schema.String(), with.Schema.String())
			want, err := without.Messages(l.f)
			require.NoError(t, err)
			got, err := with.Messages(l.f)
			require.NoError(t, err)
			require.Equal(t, dump(want), dump(got), "seed %d", seed)
		}
	}
}

func TestACachedSchemaIsTheSameOne(t *testing.T) {
	a := allowed()
	a.Cache = &planner.Cache{}
	one := question(t, strategy.ReAct{}, after(), a).Schema
	assert.Same(t, &one.AnyOf[0], &question(t, strategy.ReAct{}, after(), a).Schema.AnyOf[0])
	b := allowed() // alike, and made anew
	b.Cache = a.Cache.ForRun()
	assert.Same(t, &one.AnyOf[0], &question(t, strategy.ReAct{}, after(), b).Schema.AnyOf[0], "runs share schemas")
	short := strategy.ReAct{}
	short.Thought = 100
	assert.NotEqual(t, one.String(), question(t, short, after(), b).Schema.String())
}

func TestMessagesThatWereHandedOutStayAsTheyWere(t *testing.T) {
	a := allowed()
	a.Cache = (&planner.Cache{}).ForRun()
	first, err := question(t, strategy.ReAct{}, after(conjugated), a).Messages(planner.Folding{})
	require.NoError(t, err)
	before := dump(first)
	_, err = question(t, strategy.ReAct{}, after(conjugated, missed, cached), a).Messages(planner.Folding{})
	require.NoError(t, err)
	assert.Equal(t, before, dump(first))
}
