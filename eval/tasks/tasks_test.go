package tasks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/eval/tasks"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
)

// suite returns the tasks of the repository.
func suite(t testing.TB) []tasks.Task {
	t.Helper()
	all, err := tasks.ReadFiles("../../testdata/tasks")
	require.NoError(t, err)
	return all
}

func TestTheSuiteIsWhatItSays(t *testing.T) {
	all := suite(t)
	impossible, fails, development := 0, 0, 0
	bySet := map[string]int{}
	for _, task := range all {
		bySet[task.Toolset]++
		assert.LessOrEqual(t, len(task.Calls), 5, task.ID)
		if task.Check.Impossible {
			impossible++
		}
		if task.Setup.Fails != "" {
			fails++
		}
		if task.Development() {
			development++
		}
	}
	assert.GreaterOrEqual(t, len(all), 80)
	assert.GreaterOrEqual(t, 5*impossible, len(all), "a fifth cannot be done")
	assert.GreaterOrEqual(t, 5*fails, len(all), "a fifth has a tool that fails")
	assert.InDelta(t, len(all)/2, development, float64(len(all))/10, "half of them are for development")
	assert.Len(t, bySet, len(tasks.Toolsets))
	for _, set := range tasks.Toolsets {
		s, err := tasks.Open(tasks.Task{Toolset: set.Name})
		require.NoError(t, err)
		n := len(s.Tools().All())
		assert.True(t, 5 <= n && n <= 9, "%s has %d tools", set.Name, n)
	}
}

func TestTheKnowingModelDoesEveryTask(t *testing.T) {
	score, err := tasks.Measure(t.Context(), suite(t), tasks.Gold(strategy.ReAct{}, loop.Config{}, nil), tasks.Options{
		Each: func(r tasks.Run) {
			assert.True(t, r.Done, "%s: %s (%s)", r.ID, r.Why, r.Reply.Outcome)
			assert.Zero(t, r.Illegal+r.Repeats(), r.ID)
		}})
	require.NoError(t, err)
	assert.Equal(t, score.Tasks, score.Done.Hits)
	assert.Zero(t, score.Unended)
}

// TestARandomModelEndsTyped: whatever random legal decisions do to a world, the run ends and is judged.
func TestARandomModelEndsTyped(t *testing.T) {
	all := tasks.Sample(suite(t), 24)
	for seed := range int64(3) {
		agent := tasks.LoopAgent(strategy.ReAct{}, fake.Random(seed), loop.Config{}, nil)
		score, err := tasks.Measure(t.Context(), all, agent, tasks.Options{Each: func(r tasks.Run) {
			assert.NotEmpty(t, r.Reply.Outcome, r.ID)
			assert.Zero(t, r.Illegal, r.ID)
		}})
		require.NoError(t, err)
		assert.Equal(t, len(all), score.Tasks)
		assert.Less(t, score.Possible.Hits, len(all)/4, "nothing is done by chance")
	}
}

// TestNoTaskIsDoneByDoingNothing: a task that can be done is not done by words alone, unless the words are the
// result itself.
func TestNoTaskIsDoneByDoingNothing(t *testing.T) {
	lazy := func(_ context.Context, _ string, _ *tasks.Session) (tasks.Reply, error) {
		text := "Done."
		return tasks.Reply{Answer: &text, Outcome: "final"}, nil
	}
	score, err := tasks.Measure(t.Context(), suite(t), lazy, tasks.Options{})
	require.NoError(t, err)
	assert.Zero(t, score.Done.Hits)
}

// TestAnOrderGetsAnIDOfItsOwn also where an id below the last is free.
func TestAnOrderGetsAnIDOfItsOwn(t *testing.T) {
	for _, world := range []string{`{}`, `{"orders": {"o2": null}}`, `{"orders": {"o1": null, "o2": null}}`} {
		s, err := tasks.Open(tasks.Task{Toolset: "shop", Setup: tasks.Setup{World: json.RawMessage(world)}})
		require.NoError(t, err)
		for _, want := range []string{"o4", "o5"} {
			o := s.Call(t.Context(), "place_order", json.RawMessage(`{"customer": "c1", "product": "p1", "quantity": 1}`))
			require.True(t, o.OK, "%s: %v", world, o.Error)
			assert.Equal(t, `"`+want+`"`, string(o.Output), world)
		}
	}
}

