package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// What began in the past and goes on needs the perfect in English: since, for with a length of time, and
// how long. Here stand the presents that leave no other reading.

// tenseBySpan returns the present perfect, and the words that ask for it, where group g is in the present
// and says how long something has gone on.
func (a *Analysis) tenseBySpan(g *Group, _ moment) (verb.Tense, string) {
	f := g.found
	if g.Tense != verb.PresentSimple && g.Tense != verb.PresentContinuous || f.fault != noFault || f.subject.kind == existential ||
		f.kind == relClause && f.subject.kind == wh {
		return "", ""
	}
	if p := a.parser; f.end < len(p.words) && (p.words[f.end].lower == "being" || p.words[f.end].lower == "been") {
		return "", "" // have being: another error
	}
	if told := a.howLong(g); told != "" {
		return verb.PresentPerfect, told
	}
	if g.Tense != verb.PresentSimple && !(g.Verb == "live" || g.Verb == "work") { // I am living here since 2010
		return "", ""
	}
	for i, w := range a.parser.words {
		switch {
		case w.lower == "since" && a.governs(f, i) && a.sinceBegins(g, i):
			return verb.PresentPerfect, a.text(i, a.spanEnd(i))
		case w.lower == "for" && a.governs(f, i) && a.forLasts(g, i):
			return verb.PresentPerfect, a.text(i, a.spanEnd(i))
		}
	}
	return "", ""
}

// governs reports whether the expression at word i goes with f: f is the last finite verb before it, or the
// first one where none stands before.
func (a *Analysis) governs(f *found, i int) bool {
	var last, first *found
	for k := range a.Groups {
		other := a.Groups[k].found
		if !other.finite {
			continue
		}
		if other.main < i {
			last = other
		} else if first == nil && other.clause != a.clauseAt(i) || first == nil && i == 0 {
			first = other
		}
	}
	if last == nil {
		last = first
	}
	return last == f
}

// spanEnd returns the word after the expression that begins at word i: its noun phrase, or the next mark.
func (a *Analysis) spanEnd(i int) int {
	p := a.parser
	end := i + 1
	for end < len(p.words) && !p.words[end].punct && end < i+5 {
		if _, finite := p.auxiliary(end); finite && end > i+1 {
			break
		}
		end++
	}
	return end
}

// sinceBegins reports whether "since" at word i names a beginning and not a reason, for group g.
func (a *Analysis) sinceBegins(g *Group, i int) bool {
	p, f := a.parser, g.found
	if i+1 >= len(p.words) || p.words[i+1].punct || p.words[i+1].lower == "when" || a.ranks() || f.subject.start == i+1 {
		return false // since everybody lives here, we walk: a reason
	}
	it := f.subject.kind == pronoun && p.words[f.subject.head].lower == "it"
	if g.Verb == "be" {
		next := f.end
		if it || next < len(p.words) && (p.words[next].lower == "up" || p.words[next].lower == "down" ||
			p.words[next].lower == "higher" || p.words[next].lower == "lower" || p.lex.is(p.words[next].lower, "adjective") &&
			strings.HasSuffix(p.words[next].lower, "er")) {
			return false // it is years since; prices are up since Monday
		}
	}
	if timeNouns()[p.words[i+1].lower] || isDigits(p.words[i+1].text) {
		return !p.verbAt(i + 2)
	}
	for k := range a.Groups {
		other := a.Groups[k].found
		if !other.finite || other == f || other.main < i || other.start-i > 8 || other.subject == nil || other.subject.start < i {
			continue
		}
		if other.subject.start > i+1 {
			break
		}
		return a.beganThen(g, &a.Groups[k])
	}
	next := p.words[i+1]
	lasts := p.acts(f.subject) || p.lex.is(g.Verb, "lasting", "stative") || g.Verb == "have" || g.Negative || p.isWeather(f)
	return lasts && !p.lex.is(next.lower, "subject", "either", "preposition") && next.lower != "there"
}

// beganThen reports whether the clause after since, with the verb of then, tells when something began: since
// she was four, since they left.
func (a *Analysis) beganThen(g, then *Group) bool {
	p := a.parser
	if then.Tense != verb.PastSimple || !p.lex.is(g.Verb, "lasting", "stative") && g.Verb != "have" && g.Verb != "wear" {
		return false
	}
	if then.Verb == "be" || then.found.governor == byBe {
		for _, w := range p.words[then.found.main : then.found.main+min(3, len(p.words)-then.found.main)] {
			if theTimes().numbers[w.lower] || isDigits(w.text) || w.lower == "born" || w.lower == "young" || w.lower == "little" ||
				w.lower == "child" || w.lower == "small" {
				return true
			}
		}
		return then.Tense == "" && p.words[then.found.main].lower == "born"
	}
	return p.lex.is(then.Verb, "beginning")
}

// ranks reports whether the sentence ranks something: the best since 1990 is right in the present.
func (a *Analysis) ranks() bool {
	for i, w := range a.parser.words {
		switch w.lower {
		case "best", "worst", "first", "only", "most", "least":
			return true
		}
		if strings.HasSuffix(w.lower, "est") && i > 0 && a.parser.words[i-1].lower == "the" {
			return true
		}
	}
	return false
}

