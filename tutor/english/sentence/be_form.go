package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// After be and been stands a participle in the passive, and -ing of what goes on. Learners write the base form:
// can be solve, has been publish, have been wait, will be go. Which one is meant follows from the subject, the
// verb and what is after it; where it does not, the group is not judged.

// readPassive turns be or been after another auxiliary and the base form after it into one group, where the
// parse took the base form for a noun: has been change.
func (a *Analysis) readPassive() {
	p := a.parser
	for i := range a.Groups {
		g := &a.Groups[i]
		f := g.found
		if f.base != "be" || len(f.aux) == 0 || f.main != f.aux[len(f.aux)-1] || f.inverted || f.order || f.fault != noFault || f.subject == nil {
			continue
		}
		next, _ := p.skipAdverbs(f.end)
		if next >= len(p.words) || !p.couldBeVerb(next) || a.groupAt(next) != nil {
			continue
		}
		w := p.words[next].lower
		by := next+1 < len(p.words) && p.words[next+1].lower == "by" && (p.lex.is(w, "act", "needs-object") || p.noNoun(next))
		longer := len(f.aux) > 1 && w != "be" && w != "have" && !p.lex.is(w, "adjective", "adverb", "preposition") && (p.noNoun(next) || p.lex.is(w, "act") && p.actsAt(next) || p.lex.is(w, "mass-act") && p.massActsAt(next) || p.workedAt(f, next))
		if !by && !longer || f.governor != byBe {
			continue
		}
		v := *f.verbal
		v.main, v.end, v.base, v.readings, v.fault, v.governor = next, next+1, p.words[next].form(verb.Base)[0].Base, p.words[next].form(verb.Base), bareWithBe, byBe
		f.verbal = &v
		*g = a.group(f)
	}
}

// judgeLongBe judges a base form after be or been that another auxiliary stands before.
func (a *Analysis) judgeLongBe(g *Group) Judgment {
	p, f := a.parser, g.found
	if f.fault != bareWithBe || f.governor != byBe || len(f.aux) < 2 || f.to >= 0 || f.subject == nil {
		return Judgment{}
	}
	lookup := Call{Tool: Lookup, Verb: g.Verb}
	been := p.words[f.aux[len(f.aux)-1]].lower == "been"
	object := a.objectFollows(f)
	active := object || p.lex.is(f.base, "no-passive", "unpassive", "moves", "mass-act") || f.base == "rain" || f.base == "snow" || f.base == "work"
	switch {
	case f.end < len(p.words) && p.words[f.end].lower == "by", !active && !p.acts(f.subject), !active && p.lex.is(f.base, "needs-object"):
		return Judgment{Wrong, PastParticiple, lookup, ""}
	case been && (active || p.acts(f.subject)):
		f.fault = gerundAsked
		return Judgment{Wrong, BeGerund, a.askForGerund(f), ""}
	case active && p.acts(f.subject) && !f.inverted && len(f.aux) == 2 && p.lex.is(p.words[f.aux[0]].lower, "modal"):
		f.fault, f.governor = strayBe, byModal
		return Judgment{Wrong, ModalBase, lookup, ""}
	}
	return Judgment{}
}

// judgeBorn judges "born" without a form of be.
func (a *Analysis) judgeBorn(g *Group) Judgment {
	f := g.found
	if g.Subject.Person == "" || f.not >= 0 || f.no >= 0 || len(f.aux) > 1 || f.governor != alone && f.governor != byHave && f.governor != byHaveOr && f.governor != byDo {
		return Judgment{}
	}
	f.fault, f.asks = bornAlone, a.asksBefore(f) && a.isSimple()
	return Judgment{Wrong, PastParticiple, Call{Tool: Conjugate, Verb: "be", Person: g.person(), Tense: verb.PastSimple}, ""}
}

// workedAt reports whether "work" at word i, after been, is what somebody does: has been work here.
func (p *parser) workedAt(f *found, i int) bool {
	if p.words[i].lower != "work" || p.words[f.main].lower != "been" || !p.acts(f.subject) || i+1 >= len(p.words) {
		return false
	}
	next := p.words[i+1].lower
	return next == "here" || next == "there" || p.lex.is(next, "preposition")
}
