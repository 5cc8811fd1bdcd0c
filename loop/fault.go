package loop

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// The waits between retries, before jitter.
const (
	firstWait = time.Second
	maxWait   = 30 * time.Second
)

// fault deals with a request that brought no reply: it waits to send it again, turns to the role's
// next model, or returns how the run ends.
func (r *run) fault(ctx context.Context, cost ReplyInfo, err error, attempt int) (then string, _ *ending) {
	if end := r.contextEnding(ctx); end != nil {
		r.failed(cost, err, faultContext, thenGiveUp, 0)
		return "", end.describedBy(cost)
	}
	f, ok := errors.AsType[*model.Fault](err)
	if !ok {
		f = &model.Fault{Kind: model.Server, Message: err.Error(), Err: err}
	}
	// A server that never answered is not there; waiting for it only delays the message.
	retry := f.Retry && attempt <= r.config.Retries && (r.replied || f.Kind != model.Unreachable)
	wait := r.wait(attempt, f.After)
	switch {
	case retry && r.elapsed+wait < r.config.Budget.Wall:
		r.failed(cost, err, f.Kind, thenRetry, wait)
		r.outside(func() {
			_ = r.config.sleep(ctx, wait) // a context that ends meanwhile is found before the next request
		})
		return thenRetry, nil
	case r.hasFallback(cost.Role):
		r.failed(cost, err, f.Kind, thenFallback, 0)
		return thenFallback, nil
	}
	r.failed(cost, err, f.Kind, thenGiveUp, 0)
	return "", &ending{ModelFailure, failureReason(f.Kind), err}
}

// describedBy says of an ending that met a request what the model was doing then.
func (e *ending) describedBy(cost ReplyInfo) *ending {
	waited := time.Duration(cost.MS) * time.Millisecond
	switch {
	case e.outcome != BudgetExhausted || waited < time.Second:
	case cost.Text+cost.Thinking == "":
		e.err = fmt.Errorf("%w, and %s had sent nothing for the last %v of it; allow more time, or use a smaller model",
			e.err, cost.Model, waited.Round(time.Second))
	default:
		e.err = fmt.Errorf("%w, and %s had been writing for the last %v of it; allow more time, or use a smaller model",
			e.err, cost.Model, waited.Round(time.Second))
	}
	return e
}

// contextEnding returns how the run ends if its context has ended, or nil.
func (r *run) contextEnding(ctx context.Context) *ending {
	switch {
	case ctx.Err() == nil:
		return nil
	case r.caller.Err() != nil: // the caller's own deadline, too
		return &ending{Cancelled, planner.ReasonNow, errors.New("the run was cancelled")}
	default:
		return r.timeIsOver()
	}
}

// timeIsOver is how a run ends whose time is used up.
func (r *run) timeIsOver() *ending {
	return &ending{BudgetExhausted, planner.ReasonWall, fmt.Errorf("the run's time of %v is over", r.config.Budget.Wall)}
}

func failureReason(k model.FaultKind) planner.Reason {
	switch k {
	case model.Refused:
		return planner.ReasonRefused
	case faultHook:
		return planner.ReasonHook
	case model.Overflow:
		return planner.ReasonContextOverflow
	case model.Cut:
		return planner.ReasonPromptTruncated
	default:
		return planner.ReasonTransport
	}
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
