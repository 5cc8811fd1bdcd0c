package prompt

import (
	"reflect"
	"slices"
	"sync"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A Cache keeps what questions are made of: schemas and heads of prompts for all runs of a loop, and
// for one run the messages about its past steps, which the next prompt extends. A nil Cache keeps
// nothing. It is safe for concurrent use.
type Cache struct {
	shared *sharedCache

	mu        sync.Mutex // guards histories
	histories []*history // that are not in use, the oldest first
}

// A sharedCache is what all runs of a loop have in common.
type sharedCache struct {
	schemas schemas

	mu    sync.Mutex // guards heads
	heads []cachedHead
}

// The keys of a [planner.Cache] under which this package keeps its own.
type (
	runKey  struct{}
	loopKey struct{}
)

// CacheOf returns what c holds for this package; nil if c is nil.
func CacheOf(c *planner.Cache) *Cache {
	if c == nil {
		return nil
	}
	shared := c.ForLoop().Value(loopKey{}, func() any { return &sharedCache{} }).(*sharedCache)
	return c.Value(runKey{}, func() any { return &Cache{shared: shared} }).(*Cache)
}

// Schema returns the schema that create returns, which must depend on nothing but key, tools and
// answer: key names the kind of question and all else that its schema depends on. create must not use c.
func (c *Cache) Schema(key string, tools []planner.Offer, answer *grammar.Schema, create func() grammar.Schema) grammar.Schema {
	if c == nil {
		return create()
	}
	return c.shared.schemas.of(key, tools, answer, create)
}

// maxHeads bounds how many heads are kept: a loop has one for each role.
const maxHeads = 16

// A Head is the data of a head that can be compared faster than by [reflect.DeepEqual].
type Head interface {
	// Same reports whether a head of other reads the same.
	Same(other any) bool
}

// sameHead reports whether heads of x and y read the same.
func sameHead(x, y any) bool {
	if h, ok := x.(Head); ok {
		return h.Same(y)
	}
	return reflect.DeepEqual(x, y)
}

// A cachedHead is a rendered head, with the data that its block saw.
type cachedHead struct {
	prompt  *Prompt
	data    any
	message model.Message
	ok      bool // there is a message
}

// head renders the head of p, or finds it.
func (c *Cache) head(p *Prompt, data any) (model.Message, bool, error) {
	if c == nil {
		return p.Render("head", data)
	}
	c.shared.mu.Lock()
	defer c.shared.mu.Unlock()
	for _, h := range c.shared.heads {
		if h.prompt == p && sameHead(h.data, data) {
			return h.message, h.ok, nil
		}
	}
	message, ok, err := p.Render("head", data)
	if err == nil {
		if len(c.shared.heads) == maxHeads {
			c.shared.heads = slices.Delete(c.shared.heads, 0, 1)
		}
		c.shared.heads = append(c.shared.heads, cachedHead{p, data, message, ok})
	}
	return message, ok, err
}
