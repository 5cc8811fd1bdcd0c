package automaton

import (
	"bytes"
	"hash/maphash"

	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// A maskCache remembers masks by what they depend on, in sets of a few entries of which the least
// recently used one makes room.
type maskCache struct {
	v       *vocab.Vocabulary // of all entries
	seed    maphash.Seed
	entries []cacheEntry
	clock   uint64
	key     []byte // of the last call of find; empty: it cannot be remembered
	hash    uint64
}

// A cacheEntry is a mask: all its words, or a base and the ids beside it.
type cacheEntry struct {
	hash  uint64
	used  uint64 // when last; 0: never
	key   []byte
	base  int
	ids   []int32
	words []uint64
	dense bool
	some  bool // some bit is set
}

const (
	cacheSets = 64
	cacheWays = 4
)

// find returns the remembered mask of the matcher's state, or nil.
func (c *maskCache) find(m *Matcher, v *vocab.Vocabulary) *cacheEntry {
	if c.v != v {
		*c = maskCache{v: v, seed: maphash.MakeSeed(), entries: make([]cacheEntry, cacheSets*cacheWays), key: c.key}
	}
	c.key = m.appendKey(c.key[:0], v)
	if len(c.key) == 0 {
		return nil
	}
	c.hash = maphash.Bytes(c.seed, c.key)
	for i, set := 0, c.set(); i < cacheWays; i++ {
		if e := &set[i]; e.used > 0 && e.hash == c.hash && bytes.Equal(e.key, c.key) {
			c.clock++
			e.used = c.clock
			return e
		}
	}
	return nil
}

func (c *maskCache) set() []cacheEntry {
	at := int(c.hash%cacheSets) * cacheWays
	return c.entries[at : at+cacheWays]
}

// keep remembers the mask that was just made.
func (c *maskCache) keep(w *masker) {
	if len(c.key) == 0 {
		return
	}
	set := c.set()
	e := &set[0]
	for i := range set {
		if set[i].used < e.used {
			e = &set[i]
		}
	}
	c.clock++
	e.hash, e.used, e.base, e.dense, e.some = c.hash, c.clock, w.base, w.dense, w.any
	e.key = append(e.key[:0], c.key...)
	e.ids, e.words = e.ids[:0], e.words[:0]
	if w.dense {
		e.words = append(e.words, w.dst...)
	} else {
		e.ids = append(e.ids, w.ids...)
	}
}
