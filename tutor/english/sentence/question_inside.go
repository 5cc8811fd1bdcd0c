package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A question inside a sentence has the order of a statement and no do: I don't know what he wants. Learners keep the
// do of the question: I don't know what does he want. The do goes, and the verb takes its place.

// readAskedInside turns the do of a question inside a sentence, and the verb that belongs to it, into one group.
func (a *Analysis) readAskedInside() {
	p := a.parser
	for i := 2; i+2 < len(p.words); i++ {
		if w := p.words[i].lower; w != "do" && w != "does" && w != "did" || p.words[i].capital || p.isNegation(i+1) {
			continue
		}
		at := p.questionBefore(i)
		if at < 1 || !a.asksInside(at) {
			continue
		}
		form := verb.Base
		switch p.words[i].lower {
		case "does": // where does she lives
			form |= verb.ThirdPerson
		case "did": // when did he arrived
			form |= verb.Past
		}
		subject, main := p.askedSubject(i+1, form)
		if subject == nil || !has(p.words[main].readings, verb.Base) && subject.kind != pronoun && at == i-1 && (p.words[at].lower == "who" || p.words[at].lower == "what") {
			continue // I know who did the damage caused by the storm
		}
		v := newVerbal(main)
		v.main, v.end, v.aux, v.governor, v.finite, v.fault = main, main+1, []int{i}, byDo, true, askedInside
		v.readings = p.words[main].form(form)
		v.base = v.readings[0].Base
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i || g.found.main == main })
		a.Groups = append(a.Groups, a.group(&found{verbal: &v, subject: subject, kind: compClause, clause: a.clauseAt(main)}))
	}
	a.sortGroups()
}

// questionBefore returns where the question word stands whose phrase ends before word i: where, what time, how long; -1
// where there is none.
func (p *parser) questionBefore(i int) int {
	switch {
	case p.lex.is(p.words[i-1].lower, "question"):
		return i - 1
	case i < 2:
		return -1
	}
	switch p.words[i-2].lower {
	case "what", "which", "whose", "how":
		if !p.words[i-1].punct && !p.functional(p.words[i-1]) || p.words[i-1].lower == "many" || p.words[i-1].lower == "much" || p.words[i-1].lower == "long" {
			return i - 2
		}
	case "many", "much":
		if i > 2 && p.words[i-3].lower == "how" {
			return i - 3
		}
	}
	return -1
}

// asksInside reports whether the question word at word i opens a question inside a sentence: it follows a verb that asks
// or knows, or its object, with no mark between.
func (a *Analysis) asksInside(i int) bool {
	p := a.parser
	if p.words[i-1].punct || p.gapBefore(i) {
		return false
	}
	if p.words[i-1].lower == "idea" {
		return true
	}
	opener := a.verbBefore(i)
	if opener == nil || !p.lex.is(opener.Verb, "asks-inside") || i-opener.found.end > 2 {
		return false
	}
	for _, w := range p.words[opener.found.end:i] {
		if w.punct || !p.lex.is(w.lower, "object", "particle") && w.lower != "you" && w.lower != "about" && w.lower != "exactly" && w.lower != "please" {
			return false
		}
	}
	return true
}

// askedSubject returns the longest noun phrase at word i that one of the forms follows, and where that form stands.
func (p *parser) askedSubject(i int, form verb.Form) (*nominal, int) {
	var best *nominal
	main := -1
	for _, n := range p.nominals(i) {
		at, _ := p.skipAdverbs(n.end)
		if n.kind == objectPronoun || at >= len(p.words) || p.words[at].punct || !has(p.words[at].readings, form) || p.words[at].guessed || p.lex.is(p.words[at].lower, "preposition") {
			continue
		}
		if best == nil || n.end > best.end {
			best, main = n, at
		}
	}
	return best, main
}

// identified are what one asks the name or the number of: what was the soup of the day.
var identified = setOf("name address price number password date title phone soup dish menu email age")

// actsAfterAsked reports whether the finite verb at word i stands right after a question word inside a sentence that can be no subject, and its subject follows at the end: I
// don't understand how works this machine.
func (a *Analysis) actsAfterAsked(i int) bool {
	p := a.parser
	switch p.words[i-1].lower {
	case "how", "when", "where", "why":
	default:
		return false
	}
	w := p.words[i]
	if !has(w.readings, verb.ThirdPerson|verb.Past) || has(w.readings, verb.Base) || w.capital || p.lex.is(w.lower, "adjective", "have", "do") || !p.lex.is(p.words[i+1].lower, "determiner") || !a.asksInside(i-1) {
		return false
	}
	return slices.ContainsFunc(p.nominals(i+1), func(n *nominal) bool {
		return n.kind == nounPhrase && n.determined && (n.end >= len(p.words) || p.words[n.end].punct)
	})
}

// invertsInside reports whether be stands before its subject in a question inside a sentence: tell me where is the station.
func (a *Analysis) invertsInside() bool {
	p := a.parser
	for i := 2; i+2 < len(p.words); i++ {
		switch p.words[i].lower {
		case "is", "are", "was", "were":
		case "can", "could", "should", "will", "have", "has": // how can I get there
			if q := p.words[i-1].lower; a.asksInside(i-1) && (q == "where" || q == "when" || q == "why" || q == "how" || q == "what") && p.lex.is(p.words[i+1].lower, "subject", "either") && p.words[i+1].lower != "it" {
				return true
			}
			continue
		default:
			if a.actsAfterAsked(i) {
				return true
			}
			continue
		}
		asks, next := i-1, p.words[i+1].lower
		switch q := p.words[asks].lower; {
		case q == "where", q == "when", q == "why", q == "how":
		case q == "what":
			if !possessives[next] && !p.lex.is(next, "subject") && !(next == "the" && identified[p.words[i+2].lower]) {
				continue
			}
		case q == "who": // who was that man
			if next != "this" && next != "these" && next != "those" && !(next == "that" && !p.phraseEnds(i+2) && !p.lex.is(p.words[i+2].lower, "adjective")) {
				continue
			}
		case i > 3 && (q == "time" && p.words[i-2].lower == "what" || (q == "much" || p.lex.is(q, "adjective", "adverb")) && p.words[i-2].lower == "how"):
			asks = i - 2
		default:
			continue
		}
		if a.asksInside(asks) && (p.lex.is(next, "determiner", "subject", "either") || p.words[i+1].named()) {
			return true
		}
	}
	return false
}
