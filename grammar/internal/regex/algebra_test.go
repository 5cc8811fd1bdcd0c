package regex

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A lang is a language of strings over a, b and c of at most langLen letters, written out: the twin of
// an Expr, by the definition of each operator.
type lang map[string]bool

const langLen = 5

var universe = func() []string {
	all := []string{""}
	for i := 0; i < len(all); i++ {
		if len(all[i]) < langLen {
			all = append(all, all[i]+"a", all[i]+"b", all[i]+"c")
		}
	}
	return all
}()

func (l lang) concat(m lang) lang {
	out := lang{}
	for v := range l {
		for w := range m {
			if len(v)+len(w) <= langLen {
				out[v+w] = true
			}
		}
	}
	return out
}

func (l lang) repeat(lo, hi int) lang {
	out, power := lang{}, lang{"": true}
	for n := 0; n <= hi || hi < 0 && n <= lo+langLen; n++ {
		if n >= lo {
			for w := range power {
				out[w] = true
			}
		}
		power = power.concat(l)
	}
	return out
}

func (l lang) filter(keep func(string) bool) lang {
	out := lang{}
	for _, w := range universe {
		if keep(w) {
			out[w] = true
		}
	}
	return out
}

// randomExpr returns a random expression and its twin.
func randomExpr(s *Space, rng *rand.Rand, depth int) (Expr, lang) {
	pick := rng.IntN(11)
	if depth == 0 {
		pick = rng.IntN(5)
	}
	sub := func() (Expr, lang) { return randomExpr(s, rng, depth-1) }
	switch pick {
	case 0:
		return Epsilon, lang{"": true}
	case 1:
		return s.One('a'), lang{"a": true}
	case 2:
		return s.Class([]Range{{'b', 'c'}}), lang{"b": true, "c": true}
	case 3:
		list := []string{"ab", "abc", "b", "", "ca"}[:1+rng.IntN(5)]
		l := lang{}
		for _, w := range list {
			l[w] = true
		}
		return s.Literals(list), l
	case 4:
		return AnyRune, lang{"a": true, "b": true, "c": true}
	case 5, 6:
		e, l := sub()
		f, m := sub()
		return s.Concat(e, f), l.concat(m)
	case 7:
		e, l := sub()
		f, m := sub()
		return s.Union(e, f), l.filter(func(w string) bool { return l[w] || m[w] })
	case 8:
		e, l := sub()
		f, m := sub()
		return s.Intersect(e, f), l.filter(func(w string) bool { return l[w] && m[w] })
	case 9:
		e, l := sub()
		return s.Complement(e), l.filter(func(w string) bool { return !l[w] })
	}
	e, l := sub()
	lo := rng.IntN(4)
	hi := lo + rng.IntN(4)
	if rng.IntN(3) == 0 {
		hi = -1
	}
	return s.Repeat(e, lo, hi), l.repeat(lo, hi)
}

func TestAlgebraAgreesWithDefinitions(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 1500 {
		s := New()
		e, want := randomExpr(s, rng, 4)
		checkExpr(t, s, e, want)
	}
}

// checkExpr compares membership, emptiness, lengths, members and samples of e with its twin.
func checkExpr(t *testing.T, s *Space, e Expr, want lang) {
	t.Helper()
	d, err := s.NewDFA(e, 0)
	require.NoError(t, err)
	byLen := [langLen + 1]bool{}
	for _, w := range universe {
		got, err := d.Matches(w)
		require.NoError(t, err)
		require.Equal(t, want[w], got, "%q", w)
		require.Equal(t, want[w], s.Matches(e, w), "%q", w)
		byLen[len(w)] = byLen[len(w)] || want[w]
	}
	l, err := s.Lengths(e, 0)
	require.NoError(t, err)
	// Strings of other letters count too, so the twin only bounds the lengths from below.
	for n, in := range byLen {
		short, ok := s.Shortest(e, n, n)
		require.Equal(t, l.Meets(n, n), ok)
		if in {
			require.True(t, l.Meets(n, n))
		}
		if ok {
			require.True(t, s.Matches(e, short))
			require.Len(t, []rune(short), n)
		}
	}
	if got := s.Intersect(e, s.Repeat(s.Class([]Range{{'a', 'c'}}), 0, langLen)); got != Nothing {
		members, ok := s.Finite(got, 1000)
		require.True(t, ok)
		var all []string
		for w := range want {
			all = append(all, w)
		}
		slices.Sort(all)
		require.Equal(t, all, append([]string(nil), members...))
		for n, in := range byLen {
			l, err := s.Lengths(got, 0)
			require.NoError(t, err)
			require.Equal(t, in, l.Meets(n, n), "length %d", n)
		}
	} else {
		require.Empty(t, want)
	}
}

func FuzzAlgebra(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		s := New()
		e, want := randomExpr(s, rand.New(rand.NewPCG(a, b)), 5)
		if _, err := s.Lengths(e, 0); err != nil {
			return // deeper expressions may honestly be over budget
		}
		checkExpr(t, s, e, want)
	})
}

