package regex

import "math/bits"

// Lengths is the set of lengths, in code points, of the members of a language. It is exact at any
// length: the lengths of a regular language are periodic from some length on.
type Lengths struct {
	// A set without bits is lo..hi, hi < 0 meaning no upper bound. lo is the least length of the others too, unless
	// they have none.
	lo, hi int
	// Otherwise bit k, k < start+period, says whether k is in, and longer lengths repeat the last
	// period of them.
	bits          []uint64
	start, period int
}

// Meets reports whether any length in lo..hi is in the set; hi < 0 means no upper bound.
func (l *Lengths) Meets(lo, hi int) bool {
	if hi >= 0 && lo > hi {
		return false
	}
	if l.bits == nil {
		return (l.hi < 0 || lo <= l.hi) && (hi < 0 || l.lo <= hi)
	}
	k := l.next(lo)
	return k >= 0 && (hi < 0 || k <= hi)
}

// Min returns the least length.
func (l *Lengths) Min() int { return max(l.Next(0), 0) }

// Next returns the least length in the set that is not below from, or -1.
func (l *Lengths) Next(from int) int {
	if l.bits != nil {
		return l.next(from)
	}
	if k := max(l.lo, from); l.hi < 0 || k <= l.hi {
		return k
	}
	return -1
}

// Max returns the greatest length, or -1 if there is none.
func (l *Lengths) Max() int {
	if l.bits == nil {
		return l.hi
	}
	if l.scan(l.start, l.start+l.period) >= 0 {
		return -1
	}
	for w := len(l.bits) - 1; w >= 0; w-- {
		if l.bits[w] != 0 {
			return w*64 + 63 - bits.LeadingZeros64(l.bits[w])
		}
	}
	return -1
}

func (l *Lengths) next(from int) int {
	if from <= l.lo && l.lo > 0 {
		return l.lo // far away in a pattern of many states, which is asked at each of them
	}
	end := l.start + l.period
	skipped := 0
	if from >= end {
		skipped = (from - l.start) / l.period * l.period
	}
	if k := l.scan(from-skipped, end); k >= 0 {
		return k + skipped
	}
	if k := l.scan(l.start, end); k >= 0 {
		return k + skipped + l.period
	}
	return -1
}

// scan returns the least set bit in from..end-1, or -1.
func (l *Lengths) scan(from, end int) int {
	for k := from; k < end; {
		if rest := l.bits[k/64] >> (k % 64); rest != 0 {
			if k += bits.TrailingZeros64(rest); k < end {
				return k
			}
			return -1
		}
		k += 64 - k%64
	}
	return -1
}

// Lengths returns the lengths of the members of e, and remembers them. The error is ErrBudget or nil.
// If e has no member the set is empty, with Min 0.
func (s *Space) Lengths(e Expr, budget int) (*Lengths, error) {
	if l, ok := s.lengths[e]; ok {
		return l, nil
	}
	if s.lengths == nil {
		s.lengths = make(map[Expr]*Lengths)
	}
	if list, ok := s.spans(e, 0); ok {
		if l, ok := lengthsOf(list); ok {
			return s.keep(e, l)
		}
	}
	switch l, ok, err := s.bounded(e, budget); {
	case err != nil:
		return nil, err
	case ok:
		return s.keep(e, l)
	}
	if n := &s.nodes[e]; n.op == opLeaf {
		if l := s.leafLengths(n); l != unknownLengths {
			s.lengths[e] = l
			return l, nil
		}
	}
	budget = orDefault(budget)
	if budget <= s.wide[e] {
		return nil, ErrBudget
	}
	if err := s.layer(e, budget); err != nil {
		if s.wide == nil {
			s.wide = map[Expr]int{}
		}
		s.wide[e] = budget
		return nil, err
	}
	return s.lengths[e], nil
}

// maxWritten bounds the words of all sets that are written out in a Space: each state of a.{100000}$ has one of its own.
const maxWritten = 1 << 22

// keep remembers the lengths of e, unless they are one more set to write out where there are too many.
func (s *Space) keep(e Expr, l *Lengths) (*Lengths, error) {
	if s.written += len(l.bits); l.bits != nil && s.written > maxWritten {
		return nil, ErrBudget
	}
	s.lengths[e] = l
	return l, nil
}

// Grown reports whether s holds so much of what was asked that its questioner had better begin with another one.
func (s *Space) Grown() bool {
	return s.written > maxWritten || len(s.lists) > maxLists || len(s.nodes) > maxNodes
}

// maxNodes is what a Space may hold before it is called grown.
const maxNodes = 1 << 21

// maxClip bounds the length up to which a set is written out bit by bit.
const maxClip = 1 << 20

// bounded returns the lengths of e if it is an intersection with every string of certain lengths, as
// a format with a limit is: then those of the rest need not be multiplied by them.
func (s *Space) bounded(e Expr, budget int) (l *Lengths, ok bool, err error) {
	n := s.nodes[e]
	if n.op != opIntersect {
		return nil, false, nil
	}
	others, limit := []Expr{}, run{}
	for _, m := range s.members(&n) {
		if r := s.asRepeat(m); r.base == AnyRune {
			limit = r // meetRuns leaves no more than one
		} else {
			others = append(others, m)
		}
	}
	if limit.base != AnyRune {
		return nil, false, nil
	}
	l, err = s.Lengths(s.Intersect(others...), budget)
	if err != nil {
		return nil, false, err
	}
	if limit.hi < 0 || limit.hi > maxClip {
		return nil, false, nil
	}
	b := newBitSet(int(limit.hi) + 1)
	for k := l.Next(int(limit.lo)); k >= 0 && k <= int(limit.hi); k = l.Next(k + 1) {
		b.add(k)
	}
	return b.lengths(), true, nil
}

// A measured leaf knows the lengths of its states without being explored.
type measured interface {
	lengths(state int32) *Lengths // nil if it does not know after all
}

// unknownLengths stands for a leaf that must be explored.
var unknownLengths = &Lengths{bits: []uint64{0}, period: 1}

func (s *Space) leafLengths(n *node) *Lengths {
	if m, ok := s.leaves[n.a].(measured); ok {
		if l := m.lengths(n.b); l != nil {
			return l
		}
	}
	return unknownLengths
}

// leafWords reports whether e is a list of words, and whether the empty one is among them.
func (s *Space) leafWords(e Expr) (empty, ok bool) {
	if n := &s.nodes[e]; n.op == opLeaf {
		_, ok = s.leaves[n.a].(*words)
		return n.nullable, ok
	}
	return false, false
}
