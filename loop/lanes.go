package loop

import (
	"context"
	"sync"

	"github.com/shortleash/shortleash/planner"
)

// A crew is the lanes of one round, each on a goroutine of its own. They share the run by taking
// turns: one lane at a time is inside, and leaves only to wait for a model. So a lane's events
// between two waits stand together in the log, and while a tape lasts, the lane whose event comes
// next goes next.
type crew struct {
	mu       sync.Mutex
	moved    *sync.Cond // somebody left, or the tape moved
	at       int        // where the tape was when the waiting ones were last told; guarded by mu
	current  string     // the lane inside, guarded by mu
	yielded  map[string]chan struct{}
	finished map[string]bool // guarded by mu
	events   chan Event      // for the watcher, who is called on the goroutine of the run
	seen     chan struct{}
	over     chan struct{} // closed when the goroutine of the run takes no more events
}

func newCrew(lanes []string) *crew {
	c := &crew{yielded: map[string]chan struct{}{}, finished: map[string]bool{}, events: make(chan Event), seen: make(chan struct{}), over: make(chan struct{})}
	c.moved = sync.NewCond(&c.mu)
	for _, lane := range lanes {
		c.yielded[lane] = make(chan struct{}, 1)
	}
	return c
}

// tell passes an event to the goroutine of the run and waits until the watcher has seen it.
func (c *crew) tell(e Event) {
	select {
	case c.events <- e:
		select {
		case <-c.seen:
		case <-c.over:
		}
	case <-c.over:
	}
}

// outside runs f, which waits for the world, while other lanes may be inside.
func (r *run) outside(f func()) {
	if r.crew == nil {
		f()
		return
	}
	c := r.crew
	lane := c.current
	c.yield(lane)
	c.moved.Broadcast()
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.current = lane
	}()
	f()
}

// inside runs f, which is called by what outside runs, as a lane inside.
func (r *run) inside(f func()) {
	if c := r.crew; c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	f()
}

// inTurn waits until lane may go on: at once in a run without a tape; with one, when the tape's next
// event is this lane's, or nobody's.
func (r *run) inTurn(lane string) {
	c := r.crew
	if c == nil {
		return
	}
	for !r.tape.played() && !r.tape.stopped() {
		e := r.tape.next()
		if e == nil {
			break
		}
		next, ok := e.lane()
		if _, here := c.yielded[next]; !ok || next == lane || !here || c.finished[next] {
			break
		}
		c.yield(lane)
		if c.at != r.tape.pos { // somebody else's event may be next by now
			c.at = r.tape.pos
			c.moved.Broadcast()
		}
		c.moved.Wait()
		c.current = lane
	}
}

// yield says that lane has come to its first wait.
func (c *crew) yield(lane string) {
	select {
	case c.yielded[lane] <- struct{}{}:
	default:
	}
}

// lane returns the lane of an event that a lane makes while it asks.
func (e Event) lane() (string, bool) {
	switch {
	case e.Ask != nil:
		return e.Ask.Lane, true
	case e.Reply != nil:
		return e.Reply.Lane, true
	case e.Failure != nil:
		return e.Failure.Lane, true
	}
	return "", false
}

// round makes one decision in each lane, at the same time, and carries them out in plan order.
func (r *run) round(ctx context.Context, lanes []string) {
	for _, name := range lanes {
		id, lane, nested := planner.SplitLane(name)
		if r.open("", id); nested {
			r.open(id, lane)
		}
	}
	allowed := make([]planner.Allowed, len(lanes))
	for i, id := range lanes {
		var err error
		if allowed[i], err = r.allow(id); err != nil {
			r.endWith(err)
			return
		}
		r.emitMasks(allowed[i])
	}
	snapshot := r.state
	snapshot.Usage = usageOf(r.state)
	decisions, err := r.decisions(ctx, snapshot, allowed)
	if err != nil {
		r.endWith(err)
		return
	}
	r.do(ctx, decisions, allowed[0].Closing)
}

// decisions has the strategy make one decision for each of allowed, at the same time.
func (r *run) decisions(ctx context.Context, s planner.State, allowed []planner.Allowed) ([]planner.Decision, error) {
	decisions, errs := make([]planner.Decision, len(allowed)), make([]error, len(allowed))
	lanes := make([]string, len(allowed))
	for i := range allowed {
		lanes[i] = allowed[i].Lane
	}
	r.abreast(lanes, func(i int) {
		returned, asker := false, &asker{run: r, lane: lanes[i]}
		defer func() {
			asker.close()
			if err := broken(returned, recover()); err != nil {
				errs[i] = r.strategyFailed(err)
			}
		}()
		decisions[i], errs[i] = r.planner.Next(ctx, s, allowed[i], asker.ask)
		returned = true
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return decisions, nil
}

// abreast runs next for each lane, on goroutines that take turns, until all have ended.
func (r *run) abreast(lanes []string, next func(int)) {
	c := newCrew(lanes)
	r.crew = c
	var wg sync.WaitGroup
	done := make(chan struct{})
	finished := false
	defer func() {
		if !finished { // the watcher's code panicked: the lanes must not outlive it
			r.stop()
		}
		close(c.over)
		wg.Wait()
		r.crew = nil
	}()
	show := func(until <-chan struct{}) {
		for {
			select {
			case e := <-c.events:
				r.show(e)
				c.seen <- struct{}{}
			case <-until:
				return
			}
		}
	}
	for i, lane := range lanes {
		wg.Go(func() {
			c.mu.Lock()
			c.current = lane
			defer func() { // also when next ends its goroutine
				c.finished[lane] = true
				c.yield(lane)
				c.moved.Broadcast()
				c.mu.Unlock()
			}()
			r.inTurn(lane)
			next(i)
		})
		show(c.yielded[lane]) // the next lane begins when this one waits
	}
	go func() {
		wg.Wait()
		close(done)
	}()
	show(done)
	finished = true
}