func TestCallsAreCounted(t *testing.T) {
	agent := func(ctx context.Context, _ string, s *tasks.Session) (tasks.Reply, error) {
		read := json.RawMessage(`{"path": "notes.txt"}`)
		assert.Equal(t, "unavailable", s.Call(ctx, "read_file", read).Error.Class)
		assert.True(t, s.Call(ctx, "read_file", read).OK, "it works when it is called again")
		assert.True(t, s.Call(ctx, "read_file", read).OK)
		assert.False(t, s.Call(ctx, "read_file", json.RawMessage(`{"file": 1}`)).OK)
		assert.False(t, s.Call(ctx, "print_file", read).OK)
		return tasks.Reply{Outcome: "tired"}, nil
	}
	r, err := tasks.Do(t.Context(), tasks.Task{ID: "t", Toolset: "files", Setup: tasks.Setup{Fails: "read_file"}}, agent)
	require.NoError(t, err)
	assert.False(t, r.Done)
	assert.Equal(t, "there is no answer", r.Why)
	assert.Equal(t, 2, r.Illegal)
	assert.Len(t, r.Calls, 3, "an illegal call is not carried out")
	assert.Equal(t, 1, r.Repeats(), "the call after the failure is none")
}

func TestMeasuringGoesOnWhereItWas(t *testing.T) {
	all := tasks.Sample(suite(t), 6)
	asked := 0
	agent := func(context.Context, string, *tasks.Session) (tasks.Reply, error) {
		if asked++; asked == 4 {
			return tasks.Reply{}, io.ErrUnexpectedEOF
		}
		text := "391"
		return tasks.Reply{Answer: &text, Outcome: "final"}, nil
	}
	var file bytes.Buffer
	records, err := eval.ReadRecords[tasks.Run](strings.NewReader(""), &file, "a run")
	require.NoError(t, err)
	_, err = tasks.Measure(t.Context(), all, agent, tasks.Options{Setup: "lazy", Records: records})
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Contains(t, file.String(), `"done":false`)
	torn := strings.ReplaceAll(file.String(), `"done":false`, `"done":true`) + `{"setup":"la`
	file.Reset()
	records, err = eval.ReadRecords[tasks.Run](strings.NewReader(torn), &file, "a run")
	require.NoError(t, err)
	score, err := tasks.Measure(t.Context(), all, agent, tasks.Options{Setup: "lazy", Records: records})
	require.NoError(t, err)
	assert.Equal(t, 6, score.Tasks)
	assert.Equal(t, 7, asked, "three tasks were not asked again")
	fresh, err := tasks.Measure(t.Context(), all, agent, tasks.Options{Setup: "lazy"})
	require.NoError(t, err)
	assert.Equal(t, fresh.Done, score.Done, "what is recorded is judged again")
	assert.True(t, strings.HasPrefix(file.String(), "\n"), "after a torn line a new one begins")
	_, err = eval.ReadRecords[tasks.Run](strings.NewReader("{\"id\":\"\"}\n"), io.Discard, "a run")
	assert.ErrorContains(t, err, "line 1")
}

func TestReadRefuses(t *testing.T) {
	rows := []struct{ claim, line, message string }{
		{"no JSON", `{`, "line 1"},
		{"an unknown member", `{"id":"a","toolset":"files","task":"x","check":{"impossible":true},"setup":{},"calls":[],"more":1}`, "more"},
		{"an unknown toolset", `{"id":"a","toolset":"files2","task":"x","check":{"impossible":true}}`, "files2"},
		{"nothing to check", `{"id":"a","toolset":"files","task":"x","check":{}}`, "check"},
		{"a call that does not fit",
			`{"id":"a","toolset":"files","task":"x","check":{"impossible":true},"calls":[{"tool":"read_file","args":{}}]}`, "read_file"},
		{"a tool that cannot fail", `{"id":"a","toolset":"files","task":"x","check":{"impossible":true},"setup":{"fails":"x"}}`, "not a tool"},
		{"a world of another form", `{"id":"a","toolset":"files","task":"x","check":{"impossible":true},"setup":{"world":{"files":[]}}}`,
			"setup"},
		{"no task", ``, "no task"},
	}
	for _, row := range rows {
		_, err := tasks.Read(strings.NewReader(row.line))
		assert.ErrorContains(t, err, row.message, row.claim)
	}
	one := `{"id":"a","toolset":"files","task":"x","check":{"impossible":true}}` + "\n"
	_, err := tasks.Read(strings.NewReader(one + one))
	assert.ErrorContains(t, err, "line 2: the id \"a\" is there twice")
}

