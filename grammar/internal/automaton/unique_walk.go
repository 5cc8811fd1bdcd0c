package automaton

import (
	"bytes"
	"iter"
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/schema"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// This file keeps walks out of values and names that cannot be finished any more, because everything
// that they could become was seen before: items of an array with uniqueItems, and names of one object.

// mustDiffer reports whether a value in the frame id is an item that must differ from earlier ones.
func (m *Matcher) mustDiffer(id int32) bool {
	return m.g.unique && m.levels[m.level].lastItem >= 0 && m.uniqueAt(id)
}

// seenBefore reports whether v stands for an earlier item.
func (m *Matcher) seenBefore(v imprint) bool {
	l := &m.levels[m.level]
	return l.lastItem >= 0 && m.memory.items.has(l.id, v)
}

// beginsSeenText reports whether an earlier item is a string that begins with prefix.
func (m *Matcher) beginsSeenText(prefix []byte) bool {
	for i := m.levels[m.level].lastItem; i >= 0; i = m.memory.items.list[i].prev {
		if x := &m.memory.items.list[i]; x.kind == jsontext.String && bytes.HasPrefix(m.memory.text[x.from:x.to], prefix) {
			return true
		}
	}
	return false
}

// seenNames returns the names of the object being read that begin with prefix.
func (m *Matcher) seenNames(prefix string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := m.levels[m.level].lastName; i >= 0; i = m.names[i].prev {
			n := &m.names[i]
			if name := m.nameBytes[n.from:n.to]; len(name) >= len(prefix) && string(name[:len(prefix)]) == prefix && !yield(string(name)) {
				return
			}
		}
	}
}

// beginsSeenName reports whether a name of the object being read begins with prefix.
func (m *Matcher) beginsSeenName(prefix string) bool {
	for range m.seenNames(prefix) {
		return true
	}
	return false
}

// itemText returns the complete characters of the string being read, which is an item.
func (m *Matcher) itemText() []byte { return m.memory.text[len(m.memory.text)-int(m.size):] }

// remaining is a string or name that is being read, with what it must not become.
type remaining struct {
	text string                 // so far
	came func(text string) bool // whether text is an earlier item or name
	most int                    // how many of these there are, or more
}

// remainingItem returns text, the beginning of an item.
func (m *Matcher) remainingItem(text string) remaining {
	return remaining{text, m.cameAsItem, int(m.levels[m.level].items) + 1}
}

// remainingName returns text, the beginning of a name.
func (m *Matcher) remainingName(text string) remaining {
	came := func(name string) bool { return m.seenText(name, vocab.HashName([]byte(name))) }
	return remaining{text, came, int(m.levels[m.level].items)}
}

// some reports whether lo to hi characters more lead from state to a member that has not come.
func (l remaining) some(dfa *regex.DFA, state int32, lo, hi int) bool {
	if l.most == 0 {
		return true
	}
	lengths, err := dfa.Lengths(state)
	if err != nil {
		return false
	}
	if hi >= number.Unbounded {
		if lengths.Max() < 0 {
			return true
		}
		hi = lengths.Max()
	}
	if moreThan(l.most, dfa, state, lo, hi) {
		return true
	}
	return !dfa.Members(state, lo, hi, func(rest []byte) bool { return l.came(l.text + string(rest)) })
}

// moreThan reports whether lo to hi characters more surely lead from state to more than n members.
func moreThan(n int, dfa *regex.DFA, state int32, lo, hi int) bool {
	lengths, err := dfa.Lengths(state)
	return err == nil && lo <= lengths.Min() && lengths.Max() >= 0 && hi >= lengths.Max() && dfa.MoreThan(state, n)
}

// next returns l after one more character.
func (l remaining) next(r rune) remaining {
	l.text += string(r)
	return l
}

// textsLeft reports whether so few items have come that the string of x, after so many characters, can surely
// become another. It looks at none of them.
func (m *Matcher) textsLeft(x *textRule, t thread, runes int) bool {
	switch {
	case x.Finite:
		return t.b-t.a > m.levels[m.level].items+1
	case x.dfa == nil:
		return runes < x.Max
	}
	lo, hi := x.bounds(runes)
	return moreThan(int(m.levels[m.level].items)+1, x.dfa, t.a, lo, hi)
}

// bounds returns how many characters may follow so many.
func (x *textRule) bounds(runes int) (lo, hi int) {
	hi = number.Unbounded
	if x.Max < number.Unbounded {
		hi = x.Max - runes
	}
	return max(x.Min-runes, 0), hi
}

// cameAsItem reports whether an earlier item is the string text.
func (m *Matcher) cameAsItem(text string) bool { return m.seenBefore(textImprint(text)) }

// partRemaining is textRemaining for a string whose next character is one of spans.
func (m *Matcher) partRemaining(x *textRule, t thread, spans []jsontext.Span) bool {
	if x.Finite {
		return slices.ContainsFunc(spans, func(s jsontext.Span) bool {
			a, b := goingOnWith(x.List, t.a, t.b, m.size, s)
			return m.someUnseen(x, a, b)
		})
	}
	if !m.beginsSeenText(m.itemText()) {
		return true
	}
	l := m.remainingItem(string(m.itemText()))
	runes, tries := int(m.runes)+1, l.most+len(x.Except)+1
	if x.dfa == nil {
		for _, s := range spans {
			for r := s.Lo; r <= min(s.Hi, s.Lo+rune(tries)); r++ {
				if n := l.next(r); runes < x.Max || !slices.Contains(x.Except, n.text) && !n.came(n.text) {
					return true
				}
			}
		}
		return false
	}
	return l.reaches(x.dfa, t.a, spans, func(to int32, n remaining) bool {
		return m.g.fits(x, to, runes) && m.textRemaining(x, t, to, runes, n)
	})
}

