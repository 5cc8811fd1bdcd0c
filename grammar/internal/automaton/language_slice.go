package automaton

import (
	"math"
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
	states  map[stateTableKey]*stateTable
}

type stateTableKey struct {
	dfa     *regex.DFA
	bounded bool
}

// A stateTable says of the states of an automaton what must follow, and what may.
type stateTable struct {
	stateTableKey
	margins []*[vocab.KindOther]kindMargin // by the kinds; nil: none is worked out
	ascii   []uint8                        // 1: only ASCII may follow; 2: more may; 0: not yet worked out
	lengths []int                          // how many characters must follow; -1: not yet worked out
	owed    map[int32]int
}

// A kindMargin says what strings of some kinds of bytes lead to: Dead is out of reach for fewer than margin characters,
// and what these lead to needs owed characters more at most. Where no length is bounded owed is not worked out.
type kindMargin struct{ margin, owed int16 }

// maxOwedStates bounds how many states owedAfter looks at.
const maxOwedStates = 96

// owedAfter returns the most characters that a state which can be reached from state still needs, or
// number.Unbounded if that takes too long to find out. A string that has room for these, behind the longest token,
// does not feel its bound.
func (t *stateTable) owedAfter(state int32) int {
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
func (t *stateTable) onlyASCII(state int32) bool {
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
		c.v, c.slices, c.closers, c.states = v, map[sliceKey]*languageSlice{}, nil, map[stateTableKey]*stateTable{}
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
		texts: w.texts, states: c.statesOf(dfa, bounded), collectsLegal: dfa.Margin(state) <= wideMargin,
	}
	k.below(0, state, 0)
	if !k.collectsLegal {
		w.texts.WithoutInner(s.inner)
	}
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

func (c *sliceCache) statesOf(dfa *regex.DFA, bounded bool) *stateTable {
	key := stateTableKey{dfa, bounded}
	t, ok := c.states[key]
	if !ok {
		t = &stateTable{stateTableKey: key}
		c.states[key] = t
	}
	return t
}

// margin returns what strings of kinds, which KindOther is not among, lead to from state.
func (t *stateTable) margin(state int32, kinds vocab.ByteKinds) kindMargin {
	for int(state) >= len(t.margins) {
		t.margins = append(t.margins, nil)
	}
	if t.margins[state] == nil {
		t.margins[state] = new([vocab.KindOther]kindMargin)
	}
	m := &t.margins[state][kinds]
	if m.margin > 0 {
		return *m
	}
	margin, reached := t.dfa.MarginWithin(state, rangesOf(kinds))
	owed := 0
	for i := 0; t.bounded && margin > 1 && i < len(reached); i++ {
		if owed = max(owed, t.least(reached[i])); owed > math.MaxInt16 {
			margin, owed = 1, 0 // too much to be noted
		}
	}
	*m = kindMargin{int16(min(margin, math.MaxInt16)), int16(owed)}
	return *m
}

// rangesOf returns the characters of kinds, and those that stand apart if other wide ones are among them.
func rangesOf(kinds vocab.ByteKinds) []regex.Range {
	var out []regex.Range
	for r := ' '; r < utf8.RuneSelf; r++ {
		switch last := len(out) - 1; {
		case vocab.KindOfByte(byte(r))&kinds == 0:
		case last >= 0 && out[last].Hi == r-1:
			out[last].Hi = r
		default:
			out = append(out, regex.Range{Lo: r, Hi: r})
		}
	}
	if kinds&vocab.KindWide != 0 {
		out = append(out, regex.Range{Lo: utf8.RuneSelf, Hi: utf8.MaxRune})
	}
	return out
}

// least returns how many characters must follow in state.
func (t *stateTable) least(state int32) int {
	if t.dfa.Accepting(state) {
		return 0
	}
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
	states   *stateTable

	// collectsLegal says what inner holds until the walk ends: the legal tokens or, where these are most, the illegal ones.
	collectsLegal bool
}

// wideMargin is a margin above which most tokens are legal.
const wideMargin = 2

// below adds the tokens below node, between characters.
func (k *slicer) below(node uint32, state int32, runes int) {
	if !k.bounded && k.subtrees.AllLegal(node, k.dfa.Margin(state)) {
		k.subtree(node, true)
		return
	}
	if k.whole(node, state, k.subtrees.Kinds[node], runes, k.subtrees.Height(node)) {
		return
	}
	margin := k.dfa.Margin(state)
	from, to := k.t.Children(node)
	for c := from; c < to; c++ {
		b := k.t.Labels[c]
		switch {
		case !k.bounded && b >= 0x20 && b < 0x7f && b != '"' && b != '\\' && k.subtrees.AllLegal(c, margin-1):
			k.subtree(c, true)
		case b == '"':
			if at, ok := k.texts.CloserAt[c]; ok && k.dfa.Accepting(state) {
				k.closers.put(at)
				k.end = state
			}
		case b >= 0x20 && b < 0x7f && b != '\\':
			k.character(c, state, rune(b), runes)
		case b >= utf8.RuneSelf && !k.bounded && k.subtrees.LegalAfter(c, b, k.dfa.Margin(state)):
			k.subtree(c, true)
		case b < utf8.RuneSelf || !k.states.onlyASCII(state):
			k.partial(c, state, jsontext.Decoder{}, b, runes)
		default:
			k.subtree(c, false)
		}
	}
}

// whole adds all tokens at and below node if none of them can lead to Dead, and reports whether it has. From state on they
// have at most height characters more, of kinds.
func (k *slicer) whole(node uint32, state int32, kinds vocab.ByteKinds, runes, height int) bool {
	if kinds&vocab.KindOther != 0 {
		return false
	}
	m := k.states.margin(state, kinds)
	if height >= int(m.margin) {
		return false
	}
	k.subtree(node, true)
	k.bound(runes+height, int(m.owed))
	return true
}

// bound notes what a bound on the length must leave room for: so many characters, and those that are owed behind them.
func (k *slicer) bound(runes, owed int) {
	k.need, k.owed = max(k.need, runes+owed), max(k.owed, owed)
}

// subtree gives the verdict on all tokens at and below node.
func (k *slicer) subtree(node uint32, legal bool) {
	if legal != k.collectsLegal {
		return
	}
	for _, id := range k.subtrees.IDs[k.subtrees.From[node]:k.subtrees.To[node]] {
		k.inner[id>>6] |= 1 << (id & 63)
	}
}

// leaves gives the verdict on the tokens at node.
func (k *slicer) leaves(node uint32, legal bool) {
	if legal != k.collectsLegal {
		return
	}
	for _, x := range k.t.Leaves(node) {
		k.inner[x.ID>>6] |= 1 << (x.ID & 63)
	}
}

func (k *slicer) character(c uint32, state int32, r rune, runes int) {
	to, err := k.dfa.Step(state, r)
	if err != nil || to == regex.Dead {
		k.subtree(c, false)
		return
	}
	if k.bounded {
		k.bound(runes+1, k.states.least(to))
	}
	k.leaves(c, true)
	if k.t.Nodes[c].Child < k.t.Nodes[c+1].Child {
		k.below(c, to, runes+1)
	}
}

// partial reads a byte within a character.
func (k *slicer) partial(c uint32, state int32, d jsontext.Decoder, b byte, runes int) {
	r, what := d.Step(b, k.lenient)
	switch what {
	case jsontext.Refused: // no pattern makes it an inner token
		return
	case jsontext.Complete:
		k.character(c, state, r, runes)
		return
	}
	if b >= utf8.RuneSelf && k.whole(c, state, k.subtrees.Kinds[c]|vocab.KindWide, runes, k.subtrees.Height(c)+1) {
		return // whatever the character becomes
	}
	if len(k.t.Leaves(c)) > 0 {
		k.leaves(c, k.reaches(state, &d, runes))
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
			best = min(best, k.states.least(to))
			return false
		})
		if ok && err == nil {
			return true
		}
	}
	if best < number.Unbounded {
		k.bound(runes+1, best)
	}
	return best < number.Unbounded
}
