package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// simpleMeant reports whether an -ing form without be tells a step of what is done each time, so that the simple form is meant: first you cut them and then you frying
// them.
func (a *Analysis) simpleMeant(f *found) bool {
	p := a.parser
	if p.question || f.not >= 0 || f.subject == nil {
		return false
	}
	s := f.subject.start
	if then := s > 0 && p.words[s-1].lower == "then" || s > 1 && p.words[s-2].lower == "after" && p.words[s-1].lower == "that"; !then {
		return false
	}
	return !slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found != f && g.Tense != verb.PresentSimple
	}) && !slices.ContainsFunc(p.times, func(m moment) bool { return m.tense == verb.PresentContinuous || m.tense == verb.PastSimple })
}

// readThenGerunds enters a group for each pronoun and -ing form after "and then", which the parse takes for a noun phrase: you peel the onions, and then you cutting
// them. Where an -ing form stands before it too, both may belong to one verb: I remember Ana peeling the onions and then you cutting them.
func (a *Analysis) readThenGerunds() {
	p := a.parser
	for i := 3; i+3 < len(p.words); i++ {
		w := p.words[i]
		if p.words[i-2].lower != "and" || p.words[i-1].lower != "then" || !p.lex.is(w.lower, "subject") && w.lower != "you" || len(p.words[i+1].form(verb.Gerund)) == 0 || !p.objectAt(i+2) {
			continue
		}
		if g := a.groupAt(i + 1); g != nil && g.found.finite {
			continue
		}
		before := a.verbBefore(i - 2)
		if before == nil || !before.found.finite || before.found.kind != mainClause || before.Tense != verb.PresentSimple || p.lex.is(before.Verb, "bare", "clausal") || slices.ContainsFunc(p.words[:i], func(w word) bool { return has(w.readings, verb.Gerund) }) {
			continue
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i+1 })
		v := newVerbal(i + 1)
		v.main, v.end, v.governor, v.finite, v.fault = i+1, i+2, alone, true, bareGerund
		v.readings = p.words[i+1].form(verb.Gerund)
		v.base = v.readings[0].Base
		persons := p3pl
		switch w.lower {
		case "he", "she", "it":
			persons = p3sg
		}
		n := &nominal{start: i, end: i + 1, head: i, persons: persons, kind: pronoun, adjective: -1}
		for _, m := range p.nominals(i) {
			if m.end == i+1 && m.kind == pronoun {
				n = m
			}
		}
		a.Groups = append(a.Groups, a.group(&found{verbal: &v, subject: n, kind: mainClause, clause: i, sure: true}))
	}
	a.sortGroups()
}
