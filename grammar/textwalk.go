package grammar

import "github.com/shortleash/shortleash/grammar/internal/regex"

// A textWalk is a walk inside a string. Until the quotation mark the matcher need not be asked: the
// automaton knows.
type textWalk struct {
	dfa  *regex.DFA // nil: any character may come
	x    *text      // nil: no bounds on the length
	from int        // where the walk began, in path
}

// A textKind is how a thread inside a string or name is walked.
type textKind uint8

const (
	textListed  textKind = iota // byte by byte, by the matcher
	textFree                    // any character may come
	textPattern                 // the automaton says
)

// kindOf returns the kind of t, its automaton, and the text with bounds if it has some.
func (m *Matcher) kindOf(t thread) (kind textKind, dfa *regex.DFA, x *text) {
	if m.mode == modeKey {
		if t.rule == 0 {
			return textListed, nil, nil
		}
		dfa = m.g.at(m.frames.list[t.frame].rule).classes[t.rule-1].dfa
		if dfa != nil && !dfa.Evergreen(t.a) && len(m.cameNames(string(m.key()))) > 0 {
			return textListed, nil, nil
		}
	} else {
		if t.rule < 0 {
			return textListed, nil, nil
		}
		x = &m.g.texts[t.rule]
		if x.dfa == nil && !x.universal || m.taboo(t.frame) && !x.fixed() && len(m.cameTexts(m.itemText())) > 0 {
			return textListed, nil, nil
		}
		dfa = x.dfa
	}
	if dfa == nil || dfa.Loops(t.a)&regex.LoopsAny != 0 {
		return textFree, nil, x
	}
	return textPattern, dfa, x
}

// left returns how many characters may still come in the string of x.
func (m *Matcher) left(x *text) int {
	if x == nil {
		return endless
	}
	return x.max - int(m.runes)
}

// inText adds all tokens inside a string, between characters.
func (w *masker) inText() {
	m := w.m
	left := -1
	for _, t := range m.live() {
		if kind, _, x := m.kindOf(t); kind == textFree {
			left = max(left, min(m.left(x), max(w.texts.most, innerMasks)))
		}
	}
	w.start(left)
	at := m.mark()
	listed := 0
	for i := at.lo; i < at.hi; i++ {
		t := m.threads[i]
		switch kind, dfa, x := m.kindOf(t); kind {
		case textListed:
			listed++
			continue
		case textFree:
			w.restrict(t)
			w.endText(x, nil)
		case textPattern:
			w.restrict(t)
			w.pattern(t, dfa, x)
		}
		m.back(at)
	}
	if listed > 0 {
		w.listed()
	}
}

// listed walks the threads that must be walked byte by byte.
func (w *masker) listed() {
	m := w.m
	at := m.mark()
	for i := at.lo; i < at.hi; i++ {
		if kind, _, _ := m.kindOf(m.threads[i]); kind == textListed {
			m.threads = append(m.threads, m.threads[i])
		}
	}
	m.lo, m.hi = int32(at.threads), int32(len(m.threads))
	w.below(0)
	m.back(at)
}

// pattern adds the tokens for a string with an automaton, whose thread is the only one.
func (w *masker) pattern(t thread, dfa *regex.DFA, x *text) {
	m := w.m
	s := w.langs.slice(w, dfa, t.a, x.max < endless)
	if x.min > int(m.runes)+1 || (x.max < endless && m.left(x) < s.need) {
		w.below(0) // the bounds can be felt
		return
	}
	w.union(s.inner)
	if s.end != regex.Dead {
		if !m.inUnique() {
			m.threads[m.lo].a = s.end
		}
		w.endText(x, s.closers)
	}
}

// union adds a whole mask.
func (w *masker) union(words []uint64) {
	w.dense = true
	for i, word := range words {
		w.dst[i] |= word
		w.some = w.some || word != 0
	}
}

// endText adds the tokens that end the string of the only thread, which may end after any of the
// closers; nil is all.
func (w *masker) endText(x *text, closers bitset) {
	m := w.m
	least, most := x.min-int(m.runes), m.left(x)
	if least > 0 || most < w.texts.most {
		w.fit = append(w.fit[:0], make(bitset, (len(w.texts.closers)+63)/64)...)
		for i := range w.texts.closers {
			if n := w.texts.closers[i].runes; n >= least && n <= most && (closers == nil || closers.has(int32(i))) {
				w.fit.put(int32(i))
			}
		}
		closers = w.fit
	}
	if m.inUnique() { // what follows may depend on the characters
		w.each(closers)
		return
	}
	m.runes = max(m.runes, int32(x.min))
	w.tails(closers)
}

// each adds the tokens that end the string at closers, one closer after the other.
func (w *masker) each(closers bitset) {
	for i := range w.texts.closers {
		if closers == nil || closers.has(int32(i)) {
			w.closer(&w.texts.closers[i])
		}
	}
}

// inUnique reports whether the items of an array around must be told apart.
func (m *Matcher) inUnique() bool {
	if !m.g.unique {
		return false
	}
	for _, t := range m.live() {
		for id := t.frame; id != 0; id = m.frames.list[id].parent {
			if m.uniqueAt(id) {
				return true
			}
		}
	}
	return false
}

