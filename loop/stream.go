package loop

import (
	"context"
	"sync"

	"github.com/shortleash/shortleash/model"
)

// A stream is one request under way. Its model speaks on a goroutine of its own, so that the run can
// abandon a model that does not return.
type stream struct {
	chunks    chan model.Chunk // as they come; nil: the run does not want them
	returned  chan struct{}    // closed when the model has returned
	abandoned chan struct{}    // closed when the run takes nothing more

	mu        sync.Mutex // guards what follows
	collected model.Collector
	closed    bool // what the model still says is dropped
}

// startStream sends req to m. shown says that the run takes the chunks as they come.
func startStream(ctx context.Context, m model.Model, req model.Request, shown bool) *stream {
	s := &stream{returned: make(chan struct{}), abandoned: make(chan struct{})}
	if shown {
		s.chunks = make(chan model.Chunk)
	}
	go func() {
		finished := false
		defer func() {
			if !finished {
				s.add(model.Chunk{}, &model.Fault{Kind: model.Server,
					Message: m.Name() + " ended its goroutine with runtime.Goexit; this is a fault in its code"})
			}
			close(s.returned)
		}()
		m.Generate(ctx, req)(s.add)
		finished = true
	}()
	return s
}

// add takes what the model says, and reports whether it may go on.
func (s *stream) add(c model.Chunk, err error) bool {
	err = settled(err)
	s.mu.Lock()
	goesOn := !s.closed && s.collected.Add(c, err)
	s.mu.Unlock()
	if !goesOn || s.chunks == nil || c.Text+c.Thinking == "" {
		return goesOn
	}
	select {
	case s.chunks <- c:
		return true
	case <-s.abandoned:
		return false
	}
}

// reply ends the stream and returns what the model has said until now.
func (s *stream) reply() (model.Reply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	close(s.abandoned)
	return s.collected.Reply()
}
