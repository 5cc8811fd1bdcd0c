package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryAgentDoesTheTask(t *testing.T) {
	for _, c := range allAgents {
		e, err := start(c)
		require.NoError(t, err, c.name)
		e.measure(time.Millisecond)
		require.Len(t, e.costs, 1)
		assert.Positive(t, e.costs[0].wall, c.name)
		assert.Positive(t, e.costs[0].allocs, c.name)
	}
}

func TestAContestantThatDoesNotDoTheTaskIsRefused(t *testing.T) {
	_, err := start(agent{name: "lazy", build: func(*scripted, *toolSet) (func(context.Context) ending, error) {
		return func(context.Context) ending { return ending{answer: "went"} }, nil
	}})
	assert.ErrorContains(t, err, "lazy does not do the task")
}

func TestOursMeetsTheTrials(t *testing.T) {
	want := map[string]string{
		"garbage":                     "model_failure/invalid_output",
		"prose":                       "model_failure/invalid_output",
		"empty reply":                 "model_failure/invalid_output",
		"unknown tool":                "model_failure/invalid_output",
		"wrong arguments":             "model_failure/invalid_output",
		"the same call forever":       "duplicate_action/duplicate",
		"two calls by turns, forever": "cycle/actions",
	}
	for _, trial := range trials {
		if trial.mode != "" {
			continue // they take their time
		}
		v, err := try(allAgents[0], trial)
		require.NoError(t, err)
		assert.True(t, v.ended, trial.name)
		assert.LessOrEqual(t, v.requests, int64(decisions+1), trial.name)
		if w, ok := want[trial.name]; ok {
			assert.True(t, strings.HasPrefix(v.how, w), "%s: %s", trial.name, v.how)
		}
	}
}

func TestSpread(t *testing.T) {
	assert.Equal(t, spread{2, 3, 4}, spreadOf([]float64{5, 1, 4, 2, 3}))
	assert.Equal(t, spread{1.25, 1.5, 1.75}, spreadOf([]float64{2, 1}))
	assert.Equal(t, spread{7, 7, 7}, spreadOf([]float64{7}))
}

func TestRatiosAreTakenRoundByRound(t *testing.T) {
	ours := &runningAgent{costs: []cost{{wall: 1}, {wall: 10}, {wall: 100}}} // the machine gets slower and slower
	other := &runningAgent{costs: []cost{{wall: 2}, {wall: 20}, {wall: 300}}}
	assert.Equal(t, 2.0, other.ratios(ours, func(c cost) float64 { return c.wall }).mid)
}

func TestARotaBeginsAgainOrStays(t *testing.T) {
	a, b := say("a"), say("b")
	assert.Equal(t, "b", rotation(false, a, b)(5).text)
	assert.Equal(t, "b", rotation(true, a, b)(5).text)
	assert.Equal(t, "a", rotation(true, a, b)(6).text)
}

func TestCellsAreOneLine(t *testing.T) {
	assert.Equal(t, "a b c", oneLine("a|b\n\x93c"))
	assert.Len(t, []rune(oneLine(strings.Repeat("é", 500))), 121)
}

func TestCommandLine(t *testing.T) {
	assert.Equal(t, 0, exec(t.Context(), []string{"-h"}, io.Discard, io.Discard))
	assert.Equal(t, 2, exec(t.Context(), []string{"-rounds", "0"}, io.Discard, io.Discard))
	assert.Equal(t, 2, exec(t.Context(), []string{"now"}, io.Discard, io.Discard))
	var out bytes.Buffer
	running, err := measureAll(1, time.Millisecond, io.Discard)
	require.NoError(t, err)
	writeHead(&out, 1, time.Millisecond)
	writeCosts(&out, running)
	assert.Contains(t, out.String(), "| shortleash |")
	assert.Equal(t, len(allAgents), strings.Count(out.String(), "\n| ")-2)
}
