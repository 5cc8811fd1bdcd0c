package loop_test

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

func TestToolsThatKeepOrEndTheirGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		freed := make(chan struct{})
		defer close(freed)
		tool := func(name string, f func()) tools.Tool {
			return tools.Must(tools.New(name, "", func(context.Context, struct{}) (string, error) { f(); return "x", nil }, tools.Options{Timeout: time.Second}))
		}
		registry, err := tools.NewRegistry(tool("deaf", func() { <-freed }), tool("leaving", runtime.Goexit), tool("good", func() {}))
		require.NoError(t, err)
		call := func(name string) string { return `{"thought":"","tool":"` + name + `","tool_args":{}}` }
		m := &ready{replies: []string{call("deaf"), call("good"), call("leaving"), call("good"), answer("x")}}
		l, err := loop.New(planner.NewReAct(), m, registry, loop.Config{MaxFatal: 3})
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Final, r.Outcome, r.Error)
		assert.Equal(t, tools.ClassTimeout, r.Steps[0].Observations[0].Error.Class)
		assert.True(t, r.Steps[1].Observations[0].OK)
		assert.True(t, r.Steps[3].Observations[0].OK)
	})
}
