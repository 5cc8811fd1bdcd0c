package automaton

import (
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/schema"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// inName adds all tokens inside a member name, between characters.
func (w *masker) inName() {
	m := w.m
	base, listed, classes := -1, 0, 0
	for _, t := range m.live() {
		if t.rule > 0 && m.g.stepsOf(m.frames.list[t.frame].rule).covers { // whatever the name becomes, some class has it
			base = max(w.texts.Most, vocab.InnerMasks)
		}
		switch kind, _, _ := m.kindOf(t); kind {
		case textListed:
			listed++
		case textFree:
			base = max(w.texts.Most, vocab.InnerMasks)
			classes++
		default:
			classes++
		}
	}
	w.start(base)
	at, unique := m.mark(), m.inUnique()
	for i := at.lo; i < at.hi && classes > 0; i++ {
		t := m.threads[i]
		switch kind, dfa, _ := m.kindOf(t); kind {
		case textFree:
			w.endName(t, nil, unique)
		case textPattern:
			var s *languageSlice
			if base < 0 {
				s = w.langs.slice(w, dfa, t.a, false)
				w.union(s.inner)
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
	if listed > 0 {
		w.listed()
	}
	if classes > 0 && !unique { // else each name was walked as it is
		w.knownNames()
	}
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
// has already: these lead elsewhere than other names.
func (w *masker) knownNames() {
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
		for i := m.levels[m.level].lastName; i >= 0; i = m.names[i].prev {
			name := m.nameBytes[m.names[i].from:m.names[i].to]
			if len(name) >= int(m.size) && string(name[:m.size]) == string(m.key()) {
				some = w.correct(name[m.size:]) || some
			}
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

func (w *masker) clearBelow(node uint32) {
	for _, x := range w.trie.Leaves(node) {
		w.dst[x.ID>>6] &^= 1 << (x.ID & 63)
	}
	from, to := w.trie.Children(node)
	for c := from; c < to; c++ {
		w.clearBelow(c)
	}
}
