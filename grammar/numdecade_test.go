package grammar

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// drawNumSpec returns a set of numbers with bounds, divisors, exceptions or a list, each now and then.
func drawNumSpec(r *rand.Rand) *numSpec {
	for {
		few := []string{"0", "1", "-1", "2", "3", "5", "7", "9", "10", "12", "20", "99", "100", "250", "1e3", "1e5", "0.5", "0.1", "0.25", "0.03", "1e-3", "15e-5", "-0.4", "-7", "-12", "-1e2"}
		draw := func() *big.Rat { return clampedDecimal(few[r.IntN(len(few))]) }
		divisor := func() *big.Rat { return clampedDecimal(few[1+r.IntN(21)]) }
		s := &numSpec{}
		if r.IntN(5) == 0 {
			s.set = []*big.Rat{}
			for range 1 + r.IntN(3) {
				s.set = append(s.set, draw())
			}
			slices.SortFunc(s.set, func(a, b *big.Rat) int { return a.Cmp(b) })
			return s
		}
		if r.IntN(2) == 0 {
			s.lo, s.loOpen = draw(), r.IntN(2) == 0
		}
		if r.IntN(2) == 0 {
			s.hi, s.hiOpen = draw(), r.IntN(2) == 0
		}
		if r.IntN(3) > 0 {
			s.mult = divisor()
			s.mult.Abs(s.mult)
		}
		for r.IntN(3) == 0 {
			s.not = append(s.not, draw())
		}
		if r.IntN(4) == 0 {
			s.notMult = append(s.notMult, divisor())
			s.notMult[0].Abs(s.notMult[0])
		}
		if s.settle() && !s.free() {
			return s
		}
	}
}

// A numTwin tries every number there is.
type numTwin struct {
	t    *testing.T
	k    *numSeek
	f    numForm
	r    *rand.Rand
	seen int
}

