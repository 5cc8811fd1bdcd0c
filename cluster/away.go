package cluster

import (
	"context"
	"encoding/json"

	"github.com/nats-io/nats.go"
)

// maxMissed is how often in a row a worker says that it cannot make runs before it counts as one that cannot.
const maxMissed = 3

// An absence is a worker that cannot make runs, as when its model's server is away. It is told to whoever collects the
// batch of the line that the worker had; the line itself is handed back.
type absence struct {
	Worker string `json:"worker"`
	Missed int    `json:"missed"` // lines in a row
	Why    string `json:"why"`
}

// tellMissed tells the coordinator of a batch. One that does not hear it hears the next.
func (q *Queue) tellMissed(batch string, a absence) {
	if text, err := json.Marshal(a); err == nil {
		_ = q.conn.Publish(awayPrefix+batch, text)
	}
}

// missed takes what a worker says of itself.
func (c *Collector) missed(m *nats.Msg) {
	var a absence
	if json.Unmarshal(m.Data, &a) != nil {
		return
	}
	c.mu.Lock()
	_, known := c.away[a.Worker]
	c.away[a.Worker] = a
	c.mu.Unlock()
	if !known {
		c.queue.notify("The worker " + a.Worker + " cannot make runs at present: " + a.Why)
	}
	if c.batch.GiveUp && a.Missed >= maxMissed && c.allAway() {
		c.cancel(&AwayError{a.Why})
	}
}

// allAway reports whether every worker that fits cannot make runs.
func (c *Collector) allAway() bool {
	ctx, cancel := context.WithTimeout(c.ctx, request)
	defer cancel()
	workers, err := c.queue.Workers(ctx)
	if err != nil {
		return false // the next absence asks again
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	there := 0
	for _, w := range workers {
		if w.Fit.key() != c.batch.Fit.key() {
			continue
		}
		if there++; c.away[w.Name].Missed < maxMissed {
			return false
		}
	}
	return there > 0
}
