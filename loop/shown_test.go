package loop_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

func TestShown(t *testing.T) {
	observed := func(outputs ...string) planner.State {
		s := planner.State{Task: `Cancel "my lesson" of Ann, please.`}
		for _, output := range outputs {
			s.Steps = append(s.Steps, planner.Step{Thought: "e77", Calls: []tools.Call{{Tool: "find", Args: []byte(`{"title":"e78"}`)}},
				Observations: []tools.Observation{{OK: true, Output: []byte(output)}}})
		}
		return s
	}
	for name, c := range map[string]struct {
		state     planner.State
		has, lack []string
	}{
		"the task": {observed(), []string{"Cancel", "my lesson", "Ann", "Ann,", "lesson\" of Ann, please", "please"}, []string{"", "e1"}},
		"strings and keys": {observed(`[{"id":"e1","e2":{"n":[3,"a b"]}}]`), []string{"e1", "id", "e2", "a b", "a", "b"},
			[]string{"3", "e77", "e78"}},
		"a text":   {observed(`"The file is (docs/a.txt)."`), []string{"docs/a.txt", "The file"}, nil},
		"a number": {observed(`17`), nil, []string{"17"}},
	} {
		got := loop.Shown(nil)(c.state)
		assert.Subset(t, got, c.has, name)
		for _, value := range c.lack {
			assert.NotContains(t, got, value, name)
		}
	}
	failed := observed()
	failed.Steps = []planner.Step{{Observations: []tools.Observation{tools.Failed("c1", tools.BadArgument("there is no e9"))}}}
	assert.NotContains(t, loop.Shown(nil)(failed), "e9", "an error repeats what was asked for")

	got := loop.Shown(nil)(observed(`"old"`, `"new"`))
	assert.Equal(t, []string{"new", "old"}, got[:2], "the latest first")
	long := loop.Shown(nil)(observed(`"`+strings.Repeat("word ", 200)+`"`, `"`+strings.Repeat("a", 121)+`"`))
	assert.LessOrEqual(t, len(long), 512)
	for _, value := range long {
		assert.LessOrEqual(t, len(value), 120)
	}
}

// An id that nothing has shown cannot be written: the model has to look for it first.
func TestWhatWasNotShownCannotBeAnArgument(t *testing.T) {
	type args struct {
		ID string `json:"id" jsonschema:"maxLength=9"`
	}
	find := tools.Must(tools.New("find", "does it", func(context.Context, struct{}) ([]string, error) { return []string{"e5"}, nil },
		tools.Options{}))
	cancel := tools.Must(tools.New("cancel", "does it", func(_ context.Context, in args) (string, error) { return in.ID, nil },
		tools.Options{}))
	registry, err := tools.NewRegistry(find, cancel)
	require.NoError(t, err)
	var m *fake.Scripted
	run := func(task string, replies ...string) loop.Result {
		m = fake.Script(append(replies, `{"thought":"","tool":"final_answer","tool_args":{"text":""}}`)...)
		l, err := loop.New(strategy.ReAct{}, m, registry,
			strict(loop.Config{Rules: []loop.Rule{loop.Domain{Tool: "cancel", Argument: "id",
				Values: loop.Shown(regexp.MustCompile("^e[0-9]+$"))}}}))
		require.NoError(t, err)
		r, err := l.Run(t.Context(), task, nil)
		require.NoError(t, err)
		return r
	}
	look, e5, invented := `{"thought":"","tool":"find","tool_args":{}}`,
		`{"thought":"","tool":"cancel","tool_args":{"id":"e5"}}`, `{"thought":"","tool":"cancel","tool_args":{"id":"12345"}}`
	assert.Equal(t, loop.Final, run("Cancel it", look, e5).Outcome)
	status := func(request int) string {
		messages := m.Requests()[request].Messages
		return messages[len(messages)-1].Content
	}
	assert.Contains(t, status(0), "Choose one of: find, final_answer.")
	assert.Contains(t, status(1), "Choose one of: find, cancel, final_answer.", "a value was found")
	assert.Equal(t, loop.Final, run("Cancel e5, now", e5).Outcome)
	assert.Equal(t, loop.ModelFailure, run("Cancel it", `{"thought":"","tool":"cancel","tool_args":{"id":"it"}}`).Outcome,
		"a word without the form of an id")
	assert.Equal(t, loop.ModelFailure, run("Cancel it", e5).Outcome, "it was not found yet")
	assert.Equal(t, loop.ModelFailure, run("Cancel it", look, invented).Outcome)
}
