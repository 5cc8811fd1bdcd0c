package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A verb that takes an object has it after it, or before where a clause describes or asks. Where neither is found, it was left out: we sent back because it was cold.

// lacksUnsureObject reports whether a verb that takes an object has none after it in its clause, and nothing that opens this clause can be it.
func (a *Analysis) lacksUnsureObject(f *found) bool {
	p := a.parser
	v := a.valencyOf(f)
	if !v.has(transitive) || v.has(intransitive|ergative|copular) || f.fault != noFault || a.quotes || a.isPassive(f) || a.mayLackObject(f) {
		return false
	}
	i := f.main + 1
	switch w := p.wordAt(i); {
	case w == "back", w == "away":
		i++
	case slices.Contains(v.prepositions, w):
		return false
	case w == "in", w == "on":
		return phrasal[f.base] && articles[p.wordAt(i+1)] && holders[p.wordAt(i+2)] && p.phraseEnds(i+3)
	}
	says := f.finite && f.subject.kind == pronoun
	switch p.wordAt(i) {
	case "to":
		return p.couldBeVerb(i+1) && !v.has(infinitive) && f.base != "use" && f.finite && i == f.main+1
	case "when", "because", "although", "so", "but", "if", "and":
		return !(p.wordAt(i) == "when" && v.has(whClause)) && (p.lex.is(p.wordAt(i+1), "subject") || p.wordAt(i+1) == "it")
	case "with", "from", "about", "by":
		return says && !phrasal[f.base] && p.objectAt(i+1)
	}
	return i >= len(p.words) || p.words[i].text == "." || p.words[i].text == "," && says
}

// mayLackObject reports whether the object of f may stand before it, or be left out, or f is no sure verb with a sure subject.
func (a *Analysis) mayLackObject(f *found) bool {
	p := a.parser
	if f.kind == subClause && leftOpen[f.base] || f.shared && !p.noNoun(f.main) || f.governor == byBe && stirring[f.base] {
		return true
	}
	if f.order || !f.finite && f.governor == ungoverned && has(f.readings, verb.Base) && p.wordAt(f.start-1) == "," { // the soup is ready, put in the fridge
		return false
	}
	if a.mayHaveObjectBefore(f) || f.finite && p.phraseBefore(f.subject.start) != nil {
		return true
	}
	if !f.finite || f.shared || f.inverted {
		return false
	}
	from, _ := p.skipAdverbs(f.subject.end)
	return from < f.start && !slices.ContainsFunc(a.Groups, func(g Group) bool { // the company where I work dedicates
		return g.found.finite && g.found.subject != nil && g.found.subject.start >= f.subject.end && g.found.end == f.start
	})
}

// repeatsSpeaker reports whether the object of f is an object pronoun for its subject: I showered me.
func (a *Analysis) repeatsSpeaker(f *found) bool {
	p, i := a.parser, f.main+1
	if f.subject == nil || !p.phraseEnds(i+1) {
		return false
	}
	who, whom := p.words[f.subject.start].lower, p.wordAt(i)
	return who == "i" && whom == "me" || who == "we" && whom == "us"
}
