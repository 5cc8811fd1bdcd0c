package automaton

import (
	"cmp"
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

func sortedThreads(list []thread) []thread {
	slices.SortFunc(list, func(x, y thread) int {
		return cmp.Or(cmp.Compare(x.rule, y.rule), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), cmp.Compare(x.frame, y.frame))
	})
	return slices.Compact(list)
}

// value reads the first byte of a value.
func (m *Matcher) value(b byte) bool {
	switch {
	case b == '"':
		return m.openString()
	case b == '{':
		return m.openObject()
	case b == '[':
		return m.openArray()
	case b == '-' || (b >= '0' && b <= '9'):
		return m.openNumber(b)
	case b == 'n' || b == 'f' || b == 't':
		return m.openWord(b)
	}
	return false
}

func (m *Matcher) openString() bool {
	for _, t := range m.live() {
		if t.rule < 0 {
			c := m.g.choiceOf(t.rule)
			m.emit(thread{rule: t.rule, b: int32(len(c.lits)), frame: t.frame})
			continue
		}
		for _, id := range m.g.sets[t.rule].strs {
			x := &m.g.texts[id]
			switch {
			case !m.stringRemaining(id, t.frame):
			case x.Finite:
				if t.a == 0 {
					m.emit(thread{rule: id, b: int32(len(x.List)), frame: t.frame})
				}
			case x.dfa != nil:
				m.emit(thread{rule: id, a: x.dfa.Start(), frame: t.frame})
			default:
				m.emit(thread{rule: id, b: int32(len(x.Except)), frame: t.frame})
			}
		}
	}
	m.mode, m.dec, m.runes, m.size, m.text = modeString, jsontext.Decoder{}, 0, 0, imprint{}
	m.resetBlanks()
	return m.activate()
}

func (m *Matcher) openObject() bool {
	if int(m.depth) >= m.g.Limits.Depth {
		return false
	}
	for _, t := range m.live() {
		if t.rule < 0 {
			continue
		}
		if obj := m.g.sets[t.rule].obj; obj >= 0 {
			m.emit(thread{frame: m.frames.intern(frame{parent: t.frame, rule: obj})})
		}
	}
	m.mode = modeFirstKey
	m.resetBlanks()
	return m.activate() && m.descend(false) && m.leadsOn()
}

func (m *Matcher) openArray() bool {
	if int(m.depth) >= m.g.Limits.Depth {
		return false
	}
	for _, t := range m.live() {
		if t.rule < 0 {
			continue
		}
		for _, id := range m.g.sets[t.rule].arrs {
			m.emit(thread{frame: m.frames.intern(frame{parent: t.frame, rule: arrayRule(id)})})
		}
	}
	m.mode = modeFirst
	m.resetBlanks()
	return m.activate() && m.descend(true) && m.leadsOn()
}

// descend opens a level. Without walking, levels are a stack.
func (m *Matcher) descend(array bool) bool {
	if !m.walking {
		m.levels = m.levels[:m.level+1]
	}
	m.levels = append(m.levels, level{
		parent: m.level, lastName: -1, lastItem: -1, array: array, id: int32(m.offset), names: m.nameCount, letters: m.letterCount,
		differs: m.g.unique && (m.levels[m.level].differs || array && m.asked()),
	})
	m.level = int32(len(m.levels) - 1)
	m.depth++
	return true
}

// leadsOn reports whether more than a blank may follow where an array has been opened, as any byte that is taken must
// leave a way on: readings that multiply with each level may be as many as are followed. What opens another level is
// tried last, as it asks the same.
func (m *Matcher) leadsOn() bool {
	if int(m.hi-m.lo)*m.g.widest <= m.g.Limits.Parallel {
		return true
	}
	next := m.next()
	may := func(b byte) bool { return next.Has(b) && m.try(b) }
	for b := byte('!'); b <= '~'; b++ {
		if b != '[' && b != '{' && may(b) {
			return true
		}
	}
	m.full = !may('[') && !may('{')
	return !m.full
}

// change returns the innermost level to be written to.
func (m *Matcher) change() *level {
	if m.walking {
		m.levels = append(m.levels, m.levels[m.level])
		m.level = int32(len(m.levels) - 1)
	}
	return &m.levels[m.level]
}

