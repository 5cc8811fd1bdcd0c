package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// A story that is told in the past stays in it. Here stand the presents that fall out of one and leave no other
// reading: he stood up and says, we were tired so we decide to go.

// pastStory returns the words of the past that group g goes on: stood up and says, we were tired so we go.
func (a *Analysis) pastStory(g *Group) string {
	p, f := a.parser, g.found
	if f.kind != mainClause && !(f.kind == subClause && p.words[f.clause].lower == "so") || f.inverted || f.hypothetical ||
		f.order || f.shared && f.not >= 0 && p.words[f.finiteWord()].lower == "do" {
		return ""
	}
	before := a.storyBefore(g)
	if before == nil {
		return ""
	}
	broken := !a.agrees(f)
	switch {
	case a.isState(f) || p.lex.is(g.Verb, "stative") || g.Verb == "be" || g.Verb == "have" || g.Verb == "think" ||
		g.Verb == "live" || g.Verb == "feel":
		return ""
	case broken && !p.lex.is(g.Verb, "habit"), a.sandwiched(g), a.tellsStory() && (p.lex.is(g.Verb, "event") || p.lex.is(g.Verb,
		"event-before") && f.subject.kind == pronoun && p.words[f.subject.head].lower == p.words[before.found.subject.head].lower) &&
		(p.acts(f.subject) || p.isWeatherStart(f)), a.goesOn(g, before):
		return a.told(before)
	}
	return ""
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
		case w.lower == "suddenly", w.lower == "then", w.lower == "one" && next == "day", w.lower == "that" && (next == "night" ||
			next == "day" || next == "morning" || next == "summer" || next == "evening"):
			return true
		}
	}
	return false
}

// goesOn reports whether the verb of g can only be the next event after that of before. Habits and states
// that last read the same (he bought a boat and takes tourists out), so what follows the verb must show one.
func (a *Analysis) goesOn(g, before *Group) bool {
	p, f := a.parser, g.found
	event := p.lex.is(before.Verb, "event", "event-before") && len(before.found.aux) == 0 || before.found.governor == byBe &&
		has(before.found.readings, verb.Gerund)
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
		return next == "home" || next == "out" || next == "away" || next == "back" || next == "to" && f.end+1 < len(p.words) &&
			p.words[f.end+1].lower == "bed"
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
		if p.words[i].lower == "again" || timeNouns()[p.words[i].lower] && dated[p.words[i-1].lower] ||
			theTimes().numbers[p.words[i].lower] && p.words[i-1].lower == "at" {
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
	if last := a.verbBefore(i); f.shared && has(f.readings, verb.Base) && (last == nil || !last.found.finite) {
		return nil // saw him stop and look
	} else if f.shared && has(f.readings, verb.Base) && p.lex.is(last.Verb, "bare") && last.found.end < len(p.words) &&
		p.lex.is(p.words[last.found.end].lower, "object") {
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
	if before == nil || before.found.kind != mainClause || !a.isPast(before) || f.subject.start < before.found.main && !f.shared {
		return nil
	}
	return before
}

// sandwiched reports whether the next main verb after group g is a past again.
func (a *Analysis) sandwiched(g *Group) bool {
	after := a.verbAfter(g.found)
	return after != nil && a.isPast(after) && after.found.kind == mainClause && after.found.start-g.found.end < 8 &&
		!a.parser.lex.is(g.Verb, "habit")
}
