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
func (a *Analysis) tenseBySpan(g *Group) (verb.Tense, string) {
	f := g.found
	if told := a.pastSincePoint(g); told != "" {
		return verb.PresentPerfect, told
	}
	if told := a.sinceTurn(g); told != "" {
		return verb.PresentPerfect, told
	}
	if told := a.rainsFor(g); told != "" {
		return verb.PresentPerfect, told
	}
	if told := a.countedSince(g); told != "" {
		return verb.PresentPerfect, told
	}
	if g.Tense != verb.PresentSimple && g.Tense != verb.PresentContinuous || f.fault != noFault || f.subject.kind == existential || f.kind == relClause && f.subject.kind == wh {
		return "", ""
	}
	if p := a.parser; f.end < len(p.words) && (p.words[f.end].lower == "being" || p.words[f.end].lower == "been") {
		return "", "" // have being: another error
	}
	if told := a.howLong(g); told != "" {
		return verb.PresentPerfect, told
	}
	if g.Tense != verb.PresentSimple && !a.parser.lex.is(g.Verb, "for-a-while", "goes-on") { // I am living here since 2010
		return "", ""
	}
	for i, w := range a.parser.words {
		switch {
		case w.lower == "since" && i == 0 && a.sinceOpens(g):
			return verb.PresentPerfect, a.text(i, a.spanEnd(i))
		case w.lower == "since" && a.governs(f, i) && a.sinceBegins(g, i):
			return verb.PresentPerfect, a.text(i, a.spanEnd(i))
		case w.lower == "for" && a.governs(f, i) && a.forLasts(g, i):
			return verb.PresentPerfect, a.text(i, a.spanEnd(i))
		}
	}
	return "", ""
}

// pastSincePoint returns the words with since that name a point in time, where the one verb of the sentence is in the past and tells what has
// lasted from then on, or has not happened: I worked here since 2010, I didn't see her since Monday. Beside another verb a story may be told.
func (a *Analysis) pastSincePoint(g *Group) string {
	p, f := a.parser, g.found
	if g.Tense != verb.PastSimple || f.inverted || f.fault != noFault || f.subject == nil || f.kind != mainClause || len(a.Groups) != 1 || a.ranks() || a.eitherTense(f) || !p.acts(f.subject) {
		return ""
	}
	if !g.Negative && g.Verb != "be" && g.Verb != "have" && !p.lex.is(g.Verb, "lasting", "stative", "for-a-while") {
		return ""
	}
	for i, w := range p.words {
		if w.lower == "since" && i > f.main && i+1 < len(p.words) && (timeNouns()[p.words[i+1].lower] || isDigits(p.words[i+1].text) || p.words[i+1].lower == "yesterday" || p.words[i+1].lower == "last" && p.timeAt(i+1)) {
			return a.text(i, a.spanEnd(i))
		}
	}
	return ""
}

// lastsSince reports whether g tells what somebody does for a while, and since when: she waiting since nine.
func (a *Analysis) lastsSince(g *Group) bool {
	p, f := a.parser, g.found
	return p.lex.is(g.Verb, "for-a-while") && f.not < 0 && !f.inverted && a.saysSince(g)
}

