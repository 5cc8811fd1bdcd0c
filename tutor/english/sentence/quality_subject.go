package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// An adjective after be tells of the subject before it: the evenings are warmer. Where be does not agree with that subject, the parse takes the adjective for one that
// stands late. Before a noun in the plural, "more and more" makes several: more and more people are late.

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
