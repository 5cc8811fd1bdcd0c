package automaton

import (
	"sort"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// narrow returns the part of list[lo:hi], all of which have their first size bytes in common, that
// goes on with tail.
func narrow(list []string, lo, hi, size int32, tail []byte) (int32, int32) {
	if hi-lo == 1 { // the usual case after the first letters
		if goesOnWith(list[lo], size, tail) {
			return lo, hi
		}
		return lo, lo
	}
	n := int(hi - lo)
	from := sort.Search(n, func(i int) bool { return !before(list[int(lo)+i][size:], tail) })
	to := from + sort.Search(n-from, func(i int) bool { return !goesOnWith(list[int(lo)+from+i], size, tail) })
	return lo + int32(from), lo + int32(to)
}

func goesOnWith(s string, size int32, tail []byte) bool {
	rest := s[size:]
	return len(rest) >= len(tail) && rest[:len(tail)] == string(tail)
}

func before(s string, tail []byte) bool { return s < string(tail) }

// canGoOn reports whether some string of list[lo:hi] has a character of spans after its first size
// bytes.
func canGoOn(list []string, lo, hi, size int32, spans []jsontext.Span) bool {
	for _, s := range list[lo:hi] {
		if int(size) == len(s) {
			continue
		}
		r, _ := utf8.DecodeRuneInString(s[size:])
		for _, x := range spans {
			if r >= x.Lo && r <= x.Hi {
				return true
			}
		}
	}
	return false
}

// goingOnWith returns the part of list[lo:hi] that has a character of s after its first size bytes, which all have in
// common.
func goingOnWith(list []string, lo, hi, size int32, s jsontext.Span) (int32, int32) {
	next := func(i int) rune {
		rest := list[int(lo)+i][size:]
		if rest == "" {
			return -1
		}
		r, _ := utf8.DecodeRuneInString(rest)
		return r
	}
	n := int(hi - lo)
	from := sort.Search(n, func(i int) bool { return next(i) >= s.Lo })
	to := sort.Search(n, func(i int) bool { return next(i) > s.Hi })
	return lo + int32(from), lo + int32(max(from, to))
}

// exact reports whether the first string of list[lo:hi] ends after size bytes: then it is what has
// been read.
func exact(list []string, lo, hi, size int32) bool {
	return lo < hi && len(list[lo]) == int(size)
}

// inString reads a byte of a string value.
func (m *Matcher) inString(b byte) bool {
	if b == '"' && m.dec.State == jsontext.Idle {
		return m.closeString()
	}
	r, what := m.dec.Step(b, m.g.Form.Lenient)
	switch what {
	case jsontext.Refused:
		return false
	case jsontext.Partial:
		var buf [3]jsontext.Span
		spans := m.dec.Pending(m.g.Form.Lenient, &buf)
		for _, t := range m.live() {
			if m.textMayContinue(t, spans) {
				m.emit(t)
			}
		}
		return m.activate()
	}
	var buf [utf8.UTFMax]byte
	tail := utf8.AppendRune(buf[:0], r)
	for _, t := range m.live() {
		if next, ok := m.textStep(t, r, tail); ok {
			m.emit(next)
		}
	}
	m.runes++
	m.size += int32(len(tail))
	m.noteText(tail)
	return m.activate()
}

// textMayContinue reports whether some character of spans may come in the string of t.
func (m *Matcher) textMayContinue(t thread, spans []jsontext.Span) bool {
	if t.rule < 0 {
		return canGoOn(m.g.choiceOf(t.rule).lits, t.a, t.b, m.size, spans)
	}
	x := &m.g.texts[t.rule]
	if m.mustDiffer(t.frame) && !x.inexhaustible() {
		if remains := m.partRemaining(x, t, spans); x.Finite || !remains {
			return remains
		}
	}
	switch {
	case x.Finite:
		return canGoOn(x.List, t.a, t.b, m.size, spans)
	case int(m.runes) >= x.Max:
		return false
	case x.dfa == nil:
		return true
	}
	for _, s := range spans {
		ok, err := x.dfa.Reaches(t.a, s.Lo, s.Hi, func(to int32) bool { return m.g.fits(x, to, int(m.runes)+1) })
		if ok && err == nil {
			return true
		}
	}
	return false
}

// textStep reads the character r, whose bytes are tail, in the string of t.
func (m *Matcher) textStep(t thread, r rune, tail []byte) (thread, bool) {
	next, ok := m.anyTextStep(t, r, tail)
	if !ok || t.rule < 0 || !m.mustDiffer(t.frame) {
		return next, ok
	}
	x := &m.g.texts[t.rule]
	if x.inexhaustible() || m.textsLeft(x, next, int(m.runes)+1) {
		return next, true
	}
	if x.Finite {
		return next, m.someUnseen(x, next.a, next.b)
	}
	l := m.remainingItem(string(m.itemText()) + string(tail))
	return next, !m.beginsSeenText([]byte(l.text)) || m.textRemaining(x, next, next.a, int(m.runes)+1, l)
}

// anyTextStep is textStep whatever came before.
func (m *Matcher) anyTextStep(t thread, r rune, tail []byte) (thread, bool) {
	if t.rule < 0 {
		t.a, t.b = narrow(m.g.choiceOf(t.rule).lits, t.a, t.b, m.size, tail)
		return t, t.a < t.b
	}
	x := &m.g.texts[t.rule]
	switch {
	case x.Finite:
		t.a, t.b = narrow(x.List, t.a, t.b, m.size, tail)
		return t, t.a < t.b
	case int(m.runes) >= x.Max:
		return t, false
	case x.dfa == nil:
		t.a, t.b = narrow(x.Except, t.a, t.b, m.size, tail)
		// At full length nothing can save a string from being an exception.
		return t, int(m.runes)+1 < x.Max || !exact(x.Except, t.a, t.b, m.size+int32(len(tail)))
	}
	to, err := x.dfa.Step(t.a, r)
	m.swollen = m.swollen || err != nil
	if err != nil || to == regex.Dead || !m.g.fits(x, to, int(m.runes)+1) {
		return t, false
	}
	t.a = to
	return t, true
}

// fits reports whether a string of n characters so far, in the given state, can end within bounds.
func (g *Program) fits(x *textRule, state int32, n int) bool {
	if x.Min <= n && x.Max == number.Unbounded {
		return true
	}
	lengths, err := x.dfa.Lengths(state)
	if err != nil {
		return false
	}
	most := -1
	if x.Max < number.Unbounded {
		most = x.Max - n
	}
	return lengths.Meets(max(x.Min-n, 0), most)
}

// textEnds reports whether the string of t may end here.
func (m *Matcher) textEnds(t thread) bool {
	if t.rule < 0 {
		return exact(m.g.choiceOf(t.rule).lits, t.a, t.b, m.size)
	}
	x := &m.g.texts[t.rule]
	switch {
	case x.Finite:
		return exact(x.List, t.a, t.b, m.size)
	case int(m.runes) < x.Min:
		return false
	case x.dfa == nil:
		return !exact(x.Except, t.a, t.b, m.size)
	}
	return x.dfa.Accepting(t.a)
}

func (m *Matcher) closeString() bool {
	for _, t := range m.live() {
		if !m.textEnds(t) {
			continue
		}
		if t.rule < 0 { // the object around goes on as the string says
			f := m.frames.list[t.frame]
			f.rule = m.g.choiceOf(t.rule).next[t.a]
			t.frame = m.frames.intern(f)
		}
		m.emit(thread{frame: t.frame})
	}
	return m.endValue(jsontext.String, m.text)
}
