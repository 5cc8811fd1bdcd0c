package loop

import "runtime"

// A relay passes events from the goroutine of a run to that of its caller, on which the watcher is called.
type relay struct {
	events chan Event
	seen   chan struct{}
	over   chan struct{} // closed when the caller takes no more events
}

// publish waits until the watcher has seen e.
func (c *relay) publish(e Event) {
	select {
	case c.events <- e:
		select {
		case <-c.seen:
		case <-c.over:
		}
	case <-c.over:
	}
}

// apart runs f on a goroutine of its own, and shows its events on this one: lanes make some on others, and what the
// watcher does is not a fault of the code that f calls. A panic of f goes on here, and so does runtime.Goexit.
func (r *run) apart(f func()) {
	c := &relay{events: make(chan Event), seen: make(chan struct{}), over: make(chan struct{})}
	r.relay = c
	done := make(chan struct{})
	var panicked any
	returned := false
	go func() {
		defer func() {
			panicked = recover()
			close(done)
		}()
		f()
		returned = true
	}()
	shown := false
	defer func() {
		if !shown { // the watcher's code panicked, and the run must not outlive it
			close(c.over)
			r.cancelCaller()
			<-done
		}
		r.relay = nil
	}()
	for !shown {
		select {
		case e := <-c.events:
			r.show(e)
			c.seen <- struct{}{}
		case <-done:
			shown = true
		}
	}
	switch {
	case panicked != nil:
		panic(panicked)
	case !returned:
		runtime.Goexit()
	}
}
