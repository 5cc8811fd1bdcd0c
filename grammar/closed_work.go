package grammar

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
)

// What a schema from elsewhere may cost, all in all, as Limits counts it: about 100 ms of processor time.
const (
	maxForeignWork   = 2_000_000
	maxForeignMemory = 24 << 20
)

// What reading it counts for, in steps of about 20 ns.
const (
	readBytes    = 2    // bytes that are read in a step
	pointerBytes = 16   // bytes of a pointer that are copied in a step
	meetSteps    = 6    // a byte of keywords that meet
	valueSteps   = 24   // a listed value
	memberSteps  = 64   // a member of an object
	compileWork  = 2000 // a compilation, beside what the grammar counts
	patternWork  = 200_000
)

// A closerWork is what closing a schema has cost so far.
type closerWork struct {
	ctx     context.Context
	longest int // of a string whose schema gives no bound
	left    allowance
	made    int    // bytes of its grammars, also of those that were only tried, and of gaps
	reserve int    // of the work, for fewer levels of a recursive schema
	place   string // where the work is done
	failure error  // it is too much, or ctx has ended; then nothing is closed any more
	enough  bool   // it is too much for these levels
}

// spend counts n steps of work on a keyword at p, or its subschema. It is false where the work is too much, or the
// context has ended.
func (w *closerWork) spend(n int) bool {
	switch w.left.work -= n; {
	case w.failure != nil:
	case w.ctx.Err() != nil:
		w.failure = context.Cause(w.ctx)
	case w.left.work < 0:
		w.failure = fmt.Errorf("%w: at %.300s: its parts, at each reference and level, take more than %d steps of work", errForeign,
			cmp.Or(w.place, "the root"), maxForeignWork)
	case w.left.work < w.reserve:
		w.enough = true
	}
	return w.failure == nil && !w.enough
}

// compile compiles a schema in closed form with at most so much of the work that is left.
func (w *closerWork) compile(s Schema, most int) (*Grammar, error) {
	if !w.spend(compileWork) {
		return nil, w.failure
	}
	text := s.JSON()
	if !w.spend(len(text) / readBytes) {
		return nil, w.failure
	}
	return w.compileText(text, most, Options{})
}

// compileText compiles any schema with at most so much of the work that is left.
func (w *closerWork) compileText(text json.RawMessage, most int, o Options) (*Grammar, error) {
	meter := o.internal().Limits.Meter(w.ctx).Within(min(most, w.left.work), w.left.memory)
	g, err := compile(meter, text, o)
	work, made := meter.Spent()
	w.made += grammarBytes + made
	w.spend(work)
	return g, err
}

// An allowance is what all that is done for one schema may cost together, as [Limits] counts it.
type allowance struct{ work, memory int }
