package planner

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner/planerrors"
)

// A Memory keeps what planners made of what they were given, so that the same is not made twice: the
// schemas of decisions and the heads of prompts for all runs of a loop, and for one run the messages
// of its past steps, which the next prompt extends. It is not state: with another Memory, or none, a
// planner says the same. It is safe for concurrent use.
type Memory struct {
	shared *sharedMemory

	mu    sync.Mutex // guards what follows
	told  []*transcript
	spare []*asking // whose questions have been answered
}

// A sharedMemory is what all runs of a loop have in common.
type sharedMemory struct {
	schemas schemas

	mu      sync.Mutex // guards what follows
	heads   []keptHead
	library *planerrors.Library // the core one, once it was asked for
	shown   shownErrors
}

// shownErrors are those of a library with so many failure patterns each.
type shownErrors struct {
	of       *planerrors.Library
	patterns int
	errors   []planerrors.Error
}

// NewMemory returns an empty memory for a loop; ForRun makes those of its runs.
func NewMemory() *Memory { return &Memory{shared: &sharedMemory{}} }

// ForRun returns the memory of one more run, which shares what does not belong to a run.
func (m *Memory) ForRun() *Memory { return &Memory{shared: m.shared} }

// schema returns the schema that made gives, which depends on nothing but key, tools and answer; a nil
// Memory keeps none. made must not ask m for another.
func (m *Memory) schema(key schemaKey, tools []Offer, answer *grammar.Schema, made func() grammar.Schema) grammar.Schema {
	if m == nil {
		return made()
	}
	return m.shared.schemas.of(key, tools, answer, made)
}

// headsKept bounds how many heads are kept: a loop has one for each role.
const headsKept = 16

// A keptHead is a rendered head, with what its template saw.
type keptHead struct {
	block   *block
	data    any
	message model.Message
	some    bool
}

// head renders the head of p's prompts, or finds it.
func (m *Memory) head(p *Prompt, data any) (model.Message, bool, error) {
	b := p.blocks["head"]
	if m == nil || b == nil {
		return p.render("head", data)
	}
	if b.study(reflect.TypeOf(data)); !b.known || b.data != reflect.TypeOf(data) {
		return p.render("head", data)
	}
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	for i := range m.shared.heads {
		if h := &m.shared.heads[i]; h.block == b && b.same(h.data, data) {
			return h.message, h.some, nil
		}
	}
	message, some, err := p.render("head", data)
	if err == nil && len(m.shared.heads) < headsKept {
		m.shared.heads = append(m.shared.heads, keptHead{b, data, message, some})
	}
	return message, some, err
}

// core returns the core library of planning errors, which is read from its file.
func (m *Memory) core() *planerrors.Library {
	if m == nil {
		return planerrors.Core()
	}
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	if m.shared.library == nil {
		m.shared.library = planerrors.Core()
	}
	return m.shared.library
}

// errors returns the errors of a library with at most so many failure patterns each.
func (m *Memory) errors(l *planerrors.Library, patterns int) []planerrors.Error {
	if m == nil {
		return cutErrors(l, patterns)
	}
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	if s := &m.shared.shown; s.of != l || s.patterns != patterns {
		*s = shownErrors{l, patterns, cutErrors(l, patterns)}
	}
	return m.shared.shown.errors
}

func cutErrors(l *planerrors.Library, patterns int) []planerrors.Error {
	var list []planerrors.Error
	for _, e := range l.Errors {
		e.FailurePatterns = e.FailurePatterns[:min(len(e.FailurePatterns), patterns)]
		list = append(list, e)
	}
	return list
}

func (d *headData) equal(other *headData) bool {
	if d.Steps != other.Steps || len(d.Tools) != len(other.Tools) || !d.Answer.Equal(other.Answer) {
		return false
	}
	for i := range d.Tools {
		x, y := &d.Tools[i], &other.Tools[i]
		if x != y && (x.Name != y.Name || x.Description != y.Description || x.Left != y.Left || !x.Args.Equal(y.Args)) {
			return false
		}
	}
	return true
}

// A transcript is a conversation as far as it can only grow: its steps are all told.
type transcript struct {
	prompt   *Prompt
	head     headData
	task     string
	folding  Folding
	notes    int        // told so far
	steps    []toldStep // told so far
	messages []model.Message
	space    []byte     // where the next one is written
	status   statusData // of the last prompt
}

// A toldStep identifies a step by its number and how many observations it had.
type toldStep struct{ n, observations int }

// transcript returns the one that s goes on from, or a new one. It is the caller's until keep.
func (m *Memory) transcript(p *Prompt, s *State, head *headData, f Folding) *transcript {
	task := taskOf(s)
	if m != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		for i, kept := range m.told {
			if kept.prompt == p && kept.folding == f && kept.task == task && kept.head.equal(head) && kept.leadsTo(s) {
				m.told = slices.Delete(m.told, i, i+1)
				return kept
			}
		}
	}
	return &transcript{prompt: p, head: *head, task: task, folding: f}
}

// taskOf is what a conversation is about: the task, and what earlier trials taught.
func taskOf(s *State) string {
	if len(s.Lessons) == 0 {
		return s.Task
	}
	return strings.Join(append([]string{s.Task}, s.Lessons...), "\x00")
}

// leadsTo reports whether all that t tells stands at the beginning of s.
func (t *transcript) leadsTo(s *State) bool {
	if len(t.steps) > len(s.Steps) || t.notes > len(s.Notes) || t.notes != notesBefore(s, len(t.steps)) {
		return false
	}
	for i, told := range t.steps {
		if told != (toldStep{s.Steps[i].N, len(s.Steps[i].Observations)}) {
			return false
		}
	}
	return true
}

// notesBefore counts the notes that came before step n, from 1, was taken: no more can come there.
func notesBefore(s *State, n int) int {
	count := 0
	for count < len(s.Notes) && s.Notes[count].After < n {
		count++
	}
	return count
}

// transcriptsKept bounds how many conversations of a run are kept.
const transcriptsKept = 8

// keep gives t back.
func (m *Memory) keep(t *transcript) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.told) == transcriptsKept {
		m.told = slices.Delete(m.told, 0, 1)
	}
	m.told = append(m.told, t)
}

// asking returns what a question is put together in; it is the caller's until answered.
func (m *Memory) asking() *asking {
	if m != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		if n := len(m.spare); n > 0 {
			x := m.spare[n-1]
			m.spare = m.spare[:n-1]
			return x
		}
	}
	return newAsking()
}

// answered takes x back.
func (m *Memory) answered(x *asking) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spare = append(m.spare, x)
}
