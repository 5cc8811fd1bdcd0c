package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Forms that seldom stand where they stand: an -ing form after a "to" that no word before asks for, a clause of a noun and an adjective alone, a pronoun
// right after the noun that it repeats.

// hasUnsureForm reports whether such a form is in the text.
func (a *Analysis) hasUnsureForm() bool {
	for i := range a.parser.words {
		if a.gerundAfterOddTo(i) || a.infinitiveAfterPreposition(i) || a.lacksVerbAfter(i) || a.repeatsNoun(i) || a.asksForWhole(i) {
			return true
		}
	}
	return false
}

// beforeToGerund are verbs, adjectives and nouns whose "to" is a preposition.
var beforeToGerund = setOf(`look used accustomed object admit confess commit dedicate devote oppose opposed close prior due thanks addition key approach alternative contribute lead amount limit
	resort return come get stick take turn prefer compare compared equal similar superior from adjust adapt resign relate add apply belong attribute react reduce subject happen way path road solution answer
	secret barrier objection resistance allergic addicted averse immune vulnerable respond switch move go open next near essential central prone kick attention see down subjected exposed aspire testify
	swear allude consent attest entitled entitle dedication devotion commitment exposure introduction aversion addiction respect regard regards view back forward round around up
	give introduce advantage advantages disadvantage more contribution say yes benefit benefits downside drawback drawbacks point aspect aspects side sides`)

// gerundAfterOddTo reports whether "to" stands at word i before an -ing form, and the word before it is none of those that take both.
func (a *Analysis) gerundAfterOddTo(i int) bool {
	p := a.parser
	if p.words[i].lower != "to" || i+2 >= len(p.words) || p.lex.is(p.words[i+2].lower, "noun") || p.pluralAt(i+2) || len(p.words[i+1].form(verb.Gerund)) == 0 || p.lex.is(p.words[i+1].lower, "adjective", "noun", "preposition") || p.lex.chieflyNoun(p.words[i+1].lower) {
		return false
	}
	for k := max(0, i-6); k < i; k++ {
		w := p.words[k]
		if beforeToGerund[w.lower] || slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return beforeToGerund[r.Base] }) || len(w.form(verb.Gerund)) > 0 {
			return false
		}
	}
	return true
}

// lacksVerbAfter reports whether a conjunction at word i opens a clause that has a noun phrase and an adjective, and no verb: it is raining, and my shoes wet.
func (a *Analysis) lacksVerbAfter(i int) bool {
	p := a.parser
	switch p.words[i].lower {
	case "and", "but", "so":
		if i == 0 || p.words[i-1].text != "," {
			return false
		}
	case "because", "when", "if", "while":
	default:
		return false
	}
	return slices.ContainsFunc(p.nominals(i+1), func(n *nominal) bool {
		if n.kind != nounPhrase || !n.determined || n.end >= len(p.words) || slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && i < g.found.main && g.found.main < n.end }) {
			return false
		}
		k, _ := p.skipAdverbs(n.end)
		if p.wordAt(k) == "very" || p.wordAt(k) == "so" || p.wordAt(k) == "too" {
			k++
		}
		return k < len(p.words) && p.lex.is(p.words[k].lower, "adjective") && !p.verbAt(k) && (k+1 >= len(p.words) || p.words[k+1].text == "." || p.words[k+1].text == ",")
	})
}

// repeatsNoun reports whether a pronoun at word i comes right after a noun phrase that opens its clause, and this phrase is the subject of no other verb.
func (a *Analysis) repeatsNoun(i int) bool {
	p := a.parser
	switch p.words[i].lower {
	case "he", "she", "it", "they":
	default:
		return false
	}
	if i < 2 || p.gapBefore(i) {
		return false
	}
	if of := p.wordAt(i - 3); of == "of" && p.words[0].lower == "the" && a.verbBefore(i) == nil && p.isBeWord(i+1) && !timeNouns()[p.words[1].lower] { // the name of my dog it's Toby
		return true
	}
	n := p.phraseBefore(i)
	if n == nil || n.kind != nounPhrase || !n.determined || timeNouns()[p.words[n.head].lower] || p.timeBefore(i) || p.isGerundPhrase(n) {
		return false
	}
	if n.start > 0 {
		switch w := p.words[n.start-1]; {
		case w.lower == "before", w.lower == "after", w.lower == "until", w.lower == "till", w.lower == "since", w.lower == "than", w.lower == "as", w.lower == "how", w.lower == "what":
			return false
		case w.lower == "opinion", w.lower == "think", w.lower == "that":
		case !w.punct && !p.lex.is(w.lower, "coordinator", "subordinator"):
			return false
		}
	}
	if isComparative(p.wordAt(n.start+1)) || p.wordAt(n.start+1) == "more" || p.wordAt(n.start+1) == "less" || p.words[n.start].joined || (p.words[i].lower == "they") != (n.persons&p3pl != 0 && n.persons&p3sg == 0) {
		return false
	}
	return !slices.ContainsFunc(a.Groups, func(g Group) bool {
		s := g.found.subject
		return g.found.finite && s != nil && s.start <= n.head && n.head < s.end && g.found.start > i+1
	})
}

// infinitiveAfterPreposition reports whether a preposition at word i has an infinitive after it: before to sleep, without to close the door.
func (a *Analysis) infinitiveAfterPreposition(i int) bool {
	p := a.parser
	switch p.words[i].lower {
	case "before", "after", "without", "for", "of", "by", "with", "at", "from":
	default:
		return false
	}
	if p.wordAt(i+1) != "to" || i+2 >= len(p.words) || p.words[i+2].punct || len(p.words[i+2].form(verb.Base)) == 0 || p.functional(p.words[i+2]) {
		return false
	}
	g := a.verbBefore(i)
	return g == nil || g.found.main != i-1 && p.words[i].lower != "of" && p.words[i].lower != "from" || p.words[i].lower == "before" || p.words[i].lower == "without"
}

// asksForWhole reports whether "what" at word i asks for the object of a verb that has a pronoun for one: what to do it.
func (a *Analysis) asksForWhole(i int) bool {
	p := a.parser
	if p.words[i].lower != "what" {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		after := f.to == i+1 || f.finite && f.subject != nil && f.subject.start == i+1 && f.subject.kind == pronoun
		w := p.wordAt(f.main + 1)
		return after && f.main > i && (w == "it" || w == "them") && (f.base == "do" || !theValencies()[f.base].has(ditransitive|objectInfinitive|objectBare|objectAdjective|thatClause)) && (f.main+2 >= len(p.words) || p.words[f.main+2].punct)
	})
}
