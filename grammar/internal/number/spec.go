// Package number holds sets of JSON numbers and recognizes their members byte by byte.
//
// A [Spec] is a set: bounds, divisors, a list or exceptions, all exact rational numbers. A [Recognizer]
// answers for one set whether the bytes read so far can still become a member, whether they are one,
// and what the shortest rest is. Its answers are exact; most come from machine words, and big numbers
// are only asked where those cannot tell.
package number

import (
	"fmt"
	"math/big"
	"slices"
	"sort"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// One is the divisor of all integers.
var One = big.NewRat(1, 1)

// Unbounded is the bound of what has none.
const Unbounded = 1 << 30

// A Spec is a set of numbers: an interval, divisors, and either an explicit list or exceptions.
// It is immutable once a value holds it.
type Spec struct {
	Lo, Hi         *big.Rat // nil: unbounded
	LoOpen, HiOpen bool     // the bound itself is out
	MultipleOf     *big.Rat // nil: any; integers have 1
	NotMultipleOf  []*big.Rat
	Except         []*big.Rat     // ascending
	List           []*big.Rat     // not nil: only these, ascending
	At             *jsontext.Tree // where the schema says so
}

// Free reports whether s is the set of all numbers.
func (s *Spec) Free() bool {
	return s.Lo == nil && s.Hi == nil && s.MultipleOf == nil && s.NotMultipleOf == nil && s.Except == nil && s.List == nil
}

// Whole reports whether all members are integers.
func (s *Spec) Whole() bool {
	if s.List != nil {
		return !slices.ContainsFunc(s.List, func(x *big.Rat) bool { return !x.IsInt() })
	}
	return s.MultipleOf != nil && s.MultipleOf.IsInt()
}

// has reports whether x is a member.
func (s *Spec) has(x *big.Rat) bool {
	if s.Lo != nil {
		if c := Compare(x, s.Lo); c < 0 || (c == 0 && s.LoOpen) {
			return false
		}
	}
	if s.Hi != nil {
		if c := Compare(x, s.Hi); c > 0 || (c == 0 && s.HiOpen) {
			return false
		}
	}
	if s.MultipleOf != nil && !isMultiple(x, s.MultipleOf) {
		return false
	}
	if s.List != nil && !contains(s.List, x) {
		return false
	}
	return !s.excluded(x)
}

func (s *Spec) excluded(x *big.Rat) bool {
	return contains(s.Except, x) ||
		slices.ContainsFunc(s.NotMultipleOf, func(m *big.Rat) bool { return isMultiple(x, m) })
}

// Meet returns the intersection, and whether it can have members.
func Meet(a, b *Spec) (*Spec, bool) {
	if a.Free() {
		return b, true
	}
	if b.Free() {
		return a, true
	}
	s := *a
	if b.Lo != nil {
		s.TightenLo(b.Lo, b.LoOpen)
	}
	if b.Hi != nil {
		s.TightenHi(b.Hi, b.HiOpen)
	}
	s.MultipleOf = LCM(a.MultipleOf, b.MultipleOf)
	s.NotMultipleOf = withoutMultiples(append(slices.Clone(a.NotMultipleOf), b.NotMultipleOf...))
	s.Except = merged(a.Except, b.Except)
	switch {
	case a.List == nil:
		s.List = b.List
	case b.List != nil:
		s.List = common(a.List, b.List)
	}
	return &s, s.Settle()
}

// withoutMultiples returns list without those that are a multiple of another: what is not a multiple of 2 is none of 4.
func withoutMultiples(list []*big.Rat) []*big.Rat {
	slices.SortFunc(list, Compare)
	kept := list[:0]
	for _, x := range list {
		if !slices.ContainsFunc(kept, func(m *big.Rat) bool { return isMultiple(x, m) }) {
			kept = append(kept, x)
		}
	}
	return kept
}

// TightenLo leaves out the numbers below lo, and lo itself if it is open.
func (s *Spec) TightenLo(lo *big.Rat, open bool) {
	if s.Lo == nil || Compare(lo, s.Lo) > 0 {
		s.Lo, s.LoOpen = lo, open
	} else if Compare(lo, s.Lo) == 0 {
		s.LoOpen = s.LoOpen || open
	}
}

// TightenHi leaves out the numbers above hi, and hi itself if it is open.
func (s *Spec) TightenHi(hi *big.Rat, open bool) {
	if s.Hi == nil || Compare(hi, s.Hi) < 0 {
		s.Hi, s.HiOpen = hi, open
	} else if Compare(hi, s.Hi) == 0 {
		s.HiOpen = s.HiOpen || open
	}
}

// Settle simplifies and reports whether anything is left.
func (s *Spec) Settle() bool {
	if s.List != nil {
		all := *s
		all.List = nil
		s.List = slices.DeleteFunc(slices.Clone(s.List), func(x *big.Rat) bool { return !all.has(x) })
		s.Lo, s.Hi, s.MultipleOf, s.Except, s.NotMultipleOf = nil, nil, nil, nil, nil
		return len(s.List) > 0
	}
	if s.MultipleOf != nil {
		for _, m := range s.NotMultipleOf {
			if isMultiple(s.MultipleOf, m) {
				return false
			}
		}
	}
	s.dropExceptions()
	return s.anyIn(s.Lo, s.LoOpen, s.Hi, s.HiOpen)
}

// dropExceptions leaves out the exceptions that are no members anyway.
func (s *Spec) dropExceptions() {
	if s.Except == nil {
		return
	}
	all := *s
	all.Except = nil
	s.Except = slices.DeleteFunc(slices.Clone(s.Except), func(x *big.Rat) bool { return !all.has(x) })
	if len(s.Except) == 0 {
		s.Except = nil
	}
}

// skip returns how many members from x on, each a step after the one before, are exceptions.
func (s *Spec) skip(x, step *big.Rat) int {
	from, found := slices.BinarySearchFunc(s.Except, x, Compare)
	if !found {
		return 0
	}
	if s.MultipleOf == nil || Compare(step, s.MultipleOf) != 0 {
		return 1
	}
	// All exceptions are multiples of step, so a run of them has no gap if it is as long as its ends are apart.
	run := sort.Search(len(s.Except)-from, func(n int) bool {
		return Compare(s.Except[from+n], new(big.Rat).Add(x, times(big.NewInt(int64(n)), step))) != 0
	})
	return run
}

// anyIn reports whether a member lies between lo and hi, which lie within the bounds of s; nil is
// unbounded.
func (s *Spec) anyIn(lo *big.Rat, loOpen bool, hi *big.Rat, hiOpen bool) bool {
	if lo == nil || hi == nil {
		return true
	}
	return s.firstIn(lo, loOpen, hi, hiOpen, nil) != nil
}

// firstIn returns the least member between lo and hi that is a multiple of grid, or nil. Without a
// grid and divisors it is any member.
func (s *Spec) firstIn(lo *big.Rat, loOpen bool, hi *big.Rat, hiOpen bool, grid *big.Rat) *big.Rat {
	return s.firstBut(nil, lo, loOpen, hi, hiOpen, grid)
}

// firstBut is firstIn, which asks words, if it is not nil, where it passes over very many exceptions.
func (s *Spec) firstBut(words func() *unitExceptions, lo *big.Rat, loOpen bool, hi *big.Rat, hiOpen bool, grid *big.Rat) *big.Rat {
	c := Compare(lo, hi)
	if c > 0 || (c == 0 && (loOpen || hiOpen)) {
		return nil
	}
	step := LCM(s.MultipleOf, grid)
	if step == nil {
		if c < 0 || !s.excluded(lo) {
			return lo
		}
		return nil
	}
	first, last := CeilQuo(lo, step), FloorQuo(hi, step)
	if loOpen && Compare(lo, times(first, step)) == 0 {
		first.Add(first, big.NewInt(1))
	}
	if hiOpen && Compare(hi, times(last, step)) == 0 {
		last.Sub(last, big.NewInt(1))
	}
	if slices.ContainsFunc(s.NotMultipleOf, func(m *big.Rat) bool { return isMultiple(step, m) }) {
		return nil // otherwise some multiple is soon none of theirs
	}
	for passed := 0; first.Cmp(last) <= 0; passed++ {
		x := times(first, step)
		if !s.excluded(x) {
			return x
		}
		run := int64(s.skip(x, step))
		if words != nil && passed > 1 {
			run = max(run, words().run(x, step))
		}
		first.Add(first, big.NewInt(max(1, run)))
	}
	return nil
}

func times(n *big.Int, step *big.Rat) *big.Rat {
	return new(big.Rat).Mul(new(big.Rat).SetInt(n), step)
}

// Negate returns the numbers that are not members of s.
func Negate(s *Spec) []*Spec {
	var out []*Spec
	if s.Lo != nil {
		out = append(out, &Spec{Hi: s.Lo, HiOpen: !s.LoOpen, At: s.At})
	}
	if s.Hi != nil {
		out = append(out, &Spec{Lo: s.Hi, LoOpen: !s.HiOpen, At: s.At})
	}
	if s.MultipleOf != nil {
		out = append(out, &Spec{NotMultipleOf: []*big.Rat{s.MultipleOf}, At: s.At})
	}
	for _, m := range s.NotMultipleOf {
		out = append(out, &Spec{MultipleOf: m, At: s.At})
	}
	if s.Except != nil {
		out = append(out, &Spec{List: s.Except, At: s.At})
	}
	if s.List != nil {
		out = append(out, &Spec{Except: s.List, At: s.At})
	}
	return out
}

// String returns s as a list of its conditions; equal sets of conditions are equal texts.
func (s *Spec) String() string {
	var b strings.Builder
	b.WriteString("num")
	if s.List != nil {
		writeRats(&b, " in ", s.List)
		return b.String()
	}
	if s.Lo != nil {
		b.WriteString(map[bool]string{false: " >=", true: " >"}[s.LoOpen] + s.Lo.RatString())
	}
	if s.Hi != nil {
		b.WriteString(map[bool]string{false: " <=", true: " <"}[s.HiOpen] + s.Hi.RatString())
	}
	if s.MultipleOf != nil {
		b.WriteString(" of " + s.MultipleOf.RatString())
	}
	writeRats(&b, " not of ", s.NotMultipleOf)
	writeRats(&b, " not ", s.Except)
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

// maxDescribed is up to how many listed members want names.
const maxDescribed = 8

// Describe says in words what the members of k are.
func (k *Recognizer) Describe() string {
	s := k.Spec
	noun := "a number"
	if k.Whole {
		noun = "an integer"
	}
	switch {
	case s.List != nil:
		var list []string
		for _, x := range s.List[:min(len(s.List), maxDescribed)] {
			list = append(list, Text(x))
		}
		return strings.Join(list, ", ")
	case s.Lo != nil && s.Hi != nil:
		return fmt.Sprintf("%s from %s to %s", noun, Text(s.Lo), Text(s.Hi))
	case s.Lo != nil:
		return fmt.Sprintf("%s from %s", noun, Text(s.Lo))
	case s.Hi != nil:
		return fmt.Sprintf("%s up to %s", noun, Text(s.Hi))
	}
	return noun
}

// Members returns all members of s, or false if there are more than most.
func (s *Spec) Members(most int) ([]*big.Rat, bool) {
	if s.List != nil {
		return s.List, len(s.List) <= most
	}
	if s.Lo == nil || s.Hi == nil || s.MultipleOf == nil && Compare(s.Lo, s.Hi) < 0 {
		return nil, false
	}
	var list []*big.Rat
	lo, open := s.Lo, s.LoOpen
	for len(list) <= most {
		x := s.firstIn(lo, open, s.Hi, s.HiOpen, nil)
		if x == nil {
			return list, true
		}
		list = append(list, x)
		lo, open = x, true
	}
	return nil, false
}
