package automaton

import (
	"hash/maphash"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/schema"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// distance estimates how many bytes lead to the end: exactly where no names are left to choose. Along a single reading it is
// exact, and each byte counts for widest, as a character that is not begun may take so many: what goes on is always nearer.
func (m *Matcher) distance() int {
	least := number.Unbounded
	for _, t := range m.live() {
		least = min(least, m.threadDistance(t))
	}
	return least
}

func (m *Matcher) threadDistance(t thread) int {
	switch m.mode {
	case modeValue:
		return m.valueDistance(t)
	case modeColon:
		return schema.AddCost(m.bytes(1), m.valueDistance(t))
	case modeFirst, modeItem:
		if m.mode == modeFirst && m.closesAt(t.frame) {
			return schema.AddCost(m.bytes(1), m.outside(t.frame))
		}
		least := number.Unbounded
		m.eachItem(t.frame, func(set schema.SetID, f frame) bool {
			least = min(least, schema.AddCost(m.bytes(m.g.Cost[set]), m.frameDistance(f)))
			return true
		})
		return least
	case modeFirstKey, modeNextKey:
		if m.mode == modeFirstKey && m.closesAt(t.frame) {
			return schema.AddCost(m.bytes(1), m.outside(t.frame))
		}
		if m.mode == modeFirstKey && m.g.Order == schema.AnyOrder && !m.straight { // as it was priced, less the brace
			return schema.AddCost(m.openedDistance(t.frame)-1, m.outside(t.frame))
		}
		return m.keyDistance(t.frame, thread{b: -1})
	case modeKey:
		return m.keyDistance(t.frame, t)
	case modeString:
		return m.textDistance(t)
	case modeNumber:
		if m.numAccepts(t) {
			return m.outer(t.frame)
		}
		rest := m.restOfNumber(t)
		if rest == nil {
			return number.Unbounded
		}
		return schema.AddCost(m.bytes(len(rest)), m.outer(t.frame))
	case modeWord:
		return schema.AddCost(m.bytes(len(jsontext.Words[m.word])-int(m.wordAt)), m.outer(t.frame))
	}
	return m.outer(t.frame)
}

// bytes returns the distance of n bytes.
func (m *Matcher) bytes(n int) int {
	if m.straight {
		return schema.Product(widest, n)
	}
	return n
}

// outer returns the bytes that close everything from the frame on, after a value in it.
func (m *Matcher) outer(id int32) int {
	if id == 0 {
		return 0
	}
	return m.frameDistance(m.frames.list[id])
}

// outside is outer after the container itself.
func (m *Matcher) outside(id int32) int {
	return m.closing(m.frames.list[id].parent, m.levels[m.level].parent)
}

func (m *Matcher) frameDistance(f frame) int { return m.afterMember(f, schema.UnknownName) }

// afterMember is frameDistance where the member called name of the container being read comes before.
func (m *Matcher) afterMember(f frame, name string) int {
	return schema.AddCost(m.containerDistance(f, m.level, name), m.closing(f.parent, m.levels[m.level].parent))
}

// closing is outer of a container at a level.
func (m *Matcher) closing(id, level int32) int {
	n := 0
	for id != 0 {
		f := m.frames.list[id]
		n = schema.AddCost(n, m.containerDistance(f, level, schema.UnknownName))
		id, level = f.parent, m.levels[level].parent
	}
	return n
}

func (m *Matcher) containerDistance(f frame, level int32, name string) int {
	if f.rule < 0 {
		a := m.g.arrayOf(f.rule)
		n := m.bytes(a.Finish(&m.g.Compiled, int(f.count), f.hits))
		if a.Unique && !m.straight { // its shortest items may have come already, so the fewest count before the shortest
			n = schema.AddCost(n, guessedItem*a.Owed(int(f.count), f.hits))
		}
		return n
	}
	least := number.Unbounded
	for _, it := range (*m.g.readings.Load())[f.rule].items {
		o := m.g.Objects[it.obj]
		switch {
		case m.g.Order == schema.Declared:
			n, known := m.finishes[it]
			if !known {
				n = o.Finish(&m.g.Compiled, int(it.pos), int(it.count), it.flags)
				m.finishes[it] = n
			}
			least = min(least, m.bytes(n))
		case m.straight:
			least = min(least, m.bytes(o.FinishOf(&m.g.Compiled, int(it.count), it.flags, func(property int) bool {
				p := o.Properties[property].Name
				return p == name || seenName(m, &m.levels[level], p, vocab.HashName([]byte(p)), maphash.String)
			})))
		default: // which members are missing is open: each is worth more than any of them takes, so that it comes
			missing := int(it.pos) + max(0, o.Spec.Min-int(it.count)) + bits.OnesCount8(o.Demands&^it.flags)
			least = min(least, schema.AddCost(1, schema.Product(missing, o.Least)))
		}
	}
	return least
}

// openedDistance returns the bytes that close the object at frame id, which has no member yet.
func (m *Matcher) openedDistance(id int32) int {
	least := number.Unbounded
	for _, it := range (*m.g.readings.Load())[m.frames.list[id].rule].items {
		least = min(least, m.g.Objects[it.obj].Least)
	}
	return least
}

// guessedItem stands for the bytes of an item that differs from all that came.
const guessedItem = 1 << 10

func (m *Matcher) valueDistance(t thread) int {
	if t.rule >= 0 {
		return schema.AddCost(m.bytes(m.g.Cost[t.rule]), m.outer(t.frame))
	}
	c := m.g.choiceOf(t.rule)
	return m.choiceDistance(c, 0, int32(len(c.lits)), 0, t.frame)
}

// choiceDistance returns the bytes to the end through c.lits[lo:hi], of which size bytes are read.
func (m *Matcher) choiceDistance(c *choice, lo, hi, size int32, id int32) int {
	least := number.Unbounded
	f := m.frames.list[id]
	for i := lo; i < hi; i++ {
		f.rule = c.next[i]
		least = min(least, schema.AddCost(m.bytes(m.spelled(c.lits, i, size)+1), m.frameDistance(f)))
	}
	return least
}

// keyDistance returns the bytes to the end through a member whose name has come as far as t says.
func (m *Matcher) keyDistance(id int32, t thread) int {
	f := m.frames.list[id]
	s := m.g.stepsOf(f.rule)
	least := number.Unbounded
	through := func(letters int, x *step, name string) {
		for _, g := range x.groups {
			next := f
			next.rule = g.next
			least = min(least, schema.AddCost(schema.AddCost(letters, m.bytes(2+m.g.Cost[g.set])), m.afterMember(next, name)))
		}
	}
	size := m.size
	lo, hi := t.a, t.b
	if t.b < 0 {
		lo, hi, size = 0, int32(len(s.names)), 0
	}
	if t.rule == 0 {
		for i := lo; i < hi; i++ {
			if m.mayCome(s, i) {
				through(m.bytes(m.spelled(s.names, i, size)), s.step(i), s.names[i])
			}
		}
	}
	for i, k := range s.classes {
		if t.b >= 0 && int(t.rule) != i+1 {
			continue
		}
		letters := m.bytes(m.pendingBytes())
		switch {
		case k.dfa != nil && t.b >= 0:
			letters = m.charactersDistance(k.dfa, t.a, 0)
		case k.dfa != nil:
			letters = m.charactersDistance(k.dfa, k.dfa.Start(), 0)
		case t.b >= 0 && (exact(s.names, t.a, t.b, m.size) || m.seen(m.key(), vocab.HashName(m.key()))):
			letters += m.bytes(1)
		}
		through(letters, k.step, schema.UnknownName)
	}
	return least
}

func (m *Matcher) textDistance(t thread) int {
	if t.rule < 0 {
		return m.choiceDistance(m.g.choiceOf(t.rule), t.a, t.b, m.size, t.frame)
	}
	x := &m.g.texts[t.rule]
	n := 0
	switch {
	case x.Finite:
		n = number.Unbounded
		for i := t.a; i < t.b; i++ {
			n = min(n, m.spelled(x.List, i, m.size))
		}
		return schema.AddCost(m.bytes(n+1), m.outer(t.frame))
	case x.dfa != nil:
		n = m.charactersDistance(x.dfa, t.a, x.Min-int(m.runes))
		return schema.AddCost(n+m.bytes(1), m.outer(t.frame))
	default:
		n = max(x.Min-int(m.runes), 0)
		if n == 0 && exact(x.Except, t.a, t.b, m.size) {
			n = 1
		}
	}
	return schema.AddCost(m.bytes(n+1+m.pendingBytes()), m.outer(t.frame))
}

// widest is the bytes of the longest spelling of a character: two escapes.
const widest = 12

// charactersDistance returns the bytes of the least characters, not fewer than least, that lead from state to a member.
// Every character counts for a byte. But where that has led nowhere, as where letters beyond ASCII must come, each counts
// for more than any has, so that what begins one of them is nearer to the end than what does not.
func (m *Matcher) charactersDistance(d *regex.DFA, state int32, least int) int {
	count := func(state int32, least int) int {
		lengths, err := d.Lengths(state)
		if err != nil {
			m.lost++
			return 0
		}
		return max(lengths.Next(max(least, 0)), 0)
	}
	if !m.straight {
		return count(state, least) + m.pendingBytes()
	}
	if m.dec.State == jsontext.Idle {
		return widest * count(state, least)
	}
	fewest := number.Unbounded
	var buf [3]jsontext.Span
	for _, s := range m.dec.Pending(m.g.Form.Lenient, &buf) {
		_, _ = d.Some(state, s.Lo, s.Hi, 1, func(_ rune, to int32) bool { // what is over the budget is passed over
			fewest = min(fewest, count(to, least-1))
			return false
		})
	}
	if fewest == number.Unbounded {
		return fewest
	}
	return widest*fewest + m.pendingBytes()
}

// spelled returns the bytes that spell list[i] from size on; unbounded if the character in progress is none of
// its own.
func (m *Matcher) spelled(list []string, i, size int32) int {
	rest := list[i][size:]
	n := jsontext.QuotedLen(rest) - 2
	if m.dec.State == jsontext.Idle {
		return n
	}
	var buf [3]jsontext.Span
	if !canGoOn(list, i, i+1, size, m.dec.Pending(m.g.Form.Lenient, &buf)) {
		return number.Unbounded
	}
	r, width := utf8.DecodeRuneInString(rest)
	pending := m.pendingBytes()
	if m.dec.State == jsontext.InEscape && !strings.ContainsRune("\"\\/\b\f\n\r\t", r) {
		pending = len("u0000")
		if r > 0xffff {
			pending += len(`\u0000`)
		}
	}
	return n - (jsontext.QuotedLen(rest[:width]) - 2) + pending
}

// pendingBytes returns how many bytes complete the character in progress.
func (m *Matcher) pendingBytes() int {
	switch m.dec.State {
	case jsontext.Idle:
		return 0
	case jsontext.InEscape:
		return 1
	case jsontext.AwaitBackslash:
		return 6
	case jsontext.AwaitU:
		return 5
	}
	return int(m.dec.Left)
}
