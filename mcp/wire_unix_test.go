//go:build unix

package mcp

import (
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wireTo is the wire to a shell that runs a script.
func wireTo(t *testing.T, script string, changed *atomic.Bool) *wire {
	t.Helper()
	p, err := start(Endpoint{Command: []string{"sh", "-c", script}})
	require.NoError(t, err)
	w := newWire(p, 1<<20, changed)
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// A call may follow the answer after the notice at once, and must not take an old tool for the one it knows.
func TestChangedToolsAreKnownBeforeWhatFollows(t *testing.T) {
	var changed atomic.Bool
	w := wireTo(
		t, `echo '{"jsonrpc":"2.0","method":"notifications/message"}'; echo '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'`,
		&changed)
	_, err := w.Read(t.Context())
	require.NoError(t, err)
	assert.False(t, changed.Load())
	_, err = w.Read(t.Context())
	require.NoError(t, err)
	assert.True(t, changed.Load())
}

// Whether the reader or a writer first notices that a process is gone is chance. Both are told why it went.
func TestAWriterIsToldWhyAProcessEnded(t *testing.T) {
	w := wireTo(t, "echo no license found >&2; exit 3", new(atomic.Bool))
	<-w.process.ended
	id, err := jsonrpc.MakeID("1")
	require.NoError(t, err)
	err = w.Write(t.Context(), &jsonrpc.Request{ID: id, Method: "initialize"})
	require.Error(t, err)
	assert.EqualError(t, (&server{wire: w}).because(err), "it ended with exit status 3: no license found")
}

// That a connection was closed here is not a fault of the process.
func TestAClosedWireIsNotBroken(t *testing.T) {
	w := wireTo(t, "cat", new(atomic.Bool))
	require.NoError(t, w.Close())
	require.Error(t, w.Write(t.Context(), &jsonrpc.Request{Method: "notifications/cancelled"}))
	assert.False(t, w.broken.Load())
}
