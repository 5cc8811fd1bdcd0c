package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

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

// readLateSubjects makes sure of the subject after its verb where "so" or neither opens the clause, or a place, and nothing follows but the end of it: so is my brother, to the
// left was a small door.
func (a *Analysis) readLateSubjects() {
	p := a.parser
	for i := range a.Groups {
		f := a.Groups[i].found
		n := f.subject
		if n == nil || !f.finite || !f.inverted || f.fronted || f.shared || len(f.aux) == 0 || f.main != f.aux[len(f.aux)-1] || f.aux[0] == 0 || n.kind != nounPhrase || !n.determined || n.start != f.aux[0]+1 {
			continue
		}
		if n.end < len(p.words) && (!p.words[n.end].punct || n.end+1 < len(p.words) && p.words[n.end].text == "," && !p.opensNewClause(n.end+1)) {
			continue
		}
		switch before := p.words[f.aux[0]-1].lower; {
		case before == "so" || before == "neither" || before == "nor":
			f.sure = true
		case f.base == "be" && articles[p.words[n.start].lower] && p.words[n.start].lower != "the" && p.opensWithPlace(f.aux[0]):
			f.sure = true
		}
	}
}

// opensNewClause reports whether a coordinator and a subject stand at word i.
func (p *parser) opensNewClause(i int) bool {
	return i+1 < len(p.words) && (p.words[i].lower == "but" || p.words[i].lower == "and") && p.lex.is(p.words[i+1].lower, "subject", "either")
}

// opensWithPlace reports whether the words before word i, which open the sentence, say where something is.
func (p *parser) opensWithPlace(i int) bool {
	first := p.words[0].lower
	if i == 1 {
		return first == "inside" || first == "outside" || first == "upstairs" || first == "downstairs"
	}
	for _, w := range p.words[1:i] {
		if w.punct || p.lex.is(w.lower, "coordinator", "subordinator", "relative", "subject") {
			return false
		}
	}
	switch first {
	case "in", "on", "under", "behind", "near", "beside", "between", "among", "inside", "opposite", "above", "below":
		return true
	case "to":
		return p.words[1].lower == "the"
	}
	return false
}

// readQualities gives be the noun phrase before it as its subject, where the parse took the adjective after it for one that stands late, since it alone fits the verb: the
// evenings is warmer in May.
func (a *Analysis) readQualities() {
	p := a.parser
	for i := range a.Groups {
		f := a.Groups[i].found
		n := f.subject
		if n == nil || !f.finite || len(f.aux) == 0 || f.main != f.finiteWord() || n.kind != nounPhrase || n.determined || n.end-n.start != 1 || n.start < f.main || !p.phraseEnds(n.end) {
			continue
		}
		if w := p.words[n.head].lower; !p.lex.is(w, "adjective") && !verb.IsAlsoAdjective(w) && !p.comparative(n.head) && w != "born" {
			continue
		}
		m := p.phraseBefore(f.start)
		if m == nil || m.kind != nounPhrase || !m.determined || m.persons != p3sg && m.persons != p3pl {
			continue
		}
		if s := m.start; s > 0 && !p.words[s-1].punct && !p.lex.is(p.words[s-1].lower, "subordinator") && !(s == 1 && p.adverb(0) > 0) && !(s == 1 && p.words[0].lower == "about") {
			continue
		}
		f.subject, f.inverted, f.sure = m, false, true
		a.Groups[i] = a.group(f)
	}
}

// readMore makes several of "more and more" and a noun in the plural: more and more people is moving to the city.
func (a *Analysis) readMore() {
	p := a.parser
	for i := range a.Groups {
		f := a.Groups[i].found
		if n := f.subject; n != nil && f.finite && n.kind == coordinated && n.end == n.start+4 && p.matches(n.start, []string{"more", "and", "more"}) && p.lex.number(p.words[n.head], true) == p3pl {
			several := *n
			several.persons, several.kind, several.determined = p3pl, nounPhrase, true
			f.subject, f.sure = &several, true
			a.Groups[i] = a.group(f)
		}
	}
}
