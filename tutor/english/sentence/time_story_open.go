package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// Words that open a story, and a past after them, set the first verb in the past too: suddenly the lights go out and my sister screamed, one day my
// grandfather find a coin and he gave it to me.

// opensStory returns the words of the past that goes on after g, which stands in the present and opens a story.
func (a *Analysis) opensStory(g *Group) string {
	p, f := a.parser, g.found
	if f.kind != mainClause || f.inverted || f.order || len(f.aux) > 0 || a.isState(f) || g.Verb == "be" || g.Verb == "have" || a.eitherTense(f) || a.scheduled(f) || a.tellsPlot() || p.words[f.subject.head].lower == "you" {
		return ""
	}
	next := a.goesOnAfter(g)
	if next == nil {
		return ""
	}
	broken := has(f.readings, verb.Base) && !a.agrees(f)
	switch strong, weak := p.storyOpener(f.subject.start); {
	case !p.lex.is(g.Verb, "event", "event-before", "moves"):
	case strong, weak && broken, broken && a.isThen(f):
		return a.told(next)
	}
	return ""
}

// goesOnAfter returns the past of the main clause that "and", "but" or "so" joins to that of g; nil where there is none, or another verb that is finite
// stands before it.
func (a *Analysis) goesOnAfter(g *Group) *Group {
	p, f := a.parser, g.found
	next := a.next(g)
	if next == nil || next.found.kind != mainClause || next.found.inverted || next.found.subject == nil || !a.isPast(next) {
		return nil
	}
	i := next.found.subject.start - 1
	if next.found.shared {
		i = next.found.start - 1
	}
	for i > f.end && (p.adverb(i) == 1 && p.words[i].lower != "so" || p.words[i].lower == "then") {
		i--
	}
	if i < f.end || !next.found.shared && next.found.subject.start < f.end {
		return nil
	}
	switch p.words[i].lower {
	case "and", "but", "so":
		return next
	}
	return nil
}

// storyOpener reports whether the words before the subject at word i open a story, and whether they may open what is so at any time as well.
func (p *parser) storyOpener(i int) (strong, weak bool) {
	if i > 0 && p.words[i-1].text == "," {
		i--
	}
	if i == 0 {
		return false, false
	}
	first, second := p.words[0].lower, p.wordAt(1)
	switch {
	case first == "suddenly" && i == 1, first == "one" && i == 2 && (second == "day" || second == "night" || second == "morning"),
		first == "the" && second == "next" && i == 3 && timeNouns()[p.wordAt(2)], first == "that" && i == 2 && timeNouns()[second]:
		return true, true
	case (first == "finally" || first == "then" || first == "afterwards") && i == 1, first == "after" && second == "that" && i == 2,
		first == "at" && second == "the" && p.wordAt(2) == "end", first == "in" && second == "the" && p.wordAt(2) == "end" && i == 3,
		first == "the" && timeNouns()[second] && (p.wordAt(2) == "before" || p.wordAt(2) == "after"):
		return false, true
	}
	return false, false
}

// laterThan returns the words "three months later" that open the next clause, in the past, where g tells in the present what happened before: I meet my
// husband in a queue and three months later we were married.
func (a *Analysis) laterThan(g *Group) string {
	p, f := a.parser, g.found
	next := a.next(g)
	if f.kind != mainClause || f.inverted || f.order || len(f.aux) > 0 || f.subject.kind != pronoun || p.words[f.subject.head].lower == "you" || a.isState(f) || a.eitherTense(f) || a.hasPresent(f) || a.tellsPlot() || !p.lex.is(g.Verb, "event", "event-before", "moves") {
		return ""
	}
	if next == nil || next.found.kind != mainClause || next.found.shared || next.found.subject == nil || !a.isPast(next) {
		return ""
	}
	i := next.found.subject.start - 1
	if i > 0 && p.words[i].text == "," {
		i--
	}
	if i-3 < f.end || p.words[i].lower != "later" || !timeNouns()[p.words[i-1].lower] || !p.isNumber(p.words[i-2].lower) && p.words[i-2].lower != "a" || p.words[i-3].lower != "and" && p.words[i-3].text != "," {
		return ""
	}
	return a.text(i-2, i+1)
}

