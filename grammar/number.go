package grammar

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// one is the divisor of all integers.
var one = big.NewRat(1, 1)

// A numSpec is a set of numbers: an interval, divisors, and either an explicit list or exceptions.
// It is immutable once a value holds it.
type numSpec struct {
	lo, hi         *big.Rat // nil: unbounded
	loOpen, hiOpen bool     // the bound itself is out
	mult           *big.Rat // nil: any; integers have 1
	notMult        []*big.Rat
	not            []*big.Rat
	set            []*big.Rat // not nil: only these, ascending
	at             *tree      // where the schema says so
}

func (s *numSpec) free() bool {
	return s.lo == nil && s.hi == nil && s.mult == nil && s.notMult == nil && s.not == nil && s.set == nil
}

// whole reports whether all members are integers.
func (s *numSpec) whole() bool {
	if s.set != nil {
		return !slices.ContainsFunc(s.set, func(x *big.Rat) bool { return !x.IsInt() })
	}
	return s.mult != nil && s.mult.IsInt()
}

// has reports whether x is a member.
func (s *numSpec) has(x *big.Rat) bool {
	if s.lo != nil {
		if c := x.Cmp(s.lo); c < 0 || (c == 0 && s.loOpen) {
			return false
		}
	}
	if s.hi != nil {
		if c := x.Cmp(s.hi); c > 0 || (c == 0 && s.hiOpen) {
			return false
		}
	}
	if s.mult != nil && !isMultiple(x, s.mult) {
		return false
	}
	if s.set != nil && !slices.ContainsFunc(s.set, func(y *big.Rat) bool { return x.Cmp(y) == 0 }) {
		return false
	}
	return !s.excluded(x)
}

func (s *numSpec) excluded(x *big.Rat) bool {
	return slices.ContainsFunc(s.not, func(y *big.Rat) bool { return x.Cmp(y) == 0 }) ||
		slices.ContainsFunc(s.notMult, func(m *big.Rat) bool { return isMultiple(x, m) })
}

// meetNum returns the intersection, and whether it can have members.
func meetNum(a, b *numSpec) (*numSpec, bool) {
	if a.free() {
		return b, true
	}
	if b.free() {
		return a, true
	}
	s := *a
	if b.lo != nil {
		s.tightenLo(b.lo, b.loOpen)
	}
	if b.hi != nil {
		s.tightenHi(b.hi, b.hiOpen)
	}
	s.mult = lcm(a.mult, b.mult)
	s.notMult = append(slices.Clone(a.notMult), b.notMult...)
	s.not = append(slices.Clone(a.not), b.not...)
	switch {
	case a.set == nil:
		s.set = b.set
	case b.set != nil:
		s.set = slices.DeleteFunc(slices.Clone(a.set), func(x *big.Rat) bool {
			return !slices.ContainsFunc(b.set, func(y *big.Rat) bool { return x.Cmp(y) == 0 })
		})
	}
	return &s, s.settle()
}

func (s *numSpec) tightenLo(lo *big.Rat, open bool) {
	if s.lo == nil || lo.Cmp(s.lo) > 0 {
		s.lo, s.loOpen = lo, open
	} else if lo.Cmp(s.lo) == 0 {
		s.loOpen = s.loOpen || open
	}
}

func (s *numSpec) tightenHi(hi *big.Rat, open bool) {
	if s.hi == nil || hi.Cmp(s.hi) < 0 {
		s.hi, s.hiOpen = hi, open
	} else if hi.Cmp(s.hi) == 0 {
		s.hiOpen = s.hiOpen || open
	}
}

// settle simplifies and reports whether anything is left.
func (s *numSpec) settle() bool {
	if s.set != nil {
		all := *s
		s.set = slices.DeleteFunc(slices.Clone(s.set), func(x *big.Rat) bool { return !all.has(x) })
		s.lo, s.hi, s.mult, s.not, s.notMult = nil, nil, nil, nil, nil
		return len(s.set) > 0
	}
	if s.mult != nil {
		for _, m := range s.notMult {
			if isMultiple(s.mult, m) {
				return false
			}
		}
	}
	return s.anyIn(s.lo, s.loOpen, s.hi, s.hiOpen)
}

// anyIn reports whether a member lies between lo and hi, which lie within the bounds of s; nil is
// unbounded.
func (s *numSpec) anyIn(lo *big.Rat, loOpen bool, hi *big.Rat, hiOpen bool) bool {
	if lo == nil || hi == nil {
		return true
	}
	return s.firstIn(lo, loOpen, hi, hiOpen, nil) != nil
}

