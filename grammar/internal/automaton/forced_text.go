package automaton

import (
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// forcedText returns the text that must come next in the string or name that is being read, as far as all
// that is left of its lists begins with it and no other spelling is legal. It is "" in doubt.
func (m *Matcher) forcedText() string {
	if m.hi-m.lo != 1 || m.dec.State != jsontext.Idle || m.g.Form.Lenient {
		return ""
	}
	t := m.threads[m.lo]
	var list []string
	switch {
	case m.mode == modeKey && t.rule == 0: // some may not come, but then those that may begin so too
		list = m.g.stepsOf(m.frames.list[t.frame].rule).names
	case m.mode != modeString:
		return ""
	case t.rule < 0:
		list = m.g.choiceOf(t.rule).lits
	case m.g.texts[t.rule].Finite && !m.mustDiffer(t.frame):
		list = m.g.texts[t.rule].List
	}
	if t.a >= t.b || list == nil {
		return ""
	}
	// The list is sorted: what its first and its last have in common, all have.
	first, last := list[t.a][m.size:], list[t.b-1][m.size:]
	return first[:plainlyCommon(first, last)]
}

// plainlyCommon returns how many bytes of whole characters x and y begin with alike, up to one that is
// spelled with a backslash.
func plainlyCommon(x, y string) int {
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		if c := x[n]; c < 0x20 || c == '"' || c == '\\' {
			break
		}
		n++
	}
	for n > 0 && n < len(x) && !utf8.RuneStart(x[n]) {
		n--
	}
	return n
}

// advanceText reads text, a beginning of what forcedText returned that ends between characters. The state
// after it is the same as after a step for each byte.
func (m *Matcher) advanceText(text string) {
	if m.mode == modeKey {
		m.nameBytes = append(m.nameBytes[:m.letterCount], text...)
		m.letterCount = int32(len(m.nameBytes))
	} else {
		m.runes += int32(utf8.RuneCountInString(text))
		m.noteText([]byte(text))
	}
	m.size += int32(len(text))
	m.offset += len(text)
}
