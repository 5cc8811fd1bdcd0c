package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The subject stands right before its verb, after what opens the sentence and its comma: if it rains, the road is wet. Where the verb does not agree, the parse joins
// what stands before the comma with the subject, and so finds something that the verb agrees with: when the boys listened, the teacher were happy.

// readBeside gives a verb the subject right before it, where the parse reached over a comma or split a compound to find another.
func (a *Analysis) readBeside() {
	for i := range a.Groups {
		f := a.Groups[i].found
		if f.subject == nil || !f.finite || f.inverted || f.shared || f.freeForm || f.hypothetical || f.fault != noFault || !a.agrees(f) {
			continue
		}
		n := a.afterComma(f)
		if n == nil {
			n = a.parser.compoundBefore(f)
		}
		if n == nil {
			n = a.parser.lastAlternative(f)
		}
		if n == nil {
			n = a.parser.oneTogetherWith(f)
		}
		if n == nil {
			n = a.parser.thoseWho(f)
		}
		if n == nil {
			continue
		}
		f.subject, f.sure = n, true
		a.Groups[i] = a.group(f)
	}
}

// afterComma returns the phrase between the last comma and f, where the parse begins its subject before that comma and f does not agree with the phrase; else nil. What
// stands before the comma must open a sentence, since a list has its commas too.
func (a *Analysis) afterComma(f *found) *nominal {
	p := a.parser
	if f.kind == relClause && f.subject.end < f.start {
		return nil
	}
	comma := -1
	for k := f.start - 1; k > f.subject.start && comma < 0; k-- {
		switch {
		case p.words[k].text == ",":
			comma = k
		case p.words[k].punct, p.lex.is(p.words[k].lower, "coordinator", "relative", "subordinator"):
			return nil
		}
	}
	if comma < 1 || comma+1 >= f.start || f.subject.start >= comma || !a.opensWithMore(comma) {
		return nil
	}
	for _, n := range p.nominals(comma + 1) {
		if n.end != f.start || n.persons&p.finitePersons(f.verbal) != 0 || p.adverb(comma+1) > 0 {
			continue
		}
		if n.kind == pronoun || n.kind == indefinite && p.isSomebody(n) || n.kind == nounPhrase && n.determined && (n.persons == p3sg || n.persons == p3pl) && !timeNouns()[p.words[n.head].lower] && !p.lex.is(p.words[n.head].lower, "adjective") {
			return n
		}
		if n.kind == nounPhrase && n.persons == p3pl && n.end == n.start+1 && len(f.aux) > 0 { // compared to last year, sales has doubled
			return n
		}
	}
	return nil
}

// opensWithMore reports whether the words before the comma at word k are more than nouns: a clause, an order, an adjective, or a phrase with a preposition or an -ing form.
func (a *Analysis) opensWithMore(k int) bool {
	p := a.parser
	first := p.words[0]
	if p.lex.is(first.lower, "subordinator", "preposition", "adjective") || has(first.readings, verb.Base|verb.Gerund|verb.Participle) {
		return true
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.main < k && (g.found.finite || g.found.order) && !g.found.subjectless
	})
}

// compoundBefore returns the compound of two nouns right before f, or before its relative pronoun, where the parse took the first for the subject because it is in the plural:
// the police officer who work here, the clothes shop are near. Else it returns nil.
func (p *parser) compoundBefore(f *found) *nominal {
	n := f.subject
	if n.kind != nounPhrase || !n.determined || n.persons != p3pl || n.end != n.head+1 || p.finitePersons(f.verbal)&p3sg != 0 {
		return nil
	}
	for _, m := range p.nominals(n.start) {
		head := p.words[m.head]
		if m.end == n.end+1 && m.head == n.end && m.persons == p3sg && !head.capital && !p.lex.is(head.lower, "adverb") && !oneOrSeveral[head.lower] && (m.end == f.start || m.end == f.start-1 && f.kind == relClause || m.end < f.start && p.wordAt(m.end) == "who") {
			return m
		}
	}
	return nil
}

// lastAlternative returns the phrase in the plural right before f after "either … or" or "neither … nor", with which a verb in the singular does not agree: neither my sister nor my
// parents speaks. Else it returns nil.
func (p *parser) lastAlternative(f *found) *nominal {
	if p.finitePersons(f.verbal) != p3sg {
		return nil
	}
	for k := f.start - 2; k > f.subject.start; k-- {
		if w := p.words[k].lower; w != "or" && w != "nor" {
			continue
		}
		paired := slices.ContainsFunc(p.words[max(f.subject.start-1, 0):k], func(w word) bool { return w.lower == "either" || w.lower == "neither" })
		for _, n := range p.nominals(k + 1) {
			if paired && n.end == f.start && n.kind == nounPhrase && n.persons == p3pl && n.determined {
				return n
			}
		}
	}
	return nil
}

// oneTogetherWith returns the phrase for one person or thing that opens the sentence before words between commas that add somebody, and that the verb in the plural of f does not agree
// with: my brother, along with two friends, are opening a bar. Else it returns nil.
func (p *parser) oneTogetherWith(f *found) *nominal {
	if p.finitePersons(f.verbal)&p3sg != 0 || f.start < 5 || p.words[f.start-1].text != "," {
		return nil
	}
	for _, n := range p.nominals(0) {
		one := n.kind == nounPhrase && n.determined && n.persons == p3sg || n.kind == pronoun && n.persons == p3sg
		if one && p.wordAt(n.end) == "," && p.together(n.end+1) && p.wordAt(n.end+1) != "like" && !slices.ContainsFunc(p.words[n.end+1:f.start-1], func(w word) bool { return w.punct }) {
			return n
		}
	}
	return nil
}

// thoseWho returns "those" or "people" before the "who" of f, a verb in the third person: ask those who lives here. After "one of", the verb may be about the one. Else it returns nil.
func (p *parser) thoseWho(f *found) *nominal {
	at := f.start - 2
	if p.finitePersons(f.verbal) != p3sg || at < 0 || p.words[at+1].lower != "who" || p.words[at].lower != "those" && p.words[at].lower != "people" {
		return nil
	}
	if slices.ContainsFunc(p.words[max(at-4, 0):at], func(w word) bool { return w.lower == "of" || w.lower == "one" || w.lower == "among" }) {
		return nil
	}
	return &nominal{start: at, end: at + 1, head: at, persons: p3pl, kind: nounPhrase, adjective: -1, determined: true}
}

// oneOrSeveral are nouns for a body of persons that make compounds with police, and that either number goes with.
var oneOrSeveral = setOf("force department squad team service unit family")
