package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

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
	case strong, weak && broken, broken && a.datedIn(f):
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

// datedIn reports whether a time that is over stands in the clause of f: last month, yesterday.
func (a *Analysis) datedIn(f *found) bool {
	return slices.ContainsFunc(a.parser.times, func(m moment) bool {
		return m.tense == verb.PastSimple && a.clauseAt(m.from) == f.clause && !a.belongsElsewhere(f, m)
	})
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
