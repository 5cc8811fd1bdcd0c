package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A pronoun that can only be the subject has its verb right after it, with nothing but adverbs between: he is famous for it. Where an adjective, a noun with its article or a
// preposition comes instead, be is missing, also where a later word was read as the verb: he famous for asking questions, it worse than we feared, there no milk left. After
// "and", the be of the clause before may go on: she is a nurse and he a doctor.

// pronounWithoutVerb reports whether a pronoun that opens a clause has what be says of it, and no verb.
func (a *Analysis) pronounWithoutVerb() bool {
	p := a.parser
	for i := 0; i+2 < len(p.words); i++ {
		w := p.words[i]
		switch {
		case p.lex.is(w.lower, "subject") && w.lower != "who" && (w.lower != "i" || w.text == "I"), w.lower == "it", w.lower == "there" && !(i > 0 && p.words[i-1].text == ","):
		case w.lower == "this" && p.lex.is(p.words[i+1].lower, "determiner"):
		default:
			continue
		}
		if !a.opensForPronoun(i) || a.isMentioned(i) || p.gapBefore(i+1) {
			continue
		}
		k := p.afterBeAdverbs(i + 1)
		if !p.saysOfBe(w.lower, k) {
			continue
		}
		if !slices.ContainsFunc(a.Groups, func(g Group) bool {
			n := g.found.subject
			return g.found.main == k || g.found.finite && n != nil && n.start <= i && i < n.end && (g.found.finiteWord() <= k || g.found.inverted)
		}) {
			return true
		}
	}
	return false
}

// nounWithoutVerb reports whether a noun phrase opens a clause after because, although, when, if or that, an adjective follows it, and the sentence has no verb of which it is
// the subject: because the rent high, when the water hot.
func (a *Analysis) nounWithoutVerb() bool {
	p := a.parser
	for i := 1; i+2 < len(p.words); i++ {
		switch p.words[i-1].lower {
		case "because", "although", "when", "if", "while", "unless", "until":
		case "that":
			if !a.saidBefore(i - 1) {
				continue
			}
		default:
			continue
		}
		if p.words[i].lower == "a" || p.words[i].lower == "an" || p.words[i].lower == "no" {
			continue // if a bit late
		}
		if slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
			k := n.end
			if n.kind != nounPhrase || !n.determined || n.end-n.start < 2 || k >= len(p.words) || p.gapBefore(k) || len(p.words[n.head].readings) > 0 && p.noNoun(n.head) {
				return false
			}
			k = p.afterBeAdverbs(k)
			return p.onlyAdjective(k) && p.phraseEnds(k+1) && p.wordAt(k+1) != "and" && !slices.ContainsFunc(a.Groups, func(g Group) bool {
				s := g.found.subject
				return g.found.main == k || g.found.finite && s != nil && s.start <= n.head && n.head < s.end && !(k+1 < g.found.start && p.words[k+1].text == ",")
			})
		}) {
			return true
		}
	}
	return false
}

// afterBeAdverbs returns the first word from word i on that is no adverb of what be says: very, still, never.
func (p *parser) afterBeAdverbs(i int) int {
	for i+1 < len(p.words) && (degrees[p.words[i].lower] || besideBe[p.words[i].lower]) {
		i++
	}
	return i
}

var besideBe = setOf("still always already never only usually")

// skipsPhrase reports whether an article, a preposition or an adjective stands between f and the subject that the parse gave it, so that f is the end of that phrase rather than a verb: it a
// fire that destroyed the house, when I in trouble.
func (a *Analysis) skipsPhrase(f *found) bool {
	p, n := a.parser, f.subject
	if n == nil || !f.finite || f.inverted || f.shared || len(f.aux) > 0 || f.not >= 0 || f.main-1 < n.end || n.kind == wh || f.kind == relClause || len(p.words[n.start].form(verb.Gerund)) > 0 {
		return false
	}
	before := p.words[f.main-1]
	return !p.gapBefore(f.main) && (articles[before.lower] || possessives[before.lower] || before.lower == "in" || before.lower == "about" || before.lower == "some" || p.onlyAdjective(f.main-1))
}

// opensForPronoun reports whether a clause may begin at word i.
func (a *Analysis) opensForPronoun(i int) bool {
	p := a.parser
	if i == 0 {
		return !p.question
	}
	switch before := p.words[i-1].lower; before {
	case "because", "although", "when", "if", "while", "unless", "until":
		return true
	case "that", "think", "thinks", "thought", "believe", "hope":
		return before != "that" || a.saidBefore(i-1)
	case "and", "but", "so":
		return !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.main < i && g.Verb == "be" })
	}
	return false
}

// saysOfBe reports whether what stands at word k can follow be, and be no verb: an adjective, a noun with its article, a place.
func (p *parser) saysOfBe(pronoun string, k int) bool {
	w := p.words[k]
	if w.punct || w.capital || w.guessed {
		return false
	}
	if pronoun == "there" {
		return existentialDeterminers[w.lower] && !p.phraseEnds(k+1)
	}
	if w.lower == "all" || w.lower == "both" || w.lower == "each" || w.lower == "half" || theTimes().numbers[w.lower] || p.lex.is(w.lower, "question", "adverb", "reflexive", "modal", "have", "do", "be") {
		return false
	}
	if p.lex.is(w.lower, "determiner") {
		return w.lower != "that" && w.lower != "no" && p.objectAt(k)
	}
	if pronoun != "it" && (w.lower == "in" || w.lower == "at" || w.lower == "from") {
		return p.objectAt(k+1) || w.lower == "from" && p.words[k+1].capital
	}
	return (p.onlyAdjective(k) || shapedAsAdjective(w)) && w.lower != "like" && (p.phraseEnds(k+1) || p.lex.is(p.words[k+1].lower, "preposition", "coordinator", "subordinator") || p.words[k+1].lower == "to" || p.words[k+1].lower == "than")
}

// shapedAsAdjective reports whether a word that the tables do not know ends as adjectives do: allergic, useless.
func shapedAsAdjective(w word) bool {
	if len(w.readings) > 0 || len(w.lower) < 6 || !theLexicon().inNoTable(w.lower) {
		return false
	}
	for _, ending := range []string{"ous", "ful", "less", "able", "ible", "ic", "ive"} {
		if strings.HasSuffix(w.lower, ending) {
			return true
		}
	}
	return false
}

// existentialDeterminers are the words that open what there is.
var existentialDeterminers = setOf("a an no some many several few")
