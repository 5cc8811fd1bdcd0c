package loop_test

import (
	"context"
	"iter"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

func TestToolsThatKeepOrEndTheirGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		freed := make(chan struct{})
		defer close(freed)
		tool := func(name string, f func()) tools.Tool {
			return tools.Must(tools.New(name, "does it", func(context.Context, struct{}) (string, error) { f(); return "x", nil },
				tools.Options{Timeout: time.Second}))
		}
		registry, err := tools.NewRegistry(tool("deaf", func() { <-freed }), tool("leaving", runtime.Goexit), tool("good", func() {}))
		require.NoError(t, err)
		call := func(name string) string { return `{"thought":"","tool":"` + name + `","tool_args":{}}` }
		m := &ready{replies: []string{call("deaf"), call("good"), call("leaving"), call("good"), answer("x")}}
		l, err := loop.New(strategy.ReAct{}, m, registry, strict(loop.Config{Allowances: loop.Allowances{FatalErrors: 3}}))
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Final, r.Outcome, r.Error)
		assert.Equal(t, tools.ClassTimeout, r.Steps[0].Observations[0].Error.Class)
		assert.True(t, r.Steps[1].Observations[0].OK)
		assert.Equal(t, tools.ClassPanic, r.Steps[2].Observations[0].Error.Class)
		assert.True(t, r.Steps[3].Observations[0].OK)
	})
}

// quitter is a model that writes a legal reply and ends its goroutine before it says that it is done.
type quitter struct{}

func (quitter) Name() string { return "quitter" }
func (quitter) Generate(context.Context, model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		if yield(model.Chunk{Text: answer("x")}, nil) {
			runtime.Goexit()
		}
	}
}

func TestAModelThatEndsItsGoroutineHasFailed(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, quitter{}, nil, strict(loop.Config{}))
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	assert.Equal(t, loop.ModelFailure, r.Outcome)
	assert.EqualValues(t, "transport", r.Reason)
	assert.Contains(t, r.Error, "quitter ended its goroutine")
}
