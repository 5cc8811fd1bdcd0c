package sentence

// No past form that differs from its participle stands after was and were: the band came late, but not the band was came late. Learners mean the
// passive as well (was broke, was took), and only a verb that has none, or an object after it, shows that the past is meant and the form of be too much.

// surelyPast reports whether g, before whose verb a was or were was left out, is a past that can be no passive, and no was that ends a clause.
func (a *Analysis) surelyPast(g *Group) bool {
	p, f := a.parser, g.found
	if a.endsClauseBefore(f) || p.lex.is(p.words[f.main].lower, "slang", "adjective", "noun") || f.base == "beat" {
		return false
	}
	switch f.base {
	case "go", "come", "fall", "become", "rise", "lie":
		return true
	}
	if !p.acts(f.subject) || a.opensVerb(f) {
		return false
	}
	next := p.wordAt(f.end)
	if p.lex.is(f.base, "two-objects") {
		return p.lex.is(next, "object") && next != "her" || f.kind == relClause && f.subject.kind != wh && f.subject.start > 0 && p.phraseEnds(f.end)
	}
	return a.takesThing(f) || a.takesPerson(f)
}

// opensVerb reports whether a relative pronoun stands right before f, so that an object after it may be of another clause.
func (a *Analysis) opensVerb(f *found) bool {
	return f.start > 0 && a.parser.words[f.start-1].lower == "that"
}
