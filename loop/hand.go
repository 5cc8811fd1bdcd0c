package loop

// A hand does what a run must be able to leave behind, one thing at a time, on a goroutine of its own: a
// model or a tool that does not return keeps it, and the run takes a new one. One goroutine for the
// whole run costs less than one for each request and call, whose stacks would have to grow each time.
type hand struct {
	jobs chan func()   // nil: no goroutine
	gone chan struct{} // closed when the goroutine has ended
}

// do begins job and returns. Whoever leaves it before it has returned calls leave.
func (h *hand) do(job func()) {
	for {
		if h.jobs == nil {
			h.begin()
		}
		select {
		case h.jobs <- job:
			return
		case <-h.gone: // a job has ended its goroutine, with runtime.Goexit
			h.jobs = nil
		}
	}
}

func (h *hand) begin() {
	jobs, gone := make(chan func()), make(chan struct{})
	h.jobs, h.gone = jobs, gone
	go func() {
		defer close(gone)
		for job := range jobs {
			job()
		}
	}()
}

// leave lets the goroutine end when its job does.
func (h *hand) leave() {
	if h.jobs != nil {
		close(h.jobs)
		h.jobs = nil
	}
}
