package modeltest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/shortleash/shortleash/model"
)

// A rule is one promise of the contract.
type rule struct {
	claim string
	check func(context.Context, model.Model, model.Request) error
}

var rules = []rule{
	{"the name is there and stays", checkName},
	{"a stream ends with one Done or one error", checkWhole},
	{"a request may be sent twice, and is not changed", checkTwice},
	{"leaving early ends the work", checkLeaving},
	{"leaving early leaves no goroutine", checkGoroutines},
	{"a context that has ended gives its error", checkEnded},
	{"a context that ends stops the stream", checkCancel},
	{"concurrent use", checkConcurrent},
}

// The bounds on waiting. Nothing waits that long unless a model breaks the contract.
const (
	streamTime = 10 * time.Second // for a whole stream, by its context
	promptly   = 5 * time.Second  // for a stream to stop, once it must
	manyLeaves = 16
	maxChunks  = 4096 // then a stream is left: one without end is bad, but may keep the contract
)

// An ending is what a stream did, as far as its caller was told.
type ending struct {
	chunks int
	done   bool
	err    error // the stream's own
}

// errBroken is wrapped by every finding about the order of things in a stream.
var errBroken = errors.New("the contract is broken")

// read reads a stream. It asks inspect about each chunk, and leaves when that says false. The
// error is a broken promise.
func read(ctx context.Context, m model.Model, req model.Request, inspect func(model.Chunk) bool) (ending, error) {
	var e ending
	var broken error
	left := false
	breaks := func(format string, args ...any) {
		if broken == nil {
			broken = fmt.Errorf(format+": %w", append(args, errBroken)...)
		}
	}
	err := within(streamTime+promptly, func() {
		m.Generate(ctx, req)(func(c model.Chunk, err error) bool {
			switch {
			case left:
				breaks("yield was called again after it had returned false")
				return false
			case e.err != nil:
				breaks("something came after the error %q", e.err)
			case e.done:
				breaks("something came after Done: %+v, %v", c, err)
			case err != nil && c != (model.Chunk{}):
				breaks("the error %q came beside the chunk %+v", err, c)
			}
			e.chunks, e.done, e.err = e.chunks+1, e.done || c.Done, errors.Join(e.err, err)
			left = broken != nil || !inspect(c) || e.chunks == maxChunks
			return !left
		})
	})
	switch {
	case err != nil: // e may still be written to
		return ending{}, err
	case broken == nil && !left && !e.done && e.err == nil:
		breaks("the stream ended after %d chunks with neither Done nor an error", e.chunks)
	}
	return e, broken
}

// within runs f on a goroutine of its own, which is abandoned if it takes longer than limit.
func within(limit time.Duration, f func()) error {
	done := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- fmt.Errorf("panic: %v: %w", p, errBroken)
			}
		}()
		f()
		done <- nil
	}()
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case err := <-done:
		return err
	case <-t.C:
		return fmt.Errorf("the stream did not stop within %v: %w", limit, errBroken)
	}
}

func everything(model.Chunk) bool { return true }
func nothing(model.Chunk) bool    { return false }

func checkName(_ context.Context, m model.Model, _ model.Request) error {
	if a, b := m.Name(), m.Name(); a == "" || a != b {
		return fmt.Errorf("Name() = %q, then %q", a, b)
	}
	return nil
}

func checkWhole(ctx context.Context, m model.Model, req model.Request) error {
	ctx, cancel := context.WithTimeout(ctx, streamTime)
	defer cancel()
	_, err := read(ctx, m, req, everything)
	return err
}

func checkTwice(ctx context.Context, m model.Model, req model.Request) error {
	ctx, cancel := context.WithTimeout(ctx, streamTime)
	defer cancel()
	before := req
	before.Messages = slices.Clone(req.Messages)
	for range 2 {
		if _, err := read(ctx, m, req, everything); err != nil {
			return err
		}
		if !reflect.DeepEqual(req, before) {
			return fmt.Errorf("the request was changed to %+v", req)
		}
	}
	return nil
}

func checkLeaving(ctx context.Context, m model.Model, req model.Request) error {
	ctx, cancel := context.WithTimeout(ctx, streamTime)
	defer cancel()
	var left time.Time
	_, err := read(ctx, m, req, func(model.Chunk) bool { left = time.Now(); return false })
	if err != nil {
		return err
	}
	if took := time.Since(left); took > promptly {
		return fmt.Errorf("the stream went on for %v after it was left", took)
	}
	return nil
}

// checkGoroutines leaves many streams, then counts. What a pool of connections keeps is not a
// leak, and what others leave may end meanwhile, so half as many goroutines as there were streams are
// one.
func checkGoroutines(ctx context.Context, m model.Model, req model.Request) error {
	ctx, cancel := context.WithTimeout(ctx, streamTime)
	defer cancel()
	if _, err := read(ctx, m, req, nothing); err != nil { // whatever starts once has started now
		return err
	}
	before := runtime.NumGoroutine()
	const leaves = 2 * manyLeaves
	for range leaves {
		if _, err := read(ctx, m, req, nothing); err != nil {
			return err
		}
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	limit := time.NewTimer(promptly)
	defer limit.Stop()
	for {
		more := runtime.NumGoroutine() - before
		if more < manyLeaves {
			return nil
		}
		select {
		case <-tick.C:
		case <-limit.C:
			return fmt.Errorf("%d goroutines remain after %d streams were left", more, leaves)
		}
	}
}

func checkEnded(ctx context.Context, m model.Model, req model.Request) error {
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	late, stop := context.WithDeadline(ctx, time.Now().Add(-time.Second))
	defer stop()
	for _, c := range []context.Context{cancelled, late} {
		start := time.Now()
		e, err := read(c, m, req, everything)
		if err != nil {
			return err
		}
		if !errors.Is(e.err, c.Err()) || e.chunks != 1 {
			return fmt.Errorf("%d chunks and the error %v, want the error %v alone", e.chunks, e.err, c.Err())
		}
		if took := time.Since(start); took > promptly {
			return fmt.Errorf("the error %v took %v", c.Err(), took)
		}
	}
	return nil
}

// checkCancel ends the context in the middle. What had come already may still be passed on, also
// to a good end.
func checkCancel(ctx context.Context, m model.Model, req model.Request) error {
	ctx, cancel := context.WithTimeout(ctx, streamTime)
	defer cancel()
	var cancelled time.Time
	e, err := read(ctx, m, req, func(model.Chunk) bool {
		if cancelled.IsZero() {
			cancelled = time.Now()
			cancel()
		}
		return true
	})
	if err != nil {
		return err
	}
	if took := time.Since(cancelled); took > promptly {
		return fmt.Errorf("the stream went on for %v after its context had ended", took)
	}
	if e.err == nil && !e.done {
		return fmt.Errorf("the stream ended with neither Done nor an error: %w", errBroken)
	}
	return nil
}

func checkConcurrent(ctx context.Context, m model.Model, req model.Request) error {
	ctx, cancel := context.WithTimeout(ctx, streamTime)
	defer cancel()
	const many = 8
	var errs [many]error
	var wg sync.WaitGroup
	for i := range many {
		wg.Go(func() {
			if i%4 == 3 {
				_, errs[i] = read(ctx, m, req, nothing)
			} else {
				_, errs[i] = read(ctx, m, req, everything)
			}
		})
	}
	wg.Wait()
	return errors.Join(errs[:]...)
}
