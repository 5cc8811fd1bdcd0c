package loop

import (
	"errors"
	"fmt"

	"github.com/shortleash/shortleash/planner"
)

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

// apart runs f on a goroutine of its own, and shows its events on this one. It reports whether f returned:
// the code of a strategy or a rule may end the goroutine with runtime.Goexit. A panic of f goes on here.
func (r *run) apart(f func()) (returned bool) {
	c := &relay{events: make(chan Event), seen: make(chan struct{}), over: make(chan struct{})}
	r.relay = c
	done := make(chan struct{})
	var panicked any
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
	if panicked != nil {
		panic(panicked)
	}
	return returned
}

// errGoexit says that code ended its goroutine.
var errGoexit = errors.New("it ended its goroutine with runtime.Goexit")

// protect runs code that is not the loop's. A panic in it is the ending that blame makes of it; so is
// runtime.Goexit, which exited finds.
func (r *run) protect(blame func(error) *ending, f func()) (err error) {
	outer := r.blame // a hook is called while a strategy asks
	r.blame = blame
	returned := false
	defer func() {
		p := recover()
		if p != nil {
			err = blame(fmt.Errorf("it panicked: %v", p))
		}
		if returned || p != nil {
			r.blame = outer
		}
	}()
	f()
	returned = true
	return nil
}

// exited returns the ending of a run whose goroutine some code has ended.
func (r *run) exited() *ending {
	if r.blame != nil {
		return r.blame(errGoexit)
	}
	return &ending{Cancelled, planner.ReasonNow, errors.New("a function of the caller ended its goroutine with runtime.Goexit")}
}
