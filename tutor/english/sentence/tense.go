package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// momentOf returns the expression of time that belongs to the clause of f, or one with no words.
func (a *Analysis) momentOf(f *found, moments []moment) moment {
	best := moment{}
	for _, m := range moments {
		if a.clauseAt(m.from) != f.clause || f.subject != nil && m.from < f.subject.end && m.to > f.subject.start {
			continue
		}
		if a.belongsElsewhere(f, m) {
			continue
		}
		if i := f.end; f.base == "think" && i < len(a.parser.words) && a.parser.words[i].text == "," { // here, I think, a month ago
			continue
		}
		if p := a.parser; f.base == "be" && m.to == f.start && m.from == 0 && p.isBe(f) { // ten years ago is a long time
			continue
		}
		if p := a.parser; strings.HasPrefix(a.Tokens[p.words[m.to-1].token].Text, "1") ||
			strings.HasPrefix(a.Tokens[p.words[m.to-1].token].Text, "2") {
			if m.from > 0 && p.words[m.from].lower == "in" && m.from != f.end && len(p.words[m.from-1].form(verb.Participle)) > 0 {
				continue // born in 1950, she …
			}
		}
		decides := m.tense == verb.PastSimple || m.tense == verb.FutureSimple
		if best.to == 0 || decides && best.tense != verb.PastSimple && best.tense != verb.FutureSimple {
			best = m // last week rather than just
		}
	}
	return best
}

// belongsElsewhere reports whether an expression of time goes with a thing before the verb (the visit last summer is a
// memory, the book bought yesterday is good), or with a verb in the past after it: I am angry about what happened last night.
func (a *Analysis) belongsElsewhere(f *found, m moment) bool {
	if m.from > 0 && m.to <= f.start && len(a.parser.words[m.from-1].form(verb.Participle)) > 0 { // the baby born yesterday is
		return true
	}
	n := f.subject
	if n != nil && n.kind == nounPhrase && m.from == n.end && m.to == f.start && !a.parser.acts(n) {
		return true
	}
	if s := slices.IndexFunc(a.steps, func(s *step) bool { return s.from < m.from && m.to <= s.to && s.found == nil }); s >= 0 {
		// what happened last night may be read as one thing
		within := a.parser.words[a.steps[s].from:m.from]
		if slices.ContainsFunc(within, func(w word) bool { return len(w.form(verb.Past)) > 0 }) {
			return true
		}
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.clause != f.clause && g.Tense == verb.PastSimple && f.end <= g.found.start && g.found.start < m.from
	})
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

// tenseByTime returns the tense the group should have, and, where an expression of time and not
// the group itself decides, that expression. A form that some reading allows stays: only a present
// or perfect with a past time, and a past with a future time, leave none.
func (a *Analysis) tenseByTime(g *Group, m moment) (verb.Tense, string) {
	f := g.found
	tense := g.Tense
	if m.to == 0 || tense == "" || f.kind == relClause || f.inverted && f.fronted && !a.onlyFinite() {
		return tense, ""
	}
	told := a.text(m.from, m.to)
	broken := f.fault != noFault || !a.agrees(f)
	switch {
	case m.tense == verb.PastSimple && m.from == f.end && recalls[g.Verb]:
		return tense, "" // I remember last summer
	case m.tense == verb.PastSimple && (tense == verb.PresentSimple || tense == verb.PresentPerfect || tense == verb.FutureSimple &&
		f.governor == byModal && !broken):
		if !a.lonely(f) && !a.besideOnly(f, m) || len(f.aux) == 0 && len(a.parser.words[f.main].form(verb.Past)) > 0 {
			return tense, "" // I resent it yesterday: a past of another verb
		}
		return verb.PastSimple, told
	case m.tense == verb.FutureSimple && tense == verb.PastSimple && !broken:
		if len(f.aux) > 0 || !a.lonely(f) || a.parser.lex.is(g.Verb, "clausal", "infinitive", "ahead") || m.from > f.start &&
			!a.onlyFinite() || a.parser.tellsOn(m) {
			return tense, ""
		}
		return verb.FutureSimple, told
	case m.tense == verb.PresentPerfect && tense == verb.PresentSimple && a.parser.words[m.from].lower == "since":
		if !a.lonely(f) || !a.sinceBegins(g, m.from) || f.subject.kind == pronoun && a.parser.words[f.subject.head].lower == "it" &&
			g.Verb == "be" {
			return tense, ""
		}
		return verb.PresentPerfect, told
	case m.tense == verb.FutureSimple && broken && f.fault == noFault && len(f.aux) == 0 && tense == verb.PresentSimple:
		return verb.FutureSimple, told
	}
	return tense, ""
}

// recalls are verbs whose object may be a time.
var recalls = setOf("remember recall miss love hate like prefer describe discuss compare regret mean forget celebrate")

// tellsOn reports whether the expression may go on with a story rather than look ahead: next time,
// next morning.
func (p *parser) tellsOn(m moment) bool {
	switch p.words[m.to-1].lower {
	case "time", "day", "morning", "afternoon", "evening", "night", "minute", "second", "moment", "hour":
		return p.words[m.from].lower == "next"
	}
	return false
}

// lonely reports whether the group is the only one of its clause, so that the expression of time
// can belong to nothing else. Verbs in the present that share a subject count as one.
func (a *Analysis) lonely(f *found) bool {
	for _, s := range a.steps {
		other := s.found
		if other == nil || other.clause != f.clause || other.main == f.main {
			continue
		}
		if !(other.finite && (other.shared || f.shared) && a.parser.presents(other) && a.parser.presents(f)) {
			return false
		}
	}
	return true
}

// besideOnly reports whether the expression m stands right after f, and the other verbs of its clause are in
// the past already: comes yesterday and fixed the lamp.
func (a *Analysis) besideOnly(f *found, m moment) bool {
	if m.from != f.end {
		return false
	}
	for i := range a.Groups {
		g := &a.Groups[i]
		if g.found != f && g.found.clause == f.clause && (!g.found.finite || g.Tense != verb.PastSimple) {
			return false
		}
	}
	return true
}

// presents reports whether the group is a lone verb in the present.
func (p *parser) presents(f *found) bool {
	return len(f.aux) == 0 && f.fault == noFault && has(f.readings, verb.Base|verb.ThirdPerson) && !has(f.readings, verb.Past)
}
