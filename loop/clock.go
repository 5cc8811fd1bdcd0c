package loop

import (
	"context"
	"sync"
	"time"
)

// A wallClock is the context of a run: it ends with its parent, by cancel, or when the time of
// Budget.Wall is used up. Unlike a context with a deadline it can stand still: while a person decides,
// no time passes here, as none passes in the log's counters.
type wallClock struct {
	context.Context // the parent
	over            chan struct{}
	timer           *time.Timer
	left            time.Duration // guarded by the run's own goroutine, like since
	since           time.Time     // when left was measured
	unfollow        func() bool   // lets the parent end alone

	mu  sync.Mutex // guards err
	err error
}

// startWallClock returns a context of parent that ends after left.
func startWallClock(parent context.Context, left time.Duration) *wallClock {
	c := &wallClock{Context: parent, over: make(chan struct{}), left: left, since: time.Now()}
	c.timer = time.AfterFunc(left, func() { c.end(context.DeadlineExceeded) })
	c.unfollow = context.AfterFunc(parent, func() { c.end(parent.Err()) })
	return c
}

// Done implements [context.Context].
func (c *wallClock) Done() <-chan struct{} { return c.over }

// Err implements [context.Context]: the parent's error, or [context.DeadlineExceeded].
func (c *wallClock) Err() error {
	if err := c.Context.Err(); err != nil {
		c.end(err) // now, not when its AfterFunc gets its turn
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// end ends the context, once.
func (c *wallClock) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
		close(c.over)
	}
}

// cancel ends the context and frees what it holds.
func (c *wallClock) cancel() {
	c.timer.Stop()
	c.unfollow()
	c.end(context.Canceled)
}

// whileStanding runs f, which waits for a person, while the clock stands still. A nil clock, of a run
// that its log has ended, stands always.
func (c *wallClock) whileStanding(f func()) {
	if c == nil || !c.timer.Stop() { // nothing is timed, or the time was over before
		f()
		return
	}
	c.left -= time.Since(c.since)
	defer func() {
		c.since = time.Now()
		c.timer.Reset(max(c.left, 0))
	}()
	f()
}
