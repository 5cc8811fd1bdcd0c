package sentence

import (
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A base form after be is a participle or an -ing form that lost its ending. Which of them is meant follows, for some verbs, from what stands after it: is say to
// be rich, was tell that, are go to rain, and for a verb of feeling from its subject: I was disappoint, the view was amaze.

// judgeMeant judges a base form after be whose verb tells by itself, with what stands after it, which form is meant.
func (a *Analysis) judgeMeant(g *Group) Judgment {
	p, f := a.parser, g.found
	gerund := Judgment{Wrong, BeGerund, Call{Tool: Conjugate, Verb: g.Verb, Person: a.personShown(g), Tense: verb.PresentContinuous}, ""}
	participle := Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	if f.governor != byBe || !has(f.readings, verb.Base) || f.subject.kind == wh && f.kind == mainClause && f.base != "go" && f.base != "get" || a.lastsSince(g) || a.isLasting(g) {
		return Judgment{}
	}
	next := p.wordAt(f.end)
	switch {
	case f.base == "go" && next == "to" && p.couldBeVerb(f.end+1) && (p.noNoun(f.end+1) || p.objectAt(f.end+2) || p.words[f.end+1].lower == "have" || p.words[f.end+1].lower == "rain" || p.words[f.end+1].lower == "snow"), f.base == "get" && !a.isHabit(f) && !a.isThen(f), a.shinesByItself(f):
		return gerund
	case feelings[f.base] && (next == "that" || !a.objectFollows(f)):
		if a.predicts(f.subject) || f.inverted && f.subject.kind == wh {
			return Judgment{}
		}
		if p.acts(f.subject) || p.lex.nouns["animate"][p.words[f.subject.head].lower] || f.subject.kind == indefinite {
			if f.subject.kind == indefinite && !p.acts(f.subject) {
				return Judgment{Verdict: NotJudged}
			}
			return participle
		}
		if p.lex.nouns["collective"][p.words[f.subject.head].lower] || next == "by" || next == "with" || next == "at" {
			return Judgment{}
		}
		return gerund
	case a.passiveOfSaying(f), a.isGiven(f), a.isDoneToPerson(f), a.isKnown(f):
		return participle
	case f.subject.start == 0 && p.words[0].lower == "what" && !p.acts(f.subject) && f.subject.end > 1: // what I find hardest is decide when to stop
		return Judgment{Verdict: NotJudged}
	}
	return Judgment{}
}

// feelings are verbs of what makes somebody feel something: -ed of the person, -ing of the thing.
var feelings = setOf(`amaze confuse disappoint excite annoy frighten embarrass frustrate satisfy fascinate terrify depress disgust irritate amuse puzzle astonish horrify
	intrigue overwhelm exhaust humiliate entertain inspire devastate discourage encourage`)

// passiveOfSaying reports whether f says in the passive what is said, known or told: is say to be rich, it is believe that, was tell that, was see to leave.
func (a *Analysis) passiveOfSaying(f *found) bool {
	p := a.parser
	next := p.wordAt(f.end)
	toVerb := next == "to" && p.couldBeVerb(f.end+1)
	it := f.subject.kind == pronoun && p.words[f.subject.head].lower == "it"
	switch {
	case toVerb && f.base == "expect":
		return f.subject.persons&(p1sg|p1pl) == 0
	case toVerb && raised[f.base], it && next == "that" && said[f.base]:
		return true
	case f.base == "consider":
		return !p.acts(f.subject) && !f.inverted && f.subject.kind != wh
	case f.base == "tell":
		return next == "that" || toVerb || next == "how" || next == "what" || next == "where" || next == "why" || next == "when"
	}
	return false
}

var (
	raised = setOf("say believe know consider see hear make force oblige allow permit forbid require ask tell advise encourage invite warn allege assume presume compel persuade convince authorize authorise order")
	said   = setOf("say believe know expect think assume report agree decide consider allege understand")
)

// isGiven reports whether f says of somebody what he or she is given, because nothing says to whom it would be given: he was give a watch, was offer a job.
func (a *Analysis) isGiven(f *found) bool {
	p := a.parser
	if f.base != "give" && f.base != "offer" && f.base != "award" && f.base != "grant" || !p.acts(f.subject) || f.inverted {
		return false
	}
	var thing *nominal
	for _, n := range p.nominals(f.end) {
		if n.kind == nounPhrase && (n.determined || n.persons == p3pl) && (thing == nil || n.end > thing.end) {
			thing = n
		}
	}
	if thing == nil || p.isPerson(p.words[thing.head]) || p.wordAt(thing.end) == "to" {
		return false
	}
	head := p.words[thing.head].lower
	return !performed[head] && !(f.base == "give" && hadActs[head])
}

// performed are what one gives without saying to whom.
var performed = setOf("speech concert lecture presentation performance lesson lessons class classes interview party advice example examples impression hug smile cry scream sigh course order orders blood money")

// isDoneToPerson reports whether f is a verb that needs an object and has none, of what others do to people: nobody was injure, I am convince.
func (a *Analysis) isDoneToPerson(f *found) bool {
	next := a.parser.wordAt(f.end)
	return done[f.base] && (next == "that" || next == "more" && a.parser.wordAt(f.end+1) == "than" || !a.objectFollows(f)) && !f.inverted && f.kind != relClause
}

var done = setOf(`injure hire molest arrest ban elect appoint promote accustom convince oblige determine kidnap rescue employ expel evacuate hospitalize
	hospitalise imprison infect adopt diagnose suspend disqualify dedicate devote commit bury sack rob defeat eliminate select admire respect forgive betray
	deport execute include arrange build cancel postpone approve reject require deliver interest`)

// isKnown reports whether f is know, love or need without an object, of what is known or loved: is know all over the world, how much he was love.
func (a *Analysis) isKnown(f *found) bool {
	p := a.parser
	next := p.wordAt(f.end)
	switch f.base {
	case "know":
		return !f.inverted && (next == "all" || next == "worldwide" || next == "everywhere" || next == "as")
	case "love", "need":
		return !f.inverted && f.kind != relClause && (f.end >= len(p.words) || p.words[f.end].punct) && !a.predicts(f.subject) && (f.base == "love" || !p.acts(f.subject))
	}
	return false
}

// shinesByItself reports whether f tells what a thing or an animal does by itself: the sun is shine, the house was listen.
func (a *Analysis) shinesByItself(f *found) bool {
	return byItself[f.base] && !a.parser.acts(f.subject) && !a.objectFollows(f) && !a.isThen(f) && !a.isHabit(f)
}

var byItself = setOf("shine listen glow sparkle bloom shiver tremble lie heal")

// wasOngoing reports whether was or were and a base form tell what went on: beside always, already or just, in a clause with when or as, in a relative clause after
// who, and of a verb of what lasts.
func (a *Analysis) wasOngoing(g *Group) bool {
	p, f := a.parser, g.found
	if p.lex.is(f.base, "stative") || a.isThen(f) || f.not >= 0 {
		return false
	}
	if f.main > f.aux[0]+1 {
		switch p.words[f.main-1].lower {
		case "always", "already", "just", "constantly":
			return true
		}
	}
	if i := a.conjunctionBefore(f); i >= 0 && (p.words[i].lower == "when" || p.words[i].lower == "as") && !f.inverted {
		return ongoing[f.base] || f.base == "go" || f.base == "lift"
	}
	return ongoing[f.base] && !f.inverted
}

var ongoing = setOf("wait look listen stand wear walk argue dance sing complain sleep watch search work drive steal use carry hold lie sit chat smoke snore")
