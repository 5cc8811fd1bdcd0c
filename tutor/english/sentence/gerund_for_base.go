package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After a preposition stands -ing, and learners write the base form there. Where that is a noun too, as in thanks for help, what follows tells the two apart: thinking of
// study Law, despite have failed twice, instead of help his mother, he played. So does "not to" after a verb that takes -ing: he avoided not to talk to us.

// basesForGerunds judges the base forms whose surroundings show them to be verbs after a preposition, and "not to" after a verb that takes -ing.
func (a *Analysis) basesForGerunds() {
	p := a.parser
	for i := 0; i+2 < len(p.words); i++ {
		switch {
		case a.deniedAfterGerundVerb(i):
			a.enterBase(i+2, i+1, ToBase, gerundAsked)
		case !p.couldBeVerb(i+1) && p.words[i+1].lower != "do" || a.wrongAt(i+1) || p.wordAt(i+3) == p.words[i+1].lower:
		case a.strandedAt(i):
		case p.studiesAfter(i), a.perfectAfter(i), a.opensWithAct(i), a.helpsAfter(i), p.boredWithDo(i), p.feelsLikeSome(i), p.fallsAfter(i), p.livesAfter(i), p.readsAfter(i),
			a.objectsTo(i), a.keepsOn(i), p.givesUp(i) && p.words[i+1].lower == "smoke" && (p.phraseEnds(i+2) || p.timeAt(i+2)):
			a.enterBase(i+1, -1, ToBase, gerundAsked)
		}
	}
	a.sortGroups()
}

// strandedAt reports whether the preposition at word i ends a relative clause whose object stands before it: the students she is proud of | study medicine.
func (a *Analysis) strandedAt(i int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		return f.finite && f.kind == relClause && f.main < i && f.main >= i-3 && f.subject != nil && f.subject.kind != wh && !slices.ContainsFunc(a.parser.words[f.main+1:i], func(w word) bool { return a.parser.functional(w) })
	})
}

// deniedAfterGerundVerb reports whether "not to" and a base form stand at word i after a verb of somebody that takes -ing: she suggested not to go. One regrets to say, too.
func (a *Analysis) deniedAfterGerundVerb(i int) bool {
	p := a.parser
	if i == 0 || !p.matches(i, []string{"not", "to"}) || !p.couldBeVerb(i+2) {
		return false
	}
	g := a.before(i)
	if g == nil || g.found.order || g.found.kind == relClause || g.found.fronted || g.found.subject == nil || !p.acts(g.found.subject) || g.found.governor == byBe && !has(g.found.readings, verb.Gerund) {
		return false
	}
	if g.Verb == "regret" {
		return !regretted[p.words[i+2].lower]
	}
	return g.Verb != "recommend" && p.lex.is(g.Verb, "asks-gerund")
}

// regretted are what one regrets to do at that moment, or to be: we regret not to be able to help, I regret to say.
var regretted = setOf("be have say inform tell announce report see know")

// studiesAfter reports whether "study" and a subject follow the preposition at word i: thinking of study Law next year.
func (p *parser) studiesAfter(i int) bool {
	return (takesGerund[p.words[i].lower] || p.addsTo(i)) && p.words[i+1].lower == "study" && i+2 < len(p.words) && (studied[p.words[i+2].lower] || p.words[i+2].capital) && (p.phraseEnds(i+3) || p.timeAt(i+3))
}

// addsTo reports whether word i is the "to" of in addition to.
func (p *parser) addsTo(i int) bool {
	return i > 1 && p.words[i].lower == "to" && p.words[i-1].lower == "addition" && p.words[i-2].lower == "in"
}

// perfectAfter reports whether have and a participle follow the preposition at word i: despite have failed twice.
func (a *Analysis) perfectAfter(i int) bool {
	p := a.parser
	switch w := p.words[i].lower; {
	case w == "despite", i == 0 && (w == "after" || w == "besides"):
	case w == "without": // those left without | have asked for more
		if g := a.verbBefore(i); i > 0 && (g == nil || g.found.subject == nil || g.found.subject.kind != pronoun) {
			return false
		}
	default:
		return false
	}
	return p.words[i+1].lower == "have" && len(p.words[i+2].form(verb.Participle)) > 0
}

