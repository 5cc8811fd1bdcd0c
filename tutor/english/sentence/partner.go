package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// What one person does stands beside what another does: my father works in a garage and my mother cleans houses. Where the
// second verb lacks its -s and is a noun too, the parse takes it and its subject for what the first verb is about.

// readPartners enters a finite group for each base form after "and" and one person, where an object shows that it is a verb.
func (a *Analysis) readPartners() {
	p := a.parser
	for i := 2; i+3 < len(p.words); i++ {
		switch p.words[i].lower {
		case "and", "or", "but", "while":
		default:
			continue
		}
		before := a.verbBefore(i)
		if before == nil || !before.found.finite || before.found.order || before.Tense != verb.PresentSimple && before.Tense != verb.PresentContinuous || p.isPerson(p.words[i-1]) && (p.lex.is(p.words[i-2].lower, "determiner", "adjective") || p.words[i-1].capital && !placed[p.words[i-2].lower]) || p.lex.is(p.words[i-1].lower, "object", "subject") || p.words[i-1].lower == "you" {
			continue
		}
		for _, n := range p.nominals(i + 1) {
			if n.kind != nounPhrase || !n.determined || n.persons != p3sg || !p.isPerson(p.words[n.head]) || !p.surelyActs(n.end) {
				continue
			}
			if g := a.groupAt(n.end); g != nil && (!g.found.finite && (g.found.governor != ungoverned || g.found.order) || g.found.finite && (g.found.subject == nil || g.found.subject.kind != coordinated || g.found.subject.start > before.found.main+1)) {
				continue
			}
			a.enterFinite(n.end, n, mainClause, i+1, false)
		}
	}
	if i := slices.IndexFunc(p.words, func(w word) bool { return w.text == "," }); timeConjunctions[p.words[0].lower] && i > 0 && i+2 < len(p.words) { // after we had dinner, my dad tell us a story
		for _, n := range p.nominals(i + 1) {
			if g := a.groupAt(n.end); n.kind == nounPhrase && n.determined && n.persons == p3sg && p.isPerson(p.words[n.head]) && p.surelyActs(n.end) && g != nil && !g.found.finite && g.found.governor == ungoverned {
				a.enterFinite(n.end, n, mainClause, i+1, false)
			}
		}
	}
	a.sortGroups()
}

// placed are prepositions after which a name is a place: lives in Lima and.
var placed = setOf("in at from near to")

// readPronounPartners gives a verb the pronoun right before it as its subject, where the first half of what was read as a pair belongs to
// a preposition: she is from Lima and he speak English.
func (a *Analysis) readPronounPartners() {
	p := a.parser
	for i := 3; i+3 < len(p.words); i++ { // the bus goes to the airport and it stop at the port
		if w := p.words[i+1].lower; !p.lex.is(p.words[i].lower, "coordinator") || w != "he" && w != "she" && w != "it" || !p.couldBeVerb(i+2) || p.words[i+2].lower == "be" || has(p.words[i+2].readings, verb.Past) || a.groupAt(i+2) != nil {
			continue
		}
		before := a.verbBefore(i)
		if before == nil || !before.found.finite || before.found.governor == byModal || before.Tense != verb.PresentSimple || p.verbAt(i+3) || !p.lex.is(p.words[i+3].lower, "preposition", "determiner", "object", "adverb") {
			continue
		}
		a.enterFinite(i+2, &nominal{start: i + 1, end: i + 2, head: i + 1, persons: p3sg, kind: pronoun, adjective: -1}, mainClause, i+1, false)
	}
	for k := range a.Groups {
		f := a.Groups[k].found
		n := f.subject
		if !f.finite || n == nil || n.kind != coordinated || f.inverted || f.shared || n.end != f.start || n.end-n.start < 3 {
			continue
		}
		before, last := p.words[max(0, n.start-1)], p.words[n.end-1].lower
		tall := n.start == 0 && n.end-n.start > 4 && p.lex.is(p.words[n.end-3].lower, "adjective") // my sister very tall and she plays
		if !tall && (!p.lex.is(before.lower, "preposition") || before.lower == "like") || last != "he" && last != "she" && last != "it" || !p.lex.is(p.words[n.end-2].lower, "coordinator") {
			continue
		}
		if first := a.verbBefore(n.start); !tall && (first == nil || !first.found.finite || first.found.kind == relClause) {
			continue
		}
		f.subject = &nominal{start: n.end - 1, end: n.end, head: n.end - 1, persons: p3sg, kind: pronoun, adjective: -1}
		a.Groups[k] = a.group(f)
	}
}

// surelyActs reports whether a base form and what only a verb takes stand at word i: clean houses, dry them, teach music.
func (p *parser) surelyActs(i int) bool {
	if i+1 >= len(p.words) || !p.couldBeVerb(i) || p.words[i].lower == "be" || len(p.words[i].form(verb.Past)) > 0 {
		return false
	}
	next := p.words[i+1]
	switch w := p.words[i].lower; {
	case next.punct || p.lex.is(next.lower, "be", "have", "do", "modal"):
		return false
	case p.objectAt(i + 1):
		return true
	case p.noNoun(i), p.lex.is(w, "act", "mass-act") || w == "clean" || w == "work" || w == "order" || w == "sell" || w == "repair" || w == "grow":
		return p.pluralAt(i+1) || p.lex.nouns["mass"][next.lower] && p.phraseEnds(i+2) || p.noNoun(i) && p.plainNounAt(i+1)
	}
	return false
}
