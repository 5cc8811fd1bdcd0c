package distill_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/loop/distill"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
)

// merge is a critic's decision in the wire form.
func merge(decision, target string) string {
	pattern := `[{"plan":"guess","outcome":"wrong"}]`
	return fmt.Sprintf(
		`{"analysis":"so","decision":%q,"description":"what it is","failure_patterns":%s,"impact":"what it costs",`+
			`"success_patterns":[{"plan":"look it up","outcome":"right"}],"target":%q}`, decision, pattern, target)
}

func diagnosis(kind string) string {
	return fmt.Sprintf(
		`{"analysis":"one looked, one guessed","errors":[{"description":"it guesses the form","evidence":"run 2 called `+
			`nothing","how_avoided":"run 1 looked the form up","impact":"the answer is wrong","type":%q}]}`, kind)
}

// diagnoses is a file with one error of each task.
func diagnoses(tasks ...string) string {
	var text strings.Builder
	for _, task := range tasks {
		text.WriteString(strings.Replace(diagnosis("guesses"), `{"analysis"`, `{"task":"`+task+`","analysis"`, 1) + "\n")
	}
	return text.String()
}

// A bench is a folder with files of stages.
type bench struct {
	*testing.T
	dir string
}

func newBench(t *testing.T) bench { return bench{t, t.TempDir()} }

func (b bench) path(name string) string { return filepath.Join(b.dir, name) }

func (b bench) write(name, text string) string {
	b.Helper()
	require.NoError(b, os.WriteFile(b.path(name), []byte(text), 0o600))
	return b.path(name)
}

func (b bench) text(name string) string {
	b.Helper()
	text, err := os.ReadFile(b.path(name))
	require.NoError(b, err)
	return string(text)
}

// answering runs a loop that answers at once, and has 1 judged as solved and 0 as not, by task and run.
func answering(verdicts map[string]string, count map[string]int) func(context.Context, distill.Task, int, io.Writer) (bool, error) {
	return func(ctx context.Context, t distill.Task, n int, log io.Writer) (bool, error) {
		l, err := loop.New(strategy.ReAct{}, fake.Script(`{"thought":"","tool":"final_answer","tool_args":{"text":"x"}}`), nil,
			loop.Config{Seed: int64(n)})
		if err != nil {
			return false, err
		}
		count[t.ID]++
		r, err := l.Run(ctx, t.Text, log)
		return r.Outcome == loop.Final && verdicts[t.ID][n-1] == '1', err
	}
}

// The whole pipeline, with a model that always says the same.
func Example() {
	dir, err := os.MkdirTemp("", "distill")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	file := func(name string) string { return filepath.Join(dir, name) }
	ctx, must := context.Background(), func(err error) {
		if err != nil {
			panic(err)
		}
	}
	runs, err := distill.Collect(ctx, distill.Collection{
		Tasks: []distill.Task{{ID: "t1", Text: "do it"}}, Logs: file("logs"),
		Run: answering(map[string]string{"t1": "101"}, map[string]int{}),
	}, file("runs"))
	must(err)
	kept, dropped, err := distill.Mixed(file("runs"), file("mixed"))
	must(err)
	critic := distill.Critic{Model: fake.Script(diagnosis("guesses"), merge("new", "guesses"))}
	found, err := critic.Diagnose(ctx, file("mixed"), file("diagnoses"))
	must(err)
	merges, err := critic.Aggregate(ctx, nil, file("diagnoses"), file("merged"))
	must(err)
	entries, err := distill.Review(nil, file("merged"), file("review"))
	must(err)
	fmt.Println(len(runs), "runs;", kept, "task kept,", dropped, "dropped;", len(found[0].Errors), "error:",
		merges[0].Decision+";", entries, "entry to review")

	text, err := os.ReadFile(file("review"))
	must(err)
	must(os.WriteFile(file("review"), bytes.Replace(text, []byte("null"), []byte("true"), 1), 0o600)) // a person does this
	library, err := distill.Finish("mine", file("review"), file("library"))
	must(err)
	e, err := json.Marshal(library.Errors[0].Evidence)
	must(err)
	fmt.Println(library.Errors[0].Type, string(e))
	// Output:
	// 3 runs; 1 task kept, 0 dropped; 1 error: new; 1 entry to review
	// guesses [{"task":"t1","run":"","note":"run 2 called nothing"}]
}
