package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A past and a present side by side, in one clause after another or where a clause of time joins them: it was midnight and the streets are
// empty, they are watching a film when I got home.

// mixesTenses reports whether g is in the present and goes on a past, with no word that speaks of now.
func (a *Analysis) mixesTenses(g *Group) bool {
	f := g.found
	if g.Tense != verb.PresentSimple || a.isComment(f) || (a.hasPresent(f) || a.holdsNow(g)) && !a.tellsOfThen() || f.inverted {
		return false
	}
	if next := a.verbAfter(f); next != nil && next.found.shared && next.found.subject == f.subject && a.isPast(next) && a.parser.lex.is(g.Verb, "event", "event-before", "moves") || g.Verb == "wake" && next != nil && a.isPast(next) {
		return true // I wake up late and missed the bus
	}
	if next := a.verbAfter(f); next != nil && f.kind == mainClause && next.found.kind == mainClause && next.found.subject != nil && next.found.subject.kind == pronoun && a.isPast(next) && a.parser.wordAt(next.found.subject.start-1) == "and" && a.parser.lex.is(g.Verb, "event", "event-before") {
		return true // at the party I meet a girl and we danced
	}
	if last := a.verbBefore(f.main); f.shared && last != nil && !last.found.finite && has(last.found.readings, verb.Past) && a.toldBefore(f.main) != nil && slices.ContainsFunc(a.Groups, func(o Group) bool { return o.found.finite && o.found.subject == f.subject && a.isPast(&o) }) {
		return true // stayed at home, read a book and watch television
	}
	return a.storyBefore(g) != nil || a.tellsOfThen() && f.kind == mainClause && slices.ContainsFunc(a.Groups, func(o Group) bool { return a.isPast(&o) })
}

// leavesStory reports whether "and" and an event that is a noun too follow a past, before what goes on a verb: took her coat and leave
// without a word; saw the girl and eat her.
func (a *Analysis) leavesStory() bool {
	p := a.parser
	for i := 2; i+1 < len(p.words); i++ {
		w := p.words[i]
		if p.words[i-1].lower != "and" || !p.couldBeVerb(i) || has(w.readings, verb.Past) || p.words[i+1].lower == "of" {
			continue
		}
		if g := a.groupAt(i); g != nil && (g.found.finite || len(g.found.aux) > 0) {
			continue
		}
		object := p.objectAt(i+1) || p.words[i+1].lower == "all" && p.objectAt(i+2)
		happens := p.lex.is(w.lower, "event", "act", "event-before") || p.noNoun(i) || object && p.lex.is(p.words[i+1].lower, "object", "either")
		on := object || p.words[i+1].lower == "asleep" || p.words[i+1].named() || p.lex.is(w.lower, "event") && p.phraseEnds(i+1) || p.lex.is(p.words[i+1].lower, "preposition", "particle", "subordinator") || p.adverb(i+1) > 0 || p.noNoun(i)
		if before := a.toldBefore(i); happens && on && before != nil && before.found.kind == mainClause &&
			(a.isPast(before) || before.found.shared && slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.subject == before.found.subject && a.isPast(&g) })) {
			return true
		}
	}
	return false
}

// bareInStory reports whether a base form without an ending goes on a past and its own subject, after which no verb of ours was found: fell into the water
// and it stop working, it began to rain, so my mother run home.
func (a *Analysis) bareInStory() bool {
	p := a.parser
	for i := 3; i < len(p.words); i++ {
		w := p.words[i]
		if !has(w.readings, verb.Base) || has(w.readings, verb.Past) || p.functional(w) {
			continue
		}
		if g := a.groupAt(i); g != nil && (g.found.finite || g.found.to >= 0) {
			continue
		}
		k := i - 1
		switch w.lower {
		case "run", "come", "become":
			if n := p.phraseBefore(i); n != nil && n.determined && n.persons&p3sg != 0 {
				k = n.start
			}
		}
		single := k < i-1 || p.words[k].lower == "it" || p.words[k].lower == "he" || p.words[k].lower == "she" || p.lex.is(p.words[k].lower, "indefinite") && (strings.HasSuffix(p.words[k].lower, "body") || strings.HasSuffix(p.words[k].lower, "one") || strings.HasSuffix(p.words[k].lower, "thing"))
		if k < 2 || !single || p.words[k-1].lower != "and" && p.words[k-1].lower != "so" {
			continue
		}
		before := a.verbBefore(k)
		for before != nil && !before.found.finite {
			before = a.verbBefore(before.found.main)
		}
		if before != nil && before.found.kind == mainClause && a.isPast(before) && !p.lex.is(before.Verb, "bare") && !a.saysPresentTime() {
			return true
		}
	}
	return false
}

// bareBetween reports whether a base form stands between a past and "and", where it goes on the past: opened the door, see a spider and run away.
func (a *Analysis) bareBetween() bool {
	p := a.parser
	for i := 3; i+2 < len(p.words); i++ {
		w := p.words[i]
		third := has(w.readings, verb.ThirdPerson)
		if p.words[i-1].text != "," || !third && !has(w.readings, verb.Base) || has(w.readings, verb.Past) || p.functional(w) || w.capital {
			continue
		}
		if g := a.groupAt(i); g != nil && (g.found.finite || g.found.to >= 0) {
			continue
		}
		before := a.toldBefore(i)
		if before == nil || before.found.kind != mainClause || !a.isPast(before) || !p.lex.is(before.Verb, "event", "event-before", "moves") {
			continue
		}
		if last := a.groupAt(i + 2); p.words[i+1].lower == "and" && last != nil && last.found.finite && a.isPast(last) {
			return true // looked at me, smile and gave me the letter
		}
		if !p.objectAt(i+1) && !(p.lex.is(p.words[i+1].lower, "particle", "preposition") && p.objectAt(i+2)) {
			continue
		}
		for k := i + 1; k+1 < len(p.words) && !p.words[k].punct; k++ {
			if last := a.groupAt(k + 1); third && (last == nil || !last.found.finite || !a.isPast(last)) {
				continue // brushes his teeth and went
			}
			if p.words[k].lower == "and" && len(p.words[k+1].readings) > 0 && !p.functional(p.words[k+1]) {
				return true
			}
		}
	}
	return false
}

