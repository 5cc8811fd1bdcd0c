package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// Signs that a clause with when says at which time something was, or will be.

// perfectWhen returns the words of the clause with when that says when the event of the perfect g was: I have met her when I was ten.
func (a *Analysis) perfectWhen(g *Group) string {
	f, p := g.found, a.parser
	if f.kind != mainClause || f.inverted || len(f.aux) != 1 || f.not >= 0 || p.perfectAdverb(f) || a.hasPresent(f) || a.asksWhen(g) || p.lex.is(g.Verb, "clausal") {
		return ""
	}
	then := a.verbAfter(f)
	if then == nil || !then.found.finite || !a.isPast(then) {
		return ""
	}
	i := a.whenBefore(then.found)
	if i < f.end || p.words[i].lower != "when" || p.words[i-1].punct || i > f.end+9 || a.verbBefore(i) != g {
		return ""
	}
	young := then.Verb == "be" && then.found.main == then.found.finiteWord() && a.isYoung(then.found)
	if !young && (p.timesCounted() || !p.lex.is(g.Verb, "event", "event-before", "done-once")) {
		return "" // she has broken it three times when she was a child, he has left twice when I was talking
	}
	return a.text(i, then.found.end)
}

// whenBefore returns the word that opens the clause of time of f, also where it is "when" right after a count: three times when I was a child.
func (a *Analysis) whenBefore(f *found) int {
	p := a.parser
	if i := a.conjunctionBefore(f); i >= 0 || f.subject == nil || f.subject.start < 2 {
		return i
	}
	if i := f.subject.start - 1; p.words[i].lower == "when" && (p.words[i-1].lower == "times" && p.timesCounted() || p.words[i-1].lower == "once") {
		return i
	}
	return -1
}

// countedWhen reports whether the perfect g counts what a clause with when says was at a time that is over: I have seen it three times when I was on
// holiday. What happens to somebody whenever he is drunk may be counted until now.
func (a *Analysis) countedWhen(g *Group) bool {
	f, p := g.found, a.parser
	if g.Tense != verb.PresentPerfect || f.kind != mainClause || f.inverted || len(f.aux) != 1 || f.not >= 0 || p.perfectAdverb(f) || a.saysPresentTime() || p.lex.is(g.Verb, "clausal") && g.Verb != "see" {
		return false
	}
	then := a.next(g)
	if then == nil || !a.isPast(then) || then.found.main != then.found.finiteWord() {
		return false
	}
	i := a.whenBefore(then.found)
	if i < f.end || p.words[i].lower != "when" {
		return false
	}
	switch p.words[i-1].lower {
	case "times", "once", "twice":
	default:
		return false
	}
	next := p.wordAt(then.found.end)
	return then.Verb == "live" || then.Verb == "be" && (next == "on" || next == "in" || next == "at" || a.isYoung(then.found))
}

// perfectBesideWhen reports whether a clause with when right after the perfect g says at which time in the past that was, so that a perfect seldom fits: I have
// known him when I was at school; the man who has come when I was out.
func (a *Analysis) perfectBesideWhen(g *Group) bool {
	f, p := g.found, a.parser
	if g.Tense != verb.PresentPerfect || f.inverted || len(f.aux) != 1 || f.not >= 0 || f.base == "be" || p.perfectAdverb(f) || a.hasPresent(f) || p.timesCounted() {
		return false
	}
	then := a.verbAfter(f)
	if then == nil || !then.found.finite || !a.isPast(then) || f.kind == mainClause && (a.asksWhen(g) && g.Verb != "know" || p.lex.is(g.Verb, "see", "hear")) {
		return false
	}
	i := a.conjunctionBefore(then.found)
	return i >= f.end && i < f.end+9 && p.words[i].lower == "when" && !p.words[i-1].punct && (i == f.end || a.verbBefore(i) == g) && !(i == f.end && p.lex.is(g.Verb, "clausal"))
}

// perfectAsChild returns the words "as a child" and the like at the start, which say that the event of the perfect g is over: as a child I have
// lived in Burgos.
func (a *Analysis) perfectAsChild(g *Group) string {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentPerfect || f.kind != mainClause || f.inverted || f.subject == nil || !p.matches(0, []string{"as", "a"}) || p.perfectAdverb(f) {
		return ""
	}
	switch p.wordAt(2) {
	case "child", "boy", "girl", "kid", "teenager", "baby":
	default:
		return ""
	}
	if f.subject.start != 3 && (p.words[3].text != "," || f.subject.start != 4) {
		return ""
	}
	return a.text(0, 3)
}

// perfectAsked returns the "when" that opens a question about the one event of the perfect g: when have you bought it?
func (a *Analysis) perfectAsked(g *Group) string {
	f, p := g.found, a.parser
	if !p.question || p.words[0].lower != "when" || !f.inverted || f.aux[0] != 1 || len(f.aux) != 1 || f.not >= 0 || rhetorical[g.Verb] || p.words[f.subject.head].lower == "i" || p.words[f.subject.head].lower == "that" || p.perfectAdverb(f) || !a.agrees(f) {
		return ""
	}
	return a.text(0, 1)
}

// rhetorical are verbs with which "when have you" asks for more than one time, or for no time at all: when have you known him to be late, when
// have you got time?
var rhetorical = setOf("be get know")

// plannedIn returns the group on which the infinitive of g hangs, if that looks ahead: want to travel; else g.
func (a *Analysis) plannedIn(g *Group) *Group {
	if f := g.found; !f.finite && f.to > 0 {
		if before := a.verbBefore(f.to); before != nil && before.found.finite && (planned[before.Verb] || before.Verb == "go" && before.Tense == verb.PresentContinuous) && before.found.end == f.to {
			return before
		}
	}
	return g
}

// planned are verbs of which the present looks ahead.
var planned = setOf("want hope plan intend")
