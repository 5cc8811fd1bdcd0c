package regex

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// vocabulary returns n different words in no order.
func vocabulary(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%s%d", []string{"go", "goes", "been", "é", "être", "🐲"}[i%6], i*7919%n)
	}
	return list
}

func TestWordsHoldTheirMembersOnly(t *testing.T) {
	list := vocabulary(10_000)
	in := map[string]bool{}
	for _, w := range list {
		in[w] = true
	}
	s := New()
	e := s.Literals(list)
	d, err := s.NewDFA(s.Union(e, s.Literal("")), 100_000)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(17, 18))
	for range 5000 {
		w := list[rng.IntN(len(list))]
		if rng.IntN(2) == 0 {
			w = mutate(rng, w)
		}
		assert.Equal(t, in[w], s.Matches(e, w), w)
		got, err := d.Matches(w)
		require.NoError(t, err)
		assert.Equal(t, in[w] || w == "", got, w)
		assert.Equal(t, !in[w], s.Matches(s.Complement(e), w), w)
	}
}

func TestLiterals(t *testing.T) {
	s := New()
	assert.Equal(t, Nothing, s.Literals(nil))
	assert.Equal(t, Epsilon, s.Literals([]string{"", ""}))
	assert.Equal(t, s.One('é'), s.Literal("é"))
	assert.Equal(t, Nothing, s.Literal("\xff"), "what is not UTF-8 is not a member")
	e := s.Literals([]string{"", "a", "ab", "a"})
	for _, w := range []string{"", "a", "ab"} {
		assert.True(t, s.Matches(e, w), "%q", w)
	}
	assert.False(t, s.Matches(e, "b"))
}

func TestFinite(t *testing.T) {
	s := New()
	pattern := func(p string) Expr {
		e, err := s.Pattern(p)
		require.NoError(t, err)
		return e
	}
	rows := []struct {
		claim string
		e     Expr
		most  int
		want  []string
		ok    bool
	}{
		{"nothing", Nothing, 0, nil, true},
		{"words, sorted", s.Literals([]string{"b", "a", "ab"}), 3, []string{"a", "ab", "b"}, true},
		{"one too many", s.Literals([]string{"b", "a", "ab"}), 2, nil, false},
		{"a pattern", pattern("^(?:x|y)[0-2]?$"), 10, []string{"x", "x0", "x1", "x2", "y", "y0", "y1", "y2"}, true},
		{"a repetition without end", pattern("^a*$"), 1000, nil, false},
		{"no end before the first member", pattern("^a*b$"), 1000, nil, false},
		{"a class of a million", AnyRune, 1000, nil, false},
		{"endless only in appearance", s.Intersect(pattern("^a*$"), pattern("^.{2}$")), 5, []string{"aa"}, true},
	}
	for _, row := range rows {
		got, ok := s.Finite(row.e, row.most)
		assert.Equal(t, row.ok, ok, row.claim)
		assert.Equal(t, row.want, got, row.claim)
	}
}

func TestShortest(t *testing.T) {
	rows := []struct {
		claim, pattern string
		lo, hi         int
		want           string
		ok             bool
	}{
		{"plain before low", "^[\\0-\\x7f]$", 0, -1, " ", true},
		{"a quotation mark only where it must", "^[\"\\\\é]$", 0, -1, "é", true},
		{"the least length", "^(?:ab)*$", 3, -1, "abab", true},
		{"no such length", "^(?:ab)*$", 3, 3, "", false},
		{"a window", "^a{3,9}b?$", 5, 6, "aaaaa", true},
		{"an empty language", "[]", 0, -1, "", false},
	}
	for _, row := range rows {
		s := New()
		e, err := s.Pattern(row.pattern)
		require.NoError(t, err)
		got, ok := s.Shortest(e, row.lo, row.hi)
		assert.Equal(t, row.ok, ok, row.claim)
		assert.Equal(t, row.want, got, row.claim)
	}
}

func TestSamplesAreMembersOfTheLengthAsked(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	for _, pattern := range []string{"", "^a*b?$", "^(?:ab|cde)*$", `^\p{Lu}[^\d]{2,9}$`, `^(?!.*aa)[ab]+$`, "[.]"} {
		s := New()
		e, err := s.Pattern(pattern)
		require.NoError(t, err)
		for range 100 {
			lo := rng.IntN(6)
			hi := lo + rng.IntN(6)
			text, ok := s.Sample(e, rng, lo, hi)
			l, err := s.Lengths(e, 0)
			require.NoError(t, err)
			require.Equal(t, l.Meets(lo, hi), ok, "%q %d..%d", pattern, lo, hi)
			if !ok {
				continue
			}
			n := len([]rune(text))
			assert.True(t, s.Matches(e, text) && lo <= n && n <= hi, "%q %d..%d gave %q", pattern, lo, hi, text)
		}
	}
}

func TestTheSameSeedGivesTheSameSample(t *testing.T) {
	draw := func() (list []string) {
		s := New()
		e, err := s.Format("email")
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(21, 22))
		for range 20 {
			text, ok := s.Sample(e, rng, 0, 30)
			require.True(t, ok)
			list = append(list, text)
		}
		return list
	}
	first := draw()
	assert.Equal(t, first, draw())
	slices.Sort(first)
	assert.Greater(t, len(slices.Compact(first)), 15)
}

func TestLengths(t *testing.T) {
	rows := []struct {
		claim, pattern string
		in, out        []int
		max            int
	}{
		{"a star", "^a*$", []int{0, 1, 5000}, nil, -1},
		{"two by two", "^(?:ab)*$", []int{0, 2, 1998, 1 << 30}, []int{1, 1999, 1<<30 + 1}, -1},
		{"twos and threes", "^(?:ab|cde)*$", []int{0, 2, 3, 4, 17}, []int{1}, -1},
		{"fives and sevens", "^(?:a{5}|b{7})*$", []int{0, 5, 7, 10, 12, 24, 25}, []int{1, 6, 11, 23}, -1},
		{"a finite set with gaps", "^(?:a|bcd|efghi)$", []int{1, 3, 5}, []int{0, 2, 4, 6}, 5},
		{"an intersection", "^(?=(?:aa)*$)(?:aaa)*$", []int{0, 6, 12, 600}, []int{2, 3, 4, 599, 602}, -1},
		{"a complement", "^(?!aa$|$)a*$", []int{1, 3, 4}, []int{0, 2}, -1},
		{"counts", "^a{10,1000}$", []int{10, 1000}, []int{9, 1001}, 1000},
	}
	for _, row := range rows {
		s := New()
		e, err := s.Pattern(row.pattern)
		require.NoError(t, err)
		l, err := s.Lengths(e, 0)
		require.NoError(t, err)
		for _, n := range row.in {
			assert.True(t, l.Meets(n, n), "%s: %d", row.claim, n)
			assert.True(t, l.Meets(max(n-1, 0), -1), "%s: from %d", row.claim, n)
		}
		for _, n := range row.out {
			assert.False(t, l.Meets(n, n), "%s: %d", row.claim, n)
		}
		assert.Equal(t, row.max, l.Max(), row.claim)
		assert.Equal(t, l.Next(0), l.Min(), row.claim)
		assert.False(t, l.Meets(3, 2), row.claim)
	}
}
