package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A base form as the subject, and its verb without its -s: learn a new language take time. Both are mended, since neither is right without the other.

// bareSubjectAndVerb enters a wrong group for the base form that opens the sentence as the subject of a verb in the base form, and one for that verb.
func (a *Analysis) bareSubjectAndVerb() {
	p := a.parser
	if p.question || len(p.words) < 5 || !p.opensAsSubject() {
		return
	}
	for k := 2; k < len(p.words)-1 && k < 9 && !p.words[k].punct; k++ {
		if !p.resultsAt(k) || !p.belongsToFirst(k) {
			continue
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool {
			n := g.found.subject
			return g.found.main < k || n != nil && n.start < k && n.end > k || g.found.finite && n != nil && n.start == 0
		})
		a.enterFinite(k, &nominal{start: 0, end: k, head: 0, persons: p3sg, kind: gerund, adjective: -1}, mainClause, 0, false)
		g := a.groupAt(k)
		g.Judgment = Judgment{Wrong, SubjectNoun, Call{Tool: Conjugate, Verb: g.Verb, Person: verb.ThirdSingular, Tense: verb.PresentSimple}, ""}
		a.enterBase(0, -1, ToBase, gerundAsked)
		return
	}
}

// opensAsSubject reports whether the sentence begins with the base form of a verb that is no noun there, and that no object with a verb of its own follows:
// not help people make friends, have a friend help you, remember children need love.
func (p *parser) opensAsSubject() bool {
	w := p.words[0]
	if !has(w.readings, verb.Base) || w.form(verb.Base)[0].Base != w.lower || p.functional(w) || p.lex.is(w.lower, "name", "bare", "interjection") || p.lex.is(w.lower, "clausal") && w.lower != "learn" {
		return false
	}
	switch w.lower {
	case "get", "ask", "use", "try", "need", "want", "check", "keep", "go", "come":
		return false
	}
	return p.noNoun(0) || p.startsAsVerb() || articles[p.words[1].lower] || possessives[p.words[1].lower] || w.lower == "play" && p.lex.is(p.words[1].lower, "game")
}

// resultsAt reports whether a verb of what an act brings with it, and what it brings, stand at word k: take time, make me tired.
func (p *parser) resultsAt(k int) bool {
	next := p.words[k+1]
	person := p.lex.is(next.lower, "object", "either") || next.lower == "people" || next.lower == "children"
	switch p.words[k].lower {
	case "make", "give":
		return person
	case "help":
		return person && k+2 < len(p.words)
	case "take":
		return next.lower == "time" || next.lower == "years" || next.lower == "hours" || next.lower == "practice" || p.matches(k+1, []string{"a", "lot"}) || p.matches(k+1, []string{"a", "long"}) || next.lower == "too" || next.lower == "so"
	case "cost":
		return p.matches(k+1, []string{"a", "lot"}) || next.lower == "money" || next.lower == "too" || next.lower == "more" || next.lower == "nothing"
	case "cause":
		return next.lower == "problems" || next.lower == "trouble" || next.lower == "accidents" || next.lower == "stress"
	case "require":
		return next.lower == "time" || next.lower == "practice" || next.lower == "patience" || p.matches(k+1, []string{"a", "lot"})
	}
	return false
}

// belongsToFirst reports whether the words between the first and word k are the object of the first, or a preposition and its noun, in the singular, so that they are
// not the subject of word k.
func (p *parser) belongsToFirst(k int) bool {
	i := 1
	if p.lex.is(p.words[i].lower, "preposition") && p.words[i].lower != "of" {
		i++
	} else if p.words[i].lower == "too" || p.words[i].lower == "so" {
		i++
	}
	if i == 2 && k == 3 && p.words[i].lower == "public" {
		return true
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		return n.end == k && n.kind == nounPhrase && n.persons == p3sg && (n.determined || p.lex.nouns["mass"][p.words[n.head].lower] || i > 1 || p.lex.is(p.words[n.head].lower, "game") || p.words[n.head].capital)
	})
}
