package planner

import "sync"

// A Cache holds what planners derive from their inputs, such as rendered prompts and schemas, so that they need
// not derive it again for the next decision. The loop has one for itself and one for each of its runs, and
// passes the run's in [Allowed]; only the planner knows the contents. A Cache is not state: with another Cache,
// or none, a planner must decide the same. It is safe for concurrent use; the zero value is the cache of a loop.
type Cache struct {
	loop   *Cache   // nil: this is the loop's
	values sync.Map // by keys of types that only their users have, as in a context.Context
}

// ForRun returns an empty cache for one run of the loop that c belongs to.
func (c *Cache) ForRun() *Cache { return &Cache{loop: c.ForLoop()} }

// ForLoop returns the cache that all runs of the loop share, which may be c itself.
func (c *Cache) ForLoop() *Cache {
	if c == nil || c.loop == nil {
		return c
	}
	return c.loop
}

// Value returns the value for the key, which create made at the first call. A nil Cache keeps nothing.
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
