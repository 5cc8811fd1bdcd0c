package mcp

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// A run ends with the address that it came to, and its log is kept by then.
func TestNoRunOutlivesItsAddress(t *testing.T) {
	begun := make(chan struct{})
	wait := tools.Must(tools.New("count_part", "counts", func(ctx context.Context, _ count) (string, error) {
		close(begun)
		<-ctx.Done()
		return "", ctx.Err()
	}, tools.Options{Timeout: time.Minute}))
	r, err := tools.NewRegistry(wait)
	require.NoError(t, err)
	l, err := loop.New(strategy.ReAct{}, fake.Script(countReply), r, loop.Config{})
	require.NoError(t, err)
	kept := ""
	s := serverOf(t, Offer{Loop: l, Keep: func(log []byte) { kept = string(log) }})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	url, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- s.ServeAddress(ctx, "127.0.0.1:0", func(at string) { url <- at }) }()
	_, here := clientOf(t, Endpoint{URL: <-url})
	called := make(chan struct{})
	go func() {
		defer close(called)
		here.Call(t.Context(), tools.Call{ID: "c1", Tool: "run_task", Args: json.RawMessage(`{"task":"Count."}`)})
	}()
	<-begun
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	assert.Contains(t, kept, `"kind":"finished"`)
	<-called
}
