package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// After be and been stands a participle in the passive, where learners write the base form: can be solve, has been
// publish. Whether it is meant follows from the subject, the verb and what is after it.

// judgeLongBe judges a base form after be or been that another auxiliary stands before.
func (a *Analysis) judgeLongBe(g *Group) Judgment {
	p, f := a.parser, g.found
	if f.fault != bareWithBe || f.governor != byBe || len(f.aux) < 2 || f.to >= 0 || f.subject == nil {
		return Judgment{}
	}
	active := a.objectFollows(f) || p.lex.is(f.base, "no-passive", "unpassive", "moves", "mass-act") || f.base == "rain" || f.base == "snow" ||
		f.base == "work"
	if p.at(f.end).lower == "by" || !active && (!p.acts(f.subject) || p.lex.is(f.base, "needs-object")) {
		return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	return Judgment{}
}

// judgeBorn judges "born" without a form of be.
func (a *Analysis) judgeBorn(g *Group) Judgment {
	f := g.found
	if g.Subject.Person == "" || f.not >= 0 || f.no >= 0 || len(f.aux) > 1 || f.governor != alone && f.governor != byHave &&
		f.governor != byHaveOr && f.governor != byDo {
		return Judgment{}
	}
	f.fault, f.asks = bornAlone, a.asksBefore(f) && a.isSimple()
	return Judgment{Wrong, PastParticiple, Call{Tool: Conjugate, Verb: "be", Person: g.person(), Tense: verb.PastSimple}, ""}
}

// isBorn reports whether "born" stands without a form of be: I born in May, where did you born. The past of bear that
// the other rules would ask for is never meant.
func (a *Analysis) isBorn(g *Group) bool {
	f := g.found
	return a.parser.words[f.main].lower == "born" && f.governor != byBe && f.governor != byBeOr
}
