package loop

import (
	"sync"

	"github.com/shortleash/shortleash/grammar"
)

// cacheSize bounds how many compiled grammars a loop keeps.
const cacheSize = 256

// A grammarCache keeps compiled grammars by the bytes of their schemas, because turns and runs
// often repeat one.
type grammarCache struct {
	mu       sync.Mutex // guards compiled
	compiled map[string]*grammar.Grammar
}

func newGrammarCache() *grammarCache {
	return &grammarCache{compiled: map[string]*grammar.Grammar{}}
}

func (c *grammarCache) compile(s grammar.Schema) (*grammar.Grammar, error) {
	schema := s.JSON()
	c.mu.Lock()
	g := c.compiled[string(schema)]
	c.mu.Unlock()
	if g != nil {
		return g, nil
	}
	g, err := grammar.Compile(schema, grammar.Options{})
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.compiled) >= cacheSize {
		clear(c.compiled) // rare, and cheaper than remembering who was used last
	}
	c.compiled[string(schema)] = g
	return g, nil
}