func TestNormalForms(t *testing.T) {
	s := New()
	a, b, c := s.One('a'), s.One('b'), s.One('c')
	rows := []struct {
		claim     string
		got, want Expr
	}{
		{"union is commutative, associative, idempotent", s.Union(a, s.Union(b, a)), s.Union(b, a)},
		{"classes merge", s.Union(a, b, c), s.Class([]Range{{'a', 'c'}})},
		{"classes meet", s.Intersect(s.Class([]Range{{'a', 'm'}}), s.Class([]Range{{'c', 'z'}})), s.Class([]Range{{'c', 'm'}})},
		{"concatenation is associative", s.Concat(s.Concat(a, b), c), s.Concat(a, s.Concat(b, c))},
		{"the empty string is neutral", s.Concat(Epsilon, a, Epsilon), a},
		{"nothing swallows a concatenation", s.Concat(a, Nothing, b), Nothing},
		{"a double complement", s.Complement(s.Complement(a)), a},
		{"excluded middle", s.Union(a, s.Complement(a)), All},
		{"contradiction", s.Intersect(a, s.Complement(a)), Nothing},
		{"everything twice", s.Concat(All, All), All},
		{"a star of a star", s.Star(s.Star(a)), s.Star(a)},
		{"an option of a plus", s.Optional(s.Repeat(a, 1, -1)), s.Star(a)},
		{"repetitions in a row", s.Concat(s.Repeat(a, 2, 3), a, s.Star(a)), s.Repeat(a, 3, -1)},
		{"a repetition of a repetition", s.Repeat(s.Repeat(a, 2, 3), 2, 4), s.Repeat(a, 4, 12)},
		{"counts that touch", s.Union(s.Concat(s.Repeat(a, 2, 3), b), s.Concat(s.Repeat(a, 4, 9), b)), s.Concat(s.Repeat(a, 2, 9), b)},
		{"a range over the surrogates", s.Class([]Range{{0, 0xD7FF}, {0xE000, 0x10FFFF}}), AnyRune},
		{"surrogates alone", s.Class([]Range{{0xD800, 0xDFFF}}), Nothing},
	}
	for _, row := range rows {
		assert.Equal(t, row.want, row.got, row.claim)
	}
}

func TestCountsWithAGapStayApart(t *testing.T) {
	s := New()
	a, b := s.One('a'), s.One('b')
	e := s.Union(s.Concat(s.Repeat(a, 2, 3), b), s.Concat(s.Repeat(a, 5, 9), b))
	for n, want := range []bool{false, false, true, true, false, true} {
		assert.Equal(t, want, s.Matches(e, strings.Repeat("a", n)+"b"), "%d times", n)
	}
}

func TestEmptinessIsRemembered(t *testing.T) {
	s := New()
	odd, err := s.Pattern("^(?:aa)*a$")
	require.NoError(t, err)
	even, err := s.Pattern("^(?:aa)*$")
	require.NoError(t, err)
	none := s.Intersect(odd, even)
	for range 2 {
		empty, err := s.IsEmpty(none, 0)
		require.NoError(t, err)
		assert.True(t, empty)
	}
	assert.Equal(t, Nothing, s.Concat(odd, none), "what is known to be empty is Nothing from then on")
}

func TestRepeatIsOneNodeWhateverTheBounds(t *testing.T) {
	s := New()
	before := s.Size()
	e := s.Repeat(s.Class([]Range{{'a', 'z'}}), 1, 1_000_000)
	assert.LessOrEqual(t, s.Size()-before, 2)
	l, err := s.Lengths(e, 0)
	require.NoError(t, err)
	assert.True(t, l.Meets(1_000_000, -1))
	assert.False(t, l.Meets(1_000_001, -1))
}

// Patterns whose derivatives would be sets of counts, were they not merged.
func TestCountedRunsStaySmall(t *testing.T) {
	s := New()
	e, err := s.Pattern(`^.*[a-z]{3,1000}$`)
	require.NoError(t, err)
	d, err := s.NewDFA(e, 0)
	require.NoError(t, err)
	for range 200 {
		_, err := d.Matches("abc def ghi jklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz xyz")
		require.NoError(t, err)
	}
	assert.Less(t, d.Len(), 80)
}

func TestSubsetAndDisjoint(t *testing.T) {
	s := New()
	pattern := func(p string) Expr {
		e, err := s.Pattern(p)
		require.NoError(t, err)
		return e
	}
	date, err := s.Format("date")
	require.NoError(t, err)
	rows := []struct {
		claim            string
		a, b             Expr
		subset, disjoint bool
	}{
		{"a date looks like one", date, pattern(`^\d{4}-\d\d-\d\d$`), true, false},
		{"not all that looks like a date is one", pattern(`^\d{4}-\d\d-\d\d$`), date, false, false},
		{"dates of two years", s.Intersect(date, pattern("^2025")), s.Intersect(date, pattern("^2026")), false, true},
		{"a word and a pattern it matches", s.Literals([]string{"abc", "abd"}), pattern("^ab"), true, false},
	}
	for _, row := range rows {
		subset, err := s.IsSubset(row.a, row.b, 0)
		require.NoError(t, err)
		assert.Equal(t, row.subset, subset, row.claim)
		disjoint, err := s.Disjoint(row.a, row.b, 0)
		require.NoError(t, err)
		assert.Equal(t, row.disjoint, disjoint, row.claim)
	}
}

func TestBudgetsEnd(t *testing.T) {
	s := New()
	hard, err := s.Pattern(`^(?:.*a.{14})$`)
	require.NoError(t, err)
	even, err := s.Pattern(`^(?:.*b.{14})$`)
	require.NoError(t, err)
	_, err = s.IsSubset(s.Intersect(hard, even), s.Intersect(even, hard, s.Repeat(AnyRune, 0, 400)), 50)
	assert.ErrorIs(t, err, ErrBudget)
	d, err := s.NewDFA(hard, 20)
	require.NoError(t, err)
	_, err = d.Matches("aababababbabbababbabbabababababbabab")
	assert.ErrorIs(t, err, ErrBudget)
}
