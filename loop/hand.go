package loop

import (
	"context"
	"sync"

	"github.com/shortleash/shortleash/model"
)

// A hand does what a run must be able to leave behind, one thing at a time, on a goroutine of its own: a
// model or a tool that does not return keeps it, and the run takes another. One goroutine for the whole
// run costs less than one for each request and call, whose stacks would have to grow each time.
type hand struct {
	jobs  chan job
	gone  chan struct{}                 // closed when the goroutine has ended
	line  *line                         // to the run
	asked *circuit                      // the model that speaks
	shows bool                          // it is passed on as it comes
	yield func(model.Chunk, error) bool // say, which would be made anew for each request

	mu    sync.Mutex // guards what follows
	heard model.Collector
	left  bool // nobody listens any more
}

// A job is a call, or a request.
type job struct {
	call  func() // nil: a request
	from  *circuit
	ctx   context.Context
	ask   model.Request
	shows bool // what the model says goes to the run as it comes
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
	free := &hand{jobs: make(chan job), gone: make(chan struct{}), line: newLine()}
	free.yield = free.say
	go free.work()
	return free
}

func (h *hand) work() {
	defer close(h.gone)
	for j := range h.jobs {
		if j.call != nil {
			j.call()
		} else {
			h.generate(j)
		}
	}
}

func (h *hand) generate(j job) {
	h.asked, h.shows = j.from, j.shows
	returned := false
	defer func() {
		if !returned {
			h.say(model.Chunk{}, &model.Fault{Kind: model.Server,
				Message: j.from.Name() + " ended its goroutine with runtime.Goexit; this is a fault in its code"})
		}
		h.line.say(piece{last: true})
	}()
	j.from.generate(j.ctx, j.ask, h.yield)
	returned = true
}

func (h *hand) say(c model.Chunk, err error) bool {
	h.asked.ended(c, err)
	h.mu.Lock()
	goesOn := !h.left && h.heard.Add(c, err)
	h.mu.Unlock()
	return goesOn && (!h.shows || h.line.say(piece{chunk: c}))
}

// reply returns what the model has said of one reply.
func (h *hand) reply() (model.Reply, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	heard := h.heard
	h.heard = model.Collector{}
	return heard.Reply()
}

// give takes back a hand whose last job has returned.
func (h *hands) give(free *hand) { *h = append(*h, free) }

// leave lets the goroutine end when its job does, and nobody listens to it any more.
func (h *hand) leave() {
	h.mu.Lock()
	h.left = true
	h.mu.Unlock()
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

// do begins j and returns. It reports whether there was somebody to do it: a job ends its goroutine
// with runtime.Goexit.
func (h *hand) do(j job) bool {
	select {
	case h.jobs <- j:
		return true
	case <-h.gone:
		return false
	}
}

// begin has j done by a hand, and returns it.
func (h *hands) begin(j job) *hand {
	for {
		if free := h.take(); free.do(j) {
			return free
		}
	}
}
