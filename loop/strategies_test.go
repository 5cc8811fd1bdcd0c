package loop_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// strategies are all there are, with what can be switched on.
func strategies() map[string]planner.Planner {
	all := planExecute(func(p *strategy.PlanExecute) {
		p.Parallel, p.Binding, p.Static, p.Conditions, p.Depth, p.ReviewPlanSteps = 2, true, true, true, 1, true
	})
	return map[string]planner.Planner{
		"react": strategy.NewReAct(), "plan-execute": strategy.NewPlanExecute(), "plan-execute, all switches": all,
		"plan-act-reflect": strategy.NewPlanActReflect(),
		"plan-act":         strategy.NewPlanAct(),
		"plan-act, all switches": planAct(func(p *strategy.PlanAct) {
			p.Parallel, p.Candidates, p.Binding, p.ReviewPlanSteps = 3, 3, true, true
			p.Verify = &strategy.Verify{Tool: "a", Args: json.RawMessage(`{"n":1}`), Value: json.RawMessage(`"a1"`)}
		}),
	}
}

// TestCase010EveryStrategyEnds runs random and hostile models through all strategies, under budgets from
// a wide range; each run replays.
func TestCase010EveryStrategyEnds(t *testing.T) {
	registry := lettered(t)
	rounds := 60
	if testing.Short() {
		rounds = 6
	}
	for name, p := range strategies() {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, uint64(len(name))))
			count := map[loop.Outcome]int{}
			for i := range rounds {
				synctest.Test(t, func(t *testing.T) {
					c := anyConfig(r)
					c.OpenEnd = false
					m := fake.Hostile(fake.HostileKinds[i%len(fake.HostileKinds)], int64(i))
					l, err := loop.New(p, m, registry, c)
					if i%3 != 0 {
						l, err = loop.New(p, fake.Random(int64(i)), registry, c)
					}
					require.NoError(t, err)
					start := time.Now()
					var events []loop.Event
					var result loop.Result
					for e, err := range l.Watch(t.Context(), "say only 3 words, not 4", nil) {
						require.NoError(t, err)
						if e.Kind != loop.Delta {
							events = append(events, e)
						}
						if e.Result != nil {
							result = *e.Result
						}
					}
					took := time.Since(start)
					m.Release()
					bounded(t, c, result, took)
					assert.NoError(t, l.Replay(t.Context(), events), "it replays")
					count[result.Outcome]++
					if t.Failed() {
						t.Fatalf("%s %d: %+v\n%+v", name, i, c, result)
					}
				})
			}
			t.Log(fmt.Sprint(count))
		})
	}
}
