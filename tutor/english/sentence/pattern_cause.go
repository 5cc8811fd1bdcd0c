package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A present beside a past that it may be the cause or the result of: because she is ill, so tired that I fall asleep. What is so for long may
// stand there too.

// isPresentCause reports whether g is a present beside a past that it may be the cause or the result of: because
// she is ill, so tired that I fall asleep, but nobody knows.
func (a *Analysis) isPresentCause(g *Group) bool {
	f := g.found
	if g.Tense != verb.PresentSimple && g.Tense != verb.PresentContinuous && g.Tense != verb.PresentPerfect || a.hasPresent(f) || f.inverted || a.isComment(f) {
		return false
	}
	i := f.subject.start - 1
	if i < 1 || f.shared {
		return false
	}
	w := a.parser.words[i].lower
	so := w == "that" && slices.ContainsFunc(a.parser.words[:i], func(v word) bool { return v.lower == "so" || v.lower == "such" })
	if w != "because" && w != "but" && w != "so" && w != "and" && w != "though" && w != "although" && w != "if" && !so {
		return false
	}
	if g.Tense == verb.PresentSimple && a.holdsNow(g) && w != "because" || w == "so" && g.Verb != "be" && a.isState(f) {
		return false // so they need a new one, and I wear it all the time
	}
	before := a.verbBefore(i)
	return before != nil && before.found.finite && (a.isPast(before) || a.couldNot(before.found))
}

// couldNot reports whether f says what was not possible: we couldn't find a taxi.
func (a *Analysis) couldNot(f *found) bool {
	return f.not >= 0 && len(f.aux) > 0 && a.parser.words[f.aux[0]].lower == "could"
}

// holdsNow reports whether g tells what is so for long, or a word beside it says so: works as a cook, nobody knows, it already weighs, all the
// time, this morning.
func (a *Analysis) holdsNow(g *Group) bool {
	p, f := a.parser, g.found
	if durative[g.Verb] || f.subject.kind == wh || g.Verb == "know" && (p.words[f.subject.head].lower == "nobody" || p.words[f.subject.head].lower == "everybody") {
		return true
	}
	for i := f.subject.start; i < len(p.words) && i < f.end+6; i++ {
		switch p.words[i].lower {
		case "already":
			return true
		case "all":
			if p.matches(i, []string{"all", "the", "time"}) {
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

// hasPastResult reports whether g is a present of what happens at once, and its result after "so" is in the past: we run out of milk, so I had it black.
func (a *Analysis) hasPastResult(g *Group) bool {
	f := g.found
	if g.Tense != verb.PresentSimple || a.hasPresent(f) || f.inverted || f.kind != mainClause || a.isState(f) {
		return false
	}
	next := a.verbAfter(f)
	return next != nil && next.found.subject != nil && next.found.subject.start > 0 && a.parser.words[next.found.subject.start-1].lower == "so" && next.found.kind != relClause && a.isPast(next)
}

// isPossibleThen reports whether can or will stands beside a clause of time in the past, or goes on a story: when she
// was young she can run.
func (a *Analysis) isPossibleThen(g *Group) bool {
	p, f := a.parser, g.found
	if len(f.aux) == 0 || f.inverted || a.hasPresent(f) {
		return false
	}
	switch p.words[f.aux[0]].lower {
	case "can", "ca", "will", "wo", "'ll":
	case "must":
		return f.not < 0 && has(f.readings, verb.Base) && f.governor == byModal && (a.storyBefore(g) != nil || a.isThen(f))
	default:
		return false
	}
	for k := range a.Groups {
		other := &a.Groups[k]
		if other.found.finite && a.conjunctionBefore(other.found) >= 0 && a.isPast(other) && other.found != f {
			return true
		}
	}
	if first := p.words[f.aux[0]].lower; first == "will" || first == "wo" || first == "'ll" {
		return false // we booked a room and will arrive on Friday
	}
	if i := f.subject.start - 1; i > 0 && p.words[i].lower == "so" {
		return false // I broke my arm, so I can't write
	}
	if i := f.subject.start - 1; i > 0 && p.words[i].lower == "but" {
		before := a.verbBefore(i)
		return before != nil && before.found.finite && a.isPast(before)
	}
	return a.storyBefore(g) != nil
}

// durative are verbs of what is so for long, which go on from a past as often as they fall out of its story.
var durative = setOf("need love live work speak use wear weigh")
