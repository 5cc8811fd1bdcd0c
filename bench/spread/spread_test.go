package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/tutor"
)

func TestCommandLine(t *testing.T) {
	assert.Zero(t, runMain(t.Context(), []string{"-h"}, io.Discard, io.Discard))
	for _, args := range [][]string{{"x"}, {"-lines", "0"}, {"-workers", "0"}, {"-latency", "soon"}} {
		assert.Equal(t, 2, runMain(t.Context(), args, io.Discard, io.Discard), "%q", args)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Equal(t, 1, runMain(stopped, nil, io.Discard, io.Discard))
}

func TestATapCountsWhatPasses(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	ctx, stop := context.WithCancel(t.Context())
	passing := listen(ctx, l.Addr().String())
	hub, err := l.Accept()
	require.NoError(t, err)
	message := func(key string, delivered int) string {
		head := fmt.Sprintf("NATS/1.0\r\nShortleash-Key: %s\r\nShortleash-Delivered: %d\r\n\r\n", key, delivered)
		return fmt.Sprintf("HMSG shortleash.answers.3.b 1 _INBOX.x %d %d\r\n%s{}\r\n", len(head), len(head)+2, head)
	}
	fmt.Fprint(hub, "INFO {}\r\n", message("1", 1), message("2", 3), "PING\r\n", message("1", 2), message("3", 2))
	in := bufio.NewReader(hub)
	for line := ""; line != "PONG\r\n"; {
		line, err = in.ReadString('\n')
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool {
		passing.mu.Lock()
		defer passing.mu.Unlock()
		return passing.twice == 1 && len(passing.seen) == 3
	}, 10*time.Second, time.Millisecond)
	stop()
	redelivered, twice := passing.counts()
	assert.Equal(t, []int{3, 1}, []int{redelivered, twice})
}

// A client remembers the last prompts that it sent, and takes a count of tokens that did not grow with its prompt for a
// sign of a server that cuts prompts. Which prompts were the last depends on who else asks, and on how busy the machine is.
// The file of answers can be that of one machine only if no answer depends on that.
func TestAnAnswerDoesNotDependOnWhoElseAsks(t *testing.T) {
	server := slowModel(0)
	defer server.Close()
	m, err := ollama.New("slow", ollama.Config{Host: server.URL})
	require.NoError(t, err)
	by, err := tutor.New(tutor.Options{Model: func() model.Model { return m }, Loop: loop.Config{}})
	require.NoError(t, err)
	correct := func(i int) string {
		r, err := by.Correct(t.Context(), fmt.Sprintf(forms[i%len(forms)], i), nil, nil)
		assert.NoError(t, err)
		r.ElapsedMS = 0
		return string(r.JSON())
	}
	alone, together := make([]string, 16), make([]string, 16)
	for i := range alone {
		alone[i] = correct(i)
	}
	var all sync.WaitGroup
	for i := range together {
		all.Go(func() { together[i] = correct(i) })
	}
	all.Wait()
	assert.Equal(t, alone, together)
}
