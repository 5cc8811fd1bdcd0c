package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A story that is told in the past stays in it. Here stand the presents that fall out of one and leave no other
// reading: he stood up and says, we were tired so we decide to go.

// pastStory returns the words of the past that group g goes on: stood up and says, we were tired so we go.
func (a *Analysis) pastStory(g *Group) string {
	p, f := a.parser, g.found
	if told := a.soThat(g); told != "" {
		return told
	}
	if f.kind != mainClause && !(f.kind == subClause && p.words[f.clause].lower == "so") || f.inverted || f.hypothetical || f.order || f.shared && f.not >= 0 && p.words[f.finiteWord()].lower == "do" {
		return ""
	}
	before := a.storyBefore(g)
	if before == nil {
		return ""
	}
	broken := !a.agrees(f)
	if broken && p.isSomebody(f.subject) && !f.shared && f.end < len(p.words) && (p.lex.is(p.words[f.end].lower, "object") || p.words[f.end].lower == "it") && p.lex.is(before.Verb, "event", "event-before") && !a.isState(f) {
		return a.told(before) // I lost my passport and nobody help me
	}
	if broken && g.Verb == "have" && f.end < len(p.words) && p.words[f.end].lower == "to" {
		return a.told(before) // she missed her train, so she have to walk
	}
	if g.Verb == "have" && f.sure && a.sandwiched(g) { // woke up, have a shower and went out
		return a.told(before)
	}
	switch {
	case a.isState(f) || p.looksSome(f) || p.lex.is(g.Verb, "stative") || g.Verb == "be" || g.Verb == "have" || g.Verb == "think" || g.Verb == "live" || g.Verb == "feel":
		return ""
	case a.sandwiched(g) && f.not >= 0 && p.words[max(f.subject.start-1, 0)].lower == "so" && !a.doesMore(g): // so I don't go there and my friends stopped going
		return ""
	case broken && (!p.lex.is(g.Verb, "habit") || g.Verb == "grow" && f.end < len(p.words) && p.words[f.end].lower == "up"), a.sandwiched(g), a.comesThen(g, before), a.tellsStory() && !a.scheduled(f) && (p.lex.is(g.Verb, "event") || p.lex.is(g.Verb, "event-before") && f.subject.kind == pronoun && p.words[f.subject.head].lower == p.words[before.found.subject.head].lower) && (p.acts(f.subject) || p.isWeatherStart(f)), a.goesOn(g, before):
		return a.told(before)
	}
	return ""
}

// looksSome reports whether f says how somebody looks or walks now, which lasts: he had his hair cut and looks younger, she broke her leg and walks with a stick.
func (p *parser) looksSome(f *found) bool {
	next := p.wordAt(f.end)
	return f.base == "look" && !p.lex.is(next, "preposition", "particle") || f.base == "walk" && next == "with" && supports[p.wordAt(f.end+2)] || f.base == "walk" && next == "with" && supports[p.wordAt(f.end+1)]
}

// supports are what one walks with for some time.
var supports = setOf("stick cane limp crutch crutches walker difficulty frame")

// usedThen returns the words with used to that open the sentence, where g goes on in the present what somebody did then, before a clause of time
// in the past: she used to tell me stories, and I always fall asleep before she reached the end.
func (a *Analysis) usedThen(g *Group) string {
	p, f := a.parser, g.found
	first, then := &a.Groups[0], a.verbAfter(f)
	if f.kind != mainClause || f.inverted || f.shared || f.subject.start < 1 || p.words[f.subject.start-1].lower != "and" || first.Verb != "use" || first.Tense != verb.PastSimple || then == nil || !a.isPast(then) || a.saysPresentTime() || a.isState(f) {
		return ""
	}
	if i := a.conjunctionBefore(then.found); i < f.end || a.verbBefore(i) != g || a.asksWhen(g) {
		return ""
	}
	return a.told(first)
}