func (m *Matcher) openWord(b byte) bool {
	kind := jsontext.Null
	switch b {
	case 'f':
		kind = jsontext.False
	case 't':
		kind = jsontext.True
	}
	for _, t := range m.live() {
		if t.rule < 0 || m.mustDiffer(t.frame) && m.seenBefore(wordImprint(kind)) {
			continue
		}
		v := &m.g.sets[t.rule]
		if (b == 'n' && v.hasNull) || (b == 'f' && v.hasFalse) || (b == 't' && v.hasTrue) {
			m.emit(thread{frame: t.frame})
		}
	}
	m.mode, m.word, m.wordAt = modeWord, uint8(kind), 1
	m.resetBlanks()
	return m.activate()
}

func (m *Matcher) inWord(b byte) bool {
	w := jsontext.Words[m.word]
	if w[m.wordAt] != b {
		return false
	}
	if m.wordAt++; int(m.wordAt) < len(w) {
		return true
	}
	for _, t := range m.live() {
		m.emit(t)
	}
	return m.endValue(jsontext.Kind(m.word), imprint{})
}

// endValue takes the emitted threads to what surrounds them. Their value has ended: it is of the kind, and a
// container holds what held stands for.
func (m *Matcher) endValue(kind jsontext.Kind, held imprint) bool {
	m.mode = modeAfter
	if m.depth == 0 {
		m.mode = modeDone
	}
	m.resetBlanks()
	if !m.activate() {
		return false
	}
	return !m.levels[m.level].differs || m.remember(kind, held)
}

// items turns the frames of arrays into their next items.
func (m *Matcher) items() bool {
	for _, t := range m.live() {
		m.eachItem(t.frame, func(set schema.SetID, f frame) bool {
			m.emit(thread{rule: set, frame: m.frames.intern(f)})
			return true
		})
	}
	return m.activate()
}

// eachItem calls use for everything the next item of the array at id may be, with the frame after
// it, until use returns false.
func (m *Matcher) eachItem(id int32, use func(set schema.SetID, f frame) bool) {
	f := m.frames.list[id]
	a := m.g.arrayOf(f.rule)
	if int(f.count) >= a.Spec.Max {
		return
	}
	e := a.Item(int(f.count))
	next := f
	next.count = a.CountItem(f.count + 1)
	if m.g.Cost[e.Set] < number.Unbounded && m.valueRemaining(e.Set, id) &&
		a.Finish(&m.g.Compiled, int(next.count), next.hits) < number.Unbounded {
		if !use(e.Set, next) {
			return
		}
	}
	for _, h := range e.Variants {
		if hits, ok := a.Count(f.hits, h.Demands); ok && m.g.Cost[h.Set] < number.Unbounded && m.valueRemaining(h.Set, id) {
			next.hits = hits
			if a.Finish(&m.g.Compiled, int(next.count), hits) < number.Unbounded && !use(h.Set, next) {
				return
			}
		}
	}
}

// after reads a comma or the end of a container.
func (m *Matcher) after(b byte) bool {
	switch b {
	case '}', ']':
		if (b == ']') != m.levels[m.level].array || !m.spaced(&m.g.Space.BeforeClose) {
			return false
		}
		return m.close()
	case ',':
		if !m.spaced(&m.g.Space.BeforeComma) {
			return false
		}
		if !m.goOn() {
			return false
		}
		m.mode = modeNextKey
		if m.levels[m.level].array {
			m.mode = modeItem
		}
		m.resetBlanks()
		if !m.leadsOn() {
			return false
		}
		if m.mode == modeItem {
			m.change().items++
		}
		return true
	}
	return false
}

// goOn drops the threads whose container takes no more members or items, and reports whether any stays.
func (m *Matcher) goOn() bool {
	stay := 0
	for _, t := range m.live() {
		if m.goesOn(t.frame) {
			stay++
		}
	}
	if stay == len(m.live()) { // as nearly always
		return true
	}
	for _, t := range m.live() {
		if m.goesOn(t.frame) {
			m.emit(t)
		}
	}
	return m.activate()
}

