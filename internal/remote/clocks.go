package remote

import (
	"context"
	"fmt"
	"time"
)

// A Phase is what a request is waiting for.
type Phase string

// The phases of a request.
const (
	Loading   Phase = "loaded model"  // the first byte, from a server that has to load the model first
	FirstByte Phase = "first byte"    // the first byte, from one that has it loaded
	MidReply  Phase = "next chunk"    // the next chunk of a reply
	WholeTime Phase = "end"           // the end of the reply
	Drained   Phase = "end of stream" // what follows the last chunk
)

// DrainTime is how long a stream may stay open after its last chunk. Reading to its end keeps the
// connection usable; a server that does not end it costs this much and no more.
const DrainTime = time.Second

// A Silence is the cause with which a clock cancels a request.
type Silence struct {
	Phase Phase
	Limit time.Duration
}

// Error says what did not come, and when it should have.
func (s *Silence) Error() string { return fmt.Sprintf("no %s within %v", s.Phase, s.Limit) }

// Clocks watch one request and cancel its context when time is up. The methods are called from the
// goroutine of the request.
type Clocks struct {
	cancel context.CancelCauseFunc
	quiet  *time.Timer // first byte, then the gap between chunks
	total  *time.Timer
}

// StartClocks returns a context that ends when ctx does, or with a *[Silence] as its cause when the
// first byte or the end of the request is overdue. Stop must be called.
func StartClocks(ctx context.Context, first, total time.Duration) (context.Context, *Clocks) {
	ctx, cancel := context.WithCancelCause(ctx)
	c := &Clocks{cancel: cancel}
	c.total = c.timer(WholeTime, total)
	c.quiet = c.timer(FirstByte, first)
	return ctx, c
}

func (c *Clocks) timer(p Phase, limit time.Duration) *time.Timer {
	return time.AfterFunc(limit, func() { c.cancel(&Silence{p, limit}) })
}

// Heard stops the wait for the server: something came, and what the caller does with it is not the
// server's time.
func (c *Clocks) Heard() { c.quiet.Stop() }

// Wait starts the wait for the next sign of the server.
func (c *Clocks) Wait(p Phase, limit time.Duration) {
	c.quiet.Stop()
	c.quiet = c.timer(p, limit)
}

// Stop ends the request, if it is still running, and all clocks.
func (c *Clocks) Stop() {
	c.quiet.Stop()
	c.total.Stop()
	c.cancel(nil)
}