// grownUp returns the words of a past that follows in a relative clause where a person grows up: I grow up in a town where everyone knew me.
func (a *Analysis) grownUp(g *Group) string {
	p, f := a.parser, g.found
	next := a.verbAfter(f)
	if g.Verb != "grow" || f.end+1 >= len(p.words) || p.words[f.end].lower != "up" || p.words[f.end+1].lower != "in" || a.hasPresent(f) || f.subject.kind != pronoun || p.words[f.subject.head].lower != "i" && p.words[f.subject.head].lower != "we" || next == nil || !a.isPast(next) || next.found.kind == mainClause {
		return ""
	}
	return a.told(next)
}

// deniesPast reports whether g is don't or doesn't before a past form, beside a clause in the past, so that didn't is
// meant: he don't came because his car broke down.
func (a *Analysis) deniesPast(g *Group) bool {
	f := g.found
	if f.governor != byDo || f.fault != wrongForm || f.not < 0 || f.inverted || len(f.aux) != 1 || a.parser.words[f.aux[0]].lower == "did" || !has(f.readings, verb.Past) || has(f.readings, verb.Base) || g.Subject.Person == "" {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(o Group) bool {
		return o.found != f && o.found.finite && o.found.kind != relClause && o.Tense == verb.PastSimple && !a.eitherTense(o.found)
	})
}

// soThat returns the words of a past whose degree had the event of g as its result: I was so tired that I fall asleep.
func (a *Analysis) soThat(g *Group) string {
	p, f := a.parser, g.found
	i := f.subject.start - 1
	if f.inverted || f.shared || i < 2 || p.words[i].lower != "that" || !p.lex.is(p.words[i-1].lower, "adjective", "adverb") && len(p.words[i-1].form(verb.Participle)) == 0 || !p.lex.is(g.Verb, "event", "event-before") || a.scheduled(f) {
		return ""
	}
	before := a.verbBefore(i)
	if before == nil || !before.found.finite || !a.isPast(before) || !slices.ContainsFunc(p.words[before.found.start:i], func(w word) bool { return w.lower == "so" || w.lower == "such" }) {
		return ""
	}
	return a.told(before)
}

// comesThen reports whether "then" says that the same person did after what before tells what g says: I did my homework and then I watch a film.
func (a *Analysis) comesThen(g, before *Group) bool {
	p, f := a.parser, g.found
	i := f.subject.start - 1
	if f.shared {
		i = f.start - 1
	}
	n := before.found.subject
	return i > 1 && p.words[i].lower == "then" && (p.words[i-1].lower == "and" || p.words[i-1].text == ",") && n != nil && (f.shared || p.words[f.subject.head].lower == p.words[n.head].lower) && p.acts(n) && !a.scheduled(f) &&
		(!p.lex.is(g.Verb, "habit") || g.Verb == "go") && a.toldBefore(f.start) == before
}

// isWeatherStart reports whether f says that it starts to rain, or to snow.
func (p *parser) isWeatherStart(f *found) bool {
	return f.subject.kind == pronoun && f.end+1 < len(p.words) && p.words[f.end].lower == "to" && (f.base == "start" || f.base == "begin")
}

// tellsStory reports whether words of the sentence say that it tells a story: one day, suddenly, last night.
func (a *Analysis) tellsStory() bool {
	p := a.parser
	for _, m := range p.times {
		if m.tense == verb.PastSimple {
			return true
		}
	}
	for i, w := range p.words {
		next := ""
		if i+1 < len(p.words) {
			next = p.words[i+1].lower
		}
		switch {
		case w.lower == "suddenly", w.lower == "then", w.lower == "one" && next == "day", w.lower == "that" && (next == "night" || next == "day" || next == "morning" || next == "summer" || next == "evening"):
			return true
		}
	}
	return false
}