// opensWithAct reports whether the preposition at word i opens the sentence, and a base form follows with its object up to a comma, after which somebody does something: instead of
// help his mother, he played games.
func (a *Analysis) opensWithAct(i int) bool {
	p := a.parser
	if p.question {
		return false
	}
	switch w := p.words[i].lower; {
	case i == 0 && (w == "by" || w == "after" || w == "before" || w == "since" || w == "besides" || w == "despite" || w == "without"):
	case i == 1 && w == "of" && p.words[0].lower == "instead", i == 2 && p.addsTo(i):
	default:
		return false
	}
	k := i + 2
	if homeward[p.words[k].lower] && wayfaring[p.words[i+1].lower] {
		return p.wordAt(k+1) == ","
	}
	if next := p.words[k].lower; p.saysWhen(k) || next == "you" || next == "it" || !possessives[next] && !articles[next] && !p.lex.is(next, "object") || !p.objectAt(k) {
		return false
	}
	comma := k
	for comma < len(p.words) && p.words[comma].text != "," {
		comma++
	}
	if !slices.ContainsFunc(p.nominals(k), func(n *nominal) bool { return n.end == comma }) {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		n := g.found.subject
		return g.found.finite && n != nil && n.start == comma+1 && n.end <= g.found.start && n.kind == pronoun && p.acts(n)
	})
}

// Where one goes, and how.
var (
	homeward  = setOf("here there home back away abroad")
	wayfaring = setOf("move walk run drive")
)

// helpsAfter reports whether a base form that names a thing too has an object of its own after the preposition of a word that takes -ing: famous for help the poor. What follows a noun may
// be the subject of another verb: thank you for help my brother needed.
func (a *Analysis) helpsAfter(i int) bool {
	p := a.parser
	if w := p.words[i].lower; w == "without" || !takesGerund[w] || !p.governsGerund(i) { // without doubt the best
		return false
	}
	k := i + 2
	next := p.words[k].lower
	if next == "you" || next == "it" || next == "her" || !possessives[next] && !articles[next] && !p.lex.is(next, "object") || !p.objectAt(k) || p.saysWhen(k) || a.opensClauseAt(k) {
		return false
	}
	w := p.words[i+1].lower
	return !p.lex.is(w, "adjective", "preposition") && !p.lex.chieflyNoun(w) && !slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.main > k
	})
}

// saysWhen reports whether a time or a way stands at word i, with its determiner, so that it is no object: the other day, the way it was.
func (p *parser) saysWhen(i int) bool {
	return i < len(p.words) && articles[p.words[i].lower] && (p.timeAt(i) || slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		return n.kind == nounPhrase && (timeNouns()[p.words[n.head].lower] || p.words[n.head].lower == "way")
	}))
}

// opensClauseAt reports whether the subject of a clause stands at word i: damage | the storm had done.
func (a *Analysis) opensClauseAt(i int) bool {
	p := a.parser
	if i < len(p.words) && slices.ContainsFunc(p.nominals(i), func(n *nominal) bool { return n.kind == nounPhrase && n.end < len(p.words) && p.isAuxiliary(n.end) }) {
		return true
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		n := g.found.subject
		return g.found.finite && n != nil && n.start == i && n.kind == nounPhrase && g.found.start > i && !p.marked(i, g.found.start, ",")
	})
}

// passesBy reports whether the "by" at word i ends a relative clause of what passes, so that the verb of the sentence follows: the trains that go by | make windows shake.
func (a *Analysis) passesBy(i int) bool {
	p := a.parser
	return i > 1 && p.words[i].lower == "by" && p.lex.is(p.words[i-2].lower, "relative") && slices.ContainsFunc(p.words[i-1].readings, func(r verb.Reading) bool { return goesBy[r.Base] })
}

// goesBy are verbs that "by" goes with where it has no noun.
var goesBy = setOf("go pass walk drive come run fly ride sail")

