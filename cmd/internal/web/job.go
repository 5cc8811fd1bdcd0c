package web

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/shortleash/shortleash/loop"
)

// Bounds of what runs at once and what is kept.
const (
	maxRunning = 16              // lanes of all jobs
	maxLanes   = 4               // of one job
	maxKept    = 64              // jobs, the finished ones that were begun first go
	maxItems   = 6000            // of one job
	maxTyping  = 4096            // bytes of a reply that is shown while it comes
	left       = 3 * time.Second // how long a job goes on that no page looks at: long enough to load it again
	leftAtOnce = 5 * time.Second // before the first page has looked
)

// errBusy says that so much runs that nothing more is begun.
var errBusy = errors.New("busy")

// An item is one event of one lane of a job.
type item struct {
	lane  int
	event loop.Event
}

// A lane is the work of one model in a job.
type lane struct {
	Model   string
	Answer  *Answer    // nil: not yet
	typing  string     // what has come of the reply under way
	asks    *waiting   // the question that the run waits with; nil is none
	replied loop.Reply // the last one of a person
}

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

// A job is one task, done by one or several models side by side. It is the same for all pages that look at it.
type job struct {
	ID     string
	Task   string
	Began  time.Time
	cancel context.CancelFunc
	done   chan struct{} // closed when all lanes have ended

	topic   // guards what follows
	items   []item
	lanes   []lane
	pages   int         // that look at it
	leaving *time.Timer // cancels it when no page looks at it
	ended   bool
	stopped bool // by a person, or because no one looked
}

// watch takes an event of a lane.
func (j *job) watch(n int, e loop.Event) {
	j.mu.Lock()
	defer j.mu.Unlock()
	l := &j.lanes[n]
	switch {
	case e.Kind == loop.Delta:
		if len(l.typing) < maxTyping {
			l.typing += e.Delta.Thinking + e.Delta.Text
		}
	case len(j.items) < maxItems:
		l.typing = ""
		j.items = append(j.items, item{n, e})
	}
	j.happened()
}

// over reports whether all lanes have ended.
func (j *job) over() bool {
	select {
	case <-j.done:
		return true
	default:
		return false
	}
}

// look counts a page that looks at the job until leave is called.
func (j *job) look() (leave func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.pages++
	j.leaving.Stop()
	return func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		if j.pages--; j.pages == 0 {
			j.leaving.Reset(left)
		}
	}
}

// glance is for a page that does not stay: it has the job go on as at its beginning.
func (j *job) glance() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.pages == 0 {
		j.leaving.Reset(leftAtOnce)
	}
}

// stop cancels the job.
func (j *job) stop() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.ended {
		j.stopped = true
	}
	j.cancel()
}

// A jobView is a job at one moment.
type jobView struct {
	items          []item
	lanes          []lane
	Ended, Stopped bool            // all lanes; before their end
	more           <-chan struct{} // closed when something has happened since
}

func (j *job) view() jobView {
	j.mu.Lock()
	defer j.mu.Unlock()
	return jobView{j.items[:len(j.items):len(j.items)], slices.Clone(j.lanes), j.ended, j.stopped, j.more}
}

// jobs are those of one server.
type jobs struct {
	ctx context.Context // of the server
	all sync.WaitGroup

	mu      sync.Mutex // guards what follows
	list    []*job     // those that were begun first come first
	running int        // lanes
	closed  bool
}

// close waits for all jobs, and none begins any more.
func (s *jobs) close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.all.Wait()
}

// begin begins a job. work does a task with a model; it sends events and answers.
func (s *jobs) begin(task string, models []string, work func(ctx context.Context, j *job, n int) Answer) (*job, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running+len(models) > maxRunning || s.closed || s.ctx.Err() != nil {
		return nil, errBusy
	}
	ctx, cancel := context.WithCancel(s.ctx)
	j := &job{ID: rand.Text()[:16], Task: task, Began: time.Now(), cancel: cancel, done: make(chan struct{}), topic: newTopic()}
	for _, m := range models {
		j.lanes = append(j.lanes, lane{Model: m})
	}
	j.leaving = time.AfterFunc(leftAtOnce, j.stop)
	s.running += len(models)
	s.keep(j)
	var lanes sync.WaitGroup
	for n := range models {
		lanes.Go(func() {
			a := work(ctx, j, n)
			j.mu.Lock()
			j.lanes[n].Answer, j.lanes[n].typing = &a, ""
			j.happened()
			j.mu.Unlock()
			s.mu.Lock()
			s.running--
			s.mu.Unlock()
		})
	}
	s.all.Go(func() {
		lanes.Wait()
		cancel()
		j.mu.Lock()
		j.ended = true
		j.leaving.Stop()
		j.happened()
		j.mu.Unlock()
		close(j.done)
	})
	return j, nil
}

// keep adds a job and forgets finished ones that are too many. The caller holds the lock.
func (s *jobs) keep(j *job) {
	s.list = append(s.list, j)
	left := len(s.list) - maxKept
	s.list = slices.DeleteFunc(s.list, func(old *job) bool {
		if left <= 0 || !old.over() {
			return false
		}
		left--
		return true
	})
}

// find returns a job, or nil.
func (s *jobs) find(id string) *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.list, func(j *job) bool { return j.ID == id }); i >= 0 {
		return s.list[i]
	}
	return nil
}

// recent returns the jobs, the newest first.
func (s *jobs) recent() []*job {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := slices.Clone(s.list)
	slices.Reverse(list)
	return list
}
