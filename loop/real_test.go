package loop_test

import (
	"bytes"
	"context"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

func TestMain(m *testing.M) { os.Exit(ollamatest.Run(m)) }

// onServer returns a loop around a real server's model of random weights. Its words mean nothing,
// but they come through a real tokenizer, a real sampler and a real grammar.
func onServer(t *testing.T, seed int64) *loop.Loop {
	t.Helper()
	return loopOn(t, ollamatest.Start(t, "the whole loop on a real server"), seed, time.Minute)
}

func loopOn(t *testing.T, server *ollamatest.Server, seed int64, wall time.Duration) *loop.Loop {
	t.Helper()
	m, err := ollama.New(server.Model, ollama.Config{Host: server.Host, Threads: 1, Context: 2048})
	require.NoError(t, err)
	p := strategy.ReAct{}
	p.Thought = 12
	l, err := loop.New(p, m, echoes(t), strict(loop.Config{
		Answer: grammar.Object(grammar.Property{Name: "letter", Schema: grammar.Enum("a", "b", "c")}),
		Budget: loop.Budget{Steps: 4, Wall: wall}, Temperature: 1, Seed: seed, Allowances: loop.Allowances{Repairs: 1,
			Retries: 1}, Limits: loop.Limits{ReplyTokens: 256},
	}))
	require.NoError(t, err)
	return l
}

// echoes are the tools of a model that says letters.
func echoes(t *testing.T) *tools.Registry {
	t.Helper()
	type args struct {
		Letter string `json:"letter" jsonschema:"enum=a,enum=b,enum=c"`
	}
	echo := tools.Must(tools.New("echo", "the letter again",
		func(_ context.Context, in args) (string, error) { return in.Letter, nil }, tools.Options{Pollable: true}))
	registry, err := tools.NewRegistry(echo)
	require.NoError(t, err)
	return registry
}

func TestRealServerRunsTheWholeLoop(t *testing.T) {
	for seed := range int64(5) {
		var log bytes.Buffer
		var events []loop.Event
		var result loop.Result
		for e, err := range onServer(t, seed).Watch(t.Context(), "Say a letter.", &log) {
			require.NoError(t, err)
			events = append(events, e)
			if e.Result != nil {
				result = *e.Result
			}
		}
		assert.EqualValues(t, loop.Final, result.Outcome, "%s: %s", result.Reason, result.Error)
		assert.LessOrEqual(t, result.Counters.Steps, 4)
		assert.Zero(t, result.Counters.Repairs, "the server's grammar is ours")
		assert.Positive(t, result.Counters.Tokens)
		sound(t, result, events, log.Bytes())
	}
}

func TestRealServerServesTwoRunsAtOnce(t *testing.T) {
	l := onServer(t, 7)
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			r, err := l.Run(t.Context(), "Say a letter.", nil)
			assert.NoError(t, err)
			assert.EqualValues(t, loop.Final, r.Outcome, "%s: %s", r.Reason, r.Error)
		})
	}
	wait.Wait()
}

// A server may hang for good when it is left in the very moment in which it has a token to send
// (ollama #17131, open). So each try has a server of its own, and one that hangs is tried again.
func TestRealServerIsLeftWhenARunIsCancelled(t *testing.T) {
	const tries = 3
	for try := 1; ; try++ {
		l := loopOn(t, ollamatest.StartOwn(t, "a run that is cancelled on a real server"), 9, 20*time.Second)
		ctx, cancel := context.WithCancel(t.Context())
		var result loop.Result
		for e, err := range l.Watch(ctx, "Say a letter.", nil) {
			require.NoError(t, err)
			if e.Kind == loop.Delta {
				cancel()
			}
			if e.Result != nil {
				result = *e.Result
			}
		}
		cancel()
		require.Equal(t, loop.Cancelled, result.Outcome)
		r, err := l.Run(t.Context(), "Say a letter.", nil)
		require.NoError(t, err)
		if r.Outcome == loop.BudgetExhausted && try < tries {
			t.Logf("the server hangs since it was left: %s", r.Error)
			continue
		}
		assert.Equal(t, loop.Final, r.Outcome, "the next run finds the server free: %s", r.Error)
		return
	}
}
