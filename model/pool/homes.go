package pool

import (
	"crypto/sha256"

	"github.com/hashicorp/golang-lru/v2/simplelru"

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

// homes remembers with which member each run is, the most recent ones only, and keeps the count of
// each member's runs.
type homes struct{ recent *simplelru.LRU[key, *member] }

// newHomes returns the homes of at most so many runs, which must be one or more.
func newHomes(most int) homes {
	recent, err := simplelru.NewLRU(most, func(_ key, m *member) { m.runs-- })
	if err != nil {
		panic("pool: BUG: " + err.Error())
	}
	return homes{recent}
}

// of returns the member that run is with, or nil.
func (h homes) of(run key) *member {
	m, _ := h.recent.Get(run)
	return m
}

// settle makes m the home of run, and forgets the oldest run where there are too many.
func (h homes) settle(run key, m *member) {
	h.recent.Remove(run)
	m.runs++
	h.recent.Add(run, m)
}
