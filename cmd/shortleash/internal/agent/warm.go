package agent

import (
	"context"
	"errors"
	"iter"

	"github.com/shortleash/shortleash/model"
)

// errWarm ends the run of a model that only reads.
var errWarm = errors.New("the model has read what it was to read")

// A reader has its model read the first message of a request, with which each request of a conversation begins, and write nothing.
type reader struct{ model.Model }

func (r reader) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	req.Messages, req.Grammar, req.MaxTokens = req.Messages[:1], nil, 1
	return func(yield func(model.Chunk, error) bool) {
		for range r.Model.Generate(ctx, req) {
		}
		yield(model.Chunk{}, errWarm)
	}
}

// warm has the server load the model and read the beginning of a conversation while a person types. The function that it
// returns stops that, and must be called before a question is asked.
func (a *Agent) warm(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = a.reading.Run(ctx, "-", nil) // what goes wrong does so again with the first question, which says it
	}()
	return func() { cancel(); <-done }
}