// toldBefore returns the last finite group before word i, where between the two stands no verb that may govern a base form or go on one.
func (a *Analysis) toldBefore(i int) *Group {
	between := false
	for k := len(a.Groups) - 1; k >= 0; k-- {
		g := &a.Groups[k]
		f := g.found
		switch {
		case f.main >= i:
		case f.finite:
			if a.parser.lex.is(g.Verb, "bare") && (between || a.parser.lex.is(a.parser.words[f.end].lower, "object")) {
				return nil // helped me cut the bread and make the salad
			}
			if len(f.aux) > 0 && f.main != f.finiteWord() && f.governor != byBe && f.governor != byHave {
				return nil // did he stop and ask
			}
			return g
		case len(f.aux) > 0 || !has(a.parser.words[f.main].readings, verb.Past):
			return nil
		default:
			between = true
		}
	}
	return nil
}

// tellsOfThen reports whether the sentence names a time of a story: that summer, that year.
func (a *Analysis) tellsOfThen() bool {
	words := a.parser.words
	for i := 1; i < len(words); i++ {
		switch words[i].lower {
		case "night", "day", "morning", "summer", "winter", "evening", "year", "week", "time":
			if words[i-1].lower == "that" && (i < 2 || words[i-2].lower != "all") {
				return true
			}
		}
	}
	return false
}

// mixesClauses reports whether one of g and a clause of time beside it is in the past and the other in
// the present.
func (a *Analysis) mixesClauses(g *Group) bool {
	if a.dayWhen(g) || a.willInside(g) || a.pastOfPast(g) {
		return true
	}
	i := a.conjunctionBefore(g.found)
	if i < 0 {
		return false
	}
	present := g.Tense == verb.PresentSimple || g.Tense == verb.PresentContinuous
	if past := a.isPast(g); past && a.perfectBeside(g, i) {
		return true // when we arrived, the train has left
	}
	past := a.isPast(g)
	if !present && !past {
		return false
	}
	beside := a.verbBefore(i)
	if i == 0 || beside == nil {
		beside = a.verbAfter(g.found)
	} else if a.asksWhen(beside) {
		return false
	}
	if beside == nil || !beside.found.finite || a.isComment(beside.found) || beside.Judgment.Verdict == Wrong && !a.isPast(beside) || a.hasPresent(beside.found) {
		return false
	}
	return present && a.isPast(beside) && (a.parser.words[i].lower != "before" || i == 0) || past && (beside.Tense == verb.PresentSimple || beside.Tense == verb.PresentContinuous)
}

// dayWhen reports whether g stands in the present after a day or a time of the past: there was a time when we have no money, I will never
// forget the day when I meet you.
func (a *Analysis) dayWhen(g *Group) bool {
	p, i := a.parser, g.found.subject.start-1
	if g.Tense != verb.PresentSimple || i < 2 || p.words[i].lower != "when" || !timeNouns()[p.words[i-1].lower] && p.words[i-1].lower != "time" {
		return false
	}
	before := a.verbBefore(i)
	return before != nil && (a.isPast(before) || before.Verb == "forget" || before.Verb == "remember")
}

// perfectBeside reports whether the first verb after the clause of time of g, which begins at word i, is in the present perfect.
func (a *Analysis) perfectBeside(g *Group, i int) bool {
	if i > 0 && !a.openedBy(i) {
		return false
	}
	after := a.verbAfter(g.found)
	return after != nil && after.Tense == verb.PresentPerfect && after.Judgment.Verdict != Wrong
}

// fallsOutOfStory reports whether g may fall out of a story in the past: so we don't leave a tip and we never went back, a man who wears a black
// coat came in, when we were kids we used to swim and my brother always falls in.
func (a *Analysis) fallsOutOfStory(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple || f.inverted || a.saysPresentTime() {
		return false
	}
	next := a.verbAfter(f)
	if f.kind == relClause {
		return len(f.aux) == 0 && (g.Verb == "wear" || g.Verb == "carry" || g.Verb == "hold") && (p.words[0].lower == "a" || p.words[0].lower == "an") && a.agrees(f) && next != nil && a.isPast(next) &&
			next.found.kind == mainClause && p.lex.is(next.Verb, "event", "event-before", "moves") && !a.hasPresent(f)
	}
	i := f.subject.start - 1
	if i < 1 || f.kind != mainClause && p.words[i].lower != "so" || f.shared {
		return false
	}
	switch p.words[i].lower {
	case "so":
		return f.not >= 0 && !a.isState(f) && a.doesMore(g) && a.storyBefore(g) != nil
	case "and":
		first := &a.Groups[0]
		return p.words[0].lower == "when" && first.Verb == "be" && first.Tense == verb.PastSimple && a.isYoung(first.found) && len(a.Groups) > 1 && a.Groups[1].Verb == "use" && p.lex.is(g.Verb, "event", "moves")
	}
	return false
}
