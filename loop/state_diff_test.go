package loop_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

func TestCase150WhatAnEventChangedInState(t *testing.T) {
	got := stage(t, planExecute(nil), bare(), map[string]string{"planner": "P(a)", "s1": "A D", "synthesizer": "F"})
	var changes []string
	for _, e := range got.events {
		if e.Observation == nil {
			continue
		}
		for _, c := range loop.DiffStates(loop.StateAt(got.events, e.Seq-1), loop.StateAt(got.events, e.Seq)) {
			if c.Path != "/counters/wall_ms" {
				changes = append(changes, c.String())
			}
		}
	}
	require.Len(t, changes, 2, "%q", changes)
	assert.Contains(t, changes[0], `/open`)
	assert.Contains(t, changes[1], `+ /steps/0/observations [{"id":"c1","ok":true,"output":"a1"`)
	last := got.events[len(got.events)-1].Seq
	assert.Empty(t, loop.DiffStates(loop.StateAt(got.events, last), loop.StateAt(got.events, last)))
	assert.Equal(t, stateText(loop.StateAt(got.events, last)), stateText(loop.Fold(func(yield func(loop.Event) bool) {
		for _, e := range got.events {
			if !yield(e) {
				return
			}
		}
	})))
}

func TestDiffStatesNamesEachPlace(t *testing.T) {
	before := planner.State{Task: "t", SentBack: []string{"a", "b"}, Memo: json.RawMessage(`{"inner":{"n":1}}`),
		Plan: &planner.Plan{Facts: "x"}}
	after := planner.State{Task: "t", SentBack: []string{"a", "c", "d"}, Memo: json.RawMessage(`{"inner":{"n":2,"of":[]}}`),
		Nested: map[string]planner.State{"s1/~": {}}}
	var paths []string
	for _, c := range loop.DiffStates(before, after) {
		paths = append(paths, c.String()[:2]+c.Path)
		text, err := json.Marshal(c)
		require.NoError(t, err)
		assert.True(t, json.Valid(text))
	}
	assert.Equal(t, []string{"~ /sent_back/1", "+ /sent_back/2", "~ /memo/inner/n", "+ /memo/inner/of", "+ /nested", "- /plan"}, paths)
	after.Nested["s1/~"], before.Nested = planner.State{Task: "new"}, map[string]planner.State{"s1/~": {}}
	changes := loop.DiffStates(before, after)
	assert.Equal(t, `~ /nested/s1~1~0/task "" -> "new"`, changes[4].String())
}