// tails adds the tokens that end the string or name that the matcher is in.
func (w *masker) tails(closers bitset) {
	if w.m.push('"') {
		w.t, w.only = w.texts.tails, closers
		w.add(0)
		w.below(0)
		w.t, w.only = w.v.all, nil
	}
}

// closer adds the tokens that end the string or name at c.
func (w *masker) closer(c *closer) {
	at := w.m.mark()
	if w.replay(c.spelled) && w.m.push('"') {
		w.add(c.node)
		w.below(c.node)
	}
	w.m.back(at)
}

// replay feeds text; if some of it is refused the matcher is left within.
func (w *masker) replay(text []byte) bool {
	for _, b := range text {
		if !w.m.push(b) {
			return false
		}
	}
	return true
}

// enter walks below node if the matcher is in a string or name and not all its threads must be walked
// byte by byte, and reports whether it has.
func (w *masker) enter(node uint32) bool {
	m := w.m
	if m.mode != modeString && m.mode != modeKey {
		return false
	}
	listed, all := 0, 0
	for _, t := range m.live() {
		if kind, _, _ := m.kindOf(t); kind == textListed {
			listed++
		}
		all++
	}
	if listed == all {
		return false
	}
	outer, at := w.text, m.mark()
	for i := at.lo; i < at.hi; i++ {
		t := m.threads[i]
		kind, dfa, x := m.kindOf(t)
		if kind == textListed {
			m.threads = append(m.threads, t)
			m.lo, m.hi = int32(len(m.threads)-1), int32(len(m.threads))
			w.below(node)
		} else {
			w.restrict(t)
			w.text = textWalk{dfa: dfa, x: x, from: len(w.path)}
			w.within(node, t.a, m.dec, int(m.runes))
		}
		m.back(at)
	}
	w.text = outer
	return true
}

// within adds the tokens behind node, in a string of so many characters so far.
func (w *masker) within(node uint32, state int32, d decoder, runes int) {
	margin := 0
	if d.state == decodeIdle {
		margin = w.margin(state, runes)
		if w.v.crown.whole(node, margin) {
			w.take(node)
			return
		}
	}
	from, to := w.t.children(node)
	dfa, foreign := w.text.dfa, w.m.g.form.foreign
	for c := from; c < to; c++ {
		b := w.t.labels[c]
		if b == '"' && d.state == decodeIdle {
			w.leave(c)
			continue
		}
		next := d
		r, what := next.step(b, foreign)
		if what == decodeRefused || (w.text.x != nil && runes >= w.text.x.max) {
			continue
		}
		w.path = append(w.path, b)
		switch {
		case what == decodePartial && w.v.crown.begun(c, b, margin):
			w.take(c)
		case what == decodePartial:
			if w.t.nodes[c].leaf < w.t.nodes[c+1].leaf && w.mayBecome(state, &next, runes) {
				w.add(c)
			}
			w.within(c, state, next, runes)
		case dfa == nil:
			w.add(c)
			w.within(c, state, next, runes+1)
		default:
			if to, err := dfa.Step(state, r); err == nil && to != regex.Dead && w.fits(to, runes+1) {
				w.add(c)
				w.within(c, to, next, runes+1)
			}
		}
		w.path = w.path[:len(w.path)-1]
	}
}

// margin returns a number of characters so that no fewer of them can be wrong in a string with so many
// so far, or 0: only the trie of all tokens has a crown, and it knows nothing of tokens that begin within
// a character.
func (w *masker) margin(state int32, runes int) int {
	switch x := w.text.x; {
	case w.t != w.v.all || w.halfway:
		return 0
	case w.text.dfa == nil && x == nil:
		return regex.Endless
	case w.text.dfa == nil:
		return x.max - runes + 1
	case x != nil && x.max < endless:
		return 0
	}
	return w.text.dfa.Margin(state)
}

// take adds all tokens at and below node.
func (w *masker) take(node uint32) {
	c := w.v.crown
	for _, id := range c.ids[c.from[node]:c.to[node]] {
		w.set(id)
	}
}

func (w *masker) fits(state int32, runes int) bool {
	return w.text.x == nil || w.m.g.fits(w.text.x, state, runes)
}

// mayBecome reports whether the character that d is in can be one that may come.
func (w *masker) mayBecome(state int32, d *decoder, runes int) bool {
	if w.text.dfa == nil {
		return true
	}
	var buf [3]span
	for _, s := range d.pending(w.m.g.form.foreign, &buf) {
		ok, err := w.text.dfa.Reaches(state, s.lo, s.hi, func(to int32) bool { return w.fits(to, runes+1) })
		if ok && err == nil {
			return true
		}
	}
	return false
}

// leave ends the string at node c and goes on behind it.
func (w *masker) leave(c uint32) {
	at := w.m.mark()
	if w.replay(w.path[w.text.from:]) && w.m.push('"') {
		w.add(c)
		w.below(c)
	}
	w.m.back(at)
}
