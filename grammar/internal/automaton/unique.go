package automaton

import (
	"math/big"
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// A memory is what uniqueItems needs: what stands for the items of arrays, and the strings among them. It stays empty in
// grammars without it.
type memory struct {
	text        []byte // the strings, decoded, and at the end the one that is being read
	items       itemTable
	serials     int // of items that were ever remembered
	recognizers map[recognizerKey]*number.Recognizer
	unseen      map[unseenKey]unseenString
	numbers     map[unseenNumberKey]unseenNumbers
}

// A seenItem knows the one before it in the same array.
type seenItem struct {
	prev     int32
	serial   int
	imprint  imprint
	kind     jsontext.Kind
	from, to int      // of a string, in the text
	value    *big.Rat // of a number

	array int32 // which it is an item of
	next  int32 // the next of its bucket and one more, or 0
}

func (m *memory) reset() {
	m.text = m.text[:0]
	m.items.cut(0)
}

// become makes m a copy of other. It forgets the recognizers of m and what it has not seen: the items of other may have
// the same serials.
func (m *memory) become(other *memory) {
	m.text = append(m.text[:0], other.text...)
	m.items.become(&other.items)
	m.serials = other.serials
	clear(m.recognizers)
	clear(m.unseen)
	clear(m.numbers)
}

// remember adds the value that ended, of a kind, to what it is a part of. If it is an item, it drops the threads that
// must not see it twice.
func (m *Matcher) remember(kind jsontext.Kind, held imprint) bool {
	v := held.of(kind)
	if kind == jsontext.Number {
		v = numberImprint(m.digits())
	}
	asked := m.levels[m.level].array && m.asked()
	if asked && m.seenBefore(v) {
		if !m.dropUnique() {
			return false
		}
		asked = false
	}
	l := m.change()
	l.hold(v)
	if !asked {
		return true
	}
	m.memory.serials++
	x := seenItem{array: l.id, prev: l.lastItem, serial: m.memory.serials, imprint: v, kind: kind}
	switch kind {
	case jsontext.String:
		x.to = len(m.memory.text)
		x.from = x.to - int(m.size)
	case jsontext.Number:
		x.value = number.ParseClamped(string(m.digits()))
	}
	m.memory.items.add(x)
	l.lastItem = int32(len(m.memory.items.list) - 1)
	return true
}

// asked reports whether some thread stands in an array whose items must differ.
func (m *Matcher) asked() bool {
	return slices.ContainsFunc(m.live(), func(t thread) bool { return m.uniqueAt(t.frame) })
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
