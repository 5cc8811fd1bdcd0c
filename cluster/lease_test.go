package cluster

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What happened to a lease since it was last renewed decides what a renewal does.
func TestALeaseIsExtended(t *testing.T) {
	t.Parallel()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	require.NoError(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	require.True(t, s.ReadyForConnections(10*time.Second))
	q, err := Connect(t.Context(), s.ClientURL(), Options{Lease: time.Minute})
	require.NoError(t, err)
	t.Cleanup(q.Close)
	put := func(value string) func(ctx context.Context, id string) error {
		return func(ctx context.Context, id string) error {
			_, err := q.leases.Put(ctx, id, []byte(value))
			return err
		}
	}
	for _, row := range []struct {
		id, claim string
		happened  func(ctx context.Context, id string) error
		want      bool // it is extended
	}{
		{"a", "nothing", func(context.Context, string) error { return nil }, true},
		{"b", "an update of ours whose acknowledgment was lost", put("us"), true},
		{"c", "it ended", func(ctx context.Context, id string) error { return q.leases.Delete(ctx, id) }, true},
		{"d", "someone else took it", put("them"), false},
	} {
		t.Run(row.claim, func(t *testing.T) {
			c := &Collector{queue: q, batch: Batch{ID: row.id}, holder: "us", ctx: t.Context()}
			require.NoError(t, c.acquire(t.Context()))
			require.NoError(t, row.happened(t.Context(), row.id))
			stream, err := q.js.Stream(t.Context(), "KV_"+leasesBucket)
			require.NoError(t, err)
			before, err := stream.Info(t.Context())
			require.NoError(t, err)
			assert.Equal(t, row.want, c.extend())
			entry, err := q.leases.Get(t.Context(), row.id)
			require.NoError(t, err)
			assert.Equal(t, row.want, entry.Revision() > before.State.LastSeq, "it was written anew")
			if row.want {
				assert.Equal(t, entry.Revision(), c.lease)
			}
		})
	}
}
