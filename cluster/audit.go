package cluster

import (
	"context"
	"maps"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// audit has lines placed anew that the server has lost, until the collector is closed. A server loses lines when it is
// killed before they are on its disk, or when an operator removes them. A line that is placed anew without need counts
// once: the server knows its id.
func (c *Collector) audit() {
	tick := time.NewTicker(c.queue.options.Lease)
	defer tick.Stop()
	short := false // at the last tick
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-tick.C:
		}
		lost := c.lacks()
		if lost && short { // once may be an answer that is on its way
			c.placeAnew()
			lost = false
		}
		short = lost
	}
}

// lacks reports whether the server has fewer lines of the batch than were placed and have no answer. A line stays with
// the server until its answer is there.
func (c *Collector) lacks() bool {
	ctx, cancel := context.WithTimeout(c.ctx, request)
	defer cancel()
	c.mu.Lock()
	before := maps.Clone(c.inQueue)
	c.mu.Unlock()
	if len(before) == 0 {
		return false
	}
	subject := jobsPrefix + c.batch.Fit.key() + "." + c.batch.ID
	info, err := c.queue.jobs.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return false // a server that is away has lost nothing yet
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	there := uint64(0)
	for key := range before {
		if c.inQueue[key] { // also after the server was asked
			there++
		}
	}
	return there > info.State.Subjects[subject]
}

// placed notes that a line is with the server, and returns what is closed when that may be true no more.
func (c *Collector) placed(key string) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.waiting[key]) > 0 { // else its answer came meanwhile
		c.inQueue[key] = true
	}
	return c.missing
}

func (c *Collector) placeAnew() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queue.notify("The queue has lost lines that were waiting; they are placed anew.")
	close(c.missing)
	c.missing = make(chan struct{})
}
