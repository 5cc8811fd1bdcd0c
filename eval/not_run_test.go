package eval

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

// suiteOf returns a suite of n right sentences, each with its name and number.
func suiteOf(t *testing.T, name string, n int) Suite {
	t.Helper()
	var lines strings.Builder
	for i := range n {
		id := name + string(rune('a'+i))
		lines.WriteString(`{"id":"` + id + `","input":"` + id + `","accept":[],"clean":true,"detect_only":false}` + "\n")
	}
	s, err := ReadSuite(name, strings.NewReader(lines.String()))
	require.NoError(t, err)
	return s
}

// Only a run that nothing answered did not happen; one that a server refuses would be refused anywhere.
func TestMissed(t *testing.T) {
	for _, row := range []struct {
		fault   model.FaultKind
		replied bool
		outcome loop.Outcome
		missed  bool
	}{
		{model.Busy, false, loop.ModelFailure, true},
		{model.Unreachable, true, loop.ModelFailure, true},
		{model.Silent, false, loop.BudgetExhausted, true},
		{model.Silent, true, loop.BudgetExhausted, false},
		{model.Busy, true, loop.Final, false},
		{"", true, loop.ModelFailure, false}, // its replies were not legal
		{model.Rejected, false, loop.ModelFailure, false},
		{model.Refused, false, loop.ModelFailure, false},
		{model.Overflow, true, loop.ModelFailure, false},
	} {
		assert.Equal(t, row.missed, Pulse{row.fault, row.replied}.Missed(row.outcome), "%+v", row)
	}
}

func TestRunsThatDidNotHappenHaveNoScore(t *testing.T) {
	one, two := suiteOf(t, "one", 4), suiteOf(t, "two", 6)
	var asked atomic.Int32
	dead := map[string]bool{"twob": true}
	correct := func(_ context.Context, input string) (Answer, error) {
		asked.Add(1)
		if dead[input] {
			return Answer{NotRun: "no one is there"}, nil
		}
		return Answer{Outcome: loop.Final, InScope: true}, nil
	}
	var file bytes.Buffer
	measure := func() ([]Score, error) {
		records, err := ReadRecords[AnswerRecord](bytes.NewReader(bytes.Clone(file.Bytes())), &file, "an answer")
		require.NoError(t, err)
		return Measure(t.Context(), []Suite{one, two}, correct, Options{Records: records, Setup: "setup"})
	}
	scores, err := measure()
	missing, ok := errors.AsType[*NotRunError](err)
	require.True(t, ok, "%v", err)
	assert.Equal(t, []NotRun{{Suite: "two", Runs: 1, Of: 6, Why: "no one is there"}}, missing.Suites)
	require.Len(t, scores, 1)
	assert.Equal(t, "one", scores[0].Suite)
	assert.EqualValues(t, 10, asked.Load(), "one that fails alone stops nothing")

	dead = nil
	asked.Store(0)
	scores, err = measure()
	require.NoError(t, err)
	assert.Len(t, scores, 2)
	assert.EqualValues(t, 1, asked.Load(), "what did not happen is made again, and nothing else")
}

func TestMeasuringStopsWhereNoOneAnswers(t *testing.T) {
	asked := 0
	scores, err := Measure(t.Context(), []Suite{suiteOf(t, "one", 20), suiteOf(t, "two", 5)}, func(context.Context, string) (Answer, error) {
		asked++
		return Answer{NotRun: "no one is there"}, nil
	}, Options{})
	missing, ok := errors.AsType[*NotRunError](err)
	require.True(t, ok, "%v", err)
	assert.Empty(t, scores)
	assert.Equal(t, maxNotRun, asked)
	assert.Equal(t, []NotRun{{"one", 20, 20, "no one is there"}, {"two", 5, 5, "no one is there"}}, missing.Suites)
}
