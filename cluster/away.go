package cluster

import (
	"encoding/json"

	"github.com/nats-io/nats.go"
)

// An absence is a worker that cannot make runs, as when its model's server is away. It is told to whoever collects the
// batch of the line that the worker had; the line itself is handed back.
type absence struct {
	Worker string `json:"worker"`
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
	known := c.away[a.Worker]
	c.away[a.Worker] = true
	c.mu.Unlock()
	if !known {
		c.queue.notify("The worker " + a.Worker + " cannot make runs at present: " + a.Why)
	}
}
