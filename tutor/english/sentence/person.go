package sentence

import "strings"

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

// vocative reads a form of address before the clause: Ana, are you ready?
func (p *parser) vocative(i int, h hypothesis) {
	if h.top.kind != mainClause || h.top.joined {
		return
	}
	for _, n := range p.nominals(i) {
		if n.end+1 >= len(p.words) || p.words[n.end].text != "," && p.words[n.end].text != ":" || !p.addressed(n) {
			continue
		}
		if p.lex.is(p.words[n.end+1].lower, "relative") && !p.question || isDigits(p.words[n.end+1].text) {
			continue // my neighbor, who is eighty; Lima, 2019: …
		}
		cost := costVocative // Ana, the train leaves at five: the subject could be Ana too
		next := p.words[n.end+1]
		_, asks := p.auxiliary(n.end + 1)
		if asks || next.lower == "there" || p.lex.is(next.lower, "subject", "either") || p.question && p.lex.is(next.lower, "question") {
			cost = costVocativeClear
		}
		p.advance(h, i, n.end+1, cost+n.cost, *h.top, nil, n)
	}
}

// addressed reports whether the noun phrase can be a form of address: a name, or a noun for
// a person with "my" or "dear" or nothing before it.
func (p *parser) addressed(n *nominal) bool {
	first, head := p.words[n.start], p.words[n.head]
	switch {
	case n.kind != nounPhrase:
		return false
	case first.capital && !n.determined && (p.nameless(head) || head.named()):
		return true
	}
	bare := !n.determined || first.lower == "my" || first.lower == "dear"
	return bare && (p.lex.nouns["animate"][head.lower] || p.lex.nouns["kin"][head.lower] || p.lex.nouns["role"][head.lower])
}
