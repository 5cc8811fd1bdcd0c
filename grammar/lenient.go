package grammar

// LenientMatcher returns a new walk through text from elsewhere: whatever the grammar's own options,
// members may come in any order and white space may stand where JSON lets it, up to 24 bytes at each
// place.
func (g *Grammar) LenientMatcher() *Matcher {
	g.foreignOnce.Do(func() {
		o := g.compiler.options
		o.Whitespace, o.Order = Foreign(), AnyOrder
		p, err := newProgram(&g.compiler.parts, g.compiler, g.program.root, o)
		if err != nil {
			panic("grammar: BUG: a grammar compiled once and not twice: " + err.Error())
		}
		p.places = g.program.places
		g.foreign = p
	})
	return newMatcher(g.foreign)
}

// Closed reports whether the document is complete and cannot be longer: nothing but white space may
// follow. A number at the root is never closed, since another digit may come.
func (m *Matcher) Closed() bool {
	if m.mode == modeDone || !m.CanEnd() {
		return m.mode == modeDone
	}
	next := m.Next()
	for _, b := range " \t\n\r" {
		next[b>>6] &^= 1 << (b & 63)
	}
	return next == ByteSet{}
}
