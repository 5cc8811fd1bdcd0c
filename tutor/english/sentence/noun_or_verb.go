package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A verb that is a noun too may be taken for one inside the phrase before it, and its whole clause with it: my aunt and uncle lives in Lima and
// their daughter study, a dog which sleep a lot, what matter most. Here stand those that what surrounds them shows to be verbs.

// rereadNouns enters a finite group for each such verb.
func (a *Analysis) rereadNouns() {
	p := a.parser
	for i := range a.Groups {
		f := a.Groups[i].found
		if n := f.subject; f.finite && !f.inverted && !f.shared && n != nil && n.kind == coordinated && n.end <= f.start {
			if a.splitCoordination(f) {
				a.Groups[i] = a.group(f)
			}
		}
	}
	if p.matches(0, []string{"what", "matter"}) && len(p.words) > 4 && !p.question && (p.words[2].lower == "most" || p.words[2].lower == "more" || p.words[2].lower == "to") && a.groupAt(1) == nil {
		a.enterFinite(1, &nominal{start: 0, end: 1, head: 0, persons: p3sg, kind: indefinite, adjective: -1}, relClause, 0, false)
	}
	a.sortGroups()
}

// splitCoordination parts a subject that is the clause of a pair of relatives, or of several people, and the subject of the next clause, and enters the verb of the first: my aunt and
// uncle lives in Lima and their daughter. It changes f.
func (a *Analysis) splitCoordination(f *found) bool {
	p, n := a.parser, f.subject
	for k := n.start + 2; k+4 < n.end; k++ {
		several := k == n.start+2 && p.lex.is(p.words[n.start].lower, "determiner") && p.personPlural(p.words[k-1])
		pair := k > n.start+3 && p.lex.nouns["kin"][p.words[k-1].lower] && slices.ContainsFunc(p.words[n.start:k-1], func(w word) bool { return w.lower == "and" }) && p.lex.nouns["kin"][p.words[n.start+1].lower]
		if !pair && !several || len(p.words[k].form(verb.Base|verb.ThirdPerson)) == 0 || !p.lex.is(p.words[k+1].lower, "preposition") || a.groupAt(k) != nil {
			continue
		}
		for _, second := range p.nominals(n.end - 2) {
			if p.words[n.end-3].lower != "and" || second.end != n.end || second.kind != nounPhrase || !second.determined || !p.isPerson(p.words[second.head]) {
				continue
			}
			a.enterFinite(k, &nominal{start: n.start, end: k, head: k - 1, persons: p3pl, kind: coordinated, adjective: -1}, mainClause, n.start, false)
			f.subject, f.clause = second, n.end-2
			return true
		}
	}
	return false
}

// timeHeads are words that a time with "that" may begin with: that fall, that part of the year.
var timeHeads = setOf("fall spring time part")

// readWhich enters a finite group for each verb after "which" that is a noun or a preposition too, where an animal or a person stands before it and what is
// after it goes on a verb: a dog which like sleeping.
func (a *Analysis) readWhich() {
	p := a.parser
	for i := 2; i+2 < len(p.words); i++ {
		w := p.words[i+1]
		if p.words[i].lower != "which" && p.words[i].lower != "that" || a.groupAt(i+1) != nil || w.capital || timeHeads[w.lower] || len(w.form(verb.Base)) == 0 || w.lower == "be" {
			continue
		}
		next := p.words[i+2]
		switch {
		case w.lower == "like":
			if len(next.form(verb.Gerund)) == 0 {
				continue
			}
		case !p.couldBeVerb(i + 1), !p.objectAt(i+2) && !p.lex.is(next.lower, "preposition") && p.adverb(i+2) == 0 && !p.timeAt(i+2) && !p.matches(i+2, []string{"a", "lot"}) && next.lower != "all":
			continue
		}
		n := p.phraseBefore(i)
		if n == nil || n.kind != nounPhrase || !n.determined || n.persons != p3sg || !p.isPerson(p.words[n.head]) || p.words[n.head].capital || a.finiteAfter(i+1) != nil {
			continue
		}
		if before := a.verbBefore(n.start); before == nil || !before.found.finite || before.found.end != n.start || before.Verb != "have" && p.lex.is(before.Verb, "clausal", "two-objects") || before.Verb == "tell" || before.Verb == "ask" {
			continue
		}
		a.enterFinite(i+1, n, relClause, i, false)
	}
	a.sortGroups()
}
