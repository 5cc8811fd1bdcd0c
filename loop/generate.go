package loop

import (
	"context"
	"time"

	"github.com/shortleash/shortleash/model"
)

// A line carries what a model says from a hand to the run.
type line struct {
	pieces chan piece
	gone   chan struct{} // closed when nobody listens any more
}

// A piece is what a model says, for the watcher; the last one says that it has returned.
type piece struct {
	chunk model.Chunk
	last  bool
}

// newLine returns a line with a little room, so that a reply that comes all at once does not go back
// and forth.
func newLine() *line { return &line{make(chan piece, 4), make(chan struct{})} }

// say reports whether somebody listens.
func (l *line) say(p piece) bool {
	select {
	case l.pieces <- p:
		return true
	case <-l.gone:
		return false
	}
}

// generate collects one reply, passing its text on as it comes. The model runs on a hand: when ctx
// ends it has Grace to notice, then it is left behind, and its output dropped. One that never waits is
// asked here.
func (r *run) generate(ctx context.Context, req *request) (model.Reply, error) {
	m, seat := r.now(req.Role), r.seat(req.Role)
	ask := model.Request{
		Role: req.Role, Messages: req.prompt, Grammar: req.shape.grammar,
		MaxTokens: r.replyTokens(req), Temperature: seat.temperature, Seed: r.config.Seed + req.Question.Seed,
	}
	if r.isFree(req) {
		ask.Grammar = nil
	}
	if m.immediate && r.crew == nil {
		return r.hearing.reply(ctx, m, ask, req.id)
	}
	h := r.hands.begin(job{from: m, ctx: ctx, ask: ask, shows: r.yield != nil})
	returned := false
	r.outside(func() { returned = r.receive(ctx, req.id, h.line) })
	reply, err := h.reply()
	if returned {
		r.hands.give(h)
	} else {
		h.leave()
	}
	if err == nil {
		err = ctx.Err()
	}
	return reply, err
}

// heard passes text on to whoever watches the run.
func (r *run) heard(id string, c model.Chunk) {
	if r.yield != nil && (c.Text != "" || c.Thinking != "") {
		r.emit(Event{Kind: Delta, Delta: &DeltaInfo{ID: id, Text: c.Text, Thinking: c.Thinking}})
	}
}

// receive waits until the model has returned, which it reports, or ctx has ended and patience too.
// Meanwhile it passes on what comes.
func (r *run) receive(ctx context.Context, id string, l *line) bool {
	var patience <-chan time.Time
	done := ctx.Done()
	for {
		select {
		case p := <-l.pieces:
			if p.last {
				return true
			}
			r.inside(func() { r.heard(id, p.chunk) })
		case <-done:
			done, patience = nil, time.After(r.config.Grace)
		case <-patience:
			return false
		}
	}
}
