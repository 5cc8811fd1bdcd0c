package automaton

import (
	"context"
	"maps"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// A Matcher is one walk through a grammar: it is fed the bytes of a document and knows at every
// point what may follow. It belongs to one goroutine and must not be copied; Clone it.
type Matcher struct {
	g *Program
	head
	threads   []thread
	frames    frames
	levels    []level
	names     []name
	nameIndex map[nameKey]int32 // one more than the newest name of a hash; see indexNames
	nameBytes []byte            // the decoded names, and at the end the one being read
	number    []byte            // the number being read
	memory    memory            // what uniqueItems must remember
	walking   bool              // bytes will be taken back: nothing is overwritten
	straight  bool              // see complete
	lost      int               // see maxLost
	finishes  map[item]int      // what a completion knows of Object.Finish
	full      bool              // too many readings at once
	swollen   bool              // a pattern has too many states
	masker    *masker

	ctx         context.Context // of the feeding under way, or nil
	interrupted bool            // it ended where the byte being read opens an object
}

// A head is the part of a Matcher that is copied to take a byte back. All threads share it: the bytes
// alone say where in a document the walk is; threads differ in what the schema allows there.
type head struct {
	mode        mode
	word        uint8 // which of words
	wordAt      uint8 // how many of its bytes have come
	blanks      uint8 // which kinds of white space stand here, by BlankBit
	num         number.State
	dec         jsontext.Decoder
	run         int32 // bytes of white space in a row
	depth       int32
	level       int32   // the innermost container, in levels
	runes       int32   // of the string being read, decoded
	size        int32   // the same in bytes; for a name too
	lo, hi      int32   // the live threads, in threads
	numFrom     int32   // where the number being read starts, in number
	text        imprint // what stands for the string being read, where items must differ
	nameCount   int32
	letterCount int32
	offset      int
}

// A thread is one reading of the document so far: one way in which its bytes can satisfy the schema. A
// byte is legal if some thread can go on with it.
//
// The fields a and b say how far the rule has been read:
//   - modeString, a list (a choiceRule, or a finite textRule): list[a:b] begin with what was read
//   - modeString, a pattern: a is the state of its automaton
//   - modeString, neither: Except[a:b] begin with what was read
//   - modeKey, rule 0 or a class without an automaton: the known names[a:b] begin with what was read
//   - modeKey, a class with an automaton: a is its state
//   - modeValue and modeColon: a is 1 if a choice reads the strings that the set lists
//
// In all other modes both are 0.
type thread struct {
	rule  int32 // what is being read; the mode says which kind of number it is
	a, b  int32
	frame int32 // what surrounds it
}

// choiceRule is the rule of a thread that reads one of the strings of a choice: these rules are negative.
func choiceRule(choice int32) int32 { return -choice - 1 }

// choiceOf returns the choice that a negative rule stands for.
func (g *Program) choiceOf(rule int32) *choice { return (*g.choices.Load())[-rule-1] }

// A level is an open container, as far as all threads agree.
type level struct {
	parent         int32
	lastName       int32 // the newest name, in names; -1: none
	items          int32 // of an array
	lastItem       int32 // the newest item that uniqueItems remembers, or -1
	names, letters int32 // how many there were when it was opened
	array          bool
	differs        bool    // its items must differ, or it is a part of an item that must
	held           imprint // where it differs, what stands for its values so far
	member         imprint // and for the newest name
	id             int32   // the offset at which it was opened; -1: the outside
	indexed        int32   // its names before this one are in the index
}

// A name is a member name that was read.
type name struct {
	prev     int32 // an earlier one of the same object, or -1
	from, to int32 // in letters
	hash     uint32
	same     int32 // with an index: one more than an earlier one of the same hash, or 0
}

// A mode is what the next byte belongs to.
type mode uint8

const (
	modeValue    mode = iota // a value comes; rule is a set, or a choiceRule
	modeFirst                // after [, with the frame of the array
	modeItem                 // after a comma of an array, with its frame
	modeFirstKey             // after {, with the frame of the object
	modeNextKey              // after a comma of an object, with its frame
	modeKey                  // in a name; rule is 0 for the names that the schema knows, else a class and one more
	modeColon                // after a name; rule as for modeValue
	modeString               // in a string; rule is a textRule, or a choiceRule
	modeNumber               // in a number; rule is a number.Recognizer
	modeWord                 // in true, false or null, with the frame around it
	modeAfter                // after a value in a container, with the frame of the container
	modeDone                 // after the document
)

// NewMatcher returns a new walk through g.
func NewMatcher(g *Program) *Matcher {
	m := g.current().matcher()
	m.Reset()
	return m
}

// matcher returns one that stands nowhere. Invariant: every new Matcher comes from here. A pool that is
// given more than is asked of it keeps all it was given up to the next collection, and the collector
// waits for the heap to double before that: so it would grow without end.
func (g *Program) matcher() *Matcher {
	if m, ok := g.idle.Get().(*Matcher); ok {
		return m
	}
	return &Matcher{g: g}
}

// Release gives the memory of m to a later walk through the same grammar, or a later clone; m must not
// be used again. It is for those who make many short walks, and need not be called.
func (m *Matcher) Release() { m.g.idle.Put(m) }

// Reset takes the matcher back to the beginning.
func (m *Matcher) Reset() {
	if g := m.g.current(); g != m.g { // what masks it remembers counts the readings of the old one
		m.g, m.masker = g, nil
	}
	m.head = head{}
	m.frames.reset()
	m.threads = append(m.threads[:0], thread{rule: m.g.Root})
	m.hi = 1
	m.levels = append(m.levels[:0], level{parent: -1, lastName: -1, lastItem: -1, id: -1})
	clear(m.nameIndex)
	m.names, m.nameBytes, m.number = m.names[:0], m.nameBytes[:0], m.number[:0]
	m.memory.reset()
	m.walking, m.full, m.swollen = false, false, false
}

// Clone returns a matcher that stands where m stands and goes its own way.
func (m *Matcher) Clone() *Matcher {
	n := m.g.matcher()
	n.head, n.walking, n.full = m.head, m.walking, m.full
	n.threads = append(n.threads[:0], m.threads[:m.hi]...)
	n.frames.become(&m.frames)
	n.levels = append(n.levels[:0], m.levels...)
	n.names = append(n.names[:0], m.names...)
	n.nameBytes = append(n.nameBytes[:0], m.nameBytes...)
	n.number = append(n.number[:0], m.number...)
	n.memory.become(&m.memory)
	if clear(n.nameIndex); len(m.nameIndex) > 0 {
		n.nameIndex = maps.Clone(m.nameIndex)
	}
	return n
}

// Feed reads p. It returns how many bytes were legal and nil, or a *Violation; then m stands after
// the last legal byte, and the same byte would be refused again. It ends soon after ctx does, with its error: then m
// stands after the bytes that it has taken.
func (m *Matcher) Feed(ctx context.Context, p []byte) (n int, err error) {
	m.ctx = ctx
	n, err = m.feed(ctx, p)
	m.ctx = nil
	if err == nil && n < len(p) {
		err = m.refuse(p[n:])
	}
	return n, err
}

// feed reads p and returns how many bytes were legal. The error is that of ctx, or nil. It looks at ctx before each byte,
// or piece of a text that is scanned at once: some bytes end items of an array that must all differ, open objects of many
// members or lead a pattern to a new state, and take milliseconds.
func (m *Matcher) feed(ctx context.Context, p []byte) (n int, err error) {
	for n < len(p) {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		if m.mode == modeString || m.mode == modeKey {
			if k := m.scan(p[n:]); k > 0 {
				n += k
				continue
			}
		}
		if !m.step(p[n]) {
			if m.interrupted {
				m.interrupted = false
				return n, ctx.Err()
			}
			return n, nil
		}
		m.commit()
		n++
	}
	return n, nil
}

// stepsAt is stepsWithin the context of a feeding. After that has ended there are no steps, and the byte being
// read is not taken.
func (m *Matcher) stepsAt(reading int32) *objectSteps {
	if s := m.g.stepsWithin(m.ctx, reading); s != nil {
		return s
	}
	m.interrupted = true
	return &objectSteps{}
}

// End returns nil if the document is complete, or a *Violation.
func (m *Matcher) End() error {
	if m.CanEnd() {
		return nil
	}
	return m.refuse(nil)
}

// CanEnd reports whether the document is complete.
func (m *Matcher) CanEnd() bool {
	if m.mode == modeDone {
		return true
	}
	if m.mode != modeNumber || m.depth > 0 {
		return false
	}
	for _, t := range m.live() {
		if m.numAccepts(t) {
			return true
		}
	}
	return false
}

func (m *Matcher) live() []thread { return m.threads[m.lo:m.hi] }

// commit makes the state after a step the only one. What steps left behind is dropped where much has
// gathered.
func (m *Matcher) commit() {
	crowded := len(m.frames.list) > maxFrames && m.mode == modeAfter
	if m.lo > maxLeft || crowded {
		n := copy(m.threads, m.threads[m.lo:m.hi])
		m.lo, m.hi = 0, int32(n)
		m.threads = m.threads[:n]
	}
	if crowded {
		m.frames.keep(m.threads)
	}
}

// maxLeft is how many threads that no longer live gather before they are dropped.
const maxLeft = 64

// maxFrames is how many frames gather before those that no thread stands in are dropped.
const maxFrames = 512

// emit adds a thread to the state after this step.
func (m *Matcher) emit(t thread) { m.threads = append(m.threads, t) }

// activate makes the emitted threads the living ones; none means that the byte is refused.
func (m *Matcher) activate() bool {
	from := m.hi
	fresh := m.threads[from:]
	if len(fresh) > 1 {
		fresh = distinct(fresh)
		m.threads = m.threads[:int(from)+len(fresh)]
	}
	if len(fresh) > m.g.Limits.Parallel {
		m.full = true
		return false
	}
	m.lo, m.hi = from, from+int32(len(fresh))
	return len(fresh) > 0
}

// fewThreads is up to how many threads are compared pairwise.
const fewThreads = 12

// distinct removes duplicates, keeping the order of what is left where there are few.
func distinct(list []thread) []thread {
	if len(list) > fewThreads {
		return sortedThreads(list)
	}
	kept := list[:0]
next:
	for _, t := range list {
		for _, u := range kept {
			if t == u {
				continue next
			}
		}
		kept = append(kept, t)
	}
	return kept
}

// step reads one byte and reports whether it was legal. If not, m is unchanged.
func (m *Matcher) step(b byte) bool {
	m.swollen = false
	saved, frames, number := m.head, len(m.frames.list), len(m.number)
	items, text, around := len(m.memory.items.list), len(m.memory.text), [2]level{}
	if m.g.unique {
		around = m.around()
	}
	if m.dispatch(b) && !m.interrupted {
		m.offset++
		return true
	}
	m.head = saved
	if m.g.unique { // the end of a value may have been noted, or of two where the first is a number
		m.levels[m.level] = around[0]
		if parent := around[0].parent; parent >= 0 {
			m.levels[parent] = around[1]
		}
		m.memory.items.cut(items)
		m.memory.text = m.memory.text[:text]
	}
	m.threads = m.threads[:m.hi]
	m.frames.release(frames)
	m.number = m.number[:min(number, len(m.number))]
	m.names = m.names[:m.nameCount]
	m.nameBytes = m.nameBytes[:m.letterCount]
	return false
}

// around returns the innermost level and the one around it.
func (m *Matcher) around() (out [2]level) {
	out[0] = m.levels[m.level]
	if out[0].parent >= 0 {
		out[1] = m.levels[out[0].parent]
	}
	return out
}

// dispatch reads b where the mode says. It may leave m in any state when it returns false, except
// that it has overwritten nothing that step restores.
func (m *Matcher) dispatch(b byte) bool {
	switch m.mode {
	case modeString:
		return m.inString(b)
	case modeKey:
		return m.inKey(b)
	case modeNumber:
		return m.inNumber(b)
	case modeWord:
		return m.inWord(b)
	}
	if jsontext.IsBlank(b) {
		return m.g.blanks && m.blank(b)
	}
	return m.structure(b)
}

// structure reads a byte between tokens.
func (m *Matcher) structure(b byte) bool {
	switch m.mode {
	case modeValue:
		return m.spaced(m.before()) && m.value(b)
	case modeFirst, modeItem:
		if !m.spaced(m.before()) {
			return false
		}
		if b == ']' {
			return m.mode == modeFirst && m.close()
		}
		return m.items() && m.value(b)
	case modeFirstKey, modeNextKey:
		if !m.spaced(m.before()) {
			return false
		}
		if b == '}' {
			return m.mode == modeFirstKey && m.close()
		}
		return b == '"' && m.openKey()
	case modeColon:
		if b != ':' || !m.spaced(&m.g.Space.BeforeColon) {
			return false
		}
		m.mode = modeValue // the threads stay
		m.resetBlanks()
		return true
	case modeAfter:
		return m.after(b)
	}
	return false
}

// Closed reports whether the document is complete and cannot be longer: nothing but white space may
// follow. A number at the root is never closed, since another digit may come.
func (m *Matcher) Closed() bool {
	if m.mode == modeDone || !m.CanEnd() {
		return m.mode == modeDone
	}
	next := m.Next()
	for _, b := range " \t\n\r" {
		next[b>>6] &^= 1 << (b & 63)
	}
	return next == jsontext.ByteSet{}
}
