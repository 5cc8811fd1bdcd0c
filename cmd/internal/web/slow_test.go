package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// pipes is a listener within the process: a connection holds nothing that its other end has not read, and its
// deadlines keep the clock of the test.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error {
	close(p.closed)
	return nil
}

func (pipes) Addr() net.Addr { return &tcp }

// ask connects and sends a request, whose answer no one reads yet.
func (p pipes) ask(t *testing.T, path string) net.Conn {
	t.Helper()
	ours, theirs := net.Pipe()
	p.conns <- theirs
	_, err := fmt.Fprintf(ours, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:8178\r\n\r\n", path)
	require.NoError(t, err)
	return ours
}

func TestAReaderThatDoesNotReadHoldsNothingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(t.Context(), program(t, "", five))
		require.NoError(t, err)
		defer s.Close()
		listener := pipes{make(chan net.Conn), make(chan struct{})}
		h := &http.Server{Handler: newGuard(&tcp, "127.0.0.1:8178", s.Handler())}
		served := make(chan error, 1)
		go func() { served <- h.Serve(listener) }()
		defer func() {
			assert.NoError(t, h.Close())
			<-served
		}()
		begin := make(chan struct{})
		j, err := s.jobs.begin("Count.", []string{"one"}, func(ctx context.Context, j *job, n int) Answer {
			<-begin
			for range 500 {
				j.watch(n, loop.Event{Kind: loop.Noted, Time: time.Now(), Note: &planner.Note{Text: strings.Repeat("x", 2000)}}, "")
			}
			return Answer{}
		})
		require.NoError(t, err)
		slow := listener.ask(t, "/jobs/"+j.ID+"/stream")
		defer slow.Close()
		reader, leave := context.WithCancel(t.Context())
		defer leave()
		wait := looking(reader, s, j)
		synctest.Wait()
		require.Len(t, s.streams, 2)

		start := time.Now()
		close(begin)
		<-j.done
		wait()
		assert.Zero(t, time.Since(start), "neither the run nor who reads has waited for it")
		synctest.Wait()
		assert.Len(t, s.streams, 1)
		time.Sleep(writeTime - 1)
		synctest.Wait()
		assert.Len(t, s.streams, 1, "it may be slow")
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		assert.Empty(t, s.streams, "and is left then")
		j.mu.Lock()
		assert.Zero(t, j.pages)
		j.mu.Unlock()
	})
}
