package grammar

import "encoding/binary"

// appendState appends a text that two matchers of one grammar have in common exactly if the same
// bytes may follow, as far as the next longest bytes go: it is the key under which what was worked
// out for one state is found for another.
func (m *Matcher) appendState(b []byte, longest int) []byte {
	b = append(b, byte(m.mode), m.blanks)
	b = appendInt(appendInt(b, int(m.run)), min(m.g.limits.Depth-int(m.depth), longest))
	switch m.mode {
	case modeString, modeKey:
		b = append(b, byte(m.dec.state), m.dec.left, m.dec.lo, m.dec.hi)
		b = appendInt(appendInt(b, int(m.dec.value)), int(m.dec.high))
	case modeNumber:
		b = append(append(b, m.digits()...), '#')
	case modeWord:
		b = append(b, m.word, m.wordAt)
	}
	for _, t := range m.live() {
		b = binary.LittleEndian.AppendUint32(b, uint32(t.rule))
		b = appendInt(appendInt(b, int(t.a)), int(t.b))
		switch {
		case m.mode == modeString:
			b = m.appendLength(b, t, longest)
		case m.mode == modeKey:
			b = appendInt(b, int(m.size))
		}
		b = m.appendFrames(b, t.frame)
	}
	if m.g.track {
		b = m.appendNames(b)
	}
	return b
}

// appendLength appends what the length of a string so far makes possible.
func (m *Matcher) appendLength(b []byte, t thread, longest int) []byte {
	if t.rule < 0 || m.g.texts[t.rule].finite {
		return appendInt(b, int(m.size))
	}
	x := &m.g.texts[t.rule]
	if x.dfa != nil && (x.min > 0 || x.max < endless) {
		return appendInt(b, int(m.runes)) // which lengths an automaton still has can depend on any of them
	}
	b = appendInt(b, min(max(x.min-int(m.runes), 0), longest))
	b = appendInt(b, min(x.max-int(m.runes), longest))
	if x.not != nil {
		b = appendInt(b, int(m.size))
	}
	return b
}

func (m *Matcher) appendFrames(b []byte, id int32) []byte {
	for ; id != 0; id = m.frames.list[id].parent {
		f := m.frames.list[id]
		b = binary.LittleEndian.AppendUint32(b, uint32(f.rule))
		b = appendInt(appendInt(b, int(f.count)), int(f.hits))
	}
	return append(b, ';')
}

// appendNames appends the names that have come in the open objects, and the one being read: they
// may not come again.
func (m *Matcher) appendNames(b []byte) []byte {
	if m.mode == modeKey {
		b = append(append(b, m.key()...), 0)
	}
	for at := m.level; at > 0; at = m.levels[at].parent {
		for i := m.levels[at].last; i >= 0; i = m.names[i].prev {
			b = append(append(b, m.letters[m.names[i].from:m.names[i].to]...), 0)
		}
		b = append(b, 1)
	}
	return b
}
