package distill_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/loop/distill"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
)

// merge is a critic's decision in the wire form.
func merge(decision, target string) string {
	pattern := `[{"plan":"guess","outcome":"wrong"}]`
	return fmt.Sprintf(`{"analysis":"so","decision":%q,"description":"what it is","failure_patterns":%s,"impact":"what it costs","success_patterns":[],"target":%q}`, decision, pattern, target)
}

func diagnosis(kind string) string {
	return fmt.Sprintf(`{"analysis":"one looked, one guessed","errors":[{"description":"it guesses the form","evidence":"run 2 called nothing","impact":"the answer is wrong","type":%q}]}`, kind)
}

func TestCase133MixedTasksAreKept(t *testing.T) {
	dir := t.TempDir()
	runs, mixed := filepath.Join(dir, "runs"), filepath.Join(dir, "mixed")
	answers := map[string]string{"one": "111", "two": "101", "three": "000"}
	c := distill.Collection{Logs: dir, Evaluation: []string{"secret"},
		Loop: func(int) (*loop.Loop, error) {
			return loop.New(planner.NewReAct(), fake.Script(`{"thought":"","tool":"final_answer","tool_args":{"text":"x"}}`), nil, loop.Config{})
		}}
	count := map[string]int{}
	c.Judge = func(task distill.Task, r loop.Result) bool {
		n := count[task.ID]
		count[task.ID]++
		return r.Outcome == loop.Final && answers[task.ID][n] == '1'
	}
	for _, id := range strings.Fields("one two three") {
		c.Tasks = append(c.Tasks, distill.Task{ID: id, Text: "do " + id})
	}
	require.NoError(t, distill.Collect(t.Context(), c, runs))
	require.NoError(t, distill.Collect(t.Context(), c, runs), "again, and nothing is run twice")
	assert.Equal(t, map[string]int{"one": 3, "two": 3, "three": 3}, count)
	kept, dropped, err := distill.Mixed(runs, mixed)
	require.NoError(t, err)
	assert.Equal(t, []int{1, 2}, []int{kept, dropped})
	text, err := os.ReadFile(mixed)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"task":"two"`)

	critic := fake.Script(diagnosis("guesses"))
	require.NoError(t, distill.Diagnose(t.Context(), critic, mixed, filepath.Join(dir, "diagnoses")))
	assert.Contains(t, critic.Requests()[0].Messages[0].Content, "ended final/answered")
	assert.Contains(t, critic.Requests()[0].Messages[0].Content, "Run 2, not solved")

	c.Tasks = append(c.Tasks, distill.Task{ID: "secret"})
	assert.ErrorContains(t, distill.Collect(t.Context(), c, runs), "the task secret is in the evaluation list")
}

func TestCase134ErrorsAreMergedReviewedAndFinished(t *testing.T) {
	dir := t.TempDir()
	in, out, review, library := filepath.Join(dir, "in"), filepath.Join(dir, "out"), filepath.Join(dir, "review.json"), filepath.Join(dir, "lib.json")
	var lines []string
	for _, task := range strings.Fields("t1 t2 t3") {
		lines = append(lines, strings.Replace(diagnosis("guesses"), `{"analysis"`, `{"task":"`+task+`","analysis"`, 1))
	}
	require.NoError(t, os.WriteFile(in, []byte(strings.Join(lines, "\n")+"\n"), 0o644))

	stopped := fake.Script(merge("new", "guesses"), merge("merge", "nothing"), merge("merge", "guesses")) // a repair in it
	err := distill.Aggregate(t.Context(), stopped, nil, in, out)
	require.Error(t, err, "the script ends, as if the process were killed after two")
	assert.Contains(t, stopped.Requests()[2].Messages[1].Content, `there is no entry "nothing" to merge into`)
	f, err := os.OpenFile(out, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString(`{"torn`)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	rest := fake.Script(merge("discard", ""))
	require.NoError(t, distill.Aggregate(t.Context(), rest, nil, in, out))
	assert.Len(t, rest.Requests(), 1, "it goes on at the third")

	require.NoError(t, distill.Review(nil, out, review))
	_, err = distill.Finish("mine", review, library)
	assert.ErrorContains(t, err, "entry 1 (guesses): keep is null")
	text, err := os.ReadFile(review)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(review, []byte(strings.Replace(string(text), `"keep": null`, `"keep": true`, 1)), 0o644))
	l, err := distill.Finish("mine", review, library)
	require.NoError(t, err)
	require.Len(t, l.Errors, 1)
	assert.Len(t, l.Errors[0].Evidence, 2)
	assert.Len(t, l.Errors[0].FailurePatterns, 2)
	assert.Equal(t, "distilled", l.Errors[0].Origin)
	var list []map[string]any
	require.NoError(t, json.Unmarshal(text, &list))
	require.NoError(t, os.WriteFile(review, []byte(strings.Replace(string(text), `"keep": null`, `"keep": false`, 1)), 0o644))
	l, err = distill.Finish("mine", review, library)
	require.NoError(t, err)
	assert.Empty(t, l.Errors)
}
