package ollama

import (
	"context"
	"fmt"
	"time"
)

// A phase is what a request is waiting for.
type phase string

const (
	firstByte phase = "first byte"
	midReply  phase = "next chunk"
	wholeTime phase = "end"
	drained   phase = "end of stream" // after the last chunk
)

// drainTime is how long the stream may stay open after its last chunk. Reading to its end keeps
// the connection usable; a server that does not end it costs this much and no more.
const drainTime = time.Second

// A silence is the cause with which a clock cancels a request.
type silence struct {
	phase phase
	limit time.Duration
}

func (s *silence) Error() string { return fmt.Sprintf("ollama: no %s within %v", s.phase, s.limit) }

// clocks watch one request and cancel its context when time is up. The methods are called from
// the goroutine of the request.
type clocks struct {
	cancel context.CancelCauseFunc
	quiet  *time.Timer // first byte, then the gap between chunks
	total  *time.Timer
}

// startClocks returns a context that ends when ctx does, or when the first byte or the end of the
// request is overdue. stop must be called.
func startClocks(ctx context.Context, config Config) (context.Context, *clocks) {
	ctx, cancel := context.WithCancelCause(ctx)
	c := &clocks{cancel: cancel}
	c.total = c.timer(wholeTime, config.Total)
	c.quiet = c.timer(firstByte, config.FirstByte)
	return ctx, c
}

func (c *clocks) timer(p phase, limit time.Duration) *time.Timer {
	return time.AfterFunc(limit, func() { c.cancel(&silence{p, limit}) })
}

// heard stops the wait for the server: something came, and what the caller does with it is not
// the server's time.
func (c *clocks) heard() { c.quiet.Stop() }

// wait starts the wait for the next sign of the server.
func (c *clocks) wait(p phase, limit time.Duration) {
	c.quiet.Stop()
	c.quiet = c.timer(p, limit)
}

// stop ends the request, if it is still running, and all clocks.
func (c *clocks) stop() {
	c.quiet.Stop()
	c.total.Stop()
	c.cancel(nil)
}
