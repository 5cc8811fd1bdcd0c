package web

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
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
	lane    int
	event   loop.Event
	preview string // what the call that it begins would do
}

// A lane is the work of one model in a job, or a turn of a conversation.
type lane struct {
	Task    string // of a turn
	Model   string
	Answer  *Answer // nil: not yet
	typing  string  // what has come of the reply under way
	saying  planner.AnswerStream
	Said    string     // what has come of the answer of a turn
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
	ID      string
	Task    string
	Began   time.Time
	talk    bool        // it is a conversation, whose lanes come one after the other
	leaving *time.Timer // cancels it when no page looks at it; nil: it goes on

	topic   // guards what follows
	items   []item
	lanes   []lane
	pages   int // that look at it
	cancel  context.CancelFunc
	done    chan struct{} // closed when all lanes have ended
	ended   bool          // all lanes, so far
	stopped bool          // by a person, or because no one looked
}

// newJob returns a job that does nothing yet.
func newJob(id, task string) *job {
	return &job{ID: id, Task: task, Began: time.Now(), cancel: func() {}, topic: newTopic(), ended: true}
}

// watch takes an event of a lane, and what the call that it begins would do.
func (j *job) watch(n int, e loop.Event, preview string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	l := &j.lanes[n]
	switch {
	case e.Kind == loop.Delta:
		if len(l.typing) < maxTyping {
			l.typing += e.Delta.Thinking + e.Delta.Text
		}
		if j.talk {
			l.Said += l.saying.Add(e.Delta.Text)
		}
	case len(j.items) < maxItems:
		l.typing = ""
		if e.Kind == loop.Asked || e.Kind == loop.Failed {
			l.saying, l.Said = planner.AnswerStream{}, ""
		}
		j.items = append(j.items, item{n, e, preview})
	}
	j.happened()
}

// tell tells the pages, though nothing has happened.
func (j *job) tell() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.happened()
}

// over reports whether all lanes have ended.
func (j *job) over() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.ended
}

// look counts a page that looks at the job until leave is called.
func (j *job) look() (leave func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.pages++
	if j.leaving == nil {
		return func() {}
	}
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
	if j.pages == 0 && j.leaving != nil {
		j.leaving.Reset(leftAtOnce)
	}
}

// stop cancels the job. What it returns is closed when that has ended; nil: it had.
func (j *job) stop() <-chan struct{} {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.ended {
		j.stopped = true
	}
	j.cancel()
	return j.done
}

// A jobView is a job at one moment.
type jobView struct {
	items          []item
	lanes          []lane
	talk           bool
	Ended, Stopped bool            // all lanes; before their end
	more           <-chan struct{} // closed when something has happened since
}

func (j *job) view() jobView {
	j.mu.Lock()
	defer j.mu.Unlock()
	return jobView{j.items[:len(j.items):len(j.items)], slices.Clone(j.lanes), j.talk, j.ended, j.stopped, j.more}
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
	j := newJob(rand.Text()[:16], task)
	j.leaving = time.AfterFunc(leftAtOnce, func() { j.stop() })
	var lanes []lane
	for _, m := range models {
		lanes = append(lanes, lane{Task: task, Model: m})
	}
	return j, s.start(j, lanes, false, work)
}

// start adds lanes to a job and has their work done; again has it done for the last one that is there.
func (s *jobs) start(j *job, lanes []lane, again bool, work func(ctx context.Context, j *job, n int) Answer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running+len(lanes) > maxRunning || s.closed || s.ctx.Err() != nil {
		return errBusy
	}
	if !slices.Contains(s.list, j) {
		s.keep(j)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.ended {
		return errUnderWay
	}
	first := len(j.lanes)
	if again {
		first--
	}
	ctx, cancel := context.WithCancel(s.ctx)
	done := make(chan struct{})
	j.lanes = append(j.lanes[:first:first], lanes...)
	j.cancel, j.done, j.ended, j.stopped = cancel, done, false, false
	s.running += len(lanes)
	j.happened()
	var all sync.WaitGroup
	for n := first; n < len(j.lanes); n++ {
		all.Go(func() {
			a := work(ctx, j, n)
			j.mu.Lock()
			j.lanes[n].Answer, j.lanes[n].typing, j.lanes[n].Said = &a, "", ""
			j.happened()
			j.mu.Unlock()
			s.mu.Lock()
			s.running--
			s.mu.Unlock()
		})
	}
	s.all.Go(func() {
		all.Wait()
		cancel()
		j.mu.Lock()
		j.ended = true
		if j.leaving != nil {
			j.leaving.Stop()
		}
		j.happened()
		j.mu.Unlock()
		close(done)
	})
	return nil
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
