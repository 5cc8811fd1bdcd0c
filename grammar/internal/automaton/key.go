package automaton

import (
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/schema"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// openKey begins a member name.
func (m *Matcher) openKey() bool {
	for _, t := range m.live() {
		s := m.stepsAt(m.frames.list[t.frame].rule)
		if m.knownRemaining(s) {
			m.emit(thread{b: int32(len(s.names)), frame: t.frame})
		}
		for i := range s.classes {
			k := &s.classes[i]
			if !m.nameRemaining(k) || !m.leadsToEnd(k.step, schema.UnknownName) {
				continue
			}
			next := thread{rule: int32(i + 1), b: int32(len(s.names)), frame: t.frame}
			if k.dfa != nil {
				next.a, next.b = k.dfa.Start(), 0
			}
			m.emit(next)
		}
	}
	m.mode, m.dec, m.runes, m.size = modeKey, jsontext.Decoder{}, 0, 0
	m.resetBlanks()
	if !m.activate() {
		return false
	}
	l := &m.levels[m.level]
	if !m.g.track && !m.walking && l.lastName >= 0 { // only the newest name is of interest
		m.nameCount, m.letterCount = l.lastName, m.names[l.lastName].from
	}
	m.names, m.nameBytes = m.names[:m.nameCount], m.nameBytes[:m.letterCount]
	return true
}

// inKey reads a byte of a member name.
func (m *Matcher) inKey(b byte) bool {
	if b == '"' && m.dec.State == jsontext.Idle {
		return m.closeKey()
	}
	r, what := m.dec.Step(b, m.g.Form.Lenient)
	switch what {
	case jsontext.Refused:
		return false
	case jsontext.Partial:
		var buf [3]jsontext.Span
		spans := m.dec.Pending(m.g.Form.Lenient, &buf)
		for _, t := range m.live() {
			if m.keyMayContinue(t, spans) {
				m.emit(t)
			}
		}
		return m.activate()
	}
	var buf [utf8.UTFMax]byte
	tail := utf8.AppendRune(buf[:0], r)
	for _, t := range m.live() {
		if next, ok := m.keyStep(t, r, tail); ok {
			m.emit(next)
		}
	}
	if !m.activate() {
		return false
	}
	m.size += int32(len(tail))
	m.nameBytes = append(m.nameBytes[:m.letterCount], tail...)
	m.letterCount = int32(len(m.nameBytes))
	return true
}

func (m *Matcher) keyMayContinue(t thread, spans []jsontext.Span) bool {
	s := m.g.stepsOf(m.frames.list[t.frame].rule)
	if t.rule == 0 {
		for i := t.a; i < t.b; i++ {
			if canGoOn(s.names, i, i+1, m.size, spans) && m.mayCome(s, i) {
				return true
			}
		}
		return false
	}
	dfa := s.classes[t.rule-1].dfa
	if dfa == nil {
		return true
	}
	if m.levels[m.level].lastName >= 0 && !dfa.Evergreen(t.a) {
		return m.nameMayContinue(dfa, t, spans)
	}
	for _, x := range spans {
		if ok, err := dfa.Reaches(t.a, x.Lo, x.Hi, nil); ok && err == nil {
			return true
		}
	}
	return false
}

func (m *Matcher) keyStep(t thread, r rune, tail []byte) (thread, bool) {
	s := m.g.stepsOf(m.frames.list[t.frame].rule)
	if t.rule == 0 {
		t.a, t.b = narrow(s.names, t.a, t.b, m.size, tail)
		return t, m.someMayCome(s, t.a, t.b)
	}
	dfa := s.classes[t.rule-1].dfa
	if dfa == nil {
		t.a, t.b = narrow(s.names, t.a, t.b, m.size, tail)
		return t, true
	}
	to, err := dfa.Step(t.a, r)
	m.swollen = m.swollen || err != nil
	t.a = to
	if err != nil || to == regex.Dead {
		return t, false
	}
	if m.levels[m.level].lastName < 0 {
		return t, true
	}
	if lengths, err := dfa.Lengths(to); err != nil || lengths.Max() < 0 {
		return t, err == nil
	}
	return t, m.remainingName(string(m.key())+string(tail)).some(dfa, to, 0, number.Unbounded)
}

// key returns the name being read, as far as it has come.
func (m *Matcher) key() []byte { return m.nameBytes[m.letterCount-m.size : m.letterCount] }

// closeKey ends a member name: the values that may follow it are the new threads.
func (m *Matcher) closeKey() bool {
	key := m.key()
	ends := func(t thread) bool { return m.keyStepAt(m.g.stepsOf(m.frames.list[t.frame].rule), t, key) != nil }
	if !slices.ContainsFunc(m.live(), ends) {
		return false // before the name is hashed: where names are long, most of their bytes are asked whether they end here
	}
	hash := vocab.HashName(key)
	if m.g.track && m.seen(key, hash) {
		return false
	}
	for _, t := range m.live() {
		f := m.frames.list[t.frame]
		s := m.g.stepsOf(f.rule)
		x := m.keyStepAt(s, t, key)
		if x == nil {
			continue
		}
		for _, n := range x.groups {
			if n.onlyListed || !m.completable(n.next, string(key)) {
				continue
			}
			next := f
			next.rule = n.next
			v := thread{rule: n.set, frame: m.frames.intern(next)}
			if n.listed {
				v.a = 1
			}
			m.emit(v)
		}
		if x.choice >= 0 {
			m.emit(thread{rule: choiceRule(x.choice), frame: t.frame})
		}
	}
	m.mode = modeColon
	if !m.activate() {
		return false
	}
	l := m.change()
	prev := l.lastName
	if !m.g.track {
		prev = -1
	}
	m.names = append(m.names[:m.nameCount], name{prev: prev, from: m.letterCount - m.size, to: m.letterCount, hash: hash})
	l.lastName = m.nameCount
	if l.differs {
		l.member = afterText(imprint{}, key)
	}
	l.items++
	m.nameCount++
	m.indexNames(l)
	return true
}

func (m *Matcher) keyStepAt(s *objectSteps, t thread, key []byte) *step {
	if t.rule == 0 {
		if !exact(s.names, t.a, t.b, m.size) {
			return nil
		}
		return s.step(t.a)
	}
	k := &s.classes[t.rule-1]
	if k.dfa == nil {
		if exact(s.names, t.a, t.b, m.size) {
			return nil
		}
		return k.step
	}
	if !k.dfa.Accepting(t.a) {
		return nil
	}
	i := sort.SearchStrings(s.names, string(key))
	if i < len(s.names) && s.names[i] == string(key) {
		return nil
	}
	return k.step
}

// mayCome reports whether the known name numbered i may come: it leads somewhere and has not been.
func (m *Matcher) mayCome(s *objectSteps, i int32) bool {
	return s.leads(i) && (m.g.Order == schema.Declared || !m.seenText(s.names[i], s.hashes[i])) &&
		(!m.g.demanding || m.leadsToEnd(s.step(i), s.names[i]))
}

// leadsToEnd reports whether the object being read can still be closed after a member that x leads through.
func (m *Matcher) leadsToEnd(x *step, name string) bool {
	return !m.g.demanding || slices.ContainsFunc(x.groups, func(g group) bool { return m.completable(g.next, name) })
}

// completable reports whether the object being read can still be closed where it is read so after a member called name. In
// declared order none is begun that could not; in any order it depends on the names that came.
func (m *Matcher) completable(reading int32, name string) bool {
	if !m.g.demanding {
		return true
	}
	return slices.ContainsFunc((*m.g.readings.Load())[reading].items, func(it item) bool {
		o := m.g.Objects[it.obj]
		missing := o.Demands &^ it.flags
		if missing == 0 {
			return true
		}
		cost, fresh := o.Provide(&m.g.Compiled, missing, func(i int) bool {
			p := o.Properties[i].Name
			return p == name || m.seenText(p, vocab.HashName([]byte(p)))
		})
		return cost < number.Unbounded && (o.Spec.Max == number.Unbounded || int(it.count)+int(it.pos)+fresh <= o.Spec.Max)
	})
}
