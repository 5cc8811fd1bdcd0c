package automaton

import (
	"errors"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// ErrEmptyMask says that no token of the vocabulary may follow, and the document may not end.
var ErrEmptyMask = errors.New("no token may follow")

// Mask writes the token mask into dst, which has at least v.Words() words: a bit is set exactly if Feed
// would take all bytes of the token, or if the id ends a text and the document is complete. If no bit is
// set, the error wraps ErrEmptyMask and tells the state.
func (m *Matcher) Mask(v *vocab.Vocabulary, dst []uint64) error {
	if len(dst) < v.Words() {
		return fmt.Errorf("grammar: a mask of %d words for a vocabulary that needs %d", len(dst), v.Words())
	}
	clear(dst[v.Words():])
	if m.masker == nil {
		m.masker = newMasker(m.g)
	}
	if m.masker.mask(m, v, dst[:v.Words()]) {
		return nil
	}
	return fmt.Errorf("grammar: %w at byte %d%s: want %s", ErrEmptyMask, m.offset, m.Pointer(), strings.Join(m.expected(), ", "))
}

// A masker makes the masks of one matcher. Between two masks it keeps its caches, and memory to use again.
type masker struct {
	cache     maskCache
	plain     bool // no slices and no cache: the twin in tests
	blankMost int  // bytes of white space that may stand at each place, or -1 where places differ

	m       *Matcher
	v       *vocab.Vocabulary
	texts   *vocab.TextSlices
	trie    *vocab.Trie
	dst     []uint64
	base    int           // dst holds the inner tokens of so many characters; -1: none
	ids     []int32       // what is set beside them
	dense   bool          // ids would be too many, and are not kept
	any     bool          // some bit is set
	closers bitset        // only leaves of these closers count; nil: of all
	blanks  jsontext.Span // only leaves whose notes lie in it count
	text    textWalk

	halfway bool   // the tokens begin within a character
	fitting bitset // scratch for closers
	langs   sliceCache
	path    []byte   // the bytes of the text walk
	short   []uint64 // scratch for unionWithin
	rest    []int32  // scratch for unionOf
}

func newMasker(g *Program) *masker {
	w := &masker{}
	s := &g.Space
	for _, r := range [...]jsontext.Run{s.AfterOpen, s.BeforeClose, s.BeforeColon, s.AfterColon, s.BeforeComma, s.AfterComma, s.Trailing} {
		if r != s.Leading {
			w.blankMost = -1
			return w
		}
	}
	w.blankMost = s.Leading.Max
	for _, b := range []byte(" \t\n\r") {
		if w.blankMost > 0 && !s.Leading.Bytes.Has(b) || w.blankMost > 1<<16 {
			w.blankMost = -1
		}
	}
	return w
}

// mask writes the mask and reports whether a bit is set.
func (w *masker) mask(m *Matcher, v *vocab.Vocabulary, dst []uint64) bool {
	w.m, w.v, w.dst, w.trie = m, v, dst, v.All
	w.texts = v.Texts[0]
	if m.g.Form.Lenient {
		w.texts = v.Texts[1]
	}
	if !w.plain {
		if e := w.cache.find(m, v); e != nil {
			return w.restore(e)
		}
	}
	w.path = w.path[:0]
	w.ids, w.dense, w.any, w.base = w.ids[:0], false, false, -1
	w.closers, w.blanks = nil, anyNote
	w.halfway = m.dec.State != jsontext.Idle
	w.langs.use(v)
	at := m.begin()
	w.walk()
	m.end(at)
	if m.CanEnd() {
		for _, id := range v.EOS {
			w.set(id)
		}
	}
	if !w.plain {
		w.cache.keep(w)
	}
	return w.any
}

// restore writes a remembered mask.
func (w *masker) restore(e *cacheEntry) bool {
	if e.dense {
		copy(w.dst, e.words)
		return e.some
	}
	w.start(e.base)
	for _, id := range e.ids {
		w.dst[id>>6] |= 1 << (id & 63)
	}
	return w.any || len(e.ids) > 0
}

// start makes dst the inner tokens of at most so many characters; -1: nothing.
func (w *masker) start(base int) {
	w.base = base
	if base < 0 {
		clear(w.dst)
		w.any = false
		return
	}
	w.texts.Inner(w.dst, base)
	w.any = base >= w.texts.Least
}

func (w *masker) set(id int32) {
	word, bit := &w.dst[id>>6], uint64(1)<<(id&63)
	if *word&bit != 0 {
		return
	}
	*word |= bit
	w.any = true
	if w.dense {
		return
	}
	if w.ids = append(w.ids, id); len(w.ids) > len(w.dst) {
		w.dense = true
	}
}

// anyNote is the notes that all leaves have.
var anyNote = jsontext.Span{Hi: 1 << 30}

func (w *masker) add(node uint32) {
	for _, x := range w.trie.Leaves(node) {
		if x.Note >= w.blanks.Lo && x.Note <= w.blanks.Hi && (w.closers == nil || w.closers.has(x.Note)) {
			w.set(x.ID)
		}
	}
}

// A bitset is a set of small numbers.
type bitset []uint64

func (s bitset) has(n int32) bool { return s[n>>6]>>(n&63)&1 == 1 }

func (s bitset) put(n int32) { s[n>>6] |= 1 << (n & 63) }

// restrict leaves one thread live. A token is legal exactly if it is for one thread alone, so threads
// may be walked one by one.
func (w *masker) restrict(t thread) {
	m := w.m
	m.threads = append(m.threads, t)
	m.hi = int32(len(m.threads))
	m.lo = m.hi - 1
}

// walk adds all tokens, with slices where the state allows it.
func (w *masker) walk() {
	m := w.m
	switch {
	case w.plain:
	case m.mode == modeString && m.dec.State == jsontext.Idle:
		w.inText()
		return
	case m.mode == modeKey && m.dec.State == jsontext.Idle:
		w.inName()
		return
	case m.mode == modeNumber && w.blankMost >= 0:
		w.inNumber()
		return
	case m.mode != modeNumber && m.mode != modeWord && m.mode != modeString && m.mode != modeKey && w.blankMost >= 0:
		w.start(-1)
		w.punctuation(0)
		w.trie = w.v.Digits.Plain
		w.digits()
		return
	}
	w.start(-1)
	w.below(0)
}

// manyChildren is from how many children on it pays to ask which bytes are legal.
const manyChildren = 8

// below adds the tokens below node, where the matcher stands.
func (w *masker) below(node uint32) {
	m := w.m
	from, to := w.trie.Children(node)
	if from == to {
		return
	}
	if !w.plain && m.dec.State == jsontext.Idle && w.enter(node) {
		return
	}
	var next jsontext.ByteSet
	ask := to-from >= manyChildren
	if ask {
		next = m.next()
	}
	at := m.mark()
	for c := from; c < to; c++ {
		b := w.trie.Labels[c]
		if ask && !next.Has(b) || !m.push(b) {
			continue
		}
		w.add(c)
		w.below(c)
		m.back(at)
	}
}
