package grammar

import "github.com/shortleash/shortleash/grammar/internal/regex"

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
		c.v, c.slices = v, map[sliceKey]*languageSlice{}
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
		languageSlice: s, dfa: dfa, bounded: bounded, foreign: w.m.g.form.foreign, t: w.v.all, texts: w.texts,
	}
	k.below(0, state, 0)
	c.slices[key] = s
	return s
}

// A slicer makes a languageSlice.
type slicer struct {
	*languageSlice
	dfa     *regex.DFA
	bounded bool
	foreign bool
	t       *trie
	texts   *textSlices
	lengths map[int32]int
}

// below adds the tokens behind node, between characters.
func (k *slicer) below(node uint32, state int32, runes int) {
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
		default:
			k.partial(c, state, decoder{}, b, runes)
		}
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
