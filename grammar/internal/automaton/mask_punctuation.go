package automaton

import (
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// punctuation adds the tokens between strings, names and numbers, that begin with at least so much white
// space.
func (w *masker) punctuation(least int32) {
	w.trie, w.blanks = w.v.Blanks, jsontext.Span{Lo: least, Hi: rune(w.blankMost) - w.m.run + least}
	if least == 0 && w.blanks.Hi > 0 && !w.m.try(' ') { // what must differ has run out: nothing may follow
		w.blanks.Hi = 0
	}
	if w.blanks.Hi > 0 {
		if least == 0 {
			w.blanks.Lo = 1
		}
		w.add(0)
		w.blanks.Lo = least
	}
	w.below(0)
	w.trie, w.blanks = w.v.All, anyNote
}

// inNumber adds all tokens inside a number, and after it.
func (w *masker) inNumber() {
	m := w.m
	w.start(-1)
	w.trie = w.v.Digits.Numeric
	w.below(0)
	w.trie = w.v.Digits.Plain
	if m.anyDigits(w.v.Digits.Most) {
		for _, list := range w.v.Digits.ByFirst {
			for _, id := range list {
				w.set(id)
			}
		}
	} else {
		w.below(0)
	}
	if w.blankMost > 0 {
		at := m.mark()
		if m.push(' ') { // it counts as the first of the white space that a token begins with
			w.punctuation(1)
		}
		m.back(at)
	}
}

// digits adds the tokens of digits that begin a value.
func (w *masker) digits() {
	m, t := w.m, w.trie
	from, to := t.Children(0)
	at := m.mark()
	for c := from; c < to; c++ {
		b := t.Labels[c]
		if !m.push(b) {
			continue
		}
		if m.anyDigits(w.v.Digits.Most - 1) {
			for _, id := range w.v.Digits.ByFirst[b-'0'] {
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
	if m.mode != modeNumber || len(m.digits())+n+1 > m.g.Form.Limit {
		return false
	}
	pastPoint := m.num != number.Whole
	if pastPoint && m.num != number.Fraction && m.num != number.Exponent {
		return false
	}
	minus := m.digits()[0] == '-'
	roomy := len(m.digits())+n+18 < m.g.Form.Limit // for a way back, whatever the digits are
	for _, t := range m.live() {
		k := m.g.Numbers[t.rule]
		switch {
		case k.Free && (roomy || !m.mustDiffer(t.frame)):
			return true
		case !roomy || m.num == number.Exponent:
		case k.Exponents(m.g.Form):
			if k.ExponentSaves(minus) {
				return true
			}
		case !pastPoint && k.SmallInts && k.Step == 1 && k.Bound(minus) == nil:
			return true
		}
	}
	return false
}
