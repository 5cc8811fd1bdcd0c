package regex

import (
	"math"
	"slices"
)

// Concat returns the language of a member of each of parts in turn.
func (s *Space) Concat(parts ...Expr) Expr {
	e := Epsilon
	for _, part := range slices.Backward(parts) {
		e = s.concat(part, e)
	}
	return e
}

func (s *Space) concat(a, b Expr) Expr {
	switch {
	case s.nodes[a].life == dead || s.nodes[b].life == dead:
		return Nothing
	case a == Epsilon:
		return b
	case b == Epsilon:
		return a
	}
	if n := s.nodes[a]; n.op == opConcat {
		return s.concat(Expr(n.a), s.concat(Expr(n.b), b))
	}
	next, rest := b, Epsilon
	if n := &s.nodes[b]; n.op == opConcat {
		next, rest = Expr(n.a), Expr(n.b)
	}
	if joined, ok := s.joinRepeats(a, next); ok {
		return s.concat(joined, rest)
	}
	na, nb := &s.nodes[a], &s.nodes[b]
	n := node{op: opConcat, a: int32(a), b: int32(b), nullable: na.nullable && nb.nullable}
	if na.life == alive && nb.life == alive {
		n.life = alive
	}
	return s.intern(n)
}

// joinRepeats returns a then b as one repetition if both repeat the same language.
func (s *Space) joinRepeats(a, b Expr) (Expr, bool) {
	ra, rb := s.asRepeat(a), s.asRepeat(b)
	if ra.base != rb.base {
		return 0, false
	}
	lo, hi := int64(ra.lo)+int64(rb.lo), int64(-1)
	if ra.hi >= 0 && rb.hi >= 0 {
		hi = int64(ra.hi) + int64(rb.hi)
	}
	if max(lo, hi) > math.MaxInt32 {
		return 0, false
	}
	return s.Repeat(ra.base, int(lo), int(hi)), true
}

// A run is base repeated lo to hi times (hi < 0: unbounded), then tail.
type run struct {
	base   Expr
	lo, hi int32
	tail   Expr
}

// asRepeat reads e as a run without tail.
func (s *Space) asRepeat(e Expr) run {
	if n := &s.nodes[e]; n.op == opRepeat {
		return run{Expr(n.a), n.b, n.c, Epsilon}
	}
	return run{e, 1, 1, Epsilon}
}

// asRun reads e as a run; counted reports whether it begins with a repetition.
func (s *Space) asRun(e Expr) (r run, counted bool) {
	n := &s.nodes[e]
	if n.op != opConcat {
		return s.asRepeat(e), n.op == opRepeat
	}
	r = s.asRepeat(Expr(n.a))
	r.tail = Expr(n.b)
	return r, s.nodes[n.a].op == opRepeat
}

// Star returns the language of any number of members of e in a row.
func (s *Space) Star(e Expr) Expr { return s.Repeat(e, 0, -1) }

// Optional returns e with the empty string.
func (s *Space) Optional(e Expr) Expr { return s.Repeat(e, 0, 1) }

// Repeat returns the language of lo to hi members of e in a row; hi < 0 means no upper bound. It is
// one node whatever the bounds, which must fit 31 bits; lo > hi >= 0 is Nothing.
func (s *Space) Repeat(e Expr, lo, hi int) Expr {
	if s.nodes[e].nullable {
		lo = 0
	}
	switch {
	case hi >= 0 && lo > hi:
		return Nothing
	case hi == 0 || e == Epsilon || s.nodes[e].life == dead && lo == 0:
		return Epsilon
	case s.nodes[e].life == dead:
		return Nothing
	case lo == 1 && hi == 1 || e == All:
		return e
	case e == AnyRune && lo == 0 && hi < 0:
		return All
	}
	n := s.nodes[e]
	if n.op == opRepeat {
		if flat, ok := s.flatten(n, int64(lo), int64(hi)); ok {
			return flat
		}
	}
	return s.intern(node{
		op: opRepeat, a: int32(e), b: int32(lo), c: int32(max(hi, -1)),
		nullable: lo == 0, life: n.life,
	})
}

// flatten turns the repetition lo..hi of the repetition n into one, if the counts leave no gap.
func (s *Space) flatten(n node, lo, hi int64) (Expr, bool) {
	a, b := int64(n.b), int64(n.c)
	gapless := hi == lo || b < 0 && lo > 0 || b >= 0 && (lo+1)*a <= lo*b+1 || lo == 0 && a <= 1
	if !gapless {
		return 0, false
	}
	top := int64(-1)
	if b >= 0 && hi >= 0 {
		top = b * hi
	}
	if max(a*lo, top) > math.MaxInt32 {
		return 0, false
	}
	return s.Repeat(Expr(n.a), int(a*lo), int(top)), true
}

// Complement returns the language of every string that is not a member of e.
func (s *Space) Complement(e Expr) Expr {
	n := s.nodes[e]
	switch {
	case e == Nothing:
		return All
	case e == All:
		return Nothing
	case n.op == opComplement:
		return Expr(n.a)
	}
	return s.intern(node{op: opComplement, a: int32(e), nullable: !n.nullable})
}

// Literal returns the language whose only member is text.
func (s *Space) Literal(text string) Expr { return s.Literals([]string{text}) }
