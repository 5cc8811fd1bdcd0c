package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A finite verb belongs to a clause. One that the parse put into none lacks its subject, or a word that joins it to what stands before: now I think doesn't work, there is a shop
// sells tea.

// isStray reports whether word i is a finite verb that belongs to no clause before it.
func (a *Analysis) isStray(i int) bool {
	p := a.parser
	w := p.words[i]
	g := a.groupAt(i)
	switch {
	case w.punct, w.capital, w.joined, w.guessed, i == 0:
		return false
	case p.deniesAlone(i):
		return true
	case g != nil && g.found.finite:
		return false
	case finiteAuxiliaries[w.lower]:
		return a.followsWholeClause(i)
	case p.deniesThird(i):
		return true
	case g != nil && weather[g.Verb] && g.found.subject == nil && g.found.to < 0 && len(w.form(verb.Past|verb.ThirdPerson)) > 0: // only rained the first day
		return true
	}
	return a.followsThere(i)
}

// followsWholeClause reports whether a clause of time or of thinking, with its subject and verb, opens a sentence or its part and ends right before the auxiliary at word i, and no
// subject comes after it: when night comes is noisy, now I think doesn't work.
func (a *Analysis) followsWholeClause(i int) bool {
	p := a.parser
	before := a.verbBefore(i)
	if before == nil || before.found.end != i || !before.found.finite || before.found.subject == nil || p.question || p.lex.is(p.wordAt(i+1), "subject", "determiner", "either") {
		return false
	}
	start := before.found.subject.start
	switch p.wordAt(start - 1) {
	case "when", "if", "because", "while":
		start--
	default:
		if !supposes[before.Verb] {
			return false
		}
	}
	if start > 0 && p.adverb(start-1) > 0 {
		start-- // and now I think
	}
	return start == 0 || p.words[start-1].punct || p.lex.is(p.words[start-1].lower, "coordinator")
}

// deniesThird reports whether "not" alone stands before the verb in the third person at word i: has a gym, but not works.
func (p *parser) deniesThird(i int) bool {
	if !p.isNegation(i-1) || p.words[i-1].joined || i > 1 && p.lex.is(p.words[i-2].lower, "be", "do", "have", "modal") {
		return false
	}
	if w := p.words[i].lower; w == "works" || w == "likes" {
		return true // nouns too, but not after not
	}
	thirds := p.words[i].form(verb.ThirdPerson)
	return len(thirds) > 0 && !verb.IsAlsoNoun(thirds[0].Base)
}

// deniesAlone reports whether "not" alone stands between a pronoun or who and the verb at word i: I not really understand. What is demanded is right: that he not come.
func (p *parser) deniesAlone(i int) bool {
	k := i - 1
	for k > 0 && p.adverb(k) == 1 && !p.isNegation(k) {
		k--
	}
	if k < 1 || !p.isNegation(k) || p.words[k].joined || p.words[k+1].lower == "only" || p.lex.is(p.wordAt(k-2), "do", "be", "have", "modal") || p.wordAt(k-2) == "that" {
		return false
	}
	who := p.words[k-1].lower
	return (who == "who" || p.lex.is(who, "subject")) && p.noNoun(i) && has(p.words[i].readings, verb.Base|verb.ThirdPerson|verb.Past) && !p.functional(p.words[i]) && !p.lex.is(p.words[i].lower, "adjective") && p.words[0].lower != "why" && !p.question
}

// followsThere reports whether word i is a verb after what "there" names, with nothing that joins it: there is a shop sells tea.
func (a *Analysis) followsThere(i int) bool {
	p := a.parser
	w, g := p.words[i], a.groupAt(i)
	named := slices.ContainsFunc(a.Groups, func(g Group) bool {
		n := g.found.existing
		return n != nil && n.end <= i && !slices.ContainsFunc(p.words[n.end:i], func(w word) bool { return w.punct || p.lex.is(w.lower, "coordinator", "relative") })
	})
	if !named || p.functional(w) || g != nil && (g.found.to >= 0 || g.found.governor != ungoverned) || has(w.readings, verb.Participle|verb.Gerund) {
		return false
	}
	thirds := w.form(verb.ThirdPerson)
	return len(thirds) > 0 && !verb.IsAlsoNoun(thirds[0].Base) || g != nil && p.noNoun(i)
}

// finiteAuxiliaries are auxiliaries that are finite wherever they stand.
var finiteAuxiliaries = setOf("am is are was were has does did can could will would should must ca wo")
