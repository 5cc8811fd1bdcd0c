package regex

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/budget"
)

// What the form of an expression shows of its lengths is what exploring it shows.
func TestSpansAreWhatIsExplored(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	known := 0
	for range 300 {
		s := New()
		e, _ := randomExpr(s, rng, 4)
		list, ok := s.spans(e, 0)
		if !ok {
			continue
		}
		got, ok := lengthsOf(list)
		require.True(t, ok)
		known++
		explored := s.Clone()
		explored.lengths = map[Expr]*Lengths{}
		require.NoError(t, explored.layer(e, DefaultBudget))
		want := explored.lengths[e]
		for n := range 64 {
			require.Equal(t, want.Meets(n, n), got.Meets(n, n), "%v: length %d of %v", e, n, list)
		}
		require.Equal(t, want.Max(), got.Max())
	}
	assert.Greater(t, known, 100)
}

func TestSpansWithGaps(t *testing.T) {
	for pattern, want := range map[string][]span{
		"^(?:a|bcd|efghi)$":               {{1, 1}, {3, 3}, {5, 5}},
		"^(?:a|bcd|ef)(?:a|bcdef)$":       {{2, 4}, {6, 8}},
		"^(?:a|.{4,}|b{2})$":              {{1, 2}, {4, -1}},
		"^(?:.{5}|.{9,}|a)(?:b|c{3})$":    {{2, 2}, {4, 4}, {6, 6}, {8, 8}, {10, -1}},
		"^(?:a{2,3}|b{5,6}|c{4}|d{9,}|)$": {{0, 0}, {2, 6}, {9, -1}},
	} {
		s := New()
		e, err := s.Pattern(pattern)
		require.NoError(t, err)
		list, ok := s.spans(e, 0)
		require.True(t, ok, pattern)
		assert.Equal(t, want, list, pattern)
	}
}

// Each letter of a.{n}$ leads to a language of its own, and all of them are 2 to the power of n.
func TestManyDerivativesAreNotExplored(t *testing.T) {
	for _, pattern := range []string{`a.{128}$`, `a.{1000}$`, `(?:a.{60}|b.{70})c$`, `^(?!x)(?:ab|.)*a.{99}$`} {
		s := New()
		meter := budget.New(context.Background(), 20_000_000, 64<<20)
		s.Count(meter)
		e, err := s.Pattern(pattern)
		require.NoError(t, err)
		text := strings.Repeat("a", 40)
		d, err := s.NewDFA(e, 0)
		require.NoError(t, err)
		state := d.Start()
		for _, r := range text {
			state, err = d.Step(state, r)
			require.NoError(t, err)
			_, err = d.Lengths(state)
			require.NoError(t, err)
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			sample, ok := s.Sample(e, rng, 0, -1)
			require.True(t, ok, pattern)
			require.True(t, s.Matches(e, sample))
		}
		steps, bytes := meter.Spent()
		t.Log(pattern, steps, bytes)
	}
}
