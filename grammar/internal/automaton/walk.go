package automaton

import (
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// A mark is a place to go back to. Between begin and end a Matcher overwrites nothing, so any mark
// taken after begin can be gone back to, in any order from later to earlier.
type mark struct {
	head
	threads, frames, levels, names, letters, number, text, items int
}

// begin starts a walk that will be taken back; it returns the mark for end. Walks do not nest.
func (m *Matcher) begin() mark {
	m.walking = true
	return m.mark()
}

// end goes back to where begin was.
func (m *Matcher) end(at mark) {
	m.back(at)
	m.walking = false
}

func (m *Matcher) mark() mark {
	return mark{
		head: m.head, threads: len(m.threads), frames: len(m.frames.list), levels: len(m.levels), names: len(m.names),
		letters: len(m.nameBytes), number: len(m.number), text: len(m.memory.text), items: len(m.memory.items.list),
	}
}

// push reads b as step does; back undoes it.
func (m *Matcher) push(b byte) bool {
	return m.step(b)
}

func (m *Matcher) back(at mark) {
	m.head = at.head
	m.threads = m.threads[:at.threads]
	m.frames.release(at.frames)
	m.levels = m.levels[:at.levels]
	m.names = m.names[:at.names]
	m.nameBytes = m.nameBytes[:at.letters]
	m.number = m.number[:at.number]
	m.memory.text = m.memory.text[:at.text]
	m.memory.items.cut(at.items)
	m.full, m.swollen = false, false
}

// Next returns the bytes that may follow.
func (m *Matcher) Next() jsontext.ByteSet {
	s := m.next()
	n := int(m.hi-m.lo) * m.g.widest
	if n*m.g.widest <= m.g.Limits.Parallel {
		return s
	}
	for _, b := range s.Bytes() { // one that leaves more readings than may be followed is refused, or no way on, see leadsOn
		if (n > m.g.Limits.Parallel || b == '[' || b == '{' || b == ',') && !m.try(b) {
			s.Remove(b)
		}
	}
	return s
}

// next is Next for those who feed each byte.
func (m *Matcher) next() jsontext.ByteSet {
	var s jsontext.ByteSet
	if m.g.blanks && m.mode != modeString && m.mode != modeKey && m.mode != modeWord {
		m.nextBlanks(&s)
	}
	switch m.mode {
	case modeValue, modeFirst, modeItem:
		m.nextValue(&s)
	case modeFirstKey, modeNextKey:
		if m.spaced(m.before()) {
			if m.mode == modeFirstKey && m.closesWith('}') {
				s.Add('}')
			}
			if m.mode == modeNextKey || m.mayGoOn() {
				s.Add('"')
			}
		}
	case modeColon:
		if m.spaced(&m.g.Space.BeforeColon) {
			s.Add(':')
		}
	case modeString, modeKey:
		m.nextText(&s)
	case modeNumber:
		m.nextNumber(&s)
	case modeWord:
		s.Add(jsontext.Words[m.word][m.wordAt])
	case modeAfter:
		m.nextAfter(&s)
	}
	return s
}

func (m *Matcher) nextBlanks(s *jsontext.ByteSet) {
	for _, b := range [...]byte{' ', '\t', '\n', '\r'} {
		if m.try(b) {
			s.Add(b)
		}
	}
}

// try reports whether b is legal.
func (m *Matcher) try(b byte) bool {
	if m.walking {
		at := m.mark()
		ok := m.push(b)
		if ok {
			m.back(at)
		}
		return ok
	}
	at := m.begin()
	ok := m.push(b)
	m.end(at)
	return ok
}

func (m *Matcher) nextValue(s *jsontext.ByteSet) {
	if !m.spaced(m.before()) {
		return
	}
	if m.mode == modeValue {
		for _, t := range m.live() {
			m.firstBytes(s, t.rule, t.frame, t.a != 0)
		}
		return
	}
	for _, t := range m.live() {
		m.eachItem(t.frame, func(set schema.SetID, _ frame) bool {
			m.firstBytes(s, set, t.frame, false)
			return true
		})
	}
	if m.mode == modeFirst && m.closesWith(']') {
		s.Add(']')
	}
}

func (m *Matcher) firstBytes(s *jsontext.ByteSet, rule, frame int32, plain bool) {
	if rule < 0 {
		s.Add('"')
		return
	}
	v := &m.g.sets[rule]
	differs := m.mustDiffer(frame)
	for i, is := range [...]bool{v.hasNull, v.hasFalse, v.hasTrue} {
		if is && !(differs && m.seenBefore(wordImprint(jsontext.Kind(i)))) {
			s.Add(jsontext.Words[i][0])
		}
	}
	if v.obj >= 0 && int(m.depth) < m.g.Limits.Depth {
		s.Add('{')
	}
	if len(v.arrs) > 0 && int(m.depth) < m.g.Limits.Depth {
		s.Add('[')
	}
	for _, id := range v.strs {
		if (!plain || !m.g.texts[id].Finite) && m.stringRemaining(id, frame) {
			s.Add('"')
		}
	}
	for _, id := range v.nums {
		for _, b := range []byte("-0123456789") {
			state, _ := number.Start.Step(b)
			if !s.Has(b) && m.numberLives(id, frame, []byte{b}, state) {
				s.Add(b)
			}
		}
	}
}

func (m *Matcher) nextNumber(s *jsontext.ByteSet) {
	var buf [64]byte
	text := append(append(buf[:0], m.digits()...), 0)
	for _, b := range []byte("+-.0123456789Ee") {
		state, ok := m.num.Step(b)
		text[len(text)-1] = b
		for _, t := range m.live() {
			if ok && m.numberLives(t.rule, t.frame, text, state) {
				s.Add(b)
				break
			}
		}
	}
	if m.depth == 0 {
		return
	}
	for _, b := range []byte(",]}") {
		if m.try(b) {
			s.Add(b)
		}
	}
}

// closesWith reports whether the container may end here, with end; with uniqueItems that depends on
// what it holds.
func (m *Matcher) closesWith(end byte) bool { return m.mayClose() && (!m.g.unique || m.try(end)) }

func (m *Matcher) nextAfter(s *jsontext.ByteSet) {
	if m.spaced(&m.g.Space.BeforeComma) && m.mayGoOn() {
		s.Add(',')
	}
	end := byte('}')
	if m.levels[m.level].array {
		end = ']'
	}
	if m.spaced(&m.g.Space.BeforeClose) && m.closesWith(end) {
		s.Add(end)
	}
}

// anyText is what may follow inside a string in which any character may come, between characters.
var anyText = jsontext.ByteSet{(1<<64 - 1<<0x20) &^ (1 << '"'), 1<<64 - 1, 0, (1<<(0xf5-0xc0) - 1) &^ 3}

func (m *Matcher) nextText(s *jsontext.ByteSet) {
	any := false
	if m.dec.State == jsontext.Idle {
		any = slices.ContainsFunc(m.live(), m.anyCharacter)
		if any {
			*s = anyText
		}
		if m.mode == modeString && !m.g.unique {
			for _, t := range m.live() {
				if m.textEnds(t) {
					s.Add('"')
					break
				}
			}
		} else if m.try('"') {
			s.Add('"')
		}
	}
	if any || (m.dec.State == jsontext.Idle && m.nextLists(s)) {
		return // nothing else may come between characters
	}
	for b := range 256 {
		if !s.Has(byte(b)) && (b != '"' || m.dec.State != jsontext.Idle) && m.characterMay(byte(b)) {
			s.Add(byte(b))
		}
	}
}

// nextLists adds what the lists of all threads go on with. It returns false if some thread reads an
// automaton, which has no list.
func (m *Matcher) nextLists(s *jsontext.ByteSet) bool {
	for _, t := range m.live() {
		var list []string
		switch {
		case m.mode == modeKey && t.rule == 0:
			list = m.g.stepsOf(m.frames.list[t.frame].rule).names
		case m.mode == modeKey:
			return false
		case t.rule < 0:
			list = m.g.choiceOf(t.rule).lits
		case m.mustDiffer(t.frame):
			return false
		case m.g.texts[t.rule].Finite:
			list = m.g.texts[t.rule].List
		case int(m.runes) < m.g.texts[t.rule].Max:
			return false
		}
		if list == nil {
			continue
		}
		for i := t.a; i < t.b; i++ {
			if m.mode == modeKey && !m.mayCome(m.g.stepsOf(m.frames.list[t.frame].rule), i) {
				continue
			}
			m.nextCharacter(s, list[i][m.size:])
		}
	}
	return true
}

// nextCharacter adds the bytes with which the first character of rest can be spelled.
func (m *Matcher) nextCharacter(s *jsontext.ByteSet, rest string) {
	if rest == "" {
		return
	}
	b := rest[0]
	if b < 0x20 || b == '"' || b == '\\' || m.g.Form.Lenient {
		s.Add('\\')
	}
	if b >= 0x20 && b != '"' && b != '\\' {
		s.Add(b)
	}
}

// anyCharacter reports whether any character may come in the string or name of t.
func (m *Matcher) anyCharacter(t thread) bool {
	if m.mode == modeKey {
		return t.rule > 0 && m.g.stepsOf(m.frames.list[t.frame].rule).classes[t.rule-1].dfa == nil
	}
	if t.rule < 0 || !m.g.texts[t.rule].universal || int(m.runes) >= m.g.texts[t.rule].Max {
		return false
	}
	return m.g.texts[t.rule].Max >= number.Unbounded || !m.mustDiffer(t.frame)
}

// characterMay reports whether b may come in a string or name.
func (m *Matcher) characterMay(b byte) bool {
	d := m.dec
	r, what := d.Step(b, m.g.Form.Lenient)
	if what == jsontext.Refused {
		return false
	}
	var spans [3]jsontext.Span
	var buf [4]byte
	var pending []jsontext.Span
	var tail []byte
	if what == jsontext.Partial {
		pending = d.Pending(m.g.Form.Lenient, &spans)
	} else {
		tail = append(buf[:0], string(r)...)
	}
	for _, t := range m.live() {
		ok := false
		switch {
		case m.mode == modeKey && what == jsontext.Partial:
			ok = m.keyMayContinue(t, pending)
		case m.mode == modeKey:
			_, ok = m.keyStep(t, r, tail)
		case what == jsontext.Partial:
			ok = m.textMayContinue(t, pending)
		default:
			_, ok = m.textStep(t, r, tail)
		}
		if ok {
			return true
		}
	}
	return false
}

// maxForced bounds how many bytes Forced returns at once.
const maxForced = 1 << 12

// Forced returns the only bytes that can follow: up to where there is a choice, or where the
// document may end.
func (m *Matcher) Forced() []byte {
	at := m.begin()
	defer m.end(at)
	var out []byte
	for len(out) < maxForced && !m.CanEnd() {
		if text := m.forcedText(); text != "" {
			m.advanceText(text)
			out = append(out, text...)
			continue
		}
		next := m.Next()
		if next.Len() != 1 {
			break
		}
		b := next.First()
		if !m.push(b) {
			panic("grammar: BUG: a byte that Next allows was refused")
		}
		out = append(out, b)
	}
	return out
}
