package regex

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"

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

// plainMargin is the margin of state for strings of runes, from the steps between the states that are nearest to it, most at
// most: each state is one step farther from Dead than the next that it leads to.
func plainMargin(t *testing.T, d *DFA, state int32, runes []rune, most int) int {
	order, steps := []int32{state}, map[int32][]int32{}
	for i := 0; i < len(order) && len(order) < most; i++ {
		for _, r := range runes {
			to, err := d.Step(order[i], r)
			require.NoError(t, err)
			steps[order[i]] = append(steps[order[i]], to)
			if to != Dead && !slices.Contains(order, to) {
				order = append(order, to)
			}
		}
	}
	margins := map[int32]int{Dead: 0}
	for _, s := range order {
		margins[s] = Endless
		if steps[s] == nil {
			margins[s] = 1
		}
	}
	for changed := true; changed; {
		changed = false
		for s, list := range steps {
			for _, to := range list {
				if margins[to]+1 < margins[s] {
					margins[s], changed = margins[to]+1, true
				}
			}
		}
	}
	return margins[state]
}

// plainReached is the states that strings of runes of fewer than margin characters lead to.
func plainReached(t *testing.T, d *DFA, state int32, runes []rune, margin int) []int32 {
	order := []int32{state}
	for length, last := 1, 0; length < margin && last < len(order); length++ {
		from := last
		last = len(order)
		for _, s := range order[from:last] {
			for _, r := range runes {
				to, err := d.Step(s, r)
				require.NoError(t, err)
				if !slices.Contains(order, to) {
					order = append(order, to)
				}
			}
		}
	}
	return order
}

func TestMarginOfRandomPatterns(t *testing.T) {
	runes := []rune("\u0080é中𝒳")
	for r := '~'; r >= ' '; r-- {
		if r != '"' && r != '\\' {
			runes = slices.Insert(runes, 0, r)
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	compared, within := map[int]int{}, map[int]int{}
	for range 300 {
		m := patternMaker{rng: rng, look: true}
		pattern, _ := m.make(4)
		if rng.IntN(2) == 0 {
			pattern = fmt.Sprintf("^(?:%s){0,%d}$", pattern, 1+rng.IntN(40))
		}
		s := New()
		e, err := s.Pattern(pattern)
		if err != nil {
			continue
		}
		if rng.IntN(2) == 0 {
			e = s.Complement(e)
		}
		d, err := s.NewDFA(e, 0)
		require.NoError(t, err)
		for state, n := d.Start(), 0; state != Dead && n < 4; n++ {
			want := plainMargin(t, d, state, runes, maxMarginStates)
			require.Equal(t, want, d.Margin(state), "%s in state %d", pattern, state)
			compared[want]++
			for _, ranges := range [][]Range{{{'a', 'c'}}, {{'-', '-'}, {'0', '9'}}, {{' ', ' '}, {'b', 'z'}, {0x80, utf8.MaxRune}}, ordinary} {
				few := slices.DeleteFunc(slices.Clone(runes), func(r rune) bool { return !holds(ranges, r) })
				want := plainMargin(t, d, state, few, maxWithinStates)
				margin, reached := d.MarginWithin(state, ranges)
				require.Equal(t, want, margin, "%s in state %d within %v", pattern, state, ranges)
				require.Equal(t, plainReached(t, d, state, few, margin), reached, "%s in state %d within %v", pattern, state, ranges)
				within[want]++
			}
			state, err = d.Step(state, runes[rng.IntN(len(runes))])
			require.NoError(t, err)
		}
	}
	assert.Greater(t, len(compared), 20, compared)
	assert.Greater(t, len(within), 15, within)
}
