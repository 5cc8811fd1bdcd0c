package tasks_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/eval/tasks"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner/strategy"
)

// TestTheSecondSets: they are what their pages say, a hash parted them, and the knowing model does every task of both.
func TestTheSecondSets(t *testing.T) {
	const first, second, held = "../../testdata/tasks", "../../testdata/tasks/second", "../../testdata/tasks-held-back"
	seen, err := tasks.ReadFiles(second)
	require.NoError(t, err)
	unseen, err := tasks.ReadFiles(held)
	require.NoError(t, err)
	all := slices.Concat(seen, unseen)
	require.Len(t, all, 60)
	assert.Equal(t, seen, tasks.Sample(all, 30), "those with the lower hash of their ids are seen")
	_, err = tasks.ReadFiles(first, second, held)
	assert.NoError(t, err, "no id stands in two sets")

	impossible, calls := 0, 0
	for _, task := range all {
		calls += len(task.Calls)
		assert.NotEmpty(t, task.Calls, "%s takes a look", task.ID)
		if task.Check.Impossible {
			impossible++
		}
	}
	assert.Equal(t, 10, impossible, "a sixth cannot be done")
	assert.Greater(t, calls, 3*len(all), "three calls in the mean")

	gold := tasks.Gold(strategy.ReAct{}, loop.Config{}, nil)
	_, err = tasks.Measure(t.Context(), all, gold, tasks.Options{Each: func(r tasks.Run) {
		assert.True(t, r.Done, "%s: %s (%s)", r.ID, r.Why, r.Reply.Outcome)
		assert.Zero(t, r.Illegal+r.Repeats(), r.ID)
	}})
	require.NoError(t, err)
	lazy := func(context.Context, string, *tasks.Session) (tasks.Reply, error) {
		text := "Done."
		return tasks.Reply{Answer: &text, Outcome: "final"}, nil
	}
	score, err := tasks.Measure(t.Context(), all, lazy, tasks.Options{})
	require.NoError(t, err)
	assert.Zero(t, score.Done.Hits, "nothing is done by doing nothing")
}
