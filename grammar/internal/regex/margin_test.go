package regex

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMargin(t *testing.T) {
	for _, row := range []struct {
		claim, pattern, at string
		not                bool
		want               int
	}{
		{"anything may come before a match", `ab`, "", false, Endless},
		{"and within one", `^x|ab`, "x", false, Endless},
		{"an anchored word", `^ab`, "", false, 1},
		{"behind it", `^ab`, "ab", false, Endless},
		{"a line may end the dot, and lines do not count", `^a.*$`, "a", false, Endless},
		{"a word that must not come", `abcd`, "x", true, 4},
		{"of which a part came", `abcd`, "xabc", true, 1},
		{"a count", `^.{0,5}$`, "x", false, 5},
		{"more states than are looked at", `^.{0,500}$`, "", false, maxMarginStates},
	} {
		t.Run(row.claim, func(t *testing.T) {
			s := New()
			e, err := s.Pattern(row.pattern)
			require.NoError(t, err)
			if row.not {
				e = s.Complement(e)
			}
			d, err := s.NewDFA(e, 0)
			require.NoError(t, err)
			state := d.Start()
			for _, r := range row.at {
				state, err = d.Step(state, r)
				require.NoError(t, err)
			}
			assert.Equal(t, row.want, d.Margin(state))
			assert.Equal(t, row.want, d.Margin(state), "asked again")
		})
	}
}

// No string of ordinary characters that is shorter than a margin leads to Dead.
func TestNothingShorterThanAMarginIsDead(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	letters := []rune("aabbcd019 -é\u2027中")
	for _, pattern := range []string{`abc|ca`, `^(ab|c)*$`, `^a.{3,7}$`, `(a|b){4}c`, `^[a-c0-9]{2,6}-?$`, `^(?!ab)`} {
		for _, not := range []bool{false, true} {
			s := New()
			e, err := s.Pattern(pattern)
			if err != nil {
				continue
			}
			if not {
				e = s.Complement(e)
			}
			d, err := s.NewDFA(e, 0)
			require.NoError(t, err)
			for range 300 {
				state, left := d.Start(), 0
				for range 12 {
					if state == Dead {
						break
					}
					left = max(left-1, d.Margin(state)-1)
					state, err = d.Step(state, letters[rng.IntN(len(letters))])
					require.NoError(t, err)
					require.False(t, left > 0 && state == Dead, pattern)
				}
			}
		}
	}
}
