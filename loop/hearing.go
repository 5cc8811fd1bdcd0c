package loop

import (
	"context"

	"github.com/shortleash/shortleash/model"
)

// A hearing collects what a model says that never waits, and is asked on the run's own goroutine: one
// request after the other.
type hearing struct {
	run  *run
	add  func(model.Chunk, error) bool // its method, which would be made anew for each request
	ctx  context.Context
	from *circuit
	id   string // of the request
	said model.Collector
}

func (r *run) newHearing() *hearing {
	h := &hearing{run: r}
	h.add = h.take
	return h
}

// reply asks m.
func (h *hearing) reply(ctx context.Context, m *circuit, ask model.Request, id string) (model.Reply, error) {
	h.ctx, h.from, h.id, h.said = ctx, m, id, model.Collector{}
	m.generate(ctx, ask, h.add)
	return h.said.Reply()
}

// take takes a chunk, and leaves the model when the context has ended: nobody else watches the clock here.
func (h *hearing) take(c model.Chunk, err error) bool {
	h.from.ended(c, err)
	h.run.heard(h.id, c)
	if err == nil && h.ctx.Err() != nil {
		h.said.Add(c, nil)
		c, err = model.Chunk{}, h.ctx.Err()
	}
	return h.said.Add(c, err)
}
