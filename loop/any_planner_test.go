package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// A stranger is a planner of a foreign package that has the three methods of one and no others.
type stranger struct{}

func (stranger) Name() string { return "stranger" }

func (stranger) Roles() []model.RoleForm { return []model.RoleForm{{Role: model.Executor}} }

func (stranger) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	if s.Plan != nil {
		return planner.Decision{}, fmt.Errorf("it knows no plans, and was shown one")
	}
	reply, err := ask(ctx, strangersQuestion(s, planner.DecisionSchema(a, 0, 1), a))
	if err != nil {
		return planner.Decision{}, err
	}
	return a.Read(reply)
}

func strangersQuestion(s planner.State, schema grammar.Schema, a planner.Allowed) planner.Question {
	return planner.Question{Role: model.Executor, Schema: schema,
		Messages: func(planner.Folding) ([]model.Message, error) {
			return []model.Message{{Author: model.User, Content: fmt.Sprintf("%s\n%d steps", s.Task, len(s.Steps))}}, nil
		},
		Accept: func(reply json.RawMessage) error {
			_, err := a.Read(reply)
			return err
		},
		Repair: func(err error) (model.Message, error) {
			return model.Message{Author: model.User, Content: err.Error()}, nil
		},
	}
}

// around are the wrappers that go around any planner, alone and around each other.
func around(p planner.Planner) map[string]planner.Planner {
	return map[string]planner.Planner{
		"reflexion": strategy.Reflexion{Inner: p}, "self-refine": strategy.SelfRefine{Inner: p}, "executor": over(p),
		"reflexion:self-refine": strategy.Reflexion{Inner: strategy.SelfRefine{Inner: p}},
		"self-refine:reflexion": strategy.SelfRefine{Inner: strategy.Reflexion{Inner: p}},
	}
}

// TestCase142EveryWrapperEndsAroundAnyPlanner runs random and hostile models through a foreign planner in all wrappers.
func TestCase142EveryWrapperEndsAroundAnyPlanner(t *testing.T) {
	registry := lettered(t)
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	for name, p := range around(stranger{}) {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, uint64(len(name))))
			count := map[string]int{}
			for i := range rounds {
				synctest.Test(t, func(t *testing.T) {
					c := anyConfig(r)
					c.OpenEnd = false
					m := fake.Hostile(fake.HostileKinds[i%len(fake.HostileKinds)], int64(i))
					l, err := loop.New(p, m, registry, c)
					if i%4 != 0 {
						l, err = loop.New(p, fake.Random(int64(i)), registry, c)
					}
					require.NoError(t, err)
					start := time.Now()
					var log bytes.Buffer
					result, err := l.Run(t.Context(), "say only 3 words, not 4", &log)
					took := time.Since(start)
					m.Release()
					require.NoError(t, err)
					bounded(t, c, result, took)
					assert.NotEqual(t, loop.ProgramFailure, result.Outcome, result.Error)
					events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
					require.NoError(t, err)
					sound(t, result, events, log.Bytes())
					assert.NoError(t, l.Replay(t.Context(), events), "it replays")
					count[string(result.Outcome)+"/"+string(result.Reason)]++
					if t.Failed() {
						t.Fatalf("%s %d: %+v\n%+v", name, i, c, result)
					}
				})
			}
			t.Log(count)
		})
	}
}

// An embedder overrides what ReAct does, and has ReAct's WithPlans.
type embedder struct{ strategy.ReAct }

func TestPreFlectRefusesWhatWouldRunInPlaceOfThePlanner(t *testing.T) {
	_, err := loop.New(strategy.PreFlect{Inner: embedder{strategy.ReAct{}}}, &cast{}, nil, bare())
	require.ErrorIs(t, err, loop.ErrMisuse)
	assert.ErrorContains(t, err, "loop_test.embedder.WithPlans returns a strategy.ReAct")
	_, err = loop.New(strategy.PreFlect{Inner: nil}, &cast{}, nil, bare())
	assert.ErrorContains(t, err, "PreFlect needs an inner strategy")
}
