package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After a preposition, a base form that is a noun too may be either. Here stand those that their surroundings show to be verbs: in charge of answer the
// phone, thinking of change jobs, more time for read.

// takesOwnObject reports whether the base form after the preposition at word i has an object of its own, as no noun has: in charge of answer the phone. What
// follows a noun may be the subject of a verb instead: the kind of work my father usually does.
func (a *Analysis) takesOwnObject(i int) bool {
	p := a.parser
	switch p.words[i].lower {
	case "of", "about", "from":
	default:
		return false
	}
	if i == 0 || i+2 >= len(p.words) || !p.couldBeVerb(i+1) || !p.objectAt(i+2) {
		return false
	}
	w, next := p.words[i+1].lower, p.words[i+2].lower
	own := (articles[next] || possessives[next] || p.lex.is(next, "object")) && next != "her" || next == "it"
	noun := p.lex.nouns["mass"][w] || p.lex.chieflyNoun(w) && !handled[w] || p.adverb(i+1) > 0 || p.lex.is(w, "preposition", "adjective", "object") || timeNouns()[w] || p.wordAt(i+3) == "way"
	return own && !noun && !slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.subject != nil && g.found.subject.start == i+2
	})
}

// takenThings are what people do something to so often that the verb is no noun, right before the thing: change jobs, watch television.
var takenThings = map[string]map[string]bool{
	"watch":  setOf("television tv telly films movies videos"),
	"change": setOf("jobs schools clothes companies careers houses flats cars doctors"),
	"drink":  setOf("water coffee tea milk alcohol beer wine"),
	"answer": setOf("questions calls emails letters messages"),
	"order":  setOf("food pizza drinks"),
	"visit":  setOf("museums churches friends relatives"),
}

// taken reports whether a verb and what it is done to stand after the preposition at word i: thinking of change jobs, by watch films.
func (p *parser) taken(i int) bool {
	return i+2 < len(p.words) && takenThings[p.words[i+1].lower][p.words[i+2].lower] && p.phraseEnds(i+3)
}

// means are what one needs to do something, which "for" may go with where a thing is named.
var means = setOf("time money energy chance opportunity patience strength")

// meansFor reports whether "for" stands at word i after what one needs, and before a base form that can be no thing: more time for read, energy for cook dinner.
func (p *parser) meansFor(i int) bool {
	if p.words[i].lower != "for" || i == 0 || !means[p.words[i-1].lower] || !p.couldBeVerb(i+1) || p.words[i+1].lower == "be" || p.words[i+1].lower == "have" {
		return false
	}
	w := p.words[i+1].lower
	alone := p.phraseEnds(i + 2)
	return p.noNoun(i+1) && alone || (w == "read" || w == "cook" || w == "write" || w == "eat") && (alone || meals[p.words[i+2].lower] || p.objectAt(i+2))
}

// consistsInBase reports whether "consist in" stands before word i, a base form with its object: consists in design a bridge. There is consists in designing, and
// consists of a design.
func (p *parser) consistsInBase(i int) bool {
	if i < 2 || p.words[i-1].lower != "in" && p.words[i-1].lower != "of" || !p.couldBeVerb(i) {
		return false
	}
	consists := slices.ContainsFunc(p.words[i-2].readings, func(r verb.Reading) bool { return r.Base == "consist" })
	return consists && (p.noNoun(i) || p.objectAt(i+1) && !p.lex.nouns["mass"][p.words[i].lower])
}

// deniedPurpose reports whether "for", not and a verb stand at word i where they may say what somebody does not want to happen, so that no -ing form mends them: left early
// for not miss the bus. Somebody is blamed, or sorry, for not telling.
func (p *parser) deniedPurpose(i int) bool {
	if p.words[i].lower != "for" || i == 0 || p.governsGerund(i) || p.wordAt(i+1) != "not" || !p.couldBeVerb(i+2) {
		return false
	}
	before := p.words[i-1].lower
	blamed := before == "you" || p.lex.is(before, "object", "adjective") && !p.lex.is(before, "place-adverb") || p.nameless(p.words[i-1])
	return !blamed
}

// employers are what somebody works for.
var employers = setOf("company firm hotel shop restaurant school hospital bank university organization organisation agency factory bakery newspaper café cafe store")

// interestedIn reports whether an adjective with its preposition, which stands at word i, says how somebody feels about an act: interested in, tired of.
func (p *parser) interestedIn(i int) bool {
	if i < 2 || !p.isPersonBefore(i-1) {
		return false
	}
	switch p.words[i-1].lower {
	case "interested":
		return p.words[i].lower == "in"
	case "tired", "fond":
		return p.words[i].lower == "of"
	case "keen":
		return p.words[i].lower == "on"
	}
	return false
}

// isPersonBefore reports whether the adjective at word i is not said of a noun after it or a thing before it: the words before it are a form of be and what says how much.
func (p *parser) isPersonBefore(i int) bool {
	for i--; i > 0; i-- {
		if p.isBeWord(i) || p.words[i].lower == "'m" || p.words[i].lower == "'re" {
			return true
		}
		if p.adverb(i) == 0 && !p.isNegation(i) && !howMuch[p.words[i].lower] {
			return false
		}
	}
	return false
}

// worksForOne reports whether "work for" and a company stand after such a preposition at word i: interested in work for your hotel.
func (p *parser) worksForOne(i int) bool {
	if !p.interestedIn(i) || !p.matches(i+1, []string{"work", "for"}) || i+3 >= len(p.words) {
		return false
	}
	if w := p.words[i+3].lower; !possessives[w] && w != "this" && w != "that" {
		return false
	}
	return slices.ContainsFunc(p.nominals(i+3), func(n *nominal) bool {
		return n.kind == nounPhrase && n.persons&p3sg != 0 && employers[p.words[n.head].lower] && p.phraseEnds(n.end) && p.wordAt(n.end) != "to"
	})
}

// maybeActAfter reports whether an act that may be a noun stands after such a preposition at word i, and somebody's own after it: interested in travel with your group. What is
// done in general is a noun as often: interested in work for young people.
func (p *parser) maybeActAfter(i int) bool {
	if !p.interestedIn(i) || i+3 >= len(p.words) || p.words[i-1].lower == "tired" && p.words[i+1].lower == "talk" {
		return false
	}
	switch p.words[i+1].lower {
	case "work", "study", "travel", "talk", "help":
	default:
		return false
	}
	next := p.words[i+3].lower
	if act := p.words[i+1].lower; p.timeAt(i+3) || i+4 < len(p.words) && timeNouns()[p.words[i+4].lower] || act == "help" && possessives[next] && next != "your" {
		return false // tired of work for the day, interested in help with her homework
	}
	switch p.words[i+2].lower {
	case "with", "for":
		if act := p.words[i+1].lower; act == "help" && p.words[i+2].lower == "for" && next == "the" {
			return false // help for the poor
		}
		return possessives[next] || next == "the" || next == "this" || next == "you"
	case "in":
		return possessives[next] || p.words[i+1].lower != "help" && p.words[i+1].lower != "talk" && p.words[i+3].named() && p.words[i-1].lower == "interested"
	}
	return false
}
