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
	plain := []strategy.Replanner{strategy.ReAct{}, strategy.PlanExecute{}, strategy.PlanAct{}, strategy.PlanActReflect{}}
	var list []planner.Planner
	for _, inner := range plain {
		list = append(list, inner, strategy.PreFlect{Inner: inner}, strategy.Reflexion{Inner: inner}, strategy.SelfRefine{Inner: inner})
	}
	reviewed := strategy.PlanExecute{}
	reviewed.ReviewPlanSteps, reviewed.Parallel = true, 2
	chosen := strategy.PlanAct{}
	chosen.Candidates, chosen.ReviewPlanSteps = 3, true
	list = append(list, reviewed, chosen, strategy.PreFlect{Inner: reviewed}, strategy.PreFlect{Inner: chosen})
	for _, executor := range []planner.Planner{strategy.ReAct{}, strategy.PlanAct{}, strategy.PlanActReflect{}} {
		nested := strategy.PlanExecute{}
		nested.Executor = executor
		list = append(list, nested, strategy.PreFlect{Inner: nested})
	}
	return list
}

// TestPromptsOnlyGrowInEveryStrategy draws runs of every strategy: in each conversation of each role, what a server has
// read stays as it was, but for the last line and a repair after it; all conversations of a role
// begin with one head. Each role of each strategy is asked twice in a conversation of some run, or
// can be asked once in one only.
// Case 65.
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
				c := loop.Config{}
				c.Budget.Steps = 12
				l, err := loop.New(p, m, registry, c)
				require.NoError(t, err)
				_, err = l.Run(t.Context(), "say only 3 words, not 4", nil)
				require.NoError(t, err)
				before, heads := map[string][]model.Message{}, map[string]string{}
				for _, q := range m.asked {
					title, head := titleOf(q), q.Messages[0].Content
					if was, ok := heads[title]; ok {
						assert.Equal(t, was, head, "a head is the same in a whole run: all conversations of a role begin with it")
					}
					heads[title] = head
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

// titleOf names a prompt: its role and the first two lines of its head, which no decision changes.
func titleOf(q model.Request) string {
	lines := strings.SplitN(q.Messages[0].Content, "\n", 3)
	return string(q.Role) + "\x00" + strings.Join(lines[:min(2, len(lines))], "\n")
}

// conversationOf names what a request goes on with: all that its role has to do with one task, and an executor with one
// plan step.
func conversationOf(q model.Request) string {
	if q.Role == model.Executor {
		return titleOf(q) + "\x00" + keyOf(q)
	}
	return titleOf(q) + "\x00" + q.Messages[1].Content
}

// grows checks that q begins with all of the conversation before but its last line and a repair after that.
func grows(t *testing.T, was []model.Message, q model.Request) {
	t.Helper()
	kept := common(was, q.Messages)
	assert.GreaterOrEqual(t, kept, min(len(was), len(q.Messages))-2, "of %d messages of the %s, %d are left in %d", len(was),
		q.Role, kept, len(q.Messages))
}
