package automaton

import "github.com/shortleash/shortleash/grammar/internal/jsontext"

// before returns the white space that may stand before a value or name.
func (m *Matcher) before() *jsontext.Run {
	switch m.mode {
	case modeValue:
		if m.depth == 0 {
			return &m.g.Space.Leading
		}
		return &m.g.Space.AfterColon
	case modeFirst, modeFirstKey:
		return &m.g.Space.AfterOpen
	}
	return &m.g.Space.AfterComma
}

// spaced reports whether the white space that came may stand at a place.
func (m *Matcher) spaced(r *jsontext.Run) bool { return r.Allows(int(m.run), m.blanks) }

func (m *Matcher) resetBlanks() { m.run, m.blanks = 0, 0 }

// blank reads one byte of white space: some token that may follow must tolerate the run.
func (m *Matcher) blank(b byte) bool {
	n, kinds := int(m.run)+1, m.blanks|jsontext.BlankBit(b)
	space, ok := &m.g.Space, false
	switch m.mode {
	case modeDone:
		ok = space.Trailing.Allows(n, kinds)
	case modeColon:
		ok = space.BeforeColon.Allows(n, kinds)
	case modeAfter:
		ok = space.BeforeComma.Allows(n, kinds) && m.mayGoOn() || space.BeforeClose.Allows(n, kinds) && m.mayClose()
	default:
		ok = m.before().Allows(n, kinds)
	}
	if ok {
		m.run, m.blanks = int32(n), kinds
	}
	return ok
}
