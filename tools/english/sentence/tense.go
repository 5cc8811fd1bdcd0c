package sentence

import "github.com/shortleash/shortleash/tools/english/verb"

// momentOf returns the expression of time that belongs to the clause of f, or one with no words.
func (a *Analysis) momentOf(f *found, moments []moment) moment {
	for _, m := range moments {
		if a.clauseAt(m.from) == f.clause && !(f.subject != nil && m.from >= f.subject.start && m.to <= f.subject.end) {
			return m
		}
	}
	return moment{}
}

// clauseAt returns the clause to which the parse gives word i.
func (a *Analysis) clauseAt(i int) int {
	for _, s := range a.steps {
		if s.from <= i && i < s.to {
			return s.clause
		}
	}
	return -1
}

// tenseByMoment returns the tense the group should have, and, where an expression of time and not
// the group itself decides, that expression. A form that some reading allows stays: only a present
// or perfect with a past time, and a past with a future time, leave none.
func (a *Analysis) tenseByMoment(g *Group, m moment) (verb.Tense, string) {
	f := g.found
	tense := g.Tense
	if m.to == 0 || tense == "" || f.kind == relClause || f.inverted && f.fronted {
		return tense, ""
	}
	told := a.text(m.from, m.to)
	broken := f.fault != noFault || !a.agrees(f)
	switch {
	case m.tense == verb.PastSimple && (tense == verb.PresentSimple || tense == verb.PresentPerfect):
		if !a.lonely(f) {
			return tense, ""
		}
		return verb.PastSimple, told
	case m.tense == verb.FutureSimple && tense == verb.PastSimple && !broken:
		if len(f.aux) > 0 || !a.lonely(f) || a.parser.lex.is(g.Verb, "clausal", "infinitive") || m.from > f.start {
			return tense, ""
		}
		return verb.FutureSimple, told
	case m.tense == verb.FutureSimple && broken && f.fault == noFault && len(f.aux) == 0 && tense == verb.PresentSimple:
		return verb.FutureSimple, told
	}
	return tense, ""
}

// lonely reports whether the group is the only one of its clause, so that the expression of time
// can belong to nothing else.
func (a *Analysis) lonely(f *found) bool {
	for _, s := range a.steps {
		if s.found != nil && s.found.clause == f.clause && s.found.main != f.main {
			return false
		}
	}
	return true
}