// obligedThen returns the past time that a clause was mended for, which the duty of g goes on: yesterday a man fall out of bed and I have to call the doctor.
func (a *Analysis) obligedThen(g *Group) string {
	p, f := a.parser, g.found
	if g.Verb != "have" || len(f.aux) > 1 || f.kind != mainClause && f.kind != subClause || f.inverted || f.shared || p.wordAt(f.end) != "to" || f.subject.start < 2 || a.saysPresentTime() || a.hasPresent(f) {
		return ""
	}
	if w := p.words[f.subject.start-1].lower; w != "and" && w != "so" {
		return ""
	}
	before := a.verbBefore(f.subject.start)
	if before == nil || before.Tense != verb.PresentSimple || before.Judgment.Verdict != Wrong || before.Judgment.Call.Tense != verb.PastSimple || before.Judgment.Moment == "" || !before.found.finite {
		return ""
	}
	return before.Judgment.Moment
}

// fairyTale returns the words "once upon a time" where g tells in the present of somebody who was then: once upon a time there was a king who has three daughters.
func (a *Analysis) fairyTale(g *Group) string {
	p := a.parser
	if !p.matches(0, []string{"once", "upon", "a", "time"}) || !a.whoWas(g) {
		return ""
	}
	return a.text(0, 4)
}

// whoWas reports whether g says in the present, with who, that or which, something of what there was, or lived, at a time of a story, and nothing says that it is so to this day.
func (a *Analysis) whoWas(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple || f.kind != relClause || f.subject == nil || a.hasPresent(f) || a.saysPresentTime() || a.eitherTense(f) || f.fault != noFault {
		return false
	}
	first := &a.Groups[0]
	return a.verbBefore(f.main) == first && first.found.finite && a.isPast(first) && (first.Verb == "be" || first.Verb == "live") && first.found.subject != nil &&
		(first.found.subject.kind == existential || p.wordAt(first.found.start-1) == "there")
}

// mayHaveBeen reports whether g may fall out of a story that opens with what there was once, or a long time ago.
func (a *Analysis) mayHaveBeen(g *Group) bool {
	p := a.parser
	once := p.words[0].lower == "once" || p.matches(0, []string{"there", "was", "once"}) || p.matches(0, []string{"there", "were", "once"}) || p.matches(0, []string{"a", "long", "time", "ago"}) || p.matches(0, []string{"long", "ago"})
	return once && g.found.kind == relClause && a.whoWas(g)
}

// afterHad returns the clause with after and a past perfect that opens the sentence, where g tells in the present what happened next: after we had eaten, my
// grandfather tells us a story.
func (a *Analysis) afterHad(g *Group) string {
	p, f := a.parser, g.found
	first := &a.Groups[0]
	if p.words[0].lower != "after" || len(f.aux) > 0 || f.subject == nil || !p.lex.is(g.Verb, "event", "event-before", "moves") || g.Verb == "speak" || g.Verb == "work" || !p.acts(f.subject) || p.words[f.subject.head].lower == "you" || a.eitherTense(f) || a.scheduled(f) || a.tellsPlot() && g.Verb != "tell" || a.saysPresentTime() {
		return ""
	}
	if o := first.found; o.subject == nil || o.subject.start != 1 || !p.pastPerfect(o) || a.next(first) != g || p.wordAt(f.subject.start-1) != "," {
		return ""
	}
	return a.text(0, first.found.end)
}

// betweenPasts returns the past before g that the parse took for a description of the subject, where g is in the present and a past of the same subject goes on: the man
// stopped the car, gets out and asked us the way. A participle that describes has no object.
func (a *Analysis) betweenPasts(g *Group) string {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple || f.kind != mainClause || f.shared || f.inverted || f.not >= 0 || len(f.aux) > 0 || f.subject == nil || !p.acts(f.subject) || !p.lex.is(g.Verb, "event", "event-before", "moves") || p.lex.is(g.Verb, "habit") || a.hasPresent(f) || a.scheduled(f) {
		return ""
	}
	i := f.subject.end
	if i+2 >= f.start || p.words[f.start-1].text != "," || !p.objectAt(i+1) || a.groupAt(i) != nil || !has(p.words[i].readings, verb.Past) || has(p.words[i].readings, verb.Base) {
		return ""
	}
	if p.marked(i, f.start-1, ",;:") || p.lex.is(p.words[i].readings[0].Base, "two-objects") {
		return "" // the man given the prize, told the truth
	}
	next := a.next(g)
	if next == nil || !next.found.shared || next.found.subject != f.subject || !a.isPast(next) || next.found.start-f.end > 7 || p.words[next.found.start-1].lower != "and" {
		return ""
	}
	return a.text(i, i+1)
}
