package prompt

import (
	"reflect"
	"slices"
	"sync"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A Cache keeps the parts of questions: schemas and the beginnings of prompts for all runs of a loop, and, for one run, the
// messages about its past steps, which the next prompt extends. A nil Cache keeps nothing. It is safe for concurrent use.
type Cache struct {
	loop      *loopCache
	histories shelf[history] // that are not in use
}

// A loopCache is what all runs of a loop have in common.
type loopCache struct {
	schemas shelf[cachedSchema]
	heads   shelf[cachedHead]
}

// The keys of a [planner.Cache] under which this package keeps its own.
type (
	runKey  struct{}
	loopKey struct{}
)

// CacheOf returns the cache that c holds for this package; nil if c is nil.
func CacheOf(c *planner.Cache) *Cache {
	if c == nil {
		return nil
	}
	return c.Value(runKey{}, func() any {
		return &Cache{loop: c.ForLoop().Value(loopKey{}, func() any { return &loopCache{} }).(*loopCache)}
	}).(*Cache)
}

// How many of each are kept. A loop has a head for each role.
const (
	maxSchemas   = 64
	maxHeads     = 16
	maxHistories = 8
)

// A shelf keeps the newest things that were put on it.
type shelf[T any] struct {
	mu     sync.Mutex // guards things
	things []*T       // the oldest first
}

// of returns the thing that fits, or what create returns, which is put on the shelf where most is the room.
func (s *shelf[T]) of(most int, fits func(*T) bool, create func() (*T, error)) (*T, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range slices.Backward(s.things) {
		if fits(t) {
			return t, nil
		}
	}
	t, err := create()
	if err == nil {
		s.add(t, most)
	}
	return t, err
}

// take returns the thing that fits, which is the caller's until it is put back; nil if there is none.
func (s *shelf[T]) take(fits func(*T) bool) *T {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.things, fits)
	if i < 0 {
		return nil
	}
	t := s.things[i]
	s.things = slices.Delete(s.things, i, i+1)
	return t
}

func (s *shelf[T]) put(t *T, most int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(t, most)
}

func (s *shelf[T]) add(t *T, most int) {
	if len(s.things) == most {
		s.things = slices.Delete(s.things, 0, 1)
	}
	s.things = append(s.things, t)
}

// A cachedSchema is one that was made of what was allowed.
type cachedSchema struct {
	key    string
	tools  []planner.Offer
	answer *grammar.Schema
	schema grammar.Schema
}

// Schema returns the schema that create returns, which must depend on nothing but key, tools and
// answer: key names the kind of question and all else that its schema depends on. What is allowed often repeats between
// steps and runs; its schema is then found, and shares all parts with the one before, by which the loop finds its grammar.
func (c *Cache) Schema(key string, tools []planner.Offer, answer *grammar.Schema, create func() grammar.Schema) grammar.Schema {
	if c == nil {
		return create()
	}
	found, _ := c.loop.schemas.of(maxSchemas, func(k *cachedSchema) bool {
		return k.key == key && (k.answer == nil) == (answer == nil) && (answer == nil || k.answer.Equal(*answer)) &&
			slices.EqualFunc(k.tools, tools, func(x, y planner.Offer) bool { return x.Name == y.Name && x.Args.Equal(y.Args) })
	}, func() (*cachedSchema, error) {
		made := cachedSchema{key: key, tools: slices.Clone(tools), schema: create()}
		if answer != nil {
			copied := *answer
			made.answer = &copied
		}
		return &made, nil
	})
	return found.schema
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
	h, err := c.loop.heads.of(maxHeads, func(h *cachedHead) bool { return h.prompt == p && reflect.DeepEqual(h.data, data) },
		func() (*cachedHead, error) {
			message, ok, err := p.Render("head", data)
			return &cachedHead{p, data, message, ok}, err
		})
	return h.message, h.ok, err
}
