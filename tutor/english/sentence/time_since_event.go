package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A clause with since tells, in the past, the one event from which on something has been so. Here stand the presents of such an event, and the presents that
// deny what has not been done from then on. A habit, or what is planned, is rather a reason: I have packed a coat since it gets cold at night.

// eventSince returns the perfect that g, a present of one event, follows with since: afraid of dogs since one bites me at school.
func (a *Analysis) eventSince(g *Group) string {
	p := a.parser
	before := a.perfectBeforeSince(g)
	if before == nil || a.tellsPlot() {
		return ""
	}
	f := g.found
	single := p.words[f.subject.start].lower
	lone := single == "one" || single == "a" || single == "an"
	switch {
	case g.Verb == "die", a.turns(g) && g.Verb != "be", lone && (injuries[g.Verb] || g.Verb == "bite" || g.Verb == "attack"):
	case g.Verb == "meet" && (before.Verb == "know" || before.Verb == "love"):
	case g.Verb == "move" && p.wordAt(f.end) == "to":
	default:
		return ""
	}
	return a.told(before)
}

// mayBeSince reports whether g, a present after a perfect and since, may be the event from which on something has been so: in a wheelchair since he falls
// off a ladder. It may give a reason.
func (a *Analysis) mayBeSince(g *Group) bool {
	return a.perfectBeforeSince(g) != nil && (injuries[g.Verb] || foundOut[g.Verb] || a.parser.lex.is(g.Verb, "beginning"))
}

// readBites enters a group for the verb of such an event, which the parse took for a noun after since and an article: since one bites me at school.
func (a *Analysis) readBites() {
	p := a.parser
	for i := 3; i+3 < len(p.words); i++ {
		if w := p.words[i+1].lower; p.words[i].lower != "since" || w != "one" && w != "a" && w != "an" {
			continue
		}
		for _, n := range p.nominals(i + 1) {
			if n.end >= len(p.words) {
				continue
			}
			third := p.words[n.end].form(verb.ThirdPerson)
			if len(third) > 0 && a.groupAt(n.end) == nil && p.objectAt(n.end+1) && (injuries[third[0].Base] || third[0].Base == "bite" || third[0].Base == "attack") {
				a.enterFinite(n.end, n, subClause, a.clauseAt(n.end), false)
				a.sortGroups()
				return
			}
		}
	}
}

// foundOut are verbs of what happens to somebody once.
var foundOut = setOf("see read bite attack lose win finish leave start have discover visit meet")

// perfectBeforeSince returns the perfect of what lasts, or was not done, that stands before g and "since", where g is in the present and nothing says that it
// happens often or is planned; nil where there is none.
func (a *Analysis) perfectBeforeSince(g *Group) *Group {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple || f.inverted || f.not >= 0 || f.no >= 0 || len(f.aux) > 0 || f.fault != noFault || f.subject == nil || f.subject.start < 3 || a.isState(f) || a.hasPresent(f) || a.scheduled(f) || a.eitherTense(f) {
		return nil
	}
	since := f.subject.start - 1
	if p.words[since].lower != "since" || f.start != f.subject.end {
		return nil
	}
	before := a.verbBefore(since)
	if before == nil || !before.found.finite || before.Tense != verb.PresentPerfect || before.found.inverted || p.marked(before.found.end, since, ",;:") || p.perfectAdverb(before.found) || before.found.end > since {
		return nil
	}
	if !before.Negative && before.Verb != "be" && before.Verb != "hurt" && before.Verb != "ache" && !a.isState(before.found) && !p.lex.is(before.Verb, "lasting") {
		return nil
	}
	for i := f.end; i < len(p.words); i++ {
		if w := p.words[i].lower; p.words[i].punct && i+1 < len(p.words) || p.adverb(i) > 0 && w != "there" && w != "away" || w == "soon" || w == "easily" || w == "lot" || w == "early" || w == "late" {
			return nil
		}
	}
	if slices.ContainsFunc(p.times, func(m moment) bool { return m.tense == verb.FutureSimple || m.tense == verb.PresentSimple }) {
		return nil
	}
	return before
}

// stoppedSince reports whether g denies what somebody did before an accident or an illness of his own, which then tells: he doesn't smoke since he had the heart
// attack.
func (a *Analysis) stoppedSince(g, then *Group) bool {
	p, f := a.parser, g.found
	s := then.found.subject
	if g.Tense != verb.PresentSimple || !g.Negative || f.governor != byDo || !stopped[g.Verb] || !p.acts(f.subject) || s.kind != pronoun || then.found.not >= 0 {
		return false
	}
	if f.subject.kind == pronoun && p.words[f.subject.head].lower != p.words[s.head].lower || f.subject.persons&s.persons == 0 || p.words[s.head].lower == "it" {
		return false
	}
	return a.suffers(then)
}

// suffers reports whether g tells of an accident or an illness of its subject: had a stroke, hurt his knee, crashed her car.
func (a *Analysis) suffers(g *Group) bool {
	p, f := a.parser, g.found
	if injuries[g.Verb] {
		return true
	}
	if g.Verb != "have" || len(f.aux) > 1 {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.end), func(n *nominal) bool { return illnesses[p.words[n.head].lower] })
}

var (
	illnesses = setOf("attack stroke accident operation surgery crash injury fall")
	stopped   = setOf("smoke drive dance play run ride swim drink eat ski walk cycle jog sing travel climb fly train exercise box skate")
)
