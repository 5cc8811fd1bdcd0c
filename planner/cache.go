package planner

import "sync"

// A Cache holds what planners derive from their inputs, so that the next decision need not derive it
// again: rendered prompts, schemas. The loop makes one for itself and one for each of its runs, and
// hands the run's over in [Allowed]; only the planner knows what stands in it. It is not state: with
// another Cache, or none, a planner must say the same. It is safe for concurrent use; the zero value is that of a loop.
type Cache struct {
	loop   *Cache   // nil: this is the loop's
	values sync.Map // by keys of types that only their users have, as in a context.Context
}

// ForRun returns an empty cache for one run of the loop that c belongs to.
func (c *Cache) ForRun() *Cache { return &Cache{loop: c.ForLoop()} }

// ForLoop returns the cache that all runs of the loop share: c itself, if it is that.
func (c *Cache) ForLoop() *Cache {
	if c == nil || c.loop == nil {
		return c
	}
	return c.loop
}

// Value returns what create returned when the key was first asked for. A nil Cache keeps nothing.
func (c *Cache) Value(key any, create func() any) any {
	if c == nil {
		return create()
	}
	v, ok := c.values.Load(key)
	if !ok {
		v, _ = c.values.LoadOrStore(key, create())
	}
	return v
}
