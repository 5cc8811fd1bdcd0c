package tutor

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/tutor/rules"
)

// TestEveryStrategyCorrectsWithRules: the teacher without weights gives the same correction under each
// strategy, and its runs replay.
func TestEveryStrategyCorrectsWithRules(t *testing.T) {
	for _, name := range Planners {
		t.Run(name, func(t *testing.T) {
			tutor, err := New(Options{Model: shared(rules.Model{}), Planner: name, Loop: loop.Config{}})
			require.NoError(t, err)
			var log bytes.Buffer
			report, err := tutor.Correct(t.Context(), "He goed to school.", &log, nil)
			require.NoError(t, err)
			require.Equal(t, loop.Final, report.Outcome, "%+v", report)
			require.NotNil(t, report.Corrected)
			assert.Equal(t, "He went to school.", *report.Corrected)
			events, _, err := loop.ReadLog(&log)
			require.NoError(t, err)
			again, err := ForRun(*events[0].Run, Options{Model: shared(rules.Model{})})
			require.NoError(t, err)
			assert.NoError(t, again.Replay(t.Context(), events))
		})
	}
}

// TestEveryStrategyEndsWithARandomModel: random decisions end within the budget, whatever the strategy.
func TestEveryStrategyEndsWithARandomModel(t *testing.T) {
	for _, name := range Planners {
		for seed := range int64(2) {
			tutor, err := New(Options{Model: shared(fake.Random(seed)), Planner: name, Loop: loop.Config{}})
			require.NoError(t, err)
			report, err := tutor.Correct(t.Context(), "He goed to school.", nil, nil)
			require.NoError(t, err, name)
			assert.NotEmpty(t, report.Outcome, name)
		}
	}
}
