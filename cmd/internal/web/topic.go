package web

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// A topic is something that pages follow.
type topic struct {
	mu   sync.Mutex    // guards what is told too
	more chan struct{} // closed and made anew when something has happened
}

func newTopic() topic { return topic{more: make(chan struct{})} }

// happened tells the pages. The caller holds the lock.
func (t *topic) happened() {
	close(t.more)
	t.more = make(chan struct{})
}

// A background is work that the server does whether or not a page looks at it: one piece at a time, which ends by
// itself, when a person cancels it, after its longest time, or with the server. S says how far it is.
type background[S any] struct {
	ctx     context.Context // of the server
	longest time.Duration

	all sync.WaitGroup

	topic   // guards what follows
	state   S
	begun   bool
	running bool
	closed  bool
	stop    context.CancelFunc
	done    chan struct{} // closed when the work has ended
}

func newBackground[S any](ctx context.Context, longest time.Duration) *background[S] {
	return &background[S]{ctx: ctx, longest: longest, topic: newTopic()}
}

// close waits for the work under way, and none begins any more.
func (b *background[S]) close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.all.Wait()
}

// begin begins work in a state, which change changes. It is [errBusy] while another piece goes on.
func (b *background[S]) begin(first S, work func(ctx context.Context, change func(func(*S)))) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.running || b.closed || b.ctx.Err() != nil {
		return errBusy
	}
	ctx, cancel := context.WithTimeout(b.ctx, b.longest)
	b.state, b.begun, b.running, b.stop, b.done = first, true, true, cancel, make(chan struct{})
	b.happened()
	b.all.Go(func() {
		work(ctx, func(to func(*S)) {
			b.mu.Lock()
			defer b.mu.Unlock()
			to(&b.state)
			b.happened()
		})
		cancel()
		b.mu.Lock()
		defer b.mu.Unlock()
		b.running = false
		b.happened()
		close(b.done)
	})
	return nil
}

// A moment is a background at one moment.
type moment[S any] struct {
	State   S
	Running bool
	Begun   bool            // else there is no state
	more    <-chan struct{} // closed when something has happened since
}

func (b *background[S]) view() moment[S] {
	b.mu.Lock()
	defer b.mu.Unlock()
	return moment[S]{b.state, b.running, b.begun, b.more}
}

// cancel ends the work under way and waits for that, or for ctx.
func (b *background[S]) cancel(ctx context.Context) {
	b.mu.Lock()
	if !b.running {
		b.mu.Unlock()
		return
	}
	stop, done := b.stop, b.done
	b.mu.Unlock()
	stop()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// tellEvery is how often a page is told how far a background is: not more often than a person can read.
const tellEvery = 100 * time.Millisecond

// follow sends the template name of each moment of a background until it has ended; then last may add to that.
func follow[S any](s *Server, b *background[S], name string, last func(context.Context, *stream, S)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		before := ""
		s.tell(w, r, tellEvery, func(st *stream) (<-chan struct{}, bool) {
			now := b.view()
			if piece := st.look.part(name, now); piece != before {
				before = piece
				st.put(0, piece)
			}
			if !now.Running && now.Begun && last != nil {
				last(r.Context(), st, now.State)
			}
			return now.more, !now.Running
		})
	}
}
