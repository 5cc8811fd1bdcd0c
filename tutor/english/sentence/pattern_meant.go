package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Patterns in which a word that exists stands for one that Spanish says the same way: have hunger, it makes cold, a bored
// film, isn't it after every statement. Which word is meant, only the learner knows.

// isStateInProgress reports whether g is a verb of state in the continuous that some speakers use: I am needing it.
func (a *Analysis) isStateInProgress(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentContinuous && !(len(f.aux) == 1 && p.pastBe(f.aux[0])) || !has(f.readings, verb.Gerund) || a.isGradual(f) || a.asksHowLiked(f) {
		return false
	}
	switch g.Verb {
	case "sound", "feel":
		return a.seemsLike(f)
	case "think":
		return f.end < len(p.words) && p.words[f.end].lower == "that"
	case "cost": // is costing us more every year
		return f.end < len(p.words) && !p.lex.is(p.words[f.end].lower, "object", "either")
	case "understand", "need", "know", "believe", "want", "like", "agree", "mean", "seem", "hate", "prefer", "own", "belong", "contain", "depend", "deserve", "realize", "realise", "remember":
		return true
	}
	return false
}

// seldomThings are verbs whose base form is seldom the name of the act.
var seldomThings = setOf("study smoke swim cook drive read ride climb jump clean wash fly eat write")

// wrongAt reports whether the verb at word i is mended.
func (a *Analysis) wrongAt(i int) bool {
	g := a.groupAt(i)
	return g != nil && g.Judgment.Verdict == Wrong
}

// bareForGerund reports whether a base form that is a noun too stands where an -ing form may be meant: instead of study,
// smoke is bad.
func (a *Analysis) bareForGerund() bool {
	p := a.parser
	for i, w := range p.words {
		if i > 0 && i+2 < len(p.words) && p.words[i+1].text == "," && p.lex.is(w.lower, "act", "mass-act") && a.groupAt(i) == nil && p.couldBeVerb(i+2) && slices.ContainsFunc(p.words[i-1].readings, func(r verb.Reading) bool {
			return r.Base == "like" || r.Base == "love" || r.Base == "enjoy" || r.Base == "hate"
		}) {
			return true // I like dance, sing and play
		}
		if a.seldomStopped(i) || p.deniedPurpose(i) || p.maybeActAfter(i) && !a.wrongAt(i+1) || p.consistsInBase(i) && (a.groupAt(i) == nil || a.groupAt(i).Judgment.Verdict != Wrong) {
			return true
		}
		if !seldomThings[w.lower] {
			continue
		}
		if i == 0 {
			if len(p.words) > 2 && (p.words[1].lower == "is" || p.words[1].lower == "was") {
				return true
			}
			continue
		}
		before := p.words[i-1].lower
		if before == "that" && i > 1 && i+1 < len(p.words) && slices.ContainsFunc(p.words[i-2].readings, func(r verb.Reading) bool { return p.lex.is(r.Base, "clausal") }) && (p.adverb(i+1) > 0 || p.lex.is(p.words[i+1].lower, "preposition", "determiner")) {
			return true // I think that study abroad is good
		}
		if p.phraseEnds(i+1) && takesGerund[before] && (p.governsGerund(i-1) || i > 1 && p.words[i-2].lower == "instead") && a.groupAt(i) == nil {
			return true
		}
	}
	return false
}

// seldomStopped reports whether word i, an act that is a noun too, stands right after a verb that takes -ing, where hardly anybody means the noun: he stopped
// smoke, keep walk until you see the bank. To give up drink is right.
func (a *Analysis) seldomStopped(i int) bool {
	p := a.parser
	w := p.words[i].lower
	if i == 0 || !stoppedActs[w] || !p.couldBeVerb(i) || i+1 < len(p.words) && p.words[i+1].lower == "of" {
		return false
	}
	if g := a.groupAt(i); g != nil && (g.found.finite || g.Judgment.Verdict == Wrong) {
		return false
	}
	g := a.before(i)
	if g == nil || g.found.governor == byBe && !has(g.found.readings, verb.Gerund) || g.found.subject != nil && !p.acts(g.found.subject) {
		return false
	}
	if i+1 < len(p.words) {
		switch p.words[i+1].lower {
		case "like", "from", "out", "off", "away", "about", "to": // keep smoke out of the room, stop talk about money
			return false
		}
	}
	switch g.Verb {
	case "stop", "keep", "quit", "finish":
		return w != "drink" && w != "live" && p.phraseEnds(i+1) || w == "drink" && g.Verb == "stop" && p.lex.nouns["mass"][p.wordAt(i+1)]
	case "prefer":
		return w == "drink" && p.lex.nouns["mass"][p.wordAt(i+1)]
	case "imagine":
		return w == "live" && i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "preposition")
	case "give": // give up drink coffee
		return w == "drink" && i+1 < len(p.words) && p.lex.nouns["mass"][p.words[i+1].lower]
	}
	return false
}

