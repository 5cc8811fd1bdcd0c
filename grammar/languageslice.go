package grammar

import (
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// A languageSlice is how tokens go on inside a string, between characters, in one state of the
// automaton of its pattern, whatever surrounds the string.
type languageSlice struct {
	inner   []uint64 // the tokens without a quotation mark
	closers bitset   // what may come before a quotation mark
	end     int32    // a state behind one of them; Dead if there are none
	need    int      // with so many characters left no bound on the length is felt
}

// A sliceCache keeps the language slices of the automata that a matcher has met.
type sliceCache struct {
	v      *Vocabulary
	slices map[sliceKey]*languageSlice
	loops  map[*regex.DFA]*loopTable
}

// A loopTable says of the states of an automaton which kinds of bytes all leave them where they are.
// kindOther, which never does, says that the entry has been worked out.
type loopTable struct {
	dfa   *regex.DFA
	kinds []byteKinds
	ascii []uint8 // 1: only ASCII may follow; 2: more may; 0: not yet worked out
}

// onlyASCII reports whether nothing else leads on from state. Whole alphabets need not be walked then.
func (t *loopTable) onlyASCII(state int32) bool {
	for int(state) >= len(t.ascii) {
		t.ascii = append(t.ascii, 0)
	}
	if t.ascii[state] == 0 {
		t.ascii[state] = 2
		if ok, err := t.dfa.Reaches(state, utf8.RuneSelf, utf8.MaxRune, nil); err == nil && !ok {
			t.ascii[state] = 1
		}
	}
	return t.ascii[state] == 1
}

type sliceKey struct {
	dfa     *regex.DFA
	state   int32
	bounded bool // need is known
}

// maxSlices bounds how many are kept; then all are made anew as they are needed.
const maxSlices = 256

func (c *sliceCache) use(v *Vocabulary) {
	if c.v != v {
		c.v, c.slices, c.loops = v, map[sliceKey]*languageSlice{}, map[*regex.DFA]*loopTable{}
	}
}

// slice returns the slice of a state of dfa.
func (c *sliceCache) slice(w *masker, dfa *regex.DFA, state int32, bounded bool) *languageSlice {
	key := sliceKey{dfa, state, bounded}
	if s, ok := c.slices[key]; ok {
		return s
	}
	if len(c.slices) >= maxSlices {
		clear(c.slices)
	}
	s := &languageSlice{
		inner:   make([]uint64, w.v.Words()),
		closers: make(bitset, (len(w.texts.closers)+63)/64),
		end:     regex.Dead,
	}
	k := slicer{
		languageSlice: s, dfa: dfa, bounded: bounded, foreign: w.m.g.form.foreign, t: w.v.all, crown: w.v.crown,
		texts: w.texts, longest: w.v.longest, loops: c.loopsOf(dfa),
	}
	k.below(0, state, 0)
	c.slices[key] = s
	return s
}

func (c *sliceCache) loopsOf(dfa *regex.DFA) *loopTable {
	t, ok := c.loops[dfa]
	if !ok {
		t = &loopTable{dfa: dfa}
		c.loops[dfa] = t
	}
	return t
}

// at returns the kinds of bytes that leave state where it is.
func (t *loopTable) at(state int32) byteKinds {
	for int(state) >= len(t.kinds) {
		t.kinds = append(t.kinds, 0)
	}
	if kinds := t.kinds[state]; kinds != 0 {
		return kinds &^ kindOther
	}
	kinds := ^byteKinds(0)
	for b := byte(' '); b < 0x7f; b++ {
		if kind := kindOfByte(b); kind != kindOther && kinds&kind != 0 {
			if to, err := t.dfa.Step(state, rune(b)); err != nil || to != state {
				kinds &^= kind
			}
		}
	}
	if t.dfa.Loops(state)&regex.LoopsAny == 0 {
		kinds &^= kindWide
	}
	t.kinds[state] = kinds | kindOther
	return kinds &^ kindOther
}

// A slicer makes a languageSlice.
type slicer struct {
	*languageSlice
	dfa     *regex.DFA
	bounded bool
	foreign bool
	t       *trie
	crown   *crown
	texts   *textSlices
	longest int // bytes of the longest token
	lengths map[int32]int
	loops   *loopTable
}

// below adds the tokens behind node, between characters.
func (k *slicer) below(node uint32, state int32, runes int) {
	if !k.bounded && k.crown.whole(node, k.dfa.Margin(state)) {
		k.take(node)
		return
	}
	if kinds := k.crown.kinds[node]; kinds&^k.loops.at(state) == 0 { // the root's are never so few
		k.take(node)
		if k.bounded {
			k.need = max(k.need, k.longest+k.least(state))
		}
		return
	}
	from, to := k.t.children(node)
	for c := from; c < to; c++ {
		b := k.t.labels[c]
		switch {
		case b == '"':
			if at, ok := k.texts.at[c]; ok && k.dfa.Accepting(state) {
				k.closers.put(at)
				k.end = state
			}
		case b >= 0x20 && b < 0x7f && b != '\\':
			k.character(c, state, rune(b), runes)
		case b >= utf8.RuneSelf && !k.bounded && k.crown.begun(c, b, k.dfa.Margin(state)):
			k.take(c)
		case b < utf8.RuneSelf || !k.loops.onlyASCII(state):
			k.partial(c, state, decoder{}, b, runes)
		}
	}
}

// take adds all tokens at and below node.
func (k *slicer) take(node uint32) {
	for _, id := range k.crown.ids[k.crown.from[node]:k.crown.to[node]] {
		k.inner[id>>6] |= 1 << (id & 63)
	}
}

func (k *slicer) character(c uint32, state int32, r rune, runes int) {
	to, err := k.dfa.Step(state, r)
	if err != nil || to == regex.Dead {
		return
	}
	if k.bounded {
		k.need = max(k.need, runes+1+k.least(to))
	}
	for _, x := range k.t.at(c) {
		k.inner[x.id>>6] |= 1 << (x.id & 63)
	}
	if k.t.nodes[c].child < k.t.nodes[c+1].child {
		k.below(c, to, runes+1)
	}
}

// partial reads a byte within a character.
func (k *slicer) partial(c uint32, state int32, d decoder, b byte, runes int) {
	r, what := d.step(b, k.foreign)
	switch what {
	case decodeRefused:
		return
	case decodeDone:
		k.character(c, state, r, runes)
		return
	}
	if list := k.t.at(c); len(list) > 0 && k.reaches(state, &d, runes) {
		for _, x := range list {
			k.inner[x.id>>6] |= 1 << (x.id & 63)
		}
	}
	from, to := k.t.children(c)
	for next := from; next < to; next++ {
		k.partial(next, state, d, k.t.labels[next], runes)
	}
}

// reaches reports whether the character that d is in can be one that may come.
func (k *slicer) reaches(state int32, d *decoder, runes int) bool {
	var buf [3]span
	best := endless
	for _, s := range d.pending(k.foreign, &buf) {
		ok, err := k.dfa.Reaches(state, s.lo, s.hi, func(to int32) bool {
			if !k.bounded {
				return true
			}
			best = min(best, k.least(to))
			return false
		})
		if ok && err == nil {
			return true
		}
	}
	if best < endless {
		k.need = max(k.need, runes+1+best)
	}
	return best < endless
}

// least returns how many characters must follow in a state.
func (k *slicer) least(state int32) int {
	if k.dfa.Accepting(state) {
		return 0
	}
	if n, ok := k.lengths[state]; ok {
		return n
	}
	n := endless / 2
	if l, err := k.dfa.Lengths(state); err == nil {
		n = l.Min()
	}
	if k.lengths == nil {
		k.lengths = map[int32]int{}
	}
	k.lengths[state] = n
	return n
}
