package loop_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// trainedWall bounds each run with a trained model. A quiet machine needs a tenth of it.
const trainedWall = time.Minute

// trained returns the trained model of a server.
func trained(t testing.TB, host, name string) model.Model {
	t.Helper()
	m, err := ollama.New(name, ollama.Config{Host: host, Threads: 1, Context: 4096})
	require.NoError(t, err)
	return m
}

// household are three tools of which most tasks need one.
func household(t testing.TB) *tools.Registry {
	t.Helper()
	type numbers struct {
		A int `json:"a" jsonschema:"minimum=0,maximum=9999"`
		B int `json:"b" jsonschema:"minimum=0,maximum=9999"`
	}
	type name struct {
		Name string `json:"name" jsonschema:"minLength=1,maxLength=30"`
	}
	registry, err := tools.NewRegistry(
		tools.Must(tools.New("multiply", "a times b", func(_ context.Context, in numbers) (int, error) { return in.A * in.B, nil },
			tools.Options{Idempotent: true})),
		tools.Must(tools.New("read_file", "the text of a file", func(_ context.Context, in name) (string, error) {
			if in.Name != "notes.txt" {
				return "", tools.NotFound("there is no file %s", in.Name)
			}
			return "Buy milk.", nil
		}, tools.Options{Idempotent: true})),
		tools.Must(tools.New("phone_of", "the phone number of a person", func(_ context.Context, in name) (string, error) {
			return "555-0101", nil
		}, tools.Options{Idempotent: true})),
	)
	require.NoError(t, err)
	return registry
}

// modest is the configuration of the runs: an answer of a sentence, and bounds that a test can wait for.
func modest(steps int) loop.Config {
	c := loop.Config{}
	c.Answer = grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(1, 120)})
	c.Budget = loop.Budget{Steps: steps, ModelCalls: 14, ToolCalls: 14, Wall: trainedWall}
	c.Limits.ReplyTokens, c.Budget.Grace = 150, 5*time.Second
	return c
}

// endsTrained runs one task and holds the run to what every run promises. Its figures are printed, not
// asserted: what the model knows is not ours.
func endsTrained(t *testing.T, p planner.Planner, m model.Model, c loop.Config, task string) loop.Result {
	t.Helper()
	l, err := loop.New(p, m, household(t), c)
	require.NoError(t, err)
	var log bytes.Buffer
	var events []loop.Event
	var result loop.Result
	start := time.Now()
	for e, err := range l.Watch(t.Context(), task, &log) {
		require.NoError(t, err)
		if e.Kind != loop.Delta {
			events = append(events, e)
		}
		if e.Failure != nil {
			t.Logf("%s: %s, after %q", p.Name(), e.Failure.Problem, e.Failure.Prefix)
		}
		if e.Result != nil {
			result = *e.Result
		}
	}
	took := time.Since(start)
	bounded(t, c, result, took)
	sound(t, result, events, log.Bytes())
	assert.NoError(t, l.Replay(t.Context(), events), "it replays")
	n := result.Counters
	t.Logf("%s: %q ends %s/%s in %.1f s: %d steps, %d requests, %d repairs, %d tokens, answer %s",
		p.Name(), task, result.Outcome, result.Reason, took.Seconds(), n.Steps, n.ModelCalls, n.Repairs, n.Tokens, result.Answer)
	return result
}

func TestRealTrainedAgentWithThreeTools(t *testing.T) {
	const untested = "an agent with a trained model"
	server := ollamatest.Start(t, untested)
	m := trained(t, server.Host, ollamatest.Trained(t, server, untested))
	final := 0
	tasks := []string{"How much is 17 times 23?", "What does the file notes.txt say?", "What is the phone number of Ana?"}
	for _, task := range tasks {
		r := endsTrained(t, strategy.ReAct{}, m, modest(6), task)
		if r.Outcome == loop.Final {
			final++
		}
	}
	t.Logf("%d of %d runs end with an answer", final, len(tasks))
}

// TestRealTrainedEndsEveryStrategy runs each strategy once, with short words and plans.
func TestRealTrainedEndsEveryStrategy(t *testing.T) {
	const untested = "every strategy with a trained model"
	server := ollamatest.Start(t, untested)
	m := trained(t, server.Host, ollamatest.Trained(t, server, untested))
	for _, row := range frugal() {
		r := endsTrained(t, row.p, m, modest(3), "How much is 17 times 23?")
		assert.Positive(t, r.Usage[row.first].Calls, "%s: %s is asked", row.p.Name(), row.first)
	}
}

