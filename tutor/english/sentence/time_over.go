package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// What was done in a time that is over is told in the past: from 2010 to 2014, during my childhood, when she was pregnant. Learners use the
// perfect, as their own language does.

// perfectOver returns the words of the time that is over in which the perfect g sets what it tells: I have lived there from 2009 to 2014, during my
// childhood we have moved four times, when she was pregnant she has worked.
func (a *Analysis) perfectOver(g *Group) string {
	p, f := a.parser, g.found
	if f.kind != mainClause || f.inverted || f.shared || p.perfectAdverb(f) || a.saysPresentTime() || slices.ContainsFunc(p.words, func(w word) bool { return w.lower == "since" }) {
		return ""
	}
	if to := p.overAt(0); to > 0 && (f.subject.start == to || f.subject.start == to+1 && p.words[to].text == ",") {
		return a.text(0, to)
	}
	if from, to := a.yearsOf(g); to > 0 {
		return a.text(from, to)
	}
	return a.stateThen(g)
}

// overAt returns the word after the time that is over and begins at word i, or 0: between 2010 and 2015, during my childhood.
func (p *parser) overAt(i int) int {
	if to := p.yearsBetween(i); to > 0 {
		return to
	}
	if w := p.wordAt(i); w != "during" && w != "in" || !possessives[p.wordAt(i+1)] {
		return 0
	}
	switch p.wordAt(i + 2) {
	case "childhood", "youth", "adolescence":
		return i + 3
	}
	return 0
}

// yearsBetween returns the word after the two years that are past and between which something was, or 0: from 2009 to 2014, between 2010 and 2015. Prices and
// pages are numbers too, so that no noun may follow.
func (p *parser) yearsBetween(i int) int {
	from, to := p.wordAt(i+1), p.wordAt(i+3)
	if i+4 < len(p.words) && !p.phraseEnds(i+4) || !isPastYear(from) || !isPastYear(to) || from >= to {
		return 0
	}
	switch joint := p.wordAt(i + 2); p.wordAt(i) {
	case "from":
		if joint == "to" || joint == "until" || joint == "till" {
			return i + 4
		}
	case "between":
		if joint == "and" {
			return i + 4
		}
	}
	return 0
}

// isPastYear reports whether a word is a year in digits that is over.
func isPastYear(text string) bool { return isYear(text) && text >= "1000" && text <= "2024" }

// yearsOf returns the years between which the perfect g says that somebody lived, worked or was something. The years may as well belong to a thing before
// them: all the films from 2010 to 2015.
func (a *Analysis) yearsOf(g *Group) (from, to int) {
	p, f := a.parser, g.found
	for i := f.end; i < len(p.words) && i < f.end+10 && !p.words[i].punct; i++ {
		if to := p.yearsBetween(i); to > 0 && a.verbBefore(i) == g && a.fillsYears(g, i) {
			return i, to
		}
	}
	return 0, 0
}

// fillsYears reports whether the years at word i can only say when the perfect g was true: have lived in Lima, has been the mayor, has driven a bus.
func (a *Analysis) fillsYears(g *Group, i int) bool {
	p, f := a.parser, g.found
	next := p.wordAt(f.end)
	where := i == f.end || next == "as" || next == "in" || next == "at" || next == "for" || next == "here" || next == "there"
	switch g.Verb {
	case "be":
		return next != "to" && p.acts(f.subject) && i > f.end
	case "live":
		return where || next == "with" || next == "near" || next == "on"
	case "work", "fight", "serve":
		return where
	case "drive", "play", "teach", "study":
		one := i == f.end+2 && (articles[next] || possessives[next]) && g.Verb != "teach" && g.Verb != "study" || i == f.end+1
		placed := p.wordAt(f.end+1) == "at" || p.wordAt(f.end+1) == "in" || p.wordAt(f.end+2) == "at" || p.wordAt(f.end+2) == "in"
		return where || one && !p.pluralAt(i-1) || i > f.end+2 && placed
	}
	return false
}

// stateThen returns the clause with "when" that opens the sentence and says what somebody was, or where he lived, then, beside the perfect of g: when my
// mother was pregnant, she has worked in a factory.
func (a *Analysis) stateThen(g *Group) string {
	p, f := a.parser, g.found
	if p.words[0].lower != "when" || !p.acts(f.subject) || p.words[f.subject.head].lower == "you" || len(f.aux) == 0 || a.hasPresent(f) {
		return ""
	}
	first := a.verbBefore(f.subject.start)
	if first == nil || a.conjunctionBefore(first.found) != 0 || first.Tense != verb.PastSimple || !a.isPast(first) || a.next(first) != g || !p.acts(first.found.subject) {
		return ""
	}
	switch first.Verb {
	case "be", "live", "work", "study":
		return a.text(0, first.found.end)
	}
	return ""
}

// passiveThen returns the past time beside a passive in the perfect, which is told in the past: the thief has been arrested last night.
func (a *Analysis) passiveThen(g *Group, m moment) string {
	p, f := a.parser, g.found
	if m.tense != verb.PastSimple || f.governor != byBe || f.fault != noFault || len(f.aux) != 2 || f.kind != mainClause || f.inverted || f.shared || f.not >= 0 || !has(f.readings, verb.Participle) || p.perfectAdverb(f) {
		return ""
	}
	if w := p.words[f.aux[0]].lower; w != "have" && w != "has" && w != "'ve" || p.words[f.aux[1]].lower != "been" || g.Subject.Person == "" {
		return ""
	}
	placed := false
	switch p.wordAt(f.end) {
	case "in", "at", "near":
		placed = m.from > f.end && m.from < f.end+5 && a.verbBefore(m.from) == g && !p.marked(f.end, m.from, ",;:")
	case "by": // bitten by a dog last week
		n := p.phraseBefore(m.from)
		placed = n != nil && n.start == f.end+1
	}
	if m.from != f.end && !a.framed(f, m) && !placed {
		return ""
	}
	return a.text(m.from, m.to)
}
