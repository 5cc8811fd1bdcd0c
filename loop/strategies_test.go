package loop_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
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
		p.Parallel, p.Binding, p.Static, p.Conditions, p.Depth, p.ReviewPlanSteps = 2, true, true, true, 3, true
	})
	return map[string]planner.Planner{
		"react": strategy.ReAct{}, "plan-execute": strategy.PlanExecute{}, "plan-execute, all switches": all,
		"plan-execute, plans of plans": planExecute(func(p *strategy.PlanExecute) { p.Depth, p.Expanded = 8, 200 }),
		"plan-act-reflect":             strategy.PlanActReflect{},
		"plan-act":                     strategy.PlanAct{},
		"plan-act, all switches": planAct(func(p *strategy.PlanAct) {
			p.Parallel, p.Candidates, p.Binding, p.ReviewPlanSteps = 3, 3, true, true
			p.Verify = &strategy.Verify{Tool: "a", Args: json.RawMessage(`{"n":1}`), Value: json.RawMessage(`"a1"`)}
		}),
	}
}

// endingRuns is how many runs TestCase010EveryStrategyEnds makes of each strategy, half of them with random models and
// half with hostile ones: 1,430 make 10,000 of each kind.
var endingRuns = flag.Int("ending-runs", 52, "how many runs TestCase010EveryStrategyEnds makes of each strategy")

// wrappers are the strategies around others.
func wrappers() map[string]planner.Planner {
	return map[string]planner.Planner{
		"preflect:react": strategy.PreFlect{Inner: strategy.ReAct{}}, "preflect:plan-execute": strategy.PreFlect{Inner: strategy.PlanExecute{}},
		"preflect:plan-act":         strategy.PreFlect{Inner: strategy.PlanAct{}},
		"preflect:plan-act-reflect": strategy.PreFlect{Inner: strategy.PlanActReflect{}},
		"reflexion:react":           strategy.Reflexion{Inner: strategy.ReAct{}},
		"reflexion:plan-act":        strategy.Reflexion{Inner: strategy.PlanAct{}},
		"self-refine:react":         strategy.SelfRefine{Inner: strategy.ReAct{}},
	}
}

// most returns how many repeats a run with this configuration answers from its log: Mask answers one more, which
// leaves only the answer, and what is still repeated then.
func most(c loop.Config) int {
	if c.Repeats == loop.Mask && c.Leash != loop.Off {
		return c.Budget.Steps
	}
	return max(c.Allowances.Redirects, 0)
}

// ceilings holds a finished run to what bounded does not: to its tokens, and to its allowances.
func ceilings(t *testing.T, c loop.Config, r loop.Result, events []loop.Event) {
	t.Helper()
	n, largest := r.Counters, 0
	for _, e := range events {
		switch {
		case e.Reply != nil:
			largest = max(largest, e.Reply.PromptTokens+e.Reply.OutputTokens)
		case e.Failure != nil:
			largest = max(largest, e.Failure.PromptTokens+e.Failure.OutputTokens)
			assert.False(t, e.Failure.Then == "repair" && c.Allowances.Repairs < 0 || e.Failure.Then == "retry" && c.Allowances.Retries < 0,
				"an allowance of -1 is none")
		case e.Ask != nil:
			assert.LessOrEqual(t, e.Ask.Repair, max(c.Allowances.Repairs, 0), "repairs of a reply")
			assert.LessOrEqual(t, e.Ask.Attempt, 1+max(c.Allowances.Retries, 0), "retries of a request")
		}
	}
	assert.LessOrEqual(t, n.Tokens, c.Budget.Tokens+maxLanes*largest,
		"tokens, which the model counts: passed by the requests of one round at most")
	assert.LessOrEqual(t, n.Redirects, most(c), "redirects")
	assert.LessOrEqual(t, n.FatalErrors, max(c.Allowances.FatalErrors, 0)+maxTogether,
		"fatal errors: those of the last calls, made together, pass it")
	asked := 0
	for _, u := range r.Usage {
		asked += u.Calls
	}
	assert.Equal(t, n.ModelCalls, asked, "requests by role add up")
}

// maxLanes is how many requests can be under way at the same time, and maxTogether how many calls: three in each lane.
const (
	maxLanes    = 4
	maxTogether = 3 * maxLanes
)

// TestCase010EveryStrategyEnds runs random and hostile models through all strategies, under budgets from
// a wide range; each run replays.
func TestCase010EveryStrategyEnds(t *testing.T) {
	registry := lettered(t)
	rounds := *endingRuns
	if testing.Short() {
		rounds = 6
	}
	all := strategies()
	maps.Copy(all, wrappers())
	for name, p := range all {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, uint64(len(name))))
			count := map[loop.Outcome]int{}
			for i := range rounds {
				synctest.Test(t, func(t *testing.T) {
					c := anyConfig(r)
					c.OpenEnd = false
					m := fake.Hostile(fake.HostileKinds[i/2%len(fake.HostileKinds)], int64(i))
					l, err := loop.New(p, m, registry, c)
					if i%2 != 0 {
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
					ceilings(t, c, result, events)
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
