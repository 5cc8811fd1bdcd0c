package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// shelf has a tool that lists names, and one that can be called with the names that were listed.
func shelf(t *testing.T) *tools.Registry {
	t.Helper()
	type args struct {
		Name string `json:"name" jsonschema:"maxLength=20"`
	}
	list := tools.Must(tools.New("list", "", func(context.Context, struct{}) ([]string, error) { return []string{"nails", "bolts"}, nil },
		tools.Options{Idempotent: true, ParallelSafe: true}))
	take := tools.Must(tools.New("take", "", func(_ context.Context, in args) (string, error) { return "took " + in.Name, nil }, tools.Options{
		Known: func(_ string, done []tools.Done) (grammar.Schema, bool) {
			var names []string
			for _, d := range done {
				if d.Call.Tool == "list" && d.Observation.OK {
					if err := json.Unmarshal(d.Observation.Output, &names); err != nil {
						panic(err)
					}
				}
			}
			if len(names) == 0 {
				return grammar.Schema{}, false
			}
			return grammar.Object(grammar.Property{Name: "name", Schema: grammar.Enum(names...)}), true
		}}))
	registry, err := tools.NewRegistry(list, take)
	require.NoError(t, err)
	return registry
}

const (
	shelfList   = `{"thought":"","tool":"list","tool_args":{}}`
	shelfTake   = `{"thought":"","tool":"take","tool_args":{"name":"bolts"}}`
	shelfInvent = `{"thought":"","tool":"take","tool_args":{"name":"screws"}}`
	shelfAnswer = `{"thought":"","tool":"final_answer","tool_args":{"text":"done"}}`
)

// What a tool says is known of its arguments is all that a model can write, from the calls of the run on.
func TestArgumentsAreWhatTheRunKnows(t *testing.T) {
	run := func(c loop.Config, replies ...string) (loop.Result, [][]string, []byte) {
		l, err := loop.New(strategy.ReAct{}, fake.Script(replies...), shelf(t), strict(c))
		require.NoError(t, err)
		var choices [][]string
		var result loop.Result
		var log bytes.Buffer
		for e, err := range l.Watch(t.Context(), "take the bolts", &log) {
			require.NoError(t, err)
			if e.Ask != nil {
				choices = append(choices, e.Ask.Choices)
			}
			if e.Result != nil {
				result = *e.Result
			}
		}
		return result, choices, log.Bytes()
	}
	result, choices, _ := run(loop.Config{}, shelfList, shelfTake, shelfAnswer)
	assert.Equal(t, loop.Final, result.Outcome)
	assert.Equal(t, []string{"list", "final_answer"}, choices[0], "no name is known yet")
	assert.Contains(t, choices[1], "take")
	result, _, _ = run(loop.Config{}, shelfList, shelfInvent, shelfAnswer)
	assert.Equal(t, loop.ModelFailure, result.Outcome, "a name that was not listed cannot be written")
	result, _, _ = run(loop.Config{Leash: loop.Enum}, shelfInvent, shelfAnswer)
	assert.Equal(t, loop.Final, result.Outcome, "the shorter lengths leave it to the model")

	opening := loop.Config{Opening: []tools.Call{{Tool: "list", Args: json.RawMessage(`{}`)}}}
	result, choices, log := run(opening, shelfTake, shelfAnswer)
	assert.Equal(t, loop.Final, result.Outcome)
	assert.Contains(t, choices[0], "take", "the model begins with what the opening has shown")
	assert.Equal(t, 2, result.Counters.Steps, "the opening costs no step")
	assert.Equal(t, 2, result.Counters.ToolCalls)
	assert.Equal(t, 0, result.Steps[0].N)

	l, err := loop.New(strategy.ReAct{}, fake.Script(), shelf(t), strict(opening))
	require.NoError(t, err)
	events, _, err := loop.ReadLog(bytes.NewReader(log))
	require.NoError(t, err)
	require.NoError(t, l.Replay(t.Context(), events))
}

func TestAnOpeningThatDoesNotFitIsRefused(t *testing.T) {
	for _, c := range []tools.Call{{Tool: "look", Args: json.RawMessage(`{}`)}, {Tool: "list", Args: json.RawMessage(`{"a":1}`)}} {
		_, err := loop.New(strategy.ReAct{}, fake.Script(), shelf(t), loop.Config{Opening: []tools.Call{c}})
		require.ErrorContains(t, err, "Opening")
		assert.True(t, errors.Is(err, loop.ErrMisuse))
	}
}
