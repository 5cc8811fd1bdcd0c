package answer

import (
	"sync"

	"github.com/shortleash/shortleash/tutor/english/spanish"
)

// A Memory keeps the sentences that were analyzed last: a run comes back to its own at each step. It is
// safe for concurrent use, and so is what it returns. A nil Memory keeps none.
type Memory struct {
	mu   sync.Mutex // guards kept
	kept map[remembered]*Sentence
}

type remembered struct {
	text    string
	variety spanish.Variety
}

// memorySize bounds how many sentences a Memory keeps.
const memorySize = 256

// NewIn is [NewIn], done once for a sentence that is kept.
func (m *Memory) NewIn(text string, v spanish.Variety) *Sentence {
	if m == nil {
		return NewIn(text, v)
	}
	key := remembered{text, v}
	m.mu.Lock()
	s := m.kept[key]
	m.mu.Unlock()
	if s != nil {
		return s
	}
	s = NewIn(text, v)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil || len(m.kept) >= memorySize {
		m.kept = map[remembered]*Sentence{} // rare, and cheaper than remembering who was used last
	}
	m.kept[key] = s
	return s
}
