package loop_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// A paced strategy has the replies of one run, all of them valid, so that a run takes one decision for
// each.
type paced struct {
	p       planner.Planner
	replies []string
}

// pacedRuns are runs of seven strategies over a tool that does nothing.
func pacedRuns() []paced {
	look := func(n int) string {
		return fmt.Sprintf(`{"thought":"the next step","tool":"look_up","tool_args":{"word":"w%d"}}`, n)
	}
	done := func(n int) string {
		return fmt.Sprintf(`{"thought":"","tool":"step_done","tool_args":{"evidence":["c%d"],"output":"the word is w%d!"}}`, n, n)
	}
	first, last := answer("w2"), answer("done")
	const plan = `{"facts":"","steps":[{"depends_on":[],"description":"look up the first word","expected":"a word",` +
		`"tool":"look_up"},{"depends_on":["s1"],"description":"look up the second word","expected":"a word","tool":"look_up"}]}`
	execute := strategy.PlanExecute{}
	execute.ParallelPlanSteps = 1 // the order of requests is that of the replies
	return []paced{
		{strategy.ReAct{}, []string{look(1), look(2), look(3), look(4), look(5), look(6), look(7), last}},
		{execute, []string{plan, look(1), done(1), look(2), done(2), last}},
		{strategy.PlanAct{}, []string{plan, look(1), done(1), look(2), done(2), last}},
		{strategy.PlanActReflect{}, []string{plan, look(1), look(2), first, judgeNot, planOf("look up the third word"), look(3),
			last, judgeDone}},
		{strategy.PreFlect{Inner: strategy.PlanAct{}}, []string{plan, diagnoseSound, look(1), done(1), look(2), done(2), last}},
		{strategy.Reflexion{Inner: strategy.ReAct{}}, []string{look(1), look(2), first, judgeNot, look(1), look(2), last, judgeDone}},
		{strategy.SelfRefine{Inner: strategy.ReAct{}}, []string{look(1), look(2), first, judgeNot, last, judgeDone}},
	}
}

func planOf(description string) string {
	return fmt.Sprintf(`{"facts":"","steps":[{"depends_on":[],"description":%q,"expected":"","tool":null}]}`, description)
}

// pacedLoop returns a loop whose every run says the same.
func pacedLoop(t testing.TB, run paced) *loop.Loop {
	t.Helper()
	type word struct {
		Word string `json:"word" jsonschema:"maxLength=40"`
	}
	look := tools.Must(tools.New("look_up", "something about a word",
		func(_ context.Context, in word) (string, error) { return in.Word + "!", nil }, tools.Options{}))
	registry, err := tools.NewRegistry(look)
	require.NoError(t, err)
	c := loop.Config{}
	c.Budget.Tokens = 1 << 40
	l, err := loop.New(run.p, &ready{replies: run.replies}, registry, c)
	require.NoError(t, err)
	return l
}

// BenchmarkStrategies is what a decision costs in each strategy with a model that takes no time:
// requests of all roles count. What a strategy adds is the difference to react.
//
//	go test ./loop -run '^$' -bench Strategies -benchtime 2s -count 6
func BenchmarkStrategies(b *testing.B) {
	for _, run := range pacedRuns() {
		b.Run(run.p.Name(), func(b *testing.B) {
			l := pacedLoop(b, run)
			runs(b, l, len(run.replies), nil)
		})
	}
}

// TestPacedRunsTakeOneDecisionForEachReply holds the benchmark to what it divides by.
func TestPacedRunsTakeOneDecisionForEachReply(t *testing.T) {
	for _, run := range pacedRuns() {
		l := pacedLoop(t, run)
		for range 2 { // the second begins where the first did
			r, err := l.Run(t.Context(), "task", nil)
			require.NoError(t, err)
			assert.EqualValues(t, loop.Final, r.Outcome, "%s: %s %s", run.p.Name(), r.Reason, r.Error)
			assert.Equal(t, len(run.replies), r.Counters.ModelCalls, run.p.Name())
			assert.Zero(t, r.Counters.Repairs, run.p.Name())
		}
	}
}
