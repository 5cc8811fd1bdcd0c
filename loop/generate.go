package loop

import (
	"context"
	"time"

	"github.com/shortleash/shortleash/model"
)

// requestFor returns what is sent for req.
func (r *run) requestFor(req *request) model.Request {
	ask := model.Request{
		Role: req.Role, Messages: req.prompt, Grammar: req.shape.grammar,
		MaxTokens: r.replyTokens(req), Temperature: r.binding(req.Role).temperature, Seed: r.config.Seed + req.Question.Seed,
		Odds: req.Question.Odds,
	}
	if r.isFree(req) {
		ask.Grammar = nil
	}
	return ask
}

// generate collects one reply, and shows its text to the watcher as it comes. When ctx ends the model
// has Grace to notice; then it is abandoned, and what it says later is dropped.
func (r *run) generate(ctx context.Context, req *request, ask model.Request) (model.Reply, error) {
	s := startStream(ctx, r.currentModel(req.Role), ask, r.yield != nil)
	r.outside(func() { r.receive(ctx, req.id, s) })
	reply, err := s.reply()
	if err == nil {
		err = ctx.Err()
	}
	return reply, err
}

// receive waits until the model has returned, or ctx has ended and Grace is over too. Meanwhile it shows
// what comes.
func (r *run) receive(ctx context.Context, id string, s *stream) {
	var patience <-chan time.Time
	done := ctx.Done()
	for {
		select {
		case c := <-s.chunks:
			r.inside(func() { r.emit(Event{Kind: Delta, Delta: &DeltaInfo{ID: id, Text: c.Text, Thinking: c.Thinking}}) })
		case <-s.returned:
			return
		case <-done:
			done, patience = nil, time.After(r.config.Budget.Grace)
		case <-patience:
			return
		}
	}
}
