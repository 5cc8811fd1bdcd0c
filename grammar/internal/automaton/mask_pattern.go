package automaton

import (
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// pattern adds the tokens for a string with an automaton, whose thread is the only one.
func (w *masker) pattern(t thread, dfa *regex.DFA, x *textRule) {
	m := w.m
	left := m.charsLeft(x)
	if x.Min > int(m.runes)+1 { // the bound can be felt
		w.below(0)
		return
	}
	s := w.boundedUnion(dfa, t.a, x, left)
	if s == nil {
		w.below(0)
		return
	}
	if s.end != regex.Dead {
		if !m.inUnique() {
			m.threads[m.lo].a = s.end
		}
		w.endText(x, s.closers)
	}
}

// boundedUnion adds the inner tokens of a state of dfa for a string that may have so many characters more, and
// returns the slice of the state; nil if the bound can be felt in a way that takes a walk to find out.
func (w *masker) boundedUnion(dfa *regex.DFA, state int32, x *textRule, left int) *languageSlice {
	room := left
	if x.Max < number.Unbounded {
		room = left - w.langs.statesOf(dfa, true).owedAfter(state)
	}
	if room >= w.v.Longest {
		return w.unionOf(dfa, state)
	}
	var few bool
	if w.rest, few = w.texts.Between(w.rest[:0], room, left, fewTokens); room > 0 && few {
		s := w.langs.slice(w, dfa, state, false)
		w.unionWithin(s.inner, room)
		for _, id := range w.rest { // these may leave too little room
			if s.inner[id>>6]>>(id&63)&1 == 1 && w.leads(dfa, state, w.v.Token(int(id)), x) {
				w.set(id)
			}
		}
		return s
	}
	s := w.langs.slice(w, dfa, state, true)
	switch tight := left < s.need; {
	case tight && s.owed > 0:
		return nil
	case tight: // what is short enough is legal: it may end anywhere
		w.unionWithin(s.inner, left)
	default:
		w.union(s.inner)
	}
	return s
}

// fewTokens is up to how many tokens are tried one by one, instead of making a slice.
const fewTokens = 2048

// unionOf adds the inner tokens of a state of dfa, and returns its slice, without the inner tokens perhaps.
func (w *masker) unionOf(dfa *regex.DFA, state int32) *languageSlice {
	if w.any && w.langs.slices[sliceKey{dfa, state, false}] == nil {
		var few bool
		if w.rest, few = w.texts.Without(w.rest[:0], w.dst, fewTokens); few {
			for _, id := range w.rest {
				if w.leads(dfa, state, w.v.Token(int(id)), nil) {
					w.set(id)
				}
			}
			return w.langs.closersOf(w, dfa, state)
		}
	}
	s := w.langs.slice(w, dfa, state, false)
	w.union(s.inner)
	return s
}

// leads reports whether token leads on from a state of dfa, between characters, and the string may still become a
// member: one that keeps the bounds of x, if it is not nil.
func (w *masker) leads(dfa *regex.DFA, state int32, token []byte, x *textRule) bool {
	var d jsontext.Decoder
	lenient, runes := w.m.g.Form.Lenient, int(w.m.runes)
	for _, b := range token {
		if r, what := d.Step(b, lenient); what == jsontext.Complete {
			var err error
			if state, err = dfa.Step(state, r); err != nil || state == regex.Dead {
				return false
			}
			runes++
		}
	}
	ok := func(to int32) bool { return x == nil || w.m.g.fits(x, to, runes) }
	if d.State == jsontext.Idle {
		return ok(state)
	}
	runes++
	var buf [3]jsontext.Span
	return slices.ContainsFunc(d.Pending(lenient, &buf), func(s jsontext.Span) bool {
		found, err := dfa.Reaches(state, s.Lo, s.Hi, ok)
		return found && err == nil
	})
}

// unionWithin adds the tokens of another mask, of inner tokens, that have at most left characters.
func (w *masker) unionWithin(words []uint64, left int) {
	if cap(w.short) < len(words) {
		w.short = make([]uint64, len(words))
	}
	w.short = w.short[:len(words)]
	w.texts.Inner(w.short, min(left, max(w.texts.Most, vocab.InnerMasks)))
	for i, word := range words {
		w.short[i] &= word
	}
	w.union(w.short)
}

// union adds the tokens of another mask.
func (w *masker) union(words []uint64) {
	w.dense = true
	for i, word := range words {
		w.dst[i] |= word
		w.any = w.any || word != 0
	}
}
