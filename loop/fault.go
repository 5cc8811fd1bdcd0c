package loop

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/shortleash/shortleash/model"
)

// The waits between retries, before jitter.
const (
	firstWait = time.Second
	maxWait   = 30 * time.Second
)

// fault deals with a request that brought no reply: it waits to send it again, turns to the role's
// next model, or returns how the run ends.
func (r *run) fault(ctx context.Context, s *sending, err error) *answered {
	if end := r.contextEnding(ctx); end != nil {
		r.failed(s, err, faultContext, thenGiveUp, 0)
		return &answered{end: end.describedBy(s.cost)}
	}
	f, ok := errors.AsType[*model.Fault](err)
	if !ok {
		f = &model.Fault{Kind: model.Server, Message: err.Error(), Err: err}
	}
	// A server that never answered is not there; waiting for it only delays the message.
	retry := f.Retry && s.attempt <= r.may.Retries && (r.replied || f.Kind != model.Unreachable)
	wait := r.wait(s.attempt, f.After)
	switch {
	case retry && r.elapsed+wait < r.config.Budget.Wall:
		r.failed(s, err, f.Kind, thenRetry, wait)
		r.outside(func() {
			_ = r.config.sleep(ctx, wait) // a context that ends meanwhile is found before the next request
		})
		return &answered{then: thenRetry}
	case r.hasFallback(s.Role):
		r.failed(s, err, f.Kind, thenFallback, 0)
		return &answered{then: thenFallback}
	}
	r.failed(s, err, f.Kind, thenGiveUp, 0)
	return &answered{end: modelFailed(failureReason(f.Kind), err)}
}

// wait doubles with each attempt, up to maxWait, and adds up to a tenth from the run's dice.
func (r *run) wait(attempt int, atLeast time.Duration) time.Duration {
	w := min(firstWait<<min(attempt-1, 10), maxWait)
	w = max(w, atLeast)
	if r.dice == nil {
		r.dice = rand.New(rand.NewPCG(uint64(r.config.Seed), 0x73686f72746c6561))
	}
	return w + time.Duration(r.dice.Int64N(int64(w/10)+1))
}
