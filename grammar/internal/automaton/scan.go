package automaton

import (
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// scan is a short cut of Feed inside strings and names that one thread alone reads. It reads as much of p
// as is plain text and returns how many bytes that was; step reads the rest.
func (m *Matcher) scan(p []byte) int {
	if m.hi-m.lo != 1 || m.dec.State != jsontext.Idle {
		return 0
	}
	switch m.mode {
	case modeKey:
		return m.scanKey(p)
	case modeString:
		n := m.scanString(p)
		m.noteText(p[:n])
		return n
	}
	return 0
}

// ordinary reports whether b stands for itself inside a string, in every spelling.
func ordinary(b byte) bool { return b >= 0x20 && b < utf8.RuneSelf && b != '"' && b != '\\' }

// scanKey reads what goes on with a name that the object knows.
func (m *Matcher) scanKey(p []byte) int {
	t := &m.threads[m.lo]
	if t.rule != 0 {
		return 0
	}
	s := m.g.stepsOf(m.frames.list[t.frame].rule)
	n, lo, hi := whole(s.names, t.a, t.b, m.size, p)
	if n > 0 && !m.mayCome(s, lo) {
		n, lo, hi = 0, t.a, t.b
	}
	for n < len(p) && ordinary(p[n]) {
		a, b := narrow(s.names, lo, hi, m.size+int32(n), p[n:n+1])
		if !m.someMayCome(s, a, b) {
			break
		}
		lo, hi = a, b
		if n++; hi-lo == 1 {
			n += common(s.names[lo][int(m.size)+n:], p[n:])
			break
		}
	}
	t.a, t.b = lo, hi
	m.size += int32(n)
	m.offset += n
	m.nameBytes = append(m.nameBytes[:m.letterCount], p[:n]...)
	m.letterCount += int32(n)
	return n
}

// maxWhole is how far ahead the end of a name or listed string is looked for.
const maxWhole = 64

// whole returns how many bytes of p go on to the end of one of list[lo:hi], which all have their first
// size bytes in common, and the part of the list that begins so; or 0 and the list as it was.
func whole(list []string, lo, hi, size int32, p []byte) (n int, from, to int32) {
	p = p[:min(len(p), maxWhole)]
	for hi-lo > 1 && n < len(p) && ordinary(p[n]) {
		n++
	}
	if n > 0 && n < len(p) && p[n] == '"' {
		if from, to = narrow(list, lo, hi, size, p[:n]); exact(list, from, to, size+int32(n)) {
			return n, from, to
		}
	}
	return 0, lo, hi
}

// someMayCome reports whether one of the known names numbered from lo to hi may come.
func (m *Matcher) someMayCome(s *objectSteps, lo, hi int32) bool {
	if s.ways == len(s.names) && hi-lo > m.levels[m.level].items && !m.g.demanding {
		return true // more than have come
	}
	for i := lo; i < hi; i++ {
		if m.mayCome(s, i) {
			return true
		}
	}
	return false
}

// common returns how many plain bytes s and p begin with alike.
func common(s string, p []byte) int {
	n := 0
	for n < len(s) && n < len(p) && s[n] == p[n] && ordinary(p[n]) {
		n++
	}
	return n
}

// scanString reads plain text of a string value.
func (m *Matcher) scanString(p []byte) int {
	t := &m.threads[m.lo]
	if t.rule < 0 {
		return m.scanListed(p, t, m.g.choiceOf(t.rule).lits)
	}
	x := &m.g.texts[t.rule]
	switch {
	case x.universal && (x.Max == number.Unbounded || !m.mustDiffer(t.frame)):
		return m.scanFree(p, x)
	case x.Finite && !m.mustDiffer(t.frame):
		return m.scanListed(p, t, x.List)
	}
	return 0
}

// scanListed reads what goes on with one of a list of strings.
func (m *Matcher) scanListed(p []byte, t *thread, lits []string) int {
	n, lo, hi := whole(lits, t.a, t.b, m.size, p)
	for n < len(p) && ordinary(p[n]) {
		a, b := narrow(lits, lo, hi, m.size+int32(n), p[n:n+1])
		if a == b {
			break
		}
		lo, hi = a, b
		if n++; hi-lo == 1 {
			n += common(lits[lo][int(m.size)+n:], p[n:])
			break
		}
	}
	t.a, t.b = lo, hi
	m.runes += int32(n)
	m.size += int32(n)
	m.offset += n
	return n
}

// scanFree reads what is plain text of a string in which any character may come.
func (m *Matcher) scanFree(p []byte, x *textRule) int {
	n, runes, most := 0, int(m.runes), x.Max
	for n < len(p) && runes < most {
		c := p[n]
		if c < utf8.RuneSelf {
			if c < 0x20 || c == '"' || c == '\\' {
				break
			}
			n++
			runes++
			continue
		}
		r, size := utf8.DecodeRune(p[n:])
		if r == utf8.RuneError && size <= 1 {
			break // bad, or cut: byte by byte
		}
		n += size
		runes++
	}
	m.runes = int32(runes)
	m.size += int32(n)
	m.offset += n
	return n
}
