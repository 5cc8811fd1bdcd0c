package loop

// A hand does what a run must be able to leave behind, one thing at a time, on a goroutine of its own: a
// model or a tool that does not return keeps it, and the run takes another. One goroutine for the whole
// run costs less than one for each request and call, whose stacks would have to grow each time.
type hand struct {
	jobs chan func()
	gone chan struct{} // closed when the goroutine has ended
	line *line         // what a model says to it
}

// hands are those of a run that have nothing to do.
type hands []*hand

// take returns a hand with nothing to do.
func (h *hands) take() *hand {
	if n := len(*h); n > 0 {
		free := (*h)[n-1]
		*h = (*h)[:n-1]
		return free
	}
	free := &hand{jobs: make(chan func()), gone: make(chan struct{}), line: newLine()}
	go func() {
		defer close(free.gone)
		for job := range free.jobs {
			job()
		}
	}()
	return free
}

// give takes back a hand whose last job has returned.
func (h *hands) give(free *hand) { *h = append(*h, free) }

// leave lets the goroutine end when its job does, and nobody listens to it any more.
func (h *hand) leave() {
	close(h.line.gone)
	close(h.jobs)
}

// leaveAll leaves those that have nothing to do.
func (h *hands) leaveAll() {
	for _, free := range *h {
		free.leave()
	}
	*h = nil
}

// do begins job and returns. It reports whether there was somebody to do it: a job ends its goroutine
// with runtime.Goexit.
func (h *hand) do(job func()) bool {
	select {
	case h.jobs <- job:
		return true
	case <-h.gone:
		return false
	}
}

// begin has job done by a hand, and returns it.
func (h *hands) begin(job func(*hand)) *hand {
	for {
		free := h.take()
		if free.do(func() { job(free) }) {
			return free
		}
	}
}
