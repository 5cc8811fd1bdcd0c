package automaton

import (
	"math/big"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// This file tells which numbers can still be items of an array with uniqueItems.

// recognizer returns what the numbers of rule are sought with, as an item of the array at frame id.
func (m *Matcher) recognizer(rule, id int32) *number.Recognizer {
	k := m.g.Numbers[rule]
	if !m.mustDiffer(id) {
		return k
	}
	newest := m.levels[m.level].lastItem
	key := recognizerKey{rule, m.memory.items.list[newest].serial}
	if known := m.memory.recognizers[key]; known != nil {
		return known
	}
	var used []*big.Rat
	for i := newest; i >= 0; i = m.memory.items.list[i].prev {
		x := &m.memory.items.list[i]
		if known := m.memory.recognizers[recognizerKey{rule, x.serial}]; known != nil {
			k = known // it leaves out this item and those before it
			break
		}
		if x.kind == jsontext.Number {
			used = append(used, x.value)
		}
	}
	k = k.Without(used)
	if m.memory.recognizers == nil || len(m.memory.recognizers) >= maxRecognizers {
		m.memory.recognizers = map[recognizerKey]*number.Recognizer{}
	}
	m.memory.recognizers[key] = k
	return k
}

// numberLives reports whether text, the beginning of a number in the given state, can become a member of rule that
// has not come, as an item of the array at frame id.
func (m *Matcher) numberLives(rule, id int32, text []byte, state number.State) bool {
	k := m.g.Numbers[rule]
	if !k.Live(text, state, m.g.Form) {
		return false
	}
	if !m.mustDiffer(id) || k.Plenty(text, state, int(m.levels[m.level].items)+1) {
		return true
	}
	if left, sure := m.unseenNumber(k, rule, text, state); sure {
		return left
	}
	return m.recognizer(rule, id).Live(text, state, m.g.Form)
}

// A recognizerKey names a kind of numbers after an item.
type recognizerKey struct {
	rule   int32
	serial int
}

const maxRecognizers = 64

// An unseenNumberKey names the members of a rule that begin with a text, as items of an array.
type unseenNumberKey struct {
	rule, array int32
	limit       int // of their bytes
	text        string
}

// unseenNumbers are places among these members before which all have come: the newest, and one of fewer items, for when the
// newest items of a walk have been taken back.
type unseenNumbers struct{ newest, earlier unseenNumber }

// An unseenNumber is a place that was true when the item with a serial was the newest.
type unseenNumber struct {
	at     int64
	items  int32
	serial int
}

func (u unseenNumber) holds(list []seenItem) bool {
	return u.items > 0 && int(u.items) <= len(list) && list[u.items-1].serial == u.serial
}

// mostExponent is how many bytes "0." and an exponent take beside the digits of a number of a word.
const mostExponent = 6

// unseenNumber reports whether text, which is live, can become a member of k, the numbers of rule, that has not come as an
// item. It may be unsure.
func (m *Matcher) unseenNumber(k *number.Recognizer, rule int32, text []byte, s number.State) (left, sure bool) {
	some, all := k.Enumerable(text, s, m.g.Form)
	if !some {
		return false, false
	}
	minus := text[0] == '-'
	if minus && k.Zero() && (len(text) == 1 || text[1] == '0') && !m.seenBefore(spelledImprint([]byte("0"))) { // -0 is 0
		return m.g.Form.Lenient, m.g.Form.Lenient
	}
	if m.someUnseenNumber(k, rule, text, m.g.Form.Limit) {
		return true, true
	}
	if s == number.Zero && k.Exponents(m.g.Form) { // 0.4e1 is 4
		next := []byte{'-', 0}
		if !minus {
			next = next[1:]
		}
		for d := byte('1'); d <= '9'; d++ {
			next[len(next)-1] = d
			if some, each := k.Enumerable(next, number.Whole, m.g.Form); !some || !each {
				all = false
			} else if m.someUnseenNumber(k, rule, next, m.g.Form.Limit-mostExponent) {
				return true, true
			} else if m.someUnseenNumber(k, rule, next, m.g.Form.Limit) {
				all = false
			}
		}
	}
	return false, all
}

// someUnseenNumber reports whether one of the members of k, the numbers of rule, that begin with text has not come as an
// item. It begins where it ended when fewer items had come, so that an array of all of them takes no square.
func (m *Matcher) someUnseenNumber(k *number.Recognizer, rule int32, text []byte, limit int) bool {
	key := unseenNumberKey{rule, m.levels[m.level].id, limit, string(text)}
	list := m.memory.items.list
	known, at := m.memory.numbers[key], int64(0)
	if !known.newest.holds(list) {
		known.newest = known.earlier
	}
	if known.newest.holds(list) {
		at = known.newest.at
	}
	var buf [24]byte
	for at != number.Exhausted {
		member, next := k.From(text, at, limit, buf[:0])
		if next == number.Exhausted || !m.seenBefore(spelledImprint(member)) {
			if next == number.Exhausted {
				at = next
			}
			break
		}
		at = next
	}
	if m.memory.numbers == nil || len(m.memory.numbers) >= maxUnseen {
		m.memory.numbers = map[unseenNumberKey]unseenNumbers{}
	}
	now := unseenNumber{at, int32(len(list)), list[len(list)-1].serial}
	if known.newest.items < now.items && known.newest.holds(list) {
		known.earlier = known.newest
	}
	known.newest = now
	m.memory.numbers[key] = known
	return at != number.Exhausted
}

// spelledImprint is numberImprint of a number without an exponent, and quick for integers, which are spelled by their
// digits alone.
func spelledImprint(text []byte) imprint {
	for _, b := range text {
		if b == '.' {
			return numberImprint(text)
		}
	}
	return afterText(imprint{}, text).of(jsontext.Number)
}
