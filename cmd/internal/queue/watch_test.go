package queue

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cluster"
)

// A command that is over prints nothing any more.
func TestWatchingEndsWhenItIsStopped(t *testing.T) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(10*time.Second))
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	q, err := cluster.Connect(t.Context(), s.ClientURL(), cluster.Options{})
	require.NoError(t, err)
	t.Cleanup(q.Close)
	saying := make(chan struct{})
	var said atomic.Bool
	stop := Watch(t.Context(), q, cluster.Fit{"model": "x"}, "start", func(string, ...any) {
		close(saying)
		time.Sleep(100 * time.Millisecond)
		said.Store(true)
	})
	<-saying
	stop()
	assert.True(t, said.Load())
}
