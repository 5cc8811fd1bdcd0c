package number

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// drawNumSpec returns a set of numbers with bounds, divisors, exceptions or a list, each now and then.
func drawNumSpec(r *rand.Rand) *Spec {
	for {
		few := []string{"0", "1", "-1", "2", "3", "5", "7", "9", "10", "12", "20", "99", "100", "250", "1e3", "1e5", "0.5", "0.1",
			"0.25", "0.03", "1e-3", "15e-5", "-0.4", "-7", "-12", "-1e2"}
		draw := func() *big.Rat { return ParseClamped(few[r.IntN(len(few))]) }
		divisor := func() *big.Rat { return ParseClamped(few[1+r.IntN(21)]) }
		s := &Spec{}
		if r.IntN(5) == 0 {
			s.List = []*big.Rat{}
			for range 1 + r.IntN(3) {
				s.List = append(s.List, draw())
			}
			slices.SortFunc(s.List, func(a, b *big.Rat) int { return a.Cmp(b) })
			return s
		}
		if r.IntN(2) == 0 {
			s.Lo, s.LoOpen = draw(), r.IntN(2) == 0
		}
		if r.IntN(2) == 0 {
			s.Hi, s.HiOpen = draw(), r.IntN(2) == 0
		}
		if r.IntN(3) > 0 {
			s.MultipleOf = divisor()
			s.MultipleOf.Abs(s.MultipleOf)
		}
		for r.IntN(3) == 0 {
			s.Except = append(s.Except, draw())
		}
		if r.IntN(4) == 0 {
			s.NotMultipleOf = append(s.NotMultipleOf, divisor())
			s.NotMultipleOf[0].Abs(s.NotMultipleOf[0])
		}
		if s.Settle() && !s.Free() {
			return s
		}
	}
}

// A numTwin tries every number there is.
type numTwin struct {
	t    *testing.T
	k    *Recognizer
	f    Form
	r    *rand.Rand
	seen int
}

// check returns how many bytes more, at least, make text a member, or -1, and holds live and shortest
// to that.
func (w *numTwin) check(text []byte, s State) int {
	best := -1
	minusZero := len(text) > 0 && text[0] == '-' && !bytes.ContainsAny(text, "123456789") // which compact documents have no use for
	if s.complete() && w.k.Accepts(text, s, w.f) && (w.f.AnyForm || w.f.Lenient || !minusZero) {
		best = 0
	}
	for _, b := range []byte("0123456789-+.eE") {
		next, ok := s.Step(b)
		if !ok || len(text) == w.f.Limit || (b|0x20) == 'e' && !w.k.Exponents(w.f) {
			continue
		}
		if n := w.check(append(text[:len(text):len(text)], b), next); n >= 0 && (best < 0 || n+1 < best) {
			best = n + 1
		}
	}
	if len(text) == 0 || w.t.Failed() || len(text) > 2 && w.r.IntN(30) > 0 {
		return best
	}
	w.seen++
	assert.Equal(w.t, best >= 0, w.k.Live(text, s, w.f), "%s: %q in form %+v", w.k.Spec, text, w.f)
	if best >= 0 {
		rest := w.k.Shortest(text, s, w.f)
		assert.NotNil(w.t, rest, "%s: %q in form %+v", w.k.Spec, text, w.f)
		assert.Len(w.t, rest, best, "%s: %q and %q in form %+v", w.k.Spec, text, rest, w.f)
		end := s
		for _, b := range rest {
			end, _ = end.Step(b)
		}
		assert.True(w.t, w.k.Accepts(append(text[:len(text):len(text)], rest...), end, w.f), "%s: %q and %q in form %+v", w.k.Spec,
			text, rest, w.f)
	}
	return best
}

// TestNumbersAreAliveExactlyIfSomethingCompletesThem compares with trying everything, where numbers are
// short, in all forms. For more: -sweep.
func TestNumbersAreAliveExactlyIfSomethingCompletesThem(t *testing.T) {
	r := rand.New(rand.NewPCG(*grammartest.SweepSeed, 12))
	specs, seen := 0, 0
	for start := time.Now(); time.Since(start) < *grammartest.Sweep || specs < 6; specs++ {
		limit := 4
		if *grammartest.Sweep > time.Minute {
			limit += r.IntN(2)
		}
		s := drawNumSpec(r)
		for _, f := range []Form{{}, {AnyForm: true}, {Lenient: true}, {AnyForm: true, Lenient: true}} {
			f.Limit = limit
			w := numTwin{t: t, r: r, k: NewRecognizer(s, limit), f: f}
			w.check(nil, Start)
			require.False(t, t.Failed())
			seen += w.seen
		}
	}
	t.Logf("%d sets of numbers, %d prefixes", specs, seen)
}

// TestWordsOfAMachineAgreeWithBigNumbers compares with the way that numbers without bounds take.
func TestWordsOfAMachineAgreeWithBigNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(*grammartest.SweepSeed, 13))
	f, alive, dead := Form{AnyForm: true, Lenient: true, Limit: 128}, 0, 0
	for range 500 {
		k := NewRecognizer(drawNumSpec(r), f.Limit)
		for range 10 {
			text, s := []byte(nil), Start
			for range 1 + r.IntN(9) {
				b := "0123456789-00999."[r.IntN(17)]
				if next, ok := s.Step(b); ok {
					text, s = append(text, b), next
				}
			}
			if s == Start || s == Minus {
				continue
			}
			_, want := k.finishMantissa(newMantissa(text, s), f.Limit-len(text))
			require.Equal(t, want, k.Live(text, s, f), "%s: %q", k.Spec, text)
			if want {
				alive++
			} else {
				dead++
			}
		}
	}
	t.Logf("%d alive, %d dead", alive, dead)
}
