package sentence

// After end up, keep on and put off stands -ing. Particles of other verbs go with an infinitive that says what for, or what then: woke up to find it.

// endsUp reports whether such a verb and its particle stand right before the "to" at word i, and a base form after it that is hardly a noun: ended up to sell the car,
// but not up to date. What was put off has another verb after it to say why.
func (a *Analysis) endsUp(i int) bool {
	p := a.parser
	if i < 2 || !p.couldBeVerb(i+1) && p.wordAt(i+1) != "do" || p.joinsBase(i+2) {
		return false
	}
	if p.lex.chieflyNoun(p.words[i+1].lower) {
		return false
	}
	g := a.groupAt(i - 2)
	if g == nil || g.found.governor == byBe && g.found.finite && g.Verb == "put" {
		return false
	}
	switch particle := p.words[i-1].lower; g.Verb {
	case "end":
		return particle == "up"
	case "keep":
		return particle == "on" && !p.lex.nouns["mass"][p.words[i+1].lower]
	case "put":
		return particle == "off" && g.found.subject != nil && p.acts(g.found.subject) && g.found.kind != relClause && !p.question
	}
	return false
}