// goesOn reports whether the verb of g can only be the next event after that of before. Habits and states
// that last read alike (he bought a boat and takes tourists out), so what follows the verb must show one.
func (a *Analysis) goesOn(g, before *Group) bool {
	p, f := a.parser, g.found
	event := p.lex.is(before.Verb, "event", "event-before") && len(before.found.aux) == 0 || before.found.governor == byBe && has(before.found.readings, verb.Gerund)
	you := f.subject.kind == pronoun && (p.words[f.subject.head].lower == "you" || p.words[f.subject.head].lower == "i" && !f.shared)
	next := ""
	if f.end < len(p.words) {
		next = p.words[f.end].lower
	}
	if g.Verb == "decide" && next == "to" {
		return !you || f.subject.end == f.start
	}
	if !event || you || !p.acts(f.subject) || !p.lex.is(g.Verb, "event") || a.scheduled(f) {
		return false
	}
	personal := p.lex.is(next, "object") || next == "it"
	switch g.Verb {
	case "take", "give", "tell", "ask", "bring", "send", "pay", "leave", "show", "meet":
		return personal
	case "say", "see", "hear", "find", "look":
		return f.shared
	case "go", "come":
		return next == "home" || next == "out" || next == "away" || next == "back" || next == "to" && f.end+1 < len(p.words) && p.words[f.end+1].lower == "bed"
	case "start", "begin":
		return next == "to" || f.end < len(p.words) && has(p.words[f.end].readings, verb.Gerund)
	}
	return true
}

// dated are the words before a time at which something is to happen.
var dated = setOf("on in at next this every")

// scheduled reports whether a time after f may say when it is to happen: on Monday, at eight, in May, again.
func (a *Analysis) scheduled(f *found) bool {
	p := a.parser
	for i := f.end; i < len(p.words) && i < f.end+6; i++ {
		if p.words[i].lower == "again" || timeNouns()[p.words[i].lower] && dated[p.words[i-1].lower] || theTimes().numbers[p.words[i].lower] && p.words[i-1].lower == "at" {
			return true
		}
	}
	return false
}

// storyBefore returns the group in the past that group g follows after and, so, but or a comma, with nothing
// but main clauses between them; nil where there is none.
func (a *Analysis) storyBefore(g *Group) *Group {
	p, f := a.parser, g.found
	i := f.start - 1
	if !f.shared {
		i = f.subject.start - 1
	}
	for i > 0 && (p.adverb(i) == 1 && p.words[i].lower != "so" || p.words[i].lower == "then") {
		i--
	}
	if i < 1 {
		return nil
	}
	switch p.words[i].lower {
	case "and", "so", "but", ",":
	default:
		return nil
	}
	if last := a.verbBefore(i); f.shared && has(f.readings, verb.Base) && (last == nil || !last.found.finite && !(p.words[max(0, last.found.start-1)].text == "," && has(last.found.readings, verb.Past) && !has(last.found.readings, verb.Base))) {
		return nil // saw him stop and look; in "had dinner, watched a film and go to bed" watched is a past
	} else if f.shared && has(f.readings, verb.Base) && p.lex.is(last.Verb, "bare") && last.found.end < len(p.words) && p.lex.is(p.words[last.found.end].lower, "object") {
		return nil
	}
	var before *Group
	for k := range a.Groups {
		other := &a.Groups[k]
		if other.found.main >= i || !other.found.finite || other.found.kind == relClause || other.found.kind == compClause {
			continue
		}
		before = other
	}
	if before != nil && f.shared && before.found.inverted && before.found.governor == byDo { // did you lock the door and turn off the gas?
		return nil
	}
	if before == nil || before.found.kind != mainClause || !a.isPast(before) || f.subject.start < before.found.main && !f.shared {
		return nil
	}
	return before
}

// sandwiched reports whether the next main verb after group g is a past again.
func (a *Analysis) sandwiched(g *Group) bool {
	after := a.verbAfter(g.found)
	return after != nil && a.isPast(after) && after.found.kind == mainClause && after.found.start-g.found.end < 8 && !a.parser.lex.is(g.Verb, "habit") && !careers[g.Verb]
}

// careers are more verbs of what somebody does for years: he played for Spain, coaches a small team and won a medal.
var careers = setOf("coach manage direct edit represent advise")
