package hostile

import "context"

// A Context counts how often it is looked at, and ends after so many looks; 0: it does not end. One goroutine may look
// at it.
type Context struct {
	context.Context
	Looks, Most int
}

// Err implements [context.Context].
func (c *Context) Err() error {
	if c.Looks++; c.Most > 0 && c.Looks > c.Most {
		return context.Canceled
	}
	return nil
}
