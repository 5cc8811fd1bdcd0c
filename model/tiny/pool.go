package tiny

import (
	"slices"
	"sync"
)

// A pool keeps the states of finished requests for requests that begin with the same tokens: the prompt of
// the next decision of a run begins with the one before it.
type pool struct {
	shape  Shape
	tokens int // of the vocabulary
	limit  int

	mu   sync.Mutex
	idle []*state // the longest unused first
}

// acquire returns the state that holds the longest prefix of tokens, but never all of them: the last one has
// to be fed for its logits. A state that would lose more tokens than it saves is left to its own run
// while there is room for another.
func (p *pool) acquire(tokens []uint16) *state {
	p.mu.Lock()
	defer p.mu.Unlock()
	best, shared := -1, 0
	for i, s := range p.idle {
		if n := sharedPrefix(s.tokens, tokens); best < 0 || n >= shared {
			best, shared = i, n
		}
	}
	if poor := best < 0 || len(p.idle[best].tokens)-shared > shared; poor {
		if len(p.idle) < p.limit {
			return newState(p.shape, p.tokens)
		}
		best = 0
		shared = sharedPrefix(p.idle[0].tokens, tokens)
	}
	s := p.idle[best]
	p.idle = slices.Delete(p.idle, best, best+1)
	s.truncate(min(shared, len(tokens)-1))
	return s
}

// release puts a state back.
func (p *pool) release(s *state) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) == p.limit {
		p.idle = slices.Delete(p.idle, 0, 1)
	}
	p.idle = append(p.idle, s)
}
