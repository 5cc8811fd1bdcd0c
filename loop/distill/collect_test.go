package distill_test

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop/distill"
	"github.com/shortleash/shortleash/model/fake"
)

func tasks(ids string) (list []distill.Task) {
	for _, id := range strings.Fields(ids) {
		list = append(list, distill.Task{ID: id, Text: "do " + id})
	}
	return list
}

func TestCase133MixedTasksAreKept(t *testing.T) {
	b := newBench(t)
	count := map[string]int{}
	c := distill.Collection{Tasks: tasks("one two three"), Logs: b.path("logs"), Evaluation: []string{"secret"},
		Run: answering(map[string]string{"one": "111", "two": "101", "three": "000"}, count)}
	for range 2 { // again, and nothing is run twice
		runs, err := distill.Collect(t.Context(), c, b.path("runs"))
		require.NoError(t, err)
		assert.Len(t, runs, 9)
		assert.Equal(t, map[string]int{"one": 3, "two": 3, "three": 3}, count)
	}
	for range 2 { // again, in place of the first
		kept, dropped, err := distill.Mixed(b.path("runs"), b.path("mixed"))
		require.NoError(t, err)
		assert.Equal(t, []int{1, 2}, []int{kept, dropped})
		assert.Equal(t, 1, strings.Count(b.text("mixed"), "\n"))
		assert.Contains(t, b.text("mixed"), `{"task":"two","text"`)
	}
	critic := fake.Script(diagnosis("guesses"))
	_, err := distill.Critic{Model: critic}.Diagnose(t.Context(), b.path("mixed"), b.path("diagnoses"))
	require.NoError(t, err)
	assert.Contains(t, critic.Requests()[0].Messages[0].Content, "ended final/answered")
	assert.Contains(t, critic.Requests()[0].Messages[0].Content, "Run 2, not solved")

	c.Tasks = append(c.Tasks, distill.Task{ID: "secret"})
	_, err = distill.Collect(t.Context(), c, b.path("runs"))
	assert.ErrorContains(t, err, "the task secret is in the evaluation list")
	assert.ErrorIs(t, err, distill.ErrMisuse)
}

func TestCollectGoesOnWhereItWasStopped(t *testing.T) {
	b := newBench(t)
	count := map[string]int{}
	answer := answering(map[string]string{"one": "101", "two": "101"}, count)
	ctx, stop := context.WithCancel(t.Context())
	var seen []int
	c := distill.Collection{Tasks: tasks("one two"), Logs: b.path("logs"),
		Progress: func(done, total int) { seen = append(seen, done, total) }}
	c.Run = func(ctx context.Context, task distill.Task, n int, log io.Writer) (bool, error) {
		if task.ID == "two" && n == 2 {
			stop()
		}
		return answer(ctx, task, n, log)
	}
	runs, err := distill.Collect(ctx, c, b.path("runs"))
	require.ErrorIs(t, err, context.Canceled)
	assert.Len(t, runs, 4, "what was cancelled is not a failure of its plan")
	assert.Equal(t, []int{0, 6, 1, 6, 2, 6, 3, 6, 4, 6}, seen)

	b.write("runs", b.text("runs")+`{"task":"two","te`) // and killed in a line
	c.Run = answer
	runs, err = distill.Collect(t.Context(), c, b.path("runs"))
	require.NoError(t, err)
	assert.Len(t, runs, 6)
	assert.Equal(t, map[string]int{"one": 3, "two": 4}, count, "only the run that was stopped is made again")
	assert.Equal(t, 6, strings.Count(b.text("runs"), "\n"))

	c.Runs = 4
	c.Run = func(context.Context, distill.Task, int, io.Writer) (bool, error) { return false, distill.ErrNoRun }
	runs, err = distill.Collect(t.Context(), c, b.path("runs"))
	require.NoError(t, err, "a run that does not exist is left out")
	assert.Len(t, runs, 6)
	broken := errors.New("broken")
	c.Run = func(context.Context, distill.Task, int, io.Writer) (bool, error) { return false, broken }
	_, err = distill.Collect(t.Context(), c, b.path("runs"))
	assert.ErrorIs(t, err, broken)
}