// check returns how many bytes more, at least, make text a member, or -1, and holds live and shortest
// to that.
func (w *numTwin) check(text []byte, s numState) int {
	best := -1
	minusZero := len(text) > 0 && text[0] == '-' && !bytes.ContainsAny(text, "123456789") // which compact documents have no use for
	if s.complete() && w.k.accepts(text, s, w.f) && (w.f.any || w.f.foreign || !minusZero) {
		best = 0
	}
	for _, b := range []byte("0123456789-+.eE") {
		next, ok := s.step(b)
		if !ok || len(text) == w.f.limit || (b|0x20) == 'e' && !w.k.exponents(w.f) {
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
	assert.Equal(w.t, best >= 0, w.k.live(text, s, w.f), "%s: %q in form %+v", w.k.spec, text, w.f)
	if best >= 0 {
		rest := w.k.shortest(text, s, w.f)
		assert.NotNil(w.t, rest, "%s: %q in form %+v", w.k.spec, text, w.f)
		assert.Len(w.t, rest, best, "%s: %q and %q in form %+v", w.k.spec, text, rest, w.f)
		end := s
		for _, b := range rest {
			end, _ = end.step(b)
		}
		assert.True(w.t, w.k.accepts(append(text[:len(text):len(text)], rest...), end, w.f), "%s: %q and %q in form %+v", w.k.spec, text, rest, w.f)
	}
	return best
}

// TestNumbersAreAliveExactlyIfSomethingCompletesThem compares with trying everything, where numbers are
// short, in all forms. For more: -sweep.
func TestNumbersAreAliveExactlyIfSomethingCompletesThem(t *testing.T) {
	r := rand.New(rand.NewPCG(*sweepSeed, 12))
	specs, seen := 0, 0
	for start := time.Now(); time.Since(start) < *sweep || specs < 6; specs++ {
		limit := 4
		if *sweep > time.Minute {
			limit += r.IntN(2)
		}
		s := drawNumSpec(r)
		for _, f := range []numForm{{}, {any: true}, {foreign: true}, {any: true, foreign: true}} {
			f.limit = limit
			w := numTwin{t: t, r: r, k: newNumSeek(s, limit), f: f}
			w.check(nil, numStart)
			require.False(t, t.Failed())
			seen += w.seen
		}
	}
	t.Logf("%d sets of numbers, %d prefixes", specs, seen)
}

// TestNumbersCanAlwaysBeFinished walks at random, with as many bytes as numbers have by default.
func TestNumbersCanAlwaysBeFinished(t *testing.T) {
	schemas := []string{
		`{"type":"integer"}`, `{"type":"integer","minimum":1000,"maximum":1099}`, `{"type":"integer","multipleOf":7,"exclusiveMinimum":0}`,
		`{"type":"number","minimum":0.5,"maximum":1.25}`, `{"type":"number","exclusiveMaximum":-1e-20}`, `{"type":"number","multipleOf":0.3}`,
		`{"type":"number","minimum":1e15,"multipleOf":1e14}`, `{"enum":[1,-0.25,1e6,1.5e-9]}`, `{"type":"number","not":{"multipleOf":0.5}}`,
		`{"type":"integer","minimum":3,"maximum":3}`, `{"type":"number","not":{"enum":[0,1,2,10]},"maximum":20}`,
	}
	for i, schema := range schemas {
		for k, o := range []Options{{}, {Numbers: AnyForm}, {Whitespace: Foreign()}, judging} {
			for _, s := range []string{schema, `{"type":"array","items":` + schema + `}`} {
				g, err := Compile([]byte(s), o)
				require.NoError(t, err, s)
				r := rand.New(rand.NewPCG(uint64(i), uint64(k)))
				ramble(t, s, g, r, 40)
			}
		}
	}
}

// TestWordsOfAMachineAgreeWithBigNumbers compares with the way that numbers without bounds take.
func TestWordsOfAMachineAgreeWithBigNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(*sweepSeed, 13))
	f, alive, dead := numForm{any: true, foreign: true, limit: 128}, 0, 0
	for range 500 {
		k := newNumSeek(drawNumSpec(r), f.limit)
		for range 10 {
			text, s := []byte(nil), numStart
			for range 1 + r.IntN(9) {
				b := "0123456789-00999."[r.IntN(17)]
				if next, ok := s.step(b); ok {
					text, s = append(text, b), next
				}
			}
			if s == numStart || s == numMinus {
				continue
			}
			_, want := k.within(newMantissa(text, s), f.limit-len(text))
			require.Equal(t, want, k.live(text, s, f), "%s: %q", k.spec, text)
			if want {
				alive++
			} else {
				dead++
			}
		}
	}
	t.Logf("%d alive, %d dead", alive, dead)
}

// TestNumbersAsFarOutAsASchemaMaySay holds to what would take minutes if it were looked for one by one.
func TestNumbersAsFarOutAsASchemaMaySay(t *testing.T) {
	digits := strings.Repeat("7", 300)
	for schema, want := range map[string]error{
		`{"type":"integer","minimum":1e400}`:                          ErrEmpty, // no number is so long, and costs know no exponents
		`{"type":"number","exclusiveMinimum":0,"maximum":1e-300}`:     ErrEmpty,
		`{"type":"number","not":{"multipleOf":1e-300}}`:               ErrEmpty,
		`{"type":"number","multipleOf":1e400}`:                        nil,
		`{"type":"number","multipleOf":1e-400}`:                       nil,
		`{"type":"number","multipleOf":0.` + digits + `}`:             nil, // which leaves 0
		`{"type":"number","multipleOf":` + digits + `e-200}`:          nil,
		`{"type":"number","multipleOf":3e-300,"minimum":1e-20}`:       nil,
		`{"type":"integer","not":{"multipleOf":3},"minimum":-1e400}`:  nil,
		`{"type":"number","multipleOf":1e-300,"not":{"const":1e-20}}`: nil,
	} {
		for _, o := range []Options{{}, {Numbers: AnyForm}, judging} {
			g, err := Compile([]byte(schema), o)
			require.ErrorIs(t, err, want, schema)
			if err != nil {
				continue
			}
			r := rand.New(rand.NewPCG(1, 1))
			doc := g.SampleWith(r, SampleOptions{Hostile: true})
			require.NoError(t, g.Check(doc), "%s\n%s", schema, doc)
			ramble(t, schema, g, r, 12)
		}
	}
}
