package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// What was not possible at a time that is over is told with could: last night I couldn't sleep. Learners write can.

// judgeCould judges can beside a past that leaves no other reading: last night I can't sleep, the box was so heavy that she can't lift it.
func (a *Analysis) judgeCould(g *Group) Judgment {
	p, f := a.parser, g.found
	if len(f.aux) != 1 || f.governor != byModal || f.fault != noFault || f.inverted || f.shared || f.subject == nil || f.kind == relClause || !has(f.readings, verb.Base) || a.saysPresentTime() {
		return Judgment{}
	}
	if first := p.words[f.aux[0]].lower; first != "can" && first != "ca" || f.not >= 0 && p.words[f.not].joined && p.words[f.not].lower == "not" {
		return Judgment{}
	}
	told := a.couldThen(g)
	if told == "" {
		told = a.couldResult(g)
	}
	if told == "" {
		told = a.couldWhen(g)
	}
	if told == "" {
		return Judgment{}
	}
	f.fault = modalWished
	return Judgment{Wrong, TenseAdverb, Call{Tool: Lookup, Verb: g.Verb}, told}
}

// couldThen returns the past time that opens the sentence right before g, which says what was not possible then. What somebody cannot remember or
// believe now may open it too.
func (a *Analysis) couldThen(g *Group) string {
	p, f := a.parser, g.found
	if f.not < 0 || f.kind != mainClause || p.lex.is(g.Verb, "clausal", "asks-when") && g.Verb != "find" || recalls[g.Verb] || g.Verb == "change" || g.Verb == "undo" || g.Verb == "repeat" {
		return ""
	}
	for _, m := range p.times {
		if m.tense == verb.PastSimple && m.from == 0 && p.words[0].lower != "since" && p.words[0].lower != "in" && p.words[f.subject.head].lower != "you" && (f.subject.start == m.to || f.subject.start == m.to+1 && p.words[m.to].text == ",") {
			return a.text(m.from, m.to)
		}
	}
	return ""
}

// couldResult returns the words of a past that what was not possible is the result of, where that past cannot go on: the music was so loud
// that we can't hear each other.
func (a *Analysis) couldResult(g *Group) string {
	p, f := a.parser, g.found
	i := f.subject.start - 1
	if i < 4 || p.words[i].lower != "that" || f.not < 0 && p.words[f.subject.head].lower != "nobody" || p.words[f.subject.head].lower == "you" {
		return ""
	}
	before := a.verbBefore(i)
	if before == nil || !before.found.finite || !a.isPast(before) || before.found.kind != mainClause || before.found.subject == nil || p.words[i-2].lower != "so" {
		return ""
	}
	was := before.Verb == "be" && before.found.end == i-2 && !p.acts(before.found.subject) && passing[p.words[i-1].lower]
	ran := (p.words[i-1].lower == "fast" || p.words[i-1].lower == "quickly") && p.lex.is(before.Verb, "act", "moves") && g.Verb == "catch"
	if !was && !ran || was && !sensed[g.Verb] || g.Verb == "hear" && f.end < len(p.words) && p.adverb(f.end) > 0 {
		return ""
	}
	return a.told(before)
}

// couldWhen returns the clause with "when" that opens the sentence and says where somebody lived, or what he was, then, right before what the same person
// could do: when I lived by the sea, I can swim every day.
func (a *Analysis) couldWhen(g *Group) string {
	p, f := a.parser, g.found
	if f.kind != mainClause || p.words[0].lower != "when" || f.subject.kind != pronoun || p.words[f.subject.head].lower == "you" || a.hasPresent(f) && !a.isHabit(f) {
		return ""
	}
	first := a.verbBefore(f.subject.start)
	if first == nil || a.conjunctionBefore(first.found) != 0 || !a.isPast(first) || a.next(first) != g || first.found.subject.kind != pronoun || p.words[first.found.subject.head].lower != p.words[f.subject.head].lower {
		return ""
	}
	if p.lex.is(g.Verb, "clausal") && g.Verb != "see" || g.Verb == "see" && f.end < len(p.words) && (p.words[f.end].punct || p.lex.is(p.words[f.end].lower, "subordinator", "question", "relative")) || recalls[g.Verb] {
		return "" // when I was ten, I can tell you, we had no car
	}
	state := first.Verb == "live" || first.Verb == "be" && first.found.main == first.found.finiteWord() && (a.isYoung(first.found) || p.wordAt(first.found.end) == "pregnant")
	if !state {
		return ""
	}
	return a.text(0, first.found.end)
}

