package answer

import (
	"sync"

	"github.com/shortleash/shortleash/tutor/english/spanish"
)

// A Cache keeps the sentences that were analyzed last: a run needs its own at each step. It is
// safe for concurrent use, and so is what it returns. A nil Cache keeps none.
type Cache struct {
	mu   sync.Mutex // guards kept
	kept map[cacheKey]*Sentence
}

type cacheKey struct {
	text    string
	variety spanish.Variety
}

// cacheSize bounds how many sentences a Cache keeps.
const cacheSize = 256

// Sentence is [Sentence], done once for a sentence that is kept.
func (m *Cache) Sentence(text string, v spanish.Variety) *Sentence {
	if m == nil {
		return NewIn(text, v)
	}
	key := cacheKey{text, v}
	m.mu.Lock()
	s := m.kept[key]
	m.mu.Unlock()
	if s != nil {
		return s
	}
	s = NewIn(text, v)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil || len(m.kept) >= cacheSize {
		m.kept = map[cacheKey]*Sentence{} // rare, and cheaper than an order of use
	}
	m.kept[key] = s
	return s
}
