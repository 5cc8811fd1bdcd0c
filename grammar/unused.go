package grammar

import (
	"math/big"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// What follows keeps walks out of values and names that can no longer be finished because all that
// they can become has come before: items of an array with uniqueItems, and names of one object.

// taboo reports whether the values of t are items that must differ from items that have come.
func (m *Matcher) taboo(id int32) bool {
	return m.g.unique && m.levels[m.level].found >= 0 && m.uniqueAt(id)
}

// came reports whether an item that is canon has come.
func (m *Matcher) came(canon string) bool {
	for i := m.levels[m.level].found; i >= 0; i = m.memory.items[i].prev {
		if m.memory.items[i].canon == canon {
			return true
		}
	}
	return false
}

// texts returns the strings among the items that came and begin with prefix.
func (m *Matcher) cameTexts(prefix string) []string {
	var out []string
	for i := m.levels[m.level].found; i >= 0; i = m.memory.items[i].prev {
		if x := &m.memory.items[i]; x.kind == treeString && strings.HasPrefix(x.text, prefix) {
			out = append(out, x.text)
		}
	}
	return out
}

// cameNames returns the names of the object being read that begin with prefix.
func (m *Matcher) cameNames(prefix string) []string {
	var out []string
	for i := m.levels[m.level].last; i >= 0; i = m.names[i].prev {
		n := &m.names[i]
		if name := m.letters[n.from:n.to]; len(name) >= len(prefix) && string(name[:len(prefix)]) == prefix {
			out = append(out, string(name))
		}
	}
	return out
}

// itemText returns the characters of the string being read, which is an item, without the one that
// is not complete.
func (m *Matcher) itemText() string {
	raw := m.memory.text[m.levels[m.level].start:]
	return string(decodeInner(nil, raw[slices.Index(raw, '"')+1:], m.g.form.foreign))
}

// left is what a reading of a string or name may still become.
type left struct {
	text string // so far
	came []string
}

// some reports whether dfa has a member behind state, of lo to hi characters more, that has not come.
func (l left) some(dfa *regex.DFA, state int32, lo, hi int) bool {
	if len(l.came) == 0 {
		return true
	}
	lengths, err := dfa.Lengths(state)
	if err != nil {
		return false
	}
	if hi >= endless {
		if lengths.Max() < 0 {
			return true
		}
		hi = lengths.Max()
	}
	return !dfa.Members(state, lo, hi, func(rest []byte) bool { return slices.Contains(l.came, l.text+string(rest)) })
}

// next returns l behind one more character.
func (l left) next(r rune) left {
	n := left{text: l.text + string(r)}
	for _, s := range l.came {
		if strings.HasPrefix(s, n.text) {
			n.came = append(n.came, s)
		}
	}
	return n
}

// partLeft is textLeft for a string whose next character is one of spans.
func (m *Matcher) partLeft(x *text, t thread, spans []span) bool {
	l := left{text: m.itemText()}
	if l.came = m.cameTexts(l.text); len(l.came) == 0 {
		return true
	}
	runes, tries := int(m.runes)+1, len(l.came)+len(x.not)+1
	switch {
	case x.finite:
		for i := t.a; i < t.b; i++ {
			if canGoOn(x.lits, i, i+1, m.size, spans) && !slices.Contains(l.came, x.lits[i]) {
				return true
			}
		}
		return false
	case x.dfa == nil:
		for _, s := range spans {
			for r := s.lo; r <= min(s.hi, s.lo+rune(tries)); r++ {
				if n := l.next(r); runes < x.max || !slices.Contains(x.not, n.text) && !slices.Contains(n.came, n.text) {
					return true
				}
			}
		}
		return false
	}
	return l.reaches(x.dfa, t.a, spans, func(to int32, n left) bool {
		return m.g.fits(x, to, runes) && m.textLeft(x, t, to, runes, n)
	})
}

// reaches reports whether a character of spans leads on from state to what ok accepts. What came
// spoils one character each at most, so few of a kind are tried.
func (l left) reaches(dfa *regex.DFA, state int32, spans []span, ok func(to int32, n left) bool) bool {
	return slices.ContainsFunc(spans, func(s span) bool {
		found, err := dfa.Some(state, s.lo, s.hi, len(l.came)+1, func(r rune, to int32) bool { return ok(to, l.next(r)) })
		return found && err == nil
	})
}

// textLeft reports whether the string of x can become one that has not come, in the given state and
// with so many characters of which l is made.
func (m *Matcher) textLeft(x *text, t thread, state int32, runes int, l left) bool {
	switch {
	case len(l.came) == 0:
		return true
	case x.finite:
		return slices.ContainsFunc(x.lits[t.a:t.b], func(s string) bool { return !slices.Contains(l.came, s) })
	case x.dfa == nil:
		return runes < x.max || !slices.Contains(l.came, l.text)
	}
	hi := endless
	if x.max < endless {
		hi = x.max - runes
	}
	return l.some(x.dfa, state, max(x.min-runes, 0), hi)
}

// fixed reports whether any character that may come in x leads on, whatever came before.
func (x *text) fixed() bool {
	return !x.finite && x.max >= endless && (x.dfa == nil || x.dfa.Evergreen(x.dfa.Start()))
}

// seek returns what the numbers of rule are sought with, as an item of the array at frame id.
func (m *Matcher) seek(rule, id int32) *numSeek {
	k := m.g.nums[rule]
	if !m.taboo(id) {
		return k
	}
	newest := m.levels[m.level].found
	key := seekKey{rule, m.memory.items[newest].serial}
	if known := m.memory.seeks[key]; known != nil {
		return known
	}
	var used []*big.Rat
	for i := newest; i >= 0; i = m.memory.items[i].prev {
		if x := &m.memory.items[i]; x.kind == treeNumber {
			used = append(used, x.value)
		}
	}
	if used != nil {
		spec := *k.spec
		spec.not = append(slices.Clone(spec.not), used...)
		if !spec.settle() {
			spec = numSpec{set: []*big.Rat{}}
		}
		fresh := newNumSeek(&spec, k.limit)
		fresh.loose = k.loose
		k = fresh
	}
	if m.memory.seeks == nil || len(m.memory.seeks) >= maxSeeks {
		m.memory.seeks = map[seekKey]*numSeek{}
	}
	m.memory.seeks[key] = k
	return k
}

// A seekKey names a kind of numbers behind an item.
type seekKey struct {
	rule   int32
	serial int
}

const maxSeeks = 64

// valueLeft reports whether set has a value that may be the next item of the array at frame id. Of
// arrays and objects there is always another.
func (m *Matcher) valueLeft(set setID, id int32) bool {
	if !m.taboo(id) {
		return true
	}
	v := &m.g.sets[set]
	for i, is := range [...]bool{v.null, v.no, v.yes} {
		if is && !m.came(wordCanon(i)) {
			return true
		}
	}
	if v.obj >= 0 || len(v.arrs) > 0 {
		return true
	}
	if slices.ContainsFunc(v.strs, func(text int32) bool { return m.stringLeft(text, id) }) {
		return true
	}
	return slices.ContainsFunc(v.nums, func(num int32) bool {
		k := m.seek(num, id)
		return slices.ContainsFunc([]byte("-0123456789"), func(b byte) bool {
			state, _ := numStart.step(b)
			return k.live([]byte{b}, state, m.g.form)
		})
	})
}

// stringLeft reports whether the text numbered id has a member that has not come, as the next item.
func (m *Matcher) stringLeft(id, frame int32) bool {
	if !m.taboo(frame) {
		return true
	}
	x := &m.g.texts[id]
	t, state := thread{b: int32(len(x.lits))}, int32(0)
	if x.dfa != nil {
		state = x.dfa.Start()
	}
	return x.fixed() || m.textLeft(x, t, state, 0, left{came: m.cameTexts("")})
}

// wordCanon returns the canonical form of the words numbered i.
func wordCanon(i int) string { return string("nft"[i]) }

// nameMay reports whether the name that t reads can become one that has not come, if its next
// character is one of spans.
func (m *Matcher) nameMay(dfa *regex.DFA, t thread, spans []span) bool {
	l := left{text: string(m.key())}
	l.came = m.cameNames(l.text)
	return l.reaches(dfa, t.a, spans, func(to int32, n left) bool { return n.some(dfa, to, 0, endless) })
}

// nameLeft reports whether class has a name that has not come.
func (m *Matcher) nameLeft(k *classStep) bool {
	if k.dfa == nil || k.dfa.Evergreen(k.dfa.Start()) {
		return true
	}
	return left{came: m.cameNames("")}.some(k.dfa, k.dfa.Start(), 0, endless)
}