// goesOn reports whether one more member or item may come.
func (m *Matcher) goesOn(id int32) bool {
	f := m.frames.list[id]
	if f.rule >= 0 {
		return m.namesRemaining(m.stepsAt(f.rule))
	}
	any := false
	m.eachItem(id, func(schema.SetID, frame) bool {
		any = true
		return false
	})
	return any
}

// knownRemaining reports whether some member may come whose name the schema knows.
func (m *Matcher) knownRemaining(s *objectSteps) bool {
	if s.ways == 0 || m.g.Order == schema.Declared || int(m.levels[m.level].items) < s.ways && !m.g.demanding {
		return s.ways > 0
	}
	return m.someMayCome(s, 0, int32(len(s.names)))
}

// namesRemaining reports whether some member may come that has not come yet.
func (m *Matcher) namesRemaining(s *objectSteps) bool {
	if !s.more || m.knownRemaining(s) {
		return s.more
	}
	for i := range s.classes {
		if m.nameRemaining(&s.classes[i]) && m.leadsToEnd(s.classes[i].step, schema.UnknownName) {
			return true
		}
	}
	return false
}

// closesAt reports whether the container may end here.
func (m *Matcher) closesAt(id int32) bool {
	f := m.frames.list[id]
	if f.rule >= 0 {
		return m.stepsAt(f.rule).closes
	}
	a := m.g.arrayOf(f.rule)
	return int(f.count) >= a.Spec.Min && a.Satisfied(f.hits)
}

func (m *Matcher) mayGoOn() bool {
	return slices.ContainsFunc(m.live(), func(t thread) bool { return m.goesOn(t.frame) })
}

func (m *Matcher) mayClose() bool {
	return slices.ContainsFunc(m.live(), func(t thread) bool { return m.closesAt(t.frame) })
}

// close ends the innermost container.
func (m *Matcher) close() bool {
	for _, t := range m.live() {
		if m.closesAt(t.frame) {
			m.emit(thread{frame: m.frames.list[t.frame].parent})
		}
	}
	if int(m.hi) == len(m.threads) {
		return false
	}
	l := &m.levels[m.level]
	kind, held := jsontext.Object, l.held
	if l.array {
		kind = jsontext.Array
	}
	if !m.walking {
		m.nameCount, m.letterCount = l.names, l.letters
	}
	m.level = l.parent
	m.depth--
	return m.endValue(kind, held)
}

func (m *Matcher) openNumber(b byte) bool {
	state, ok := number.Start.Step(b)
	if !ok {
		return false
	}
	if !m.walking {
		m.number = m.number[:0]
	}
	m.numFrom = int32(len(m.number))
	m.number = append(m.number, b)
	for _, t := range m.live() {
		if t.rule < 0 {
			continue
		}
		for _, id := range m.g.sets[t.rule].nums {
			if m.numberLives(id, t.frame, m.digits(), state) {
				m.emit(thread{rule: id, frame: t.frame})
			}
		}
	}
	m.mode, m.num = modeNumber, state
	m.resetBlanks()
	return m.activate()
}

func (m *Matcher) inNumber(b byte) bool {
	if state, ok := m.num.Step(b); ok {
		m.number = append(m.number, b)
		for _, t := range m.live() {
			if m.numberLives(t.rule, t.frame, m.digits(), state) {
				m.emit(t)
			}
		}
		m.num = state
		return m.activate()
	}
	for _, t := range m.live() {
		if m.numAccepts(t) {
			m.emit(thread{frame: t.frame})
		}
	}
	if !m.endValue(jsontext.Number, imprint{}) {
		return false
	}
	if jsontext.IsBlank(b) {
		return m.g.blanks && m.blank(b)
	}
	return m.structure(b)
}

func (m *Matcher) numAccepts(t thread) bool {
	return m.g.Numbers[t.rule].Accepts(m.digits(), m.num, m.g.Form) &&
		!(m.mustDiffer(t.frame) && m.seenBefore(numberImprint(m.digits())))
}

// digits returns the number being read.
func (m *Matcher) digits() []byte { return m.number[m.numFrom:] }
