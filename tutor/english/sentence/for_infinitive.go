package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After an adjective, for and a person stands an infinitive: it is hard for me to understand. Learners leave out the "to". After too, and
// before enough, they let "for" and an -ing form stand for the infinitive: too shy for asking.

// adjectivesWithFor enters a wrong group for each base form after for and a person, and each -ing form that stands for an infinitive.
func (a *Analysis) adjectivesWithFor() {
	p := a.parser
	for i := 3; i < len(p.words); i++ {
		if p.words[i].punct || p.gapBefore(i) {
			continue
		}
		switch {
		case a.lacksToAfterFor(i):
			a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i })
			a.enterBase(i, -1, ToBase, missingTo)
		case a.tooForGerund(i):
			a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i })
			a.enterBase(i, i-1, ToBase, forPurpose)
		}
	}
	a.sortGroups()
}

// forThat reports whether "for that" opens a clause of purpose after a verb, where "so that" is meant: I called her for that she could come. For that I thank
// you says something else.
func (a *Analysis) forThat() bool {
	p := a.parser
	for i := 2; i+2 < len(p.words); i++ {
		if p.words[i].lower != "for" || p.words[i+1].lower != "that" || p.words[i-1].punct || p.lex.is(p.words[i-1].lower, "coordinator", "subject", "adverb") && !strings.HasSuffix(p.words[i-1].lower, "ly") || !p.lex.is(p.words[i+2].lower, "subject", "determiner") {
			continue
		}
		if before := a.verbBefore(i); before != nil && before.found.finite && before.found.kind == mainClause && slices.ContainsFunc(a.Groups, func(g Group) bool {
			return g.found.finite && g.found.subject != nil && g.found.subject.start == i+2
		}) {
			return true
		}
	}
	return false
}

// lacksToAfterFor reports whether word i is a base form after an adjective, for and a person: it is hard for me understand.
func (a *Analysis) lacksToAfterFor(i int) bool {
	p := a.parser
	if !p.couldBeVerb(i) && p.words[i].lower != "do" {
		return false
	}
	for from := i - 1; from > 1 && from > i-5; from-- {
		if p.words[from-1].lower != "for" {
			continue
		}
		for _, n := range p.nominals(from) {
			if n.end == i && (n.kind == objectPronoun || p.acts(n)) && a.saysHow(from-1) && p.actsAfter(n) {
				return true
			}
		}
	}
	return false
}

// saysHow reports whether an adjective that says how it is to do something ends before the "for" at word i: it is hard, makes it easy, too heavy.
func (a *Analysis) saysHow(i int) bool {
	p := a.parser
	at := i - 1
	if at > 1 && p.words[at].lower == "enough" {
		return p.lex.is(p.words[at-1].lower, "adjective")
	}
	if at > 0 && p.words[at].lower == "time" && p.copulaOfIt(at-1) {
		return true
	}
	if at < 1 || !p.lex.is(p.words[at].lower, "adjective", "easy-to") && !doable[p.words[at].lower] {
		return false
	}
	if p.words[at-1].lower == "too" {
		return true
	}
	g := a.verbBefore(at)
	if !p.lex.is(p.words[at].lower, "easy-to") && !doable[p.words[at].lower] || g == nil || g.found.subject == nil {
		return false
	}
	if (g.Verb == "make" || g.Verb == "find") && slices.ContainsFunc(p.words[g.found.end:at], func(w word) bool { return w.lower == "it" }) {
		return true
	}
	s := g.found.subject
	if g.Verb != "be" && g.Verb != "seem" && g.Verb != "become" || s.start > 0 && opensCondition[p.words[s.start-1].lower] {
		return false // if it is easy for you call me
	}
	head := p.words[s.head].lower
	if p.lex.is(p.words[at].lower, "easy-to") && g.found.kind == mainClause && s.start == 0 && s.kind == nounPhrase && p.surePronoun(i+1) {
		return true // the text was hard for me understand
	}
	return s.kind == pronoun && (head == "it" || head == "this" || head == "that" && s.start == 0)
}

// copulaOfIt reports whether "it is" stands right before word i+1: it's time, it was time.
func (p *parser) copulaOfIt(i int) bool {
	return i > 0 && p.isBeWord(i) && p.words[i-1].lower == "it" && !(i > 1 && opensCondition[p.words[i-2].lower])
}

// doable are adjectives that say how it is for somebody to do something, beside those in the tables.
var doable = setOf("good better best bad worse normal common usual unusual strange interesting boring healthy useful useless nice great wonderful terrible tiring essential vital convenient natural")

// opensCondition are the words after which a clause may come before an order.
var opensCondition = setOf("if when whenever unless once while until after before as since")

// actsAfter reports whether what stands after the person n can only be what that person does.
func (p *parser) actsAfter(n *nominal) bool {
	i := n.end
	w := p.words[i].lower
	switch {
	case w == "do":
		return i+1 < len(p.words) && (p.objectAt(i+1) && p.phraseEnds(i+2) || p.pluralAt(i+1)) || p.phraseEnds(i+1)
	case w == "be", w == "have":
		return i+1 < len(p.words) && (articles[p.words[i+1].lower] || p.lex.is(p.words[i+1].lower, "adjective"))
	case p.lex.is(w, "preposition", "adverb"), p.lex.is(w, "adjective") && !p.objectAt(i+1), p.words[i-1].lower == "her" && !p.noNoun(i) && w != "say":
		return false
	case p.noNoun(i), p.showsVerb(i), w == "say":
		return true
	case p.lex.nouns["mass"][w] && n.kind == nounPhrase, p.lex.chieflyNoun(w):
		return false
	case i+1 >= len(p.words) || p.words[i+1].punct: // too heavy for me lift
		return n.kind == objectPronoun && !p.lex.nouns["mass"][w] && n.start > 2 && p.words[n.start-3].lower == "too"
	}
	next := p.words[i+1].lower
	alone := n.kind != nounPhrase || p.lex.is(w, "act", "seldom-noun")
	return alone && (p.lex.is(next, "preposition", "particle", "place-adverb") && next != "of" || articles[next] || p.adverb(i+1) > 0)
}

// tooForGerund reports whether word i is an -ing form with what belongs to it after "for" and an adjective with too or enough, which says why somebody
// does not, or can, do something: too young for driving a car. Of a thing it says what the thing serves for: too small for dancing.
func (a *Analysis) tooForGerund(i int) bool {
	p := a.parser
	w := p.words[i]
	if p.words[i-1].lower != "for" || w.capital || w.guessed || len(w.form(verb.Gerund)) == 0 || len(w.form(verb.Base)) > 0 {
		return false
	}
	switch {
	case p.words[i-2].lower == "enough" && p.lex.is(p.words[i-3].lower, "adjective"):
	case p.words[i-3].lower == "too" && (p.lex.is(p.words[i-2].lower, "adjective") || len(p.words[i-2].form(verb.Participle)) > 0):
	default:
		return false
	}
	g := a.verbBefore(i - 2)
	if g == nil || g.Verb != "be" && g.Verb != "feel" && g.found.governor != byBe || g.found.subject == nil || !p.acts(g.found.subject) || p.words[g.found.subject.head].lower == "they" {
		return false
	}
	base := w.form(verb.Gerund)[0].Base
	next := i + 1
	return p.objectAt(next) || next < len(p.words) && (possessives[p.words[next].lower] || p.words[next].named() || (nonEvents[base] || base == "vote") && p.lex.is(p.words[next].lower, "preposition"))
}
