package number

import (
	"math/big"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// leaving returns numbers of which n are left out, one at each step.
func leaving(n int, step *big.Rat, s Spec) *Spec {
	for i := range n {
		s.Except = append(s.Except, times(big.NewInt(int64(i)), step))
	}
	return &s
}

// What can follow the first digits of a number does not cost a look at every number that is left out.
func TestManyExceptionsAreNotLookedAtOneByOne(t *testing.T) {
	const many = 1 << 14
	half, any := big.NewRat(1, 2), Form{AnyForm: true, Limit: 128}
	for name, s := range map[string]*Spec{
		"integers":           leaving(many, One, Spec{MultipleOf: One, Lo: new(big.Rat), Hi: big.NewRat(many+5, 1)}),
		"numbers":            leaving(many, One, Spec{Lo: new(big.Rat), Hi: big.NewRat(many, 1), HiOpen: true}),
		"with steps between": leaving(2*many, half, Spec{}),
		"no multiples of another": leaving(many, big.NewRat(2, 1),
			Spec{MultipleOf: One, Lo: new(big.Rat), Hi: big.NewRat(2*many+1, 1), NotMultipleOf: []*big.Rat{big.NewRat(3, 1)}}),
	} {
		k := NewRecognizer(s, 128)
		k.Live([]byte("1"), Whole, any) // what is made once
		k.Shortest([]byte("1"), Whole, any)
		k.Live([]byte("1e"), ExponentMark, any)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		k.Live([]byte("1"), Whole, any)
		k.Live([]byte("1e"), ExponentMark, any)
		rest := k.Shortest([]byte("1"), Whole, any)
		runtime.ReadMemStats(&after)
		require.NotNil(t, rest, name)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), name)
	}
}

// Machine words find what big numbers find.
func TestUnitExceptionsCountRuns(t *testing.T) {
	s := &Spec{NotMultipleOf: []*big.Rat{big.NewRat(3, 2)}}
	for i := range 200 {
		if i%7 != 0 {
			s.Except = append(s.Except, big.NewRat(int64(i), 4))
		}
	}
	words := func() *unitExceptions { return newUnitExceptions(s) }
	for _, step := range []*big.Rat{big.NewRat(1, 4), big.NewRat(1, 2), One, big.NewRat(1, 3), big.NewRat(1, 8), big.NewRat(5, 4)} {
		for from := range 60 {
			lo, hi := big.NewRat(int64(from), 1), big.NewRat(70, 1)
			want, got := s.firstIn(lo, false, hi, false, step), s.firstBut(words, lo, false, hi, false, step)
			require.NotNil(t, want)
			assert.Zero(t, want.Cmp(got), "from %d by %s: want %s, got %s", from, step, want, got)
		}
	}
}

// A run of exceptions and of multiples is as long as counting them one by one says.
func TestRunsOfExceptionsAreCountedAtOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		s := &Spec{MultipleOf: big.NewRat([]int64{1, 2, 1}[r.IntN(3)], []int64{1, 1, 2}[r.IntN(3)])}
		for range r.IntN(3) {
			s.NotMultipleOf = append(s.NotMultipleOf, times(big.NewInt([]int64{3, 5, 7}[r.IntN(3)]), s.MultipleOf))
		}
		for i := range int64(60) {
			if x := times(big.NewInt(i), s.MultipleOf); r.IntN(8) > 0 {
				s.Except = append(s.Except, x)
			}
		}
		if !s.Settle() || s.Except == nil {
			continue
		}
		e := newUnitExceptions(s)
		for i := range int64(70) {
			want := int64(0)
			for s.excluded(times(big.NewInt(i+want), s.MultipleOf)) {
				want++
			}
			require.Equal(t, want, e.run(times(big.NewInt(i), s.MultipleOf), s.MultipleOf), "%s from %d", s, i)
		}
	}
}
