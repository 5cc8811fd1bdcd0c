package automaton

import (
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// A languageSlice is how tokens go on inside a string, between characters, in one state of the
// automaton of its pattern, whatever surrounds the string.
type languageSlice struct {
	inner   []uint64 // the tokens without a quotation mark
	closers bitset   // what may come before a quotation mark
	end     int32    // a state after one of them; Dead if there are none
	need    int      // with so many characters left no bound on the length is felt
	owed    int      // the most characters that any state on the way to a token still needs
}

// A sliceCache keeps the language slices of the automata that a matcher has met.
type sliceCache struct {
	v       *vocab.Vocabulary
	slices  map[sliceKey]*languageSlice
	closers map[closersKey]*languageSlice
	loops   map[*regex.DFA]*loopTable
}

// A loopTable says of the states of an automaton what must follow, and which kinds of bytes all leave them where they are.
// KindOther, which never does, says that the entry has been worked out.
type loopTable struct {
	dfa     *regex.DFA
	kinds   []vocab.ByteKinds
	ascii   []uint8 // 1: only ASCII may follow; 2: more may; 0: not yet worked out
	lengths []int   // how many characters must follow; -1: not yet worked out
	owed    map[int32]int
}

// maxOwedStates bounds how many states owedAfter looks at.
const maxOwedStates = 96

// owedAfter returns the most characters that a state which can be reached from state still needs, or
// number.Unbounded if that takes too long to find out. A string that has room for these, behind the longest token,
// does not feel its bound.
func (t *loopTable) owedAfter(state int32) int {
	if n, ok := t.owed[state]; ok {
		return n
	}
	most := 0
	seen := map[int32]bool{state: true}
	for order := []int32{state}; len(order) > 0; order = order[1:] {
		l, err := t.dfa.Lengths(order[0])
		if err != nil || len(seen) > maxOwedStates {
			most = number.Unbounded / 2
			break
		}
		most = max(most, l.Min())
		t.dfa.Successors(order[0], func(to int32) {
			if !seen[to] {
				seen[to] = true
				order = append(order, to)
			}
		})
	}
	if t.owed == nil {
		t.owed = map[int32]int{}
	}
	t.owed[state] = most
	return most
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

func (c *sliceCache) use(v *vocab.Vocabulary) {
	if c.v != v {
		c.v, c.slices, c.closers, c.loops = v, map[sliceKey]*languageSlice{}, nil, map[*regex.DFA]*loopTable{}
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
		closers: make(bitset, (len(w.texts.Closers)+63)/64),
		end:     regex.Dead,
	}
	k := slicer{
		languageSlice: s, dfa: dfa, bounded: bounded, lenient: w.m.g.Form.Lenient, t: w.v.All, subtrees: w.v.Subtrees,
		texts: w.texts, longest: w.v.Longest, loops: c.loopsOf(dfa),
	}
	k.below(0, state, 0)
	c.slices[key] = s
	return s
}

// closersOf returns the slice of a state of dfa without its inner tokens.
func (c *sliceCache) closersOf(w *masker, dfa *regex.DFA, state int32) *languageSlice {
	if s, ok := c.slices[sliceKey{dfa, state, false}]; ok {
		return s
	}
	key := closersKey{dfa, state}
	if s, ok := c.closers[key]; ok {
		return s
	}
	if c.closers == nil || len(c.closers) >= maxSlices {
		c.closers = map[closersKey]*languageSlice{}
	}
	s := &languageSlice{closers: make(bitset, (len(w.texts.Closers)+63)/64), end: regex.Dead}
	for text, list := range w.texts.ClosersOf {
		at := state
		for _, r := range text {
			var err error
			if at, err = dfa.Step(at, r); err != nil || at == regex.Dead {
				at = regex.Dead
				break
			}
		}
		if at == regex.Dead || !dfa.Accepting(at) {
			continue
		}
		for _, i := range list {
			s.closers.put(i)
		}
		if s.end == regex.Dead || at < s.end { // whichever, but the same every time
			s.end = at
		}
	}
	c.closers[key] = s
	return s
}

type closersKey struct {
	dfa   *regex.DFA
	state int32
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
func (t *loopTable) at(state int32) vocab.ByteKinds {
	for int(state) >= len(t.kinds) {
		t.kinds = append(t.kinds, 0)
	}
	if kinds := t.kinds[state]; kinds != 0 {
		return kinds &^ vocab.KindOther
	}
	kinds := ^vocab.ByteKinds(0)
	for b := byte(' '); b < 0x7f; b++ {
		if kind := vocab.KindOfByte(b); kind != vocab.KindOther && kinds&kind != 0 {
			if to, err := t.dfa.Step(state, rune(b)); err != nil || to != state {
				kinds &^= kind
			}
		}
	}
	if t.dfa.Loops(state)&regex.LoopsWide == 0 {
		kinds &^= vocab.KindWide
	}
	t.kinds[state] = kinds | vocab.KindOther
	return kinds &^ vocab.KindOther
}

// least returns how many characters must follow in state.
func (t *loopTable) least(state int32) int {
	for int(state) >= len(t.lengths) {
		t.lengths = append(t.lengths, -1)
	}
	if n := t.lengths[state]; n >= 0 {
		return n
	}
	n := number.Unbounded / 2
	if l, err := t.dfa.Lengths(state); err == nil {
		n = l.Min()
	}
	t.lengths[state] = n
	return n
}

// A slicer makes a languageSlice.
type slicer struct {
	*languageSlice
	dfa      *regex.DFA
	bounded  bool
	lenient  bool
	t        *vocab.Trie
	subtrees *vocab.SubtreeIndex
	texts    *vocab.TextSlices
	longest  int // bytes of the longest token
	loops    *loopTable
}

// below adds the tokens below node, between characters.
func (k *slicer) below(node uint32, state int32, runes int) {
	if !k.bounded && k.subtrees.AllLegal(node, k.dfa.Margin(state)) {
		k.addSubtree(node)
		return
	}
	if kinds := k.subtrees.Kinds[node]; kinds&^k.loops.at(state) == 0 { // the root's are never so few
		k.addSubtree(node)
		k.bound(k.longest, state)
		return
	}
	from, to := k.t.Children(node)
	for c := from; c < to; c++ {
		b := k.t.Labels[c]
		switch {
		case b == '"':
			if at, ok := k.texts.CloserAt[c]; ok && k.dfa.Accepting(state) {
				k.closers.put(at)
				k.end = state
			}
		case b >= 0x20 && b < 0x7f && b != '\\':
			k.character(c, state, rune(b), runes)
		case b >= utf8.RuneSelf && !k.bounded && k.subtrees.LegalAfter(c, b, k.dfa.Margin(state)):
			k.addSubtree(c)
		case b >= utf8.RuneSelf && k.subtrees.Loops(c, b, k.loops.at(state)):
			k.addSubtree(c)
			k.bound(k.longest, state)
		case b < utf8.RuneSelf || !k.loops.onlyASCII(state):
			k.partial(c, state, jsontext.Decoder{}, b, runes)
		}
	}
}

// bound notes what a bound on the length must leave room for: so many characters, and what must follow in state.
func (k *slicer) bound(runes int, state int32) {
	if k.bounded {
		least := k.least(state)
		k.need, k.owed = max(k.need, runes+least), max(k.owed, least)
	}
}

// addSubtree adds all tokens at and below node.
func (k *slicer) addSubtree(node uint32) {
	for _, id := range k.subtrees.IDs[k.subtrees.From[node]:k.subtrees.To[node]] {
		k.inner[id>>6] |= 1 << (id & 63)
	}
}

func (k *slicer) character(c uint32, state int32, r rune, runes int) {
	to, err := k.dfa.Step(state, r)
	if err != nil || to == regex.Dead {
		return
	}
	k.bound(runes+1, to)
	for _, x := range k.t.Leaves(c) {
		k.inner[x.ID>>6] |= 1 << (x.ID & 63)
	}
	if k.t.Nodes[c].Child < k.t.Nodes[c+1].Child {
		k.below(c, to, runes+1)
	}
}

// partial reads a byte within a character.
func (k *slicer) partial(c uint32, state int32, d jsontext.Decoder, b byte, runes int) {
	r, what := d.Step(b, k.lenient)
	switch what {
	case jsontext.Refused:
		return
	case jsontext.Complete:
		k.character(c, state, r, runes)
		return
	}
	if loops := k.loops.at(state); loops&vocab.KindWide != 0 && k.subtrees.Kinds[c]&^loops == 0 && what == jsontext.Partial && b >= utf8.RuneSelf {
		k.addSubtree(c) // whatever the character becomes
		k.bound(k.longest, state)
		return
	}
	if list := k.t.Leaves(c); len(list) > 0 && k.reaches(state, &d, runes) {
		for _, x := range list {
			k.inner[x.ID>>6] |= 1 << (x.ID & 63)
		}
	}
	from, to := k.t.Children(c)
	for next := from; next < to; next++ {
		k.partial(next, state, d, k.t.Labels[next], runes)
	}
}

// reaches reports whether the character that d is in can be one that may come.
func (k *slicer) reaches(state int32, d *jsontext.Decoder, runes int) bool {
	var buf [3]jsontext.Span
	best := number.Unbounded
	for _, s := range d.Pending(k.lenient, &buf) {
		ok, err := k.dfa.Reaches(state, s.Lo, s.Hi, func(to int32) bool {
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
	if best < number.Unbounded {
		k.need, k.owed = max(k.need, runes+1+best), max(k.owed, best)
	}
	return best < number.Unbounded
}

// least returns how many characters must follow in a state.
func (k *slicer) least(state int32) int {
	if k.dfa.Accepting(state) {
		return 0
	}
	return k.loops.least(state)
}
