package main

import (
	"context"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cluster"
)

// newQueue starts a queue server whose leases are short, and returns its URL.
func newQueue(t *testing.T) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(10*time.Second))
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	q, err := cluster.Connect(t.Context(), s.ClientURL(), cluster.Options{Lease: time.Second})
	require.NoError(t, err)
	q.Close()
	return s.ClientURL()
}

// worker runs the worker's command until stop is called or the test ends.
func worker(t *testing.T, args ...string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan int, 1)
	go func() {
		done <- exec(ctx, append([]string{"work"}, args...), strings.NewReader(""), io.Discard, io.Discard, func(string) string { return "" })
	}()
	t.Cleanup(func() { cancel(); <-done })
}

func TestAnEvaluationOverAQueueHasTheSameFigures(t *testing.T) {
	url := newQueue(t)
	timed := regexp.MustCompile(`(?m)\d+\.\d$`)
	here, said, code := app(t, "eval", suite, "--models", "random:4", "--planners", "react", "--sample", "40")
	require.Zero(t, code, said)
	worker(t, "--queue", url, "--model", "random:4", "--name", "one")
	worker(t, "--queue", url, "--model", "random:4", "--name", "two", "--jobs", "2")
	there, said, code := app(t, "eval", suite, "--models", "random:4,gold", "--sample", "40", "--queue", url)
	require.Zero(t, code, said)
	random, gold, ok := strings.Cut(there, "gold · react")
	require.True(t, ok)
	assert.Equal(t, timed.ReplaceAllString(here, "T"), timed.ReplaceAllString(random, "T"))
	assert.Contains(t, gold, "40/40 100.0", "what knows the calls needs no worker")
}

// Runs that did not happen on a worker are none here either.
func TestAnEvaluationOverAQueueWithADeadServer(t *testing.T) {
	url, server := newQueue(t), newChatServer(t)
	server.dead = func(int) bool { return true }
	worker(t, "--queue", url, "--model", "ollama:x", "--host", server.URL, "--name", "ill")
	args := []string{"eval", suite, "--models", "ollama:x", "--toolset", "units", "--queue", url}
	out, said, code := app(t, args...)
	assert.Equal(t, 3, code)
	assert.Empty(t, out)
	assert.Contains(t, said, "The worker ill cannot make runs at present: Ollama at "+server.URL+
		" lists the model x:latest and then says that it does not have it.")
	assert.Contains(t, said,
		"ollama:x · react: no figures for units, because 19 of its 19 runs did not happen: no worker can make runs at present: Ollama at ")

	well := newChatServer(t)
	worker(t, "--queue", url, "--model", "ollama:x", "--host", well.URL, "--name", "well")
	out, said, code = app(t, args...)
	assert.Zero(t, code, said)
	assert.Contains(t, out, "units               1/19 5.3")
}

func TestQueueMisuse(t *testing.T) {
	for want, args := range map[string][]string{
		"name the model":                       {"work", "--queue", "nats://127.0.0.1:1"},
		"work wants a queue":                   {"work", "--model", "random:1"},
		"work takes its tasks from a queue":    {"work", "x", "--queue", "nats://127.0.0.1:1"},
		"cannot reach the queue at nats://127": {"eval", suite, "--model", "random:1", "--queue", "nats://127.0.0.1:1"},
	} {
		_, said, code := app(t, args...)
		assert.Equal(t, 2, code, said)
		assert.Contains(t, said, want)
	}
}
