package regex

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// backtrack is the obvious matcher of parsed patterns: it tries every way.
type backtrack struct {
	text  []rune
	steps int
}

// search reports whether n matches anywhere in the text.
func (b *backtrack) search(n *term) bool {
	for i := 0; i <= len(b.text); i++ {
		if b.match(n, i, func(int) bool { return true }) {
			return true
		}
	}
	return false
}

func (b *backtrack) match(n *term, at int, then func(int) bool) bool {
	if b.steps++; b.steps > 200_000 {
		panic(errTwinTired)
	}
	switch n.kind {
	case termClass:
		return at < len(b.text) && holds(n.ranges, b.text[at]) && then(at+1)
	case termConcat:
		return b.sequence(n.subs, at, then)
	case termUnion:
		for _, sub := range n.subs {
			if b.match(sub, at, then) {
				return true
			}
		}
		return false
	case termRepeat:
		return b.repeat(n, 0, at, then)
	case termBegin:
		return at == 0 && then(at)
	case termEnd:
		return at == len(b.text) && then(at)
	case termBoundary:
		return (b.word(at-1) != b.word(at)) != n.negated && then(at)
	case termLook:
		return b.match(n.subs[0], at, func(int) bool { return true }) != n.negated && then(at)
	}
	panic("unknown term")
}

func (b *backtrack) sequence(subs []*term, at int, then func(int) bool) bool {
	if len(subs) == 0 {
		return then(at)
	}
	return b.match(subs[0], at, func(next int) bool { return b.sequence(subs[1:], next, then) })
}

func (b *backtrack) repeat(n *term, done, at int, then func(int) bool) bool {
	if done >= n.lo && then(at) {
		return true
	}
	if n.hi >= 0 && done >= n.hi {
		return false
	}
	return b.match(n.subs[0], at, func(next int) bool {
		// An empty iteration past the minimum gains nothing.
		return (next > at || done < n.lo) && b.repeat(n, done+1, next, then)
	})
}

func (b *backtrack) word(i int) bool {
	return i >= 0 && i < len(b.text) && holds(wordRanges, b.text[i])
}

var errTwinTired = fmt.Errorf("the twin took too many steps")

// matchTwin reports what the twin says, ok is false if it takes too long.
func matchTwin(n *term, text string) (match, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if r != errTwinTired {
				panic(r)
			}
			match, ok = false, false
		}
	}()
	b := &backtrack{text: []rune(text)}
	return b.search(n), true
}

// A patternMaker writes random patterns, once for ECMA-262 and once for Go.
type patternMaker struct {
	rng  *rand.Rand
	look bool // also what Go cannot say
}

func (m *patternMaker) make(depth int) (ecma, golang string) {
	pick := m.rng.IntN(20)
	if depth <= 0 && pick >= 9 {
		pick = m.rng.IntN(9)
	}
	atoms := [][2]string{
		{"a", "a"}, {"b", "b"}, {"-", "-"}, {`\w`, `\w`}, {`\d`, `\d`}, {"[^a]", "[^a]"}, {"[a-c]", "[a-c]"},
		{".", `[^\n\r\x{2028}\x{2029}]`}, {`\s`, `[\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]`},
	}
	assertions := [][2]string{{"^", `\A`}, {"$", `\z`}, {`\b`, `\b`}, {`\B`, `\B`}}
	switch {
	case pick < 9:
		return atoms[pick][0], atoms[pick][1]
	case pick < 11:
		a := assertions[m.rng.IntN(4)]
		return a[0], a[1]
	case pick < 12 && m.look:
		e, _ := m.make(depth - 1)
		return []string{"(?=", "(?!"}[m.rng.IntN(2)] + e + ")", ""
	case pick < 15:
		e1, g1 := m.make(depth - 1)
		e2, g2 := m.make(depth - 1)
		return e1 + e2, g1 + g2
	case pick < 17:
		e1, g1 := m.make(depth - 1)
		e2, g2 := m.make(depth - 1)
		return "(?:" + e1 + "|" + e2 + ")", "(?:" + g1 + "|" + g2 + ")"
	}
	e, g := m.make(depth - 1)
	q := []string{"*", "+", "?", "{2}", "{1,3}", "{2,}", "*?"}[m.rng.IntN(7)]
	return "(?:" + e + ")" + q, "(?:" + g + ")" + q
}

func randomText(rng *rand.Rand, max int) string {
	alphabet := []rune("aaabbc-19_ \n\u2028é𝒳")
	out := make([]rune, rng.IntN(max+1))
	for i := range out {
		out[i] = alphabet[rng.IntN(len(alphabet))]
	}
	return string(out)
}

func TestPatternAgreesWithGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	compared, refused := 0, 0
	for range 3000 {
		m := patternMaker{rng: rng}
		ecma, golang := m.make(4)
		s := New()
		e, err := s.Pattern(ecma)
		if err != nil {
			require.ErrorIs(t, err, ErrUnsupported, ecma)
			refused++
			continue
		}
		want, err := regexp.Compile(golang)
		require.NoError(t, err, golang)
		d, err := s.NewDFA(e, 0)
		require.NoError(t, err, ecma)
		for range 25 {
			text := randomText(rng, 7)
			compared++
			got, err := d.Matches(text)
			require.NoError(t, err)
			if want.MatchString(text) != got || s.Matches(e, text) != got {
				t.Fatalf("%q (Go %q) on %q = %v, want %v", ecma, golang, text, got, !got)
			}
		}
	}
	t.Logf("%d comparisons, %d patterns refused", compared, refused)
	assert.Less(t, refused, 600)
}

func TestPatternAgreesWithBacktracking(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	refused := 0
	for range 3000 {
		m := patternMaker{rng: rng, look: true}
		ecma, _ := m.make(4)
		refused += comparePattern(t, rng, ecma)
	}
	t.Logf("%d patterns refused", refused)
	assert.Less(t, refused, 900)
}

// comparePattern returns 1 if the pattern is refused.
func comparePattern(t *testing.T, rng *rand.Rand, pattern string) (refused int) {
	t.Helper()
	p := parser{src: pattern}
	root, err := p.parse()
	if err != nil {
		return 1
	}
	s := New()
	e, err := s.Pattern(pattern)
	if err != nil {
		return 1
	}
	d, err := s.NewDFA(e, 0)
	if err != nil {
		return 1
	}
	for range 25 {
		text := randomText(rng, 7)
		want, ok := matchTwin(root, text)
		if !ok {
			return 0
		}
		got, err := d.Matches(text)
		require.NoError(t, err)
		if got != want {
			t.Fatalf("%q on %q = %v, want %v", pattern, text, got, want)
		}
	}
	return 0
}

func FuzzPattern(f *testing.F) {
	for _, seed := range []string{
		"^a|b$", `(^a)`, `^(?!.*foo)bar`, `\bfoo\b`, `[\w-.]`, `a{2,3}?`, `\uD83D\uDC32`, `\p{L}`, "[]", "[^]",
		`((^|, )(red|blue))+$`, `{`, `a{,2}`, `(?<n>x)`, `\cA\x41\u{1F600}\0`, `[a-\d]`, "(((((a?){9}){9}){9}){9}){9}",
	} {
		f.Add(seed, uint64(1))
	}
	f.Fuzz(func(t *testing.T, pattern string, seed uint64) {
		if len(pattern) > 60 || !utf8.ValidString(pattern) || strings.Count(pattern, "{") > 4 {
			return
		}
		comparePattern(t, rand.New(rand.NewPCG(seed, 1)), pattern)
	})
}