// reaches reports whether a character of spans leads on from state to what ok accepts. What came
// spoils one character each at most, so few of a kind are tried.
func (l remaining) reaches(dfa *regex.DFA, state int32, spans []jsontext.Span, ok func(to int32, n remaining) bool) bool {
	return slices.ContainsFunc(spans, func(s jsontext.Span) bool {
		found, err := dfa.Some(state, s.Lo, s.Hi, l.most+1, func(r rune, to int32) bool { return ok(to, l.next(r)) })
		return found && err == nil
	})
}

// textRemaining reports whether the string of x can become one that has not come, in the given state and
// with so many characters of which l is made.
func (m *Matcher) textRemaining(x *textRule, t thread, state int32, runes int, l remaining) bool {
	switch {
	case l.most == 0:
		return true
	case x.Finite:
		return m.someUnseen(x, t.a, t.b)
	case x.dfa == nil:
		return runes < x.Max || !l.came(l.text)
	}
	lo, hi := x.bounds(runes)
	return l.some(x.dfa, state, lo, hi)
}

// An unseenKey names a part of the strings that a rule lists, as items of an array.
type unseenKey struct {
	x     *textRule
	a, b  int32
	array int32
}

// An unseenString is the first of them that had not come when the item with a serial was the newest.
type unseenString struct {
	at, items int32
	serial    int
}

const maxUnseen = 1 << 16

// someUnseen reports whether one of x.List[a:b] has not come as an item. It begins where it ended when fewer items had
// come, so that an array of all that a list holds takes no square.
func (m *Matcher) someUnseen(x *textRule, a, b int32) bool {
	key, at := unseenKey{x, a, b, m.levels[m.level].id}, a
	list := m.memory.items.list
	if known, ok := m.memory.unseen[key]; ok && int(known.items) <= len(list) && list[known.items-1].serial == known.serial {
		at = known.at
	}
	for at < b && m.cameAsItem(x.List[at]) {
		at++
	}
	if len(list) > 0 {
		if m.memory.unseen == nil || len(m.memory.unseen) >= maxUnseen {
			m.memory.unseen = map[unseenKey]unseenString{}
		}
		m.memory.unseen[key] = unseenString{at, int32(len(list)), list[len(list)-1].serial}
	}
	return at < b
}

// inexhaustible reports whether after every beginning of a member infinitely many members are left. Then
// items that were seen before never stand in the way of the next character.
func (x *textRule) inexhaustible() bool {
	return !x.Finite && x.Max >= number.Unbounded && (x.dfa == nil || x.dfa.Evergreen(x.dfa.Start()))
}

// valueRemaining reports whether set has a value that may be the next item of the array at frame id. Of
// arrays and objects there is always another.
func (m *Matcher) valueRemaining(set schema.SetID, id int32) bool {
	if !m.mustDiffer(id) {
		return true
	}
	v := &m.g.sets[set]
	for i, is := range [...]bool{v.hasNull, v.hasFalse, v.hasTrue} {
		if is && !m.seenBefore(wordImprint(jsontext.Kind(i))) {
			return true
		}
	}
	if v.obj >= 0 || len(v.arrs) > 0 {
		return true
	}
	if slices.ContainsFunc(v.strs, func(text int32) bool { return m.stringRemaining(text, id) }) {
		return true
	}
	return slices.ContainsFunc(v.nums, func(num int32) bool {
		return slices.ContainsFunc([]byte("-0123456789"), func(b byte) bool {
			state, _ := number.Start.Step(b)
			return m.numberLives(num, id, []byte{b}, state)
		})
	})
}

// stringRemaining reports whether the text numbered id has a member that has not come, as the next item.
func (m *Matcher) stringRemaining(id, frame int32) bool {
	if !m.mustDiffer(frame) {
		return true
	}
	x := &m.g.texts[id]
	t := thread{b: int32(len(x.List))}
	if x.dfa != nil {
		t.a = x.dfa.Start()
	}
	return x.inexhaustible() || m.textsLeft(x, t, 0) || m.textRemaining(x, t, t.a, 0, m.remainingItem(""))
}

// nameMayContinue reports whether the name that t reads can become one that has not come, if its next
// character is one of spans.
func (m *Matcher) nameMayContinue(dfa *regex.DFA, t thread, spans []jsontext.Span) bool {
	return m.remainingName(string(m.key())).reaches(dfa, t.a, spans,
		func(to int32, n remaining) bool { return n.some(dfa, to, 0, number.Unbounded) })
}

// nameRemaining reports whether class has a name that has not come.
func (m *Matcher) nameRemaining(k *classStep) bool {
	if k.dfa == nil || k.dfa.Evergreen(k.dfa.Start()) {
		return true
	}
	return m.remainingName("").some(k.dfa, k.dfa.Start(), 0, number.Unbounded)
}
