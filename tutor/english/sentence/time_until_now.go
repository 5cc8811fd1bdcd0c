package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// What has happened in a time that reaches until now is told in the perfect: over the last ten years, so far this week, not yet. Learners
// use the present, which says what happens again and again. States go on, and stay in the present more often; only what happens is judged.

// tenseUntilNow returns the present perfect, and the words of the time until now in which g tells, in the present, what happened: over the last ten
// years our village changes, so far this year we win only three matches, nobody answers yet.
func (a *Analysis) tenseUntilNow(g *Group) (verb.Tense, string) {
	p, f := a.parser, g.found
	if told := a.countsUntilNow(g); told != "" {
		return verb.PresentPerfect, told
	}
	if g.Tense != verb.PresentSimple || f.kind == relClause || f.subject == nil || f.finiteWord() != f.subject.end || len(f.readings) > 0 && has(f.readings, verb.Past) && len(f.aux) == 0 || !a.happensUntilNow(g) {
		return "", ""
	}
	if to := p.untilNow(); p.words[0].lower == "so" && to > 0 {
		begins := to < len(p.words) && (f.subject.start == to || p.words[to].text == "," && f.subject.start == to+1)
		if begins && (to > 2 || p.isNumber(p.wordAt(f.end)) || f.not >= 0 && p.wordAt(f.end) == "any" || p.deniedSubject(f.subject)) {
			return verb.PresentPerfect, a.text(0, to)
		}
	}
	if from, to := p.spanUntilNow(0); to > 0 && a.onlyFinite() && f.subject.start >= to && f.subject.start <= to+1 {
		return verb.PresentPerfect, a.text(from, to)
	}
	for i := f.end; i < len(p.words) && i < f.end+8 && !p.words[i].punct; i++ {
		if p.lex.is(p.words[i].lower, "preposition") && p.words[i].lower != "over" && p.words[i].lower != "in" && p.words[i].lower != "during" || i > f.end && len(p.words[i].form(verb.Participle)) > 0 && !p.lex.is(p.words[i].lower, "adjective") {
			return "", "" // sells cars made in the last years, gives a talk on changes
		}
		if p.words[i].lower == "yet" && p.deniedSubject(f.subject) && completedAtOnce[g.Verb] && (i+1 == len(p.words) || p.words[i+1].punct) {
			return verb.PresentPerfect, p.words[i].text
		}
		if from, to := p.spanUntilNow(i); to > 0 && a.onlyFinite() && p.phraseEnds(to) {
			return verb.PresentPerfect, a.text(from, to)
		}
	}
	return "", ""
}

// countsUntilNow returns the words "so far" or "until now" that open the sentence, where g counts what has happened, or says that it has not: so far
// my laptop is breaking down three times, up to now we don't have any problems.
func (a *Analysis) countsUntilNow(g *Group) string {
	p, f := a.parser, g.found
	to := p.untilNow()
	if to == 0 || f.kind != mainClause && !(f.kind == subClause && a.onlyFinite()) || f.inverted || f.fault != noFault || f.subject.start != to && (p.words[to].text != "," || f.subject.start != to+1) {
		return ""
	}
	counted, told := false, a.text(0, to)
	for i := f.end; i < len(p.words) && i < f.end+6 && !p.words[i].punct; i++ {
		often := p.words[i].lower == "twice" || p.wordAt(i+1) == "times" && p.isNumber(p.words[i].lower)
		counted = counted || often && p.wordAt(i+1+boolInt(p.words[i].lower != "twice")) != "a"
	}
	next, so := p.wordAt(f.end), p.words[0].lower == "so"
	switch {
	case g.Tense == verb.PresentContinuous:
		if counted && len(f.aux) == 1 && f.not < 0 && (a.happensUntilNow(g) || g.Verb == "crash") {
			return told
		}
	case g.Tense != verb.PresentSimple || f.finiteWord() < f.subject.end || len(f.aux) == 0 && a.eitherTense(f):
	case g.Verb == "have":
		if f.not >= 0 && len(f.aux) == 1 && !so && next == "any" && troubles[p.wordAt(f.end+1)] {
			return told
		}
	case !a.happensUntilNow(g) && !undone[g.Verb]:
	case f.not >= 0:
		if !so || next == "any" || next == "a" && (p.wordAt(f.end+1) == "single" || g.Verb == "find" || g.Verb == "receive") {
			return told
		}
	case counted, p.deniedSubject(f.subject), !so && len(f.aux) == 0 && (p.isNumber(next) && next != "." || next == "all" || f.start < f.main && p.words[f.start].lower == "never" || p.words[f.main-1].lower == "never"):
		return told
	}
	return ""
}