// Two collections may share a folder, and names that a file system would mix up.
func TestNoLogIsWrittenOver(t *testing.T) {
	b := newBench(t)
	c := distill.Collection{Tasks: tasks("a/b a_b a%2Fb .."), Runs: 1, Logs: b.path("logs"),
		Run: answering(map[string]string{"a/b": "1", "a_b": "1", "a%2Fb": "1", "..": "1"}, map[string]int{})}
	logs := map[string]bool{}
	for _, out := range []string{"first", "second", "third"} {
		runs, err := distill.Collect(t.Context(), c, b.path(out))
		require.NoError(t, err)
		for _, r := range runs {
			logs[r.Log] = true
			text, err := os.ReadFile(r.Log)
			require.NoError(t, err)
			assert.Contains(t, string(text), `"task":"do `+r.Task+`"`)
		}
	}
	assert.Len(t, logs, 12)
	entries, err := os.ReadDir(b.path("logs"))
	require.NoError(t, err)
	assert.Len(t, entries, 12)
}

func TestWhatCollectRefuses(t *testing.T) {
	b := newBench(t)
	run := answering(map[string]string{"one": "1"}, map[string]int{})
	b.write(
		"mixed", `{"task":"one","text":"x","runs":[{"task":"one","text":"x","run":1,"ok":true,"log":"l"},{"task":"one",`+
			`"text":"x","run":2,"ok":false,"log":"l"}]}`+"\n")
	b.write("letter", "Dear Sir,")
	b.write("other", `{"task":"one","text":"another","run":1,"ok":true,"log":"l"}`+"\n")
	for _, row := range []struct {
		claim, out string
		c          distill.Collection
		want       string
	}{
		{"a negative number", "runs", distill.Collection{Runs: -1}, "Runs is -1"},
		{"no way to run", "runs", distill.Collection{Logs: b.path("logs")}, "Run and Logs are required"},
		{"a task without a name", "runs", distill.Collection{Run: run, Logs: b.path("l"), Tasks: []distill.Task{{}}}, "task 1 has no id"},
		{"a task twice", "runs", distill.Collection{Run: run, Logs: b.path("l"), Tasks: tasks("one one")}, "the task one is there twice"},
		{"another stage's file", "mixed", distill.Collection{Run: run, Logs: b.path("l"), Tasks: tasks("one")},
			"mixed, line 1: this is not what collect writes; name another file"},
		{"a text of one line", "letter", distill.Collection{Run: run, Logs: b.path("l"), Tasks: tasks("one")},
			"letter, line 1: this is not what collect writes; name another file"},
		{"another task of that name", "other", distill.Collection{Run: run, Logs: b.path("l"), Tasks: tasks("one")},
			"other has runs of another task that is called one too"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			before, _ := os.ReadFile(b.path(row.out)) // it may not be there
			_, err := distill.Collect(t.Context(), row.c, b.path(row.out))
			require.ErrorIs(t, err, distill.ErrMisuse)
			assert.ErrorContains(t, err, row.want)
			after, _ := os.ReadFile(b.path(row.out))
			assert.Equal(t, string(before), string(after))
		})
	}
	_, _, err := distill.Mixed(b.path("gone"), b.path("out"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, _, err = distill.Mixed(b.write("torn", `{"task":"one","text":"another","run":1,"ok":true,"log":"l"}`+"\n"+`{"task":"o`), b.path("out"))
	assert.ErrorContains(t, err, "torn is torn; let collect finish it first")
	_, _, err = distill.Mixed(b.path("other"), b.path("letter"))
	assert.ErrorContains(t, err, "letter, line 1: this is not what mixed writes")
	assert.Equal(t, "Dear Sir,", b.text("letter"))
	assert.NoFileExists(t, b.path("out"))
}
