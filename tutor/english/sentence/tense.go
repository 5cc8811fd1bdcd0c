package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// isAside reports whether f is what somebody says of the whole between two commas: he starts here, I think, a month ago.
func (a *Analysis) isAside(f *found) bool {
	p := a.parser
	return f.subject != nil && f.base == "think" && p.wordAt(f.end) == "," || a.isComment(f)
}

// isComment reports whether f says in the present, between two marks, what somebody thinks or vouches for, so that its tense is its own: I locked it, I
// swear, before I left; he was, as you know, ill.
func (a *Analysis) isComment(f *found) bool {
	p, n := a.parser, f.subject
	if n == nil || n.kind != pronoun || f.inverted || f.not >= 0 || !p.presents(f) || n.end != f.start || !p.lex.is(f.base, "comment") {
		return false
	}
	end := f.end
	switch p.wordAt(end) {
	case "you", "it", "that":
		end++ // I promise you
	}
	if end < len(p.words) && !p.words[end].punct && !p.matches(end, []string{"to", "god"}) && !p.matches(end, []string{"on", "my"}) {
		return false
	}
	i := n.start - 1
	if i > 0 && p.words[i].lower == "as" {
		i--
	}
	return i > 0 && p.words[i].punct
}

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
		if a.isAside(f) {
			continue
		}
		if p := a.parser; f.base == "be" && m.to == f.start && m.from == 0 && p.isBe(f) { // ten years ago is a long time
			continue
		}
		if p := a.parser; strings.HasPrefix(a.Tokens[p.words[m.to-1].token].Text, "1") || strings.HasPrefix(a.Tokens[p.words[m.to-1].token].Text, "2") {
			if m.from > 0 && p.words[m.from].lower == "in" && m.from != f.end && f.base != "get" && len(p.words[m.from-1].form(verb.Participle)) > 0 {
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
	if f.base == "be" && a.parser.feelsAbout(f.end, m.from) || a.wasDone(f.end, m.from) && !a.parser.hasDone(f, m.from) {
		return true
	}
	if p := a.parser; m.tense == verb.FutureSimple && f.end < m.from && p.words[f.end].lower == "about" && !p.lex.is(p.words[f.end+1].lower, "object") && p.words[f.end+1].lower != "it" {
		return true // talked about visiting them | next spring
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

// wasDone reports whether a participle after a thing stands between two words, so that a time after it is the time of that: finds a ring
// lost at sea | forty years ago.
func (a *Analysis) wasDone(from, to int) bool {
	p := a.parser
	for i := from + 1; i < to; i++ {
		w := p.words[i]
		if w.lower == "called" || w.lower == "named" || p.functional(w) || p.functional(p.words[i-1]) || p.lex.is(w.lower, "preposition", "noun") || p.lex.is(p.words[i-1].lower, "adverb", "adjective") || len(w.form(verb.Participle)) == 0 || has(w.readings, verb.Base) {
			continue
		}
		if g := a.groupAt(i); g == nil || !g.found.finite && len(g.found.aux) == 0 {
			return true
		}
	}
	return false
}

// feelsAbout reports whether an adjective and what it is about stand between two words, so that a time after it is the time of that: sorry for not
// calling you | yesterday.
func (p *parser) feelsAbout(from, to int) bool {
	for i := from + 1; i < to-1; i++ {
		switch p.words[i].lower {
		case "for", "about", "of", "after", "by":
			before := p.words[i-1]
			if p.lex.is(before.lower, "adjective") || adjectival(before.lower) || len(before.form(verb.Participle)) > 0 {
				return true
			}
		}
	}
	return false
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
	if m.to == 0 || tense == "" || f.kind == relClause && !a.onceSeen(f, m) && !(m.tense == verb.PastSimple && a.relativeThen(g, m)) || f.inverted && f.fronted && !a.onlyFinite() {
		return tense, ""
	}
	told := a.text(m.from, m.to)
	broken := f.fault != noFault || !a.agrees(f)
	switch {
	case m.tense == verb.PastSimple && tense == verb.PresentSimple && f.end < len(a.parser.words) && a.parser.words[f.end].lower == "born" && a.tellsPlot():
		return tense, "" // in the first chapter she is born in Paris in 1789
	case m.tense == verb.PastSimple && tense == verb.PresentSimple && !broken && a.tellsHistory() && (m.from == 0 || a.parser.wordAt(f.end) != "born"):
		return tense, ""
	case m.tense == verb.PastSimple && m.from == f.end && recalls[g.Verb]:
		return tense, "" // I remember last summer
	case m.tense == verb.PastSimple && (tense == verb.PresentSimple || tense == verb.PresentPerfect || tense == verb.FutureSimple && f.governor == byModal && !broken):
		if a.afterUnreal(f) {
			return tense, "" // if he had kept his job, we will go there last summer
		}
		if !a.lonely(f) && !a.besideOnly(f, m) && !a.framed(f, m) && !a.endedAgo(g, m) && !a.timeOfFinite(g, m) && !(f.kind == relClause && a.relativeThen(g, m)) || len(f.aux) == 0 && len(a.parser.words[f.main].form(verb.Past)) > 0 {
			return tense, "" // I resent it yesterday: a past of another verb
		}
		return verb.PastSimple, told
	case m.tense == verb.FutureSimple && tense == verb.PastSimple && !broken:
		if a.framed(f, m) && (len(f.aux) == 0 || g.Verb == "have" && f.main == f.aux[0]) && g.Verb != "be" && !a.parser.lex.is(g.Verb, "clausal", "planned") && !a.parser.tellsOn(m) && a.onlyFinite() {
			return verb.FutureSimple, told
		}
		if len(f.aux) > 0 || !a.lonely(f) || a.parser.lex.is(g.Verb, "clausal", "infinitive", "ahead") || m.from > f.start && !a.onlyFinite() || a.parser.tellsOn(m) {
			return tense, ""
		}
		return verb.FutureSimple, told
	case m.tense == verb.PresentPerfect && tense == verb.PresentSimple && a.parser.words[m.from].lower == "since":
		if !a.lonely(f) || !a.sinceBegins(g, m.from) || f.subject.kind == pronoun && a.parser.words[f.subject.head].lower == "it" && g.Verb == "be" {
			return tense, ""
		}
		return verb.PresentPerfect, told
	case m.tense == verb.FutureSimple && broken && f.fault == noFault && len(f.aux) == 0 && tense == verb.PresentSimple && !a.keepsPresent(g):
		return verb.FutureSimple, told
	}
	return tense, ""
}

// keepsPresent reports whether g stands in the present before a time to come: in a clause of time or a condition (if it rains tomorrow), and where it says what somebody
// wants to do then (my friend wants to study abroad next year).
func (a *Analysis) keepsPresent(g *Group) bool {
	p, f := a.parser, g.found
	if s := f.subject.start; a.conjunctionBefore(f) >= 0 || s > 0 && (p.words[s-1].lower == "if" || p.words[s-1].lower == "unless" || p.words[s-1].lower == "since") {
		return true
	}
	return intended[g.Verb] && p.wordAt(f.end) == "to"
}

// intended are verbs of what somebody means to do later, before its infinitive.
var intended = setOf("want wish plan intend hope expect aim mean promise need prefer like refuse threaten decide offer")

// tellsHistory reports whether the sentence tells of a year before living memory and has no verb in the past, so that its present is that of
// history: in 1808 the French enter Spain.
func (a *Analysis) tellsHistory() bool {
	year := slices.ContainsFunc(a.parser.words, func(w word) bool { return isYear(w.text) && w.text >= "1000" && w.text < "1920" })
	return year && !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && a.isPast(&g) })
}

// onceSeen reports whether the time m ends a relative clause without its pronoun, and the verb of the clause around it is in the past: the flat I rent
// last year was smaller.
func (a *Analysis) onceSeen(f *found, m moment) bool {
	if m.tense != verb.PastSimple || m.from != f.end || f.subject == nil || f.subject.kind != pronoun || f.subject.end != f.start {
		return false
	}
	after := a.verbAfter(f)
	return after != nil && after.found.start == m.to && a.isPast(after)
}

// endedAgo reports whether g says in the perfect that what an -ing form right after it tells ended, or began, so long ago: has stopped working an
// hour ago.
func (a *Analysis) endedAgo(g *Group, m moment) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentPerfect || p.words[m.to-1].lower != "ago" || f.end >= len(p.words) || !has(p.words[f.end].readings, verb.Gerund) || m.from > f.end+3 {
		return false
	}
	switch g.Verb {
	case "stop", "start", "begin", "finish":
		return true
	}
	return false
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

// framed reports whether the expression m opens the sentence and f, right after it and its subject, is the only finite verb of its
// clause: yesterday it stops raining at noon.
func (a *Analysis) framed(f *found, m moment) bool {
	p := a.parser
	if m.from > 0 || f.subject == nil || f.kind != mainClause || f.inverted || f.shared {
		return false
	}
	start := f.subject.start
	if start > m.to && p.words[m.to].text == "," {
		start--
	}
	if start != m.to {
		return false
	}
	return !slices.ContainsFunc(a.Groups, func(g Group) bool {
		if g.found.shared && g.found.main > f.main && g.Tense == verb.PastSimple { // last night we have dinner out and went home
			return false
		}
		return g.found != f && g.found.clause == f.clause && (g.found.finite || g.found.main < f.main)
	})
}

// besideOnly reports whether the expression m stands right after f, and the other verbs of its clause are in
// the past already: comes yesterday and fixed the lamp.
func (a *Analysis) besideOnly(f *found, m moment) bool {
	if m.from != f.end && !(f.base == "get" && m.from == f.end+1 && has(a.parser.words[f.end].readings, verb.Participle)) { // has got married last June
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
