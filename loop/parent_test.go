package loop_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
)

func simple(t testing.TB) *loop.Loop {
	t.Helper()
	l, err := loop.New(strategy.ReAct{}, fake.Random(1), nil, loop.Config{})
	require.NoError(t, err)
	return l
}

func TestARunNamesItsParent(t *testing.T) {
	l := simple(t)
	first, _, _ := logged(t, l)
	second, log, events := logged(t, l.WithParent(first.Run))
	assert.Equal(t, first.Run, events[0].Run.Config.Parent)
	assert.NotEqual(t, first.Run, second.Run, "the two are different runs of one task")
	assert.Equal(t, essence(first), essence(second), "nothing else is another")
	again, _, _ := logged(t, l)
	assert.Equal(t, first.Run, again.Run, "the loop itself is as it was")

	var replayed bytes.Buffer
	c := loop.Config{}
	c.Parent = first.Run
	same, err := loop.New(strategy.ReAct{}, fake.Random(1), nil, c)
	require.NoError(t, err)
	assert.NoError(t, same.Replay(t.Context(), events), "the configuration of a log brings the parent back")
	assert.Error(t, l.Replay(t.Context(), events))
	_, err = same.Run(t.Context(), "the task", &replayed)
	require.NoError(t, err)
	assert.Equal(t, bytes.Count(log, []byte("\n")), bytes.Count(replayed.Bytes(), []byte("\n")))
}

func ExampleLoop_WithParent() {
	weak, _ := loop.New(strategy.ReAct{}, fake.Script(), nil, loop.Config{})
	strong, _ := loop.New(strategy.ReAct{}, fake.Script(`{"thought":"","tool":"final_answer","tool_args":{"text":"Five."}}`), nil,
		loop.Config{})
	first, _ := weak.Run(context.Background(), "How many letters has leash?", nil)
	if first.Outcome != loop.Final {
		second, _ := strong.WithParent(first.Run).Run(context.Background(), "How many letters has leash?", nil)
		fmt.Println(first.Outcome, second.Outcome, first.Run == second.Run)
	}
	// Output: model_failure final false
}
