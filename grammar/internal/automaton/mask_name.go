package automaton

import (
	"slices"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/schema"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// inName adds all tokens inside a member name, between characters.
func (w *masker) inName() {
	m := w.m
	base, listed, classes, came := -1, 0, 0, false
	at, unique := m.mark(), m.inUnique()
	best := mostMargin{at: -1}
	for i := at.lo; i < at.hi; i++ {
		t := m.threads[i]
		if t.rule > 0 && m.g.stepsOf(m.frames.list[t.frame].rule).covers { // whatever the name becomes, some class has it
			base = max(w.texts.Most, vocab.InnerMasks)
		}
		kind, dfa, again := m.kindOfName(t, unique)
		came = came || again
		switch kind {
		case textListed:
			listed++
			continue
		case textFree:
			base = max(w.texts.Most, vocab.InnerMasks)
		case textPattern:
			best.see(i, dfa, t.a)
		}
		classes++
	}
	w.start(base)
	one := func(i int32) {
		t := m.threads[i]
		switch kind, dfa, _ := m.kindOfName(t, unique); kind {
		case textFree:
			w.endName(t, nil, unique)
		case textPattern:
			var s *languageSlice
			if base < 0 {
				s = w.unionOf(dfa, t.a)
			} else {
				s = w.langs.closersOf(w, dfa, t.a)
			}
			if s.end != regex.Dead {
				if !unique {
					t.a = s.end
				}
				w.endName(t, s.closers, unique)
			}
		}
		m.back(at)
	}
	if best.at >= 0 {
		one(best.at)
	}
	for i := at.lo; i < at.hi && classes > 0; i++ {
		if i != best.at {
			one(i)
		}
	}
	if listed > 0 {
		w.listed(func(t thread) bool {
			kind, _, _ := m.kindOfName(t, unique)
			return kind == textListed
		})
	}
	if classes > 0 && !unique { // else each name was walked as it is
		w.knownNames(came && base < 0)
	}
}

// kindOfName is kindOf for a name of which a mask begins. again says that the class of t may run out of names: the
// mask is then corrected where names go on like one that has come.
func (m *Matcher) kindOfName(t thread, unique bool) (kind textKind, dfa *regex.DFA, again bool) {
	kind, dfa, _ = m.kindOf(t)
	if kind == textListed && t.rule > 0 && !unique {
		return textPattern, m.g.stepsOf(m.frames.list[t.frame].rule).classes[t.rule-1].dfa, true
	}
	return kind, dfa, false
}

// endName adds the tokens that end the name of t, as if the schema did not know the name. With unique,
// items depend on their names, and each name is walked by itself.
func (w *masker) endName(t thread, closers bitset, unique bool) {
	m := w.m
	if unique {
		w.restrict(t)
		w.each(closers)
		return
	}
	if m.g.stepsOf(m.frames.list[t.frame].rule).classes[t.rule-1].dfa == nil {
		t.a, t.b = 0, 0
	}
	w.restrict(t)
	m.nameBytes = append(m.nameBytes[:m.letterCount], schema.UnknownName...)
	m.letterCount += int32(len(schema.UnknownName))
	m.size += int32(len(schema.UnknownName))
	w.tails(closers)
}

// knownNames corrects the mask for tokens that complete a name that the schema knows, or that the object
// has already: these lead elsewhere than other names. With again, tokens that lead to where only names are left
// that the object has are taken out.
func (w *masker) knownNames(again bool) {
	m, some := w.m, false
	for i := m.lo; i < m.hi; i++ {
		t := m.threads[i]
		s := m.g.stepsOf(m.frames.list[t.frame].rule)
		if t.rule > 0 && s.classes[t.rule-1].dfa != nil { // it does not follow the names
			t.a, t.b = 0, int32(len(s.names))
		}
		for _, name := range s.names[t.a:t.b] {
			if len(name) >= int(m.size) && name[:m.size] == string(m.key()) {
				some = w.correct([]byte(name[m.size:])) || some
			}
		}
	}
	if m.g.track {
		var rests []string
		for _, name := range slices.Collect(m.seenNames(string(m.key()))) {
			some = w.correct([]byte(name[m.size:])) || some
			rests = append(rests, name[m.size:])
		}
		if again {
			some = w.takeOut(0, rests) || some
		}
	}
	if !some {
		return
	}
	w.any = slices.ContainsFunc(w.dst, func(word uint64) bool { return word != 0 })
	if w.dense {
		return
	}
	kept := w.ids[:0]
	for _, id := range w.ids {
		if w.dst[id>>6]>>(id&63)&1 == 1 {
			kept = append(kept, id)
		}
	}
	w.ids = kept
}

// correct makes the mask exact for the tokens that go on with rest and a quotation mark.
func (w *masker) correct(rest []byte) bool {
	list := w.texts.ClosersOf[string(rest)]
	for _, at := range list {
		c := &w.texts.Closers[at]
		w.clearBelow(c.Node)
		w.closer(c)
	}
	return len(list) > 0
}

// takeOut takes the tokens below node out of the mask that lead to where nothing is left but names that have come,
// of which rests are the ends. It reports whether there were any. What leaves the way to these ends is legal.
func (w *masker) takeOut(node uint32, rests []string) (some bool) {
	m := w.m
	from, to := w.trie.Children(node)
	at := m.mark()
	for c := from; c < to; c++ {
		b, d := w.trie.Labels[c], m.dec
		if b == '"' && d.State == jsontext.Idle {
			continue // see correct
		}
		left := rests
		switch r, what := d.Step(b, m.g.Form.Lenient); what {
		case jsontext.Refused:
			continue
		case jsontext.Complete:
			if left = after(rests, r); len(left) == 0 {
				continue
			}
		case jsontext.Partial:
			if !mayBegin(rests, &d, m.g.Form.Lenient) {
				continue
			}
		}
		if m.push(b) {
			some = w.takeOut(c, left) || some
		} else {
			w.clearBelow(c)
			some = true
		}
		m.back(at)
	}
	return some
}

// after returns what follows r in those of rests that begin with it.
func after(rests []string, r rune) []string {
	var out []string
	for _, rest := range rests {
		if first, size := utf8.DecodeRuneInString(rest); size > 0 && first == r {
			out = append(out, rest[size:])
		}
	}
	return out
}

// mayBegin reports whether one of rests begins with a character that d can become.
func mayBegin(rests []string, d *jsontext.Decoder, lenient bool) bool {
	var buf [3]jsontext.Span
	spans := d.Pending(lenient, &buf)
	return slices.ContainsFunc(rests, func(rest string) bool {
		first, size := utf8.DecodeRuneInString(rest)
		return size > 0 && slices.ContainsFunc(spans, func(s jsontext.Span) bool { return s.Lo <= first && first <= s.Hi })
	})
}

func (w *masker) clearBelow(node uint32) {
	for _, x := range w.trie.Leaves(node) {
		w.dst[x.ID>>6] &^= 1 << (x.ID & 63)
	}
	from, to := w.trie.Children(node)
	for c := from; c < to; c++ {
		w.clearBelow(c)
	}
}