// Passing are what a thing is for a while, and sensed what somebody does with it then.
var (
	passing = setOf("heavy loud noisy hot cold dark boring crowded high spicy thick salty")
	sensed  = setOf("hear sleep lift stay carry reach breathe")
)

// saysPresentTime reports whether words of the sentence say that something is so now: any more, now, this week.
func (a *Analysis) saysPresentTime() bool {
	p := a.parser
	for i, w := range p.words {
		switch w.lower {
		case "now", "today", "still", "anymore", "yet", "tomorrow", "tonight", "nowadays":
			return true
		case "any":
			if i+1 < len(p.words) && p.words[i+1].lower == "more" {
				return true
			}
		case "this":
			if i+1 < len(p.words) && timeNouns()[p.words[i+1].lower] {
				return true
			}
		}
	}
	return false
}

// cannotAfterSo reports whether can't follows a past with "so" and "that", or goes on a past after which the same person did more, so that it may have been
// so then or be so now.
func (a *Analysis) cannotAfterSo(g *Group) bool {
	p, f := a.parser, g.found
	i := f.subject.start - 1
	if len(f.aux) != 1 || f.governor != byModal || f.not < 0 || f.inverted || i < 2 || a.hasPresent(f) || a.saysPresentTime() || p.words[f.subject.head].lower == "you" {
		return false
	}
	if first := p.words[f.aux[0]].lower; first != "can" && first != "ca" {
		return false
	}
	before := a.verbBefore(i)
	if before == nil || !before.found.finite || !a.isPast(before) {
		return false
	}
	switch p.words[i].lower {
	case "that":
		return slices.ContainsFunc(p.words[before.found.start:i], func(w word) bool { return w.lower == "so" })
	case "so":
		return a.doesMore(g)
	}
	return false
}

// doesMore reports whether the next clause tells in the past of the same person as g, a pronoun: we don't leave a tip and we never went back.
func (a *Analysis) doesMore(g *Group) bool {
	f := g.found
	next := a.verbAfter(f)
	return next != nil && a.isPast(next) && next.found.kind == mainClause && next.found.subject != nil && f.subject.kind == pronoun &&
		a.parser.words[next.found.subject.head].lower == a.parser.words[f.subject.head].lower
}

// perfectCarried returns the past time that opens the sentence, where g goes on in the perfect a clause that is in the past, or is mended into it: last
// weekend we have gone to the mountains and it has rained; yesterday I cooked and then I have called her.
func (a *Analysis) perfectCarried(g *Group) string {
	p, f := a.parser, g.found
	if f.kind != mainClause || f.inverted || f.not >= 0 || len(f.aux) != 1 || p.perfectAdverb(f) || a.hasPresent(f) || a.isState(f) || g.Verb == "be" || g.Verb == "have" {
		return ""
	}
	if slices.ContainsFunc(p.words, func(w word) bool { return w.lower == "since" || w.lower == "now" }) {
		return ""
	}
	i := f.subject.start - 1
	if f.shared {
		i = f.start - 1
	}
	then := i > 0 && p.words[i].lower == "then"
	if then {
		i--
	}
	if i < 1 || p.words[i].lower != "and" {
		return ""
	}
	before := a.verbBefore(i)
	if before == nil || before.found.kind != mainClause {
		return ""
	}
	mended := before.Tense == verb.PresentPerfect && before.Judgment.Verdict == Wrong && before.Judgment.Call.Tense == verb.PastSimple
	for _, m := range p.times {
		if m.from != 0 || m.tense != verb.PastSimple {
			continue
		}
		if mended && !f.shared && a.text(m.from, m.to) == before.Judgment.Moment || then && before.Tense == verb.PastSimple && a.isPast(before) && a.momentOf(before.found, p.times) == m {
			return a.text(m.from, m.to)
		}
	}
	return ""
}
