package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A form of be stands before -ing and in the passive. Learners write it before base forms too (is
// work, am agree). Here stand those that leave no other reading.

// judgeBe judges the word after a lone form of be.
func (a *Analysis) judgeBe(g *Group) Judgment {
	f := g.found
	if len(f.aux) != 1 || f.main == f.aux[0] || f.subject.kind == existential || g.Subject.Person == "" || f.to >= 0 {
		return Judgment{}
	}
	switch {
	case f.governor == byBe && f.fault == bareWithBe, f.governor == byBeOr && f.fault == wrongForm && has(f.readings, verb.Base):
		return a.judgeBaseAfterBe(g)
	case f.governor == byBe && f.fault == noFault && has(f.readings, verb.Gerund):
		return a.judgeStative(g)
	case f.governor == byBe && f.fault == noFault && has(f.readings, verb.Participle):
		return a.judgeBeForHave(g)
	}
	return Judgment{}
}

// judgeBaseAfterBe judges a base form after be: is work, are agree, was go.
func (a *Analysis) judgeBaseAfterBe(g *Group) Judgment {
	f := g.found
	if p := a.parser; f.end < len(p.words) && (p.words[f.end].lower == "by" && has(f.readings, verb.Base) || (f.base == "call" ||
		f.base == "name") && p.words[f.end].named()) {
		return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if !a.verbMeant(f) {
		return Judgment{}
	}
	if a.passiveMeant(f) {
		return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	tense := verb.PresentContinuous
	switch {
	case a.parser.pastBe(f.aux[0]), a.timed(f, verb.PastSimple):
		tense = verb.PastSimple
	case a.isState(f) || a.timed(f, verb.PresentSimple) || !a.parser.acts(f.subject) && has(f.readings, verb.Base) && !a.parser.isWeather(f):
		tense = verb.PresentSimple
	}
	return Judgment{Wrong, BeGerund, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}, ""}
}

// passiveMeant reports whether the base form after be should be the participle of a passive: the house was
// build in 1950, is love by all.
func (a *Analysis) passiveMeant(f *found) bool {
	p := a.parser
	next := p.at(f.end)
	switch {
	case f.governor != byBe, p.lex.is(f.base, "no-passive", "starting"), a.objectFollows(f):
		return false
	case next.lower == "by", p.lex.is(f.base, "needs-object") && !f.inverted && f.subject.kind != wh:
		return true
	case p.lex.is(f.base, "stative"):
		return p.lex.is(f.base, "stative-object") && p.lex.is(next.lower, "preposition")
	}
	return !p.acts(f.subject) && !verb.IsAlsoNoun(f.base)
}

// objectFollows reports whether an object stands right after f.
func (a *Analysis) objectFollows(f *found) bool {
	p := a.parser
	if f.end >= len(p.words) || p.timeAt(f.end) {
		return false
	}
	next := p.words[f.end]
	return p.lex.is(next.lower, "object", "either", "determiner", "indefinite") || next.named() || p.plainNounAt(f.end) &&
		!p.lex.is(next.lower, "adverb", "preposition")
}

// timed reports whether an expression of time of the tense stands in the clause of f. Those of the present say that something
// happens again and again, such as usually, every day; those of the past that it is over: yesterday, in 2015.
func (a *Analysis) timed(f *found, tense verb.Tense) bool {
	return slices.ContainsFunc(a.parser.times, func(m moment) bool { return m.tense == tense && a.clauseAt(m.from) == f.clause })
}

// isWeather reports whether the verb tells of the weather.
func (p *parser) isWeather(f *found) bool {
	return f.base == "rain" || f.base == "snow"
}

// pastBe reports whether word i is a past form of be.
func (p *parser) pastBe(i int) bool { return p.words[i].lower == "was" || p.words[i].lower == "were" }

// verbMeant reports whether a base form after be can only be a verb: its subject acts, or the word is no
// noun; and what follows does not make it one.
func (a *Analysis) verbMeant(f *found) bool {
	p := a.parser
	w := p.words[f.main]
	n := f.subject
	if f.governor == byBeOr && !(n.kind == pronoun && p.words[n.head].lower != "it") {
		return false // Ana's dream, it's work
	}
	if w.lower == "live" {
		return p.acts(n) && p.livesSomewhere(f.end)
	}
	if w.named() || w.guessed || verb.IsAlsoAdjective(f.base) || p.lex.is(w.lower, "adjective", "noun", "adverb", "preposition") ||
		a.predicts(n) {
		return false
	}
	if f.governor == byBe && !p.pastBe(f.aux[0]) && !p.lex.is(f.base, "stative") && a.gerundMeant(f) {
		return true
	}
	switch n.kind {
	case pronoun, nounPhrase, coordinated, indefinite:
	default:
		return false
	}
	if has(f.readings, verb.ThirdPerson) && !has(f.readings, verb.Base) {
		return !verb.IsAlsoNoun(f.base) && n.kind == pronoun
	}
	if !verb.IsAlsoNoun(f.base) {
		return true
	}
	next := p.at(f.end).lower
	role := p.lex.nouns["role"][w.lower] && (next == "of" || p.phraseEnds(f.end) && !p.lex.is(next, "indefinite", "object"))
	return p.acts(n) && !role && p.complementFollows(f.end)
}

// livesThere reports whether "live" stands at word i, after be, where the verb is meant.
func (p *parser) livesThere(i int, c *clause) bool {
	f := c.found
	return p.words[i].lower == "live" && f != nil && f.base == "be" && f.subject != nil && p.acts(f.subject) && p.livesSomewhere(i+1)
}

// livesSomewhere reports whether a place or company stands at word i: live in a flat, live with her.
func (p *parser) livesSomewhere(i int) bool {
	next := p.at(i + 1)
	switch p.at(i).lower {
	case "with", "near", "at", "in", "on":
		return !next.punct && next.lower != "air" && next.lower != "tv" && !isDigits(next.text) && !theTimes().numbers[next.lower]
	}
	return false
}

// complementFollows reports whether what stands at word i goes on a verb rather than a noun: an object, a
// place, "to" and a verb of need.
func (p *parser) complementFollows(i int) bool {
	if i >= len(p.words) || p.words[i].punct {
		return false
	}
	next := p.words[i]
	switch {
	case next.lower == "of", next.lower == "as", next.lower == "that":
		return false
	case p.lex.is(next.lower, "object", "indefinite") || next.lower == "you" || next.lower == "it":
		return true
	case p.lex.is(next.lower, "determiner"):
		return !p.timeAt(i)
	case p.lex.is(next.lower, "preposition"), p.lex.is(next.lower, "game") && i > 0 && p.words[i-1].lower == "play":
		return true
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		return n.kind == nounPhrase && !n.determined && p.lex.number(p.words[n.head], false) == p3pl && !p.verbAt(n.end)
	})
}

// timeAt reports whether a noun phrase of time stands at word i, and not another thing with a time after it: a car last
// month.
func (p *parser) timeAt(i int) bool {
	time := false
	for _, n := range p.nominals(i) {
		if n.kind != nounPhrase {
			continue
		}
		if !timeNouns()[p.words[n.head].lower] {
			return false
		}
		time = true
	}
	return time
}

// plainNounAt reports whether a noun without a determiner stands at word i.
func (p *parser) plainNounAt(i int) bool {
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool { return n.kind == nounPhrase && n.cost < surelyNoun })
}

