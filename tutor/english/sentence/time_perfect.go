package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The perfect is asked for by "this is the first time", and by "yet" with a verb of what is done once. Here stand the
// presents that leave no other reading.

// tenseByCount returns the present perfect, and the words that ask for it: this is the first time I eat sushi, I don't
// finish it yet.
func (a *Analysis) tenseByCount(g *Group) (verb.Tense, string) {
	p, f := a.parser, g.found
	switch {
	case f.fault != noFault || f.inverted || f.subject.kind == existential:
		return "", ""
	case g.Tense == verb.PresentSimple || g.Tense == verb.PresentContinuous:
		if from, to := a.firstTimeBefore(g); to > 0 {
			return verb.PresentPerfect, a.text(from, to)
		}
	}
	if told := a.notLately(g); told != "" {
		return verb.PresentPerfect, told
	}
	if told := a.countsSoFar(g); told != "" {
		return verb.PresentPerfect, told
	}
	if g.Tense == verb.PresentSimple && g.Negative && (p.lex.is(g.Verb, "done-once") || g.Verb == "come" || g.Verb == "arrive") && len(f.aux) == 1 {
		for i := f.end; i < len(p.words) && i < f.end+6 && !p.words[i].punct; i++ {
			if p.words[i].lower == "yet" && (i == f.end || g.Verb != "come" && g.Verb != "arrive") && p.phraseEnds(i+1) && a.governs(f, i) {
				return verb.PresentPerfect, p.words[i].text
			}
		}
	}
	return "", ""
}

// notLately returns "lately" where g denies with did what has not been so from some time ago until now: I didn't sleep well lately. Beside another past, or in what
// somebody said, it may be right.
func (a *Analysis) notLately(g *Group) string {
	p, f := a.parser, g.found
	if g.Tense != verb.PastSimple || !g.Negative || f.governor != byDo || f.kind != mainClause || f.shared || !p.statesLately(f) {
		return ""
	}
	if slices.ContainsFunc(a.Groups, func(o Group) bool {
		return o.found != f && o.found.finite && o.Tense != verb.PresentSimple && o.Tense != verb.PresentContinuous
	}) || slices.ContainsFunc(p.times, func(m moment) bool { return m.tense == verb.PastSimple }) {
		return ""
	}
	for i, w := range p.words {
		if w.lower == "lately" && a.governs(f, i) && (i == 0 || i >= f.end && (p.phraseEnds(i+1) || p.wordAt(i+1) == "because")) {
			return w.text
		}
	}
	return ""
}

// statesLately reports whether f, denied with did, is no verb of what somebody noticed or said: I didn't know he was ill lately.
func (p *parser) statesLately(f *found) bool {
	return p.words[f.aux[0]].lower == "did" && (!p.lex.is(f.base, "clausal", "asks-when") || p.phraseEnds(f.end+1) || f.base == "see" || f.base == "feel" || f.base == "hear")
}

// firstTimeBefore returns where "the first time" stands right before the subject of g, if "this is" or "it's" says so of now.
func (a *Analysis) firstTimeBefore(g *Group) (from, to int) {
	p, f := a.parser, g.found
	i := f.subject.start - 1
	if i > 0 && p.words[i].lower == "that" {
		i--
	}
	if i < 3 || f.shared || p.words[i].lower != "time" || p.words[i-2].lower != "the" || f.subject.kind == wh {
		return 0, 0
	}
	switch p.words[i-1].lower {
	case "first", "second", "third", "fourth", "fifth":
	default:
		return 0, 0
	}
	is := p.words[i-3].lower
	if is == "n't" || is == "not" || p.adverb(i-3) == 1 {
		is = p.words[max(0, i-4)].lower
	}
	said := a.verbBefore(i)
	if said == nil || said.Verb != "be" || !said.found.finite || said.found.subject == nil || said.found.main < i-4 {
		return 0, 0
	}
	switch {
	case said.found.inverted: // is this the first time you come here?
		return i - 2, i + 1
	case is == "is" || is == "'s":
		switch p.words[said.found.subject.head].lower {
		case "this", "it", "that":
			return i - 2, i + 1
		}
	}
	return 0, 0
}

// countsSoFar returns "so far" where it follows a count of what g tells, and the sentence or a time that is not over follows it: she comes twice so
// far this week.
func (a *Analysis) countsSoFar(g *Group) string {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple || len(f.aux) > 0 || !p.acts(f.subject) || f.kind == relClause || !a.happensOften(g) {
		return ""
	}
	counted := false
	for i := f.end; i+1 < len(p.words) && i < f.end+6 && !p.words[i].punct; i++ {
		w := p.words[i].lower
		if counted && w == "a" {
			return "" // twice a week
		}
		counted = counted || w == "twice" || w == "once" || p.isNumber(w) && w != "one"
		if counted && w == "so" && p.words[i+1].lower == "far" && i+2 < len(p.words) && p.isUnfinished(i+2) {
			return a.text(i, i+2)
		}
	}
	return ""
}

// isUnfinished reports whether a time that is not over stands at word i and ends a phrase: today, this week.
func (p *parser) isUnfinished(i int) bool {
	return p.words[i].lower == "today" || i+1 < len(p.words) && p.words[i].lower == "this" && (timeNouns()[p.words[i+1].lower] || p.words[i+1].lower == "season") && p.phraseEnds(i+2)
}

// happensOften reports whether the verb of g tells of something that happens, so that it can be counted.
func (a *Analysis) happensOften(g *Group) bool {
	return !a.isState(g.found) && a.parser.lex.is(g.Verb, "event", "event-before", "act", "moves", "done-once") || g.Verb == "read" || g.Verb == "write" || g.Verb == "play"
}
