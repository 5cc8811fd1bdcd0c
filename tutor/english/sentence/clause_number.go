package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A clause as the subject is one thing, even where it tells of many: what my parents want is peace. Only what follows be may be several (what I
// like are the songs), so that something in the singular after it decides.

// clauseDisagrees reports whether the subject of f is a clause with what or all, an infinitive, or what somebody does, and its verb stands in the plural
// though what is said of it is one thing: what worries me are the price, to win were everything, learning a language are not easy.
func (a *Analysis) clauseDisagrees(f *found) bool {
	p, n := a.parser, f.subject
	if n == nil || f.inverted || f.shared || f.hypothetical || f.freeForm || p.finitePersons(f.verbal)&p3sg != 0 || f.fault != noFault {
		return false
	}
	if !p.opensClauseAt(n.start) || slices.ContainsFunc(p.words[n.start:f.start], func(w word) bool { return w.lower == "and" || w.lower == "or" }) {
		return false
	}
	copular := f.base == "be" && f.main == f.finiteWord()
	switch first := p.words[n.start].lower; {
	case n.kind == gerund && (first == "what" || first == "whoever" || first == "to"):
		return n.start < f.start && copular && (p.isOneAt(f.end) || p.saidOfOneAt(f.end) || first == "what" && (p.clauseOrVerbAt(f.end) || p.bareOneAt(f.end)))
	case first == "all":
		return copular && f.start > n.end+1 && p.lex.is(p.words[n.end].lower, "subject", "either") && (p.isOneAt(f.end) || n.end == n.start+1 && p.bareOneAt(f.end) || p.clauseOrVerbAt(f.end))
	case n.kind == gerund && p.isGerundAt(n.start):
		if danglingParticiples[first] || p.hasOwnSubject(n.head, f.start) || f.base == "be" && copular && !p.isOneAt(f.end) && !p.saidOfOneAt(f.end) {
			return false
		}
		if k := n.start + 1; k == f.start {
			return copular && !p.isOneAt(f.end)
		}
		return p.hasGerundSubject(n.head, f.start) || first == "being" && p.lex.is(p.words[n.start+1].lower, "adjective")
	}
	return false
}

// opensClauseAt reports whether a clause may open at word i: at the start, after a mark, or after a word that joins clauses.
func (p *parser) opensClauseAt(i int) bool {
	if i == 0 || p.words[i-1].punct {
		return true
	}
	switch p.words[i-1].lower {
	case "that", "because", "and", "but", "so", "although", "while", "since":
		return true
	}
	return false
}

func (p *parser) isGerundAt(i int) bool { return has(p.words[i].readings, verb.Gerund) }

// afterBe returns the word after the negation and the adverbs that follow be at word i.
func (p *parser) afterBe(i int) int {
	for i < len(p.words) && !p.words[i].punct && (p.isNegation(i) || p.adverb(i) == 1 && !p.lex.is(p.words[i].lower, "adjective")) {
		i++
	}
	return i
}

// isOneAt reports whether a phrase for one thing, and no second one after it, follows be at word i: a dog, my health, everything.
func (p *parser) isOneAt(i int) bool {
	i = p.afterBe(i)
	if p.joinsAfter(i) {
		return false
	}
	return p.matches(i, []string{"none", "of", "my", "business"}) || slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		head := p.words[n.head].lower
		one := n.kind == nounPhrase && (n.determined || p.lex.nouns["mass"][head]) || n.kind == indefinite && head != "all"
		ends := p.phraseEnds(n.end) || p.wordAt(n.end) == "of" && !manyKinds[head]
		return one && n.persons == p3sg && ends && !p.lex.nouns["collective"][head] && !p.lex.is(head, "relative")
	})
}

// manyKinds are nouns in the singular for several things that "of" names.
var manyKinds = setOf("number majority minority rest kind sort type variety range series pair couple group lot half part handful bunch set mix mixture combination list set amount")

// joinsAfter reports whether a second phrase, and not a clause with its own subject, is joined to what follows word i.
func (p *parser) joinsAfter(i int) bool {
	for ; i+1 < len(p.words); i++ {
		if w := p.words[i].lower; (w == "and" || w == "or") && p.words[i+1].lower != "what" && !p.lex.is(p.words[i+1].lower, "subject") {
			return true
		}
	}
	return false
}

// saidOfOneAt reports whether an adjective, or a comparison of one, follows be at word i: very expensive, better than driving, as hard as it looks.
func (p *parser) saidOfOneAt(i int) bool {
	i = p.afterBe(i)
	if i+2 < len(p.words) && p.words[i].lower == "as" && p.lex.is(p.words[i+1].lower, "adjective") {
		return p.words[i+2].lower == "as"
	}
	return p.predicateAdjectiveAt(i) || i+1 < len(p.words) && p.words[i+1].lower == "than"
}

// clauseOrVerbAt reports whether a clause or an -ing form follows be at word i, as what somebody says, likes or does: that nobody calls, how small it is.
func (p *parser) clauseOrVerbAt(i int) bool {
	i = p.afterBe(i)
	if i+1 >= len(p.words) {
		return false
	}
	switch p.words[i].lower {
	case "that", "how", "why", "whether", "to":
		return !p.joinsAfter(i)
	}
	return p.isGerundAt(i) && p.lex.is(p.words[i+1].lower, "determiner", "object", "preposition", "question", "infinitive") && !p.joinsAfter(i)
}
