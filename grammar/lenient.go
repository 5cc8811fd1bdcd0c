package grammar

// LenientMatcher returns a new walk through text from elsewhere: whatever the grammar's own options,
// members may come in any order and white space may stand where JSON lets it, up to 24 bytes at each
// place.
func (g *Grammar) LenientMatcher() *Matcher {
	g.lenientOnce.Do(func() {
		p, err := newProgram(g.compiled.lenient())
		if err != nil {
			panic("grammar: BUG: a grammar compiled once and not twice: " + err.Error())
		}
		g.lenient = p
	})
	return newMatcher(g.lenient)
}
