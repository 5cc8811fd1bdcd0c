package pool

import (
	"container/list"
	"crypto/sha256"

	"github.com/shortleash/shortleash/model"
)

// A key tells runs apart: prompts only grow at their end, so the first messages up to the task stay.
type key [sha256.Size]byte

// keyOf returns the key of the run that messages belong to: their beginning up to the first that is
// not the system's.
func keyOf(messages []model.Message) key {
	h := sha256.New()
	for _, m := range messages {
		h.Write([]byte(m.Author + "\x00" + m.Content + "\x00")) // a hash never fails
		if m.Author != model.System {
			break
		}
	}
	return key(h.Sum(nil))
}

// homes remembers with which member each run is, the most recent ones only.
type homes struct {
	most   int
	recent *list.List // of *home, the newest in front
	by     map[key]*list.Element
}

type home struct {
	run    key
	member *member
}

func newHomes(most int) homes {
	return homes{most: most, recent: list.New(), by: map[key]*list.Element{}}
}

// of returns the member that run is with, or nil.
func (h *homes) of(run key) *member {
	e, ok := h.by[run]
	if !ok {
		return nil
	}
	h.recent.MoveToFront(e)
	return e.Value.(*home).member
}

// settle makes m the home of run, and forgets the oldest where there are too many.
func (h *homes) settle(run key, m *member) {
	h.forget(run)
	m.runs++
	h.by[run] = h.recent.PushFront(&home{run, m})
	if h.recent.Len() > h.most {
		h.forget(h.recent.Back().Value.(*home).run)
	}
}

// forget drops where run is.
func (h *homes) forget(run key) {
	if e, ok := h.by[run]; ok {
		h.recent.Remove(e)
		delete(h.by, run)
		e.Value.(*home).member.runs--
	}
}
