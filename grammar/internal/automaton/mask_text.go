package automaton

import (
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// A textWalk is a walk down a trie inside a string. Up to the quotation mark it asks the automaton of
// the string, and not the matcher.
type textWalk struct {
	dfa  *regex.DFA // nil: any character may come
	x    *textRule  // nil: no bounds on the length
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
func (m *Matcher) kindOf(t thread) (kind textKind, dfa *regex.DFA, x *textRule) {
	if m.mode == modeKey {
		if t.rule == 0 {
			return textListed, nil, nil
		}
		dfa = m.g.stepsOf(m.frames.list[t.frame].rule).classes[t.rule-1].dfa
		if dfa != nil && !dfa.Evergreen(t.a) && m.beginsSeenName(string(m.key())) {
			return textListed, nil, nil
		}
	} else {
		if t.rule < 0 {
			return textListed, nil, nil
		}
		x = &m.g.texts[t.rule]
		if x.dfa == nil && !x.universal || m.mustDiffer(t.frame) && !x.inexhaustible() && m.beginsSeenText(m.itemText()) {
			return textListed, nil, nil
		}
		dfa = x.dfa
	}
	if dfa == nil || dfa.Loops(t.a)&regex.LoopsAny != 0 {
		return textFree, nil, x
	}
	return textPattern, dfa, x
}

// charsLeft returns how many more characters the string of x may have.
func (m *Matcher) charsLeft(x *textRule) int {
	if x == nil {
		return number.Unbounded
	}
	return x.Max - int(m.runes)
}

// inText adds all tokens inside a string, between characters.
func (w *masker) inText() {
	m := w.m
	left := -1
	for _, t := range m.live() {
		if kind, _, x := m.kindOf(t); kind == textFree {
			left = max(left, min(m.charsLeft(x), max(w.texts.Most, vocab.InnerMasks)))
		}
	}
	w.start(left)
	at := m.mark()
	listed, best := 0, mostMargin{at: -1}
	for i := at.lo; i < at.hi; i++ {
		if kind, dfa, _ := m.kindOf(m.threads[i]); kind == textPattern {
			best.see(i, dfa, m.threads[i].a)
		}
	}
	one := func(i int32) {
		t := m.threads[i]
		switch kind, dfa, x := m.kindOf(t); kind {
		case textListed:
			listed++
			return
		case textFree:
			w.restrict(t)
			w.endText(x, nil)
		case textPattern:
			w.restrict(t)
			w.pattern(t, dfa, x)
		}
		m.back(at)
	}
	if best.at >= 0 {
		one(best.at)
	}
	for i := at.lo; i < at.hi; i++ {
		if i != best.at {
			one(i)
		}
	}
	if listed > 0 {
		w.listed(func(t thread) bool {
			kind, _, _ := m.kindOf(t)
			return kind == textListed
		})
	}
}

// mostMargin finds the thread whose automaton lets most tokens through, by its margin. It is walked first: of the
// others only those tokens count that are not in the mask yet.
type mostMargin struct {
	at     int32 // of threads; -1: there is none
	margin int
}

func (x *mostMargin) see(at int32, dfa *regex.DFA, state int32) {
	if margin := dfa.Margin(state); x.at < 0 || margin > x.margin {
		x.at, x.margin = at, margin
	}
}

// listed walks the threads that must be walked byte by byte.
func (w *masker) listed(is func(thread) bool) {
	m := w.m
	at := m.mark()
	for i := at.lo; i < at.hi; i++ {
		if is(m.threads[i]) {
			m.threads = append(m.threads, m.threads[i])
		}
	}
	m.lo, m.hi = int32(at.threads), int32(len(m.threads))
	w.below(0)
	m.back(at)
}

// endText adds the tokens that end the string of the only thread. The string may end after the closers
// given; nil is all.
func (w *masker) endText(x *textRule, closers bitset) {
	m := w.m
	least, most := x.Min-int(m.runes), m.charsLeft(x)
	if least > 0 || most < w.texts.Most {
		w.fitting = append(w.fitting[:0], make(bitset, (len(w.texts.Closers)+63)/64)...)
		for i := range w.texts.Closers {
			if n := w.texts.Closers[i].Runes; n >= least && n <= most && (closers == nil || closers.has(int32(i))) {
				w.fitting.put(int32(i))
			}
		}
		closers = w.fitting
	}
	if m.inUnique() { // what follows may depend on the characters
		w.each(closers)
		return
	}
	m.runes = max(m.runes, int32(x.Min))
	w.tails(closers)
}

// each adds the tokens that end the string at closers, by a walk for each closer.
func (w *masker) each(closers bitset) {
	for i := range w.texts.Closers {
		if closers == nil || closers.has(int32(i)) {
			w.closer(&w.texts.Closers[i])
		}
	}
}

// inUnique reports whether some array around the current place has uniqueItems.
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
		w.trie, w.closers = w.texts.Tails, closers
		w.add(0)
		w.below(0)
		w.trie, w.closers = w.v.All, nil
	}
}

