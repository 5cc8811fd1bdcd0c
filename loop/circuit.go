package loop

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/shortleash/shortleash/model"
)

// When a circuit opens, and for how long.
const (
	circuitFaults = 5
	circuitPause  = 10 * time.Second
	circuitMemory = time.Minute // faults further apart are not in a row
)

// A circuit keeps the runs of a loop from hammering a server that is down: after circuitFaults
// transport faults in a row the model is not asked for circuitPause; then one request tries it.
type circuit struct {
	model.Model                     // guarded
	free        model.Unconstrained // nil: it is held to grammars

	mu     sync.Mutex // guards what follows
	faults int        // in a row
	why    string     // the last of them, in words
	last   time.Time  // of the last fault
	until  time.Time  // not asked before
}

func newCircuit(m model.Model) *circuit {
	free, _ := capabilityOf[model.Unconstrained](m)
	return &circuit{Model: model.Guard(m), free: free}
}

// generate passes on what the model yields; yield says by ended how the request ended.
func (c *circuit) generate(ctx context.Context, req model.Request, yield func(model.Chunk, error) bool) {
	if f := c.open(); f != nil {
		yield(model.Chunk{}, f)
		return
	}
	c.Generate(ctx, req)(yield)
}

// open returns the fault of a request that is not made, or nil. The request that finds the pause over
// is the one that tries; until it has ended, others are still refused.
func (c *circuit) open() *model.Fault {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.faults < circuitFaults {
		return nil
	}
	if time.Now().Before(c.until) {
		return &model.Fault{Kind: model.Unreachable,
			Message: fmt.Sprintf("the model %s failed %d times in a row and is not asked again for some seconds; the last time: %s",
				c.Name(), c.faults, c.why)}
	}
	c.until = time.Now().Add(circuitPause)
	return nil
}

// ended counts how a request ended, if this is its end. Faults that say something about the request, not
// the server, do not count; nor does a caller that stops reading.
func (c *circuit) ended(chunk model.Chunk, err error) {
	if !chunk.Done && err == nil {
		return
	}
	f, fault := errors.AsType[*model.Fault](err)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case !fault:
		c.faults = 0
	case f.Retry:
		now := time.Now()
		if now.Sub(c.last) > circuitMemory {
			c.faults = 0
		}
		c.last, c.why = now, f.Message
		if c.faults++; c.faults >= circuitFaults {
			c.until = now.Add(circuitPause)
		}
	}
}
