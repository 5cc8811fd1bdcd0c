package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A clause with since and a past says when something began, or gives a reason: I haven't seen her since she got married, we didn't buy it since
// it cost too much. Here stand the pairs of clauses of which only the first reading makes sense.

// sinceTurn returns the clause with since right after the words of g, where g says that somebody was not seen, or that a part of the body hurts,
// and the clause tells what changed then: I didn't see her since she got married, my knee hurts since I fell.
func (a *Analysis) sinceTurn(g *Group) string {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple && g.Tense != verb.PastSimple && g.Tense != verb.PresentContinuous || f.kind != mainClause || f.inverted || f.fault != noFault || f.subject == nil || a.hasPresent(f) && !g.Negative {
		return ""
	}
	then, i := a.sinceAfter(g)
	if then == nil || then.Tense != verb.PastSimple || a.saysPresentTime() || a.ranks() {
		return ""
	}
	told := a.text(i, a.spanEnd(i))
	gap := p.words[f.end:i]
	switch {
	case a.stoppedSince(g, then):
		return told
	case g.Tense == verb.PresentContinuous:
		if p.isWeather(f) && (p.lex.is(then.Verb, "beginning", "event", "moves") || a.turns(then)) {
			return told
		}
	case g.Negative && g.Verb == "see" && len(gap) > 0 && a.isMet(f.end, i), g.Negative && g.Verb == "hear" && len(gap) > 1 && gap[0].lower == "from" && a.isMet(f.end+1, i):
		if p.acts(f.subject) && a.turns(then) {
			return told
		}
	case g.Tense == verb.PresentSimple && !g.Negative && (g.Verb == "hurt" || g.Verb == "ache") && len(gap) == 0:
		if f.subject.kind == nounPhrase && p.words[then.found.subject.head].lower != "you" && bodyParts[strings.TrimSuffix(p.words[f.subject.head].lower, "s")] && injuries[then.Verb] {
			return told
		}
	}
	return ""
}

var (
	bodyParts = setOf("knee back shoulder leg arm foot feet hand finger ankle neck head wrist elbow hip toe tooth teeth stomach")
	injuries  = setOf("fall crash twist break hit injure bang lift slip hurt")
)

// isMet reports whether words i to end are one person: Carmen, my cousin, him.
func (a *Analysis) isMet(i, end int) bool {
	p := a.parser
	for _, n := range p.nominals(i) {
		if n.end == end && (n.kind == nounPhrase && p.isPerson(p.words[n.head])) {
			return true
		}
	}
	return i+1 == end && (p.words[i].named() || p.lex.is(p.words[i].lower, "object", "either"))
}

// sinceAfter returns the group of the clause with since after g, with no mark before it, and the place of since.
func (a *Analysis) sinceAfter(g *Group) (*Group, int) {
	p, f := a.parser, g.found
	then := a.verbAfter(f)
	if then == nil || !then.found.finite || then.found.subject == nil {
		return nil, 0
	}
	i := then.found.subject.start - 1
	if i < f.end || p.words[i].lower != "since" || p.marked(f.end, i, ",;:") || a.verbBefore(i) != g && a.verbBefore(i).found.main != f.main {
		return nil, 0
	}
	return then, i
}

// turns reports whether g tells of a turn in somebody's life: she got married, moved to Berlin, started her new job.
func (a *Analysis) turns(g *Group) bool {
	p, f := a.parser, g.found
	next, after := "", ""
	if f.end < len(p.words) {
		next = p.words[f.end].lower
	}
	if f.end+1 < len(p.words) {
		after = p.words[f.end+1].lower
	}
	switch g.Verb {
	case "marry", "retire", "graduate", "emigrate":
		return true
	case "get":
		return next == "married" || next == "divorced" || next == "engaged"
	case "move":
		return next == "away" || next == "abroad" || next == "here" || next == "to" && f.end+1 < len(p.words) && (p.words[f.end+1].named() || after == "another")
	case "start", "begin", "leave", "finish", "change", "quit", "lose":
		for i := f.end; i+1 < min(f.end+4, len(p.words)); i++ {
			if w := p.words[i].lower; schooling[w] && p.words[i+1].punct { // left work early
				return w != "work" || g.Verb == "start" || g.Verb == "begin"
			}
		}
	case "have":
		return (after == "baby" || next == "twins") && p.phraseEnds(f.end+1+boolInt(after == "baby"))
	case "be":
		return next == "born"
	case "break", "split":
		return next == "up"
	}
	return false
}

var schooling = setOf("school university college job jobs work studies")

// countedSince returns the clause with since and a past that opens the sentence, where g lacks its ending and tells how often something happened from then
// on, or that none did it: since she left, she call me only once.
func (a *Analysis) countedSince(g *Group) string {
	p, f := a.parser, g.found
	if p.words[0].lower != "since" || g.Tense != verb.PresentSimple || len(f.aux) > 0 || f.kind != mainClause || f.inverted || f.subject == nil || a.agrees(f) || a.isState(f) || g.Verb == "have" || !has(f.readings, verb.Base) {
		return ""
	}
	first := a.verbBefore(f.subject.start)
	if first == nil || first.found.subject == nil || first.found.subject.start != 1 || !a.isPast(first) || a.next(first) != g {
		return ""
	}
	counted := p.deniedSubject(f.subject) && !a.isHabit(f)
	for i := f.end; i < len(p.words) && i < f.end+5 && !p.words[i].punct; i++ {
		switch w := p.words[i].lower; {
		case w == "once" || w == "twice" || w == "times":
			counted = p.wordAt(i+1) != "a" && p.wordAt(i+1) != "every"
		case i == f.end && p.isNumber(w) && (g.Verb == "lose" || g.Verb == "gain"):
			counted = p.wordAt(i+2) != "a" && p.wordAt(i+2) != "every"
		}
	}
	if !counted {
		return ""
	}
	return a.text(0, first.found.end)
}

// sinceHappened reports whether g stands in the present, or denies something in the past, before a clause with since that tells what happened: the lift doesn't
// work since the storm damaged it. It may give a reason.
func (a *Analysis) sinceHappened(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple && g.Tense != verb.PastSimple || f.kind != mainClause || f.inverted || f.subject == nil || a.saysPresentTime() || a.ranks() || p.lex.is(g.Verb, "stative") {
		return false
	}
	then, _ := a.sinceAfter(g)
	if then == nil || then.Tense != verb.PastSimple || then.found.not >= 0 || p.words[f.subject.head].lower == "it" {
		return false
	}
	unwell := g.Verb == "be" && f.end < len(p.words) && (p.words[f.end].lower == "ill" || p.words[f.end].lower == "sick")
	changed := g.Tense == verb.PastSimple && g.Verb == "change" && then.Verb == "be" && a.isYoung(then.found)
	switch {
	case changed:
		return true
	case g.Tense == verb.PastSimple:
		return g.Negative && a.turns(then)
	case g.Negative, unwell, g.Verb == "hurt", g.Verb == "ache":
		return a.turns(then) || a.suffers(then) || p.lex.is(then.Verb, "event", "beginning", "moves", "event-before") || then.Verb == "damage" || then.Verb == "argue"
	}
	return false
}
