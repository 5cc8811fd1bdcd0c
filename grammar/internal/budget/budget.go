// Package budget bounds what one compilation may cost.
//
// A [Meter] counts steps of work and bytes of memory where they are spent, which is in the innermost loops of
// the compiler. What is counted depends on the schema alone, so a schema that compiles on one machine compiles on
// all. Exhaustion, like a context that ends, travels as a panic of a [*Stop], which the compiler's entrance
// recovers: so whatever counts can be stopped, and nothing goes on with half a result.
package budget

import (
	"context"
	"errors"
	"fmt"
)

// ErrExceeded is the reason inside a Stop if a limit was met.
var ErrExceeded = errors.New("too large")

// A Place is where in a schema work is done.
type Place interface{ Pointer() string }

// A Mark is a place, and the keyword there that causes the work.
type Mark struct {
	Place   Place // nil: the root
	Keyword string
}

// A Meter counts. A nil Meter counts nothing and never stops.
type Meter struct {
	Mark // where the work is done that is being counted
	ctx  context.Context

	steps, mostSteps int
	bytes, mostBytes int
	look             int // the count of steps at which ctx is looked at next
}

// New returns a Meter for a compilation that takes at most so many steps, makes so many bytes, and ends with ctx.
func New(ctx context.Context, steps, bytes int) *Meter {
	return &Meter{ctx: ctx, mostSteps: steps, mostBytes: bytes}
}

// Within returns m, which takes no more than so many steps and bytes.
func (m *Meter) Within(steps, bytes int) *Meter {
	m.mostSteps, m.mostBytes = min(m.mostSteps, max(0, steps)), min(m.mostBytes, max(0, bytes))
	return m
}

// A Stop is the value of the panic that ends a compilation.
type Stop struct{ Err error }

// lookEvery is how many steps pass between two looks at the context: some tens of microseconds.
const lookEvery = 1 << 10

// Step counts n steps, of about 20 ns each.
func (m *Meter) Step(n int) {
	if m == nil {
		return
	}
	if m.steps += n; m.steps >= m.look || m.steps > m.mostSteps {
		m.check()
	}
}

// Make counts n bytes that are made, and the work of making them. What is freed again is not taken off: the
// collector may come late.
func (m *Meter) Make(n int) {
	if m == nil {
		return
	}
	m.bytes += n
	m.Step(1 + n>>bytesAStep)
	if m.bytes > m.mostBytes {
		panic(&Stop{fmt.Errorf("%w: it takes more than %d bytes of memory (Limits.Memory)", ErrExceeded, m.mostBytes)})
	}
}

// bytesAStep is the logarithm of how many bytes are made in the time of one step.
const bytesAStep = 6

// check stops the compilation if it must end.
func (m *Meter) check() {
	m.look = m.steps + lookEvery
	if err := m.ctx.Err(); err != nil {
		if cause := context.Cause(m.ctx); cause != nil {
			err = cause
		}
		panic(&Stop{err})
	}
	if m.steps > m.mostSteps {
		panic(&Stop{fmt.Errorf("%w: it takes more than %d steps (Limits.Work)", ErrExceeded, m.mostSteps)})
	}
}

// Enter says that the work which follows is that of keyword at p, and returns what was said before, for Leave.
func (m *Meter) Enter(p Place, keyword string) (before Mark) {
	if m == nil {
		return Mark{}
	}
	before, m.Mark = m.Mark, Mark{p, keyword}
	return before
}

// For says that the work which follows is that of another keyword at the same place.
func (m *Meter) For(keyword string) {
	if m != nil {
		m.Keyword = keyword
	}
}

// Leave takes back an Enter.
func (m *Meter) Leave(before Mark) {
	if m != nil {
		m.Mark = before
	}
}

// Spent returns the steps and bytes counted so far.
func (m *Meter) Spent() (steps, bytes int) { return m.steps, m.bytes }

// Catch turns the panic of a Stop into its error; it is deferred. Other panics go on.
func Catch(m *Meter, failed func(at Mark, err error)) {
	switch r := recover().(type) {
	case nil:
	case *Stop:
		failed(m.Mark, r.Err)
	default:
		panic(r)
	}
}

// Pointer returns the place where work is being done, as an RFC 6901 pointer.
func (m *Meter) Pointer() string {
	if m == nil || m.Place == nil {
		return ""
	}
	return m.Place.Pointer()
}

// Cause returns the keyword whose work is being done, or "".
func (m *Meter) Cause() string {
	if m == nil {
		return ""
	}
	return m.Keyword
}
