package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Spanish asks with the verb before its subject: what time does start the film, how many eggs needs this cake. The parse takes what is asked for as the subject of
// that verb, and mending the verb would leave the order as it is. So the verb is not judged, and the order of the words is named.

// verbPrecedes reports whether the verb of f stands before its subject in a question.
func (a *Analysis) verbPrecedes(f *found) bool {
	p := a.parser
	fromWhere := len(p.words) > 4 && p.lex.is(p.words[0].lower, "preposition") && (p.words[1].lower == "where" || p.words[1].lower == "what")
	if !p.question || len(p.words) < 4 || !fromWhere && !p.lex.is(p.words[0].lower, "question") || !f.finite || f.order {
		return false
	}
	if n := f.subject; n != nil && n.start > f.main && (n.start != f.main+1 || n.end != n.start+1) { // where does | live | your cousin
		return false
	}
	if fromWhere {
		return p.auxiliaryAndVerbPrecede(2, f.main)
	}
	i := p.askedEnd()
	if next := p.wordAt(i + 1); i == 1 && f.main == 1 && p.words[0].lower == "what" && askedFor[p.words[1].lower] && (next == "you" || next == "they" || next == "we" || next == "i") {
		return true // what think you
	}
	return p.auxiliaryAndVerbPrecede(i, f.main) || f.main == i && !f.inverted && p.countedPrecedes(f.main)
}

// askedFor are verbs before whose subject a question with what has lost its do.
var askedFor = setOf("think want do say need like prefer eat drink study mean")

// askedEnd returns the word after what opens the question: when, what time, how long, how many eggs.
func (p *parser) askedEnd() int {
	first, second := p.words[0].lower, p.words[1].lower
	switch {
	case first == "what" && second == "time", first == "how" && (second == "long" || second == "often" || second == "far"):
		return 2
	case first == "how" && (second == "many" || second == "much"):
		if p.lex.is(p.words[2].lower, "do", "modal", "have", "be") || second == "much" && has(p.words[2].readings, verb.Base) && p.couldBeVerb(2) && p.objectAt(3) {
			return 2
		}
		return 3
	}
	return 1
}

// auxiliaryAndVerbPrecede reports whether the auxiliary of a question at word i, the main verb, and the subject stand in that order: when does finish
// your course, how long will stay you, where is going your friend. After who and what the one asked for may be the subject: what did cause the accident.
func (p *parser) auxiliaryAndVerbPrecede(i, main int) bool {
	aux := p.words[i].lower
	does, goesOn := p.lex.is(aux, "do"), aux == "is" || aux == "are" || aux == "was" || aux == "were"
	if !does && !goesOn && !p.lex.is(aux, "modal") || p.words[0].lower == "who" || i > 2 {
		return false
	}
	at := i + 1
	if at < len(p.words) && p.isNegation(at) {
		at++
	}
	if main != at && main != i || at+1 >= len(p.words) || p.words[at].capital {
		return false
	}
	if goesOn { // where is going your friend
		acts := p.words[at].form(verb.Gerund)
		said := p.words[0].lower != "what" || i > 1 || len(acts) > 0 && (reports[acts[0].Base] || acts[0].Base == "do")
		return len(acts) > 0 && said && (p.personAt(at+1) > 0 || p.lex.is(p.words[at+1].lower, "subject")) && p.subjectAfterVerb(at+1)
	}
	if !p.couldBeVerb(at) || p.functional(p.words[at]) {
		return false
	}
	if p.words[0].lower == "what" && i == 1 {
		return does && reports[p.words[at].lower] && p.personAt(at+1) > 0
	}
	return p.subjectAfterVerb(at + 1)
}

// reports are verbs of what somebody asked does, which nothing asked for does itself: what did say the doctor.
var reports = setOf("say think want mean")

// subjectAfterVerb reports whether what can only be a subject stands at word i, after a verb without an object: you, the film, your course.
func (p *parser) subjectAfterVerb(i int) bool {
	w := p.words[i].lower
	if p.lex.is(w, "subject", "either") {
		return w != "it" || p.phraseEnds(i+1)
	}
	if !articles[w] && !possessives[w] && w != "this" && w != "these" {
		return false
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		return n.kind == nounPhrase && n.determined && !timeNouns()[p.words[n.head].lower] && (p.phraseEnds(n.end) || p.ofEnds(n.end))
	})
}

// ofEnds reports whether "of" stands at word i, and nothing after the noun that it brings: the repair | of the roof?
func (p *parser) ofEnds(i int) bool {
	return p.words[i].lower == "of" && slices.ContainsFunc(p.nominals(i+1), func(n *nominal) bool { return n.end < len(p.words) && p.words[n.end].text == "?" })
}

// countedPrecedes reports whether a verb in the third person at word i stands between several things and the one that has, needs or costs them: how many
// eggs needs this cake, how many years has your mother. Several persons may do it to that one themselves: how many students knows the teacher.
func (p *parser) countedPrecedes(i int) bool {
	if p.words[0].lower != "how" || p.words[1].lower != "many" && p.words[1].lower != "much" || i != 3 || len(p.words[i].form(verb.ThirdPerson)) == 0 && p.words[i].lower != "has" {
		return false
	}
	persons := p.isPerson(p.words[2])
	return slices.ContainsFunc(p.nominals(i+1), func(n *nominal) bool {
		one := n.persons == p3sg && (n.kind == pronoun || n.kind == nounPhrase && (n.determined || p.nameless(p.words[n.head])))
		return one && p.phraseEnds(n.end) && p.words[n.start].lower != "a" && p.words[n.start].lower != "an" && (!persons || p.isPerson(p.words[n.head]) || n.kind == pronoun)
	})
}