// firstIn returns the least member between lo and hi that is a multiple of grid, or nil. Without a
// grid and divisors it is any member.
func (s *numSpec) firstIn(lo *big.Rat, loOpen bool, hi *big.Rat, hiOpen bool, grid *big.Rat) *big.Rat {
	c := lo.Cmp(hi)
	if c > 0 || (c == 0 && (loOpen || hiOpen)) {
		return nil
	}
	step := lcm(s.mult, grid)
	if step == nil {
		if c < 0 || !s.excluded(lo) {
			return lo
		}
		return nil
	}
	first, last := ceilQuo(lo, step), floorQuo(hi, step)
	if loOpen && lo.Cmp(times(first, step)) == 0 {
		first.Add(first, big.NewInt(1))
	}
	if hiOpen && hi.Cmp(times(last, step)) == 0 {
		last.Sub(last, big.NewInt(1))
	}
	if slices.ContainsFunc(s.notMult, func(m *big.Rat) bool { return isMultiple(step, m) }) {
		return nil // otherwise some multiple is soon none of theirs
	}
	for first.Cmp(last) <= 0 {
		x := times(first, step)
		if !s.excluded(x) {
			return x
		}
		first.Add(first, one.Num())
	}
	return nil
}

func times(n *big.Int, step *big.Rat) *big.Rat {
	return new(big.Rat).Mul(new(big.Rat).SetInt(n), step)
}

// negateNum returns the numbers that are not members of s.
func negateNum(s *numSpec) []*numSpec {
	var out []*numSpec
	if s.lo != nil {
		out = append(out, &numSpec{hi: s.lo, hiOpen: !s.loOpen, at: s.at})
	}
	if s.hi != nil {
		out = append(out, &numSpec{lo: s.hi, loOpen: !s.hiOpen, at: s.at})
	}
	if s.mult != nil {
		out = append(out, &numSpec{notMult: []*big.Rat{s.mult}, at: s.at})
	}
	for _, m := range s.notMult {
		out = append(out, &numSpec{mult: m, at: s.at})
	}
	if s.not != nil {
		out = append(out, &numSpec{set: s.not, at: s.at})
	}
	if s.set != nil {
		out = append(out, &numSpec{not: s.set, at: s.at})
	}
	return out
}

func (s *numSpec) String() string {
	var b strings.Builder
	b.WriteString("num")
	if s.set != nil {
		writeRats(&b, " in ", s.set)
		return b.String()
	}
	if s.lo != nil {
		b.WriteString(map[bool]string{false: " >=", true: " >"}[s.loOpen] + s.lo.RatString())
	}
	if s.hi != nil {
		b.WriteString(map[bool]string{false: " <=", true: " <"}[s.hiOpen] + s.hi.RatString())
	}
	if s.mult != nil {
		b.WriteString(" of " + s.mult.RatString())
	}
	writeRats(&b, " not of ", s.notMult)
	writeRats(&b, " not ", s.not)
	return b.String()
}

func writeRats(b *strings.Builder, lead string, list []*big.Rat) {
	for i, x := range list {
		if i > 0 {
			lead = ","
		}
		b.WriteString(lead + x.RatString())
	}
}

// want says in words what the members of k are.
func (k *numSeek) want() string {
	s := k.spec
	noun := "a number"
	if k.whole {
		noun = "an integer"
	}
	switch {
	case s.set != nil:
		var list []string
		for _, x := range s.set[:min(len(s.set), maxExpected)] {
			list = append(list, ratText(x))
		}
		return strings.Join(list, ", ")
	case s.lo != nil && s.hi != nil:
		return fmt.Sprintf("%s from %s to %s", noun, ratText(s.lo), ratText(s.hi))
	case s.lo != nil:
		return fmt.Sprintf("%s from %s", noun, ratText(s.lo))
	case s.hi != nil:
		return fmt.Sprintf("%s up to %s", noun, ratText(s.hi))
	}
	return noun
}

// count returns how many members s has, up to most; none if it has too many exceptions to know.
func (s *numSpec) count(most int) int {
	if s.set != nil {
		return len(s.set)
	}
	if s.lo == nil || s.hi == nil || s.mult == nil && s.lo.Cmp(s.hi) < 0 {
		return most
	}
	n, lo, open := 0, s.lo, s.loOpen
	for n < most {
		x := s.firstIn(lo, open, s.hi, s.hiOpen, nil)
		if x == nil || s.excluded(x) {
			break
		}
		n++
		lo, open = new(big.Rat).Set(x), true
	}
	return n
}