// stoppedActs are acts that are nouns too, which people hardly stop, keep or finish as such.
var stoppedActs = setOf("smoke drink cry laugh shout talk walk run live")

// suffered are the words for what one has in Spanish and is in English.
var suffered = setOf("hunger hungry thirst thirsty reason cold hot heat fear sleep sleepy afraid scared hurry lucky sure shame warm")

// weathers are the words for the weather that it makes in Spanish.
var weathers = setOf("cold hot warm sun sunny wind windy heat cool cloudy")

// meansBe reports whether have or make stands before what one is in English: you have reason, it makes very cold.
func (a *Analysis) meansBe(g *Group) bool {
	p, f := a.parser, g.found
	i, _ := p.skipAdverbs(f.end)
	if p.matches(i, []string{"much"}) {
		i++
	}
	if i >= len(p.words) || !p.phraseEnds(i+1) && p.words[i+1].lower != "of" {
		return false
	}
	switch g.Verb {
	case "have":
		if i > f.end && p.lex.is(p.words[i].lower, "adjective") && len(p.words[i].readings) == 0 && p.words[i-1].lower == "very" {
			return true // I have had very busy
		}
		return p.acts(f.subject) && suffered[p.words[i].lower]
	case "make", "do":
		return f.subject.kind == pronoun && p.words[f.subject.head].lower == "it" && weathers[p.words[i].lower]
	}
	return false
}

// usesTo reports whether a person uses to do something, where used to or usually is meant: I use to play on Saturdays.
func (a *Analysis) usesTo(g *Group) bool {
	p, f := a.parser, g.found
	if g.Verb != "use" || g.Tense != verb.PresentSimple || !p.acts(f.subject) || f.end+1 >= len(p.words) || p.words[f.end].lower != "to" || !has(p.words[f.end+1].readings, verb.Base) && p.words[f.end+1].lower != "be" {
		return false
	}
	switch {
	case f.kind == relClause:
		return false
	case f.inverted: // what do you use to clean it asks for a thing, where do you use to go does not
		first := p.words[0].lower
		plain := p.isAuxiliary(0) || first == "where" || first == "when" || first == "why" || p.matches(0, []string{"how", "often"})
		return plain || first == "what" && p.words[f.end+1].lower == "do" && !p.objectAt(f.end+2) && !p.matches(f.end+2, []string{"this"}) && !p.matches(f.end+2, []string{"that"})
	case f.not >= 0:
		return f.governor == byDo
	}
	return f.kind == mainClause
}

// deniesOrder reports whether the sentence opens with not, or no, and a base form that no noun is: not touch that plate.
func (p *parser) deniesOrder() bool {
	if len(p.words) < 3 || p.words[0].lower != "not" && p.words[0].lower != "no" || !p.couldBeVerb(1) && p.words[1].lower != "be" {
		return false
	}
	return p.words[1].lower == "be" || p.words[1].lower == "worry" || p.noNoun(1) && !p.lex.is(p.words[1].lower, "clausal") || p.objectAt(2) && !p.lex.nouns["mass"][p.words[1].lower]
}

// objectForSubject reports whether me, him, us or them stands before a verb in the third person, where its subject should: and me
// too likes it, for me is important.
func (p *parser) objectForSubject() bool {
	for i := 0; i+1 < len(p.words); i++ {
		if !p.surePronoun(i) {
			continue
		}
		opens := i == 0 || p.lex.is(p.words[i-1].lower, "coordinator") && i > 1 && !p.lex.is(p.words[i-2].lower, "object", "either")
		next := i + 1
		if p.words[next].lower == "too" || p.words[next].lower == "also" {
			next++
		}
		if next+1 >= len(p.words) {
			continue
		}
		w := p.words[next].lower
		third := next > i+1 && has(p.words[next].readings, verb.Base) && (p.words[next].lower == "like" || !p.functional(p.words[next])) || w == "is" || w == "are" || w == "am" || len(p.words[next].form(verb.ThirdPerson)) > 0 && !p.functional(p.words[next])
		if third && (opens || i == 1 && p.words[0].lower == "for" && w == "is") {
			return true
		}
	}
	return false
}