// boredWithDo reports whether "with" and "do" with its object follow a word for how one feels: bored with do the same thing.
func (p *parser) boredWithDo(i int) bool {
	if i == 0 || p.words[i].lower != "with" || p.words[i+1].lower != "do" || !p.objectAt(i+2) || p.words[i+2].lower == "you" || p.wordAt(i+3) == "yourself" {
		return false
	}
	switch p.words[i-1].lower {
	case "bored", "busy", "happy", "tired", "up":
		return !p.question
	}
	return false
}

// feelsLikeSome reports whether a base form with something or anything follows feel like: feel like drink something cold.
func (p *parser) feelsLikeSome(i int) bool {
	next := p.words[i+2].lower
	return p.feelsLike(i) && (next == "something" || next == "anything") && !p.verbAt(i+3) && (i+3 >= len(p.words) || !p.isAuxiliary(i+3))
}

// fallsAfter reports whether a base form that is a noun only with a determiner ends what somebody is kept from: prevented me from fall, warned me against swim in the river.
func (p *parser) fallsAfter(i int) bool {
	if i < 2 || !countedMoves[p.words[i+1].lower] || !p.phraseEnds(i+2) {
		return false
	}
	if p.words[i].lower == "against" {
		return p.words[i+2].lower != "of" && slices.ContainsFunc(p.words[i-2].readings, func(r verb.Reading) bool { return r.Base == "warn" || r.Base == "advise" })
	}
	return p.words[i].lower == "from" && p.lex.is(p.words[i-1].lower, "object") && slices.ContainsFunc(p.words[i-2].readings, func(r verb.Reading) bool {
		return r.Base == "prevent" || r.Base == "stop" || r.Base == "keep" || r.Base == "save"
	})
}

// countedMoves are acts that are nouns only with a determiner.
var countedMoves = setOf("fall move jump climb run walk swim drive cry shout drown")

// objectsTo reports whether a base form that shows to be a verb follows what somebody objects to: they object to pay more taxes, but not to pay cuts.
func (a *Analysis) objectsTo(i int) bool {
	p := a.parser
	if i == 0 || p.words[i].lower != "to" {
		return false
	}
	g := a.groupAt(i - 1)
	if g == nil || g.Verb != "object" || !g.found.finite || g.found.subject == nil || !p.acts(g.found.subject) {
		return false
	}
	w, next := p.words[i+1].lower, p.words[i+2].lower
	return w == "be" || w == "have" || p.noNoun(i+1) || p.objectAt(i+2) || next == "more"
}

// keepsOn reports whether one of the things that people go on doing follows keep on: kept on talk about it, but kept on course.
func (a *Analysis) keepsOn(i int) bool {
	p := a.parser
	if i == 0 || p.words[i].lower != "on" || !keptOn[p.words[i+1].lower] {
		return false
	}
	g := a.groupAt(i - 1)
	return g != nil && g.Verb == "keep" && g.found.kind != relClause && (p.phraseEnds(i+2) || p.objectAt(i+2))
}

var keptOn = setOf("talk walk run play cry laugh shout drive read sing swim dance smile")

// livesAfter reports whether "live" stands after the preposition at word i with how or where: the idea of live alone, used to the noise after live in the city.
func (p *parser) livesAfter(i int) bool {
	if p.words[i+1].lower != "live" || !takesGerund[p.words[i].lower] {
		return false
	}
	switch p.words[i+2].lower {
	case "alone", "together", "abroad", "apart", "here", "there":
		return true
	case "in", "near", "at", "with":
		return p.objectAt(i+3) || p.wordAt(i+3) != "" && p.words[i+3].named()
	}
	return false
}

// readsAfter reports whether a base form that is no noun and a plural follow "by" at word i: improve your English by read books.
func (p *parser) readsAfter(i int) bool {
	return p.words[i].lower == "by" && p.words[i+1].lower != "be" && (p.noNoun(i+1) || p.words[i+1].lower == "read") && p.pluralAt(i+2)
}