// forLasts reports whether "for" at word i and a length of time say how long a state of group g has
// lasted, and cannot say how long it will.
func (a *Analysis) forLasts(g *Group, i int) bool {
	p, f := a.parser, g.found
	unit, now := p.lengthAt(i + 1)
	if unit == "" || a.timed(f, verb.PresentSimple) || f.inverted && f.fronted || g.Tense != verb.PresentSimple {
		return false
	}
	long := unit == "years" || unit == "centuries" || unit == "decades" || unit == "ages" || unit == "time"
	personal := f.subject.kind == pronoun && p.words[f.subject.head].lower != "they" && p.words[f.subject.head].lower != "it" ||
		f.subject.kind == nounPhrase && p.acts(f.subject) && f.subject.persons&p3sg != 0
	switch g.Verb {
	case "know", "own", "love", "hate", "want", "need", "like", "believe", "belong":
		return long || unit == "months" || unit == "weeks"
	case "have":
		return long && personal || (unit == "weeks" || unit == "months" || unit == "days") && p.havesAt(f.end)
	case "live", "work", "teach", "study":
		return (long || now) && personal && i > f.end && (now || p.placeBetween(f.end, i))
	case "be":
		return (long || now) && f.main == f.aux[0] && a.isSomebody(f, i)
	}
	return false
}

// placeBetween reports whether a place or a company stands between two words: here, in this town.
func (p *parser) placeBetween(from, to int) bool {
	for _, w := range p.words[from:to] {
		switch w.lower {
		case "here", "in", "at", "with", "as":
			return true
		}
	}
	return false
}

// isSomebody reports whether what follows be, up to word end, is a role, a bond or a state: a nurse, our
// neighbors, married. A place may as well be a plan: I'm here for three days.
func (a *Analysis) isSomebody(f *found, end int) bool {
	p := a.parser
	i, _ := p.skipAdverbs(f.end)
	if i >= end {
		return false
	}
	switch w := p.words[i].lower; {
	case p.lex.is(w, "bond"):
		return true
	case w == "a", w == "an", possessives[w] && i != 0:
		for _, n := range p.nominals(i) {
			if n.kind == nounPhrase && (p.isPerson(p.words[n.head]) || p.lex.is(p.words[n.head].lower, "bond")) {
				return true
			}
		}
	}
	return false
}

// lengthAt returns the unit of the length of time at word i, in the plural, and whether "now" follows: twenty
// years, almost a year, ages. It is "" where there is none.
func (p *parser) lengthAt(i int) (unit string, now bool) {
	for roughly[p.at(i).lower] {
		i++
	}
	at := func(k int) string { return p.at(k).lower }
	end := i + 1
	switch {
	case lengths[at(i)]:
		unit = at(i)
	case at(i) == "a" && at(i+1) == "long" && at(i+2) == "time":
		unit, end = "time", i+3
	case at(i) == "a" && at(i+1) == "hundred":
		unit, end = at(i+2), i+3
	case at(i) == "many" || at(i) == "several" || theTimes().numbers[at(i)] || isDigits(at(i)):
		unit, end = at(i+1), i+2
		if unit == "hundred" || unit == "thousand" {
			unit, end = at(i+2), i+3
		}
	}
	if !lengths[unit] && unit != "days" && unit != "weeks" && unit != "time" {
		return "", false
	}
	return unit, at(end) == "now"
}

var (
	roughly = setOf("almost about over nearly more than at least")
	lengths = setOf("ages years centuries months decades")
)

// howLong returns the words that ask how long, where group g asks so about what still goes on: how long
// do you know him? How long does it take is another question.
func (a *Analysis) howLong(g *Group) string {
	p, f := a.parser, g.found
	if !f.inverted || !p.question || f.not >= 0 {
		return ""
	}
	at := slices.IndexFunc(p.words, func(w word) bool { return w.lower == "how" })
	if at < 0 || at > 1 || at+1 >= len(p.words) || p.words[at+1].lower != "long" || !p.acts(f.subject) && !f.subject.determined {
		return ""
	}
	told := a.text(at, at+2)
	next := p.at(f.end)
	switch {
	case g.Tense == verb.PresentContinuous:
		if g.Verb == "wait" || (g.Verb == "live" || g.Verb == "work" || g.Verb == "learn" || g.Verb == "study") && next.lower != "until" {
			return told
		}
	case g.Verb == "be":
		if end := f.subject.end; p.acts(f.subject) && end < len(p.words) && (p.lex.is(p.words[end].lower, "bond") ||
			(p.words[end].lower == "a" || p.words[end].lower == "an") && p.plainNounAt(end)) {
			return told
		}
	case g.Verb == "know" && !next.punct, g.Verb == "live" && !next.punct, g.Verb == "own":
		return told
	case g.Verb == "have":
		if next.lower == "this" || next.lower == "that" || possessives[next.lower] || next.lower == "these" {
			return told
		}
	case g.Verb == "work":
		if next.lower == "here" || next.lower == "as" {
			return told
		}
	}
	return ""
}