// An agent of any kind is measured: here one that does not even look.
func ExampleMeasure() {
	all, _ := tasks.Read(strings.NewReader(`{"id":"read","toolset":"files","task":"What does notes.txt say?","check":{"answer":["milk"]}}`))
	guess := func(_ context.Context, prompt string, s *tasks.Session) (tasks.Reply, error) {
		text := "Buy milk, I guess."
		return tasks.Reply{Answer: &text, Outcome: "final"}, nil
	}
	score, _ := tasks.Measure(context.Background(), all, guess, tasks.Options{Setup: "a guess"})
	fmt.Println(score.Done.Hits, "of", score.Tasks)
	// Output: 1 of 1
}

// However many tasks are done at once, the score is the same and the runs are told of in order.
func TestSeveralTasksAtOnce(t *testing.T) {
	all := tasks.Sample(suite(t), 30)
	agent := tasks.Gold(strategy.ReAct{}, loop.Config{}, nil)
	var told []string
	many, err := tasks.Measure(t.Context(), all, agent, tasks.Options{Jobs: 7, Each: func(r tasks.Run) { told = append(told, r.ID) }})
	require.NoError(t, err)
	one, err := tasks.Measure(t.Context(), all, agent, tasks.Options{})
	require.NoError(t, err)
	many.MS, one.MS = 0, 0
	assert.Equal(t, one, many)
	var ids []string
	for _, task := range all {
		ids = append(ids, task.ID)
	}
	assert.Equal(t, ids, told)
}

// noModel is a model whose server does not have it.
type noModel struct{}

func (noModel) Name() string { return "x" }

func (noModel) Generate(context.Context, model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		yield(model.Chunk{}, &model.Fault{Kind: model.NoModel, Message: "there is no model x"})
	}
}

// A model that cannot be had gives no figures, and after three runs in a row it is not asked again.
func TestRunsThatDidNotHappenAreNoFigures(t *testing.T) {
	all := suite(t)[:6]
	m := fake.Script(`{"thought":"","tool":"final_answer","tool_args":{"text":"no"}}`)
	asked := 0
	agent := func(ctx context.Context, prompt string, s *tasks.Session) (tasks.Reply, error) {
		if asked++; asked == 1 {
			return tasks.LoopAgent(strategy.ReAct{}, m, loop.Config{}, nil)(ctx, prompt, s)
		}
		return tasks.LoopAgent(strategy.ReAct{}, noModel{}, loop.Config{}, nil)(ctx, prompt, s)
	}
	var file bytes.Buffer
	records, err := eval.ReadRecords[tasks.Run](strings.NewReader(""), &file, "a run")
	require.NoError(t, err)
	_, err = tasks.Measure(t.Context(), all, agent, tasks.Options{Setup: "x", Records: records})
	missing, ok := errors.AsType[*eval.NotRunError](err)
	require.True(t, ok, "%v", err)
	assert.Equal(t, []eval.NotRun{{Suite: all[0].Toolset, Runs: 5, Of: 6, Why: missing.Suites[0].Why}}, missing.Suites)
	assert.Contains(t, missing.Suites[0].Why, "there is no model x")
	assert.Equal(t, 4, asked)
	assert.Equal(t, 1, strings.Count(file.String(), "\n"), "they are not kept")
}

// A record counts only for the task as it was.
func TestARecordOfAnotherTaskWithTheSameID(t *testing.T) {
	asked := 0
	agent := func(context.Context, string, *tasks.Session) (tasks.Reply, error) {
		asked++
		text := "42"
		return tasks.Reply{Answer: &text, Outcome: "final"}, nil
	}
	var file bytes.Buffer
	for _, check := range []string{"42", "42", "43"} {
		records, err := eval.ReadRecords[tasks.Run](strings.NewReader(file.String()), &file, "a run")
		require.NoError(t, err)
		task := tasks.Task{ID: "a", Toolset: "units", Task: "x", Check: tasks.Check{Answer: []string{check}}}
		score, err := tasks.Measure(t.Context(), []tasks.Task{task}, agent, tasks.Options{Setup: "x", Records: records})
		require.NoError(t, err)
		assert.Equal(t, check == "42", score.Done.Hits == 1)
	}
	assert.Equal(t, 2, asked)
}
