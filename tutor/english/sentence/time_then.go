package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A time that is over belongs to the finite verb of its clause though another verb stands beside it, where that other verb has no time of its own: an
// infinitive after the time (I have seen him yesterday to discuss it) or before it (she remembers to buy milk yesterday), what somebody had done (he has his
// car washed last week), and the verbs around a relative clause.

// timeOfFinite reports whether the past time m can only be the time of g, beside the other verbs of the clause.
func (a *Analysis) timeOfFinite(g *Group, m moment) bool {
	f := g.found
	if f.fault != noFault || f.inverted || f.subject == nil || f.not >= 0 || m.from < f.end || len(f.aux) > 1 || a.hasPresent(f) {
		return false
	}
	seen := false
	for i := range a.Groups {
		o := &a.Groups[i]
		if o.found == f || o.found.clause != f.clause {
			continue
		}
		switch {
		case o.found.main < f.main && f.shared && (len(f.aux) > 0 || a.parser.noNoun(f.main)): // has written three books and publishes two of them last year
			continue
		case o.found.finite || o.found.main < f.main:
			return false
		case o.found.start >= m.to:
			if !a.isPlainTo(o.found) {
				return false
			}
		case seen || !a.timelessBeside(g, o, m):
			return false
		}
		seen = seen || o.found.start < m.to
	}
	return true
}

// timelessBeside reports whether the verb o, between g and the past time m, has no time of its own.
func (a *Analysis) timelessBeside(g, o *Group, m moment) bool {
	p, f := a.parser, g.found
	if a.namesEvent(o.found.end, m.from) {
		return false
	}
	switch {
	case o.found.governor == byTo:
		return o.found.start == f.end && a.isPlainTo(o.found) && !recalls[o.Verb] && !talks[o.Verb] && (attempts[g.Verb] || p.isHave(f))
	case has(o.found.readings, verb.Gerund):
		troubled := p.isHave(f) && hardships[p.wordAt(o.found.start-1)]
		return o.found.start == f.end && phases[g.Verb] || troubled
	case f.base == "get" && o.found.start == f.end && o.found.end == m.from:
		return has(o.found.readings, verb.Participle)
	case len(o.found.aux) > 0 || o.found.start < f.end+1:
		return false
	case has(o.found.readings, verb.Base) && !has(o.found.readings, verb.Participle): // has him paint the wall, hears her cry
		return p.isHave(f) || perceives[g.Verb]
	}
	return p.hasDone(f, m.from) && o.found.end == m.from
}

// hasDone reports whether f is have, and what somebody owns and a participle fill the words up to word end: has his car washed.
func (p *parser) hasDone(f *found, end int) bool {
	first := p.wordAt(f.end)
	return p.isHave(f) && end > f.end+1 && end < f.end+6 && has(p.words[end-1].readings, verb.Participle) && (possessives[first] || p.lex.is(first, "object")) && !p.marked(f.end, end, ",;:")
}

// isPlainTo reports whether f is to and a base form alone.
func (a *Analysis) isPlainTo(f *found) bool {
	return !f.finite && f.governor == byTo && f.fault == noFault && f.main == f.start+1 && has(f.readings, verb.Base)
}

// isHave reports whether f is have as a main verb.
func (p *parser) isHave(f *found) bool {
	return f.base == "have" && (f.main == f.finiteWord() || len(f.aux) == 1 && p.words[f.main].lower == "had")
}

// namesEvent reports whether a preposition between two words brings what may have a time of its own: talk about the match last night.
func (a *Analysis) namesEvent(from, to int) bool {
	return slices.ContainsFunc(a.parser.words[from:max(from, to)], func(w word) bool {
		switch w.lower {
		case "about", "of", "for", "from", "after", "before", "with", "that", "which", "who", "what":
			return true
		}
		return w.punct
	})
}

// attempts are verbs that say with an infinitive after them that something was tried, meant or begun at that time.
var attempts = setOf("remember forget decide manage want try need start begin learn agree refuse choose mean offer stop come go run stay fail help attempt continue")

// talks are verbs whose object may be an event with its time: to discuss the match last night.
var talks = setOf("discuss talk explain know understand hear tell mention apologize apologise thank pay review check analyze analyse report see write think study describe watch sell refund change return cancel use show share read")

// phases are verbs after which an -ing form tells what began, went on or ended at the same time.
var phases = setOf("stop start begin finish quit keep enjoy continue practise practice")

// hardships are the nouns after have that an -ing form follows: had trouble sleeping.
var hardships = setOf("trouble problems difficulty difficulties fun")

// perceives are verbs after which a base form tells what somebody did at the same time.
var perceives = setOf("hear see watch feel notice make let help")

// relativeThen reports whether the past time m ends the relative clause of g, so that the verb around it has no part in it: the girl you have met
// last night is my cousin; I like the shoes I have bought last week.
func (a *Analysis) relativeThen(g *Group, m moment) bool {
	p, f := a.parser, g.found
	if f.fault != noFault && f.fault != wrongForm || f.inverted || f.shared || f.subject == nil || len(f.aux) > 1 || f.not >= 0 || m.from < f.end || p.perfectAdverb(f) || a.hasPresent(f) || a.namesEvent(f.end, m.from) {
		return false
	}
	if g.Tense == verb.PresentSimple && (!a.endsAtTime(f, m) || p.wordAt(m.from) == "in") { // the hero, who dies in 1990
		return false
	}
	for i := range a.Groups {
		o := &a.Groups[i]
		if o.found != f && o.found.main > f.main && o.found.main < m.from {
			return false
		}
	}
	after := m.to
	if p.wordAt(after) == "," {
		after++
	}
	if next := a.verbAfter(f); next != nil && next.found.start == after && next.found.kind == mainClause {
		return true
	}
	around := a.verbBefore(f.subject.start)
	if around == nil || around.found.main >= f.subject.start || a.verbAfter(f) != nil {
		return false
	}
	if !around.found.finite || !p.phraseEnds(m.to) {
		return false
	}
	if aux := around.found.aux; len(aux) > 1 { // has been talking about the film
		first := p.words[aux[0]].lower
		return first == "has" || first == "have" || first == "'ve" || first == "'s" && p.words[aux[1]].lower == "been"
	}
	return around.Tense == verb.PresentSimple || around.Tense == verb.PresentPerfect || around.Tense == verb.PresentContinuous || around.found.governor == byModal || around.found.order
}

// endsAtTime reports whether the time m follows f at once, or after a particle, a pronoun or a place, so that no event named after f has it.
func (a *Analysis) endsAtTime(f *found, m moment) bool {
	p := a.parser
	if m.from == f.end {
		return !recalls[f.base]
	}
	if m.from == f.end+1 {
		return particles[p.wordAt(f.end)] || p.lex.is(p.wordAt(f.end), "object") || p.wordAt(f.end) == "home"
	}
	switch p.wordAt(f.end) {
	case "to", "in", "at", "into", "near":
		return true
	}
	return false
}

// particles are the words that go with a verb, and that no time follows as what they govern: comes out | last month.
var particles = setOf("up down out off away back apart along around together")