// judgeLongBe judges a base form after be or been that another auxiliary stands before: can be solve, has been publish.
func (a *Analysis) judgeLongBe(g *Group) Judgment {
	p, f := a.parser, g.found
	if f.fault != bareWithBe || f.governor != byBe || len(f.aux) < 2 || f.to >= 0 || f.subject == nil {
		return Judgment{}
	}
	active := a.objectFollows(f) || p.lex.is(f.base, "no-passive", "unpassive", "moves", "mass-act") || f.base == "rain" || f.base == "snow" ||
		f.base == "work"
	if p.at(f.end).lower == "by" || !active && (!p.acts(f.subject) || p.lex.is(f.base, "needs-object")) {
		return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	return Judgment{}
}

// judgeBorn judges "born" without a form of be.
func (a *Analysis) judgeBorn(g *Group) Judgment {
	f := g.found
	if g.Subject.Person == "" || f.not >= 0 || f.no >= 0 || len(f.aux) > 1 || f.governor != alone && f.governor != byHave &&
		f.governor != byHaveOr && f.governor != byDo {
		return Judgment{}
	}
	f.fault, f.asks = bornAlone, a.asksBefore(f) && a.isSimple()
	return Judgment{Wrong, PastParticiple, Call{Tool: Conjugate, Verb: "be", Person: g.person(), Tense: verb.PastSimple}, ""}
}

// isBorn reports whether "born" stands without a form of be: I born in May, where did you born. The past of bear that
// the other rules would ask for is never meant.
func (a *Analysis) isBorn(g *Group) bool {
	f := g.found
	return a.parser.words[f.main].lower == "born" && f.governor != byBe && f.governor != byBeOr
}
