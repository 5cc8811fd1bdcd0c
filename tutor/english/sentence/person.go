package sentence

import (
	"strings"
)

// What a verb may mean follows from whether its subject is one that acts.

// acts reports whether the subject is one that acts: a person or an animal, as far as the tables know.
func (p *parser) acts(n *nominal) bool {
	head := p.words[n.head]
	switch n.kind {
	case pronoun:
		return head.lower != "it"
	case coordinated:
		return n.persons&pThird == 0 || p.isPerson(head)
	case indefinite:
		return p.lex.nouns["person"][head.lower]
	case nounPhrase:
		return p.isPerson(head)
	}
	return false
}

// isPerson reports whether the noun is one for persons or animals, in either number, or a name.
func (p *parser) isPerson(w word) bool {
	single := w.lower
	if s := p.lex.plural[single]; s != "" {
		single = s
	}
	for _, form := range []string{w.lower, single, strings.TrimSuffix(single, "s"), strings.TrimSuffix(single, "es"),
		strings.TrimSuffix(single, "ies") + "y"} {
		if p.lex.nouns["animate"][form] || p.lex.nouns["person"][form] || p.lex.nouns["role"][form] && !p.lex.chieflyNoun(form) {
			return true
		}
	}
	if trade := strings.TrimSuffix(single, "s"); len(trade) > 6 && (strings.HasSuffix(trade, "ist") || strings.HasSuffix(trade, "ician")) {
		return true
	}
	return p.nameless(w) || w.named() && p.lex.is(w.lower, "name")
}

// predicts reports whether the subject is something that a bare infinitive may name: the plan is work
// first; all she did was sleep.
func (a *Analysis) predicts(n *nominal) bool {
	p := a.parser
	if n.kind == gerund || n.kind == wh || p.lex.is(p.words[n.head].lower, "predicted") || p.words[n.start].lower == "all" && !p.acts(n) {
		return true
	}
	for _, g := range a.Groups {
		if f := g.found; f.base == "do" && f.main < n.end+6 && f.main >= n.start { // the first thing I did was call
			return true
		}
	}
	return false
}
