package regex

import (
	"math/rand/v2"
	"slices"
	"unicode/utf8"
)

// maxMember bounds the bytes of the members that Finite returns.
const maxMember = 1 << 10

// Finite returns the members of e in the order of their code points, if there are at most most of
// them; ok is false if there are more, if some are longer than 1 KiB, or if the budget did not suffice to know.
func (s *Space) Finite(e Expr, most int) (members []string, ok bool) {
	if list, known := s.spans(e, 0); known && (list[len(list)-1].hi < 0 || list[0].lo > maxMember) {
		return nil, false
	}
	f := finder{s: s, most: most, onPath: map[Expr]bool{}}
	if !f.walk(e, nil) {
		return nil, false
	}
	return f.found, true
}

type finder struct {
	s      *Space
	most   int
	found  []string
	onPath map[Expr]bool
}

// walk collects the members of e after prefix. It reports false when there are too many.
func (f *finder) walk(e Expr, prefix []byte) bool {
	f.s.meter.Make(visitBytes + len(prefix))
	empty, err := f.s.IsEmpty(e, 0)
	switch {
	case err != nil || len(prefix) > maxMember:
		return false
	case empty:
		return true
	case f.onPath[e]:
		return false // a live cycle: infinitely many
	}
	f.onPath[e] = true
	defer delete(f.onPath, e)
	if f.s.Nullable(e) {
		if len(f.found) == f.most {
			return false
		}
		f.found = append(f.found, string(prefix))
	}
	cells := f.s.Cells(e)
	next := make([]Expr, len(cells.Reps))
	for label, r := range cells.Reps {
		next[label] = f.s.Derive(e, r)
	}
	for i, label := range cells.Labels {
		if label < 0 || f.s.nodes[next[label]].life == dead {
			continue
		}
		lo, hi := cells.Bounds(i)
		for r := lo; r <= hi; r++ {
			dead, err := f.s.IsEmpty(next[label], 0)
			if dead && err == nil {
				break
			}
			if !f.walk(next[label], utf8.AppendRune(prefix[:len(prefix):len(prefix)], r)) {
				return false
			}
		}
	}
	return true
}

// Shortest returns a shortest member of e of minLen to maxLen code points (maxLen < 0: no bound), if it has at most a
// million of them and the budget suffices to find it. Of
// several it takes the one with the plainest, then lowest code point at the first place where they
// differ; plain is what stands unescaped in JSON and is printable ASCII.
func (s *Space) Shortest(e Expr, minLen, maxLen int) (string, bool) {
	l, err := s.Lengths(e, 0)
	if err != nil {
		return "", false
	}
	n := l.Next(minLen)
	if n < 0 || maxLen >= 0 && n > maxLen || n > maxClip {
		return "", false
	}
	var out []byte
	for ; n > 0; n-- {
		best, to := rune(-1), Nothing
		for i, f := range s.branches(e) {
			l, err := s.Lengths(f.to, 0)
			if err != nil {
				return "", false
			}
			if !l.Meets(n-1, n-1) {
				continue
			}
			if r := plainest(f.ranges); i == 0 || best < 0 || before(r, best) {
				best, to = r, f.to
			}
		}
		out, e = utf8.AppendRune(out, best), to
	}
	return string(out), true
}

// A branch is one derivative with every code point that leads to it.
type branch struct {
	to     Expr
	ranges []Range
}

// branches returns the derivatives of e but Nothing, in the order of their lowest code points.
func (s *Space) branches(e Expr) []branch {
	cells := s.Cells(e)
	var out []branch
	place := make([]int, len(cells.Reps))
	for label, r := range cells.Reps {
		to := s.Derive(e, r)
		place[label] = slices.IndexFunc(out, func(b branch) bool { return b.to == to })
		if s.nodes[to].life != dead && place[label] < 0 {
			place[label] = len(out)
			out = append(out, branch{to: to})
		}
	}
	for i, label := range cells.Labels {
		if label >= 0 && place[label] >= 0 {
			b := &out[place[label]]
			lo, hi := cells.Bounds(i)
			b.ranges = append(b.ranges, Range{lo, hi})
		}
	}
	return out
}

// Kinds of code points, from plain to odd.
const (
	plainRune = iota // printable ASCII that JSON does not escape
	wideRune         // beyond ASCII
	oddRune          // a quotation mark, a backslash, a control
)

func kind(r rune) int {
	switch {
	case r > 0x7F:
		return wideRune
	case r < 0x20 || r == 0x7F || r == '"' || r == '\\':
		return oddRune
	}
	return plainRune
}

func before(a, b rune) bool {
	if ka, kb := kind(a), kind(b); ka != kb {
		return ka < kb
	}
	return a < b
}

// plainest returns the first code point of ranges in the order of before.
func plainest(ranges []Range) rune {
	best := ranges[0].Lo
	for _, r := range ranges {
		for _, c := range [...]rune{r.Lo, ' ', '!', '#', ']', 0x80} {
			if r.Lo <= c && c <= r.Hi && before(c, best) {
				best = c
			}
		}
	}
	return best
}

// wander is how many code points past minLen an unbounded sample goes before it heads for the end.
const wander = 64

// Sample returns a random member of e of minLen to maxLen code points; maxLen < 0 means that it ends
// where the dice say. It prefers printable ASCII. ok is false if there is none or the budget did not
// suffice. The same seed gives the same member.
func (s *Space) Sample(e Expr, rng *rand.Rand, minLen, maxLen int) (text string, ok bool) {
	var out []byte
	for n := 0; ; n++ {
		hi := maxLen - n
		if maxLen < 0 {
			hi = -1
		}
		var open []branch
		if maxLen < 0 || n < maxLen {
			if open, ok = s.open(e, max(minLen-n-1, 0), hi); !ok {
				return "", false
			}
		}
		mayEnd := n >= minLen && s.Nullable(e)
		if mayEnd && (len(open) == 0 || rng.IntN(4) == 0) {
			return string(out), true
		}
		if maxLen < 0 && n >= minLen+wander {
			rest, ok := s.Shortest(e, 0, -1)
			return string(out) + rest, ok
		}
		if len(open) == 0 {
			return "", false
		}
		b := open[rng.IntN(len(open))]
		out, e = utf8.AppendRune(out, draw(b.ranges, rng)), b.to
	}
}

// open returns the branches of e from which a member of lo to hi-1 more code points can be reached. ok is false if the
// budget did not suffice.
func (s *Space) open(e Expr, lo, hi int) (list []branch, ok bool) {
	for _, b := range s.branches(e) {
		lives := false
		if lo == 0 && hi < 0 {
			empty, err := s.IsEmpty(b.to, 0)
			if err != nil {
				return nil, false
			}
			lives = !empty
		} else {
			l, err := s.Lengths(b.to, 0)
			if err != nil {
				return nil, false
			}
			lives = l.Meets(lo, max(hi-1, -1))
		}
		if lives {
			list = append(list, b)
		}
	}
	return list, true
}

// draw returns a random code point of ranges: three times in four a printable one, if there is any.
func draw(ranges []Range, rng *rand.Rand) rune {
	if rng.IntN(4) > 0 {
		if printable := meet(ranges, []Range{{' ', '~'}}); len(printable) > 0 {
			ranges = printable
		}
	}
	r := ranges[rng.IntN(len(ranges))]
	c := r.Lo + rng.Int32N(r.Hi-r.Lo+1)
	if c >= surrogateLo && c <= surrogateHi {
		return r.Lo
	}
	return c
}