// closer adds the tokens that end the string or name at c.
func (w *masker) closer(c *vocab.Closer) {
	at := w.m.mark()
	if w.replay(c.Spelled) && w.m.push('"') {
		w.add(c.Node)
		w.below(c.Node)
	}
	w.m.back(at)
}

// replay feeds text. If a byte is refused, the matcher stays before that byte.
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
			w.walkText(node, t.a, m.dec, int(m.runes))
		}
		m.back(at)
	}
	w.text = outer
	return true
}

// walkText adds the tokens after node, in a string of so many characters so far.
func (w *masker) walkText(node uint32, state int32, d jsontext.Decoder, runes int) {
	margin := 0
	if d.State == jsontext.Idle {
		margin = w.margin(state, runes)
		if w.v.Subtrees.AllLegal(node, margin) {
			w.addSubtree(node)
			return
		}
	}
	from, to := w.trie.Children(node)
	dfa, lenient := w.text.dfa, w.m.g.Form.Lenient
	for c := from; c < to; c++ {
		b := w.trie.Labels[c]
		if b == '"' && d.State == jsontext.Idle {
			w.leave(c)
			continue
		}
		next := d
		r, what := next.Step(b, lenient)
		if what == jsontext.Refused || (w.text.x != nil && runes >= w.text.x.Max) {
			continue
		}
		w.path = append(w.path, b)
		switch {
		case what == jsontext.Partial && w.v.Subtrees.LegalAfter(c, b, margin):
			w.addSubtree(c)
		case what == jsontext.Partial:
			if w.trie.Nodes[c].Leaf < w.trie.Nodes[c+1].Leaf && w.mayBecome(state, &next, runes) {
				w.add(c)
			}
			w.walkText(c, state, next, runes)
		case dfa == nil:
			w.add(c)
			w.walkText(c, state, next, runes+1)
		default:
			if to, err := dfa.Step(state, r); err == nil && to != regex.Dead && w.fits(to, runes+1) {
				w.add(c)
				w.walkText(c, to, next, runes+1)
			}
		}
		w.path = w.path[:len(w.path)-1]
	}
}

// margin returns a number of characters so that every token of fewer is legal in a string that has runes
// characters so far: the distance to its bound, or to Dead (see [regex.DFA.Margin]). The subtree index then
// adds these tokens at once. margin returns 0 where the index does not apply: other tries have none, and
// tokens that begin within a character are not in it.
func (w *masker) margin(state int32, runes int) int {
	switch x := w.text.x; {
	case w.trie != w.v.All || w.halfway:
		return 0
	case w.text.dfa == nil && x == nil:
		return regex.Endless
	case w.text.dfa == nil:
		return x.Max - runes + 1
	case x != nil && x.Max < number.Unbounded:
		return 0
	}
	return w.text.dfa.Margin(state)
}

// addSubtree adds all tokens at and below node.
func (w *masker) addSubtree(node uint32) {
	c := w.v.Subtrees
	for _, id := range c.IDs[c.From[node]:c.To[node]] {
		w.set(id)
	}
}

func (w *masker) fits(state int32, runes int) bool {
	return w.text.x == nil || w.m.g.fits(w.text.x, state, runes)
}

// mayBecome reports whether the character that d has begun can become a legal one.
func (w *masker) mayBecome(state int32, d *jsontext.Decoder, runes int) bool {
	if w.text.dfa == nil {
		return true
	}
	var buf [3]jsontext.Span
	for _, s := range d.Pending(w.m.g.Form.Lenient, &buf) {
		ok, err := w.text.dfa.Reaches(state, s.Lo, s.Hi, func(to int32) bool { return w.fits(to, runes+1) })
		if ok && err == nil {
			return true
		}
	}
	return false
}

// leave ends the string at node c and goes on after it.
func (w *masker) leave(c uint32) {
	at := w.m.mark()
	if w.replay(w.path[w.text.from:]) && w.m.push('"') {
		w.add(c)
		w.below(c)
	}
	w.m.back(at)
}
