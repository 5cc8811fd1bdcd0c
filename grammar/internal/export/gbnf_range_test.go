package export

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

func rat(t *testing.T, text string) *big.Rat {
	x, ok := new(big.Rat).SetString(text)
	require.True(t, ok, text)
	return x
}

// draw spells a random number: few digits, often equal to those of a bound.
func draw(r *rand.Rand, whole bool) string {
	digits := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte("0012599"[r.IntN(7)])
		}
		return b.String()
	}
	text := strings.TrimLeft(digits(1+r.IntN(3)), "0")
	if text == "" {
		text = "0"
	}
	if !whole && r.IntN(3) > 0 {
		text += "." + digits(1+r.IntN(3))
	}
	if r.IntN(2) == 0 {
		text = "-" + text
	}
	return text
}

// TestDecimalsBetweenBounds compares with arithmetic.
func TestDecimalsBetweenBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	inside, outside := 0, 0
	for i := range 600 {
		d := decimals{space: regex.New(), digits: 3, whole: i%2 == 0}
		var lo, hi *big.Rat
		if r.IntN(4) > 0 {
			lo = rat(t, draw(r, false))
		}
		if r.IntN(4) > 0 {
			hi = rat(t, draw(r, false))
		}
		loOpen, hiOpen := r.IntN(2) == 0, r.IntN(2) == 0
		lang := d.between(lo, loOpen, hi, hiOpen)
		for range 60 {
			text := draw(r, d.whole)
			x := rat(t, text)
			before, _, _ := strings.Cut(text, ".")
			want := len(before) <= d.digits && (x.Sign() != 0 || text[0] != '-')
			if lo != nil {
				c := x.Cmp(lo)
				want = want && (c > 0 || c == 0 && !loOpen)
			}
			if hi != nil {
				c := x.Cmp(hi)
				want = want && (c < 0 || c == 0 && !hiOpen)
			}
			require.Equal(t, want, d.space.Matches(lang, text), "%s between %v (%t) and %v (%t)", text, lo, loOpen, hi, hiOpen)
			if want {
				inside++
			} else {
				outside++
			}
		}
	}
	require.Greater(t, min(inside, outside), 5000)
}

func TestMultiplesByTheirLastDigits(t *testing.T) {
	d := decimals{space: regex.New(), digits: 5, whole: true}
	for _, step := range []int64{1, 2, 4, 5, 10, 20, 25, 50, 100} {
		lang, ok := d.endings(big.NewRat(step, 1))
		require.True(t, ok, step)
		for x := int64(-1234); x < 1234; x++ {
			require.Equal(t, x%step == 0, d.space.Matches(lang, big.NewInt(x).String()), "%d of %d", x, step)
		}
	}
	for _, step := range []string{"3", "200", "0.5"} {
		_, ok := d.endings(rat(t, step))
		require.False(t, ok, step)
	}
}
