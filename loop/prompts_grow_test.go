package loop_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// everyStrategy are all strategies, and each wrapper around each strategy that it can go around: PreFlect over lanes, too.
func everyStrategy() []planner.Planner {
	plain := []planner.Planner{strategy.NewReAct(), strategy.NewPlanExecute(), strategy.NewPlanAct(), strategy.NewPlanActReflect()}
	list := plain
	for _, inner := range plain {
		list = append(list, strategy.NewPreFlect(inner), strategy.NewReflexion(inner), strategy.NewSelfRefine(inner))
	}
	reviewed := strategy.NewPlanExecute()
	reviewed.ReviewPlanSteps, reviewed.Parallel = true, 2
	chosen := strategy.NewPlanAct()
	chosen.Candidates, chosen.ReviewPlanSteps = 3, true
	return append(list, reviewed, chosen, strategy.NewPreFlect(reviewed), strategy.NewPreFlect(chosen))
}

// TestPromptsOnlyGrowInEveryStrategy draws runs of every strategy: in each conversation of each role, what a server has
// read stays as it was, but for the last line and a repair after it. Each role of each strategy is asked twice in a
// conversation of some run, or can be asked once in one only.
func TestPromptsOnlyGrowInEveryStrategy(t *testing.T) {
	registry := lettered(t)
	seeds := int64(24)
	if testing.Short() {
		seeds = 8
	}
	for _, p := range everyStrategy() {
		t.Run(p.Name(), func(t *testing.T) {
			asked := map[model.Role]int{}
			lanes := 0
			for seed := range seeds {
				m := &gauge{Model: fake.Random(seed)}
				c := loop.Usual()
				c.Budget.Steps = 12
				l, err := loop.New(p, m, registry, c)
				require.NoError(t, err)
				_, err = l.Run(t.Context(), "say only 3 words, not 4", nil)
				require.NoError(t, err)
				before := map[string][]model.Message{}
				for _, q := range m.asked {
					asked[q.Role]++
					key := conversationOf(q)
					if strings.HasPrefix(keyOf(q), "s") && q.Role == model.Executor {
						lanes++
					}
					if was, ok := before[key]; ok {
						grows(t, was, q)
					}
					before[key] = q.Messages
				}
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
			for _, role := range p.Roles() {
				assert.NotZero(t, asked[role.Role], "the %s is asked", role.Role)
			}
			if strings.Contains(p.Name(), "plan-execute") || strings.Contains(p.Name(), "plan-act") && !strings.Contains(p.Name(), "reflect") {
				assert.NotZero(t, lanes, "lanes are asked")
			}
		})
	}
}

// conversationOf names what a request goes on with: all that its role has to do with one head and one task, in which a
// lane has its plan step.
func conversationOf(q model.Request) string {
	parts := []string{string(q.Role)}
	for _, m := range q.Messages[:min(2, len(q.Messages))] {
		parts = append(parts, m.Content)
	}
	return strings.Join(parts, "\x00")
}

// grows checks that q begins with all of the conversation before but its last line and a repair after that.
func grows(t *testing.T, was []model.Message, q model.Request) {
	t.Helper()
	kept := common(was, q.Messages)
	assert.GreaterOrEqual(t, kept, min(len(was), len(q.Messages))-2, "of %d messages of the %s, %d are left in %d", len(was), q.Role, kept, len(q.Messages))
}
