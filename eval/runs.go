package eval

import (
	"context"
	"sync"
)

// A Runner makes one run for each of several things.
type Runner[T, R any] struct {
	// Do makes one run. It is called concurrently; its error ends the measurement.
	Do func(ctx context.Context, thing T) (R, error)
	// NotRun returns why a run did not happen; "" means that it did.
	NotRun func(R) string
	// Missing returns the run for a thing that is not tried because the model was given up.
	Missing func(thing T, why string) R
	// Came, if not nil, is called with each run that was made. It is never called concurrently.
	Came func(i int, run R)
	// Jobs is how many runs are made at the same time. Zero means one.
	Jobs int
}

// maxNotRun is how many runs in a row may not happen before no more are tried.
const maxNotRun = 3

// Run returns the runs in the order of things. After three successive runs that did not happen, it
// makes no more. The error is that of Do or of ctx.
func (r Runner[T, R]) Run(ctx context.Context, things []T) ([]R, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	runs := make([]R, len(things))
	var mu sync.Mutex // guards what follows
	next, missed, why := 0, 0, ""
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if next == len(things) || missed >= maxNotRun || ctx.Err() != nil {
			return 0, false
		}
		next++
		return next - 1, true
	}
	came := func(i int, run R) {
		mu.Lock()
		defer mu.Unlock()
		runs[i] = run
		if lost := r.NotRun(run); lost != "" {
			missed, why = missed+1, lost
		} else if missed < maxNotRun { // else the model was given up
			missed = 0
		}
		if r.Came != nil {
			r.Came(i, run)
		}
	}
	var all sync.WaitGroup
	for range max(1, r.Jobs) {
		all.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				run, err := r.Do(ctx, things[i])
				if err != nil {
					cancel(err)
					return
				}
				came(i, run)
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	for i := next; i < len(things); i++ {
		runs[i] = r.Missing(things[i], why)
	}
	return runs, nil
}
