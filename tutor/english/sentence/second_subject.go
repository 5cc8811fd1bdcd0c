package sentence

// "And" joins a second clause with a subject of its own: the knife is for bread and the spoon is for soup. Where its verb stands in the plural, the parse takes the words
// before "and", which end the first clause, for a part of the subject: bread and the spoon are for soup. What stands right after a preposition or after be opens no clause.

// readSecondSubjects gives the verb of such a clause the noun phrase after "and" as its subject.
func (a *Analysis) readSecondSubjects() {
	p := a.parser
	for i := range a.Groups {
		f := a.Groups[i].found
		n := f.subject
		if n == nil || !f.finite || f.inverted || f.kind != compClause || n.kind != coordinated || n.start == 0 || n.end != f.start || !p.lex.is(p.words[n.start-1].lower, "preposition") && !p.isBeWord(n.start-1) {
			continue
		}
		if before := a.verbBefore(n.start); before == nil || !before.found.finite || before.found.kind != mainClause {
			continue
		}
		for s := n.end - 2; s > n.start; s-- {
			if w := p.words[s-1].lower; w != "and" && w != "but" {
				continue
			}
			for _, m := range p.nominals(s) {
				if m.kind == nounPhrase && m.end == n.end && m.determined && m.persons == p3sg {
					f.subject, f.kind, f.sure = m, mainClause, true
					a.Groups[i] = a.group(f)
					break
				}
			}
			break
		}
	}
}
