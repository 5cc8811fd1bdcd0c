package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A clause that begins with where, what, who or how old has a verb, also where it only says what is asked: I know where the key is. In Spanish be stands before its
// subject there, and learners who lose it leave a noun phrase alone: could you tell me where the bathroom? I don't know what time it.

// asksWithoutBe reports whether a question word follows a verb of asking or knowing, and a subject follows it as the last words of the clause.
func (a *Analysis) asksWithoutBe() bool {
	p := a.parser
	for i := 1; i+1 < len(p.words); i++ {
		k := p.afterAsked(i)
		if k < 0 || k >= len(p.words) || p.gapBefore(k) || p.words[i].capital || !a.asksBeforeWord(i) {
			continue
		}
		if p.isSubjectOnly(k) && p.endsSentence(k+1) {
			return true
		}
		if k > i+1 {
			continue
		}
		if w := p.words[i].lower; w == "what" && p.words[k].lower == "wrong" || w == "who" && p.onlyAdjective(k) && (p.endsSentence(k+1) || p.wordAt(k+1) == "to") {
			return true
		}
		if slices.ContainsFunc(p.nominals(k), func(n *nominal) bool {
			return n.kind == nounPhrase && p.isDefinite(n) && p.clauseIsOver(n.end) && a.noFiniteFrom(k)
		}) {
			return true
		}
	}
	return false
}

// afterAsked returns the word after the question word or words at i, or -1: where, what time, how old.
func (p *parser) afterAsked(i int) int {
	if before := p.words[i-1]; p.lex.is(before.lower, "coordinator", "preposition", "negation") || before.lower == "not" || before.lower == "matter" || before.lower == "than" {
		return -1 // not where the dog, no matter what the cost
	}
	switch p.words[i].lower {
	case "where", "who", "which":
		return i + 1
	case "what":
		if p.wordAt(i+1) == "time" || p.wordAt(i+1) == "day" {
			return i + 2
		}
		return i + 1
	case "how":
		switch p.wordAt(i + 1) {
		case "old", "big", "tall", "far", "long", "expensive", "important":
			return i + 2
		}
		return i + 1
	}
	return -1
}

// asksBeforeWord reports whether a verb that a question inside the sentence follows is the last before word i, with nothing but the person asked between.
func (a *Analysis) asksBeforeWord(i int) bool {
	g := a.verbBefore(i)
	if g == nil || !inquires[g.Verb] {
		return false
	}
	next := g.found.main + 1
	return next == i || a.parser.personAt(next) == i || a.parser.wordAt(next) == "out" && next+1 == i
}

// isSubjectOnly reports whether a pronoun that has no other part to play stands at word i.
func (p *parser) isSubjectOnly(i int) bool {
	w := p.words[i].lower
	return p.lex.is(w, "subject") && w != "who" && !p.words[i].punct || w == "it"
}

// endsSentence reports whether the sentence ends before word i, or only "now" or "here" follows.
func (p *parser) endsSentence(i int) bool {
	if i < len(p.words) && (p.words[i].lower == "now" || p.words[i].lower == "here" || p.words[i].lower == "please") {
		i++
	}
	return i >= len(p.words) || p.words[i].text == "." || p.words[i].text == "?" || p.words[i].text == "!"
}

// clauseIsOver reports whether a noun phrase that ends before word i, with what prepositions add to it, ends the sentence.
func (p *parser) clauseIsOver(i int) bool {
	for i < len(p.words) && p.lex.is(p.words[i].lower, "preposition") {
		next := i
		for _, n := range p.nominals(i + 1) {
			if n.kind == nounPhrase || n.kind == objectPronoun {
				next = max(next, n.end)
			}
		}
		if next == i {
			return false
		}
		i = next
	}
	if i+1 < len(p.words) && p.words[i].text == "," && p.words[i+1].lower == "please" {
		return true
	}
	return p.endsSentence(i)
}

// isDefinite reports whether the noun phrase n opens with a determiner that says which one is meant.
func (p *parser) isDefinite(n *nominal) bool {
	w := p.words[n.start].lower
	return (w == "the" || possessives[w]) && !(len(p.words[n.head].form(verb.Gerund)) > 0) && p.words[n.head].lower != "hell"
}
