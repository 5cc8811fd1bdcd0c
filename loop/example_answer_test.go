package loop_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// A small model copies the answer of the worked example. It stands only where the task or a result names what it says.
func TestTheAnswerOfTheExampleIsRefused(t *testing.T) {
	for task, stands := range map[string]bool{"How many lamps are in stock?": false, "Is Lima the capital of Peru?": true} {
		m := &ready{replies: []string{answer(planner.ExampleAnswer()), answer("There are 12.")}}
		l, err := loop.New(strategy.ReAct{}, m, nil, strict(loop.Config{}))
		require.NoError(t, err)
		r, err := l.Run(t.Context(), task, nil)
		require.NoError(t, err)
		require.Equal(t, loop.Final, r.Outcome, r.Error)
		assert.Equal(t, stands, len(r.Steps) == 1, task)
	}
}
