package web

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/loop"
)

// Conversations begins, lists and reads the conversations of a program. In the pages each is a job whose lanes are its turns.
type Conversations interface {
	// Begin returns the name of a new conversation.
	Begin() (string, error)
	// List returns those that are kept, the last first.
	List() ([]Kept, error)
	// Turns returns the turns of a conversation; none where it is not kept.
	Turns(name string) ([]Turn, error)
}

// A Kept conversation is one that can go on.
type Kept struct {
	Name, Asked string // Asked is its first question, or what it is called
	Began       time.Time
	State       string // what it does now; "": nothing
}

// A Turn is one of a kept conversation.
type Turn struct {
	Task, Model string
	Events      []loop.Event
	Answer      Answer
}

// maxKeptListed bounds how many conversations the first page lists.
const maxKeptListed = 20

// A talkPage is a conversation, or the page on which one is begun.
type talkPage struct {
	tasksPage
	Kept []Kept
}

// Next returns what the next question could be: the last one, where it has no answer.
func (p talkPage) Next() string {
	if p.Job == nil || p.Task != "" || !p.Job.View.Ended {
		return p.Task
	}
	if last := p.Job.Lanes[len(p.Job.Lanes)-1]; last.Answer != nil && !last.Answer.Final && !last.Answer.GoesOn {
		return last.Task
	}
	return ""
}

// kept returns the conversations to go on with: those of the pages that do something, and then those that are kept.
func (s *Server) kept() []Kept {
	list, err := s.program.Conversations.List()
	if err != nil {
		list = nil // the page of runs says it
	}
	for _, j := range slices.Backward(s.jobs.recent()) {
		if !j.talk {
			continue
		}
		k := Kept{Name: j.ID, Asked: j.Task, Began: j.Began}
		if v := j.view(); !v.Ended {
			k.State = map[bool]string{true: "waits for you", false: "at work"}[v.Waits()]
		}
		i := slices.IndexFunc(list, func(other Kept) bool { return other.Name == k.Name })
		switch {
		case i < 0:
			list = slices.Insert(list, 0, k)
		case k.State != "":
			list = slices.Insert(slices.Delete(list, i, i+1), 0, k)
		}
	}
	return list[:min(len(list), maxKeptListed)]
}

// Waits reports whether the last lane waits for a person.
func (v jobView) Waits() bool { return v.lanes[len(v.lanes)-1].asks != nil }

// errUnderWay says that the turn before is still under way.
var errUnderWay = errors.New("under way")

// jobOf returns the job with an id, or nil. A conversation that is kept is read, where the pages do not have all of it.
func (s *Server) jobOf(id string) (*job, error) {
	j := s.jobs.find(id)
	if s.program.Conversations == nil || j != nil && (!j.talk || !j.over()) {
		return j, nil
	}
	turns, err := s.program.Conversations.Turns(id)
	if err != nil || len(turns) == 0 || j != nil && len(turns) <= len(j.view().lanes) {
		return j, err
	}
	return s.jobs.restore(id, turns), nil
}

// restore returns the job of a kept conversation.
func (s *jobs) restore(id string, turns []Turn) *job {
	j := newJob(id, turns[0].Task)
	j.talk = true
	for n, turn := range turns {
		answer := turn.Answer
		j.lanes = append(j.lanes, lane{Task: turn.Task, Model: turn.Model, Answer: &answer})
		for _, e := range turn.Events {
			if len(j.items) < maxItems {
				j.items = append(j.items, item{n, e, ""})
			}
		}
	}
	if len(turns[0].Events) > 0 {
		j.Began = turns[0].Events[0].Time
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.list, func(old *job) bool { return old.ID == id }); i >= 0 {
		if old := s.list[i].view(); !old.Ended || len(old.lanes) >= len(turns) {
			return s.list[i] // another page has just read it
		}
		s.list = slices.Delete(s.list, i, i+1)
	}
	s.keep(j)
	return j
}

// earlier returns the events of the turns before number n.
func (j *job) earlier(n int) [][]loop.Event {
	j.mu.Lock()
	defer j.mu.Unlock()
	list := make([][]loop.Event, n)
	for _, i := range j.items {
		if i.lane < n {
			list[i.lane] = append(list[i.lane], i.event)
		}
	}
	return list
}

// next begins the next turn of a conversation, a new one where j is nil. Without a task the last turn goes on.
func (s *Server) next(j *job, task, model string) (_ *job, err error) {
	if j == nil || !j.talk {
		name, err := s.program.Conversations.Begin()
		if err != nil {
			return nil, err
		}
		j = newJob(name, task)
		j.talk = true
	}
	again := task == ""
	if again {
		lanes := j.view().lanes
		last := lanes[len(lanes)-1]
		if last.Answer == nil || !last.Answer.GoesOn {
			return j, errUnderWay
		}
		task, model = last.Task, last.Model
	}
	return j, s.jobs.start(j, []lane{{Task: task, Model: model}}, again, s.doing(again))
}

// undo takes back what the last turn of a conversation has changed.
func (s *Server) undo(r *http.Request) (view, error) {
	j, err := s.jobOf(r.PathValue("id"))
	if err != nil {
		return view{}, err
	}
	if j == nil || !j.talk {
		return refused(http.StatusNotFound, "This work is no longer kept. Only the last ones are.")
	}
	lanes := j.view().lanes
	n := len(lanes) - 1
	if lanes[n].Answer == nil || !lanes[n].Answer.Undo {
		return refused(http.StatusConflict, "There is nothing to take back.")
	}
	said, err := s.program.Undo(j.earlier(n + 1)[n])
	if err != nil {
		said = Plain(err)
	}
	a := *lanes[n].Answer
	a.Undo, a.Notes = false, append(slices.Clip(a.Notes), strings.Split(strings.TrimSpace(said), "\n")...)
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.lanes) == n+1 && j.ended {
		j.lanes[n].Answer = &a
		j.happened()
	}
	return goTo("/jobs/" + j.ID + "#" + turnID(n))
}