// saysSince reports whether words after the verb of g say since when it has gone on.
func (a *Analysis) saysSince(g *Group) bool {
	f := g.found
	for i, w := range a.parser.words {
		if w.lower == "since" && i > f.main && a.governs(f, i) && a.sinceBegins(g, i) {
			return true
		}
	}
	return false
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

// describedSince reports whether the "since" at word i goes with what describes the subject of f, before its verb: the bridge, closed since March, reopens on Friday.
func (p *parser) describedSince(f *found, i int) bool {
	return i > f.subject.end && i < f.start && !p.words[i-1].punct
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
	if i+1 >= len(p.words) || p.words[i+1].punct || p.words[i+1].lower == "when" || a.ranks() || f.subject.start == i+1 || a.parser.describedSince(f, i) {
		return false // since everybody lives here, we walk: a reason
	}
	if g.Verb == "have" && i == f.end && len(p.words[i+1].form(verb.Participle)) > 0 {
		return false // who has since become my wife
	}
	it := f.subject.kind == pronoun && p.words[f.subject.head].lower == "it"
	if g.Verb == "be" {
		next := f.end
		if it || next < len(p.words) && (p.words[next].lower == "up" || p.words[next].lower == "down" || p.words[next].lower == "higher" || p.words[next].lower == "lower" || p.lex.is(p.words[next].lower, "adjective") && strings.HasSuffix(p.words[next].lower, "er")) {
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

// sinceOpens reports whether the sentence opens with a clause that says since when the state of g lasts: since I was a child I love animals.
func (a *Analysis) sinceOpens(g *Group) bool {
	f := g.found
	if f.kind != mainClause || f.inverted || g.Negative || len(a.Groups) < 2 || !a.Groups[0].found.finite || a.Groups[0].found.subject == nil || a.Groups[0].found.subject.start != 1 {
		return false
	}
	then := &a.Groups[0]
	if then.Tense != verb.PastSimple && !a.youngSince(g, then) { // since the children are small, we stay at home: a reason
		return false
	}
	return then.found != f && then.Verb == "be" && a.verbAfter(then.found) == g && a.isYoung(then.found) && (a.parser.lex.is(g.Verb, "lasting", "stative") || g.Verb == "wear" || then.Tense == verb.PastSimple && g.found.main > g.found.start && a.parser.words[g.found.main-1].lower == "always")
}

// beganThen reports whether the clause after since, with the verb of then, tells when something began: since
// she was four, since they left.
func (a *Analysis) beganThen(g, then *Group) bool {
	p := a.parser
	if g.Negative && (g.Verb == "need" || then.found.not >= 0 || p.deniedSubject(then.found.subject) || p.words[then.found.main-1].lower == "never") {
		return false // we don't need a taxi since Tom left us his car, I don't know him since I never met him
	}
	lasts := p.lex.is(g.Verb, "lasting", "stative") || g.Verb == "have" || g.Verb == "wear" || g.Negative && g.Tense == verb.PresentSimple && then.Verb == "be"
	switch {
	case !lasts, then.Tense != verb.PastSimple && !a.youngSince(g, then):
		return false
	case then.Verb == "be" || then.found.governor == byBe:
		return a.isYoung(then.found) || p.words[then.found.main].lower == "born" || then.found.end < len(p.words) && p.words[then.found.end].lower == "born"
	}
	return p.lex.is(then.Verb, "beginning") && (then.Verb != "get" || a.turns(then) || g.Verb != "be") // happy since they got good news
}

// youngSince reports whether the clause after since, with the verb of then, says in the present how young somebody was when the state
// of g began: we are friends since we are children. Of somebody else it may be a reason.
func (a *Analysis) youngSince(g, then *Group) bool {
	p, s, t := a.parser, g.found.subject, then.found.subject
	if then.Verb != "be" || then.Tense != verb.PresentSimple || !a.isYoung(then.found) || s == nil || t == nil {
		return false
	}
	return g.Verb == "know" || s.kind == pronoun && t.kind == pronoun && p.words[s.head].lower == p.words[t.head].lower
}

// ranks reports whether the sentence ranks something: the best since 1990 is right in the present.
func (a *Analysis) ranks() bool {
	for i, w := range a.parser.words {
		switch w.lower {
		case "best", "worst", "first", "only", "most", "least":
			return w.lower != "best" || i+1 == len(a.parser.words) || !strings.HasPrefix(a.parser.words[i+1].lower, "friend")
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
	if unit == "" || a.isHabit(f) || f.inverted && f.fronted || g.Tense != verb.PresentSimple {
		return false
	}
	long := unit == "years" || unit == "centuries" || unit == "decades" || unit == "ages" || unit == "time"
	personal := f.subject.kind == pronoun && p.words[f.subject.head].lower != "they" && p.words[f.subject.head].lower != "it" ||
		f.subject.kind == nounPhrase && p.acts(f.subject) && f.subject.persons&p3sg != 0
	if g.Verb == "live" && long && p.acts(f.subject) && i > f.end && slices.ContainsFunc(p.words[f.end:i], func(w word) bool {
		return w.lower == "here" || w.lower == "this" || w.lower == "same" || possessives[w.lower]
	}) {
		return true // they live in this flat for ten years
	}
	switch g.Verb {
	case "know", "own", "love", "hate", "want", "need", "like", "believe", "belong":
		return long || unit == "months" || unit == "weeks"
	case "have":
		return long && personal || (unit == "weeks" || unit == "months" || unit == "days") && p.havesAt(f.end)
	case "live", "work", "teach", "study":
		return (long || now) && personal && i > f.end && (now || p.placeBetween(f.end, i))
	case "be":
		return (long || now) && len(f.aux) > 0 && f.main == f.aux[0] && a.isSomebody(f, i)
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

// rainsFor returns the words with for that say how long it is raining, or snowing.
func (a *Analysis) rainsFor(g *Group) string {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentContinuous || !p.isWeather(f) || f.inverted || f.not >= 0 || f.end+2 >= len(p.words) || p.words[f.end].lower != "for" {
		return ""
	}
	i := f.end + 1
	if i+1 < len(p.words) && p.isNumber(p.words[i].lower) && (timeNouns()[p.words[i+1].lower] || p.words[i+1].lower == "hours") && p.phraseEnds(i+2) {
		return a.text(f.end, i+2)
	}
	return ""
}

// lengthAt returns the unit of the length of time at word i, in the plural, and whether "now" follows: twenty
// years, almost a year, ages. It is "" where there is none.
func (p *parser) lengthAt(i int) (unit string, now bool) {
	for i < len(p.words) && (p.words[i].lower == "almost" || p.words[i].lower == "about" || p.words[i].lower == "over" || p.words[i].lower == "nearly" || p.words[i].lower == "more" || p.words[i].lower == "than" || p.words[i].lower == "at" || p.words[i].lower == "least") {
		i++
	}
	if i >= len(p.words) {
		return "", false
	}
	at := p.wordAt
	end := i + 1
	switch {
	case at(i) == "ages", at(i) == "years", at(i) == "centuries", at(i) == "months", at(i) == "weeks", at(i) == "decades":
		unit = at(i)
	case at(i) == "a" && at(i+1) == "long" && at(i+2) == "time":
		unit, end = "time", i+3
	case at(i) == "a" && at(i+1) == "hundred":
		unit, end = at(i+2), i+3
	case at(i) == "many" || at(i) == "several" || p.isNumber(at(i)):
		unit, end = at(i+1), i+2
		if unit == "hundred" || unit == "thousand" {
			unit, end = at(i+2), i+3
		}
	}
	switch unit {
	case "year", "month", "week", "day", "century", "decade":
		unit = map[string]string{"century": "centuries"}[unit]
	case "years", "months", "weeks", "days", "centuries", "decades", "ages", "time":
	default:
		return "", false
	}
	return unit, at(end) == "now"
}

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
	next := word{punct: true}
	if f.end < len(p.words) {
		next = p.words[f.end]
	}
	switch {
	case g.Tense == verb.PresentContinuous:
		if g.Verb == "wait" || (g.Verb == "live" || g.Verb == "work" || g.Verb == "learn" || g.Verb == "study") && next.lower != "until" {
			return told
		}
	case g.Verb == "be":
		if end := f.subject.end; p.acts(f.subject) && end < len(p.words) && (p.lex.is(p.words[end].lower, "bond") || (p.words[end].lower == "a" || p.words[end].lower == "an") && p.plainNounAt(end)) {
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
