package loop

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/shortleash/shortleash/planner"
)

// An asker is the planner.Ask of one decision. It takes one question at a time, until its decision has
// been made, whatever goroutine a strategy asks on.
type asker struct {
	run    *run
	lane   string
	at     planner.Situation
	mu     sync.Mutex // held while a question is under way
	closed bool       // guarded by mu
}

// errAskedLate and errAskedTwice say how a strategy asks that does not keep to its contract.
var (
	errAskedLate  = errors.New("it asked after its decision")
	errAskedTwice = errors.New("it asked again before its question was answered")
)

// ask implements planner.Ask.
func (a *asker) ask(ctx context.Context, q planner.Question) (json.RawMessage, error) {
	if !a.mu.TryLock() {
		return nil, a.run.strategyFailed(errAskedTwice)
	}
	defer a.mu.Unlock()
	if a.closed {
		return nil, a.run.strategyFailed(errAskedLate)
	}
	if a.lane == "" { // lanes pause together, before any of them asks
		if end := a.run.pauseBefore(q.Role); end != nil {
			return nil, end
		}
	}
	return a.run.config.Form.Ask(a.at, func(ctx context.Context, q planner.Question) (json.RawMessage, error) {
		return a.run.ask(ctx, a.lane, q)
	})(ctx, q)
}

// close waits for a question that is still under way, and takes no more.
func (a *asker) close() {
	if !a.mu.TryLock() {
		a.run.outside(a.mu.Lock)
	}
	a.closed = true
	a.mu.Unlock()
}
