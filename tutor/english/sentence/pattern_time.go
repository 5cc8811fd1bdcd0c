package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Tenses that stand beside a time they seldom go with. Here stand those that have a right reading too often to be mended, or whose
// right tense is none of the five.

// isHabitInProgress reports whether g tells in the present continuous what happens usually: usually he is getting up at seven.
func (a *Analysis) isHabitInProgress(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentContinuous || f.inverted && f.fronted || slices.ContainsFunc(p.wordsNear(f), func(w word) bool { return w.lower == "now" }) {
		return false
	}
	return slices.ContainsFunc(p.wordsNear(f), func(w word) bool {
		switch w.lower {
		case "usually", "normally", "generally", "often", "sometimes", "rarely", "seldom", "never":
			return true
		}
		return false
	}) || slices.ContainsFunc(p.times, func(m moment) bool {
		return m.tense == verb.PresentSimple && m.to > m.from+1 && a.clauseAt(m.from) == f.clause && p.words[m.from].lower != "always"
	})
}

// wordsNear returns the words from the mark before f to the mark after it.
func (p *parser) wordsNear(f *found) []word {
	from, to := f.start, f.end
	for from > 0 && (!p.words[from-1].punct || from > 1 && p.adverb(from-2) == 1) { // usually, he
		from--
	}
	for to < len(p.words) && !p.words[to].punct {
		to++
	}
	return p.words[from:to]
}

// isPastAhead reports whether g is a past beside a time to come, or a present beside "this time tomorrow".
func (a *Analysis) isPastAhead(g *Group) bool {
	p, f := a.parser, g.found
	if f.kind == relClause {
		return false
	}
	return slices.ContainsFunc(p.times, func(m moment) bool {
		if m.tense != verb.FutureSimple || a.clauseAt(m.from) != f.clause || p.tellsOn(m) {
			return false
		}
		if m.from > 1 && p.words[m.from-1].lower == "time" && p.words[m.from-2].lower == "this" {
			return g.Tense == verb.PresentSimple || a.isPast(g)
		}
		if g.Tense == verb.PresentSimple && p.acts(f.subject) && !f.inverted && len(f.aux) == 0 && !a.isState(f) && (!timetabled[g.Verb] || g.Verb == "go" && f.end+1 < len(p.words) && p.words[f.end].lower == "to" && p.couldBeVerb(f.end+1)) {
			return m.from == 0 && m.to <= f.subject.start || m.from >= f.end || m.to == f.subject.start // next month I go to visit you
		}
		if g.Tense != verb.PresentPerfect && !a.isPast(g) {
			return false
		}
		return m.from == 0 && m.to <= f.subject.start || m.from >= f.end && !slices.ContainsFunc(a.Groups, func(o Group) bool {
			return o.found.main > f.main && o.found.main < m.from
		})
	})
}

// timetabled are verbs of which the present says what will be by a plan or a timetable: the train leaves tomorrow.
var timetabled = setOf("leave arrive start begin open close finish end depart fly go come return travel meet play land work have be get retire graduate marry turn move join")

// isPresentFor reports whether g is in the present and says for how long: they live here for ten years.
func (a *Analysis) isPresentFor(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple && g.Tense != verb.PresentContinuous || f.inverted && f.fronted {
		return false
	}
	for i, w := range p.words {
		if w.lower == "all" && g.Tense == verb.PresentContinuous && i+2 < len(p.words) && i >= f.end && p.words[i+1].lower == "day" && p.words[i+2].lower == "long" && a.governs(f, i) {
			return true
		}
		if w.lower != "for" || !a.governs(f, i) {
			continue
		}
		switch unit, _ := p.lengthAt(i + 1); unit {
		case "years", "months", "weeks", "centuries", "decades", "ages", "time":
			return !a.isHabit(f) && (p.acts(f.subject) || g.Verb == "be" || p.lex.is(g.Verb, "stative", "lasting"))
		}
	}
	return false
}

// isPerfectThen reports whether g is a present perfect beside a date, or in a clause with since that says when something began:
// I have bought it on 12 March, since he has moved.
func (a *Analysis) isPerfectThen(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentPerfect || f.subject == nil {
		return false
	}
	if a.goesOnThen(g) {
		return true
	}
	if s := f.subject.start; s > 0 && p.words[s-1].lower == "since" && (p.lex.is(g.Verb, "beginning") || a.turns(g)) {
		return true
	}
	for i := f.end; i+2 < len(p.words) && i < f.end+8; i++ {
		if p.words[i].punct {
			return false
		}
		if p.words[i].lower == "on" && (isDigits(p.words[i+1].text) && months[p.words[i+2].lower] || months[p.words[i+1].lower] && isDigits(p.words[i+2].text)) {
			return true
		}
	}
	return false
}

