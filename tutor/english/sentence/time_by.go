package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// What will be over before a time to come is told with will have and a participle: by Friday she will have finished the report. Learners leave the
// have out. What goes on at a time to come is told with will be and an -ing form.

// willHaveDone reports whether g is will and a participle of what somebody will have done by a time, so that have is lost: by the time you read this, I
// will already left.
func (a *Analysis) willHaveDone(g *Group) bool {
	p, f := a.parser, g.found
	if f.governor != byModal || f.fault != wrongForm || len(f.aux) != 1 || f.inverted || f.kind != mainClause || !p.acts(f.subject) {
		return false
	}
	if first := p.words[f.aux[0]].lower; first != "will" && first != "'ll" {
		return false
	}
	main := p.words[f.main].lower
	if !has(f.readings, verb.Participle) || f.base == "be" || f.base == "have" || a.isState(f) || main == "found" && founded[p.lastOfObject(f.end)] {
		return false
	}
	if p.wordAt(f.end) == "by" && !p.saysBy(f.end) {
		return false // eaten by the dog
	}
	for i := range p.words {
		if p.saysBy(i) {
			return a.objectFollows(f) || goneBy[f.base]
		}
	}
	return false
}

// goneBy are verbs of what a person does, and what is not done to one.
var goneBy = setOf("leave go come arrive eat fall die become wake return move retire graduate forget")

// founded are what somebody founds, rather than finds.
var founded = setOf("company firm school university club business city town charity party")

// lastOfObject returns the last word of the noun phrase at word i.
func (p *parser) lastOfObject(i int) string {
	last := ""
	for _, n := range p.nominals(i) {
		last = p.words[n.head].lower
	}
	return last
}

// saysBy reports whether the words from word i on say by when something will be over: by the time, by then, by Friday, by 2030.
func (p *parser) saysBy(i int) bool {
	if p.wordAt(i) != "by" {
		return false
	}
	switch next := p.wordAt(i + 1); next {
	case "the":
		return p.wordAt(i+2) == "time" || p.wordAt(i+2) == "end"
	case "this":
		return p.wordAt(i+2) == "time"
	case "then", "next", "tomorrow":
		return true
	default:
		return timeNouns()[next] || isYear(next)
	}
}

// doneAhead reports whether g is a perfect beside a time to come by which it will be so: by next December I have worked here for ten years.
func (a *Analysis) doneAhead(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentPerfect || f.fault != noFault || f.kind != mainClause {
		return false
	}
	for i := range p.words {
		if p.words[i].lower == "by" && (p.wordAt(i+1) == "tomorrow" && p.wordAt(i+2) != "'s" || p.wordAt(i+1) == "next" && p.wordAt(i+3) != "'s" && (timeNouns()[p.wordAt(i+2)] || months[p.wordAt(i+2)] || theFaults().sets["weekday"][p.wordAt(i+2)])) && (i < f.start || i >= f.end) {
			return true
		}
	}
	return false
}

// wasGoingOn returns the time that is over beside g, a present perfect continuous: last night they have been shouting until three.
func (a *Analysis) wasGoingOn(g *Group, m moment) string {
	p, f := a.parser, g.found
	if m.tense != verb.PastSimple || len(f.aux) != 2 || f.fault != noFault || f.kind != mainClause || f.inverted || f.shared || f.not >= 0 || !has(f.readings, verb.Gerund) || g.Subject.Person == "" || p.perfectAdverb(f) || !a.onlyFinite() {
		return ""
	}
	if w := p.words[f.aux[0]].lower; w != "have" && w != "has" && w != "'ve" || p.words[f.aux[1]].lower != "been" {
		return ""
	}
	for i, w := range p.words {
		switch w.lower {
		case "since", "every", "each", "always", "often", "lately", "recently", "twice", "times":
			return ""
		case "about", "of", "on", "from":
			if i >= f.end && i < m.from {
				return "" // thinking about the party last night
			}
		}
	}
	if m.from != 0 && m.from < f.end {
		return ""
	}
	return a.text(m.from, m.to)
}

// goesOnAhead reports whether g says with will and a base form what goes on at a time to come that opens the sentence: this time tomorrow we will fly over
// the Atlantic. Where one flies or drives to is rather what one sets out for then.
func (a *Analysis) goesOnAhead(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.FutureSimple || f.governor != byModal || len(f.aux) != 1 || f.fault != noFault || f.not >= 0 || !under[g.Verb] || !p.acts(f.subject) || p.wordAt(f.end) == "to" || p.wordAt(f.end) == "back" || p.wordAt(f.end) == "home" {
		return false
	}
	i := boolInt(p.words[0].lower == "at")
	return p.matches(i, []string{"this", "time"}) && slices.ContainsFunc(p.times, func(m moment) bool { return m.from == i+2 && m.tense == verb.FutureSimple }) && f.subject.start <= i+5
}

// under are verbs of what one is in the middle of at an hour.
var under = setOf("fly lie sit travel swim drive study relax sunbathe sleep walk sail ski dance watch drink cook surf climb cycle ride")