// untilNow returns the word after "so far", also "so far this year", or "until now", where it opens the sentence; else 0.
func (p *parser) untilNow() int {
	switch {
	case p.matches(0, []string{"so", "far"}):
		switch {
		case p.wordAt(2) == "this" && p.isUnfinished(2):
			return 4
		case p.wordAt(2) == "today":
			return 3
		}
		return 2
	case p.matches(0, []string{"until", "now"}), p.matches(0, []string{"till", "now"}):
		return 2
	case p.matches(0, []string{"up", "to", "now"}), p.matches(0, []string{"up", "until", "now"}), p.matches(0, []string{"up", "till", "now"}):
		return 3
	}
	return 0
}

// troubles are what somebody has had, or has not had, in a time until now.
var troubles = setOf("problem problems trouble accident accidents complaint complaints issue issues news answer answers reply luck visitors")

// deniedSubject reports whether a subject says that it was done by none.
func (p *parser) deniedSubject(n *nominal) bool {
	switch w := p.words[n.start].lower; w {
	case "nobody", "none", "nothing":
		return true
	case "no":
		return n.end == n.start+2 && p.words[n.start+1].lower == "one"
	}
	return false
}

// spanUntilNow returns the words of a time that began some units ago and reaches until now, if they stand at word i: over the last ten years, in the
// past few months. The last days of something, or the last week of June, are another time.
func (p *parser) spanUntilNow(i int) (from, to int) {
	switch p.wordAt(i) {
	case "in", "over", "during":
	default:
		return 0, 0
	}
	last := p.wordAt(i + 2)
	if p.wordAt(i+1) != "the" || last != "last" && last != "past" {
		return 0, 0
	}
	k := i + 3
	switch w := p.wordAt(k); {
	case w == "couple" && p.wordAt(k+1) == "of":
		k += 2
	case p.isNumber(w) && w != "one", w == "few", w == "several":
		k++
	case w == "decade":
		return i, k + 1
	default:
		return 0, 0
	}
	switch p.wordAt(k) {
	case "days", "weeks", "months", "years", "decades", "centuries":
	default:
		return 0, 0
	}
	if p.wordAt(k+1) == "before" {
		return 0, 0
	}
	return i, k + 1
}

// completedAtOnce are verbs of what is complete at once, or not yet.
var completedAtOnce = setOf("answer reply arrive finish decide complete")

// happensUntilNow reports whether the verb of g tells what happens, once or more and more, and not what something is for or shows.
func (a *Analysis) happensUntilNow(g *Group) bool {
	switch g.Verb {
	case "work", "run", "do", "go", "say", "tell", "come", "look", "feel", "think", "draw", "talk", "cover", "show":
		return false // so far it works, the figures tell us
	}
	return a.happensOften(g) || changes[g.Verb]
}

// changes are verbs of what becomes more, less or other than it was.
var changes = setOf("change improve grow rise fall drop increase decrease become get gain lose build move complain rain snow sell buy learn make score open close visit win")

// undone are verbs of what has not happened yet where it is denied: until now no train leaves.
var undone = setOf("complain notice object solve forget reply react protest apologize apologise volunteer")
