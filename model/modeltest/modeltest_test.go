package modeltest

import (
	"context"
	"errors"
	"iter"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/model"
)

// A speaker is a model that is one function.
type speaker func(ctx context.Context, req model.Request, yield func(model.Chunk, error) bool)

func (speaker) Name() string { return "speaker" }

func (s speaker) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) { s(ctx, req, yield) }
}

// good keeps the contract.
func good(ctx context.Context, _ model.Request, yield func(model.Chunk, error) bool) {
	for _, text := range []string{"{", "}"} {
		if err := ctx.Err(); err != nil {
			yield(model.Chunk{}, err)
			return
		}
		if !yield(model.Chunk{Text: text}, nil) {
			return
		}
	}
	yield(model.Chunk{Done: true}, nil)
}

type nameless struct{ speaker }

func (nameless) Name() string { return "" }

func TestAGoodModelPasses(t *testing.T) {
	Run(t, func(*testing.T) model.Model { return speaker(good) })
	assert.NoError(t, Check(t, func() model.Model { return speaker(good) }))
}

func TestEveryBrokenPromiseIsFound(t *testing.T) {
	boom := errors.New("boom")
	var mu sync.Mutex
	// after makes a model that is good up to its last chunk.
	after := func(end func(yield func(model.Chunk, error) bool)) speaker {
		return func(ctx context.Context, _ model.Request, yield func(model.Chunk, error) bool) {
			if err := ctx.Err(); err != nil {
				yield(model.Chunk{}, err)
			} else if yield(model.Chunk{Text: "{"}, nil) {
				end(yield)
			}
		}
	}
	for _, row := range []struct {
		claim string
		m     model.Model
		want  string
	}{
		{"no name", nameless{good}, `Name() = ""`},
		{"no end", after(func(func(model.Chunk, error) bool) {}), "neither Done nor an error"},
		{"no chunk at all", speaker(func(context.Context, model.Request, func(model.Chunk, error) bool) {}), "after 0 chunks"},
		{"two ends", after(func(yield func(model.Chunk, error) bool) {
			if yield(model.Chunk{Done: true}, nil) {
				yield(model.Chunk{Done: true}, nil)
			}
		}), "something came after Done"},
		{"a chunk after an error", after(func(yield func(model.Chunk, error) bool) {
			_ = yield(model.Chunk{}, boom) && yield(model.Chunk{Done: true}, nil)
		}), `something came after the error "boom"`},
		{"a chunk beside an error", after(func(yield func(model.Chunk, error) bool) {
			yield(model.Chunk{Text: "x"}, boom)
		}), `the error "boom" came beside`},
		{"it goes on when it is left", speaker(func(ctx context.Context, req model.Request, yield func(model.Chunk, error) bool) {
			yield(model.Chunk{Text: "{"}, nil)
			good(ctx, req, yield)
		}), "yield was called again"},
		{"it panics", after(func(func(model.Chunk, error) bool) { panic("ouch") }), "panic: ouch"},
		{"it changes the request", speaker(func(ctx context.Context, req model.Request, yield func(model.Chunk, error) bool) {
			mu.Lock() // one fault at a time: no race as well
			req.Messages[0].Content = "other"
			mu.Unlock()
			good(ctx, req, yield)
		}), "the request was changed"},
		{"it takes no notice of an ended context", speaker(func(_ context.Context, req model.Request, yield func(model.Chunk, error) bool) {
			good(context.Background(), req, yield)
		}), "want the error context canceled alone"},
		{"it hangs", speaker(func(context.Context, model.Request, func(model.Chunk, error) bool) { time.Sleep(time.Hour) }),
			"the stream did not stop within 15s"},
		{"it is slow to leave", speaker(func(ctx context.Context, req model.Request, yield func(model.Chunk, error) bool) {
			good(ctx, req, yield)
			time.Sleep(6 * time.Second)
		}), "after it was left"},
		{"it is slow to hear of the end of its context",
			speaker(func(ctx context.Context, req model.Request, yield func(model.Chunk, error) bool) {
				good(ctx, req, func(c model.Chunk, err error) bool {
					if err != nil {
						time.Sleep(6 * time.Second)
					}
					return yield(c, err)
				})
			}), "after its context had ended"},
		{"it leaves goroutines", speaker(func(ctx context.Context, req model.Request, yield func(model.Chunk, error) bool) {
			go time.Sleep(time.Minute)
			good(ctx, req, yield)
		}), "goroutines remain after 32 streams were left"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				err := Check(t, func() model.Model { return row.m })
				require.Error(t, err)
				assert.ErrorContains(t, err, row.want)
				time.Sleep(2 * time.Hour) // let what was abandoned end
			})
		})
	}
}
