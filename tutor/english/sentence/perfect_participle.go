package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A participle alone is a past to some learners (I seen him yesterday) and to others a perfect that lost its have (I known her since May). What goes on until now, the first
// time of something, and a clause of time before what is still to come ask for the perfect.

// perfectMeant reports whether the bare participle of g lacks its have, and is no past.
func (a *Analysis) perfectMeant(g *Group) bool {
	f, p := g.found, a.parser
	if g.Subject.Person == "" || f.inverted || f.shared || len(f.aux) > 0 || f.not >= 0 {
		return false
	}
	return a.goesOnSince(f) || a.afterNthTime(f) && !slices.ContainsFunc(p.words[:f.start], func(w word) bool { return w.lower == "last" }) || a.beforeComing(f) || f.base == "be" && p.words[f.main].lower == "been" && !a.isPastStory(f) && !p.question && !a.atOtherTime(f)
}

// atOtherTime reports whether the clause of f has a time, and none that goes on until now: on Monday we been at the beach.
func (a *Analysis) atOtherTime(f *found) bool {
	return slices.ContainsFunc(a.parser.times, func(m moment) bool { return m.tense != verb.PresentPerfect }) || f.subject.start > 1 && a.parser.timeAt(f.subject.start-1)
}

// goesOnSince reports whether the clause of f has a time that goes on until now, or a clause with since and a past: I known him since we were at school.
func (a *Analysis) goesOnSince(f *found) bool {
	p := a.parser
	if slices.ContainsFunc(p.times, func(m moment) bool {
		return m.tense == verb.PresentPerfect && a.clauseAt(m.from) == f.clause && (p.words[m.from].lower == "since" || !a.isPastStory(f))
	}) || p.lex.is(f.base, "stative") && p.forYears(f.main) {
		return true
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		s := g.found.subject
		return g.found != f && g.Tense == verb.PastSimple && s != nil && s.start > 0 && p.words[s.start-1].lower == "since" && (s.start > f.main || f.base == "be" || p.lex.is(f.base, "stative", "lasting"))
	})
}

// beforeComing reports whether f stands in a clause of time beside an order or what is or will be: call me after you spoken to her.
func (a *Analysis) beforeComing(f *found) bool {
	p, s := a.parser, f.subject
	if s.start == 0 || f.kind != subClause {
		return false
	}
	switch p.words[s.start-1].lower {
	case "after", "until", "till", "once":
	case "when": // I remember when he taken me there
		if s.start > 1 {
			return false
		}
	default:
		return false
	}
	return !a.isPastStory(f) && slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found != f && (g.found.order || g.found.finite && (g.Tense == verb.PresentSimple || g.Tense == verb.FutureSimple || g.found.governor == byModal && p.words[g.found.aux[0]].lower == "can"))
	})
}
