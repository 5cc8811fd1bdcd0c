package grammar

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
		k := m.g.nums[t.rule]
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
