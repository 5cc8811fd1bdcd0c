package planner

import "sync"

// A Cache holds what planners derive from their inputs, so that the next decision need not derive it
// again: rendered prompts, schemas. The loop makes one for itself and one for each of its runs, and
// hands the run's over in [Allowed]; only the planner knows what stands in it. It is not state: with
// another Cache, or none, a planner must say the same. It is safe for concurrent use.
type Cache struct {
	loop *Cache // nil: this is the loop's

	mu     sync.Mutex  // guards values
	values map[any]any // by keys of types that only their users have, as in a context.Context
}

// NewCache returns an empty cache for a loop.
func NewCache() *Cache { return &Cache{} }

// ForRun returns an empty cache for one run of the loop that c belongs to.
func (c *Cache) ForRun() *Cache { return &Cache{loop: c.ForLoop()} }

// ForLoop returns the cache that all runs of the loop share: c itself, if it is that.
func (c *Cache) ForLoop() *Cache {
	if c == nil || c.loop == nil {
		return c
	}
	return c.loop
}

// Value returns what create returned when the key was first asked for. create must not use c. A nil
// Cache keeps nothing.
func (c *Cache) Value(key any, create func() any) any {
	if c == nil {
		return create()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.values[key]
	if !ok {
		if c.values == nil {
			c.values = map[any]any{}
		}
		v = create()
		c.values[key] = v
	}
	return v
}
