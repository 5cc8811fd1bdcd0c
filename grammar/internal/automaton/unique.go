package automaton

import (
	"math/big"
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// A memory is what uniqueItems needs: the text so far, and the items of open arrays in a canonical
// form. It stays empty in grammars without it.
type memory struct {
	text        []byte
	items       itemTable
	serials     int // of items that were ever remembered
	recognizers map[recognizerKey]*number.Recognizer
}

// A seenItem knows the one before it in the same array.
type seenItem struct {
	prev   int32
	serial int
	canon  string
	kind   jsontext.Kind
	text   string   // of a string
	value  *big.Rat // of a number

	array int32 // which it is an item of
	hash  uint64
	next  int32 // the next of its bucket and one more, or 0
}

func (m *memory) reset() {
	m.text = m.text[:0]
	m.items.cut(0)
}

// become makes m a copy of other. It forgets the recognizers of m: the items of other may have the same
// serials.
func (m *memory) become(other *memory) {
	m.text = append(m.text[:0], other.text...)
	m.items.become(&other.items)
	m.serials = other.serials
	clear(m.recognizers)
}

// note keeps the legal bytes p, where uniqueItems may need them.
func (m *Matcher) note(p []byte) {
	if m.g.unique {
		m.memory.text = append(m.memory.text, p...)
	}
}

// remember keeps the item that ended, and drops the threads that must not see its value twice.
func (m *Matcher) remember(tail string) bool {
	l := &m.levels[m.level]
	asked := false
	for _, t := range m.live() {
		asked = asked || m.uniqueAt(t.frame)
	}
	if !asked {
		return true
	}
	t := jsontext.MustRead(append(slices.Clip(m.memory.text[l.start:]), tail...))
	canon := number.Canonical(t)
	if m.seenBefore(canon) {
		return m.dropUnique()
	}
	l = m.change()
	m.memory.serials++
	x := seenItem{array: l.id, prev: l.lastItem, serial: m.memory.serials, canon: canon, kind: t.Kind}
	switch t.Kind {
	case jsontext.String:
		x.text = t.Text
	case jsontext.Number:
		x.value = number.ParseClamped(t.Text)
	}
	m.memory.items.add(x)
	l.lastItem = int32(len(m.memory.items.list) - 1)
	return true
}

func (m *Matcher) uniqueAt(id int32) bool {
	f := m.frames.list[id]
	return f.rule < 0 && m.g.arrayOf(f.rule).Unique
}

func (m *Matcher) dropUnique() bool {
	for _, t := range m.live() {
		if !m.uniqueAt(t.frame) {
			m.emit(t)
		}
	}
	return m.activate()
}
