package cluster

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// errLost ends a collector whose lease someone else has taken while the server was away.
var errLost = errors.New("another coordinator has taken over this batch")

// acquire takes the lease on the batch, which ends by itself unless it is renewed. The server's clock counts. A lease
// that someone holds is waited for as long as that of a coordinator that was killed lasts.
func (c *Collector) acquire(ctx context.Context) error {
	deadline := time.Now().Add(c.queue.options.Lease * 3 / 2)
	holder := ""
	for {
		revision, err := c.queue.leases.Create(ctx, c.batch.ID, []byte(c.holder))
		if err == nil {
			c.lease = revision
			return nil
		}
		if !errors.Is(err, jetstream.ErrKeyExists) {
			return c.queue.refused(err)
		}
		if entry, e := c.queue.leases.Get(ctx, c.batch.ID); e == nil && holder == "" {
			holder = string(entry.Value())
			c.queue.notify("This batch is held by " + holder + "; waiting whether that one still lives.")
		}
		if time.Now().After(deadline) {
			return &HeldError{cmp.Or(holder, "another process")}
		}
		pause(ctx, c.queue.options.Lease/10)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// renew keeps the lease until the collector is closed.
func (c *Collector) renew() {
	tick := time.NewTicker(c.queue.options.Lease / 3)
	defer tick.Stop()
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-tick.C:
		}
		if !c.extend() {
			c.cancel(errLost)
			return
		}
	}
}

// extend renews the lease, and reports whether it is not someone else's. A server that is away is not a loss: when it is
// back, the lease is renewed, or made anew if its time ran out and another did not take it.
func (c *Collector) extend() bool {
	for {
		ctx, cancel := context.WithTimeout(c.ctx, c.queue.options.Lease/3)
		revision, err := c.queue.leases.Update(ctx, c.batch.ID, []byte(c.holder), c.lease)
		if wrong(err) {
			revision, err = c.queue.leases.Create(ctx, c.batch.ID, []byte(c.holder))
		}
		cancel()
		if err == nil {
			c.lease = revision
		}
		if !errors.Is(err, jetstream.ErrKeyExists) {
			return true // if it failed, it is tried again soon
		}
		entry, err := c.queue.leases.Get(c.ctx, c.batch.ID)
		if err != nil {
			return true // it is not known to be another's
		}
		if string(entry.Value()) != c.holder {
			return false
		}
		// An update of ours whose acknowledgment was lost or late. A disk that is slow makes all of them late, so that the
		// lease would end if this one counted as the renewal that is due.
		c.lease = entry.Revision()
	}
}

// wrong reports whether the lease is not at the revision that it was left at.
func wrong(err error) bool {
	e, ok := errors.AsType[*jetstream.APIError](err)
	return ok && e.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}