// goesOnThen reports whether the perfect g shares its subject with a past before it, and a day or a night that is over opens the sentence: yesterday my
// mother cooked and has invited the neighbors.
func (a *Analysis) goesOnThen(g *Group) bool {
	p, f := a.parser, g.found
	if !f.shared || p.perfectAdverb(f) || a.hasPresent(f) || a.saysPresentTime() {
		return false
	}
	before := a.verbBefore(f.start)
	return before != nil && a.isPast(before) && slices.ContainsFunc(p.times, func(m moment) bool {
		last := p.words[m.to-1].lower
		return m.from == 0 && m.tense == verb.PastSimple && (last == "yesterday" || last == "night" || last == "weekend" || last == "ago")
	})
}

var months = setOf("january february march april may june july august september october november december")

// byTheTime reports whether a past after "by the time" stands beside a present perfect.
func (a *Analysis) byTheTime(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentPerfect {
		return false
	}
	i := slices.IndexFunc(p.words, func(w word) bool { return w.lower == "by" })
	if i < 0 || !p.matches(i, []string{"by", "the", "time"}) {
		return false
	}
	return a.hasPastClause(f, i+3)
}

// willInside reports whether g stands in the future in a clause of time that opens the sentence: before you will go, close the door.
func (a *Analysis) willInside(g *Group) bool {
	f := g.found
	if g.Tense != verb.FutureSimple || f.kind == relClause || a.conjunctionBefore(f) != 0 {
		return false
	}
	main := a.verbAfter(f)
	return a.parser.marked(f.end, len(a.parser.words), ",") && (main == nil || !a.asksWhen(main))
}

// pastOfPast reports whether g tells with already, or beside by the time, what had happened before another past: when we arrived the film
// already started.
func (a *Analysis) pastOfPast(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PastSimple || f.kind == relClause || len(f.aux) > 0 || !p.lex.is(g.Verb, "event", "event-before", "moves", "done-once", "beginning") {
		return false
	}
	if p.matches(0, []string{"by", "the", "time"}) {
		first := a.verbBefore(f.subject.start) // by the time he was ten, he spoke three languages
		return f.subject.start > 3 && a.hasPastClause(f, 3) && first != nil && first.Verb != "be"
	}
	if f.start > 0 && p.words[f.start-1].lower == "already" || p.words[max(0, f.main-1)].lower == "already" {
		return slices.ContainsFunc(a.Groups, func(o Group) bool {
			return o.found != f && o.found.finite && a.isPast(&o) && a.conjunctionBefore(o.found) >= 0
		})
	}
	return false
}

// hasPastClause reports whether another clause, whose subject begins at word i, is in the past.
func (a *Analysis) hasPastClause(f *found, i int) bool {
	return slices.ContainsFunc(a.Groups, func(o Group) bool {
		return o.found != f && o.found.finite && o.found.subject != nil && o.found.subject.start == i && o.Tense == verb.PastSimple
	})
}

// isOffered reports whether g says in the present what the speaker is about to do, beside an order: don't worry, I carry it.
func (a *Analysis) isOffered(g *Group) bool {
	p, f := a.parser, g.found
	if before := a.verbBefore(f.subject.start); before != nil && before.Verb == "promise" && before.Tense == verb.PresentSimple && g.Tense == verb.PresentSimple && !a.isState(f) && f.kind != mainClause && f.subject.kind == pronoun && p.words[f.subject.head].lower == "i" {
		return true // I promise that I don't do it again
	}
	if g.Tense != verb.PresentSimple || g.Negative || len(f.aux) > 0 || f.inverted || f.subject.kind != pronoun || f.kind != mainClause || a.isState(f) || a.hasPresent(f) {
		return false
	}
	if first := p.words[f.subject.head].lower; first != "i" && first != "we" || !p.objectAt(f.end) {
		return false
	}
	before := a.verbBefore(f.subject.start)
	return before != nil && before.found.order && p.words[f.subject.start-1].punct
}

// opensSoFar reports whether g counts in the present, right after "so far" that opens the sentence, or tells in the present what has happened until now: so
// far I read two chapters, until now my team wins.
func (a *Analysis) opensSoFar(g *Group) bool {
	p, f := a.parser, g.found
	if to := p.untilNow(); to > 0 && p.words[0].lower != "so" && g.Tense == verb.PresentSimple && (f.subject.start == to || f.subject.start == to+1) && g.Verb != "be" && !a.isState(f) {
		return true // until now my team wins
	}
	return p.matches(0, []string{"so", "far"}) && (g.Tense == verb.PresentSimple || a.eitherTense(f)) && len(f.aux) == 0 && (f.subject.start <= 3 || p.isUnfinished(2) && f.subject.start <= 6) && f.end < len(p.words) && p.isNumber(p.words[f.end].lower) && a.happensOften(g)
}

// isPastNowadays reports whether g, a past, stands beside "nowadays" or "these days" in its own clause: nowadays people sent fewer letters.
func (a *Analysis) isPastNowadays(g *Group) bool {
	p := a.parser
	if g.Tense != verb.PastSimple || g.found.kind != mainClause {
		return false
	}
	for i, w := range p.words {
		now := w.lower == "nowadays" || w.lower == "these" && p.wordAt(i+1) == "days" && (i == 0 || !p.lex.is(p.words[i-1].lower, "preposition"))
		if now && a.clauseAt(i) == g.found.clause && (i == 0 || i > g.found.main) {
			return true
		}
	}
	return false
}