// TestRealTrainedIsLeftWhenARunIsCancelled has a server of its own: one that is left may hang (ollama #17131).
func TestRealTrainedIsLeftWhenARunIsCancelled(t *testing.T) {
	const untested = "cancelling a run of a trained model"
	server := ollamatest.StartOwn(t, untested)
	l, err := loop.New(strategy.ReAct{}, trained(t, server.Host, ollamatest.Trained(t, server, untested)), household(t), modest(6))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var result loop.Result
	var left time.Time
	for e, err := range l.Watch(ctx, "How much is 17 times 23?", nil) {
		require.NoError(t, err)
		if e.Kind == loop.Delta && left.IsZero() {
			left = time.Now()
			cancel()
		}
		if e.Result != nil {
			result = *e.Result
		}
	}
	assert.Equal(t, loop.Cancelled, result.Outcome)
	assert.Less(t, time.Since(left), 5*time.Second, "the model is left at once")
}

// The variables by which TestRealTrainedResumesAfterAKill starts its own program again.
const (
	trainedLog  = "LOOP_TEST_TRAINED_LOG"
	trainedHost = "LOOP_TEST_TRAINED_HOST"
)

const trainedTask = "What does the file notes.txt say?"

// readsFirst is a loop whose run has at least two decisions.
func readsFirst(t testing.TB, host string) *loop.Loop {
	t.Helper()
	c := modest(4)
	c.Rules = []loop.Rule{loop.Require{Tool: "read_file"}}
	l, err := loop.New(strategy.ReAct{}, trained(t, host, ollamatest.TrainedModel), household(t), c)
	require.NoError(t, err)
	return l
}

// TestAsTrainedChild is not a test: it is a run in a process that is killed in the middle of a reply.
func TestAsTrainedChild(t *testing.T) {
	path := os.Getenv(trainedLog)
	if path == "" {
		return
	}
	log, err := os.Create(path)
	require.NoError(t, err)
	replies := 0
	for e, err := range readsFirst(t, os.Getenv(trainedHost)).Watch(t.Context(), trainedTask, log) {
		require.NoError(t, err)
		switch {
		case e.Kind == loop.Observed:
			replies++
		case e.Kind == loop.Delta && replies > 0:
			fmt.Println("in the middle of a reply")
			_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
		}
	}
	fmt.Println("over")
}

// TestRealTrainedResumesAfterAKill: the process dies with signal 9 while the model writes its second reply. The
// run goes on from its log: the first reply is not asked for again, and no call is made twice.
func TestRealTrainedResumesAfterAKill(t *testing.T) {
	const untested = "resuming a run of a trained model after a kill"
	server := ollamatest.StartOwn(t, untested)
	ollamatest.Trained(t, server, untested)
	program, err := os.Executable()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "log")
	child := exec.CommandContext(t.Context(), program, "-test.run=^TestAsTrainedChild$", "-test.v")
	child.Env = append(os.Environ(), trainedLog+"="+path, trainedHost+"="+server.Host)
	_, err = child.StdinPipe() // open as long as the process lives
	require.NoError(t, err)
	out, err := child.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	var said string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if said = lines.Text(); strings.Contains(said, "middle") || strings.Contains(said, "over") {
			break
		}
	}
	require.Contains(t, said, "in the middle of a reply")
	require.NoError(t, child.Process.Kill())
	require.Error(t, child.Wait())

	log, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	require.NoError(t, err)
	defer log.Close()
	before, _, err := loop.ReadLog(log)
	require.NoError(t, err)
	require.Equal(t, loop.Asked, before[len(before)-1].Kind)
	l := readsFirst(t, server.Host)
	r, err := l.Resume(t.Context(), before, nil, log, nil)
	require.NoError(t, err)
	assert.Contains(t, outcomes, r.Outcome)
	_, err = log.Seek(0, io.SeekStart)
	require.NoError(t, err)
	events, _, err := loop.ReadLog(log)
	require.NoError(t, err)
	started := map[string]int{}
	for _, e := range events {
		if e.Kind == loop.CallStarted {
			started[e.Call.ID]++
		}
	}
	for id, n := range started {
		assert.Equal(t, 1, n, "%s is made once", id)
	}
	assert.Equal(t, before, events[:len(before)], "what was there stays")
	assert.NoError(t, l.Replay(t.Context(), events))
	t.Logf("%s/%s: %s", r.Outcome, r.Reason, r.Answer)
}
