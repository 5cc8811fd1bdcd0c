package grammar

import (
	"bytes"
	"math/big"
)

// between returns the tokens that JSON allows between strings, names and numbers, without the white
// space that they begin with; the note of a leaf says how much that was.
func between(tokens [][]byte) []twig {
	var out []twig
	for id, text := range tokens {
		rest := bytes.TrimLeft(text, " \t\n\r")
		lead := len(text) - len(rest)
		if len(text) > 0 && mayBegin(rest) && !onlyDigits(text) {
			out = append(out, twig{rest, leaf{int32(id), int32(lead)}})
		}
	}
	return out
}

func mayBegin(rest []byte) bool {
	if len(rest) == 0 {
		return true
	}
	switch rest[0] {
	case 'n', 'f', 't':
		for _, w := range words {
			if n := min(len(w), len(rest)); string(rest[:n]) == w[:n] {
				return true
			}
		}
		return false
	}
	return bytes.IndexByte([]byte(`"{}[]:,-0123456789`), rest[0]) >= 0
}

// between adds the tokens between strings, names and numbers, that begin with at least so much white
// space.
func (w *masker) between(least int32) {
	w.t, w.lead = w.v.blanks, span{least, rune(w.space) - w.m.run + least}
	if w.lead.hi > 0 {
		if least == 0 {
			w.lead.lo = 1
		}
		w.add(0)
		w.lead.lo = least
	}
	w.below(0)
	w.t, w.lead = w.v.all, anyNote
}

// inNumber adds all tokens inside a number, and behind it.
func (w *masker) inNumber() {
	m := w.m
	w.start(-1)
	w.t = w.v.digits.numeric
	w.below(0)
	w.t = w.v.digits.plain
	if m.anyDigits(w.v.digits.most) {
		for _, list := range w.v.digits.by {
			for _, id := range list {
				w.set(id)
			}
		}
	} else {
		w.below(0)
	}
	if w.space > 0 {
		at := m.mark()
		if m.push(' ') { // it counts as the first of the white space that a token begins with
			w.between(1)
		}
		m.back(at)
	}
}

// digits adds the tokens of digits that begin a value.
func (w *masker) digits() {
	m, t := w.m, w.t
	from, to := t.children(0)
	at := m.mark()
	for c := from; c < to; c++ {
		b := t.labels[c]
		if !m.push(b) {
			continue
		}
		if m.anyDigits(w.v.digits.most - 1) {
			for _, id := range w.v.digits.by[b-'0'] {
				w.set(id)
			}
		} else {
			w.add(c)
			w.below(c)
		}
		m.back(at)
	}
}

// anyDigits reports whether, for some thread, as many digits may follow, whichever they are. It says
// no when in doubt.
func (m *Matcher) anyDigits(n int) bool {
	if m.mode != modeNumber || len(m.digits())+n+1 > m.g.form.limit {
		return false
	}
	behind := m.num != numWhole
	if behind && m.num != numFraction && m.num != numExponent {
		return false
	}
	minus := m.digits()[0] == '-'
	roomy := len(m.digits())+n+18 < m.g.form.limit // for a way back, whatever the digits are
	for _, t := range m.live() {
		k := m.g.parts.nums[t.rule].seek
		switch {
		case k.free && (roomy || !m.taboo(t.frame)):
			return true
		case !roomy || m.num == numExponent:
		case k.exponents(m.g.form):
			if k.saves[bit(minus)] {
				return true
			}
		case !behind && k.fast && k.step == 1 && k.bound(minus) == nil:
			return true
		}
	}
	return false
}

// bound returns the greatest magnitude of the members with a sign; nil if there is none.
func (k *numSeek) bound(minus bool) *big.Rat {
	if minus {
		return k.spec.lo
	}
	return k.spec.hi
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func onlyDigits(text []byte) bool {
	for _, b := range text {
		if !isDigit(b) {
			return false
		}
	}
	return len(text) > 0
}

// digitSlices is how tokens go on inside a number. In real vocabularies most of those are digits.
type digitSlices struct {
	plain   *trie       // tokens of digits
	by      [10][]int32 // the same by their first digit
	most    int         // digits of the longest
	numeric *trie       // other tokens that go on with a number, or behind it without white space
}

func newDigitSlices(tokens [][]byte) digitSlices {
	var s digitSlices
	var plain, numeric []twig
	for id, text := range tokens {
		switch {
		case onlyDigits(text):
			plain = append(plain, twig{text, leaf{id: int32(id)}})
			s.by[text[0]-'0'] = append(s.by[text[0]-'0'], int32(id))
			s.most = max(s.most, len(text))
		case len(text) > 0 && bytes.IndexByte([]byte("0123456789+-.eE,]}"), text[0]) >= 0:
			numeric = append(numeric, twig{text, leaf{id: int32(id)}})
		}
	}
	s.plain, s.numeric = newTrie(plain), newTrie(numeric)
	return s
}
