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
		subject, main := p.askedSubject(i + 1)
		if subject == nil {
			continue
		}
		v := newVerbal(main)
		v.main, v.end, v.aux, v.governor, v.finite, v.fault = main, main+1, []int{i}, byDo, true, askedInside
		v.readings = p.words[main].form(verb.Base)
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
		if w.punct || !p.lex.is(w.lower, "object", "particle") && w.lower != "you" && w.lower != "about" && w.lower != "exactly" && w.lower != "me" {
			return false
		}
	}
	return true
}

// askedSubject returns the longest noun phrase at word i that a base form follows, and where that form stands.
func (p *parser) askedSubject(i int) (*nominal, int) {
	var best *nominal
	main := -1
	for _, n := range p.nominals(i) {
		at, _ := p.skipAdverbs(n.end)
		if n.kind == objectPronoun || at >= len(p.words) || p.words[at].punct || !has(p.words[at].readings, verb.Base) || p.words[at].guessed || p.lex.is(p.words[at].lower, "preposition") {
			continue
		}
		if best == nil || n.end > best.end {
			best, main = n, at
		}
	}
	return best, main
}
