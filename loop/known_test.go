package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// shelf has a tool that lists names, which runs begin with where opens has arguments, and one that can be called with the
// names that were listed.
func shelf(t *testing.T, opens ...string) *tools.Registry {
	t.Helper()
	type args struct {
		Name string `json:"name" jsonschema:"maxLength=20"`
	}
	names := func(context.Context, struct{}) ([]string, error) { return []string{"nails", "bolts"}, nil }
	list := tools.Must(tools.New("list", "does it", names,
		tools.Options{Idempotent: true, ParallelSafe: true, Opening: func(string, []tools.Done) (calls []json.RawMessage) {
			for _, args := range opens {
				calls = append(calls, json.RawMessage(args))
			}
			return calls
		}}))
	took := func(_ context.Context, in args) (string, error) { return "took " + in.Name, nil }
	take := tools.Must(tools.New("take", "does it", took, tools.Options{
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
	var opens []string
	run := func(c loop.Config, replies ...string) (loop.Result, [][]string, []byte) {
		l, err := loop.New(strategy.ReAct{}, fake.Script(replies...), shelf(t, opens...), strict(c))
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

	opens = []string{`{}`, `{ }`}
	result, choices, log := run(loop.Config{}, shelfTake, shelfAnswer)
	assert.Equal(t, loop.Final, result.Outcome)
	assert.Contains(t, choices[0], "take", "the model begins with what the opening has shown")
	assert.Equal(t, 2, result.Counters.Steps, "the opening costs no step")
	assert.Equal(t, 2, result.Counters.ToolCalls)
	assert.Equal(t, 0, result.Steps[0].N)

	l, err := loop.New(strategy.ReAct{}, fake.Script(), shelf(t, opens...), strict(loop.Config{}))
	require.NoError(t, err)
	events, _, err := loop.ReadLog(bytes.NewReader(log))
	require.NoError(t, err)
	require.NoError(t, l.Replay(t.Context(), events))
}

// A call that its tool refuses is asked for again, as a reply that is none. If repairs are used up, the model reads why it was not made.
func TestACallThatItsToolRefuses(t *testing.T) {
	type args struct {
		N int `json:"n" jsonschema:"minimum=0,maximum=9"`
	}
	var made []int
	add := func(_ context.Context, in args) (string, error) { made = append(made, in.N); return "added", nil }
	registry, err := tools.NewRegistry(tools.Must(tools.New("add", "does it", add, tools.Options{
		Check: func(task string, done []tools.Done, given json.RawMessage) *tools.Error {
			switch string(given) {
			case `{"n":7}`:
				return tools.BadArgument("7 should be 3 in %s after %d", task, len(done))
			case `{"n":8}`:
				panic("oh")
			}
			return nil
		}})))
	require.NoError(t, err)
	call := func(n string) string { return `{"thought":"","tool":"add","tool_args":{"n":` + n + `}}` }
	for _, row := range []struct {
		script      []string
		steps       int
		made        []int
		said, class string
	}{
		{[]string{call("7"), call("3"), shelfAnswer}, 2, []int{3}, "7 should be 3 in the task after 0", ""},
		{[]string{call("7"), call("7"), call("3"), shelfAnswer}, 3, []int{3}, "7 should be 3 in the task after 0", tools.ClassBadArgument},
		{[]string{call("8"), shelfAnswer}, 2, nil, "Step 2 of 8", tools.ClassPanic},
	} {
		made = nil
		m := fake.Script(row.script...)
		l, err := loop.New(strategy.ReAct{}, m, registry, loop.Config{})
		require.NoError(t, err)
		r, _, events := logged(t, l)
		require.Equal(t, loop.Final, r.Outcome, r.Error)
		assert.Equal(t, row.steps, r.Counters.Steps, row.script)
		assert.Equal(t, row.made, made, row.script)
		require.NoError(t, l.Replay(t.Context(), events))
		messages := m.Requests()[1].Messages
		assert.Contains(t, messages[len(messages)-1].Content, row.said)
		if o := r.Steps[0].Observations[0]; row.class != "" {
			assert.Equal(t, row.class, o.Error.Class)
		} else {
			assert.True(t, o.OK)
		}
	}
}

// An opening that breaks ends the run as a bug of the program; arguments that do not fit are an observation.
func TestAnOpeningThatDoesNotFit(t *testing.T) {
	for args, want := range map[string]loop.Outcome{`{"a":1}`: loop.Final, `{`: loop.ProgramFailure} {
		l, err := loop.New(strategy.ReAct{}, fake.Script(shelfAnswer), shelf(t, args), loop.Config{})
		require.NoError(t, err)
		result, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, want, result.Outcome, result.Error)
	}
}

// An answer says that it rests on results only after a call has succeeded, in the run or earlier in its conversation.
func TestEvidence(t *testing.T) {
	answer := grammar.Object(grammar.Property{Name: "rests_on", Schema: grammar.Enum("results", "own knowledge")},
		grammar.Property{Name: "text", Schema: grammar.String(0, 20)})
	claims := `{"thought":"","tool":"final_answer","tool_args":{"rests_on":"results","text":"x"}}`
	admits := `{"thought":"","tool":"final_answer","tool_args":{"rests_on":"own knowledge","text":"x"}}`
	for _, row := range []struct {
		replies []string
		outcome loop.Outcome
	}{
		{[]string{claims}, loop.ModelFailure},
		{[]string{admits}, loop.Final},
		{[]string{shelfList, claims}, loop.Final},
	} {
		l, err := loop.New(strategy.ReAct{}, fake.Script(append(row.replies, claims)...), shelf(t), loop.Config{Answer: answer,
			Rules: []loop.Rule{loop.Evidence{Member: "rests_on", Value: "results"}}})
		require.NoError(t, err)
		result, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, row.outcome, result.Outcome, row.replies)
	}
	for script, want := range map[string]loop.Outcome{admits: loop.Final, shelfList: loop.ModelFailure} { // before and after a call
		l, err := loop.New(strategy.ReAct{}, fake.Script(script, admits, admits), shelf(t), loop.Config{Answer: answer,
			Rules: []loop.Rule{loop.Evidence{Member: "rests_on", Value: "results", Before: "own knowledge"}}})
		require.NoError(t, err)
		result, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, want, result.Outcome)
	}
	for _, said := range []string{claims, admits} { // after a list alone it is open
		l, err := loop.New(strategy.ReAct{}, fake.Script(shelfList, said), shelf(t), loop.Config{Answer: answer, Rules: []loop.Rule{
			loop.Evidence{Member: "rests_on", Value: "results", Before: "own knowledge", Lists: "list"}}})
		require.NoError(t, err)
		result, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Final, result.Outcome)
	}
	talks, err := loop.New(strategy.ReAct{}, fake.Script(shelfList, claims, claims), shelf(t), loop.Config{Answer: answer,
		Rules: []loop.Rule{loop.Evidence{Member: "rests_on", Value: "results"}}})
	require.NoError(t, err)
	c := talks.Converse()
	for range 2 {
		result, err := c.Ask(t.Context(), "task", nil, nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Final, result.Outcome)
	}
	for _, rule := range []loop.Evidence{{Member: "rests", Value: "results"}, {Member: "rests_on", Value: "luck"},
		{Member: "text", Value: "x"}} {
		_, err := loop.New(strategy.ReAct{}, fake.Script(), shelf(t), loop.Config{Answer: answer, Rules: []loop.Rule{rule}})
		assert.ErrorContains(t, err, "the rule evidence: the answer has no member")
	}
}

// The time in which a tool waits for a person does not count.
func TestATimeOfAPersonDoesNotCount(t *testing.T) {
	ask := tools.Must(tools.New("ask", "does it", func(ctx context.Context, _ struct{}) (string, error) {
		select {
		case <-time.After(2500 * time.Millisecond):
			return "yes", nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}, tools.Options{AsksPerson: true}))
	registry, err := tools.NewRegistry(ask)
	require.NoError(t, err)
	l, err := loop.New(strategy.ReAct{}, fake.Script(`{"thought":"","tool":"ask","tool_args":{}}`, shelfAnswer), registry,
		loop.Config{Budget: loop.Budget{Wall: 2 * time.Second}})
	require.NoError(t, err)
	result, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	assert.Equal(t, loop.Final, result.Outcome, result.Reason)
	_, err = ask.With(tools.Options{AsksPerson: true, ParallelSafe: true})
	assert.Error(t, err)
}
