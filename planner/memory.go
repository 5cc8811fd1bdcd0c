package planner

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// A Memory keeps what planners made of what they were given, so that the same is not made twice: the
// schemas of decisions and the heads of prompts for all runs of a loop, and for one run the messages
// of its past steps, which the next prompt extends. It is not state: with another Memory, or none, a
// planner says the same. It is safe for concurrent use.
type Memory struct {
	shared *sharedMemory

	mu   sync.Mutex // guards what follows
	told []*transcript
}

// A sharedMemory is what all runs of a loop have in common.
type sharedMemory struct {
	schemas schemas

	mu    sync.Mutex // guards heads
	heads []keptHead
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

// A keptHead is a rendered head, with the data that its block saw.
type keptHead struct {
	prompt  *Prompt
	data    any
	message model.Message
	ok      bool // there is a message
}

// head renders the head of p's prompts, or finds it.
func (m *Memory) head(p *Prompt, data any) (model.Message, bool, error) {
	if m == nil {
		return p.render("head", data)
	}
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	for _, h := range m.shared.heads {
		if h.prompt == p && reflect.DeepEqual(h.data, data) {
			return h.message, h.ok, nil
		}
	}
	message, ok, err := p.render("head", data)
	if err == nil {
		if len(m.shared.heads) == headsKept {
			m.shared.heads = m.shared.heads[1:]
		}
		m.shared.heads = append(m.shared.heads, keptHead{p, data, message, ok})
	}
	return message, ok, err
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
}

// A toldStep identifies a step by its number and how many observations it had.
type toldStep struct{ n, observations int }

// transcript returns the one that s goes on from, or a new one. It is the caller's until keep.
func (m *Memory) transcript(p *Prompt, s State, head headData, f Folding) *transcript {
	task := taskOf(s)
	if m != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		for i, kept := range m.told {
			if kept.prompt == p && kept.folding == f && kept.task == task && reflect.DeepEqual(kept.head, head) && kept.leadsTo(s) {
				m.told = slices.Delete(m.told, i, i+1)
				return kept
			}
		}
	}
	return &transcript{prompt: p, head: head, task: task, folding: f}
}

// taskOf is what a conversation is about: the task, and what earlier trials taught.
func taskOf(s State) string {
	if len(s.Lessons) == 0 {
		return s.Task
	}
	return strings.Join(append([]string{s.Task}, s.Lessons...), "\x00")
}

// leadsTo reports whether all that t tells stands at the beginning of s.
func (t *transcript) leadsTo(s State) bool {
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
func notesBefore(s State, n int) int {
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
