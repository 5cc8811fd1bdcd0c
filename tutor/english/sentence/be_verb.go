package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A form of be stands before -ing and in the passive. Learners write it before base forms too (is
// work, am agree), before verbs that have no -ing form (am knowing), and where have belongs (is come).
// Here stand those of these mistakes that leave no other reading.

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
	if p := a.parser; f.end < len(p.words) && (p.words[f.end].lower == "by" && has(f.readings, verb.Base) || (f.base == "call" || f.base == "name") && p.words[f.end].named()) {
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
	case a.parser.pastBe(f.aux[0]):
		tense = verb.PastSimple
	case a.isState(f) || a.isHabit(f) || !a.parser.acts(f.subject) && has(f.readings, verb.Base) && !a.parser.isWeather(f):
		tense = verb.PresentSimple
	}
	return Judgment{Wrong, BeGerund, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}, ""}
}

// passiveMeant reports whether the base form after be should be the participle of a passive: the house was
// build in 1950, is love by all.
func (a *Analysis) passiveMeant(f *found) bool {
	p := a.parser
	next := word{punct: true}
	if f.end < len(p.words) {
		next = p.words[f.end]
	}
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
	return p.lex.is(next.lower, "object", "either", "determiner", "indefinite") || next.named() || p.plainNounAt(f.end) && !p.lex.is(next.lower, "adverb", "preposition")
}

// isState reports whether the verb of f is one of a state, which has no continuous form: agree, know.
func (a *Analysis) isState(f *found) bool {
	p := a.parser
	if f.base == "think" { // I am think that …; I am think about you
		return f.end < len(p.words) && !p.lex.is(p.words[f.end].lower, "preposition", "adverb") && !p.words[f.end].punct
	}
	return p.lex.is(f.base, "stative") || f.base == "live"
}

// isHabit reports whether words beside f say that something happens again and again: usually, every
// day, on Mondays. "Always" may as well complain, and then goes with -ing.
func (a *Analysis) isHabit(f *found) bool {
	p := a.parser
	for _, m := range p.times {
		if m.tense == verb.PresentSimple && a.clauseAt(m.from) == f.clause {
			return true
		}
	}
	return false
}

// isWeather reports whether the verb tells of the weather.
func (p *parser) isWeather(f *found) bool {
	switch f.base {
	case "rain", "snow":
		return true
	}
	return false
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
	if w.named() || w.guessed || verb.IsAlsoAdjective(f.base) || p.lex.is(w.lower, "adjective", "noun", "adverb", "preposition") || a.predicts(n) {
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
	if !p.acts(n) || p.isRole(w) && (p.phraseEnds(f.end) && !(f.end < len(p.words) && p.lex.is(p.words[f.end].lower, "indefinite", "object")) || p.words[f.end].lower == "of") {
		return false
	}
	return p.complementFollows(f.end)
}

// isRole reports whether the word is a noun for what somebody is: captain, guide.
func (p *parser) isRole(w word) bool { return p.lex.nouns["role"][w.lower] }

// livesThere reports whether "live" stands at word i, after be, where the verb is meant.
func (p *parser) livesThere(i int, c *clause) bool {
	f := c.found
	return p.words[i].lower == "live" && f != nil && f.base == "be" && f.subject != nil && p.acts(f.subject) && p.livesSomewhere(i+1)
}

// livesSomewhere reports whether a place or company stands at word i: live in a flat, live with her.
func (p *parser) livesSomewhere(i int) bool {
	if i >= len(p.words) {
		return false
	}
	switch p.words[i].lower {
	case "with", "near", "at", "in", "on":
		return i+1 < len(p.words) && p.words[i+1].lower != "air" && p.words[i+1].lower != "tv" && !isDigits(p.words[i+1].text) && !theTimes().numbers[p.words[i+1].lower]
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
	case p.lex.is(next.lower, "preposition"):
		return true
	}
	for _, n := range p.nominals(i) {
		if n.kind == nounPhrase && !n.determined && p.lex.number(p.words[n.head], false) == p3pl && !p.verbAt(n.end) {
			return true // are cook dinners
		}
	}
	return false
}

// timeAt reports whether a noun phrase of time stands at word i.
func (p *parser) timeAt(i int) bool {
	for _, n := range p.nominals(i) {
		if n.kind == nounPhrase && timeNouns()[p.words[n.head].lower] {
			return true
		}
	}
	return false
}

// predicts reports whether the subject is something that a bare infinitive may name: the plan is work
// first; all she did was sleep.
func (a *Analysis) predicts(n *nominal) bool {
	p := a.parser
	if n.kind == gerund || n.kind == wh || p.lex.is(p.words[n.head].lower, "predicted") || p.words[n.start].lower == "all" {
		return true
	}
	for _, g := range a.Groups {
		if f := g.found; f.base == "do" && f.main < n.end+6 && f.main >= n.start { // the first thing I did was call
			return true
		}
	}
	return false
}

// acts reports whether the subject is one that acts: a person or an animal, as far as the tables know.
func (p *parser) acts(n *nominal) bool {
	head := p.words[n.head]
	switch n.kind {
	case pronoun:
		return head.lower != "it"
	case coordinated:
		return n.persons&pThird == 0 || p.isPerson(head)
	case indefinite:
		return p.lex.nouns["person"][head.lower]
	case nounPhrase:
		return p.isPerson(head)
	}
	return false
}

// isPerson reports whether the noun is one for persons or animals, in either number, or a name.
func (p *parser) isPerson(w word) bool {
	single := w.lower
	if s := p.lex.plural[single]; s != "" {
		single = s
	}
	for _, form := range []string{w.lower, single, strings.TrimSuffix(single, "s"), strings.TrimSuffix(single, "es"), strings.TrimSuffix(single, "ies") + "y"} {
		if p.lex.nouns["animate"][form] || p.lex.nouns["person"][form] || p.lex.nouns["role"][form] && !p.lex.chieflyNoun(form) {
			return true
		}
	}
	if trade := strings.TrimSuffix(single, "s"); len(trade) > 6 && (strings.HasSuffix(trade, "ist") || strings.HasSuffix(trade, "ician")) {
		return true
	}
	return p.nameless(w) || w.named() && p.lex.is(w.lower, "name")
}

// judgeStative judges the -ing form of a verb of state: am knowing, is belonging.
func (a *Analysis) judgeStative(g *Group) Judgment {
	f := g.found
	if !a.cannotContinue(f) {
		return Judgment{}
	}
	tense := verb.PresentSimple
	if a.parser.pastBe(f.aux[0]) {
		tense = verb.PastSimple
	}
	return Judgment{Wrong, BeGerund, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}, ""}
}

// cannotContinue reports whether the verb of f has no -ing form in what it means here.
func (a *Analysis) cannotContinue(f *found) bool {
	p := a.parser
	if f.end > f.main+1 || a.isGradual(f) || p.toAfter(f.end) {
		return false
	}
	next := word{punct: true}
	if f.end < len(p.words) {
		next = p.words[f.end]
	}
	ends := next.punct
	object := !ends && (p.lex.is(next.lower, "determiner", "object", "either", "indefinite") || next.named() || p.plainNounAt(f.end))
	past := p.pastBe(f.aux[0])
	switch f.base {
	case "have":
		return p.havesAt(f.end) && f.subject.kind != wh
	case "like", "want", "need", "hate":
		return object || f.inverted && f.fronted && ends
	case "understand", "recognize", "recognise":
		return object
	case "remember", "include", "involve":
		return object && !past
	case "mean":
		return f.inverted && f.fronted && ends
	case "cost":
		return f.inverted && f.fronted && ends
	case "depend":
		return next.lower == "on"
	case "know":
		return !p.lex.is(next.lower, "adverb")
	case "believe":
		return next.lower != "in" && !ends
	case "own", "prefer", "doubt", "possess", "resemble", "lack", "owe", "detest", "despise", "contain", "deserve":
		return object || f.inverted && f.fronted && ends || f.base == "doubt" && next.lower == "that"
	case "seem":
		return !ends
	case "belong":
		return next.lower == "to"
	case "consist":
		return next.lower == "of"
	}
	return false
}

// toAfter reports whether "to" and a verb follow word i in its clause: liking to ski, wanting him to go.
func (p *parser) toAfter(i int) bool {
	for ; i+1 < len(p.words) && !p.words[i].punct; i++ {
		if p.words[i].lower == "to" && has(p.words[i+1].readings, verb.Base) {
			return true
		}
	}
	return false
}

// plainNounAt reports whether a noun without a determiner stands at word i.
func (p *parser) plainNounAt(i int) bool {
	for _, n := range p.nominals(i) {
		if n.kind == nounPhrase && n.cost < surelyNoun {
			return true
		}
	}
	return false
}

// isGradual reports whether a word beside f says that something is changing, or complains; then verbs
// of state may be in the continuous: I am liking it more and more, is always wanting.
func (a *Analysis) isGradual(f *found) bool {
	words := a.parser.words
	for i, w := range words {
		switch w.lower {
		case "increasingly", "gradually", "slowly", "finally", "always", "constantly", "forever", "really", "actually", "just":
			return true
		case "more", "less":
			if i+2 < len(words) && words[i+1].lower == "and" && words[i+2].lower == w.lower {
				return true
			}
		}
	}
	return false
}

// havesAt reports whether what stands at word i is had and not done: two brothers, a car.
func (p *parser) havesAt(i int) bool {
	if i >= len(p.words) || p.words[i].punct {
		return false
	}
	for _, n := range p.nominals(i) {
		if n.kind != nounPhrase || n.persons == 0 {
			continue
		}
		head := p.words[n.head].lower
		counted := n.determined && (theTimes().numbers[p.words[n.start].lower] || isDigits(p.words[n.start].text))
		for _, form := range []string{head, p.lex.plural[head], strings.TrimSuffix(head, "s")} {
			if form != "" && (p.lex.nouns["had"][form] || counted && p.lex.nouns["kin"][form]) {
				return true
			}
		}
	}
	return false
}

// judgeBeForHave judges a participle after be that is no passive: is come, am lost my keys.
func (a *Analysis) judgeBeForHave(g *Group) Judgment {
	f := g.found
	if !a.haveMeant(f) {
		return Judgment{}
	}
	return Judgment{Wrong, PastParticiple, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: verb.PresentPerfect}, ""}
}

// haveMeant reports whether the participle after be leaves no reading as a passive or an adjective: the
// verb has none, or an object follows.
func (a *Analysis) haveMeant(f *found) bool {
	p := a.parser
	if has(f.readings, verb.Gerund) || f.kind == relClause && f.subject.kind == wh || a.predicts(f.subject) {
		return false
	}
	past := p.pastBe(f.aux[0])
	since := false
	for _, m := range p.times {
		since = since || m.tense == verb.PresentPerfect && p.words[m.from].lower == "since" && a.clauseAt(m.from) == f.clause
	}
	if past && !since {
		return false
	}
	next := word{punct: true}
	if f.end < len(p.words) {
		next = p.words[f.end]
	}
	perfect := since || a.parser.perfectAdverb(f)
	switch f.base {
	case "be":
		return p.words[f.main].lower == "been"
	case "go":
		return next.lower == "to" && !past && f.end+1 < len(p.words) && p.lex.is(p.words[f.end+1].lower, "determiner") && (perfect || p.timesCounted())
	case "come":
		return !past && !next.punct && (next.lower == "back" || next.lower == "home" || next.lower == "here" || perfect)
	case "leave", "finish", "start":
		if perfect && next.punct {
			return p.words[f.end-2].lower == "just" || p.words[f.end-2].lower == "already"
		}
	case "decide", "promise", "try", "manage", "forget", "learn", "begin", "hope", "choose":
		if next.lower == "to" {
			return p.acts(f.subject)
		}
	}
	if p.lex.is(f.base, "no-passive") {
		return !(p.lex.is(next.lower, "preposition") && p.phraseEnds(f.end+1) && f.end+1 >= len(p.words)) && !p.lex.is(p.words[f.main].lower, "adjective")
	}
	if next.lower == "by" {
		return false
	}
	if since && p.lex.is(f.base, "lasting") {
		return true
	}
	if f.kind == subClause && f.clause == 0 && !perfect {
		return false // if t is exhausted the strings …
	}
	return !past && a.hasObjectOfItsOwn(f, perfect)
}

// perfectAdverb reports whether already, ever, never, just or yet belongs to f.
func (p *parser) perfectAdverb(f *found) bool {
	from := f.start
	for i := from; i < len(p.words) && i < f.end+8; i++ {
		switch p.words[i].lower {
		case "already", "ever", "never", "just":
			if i < f.end {
				return true
			}
		case "yet":
			return true
		}
	}
	return false
}

// timesCounted reports whether the sentence says how often: three times.
func (p *parser) timesCounted() bool {
	for i, w := range p.words {
		if w.lower == "times" && i > 0 && (theTimes().numbers[p.words[i-1].lower] || isDigits(p.words[i-1].text) || p.words[i-1].lower == "many") {
			return true
		}
	}
	return false
}

// hasObjectOfItsOwn reports whether an object follows the participle, which no passive has: lost my keys,
// told me. Verbs with two objects keep one in the passive, and some take a noun that says what became.
func (a *Analysis) hasObjectOfItsOwn(f *found, perfect bool) bool {
	p := a.parser
	if f.end >= len(p.words) || p.lex.is(f.base, "two-objects", "naming") && !p.personalObject(f) || p.timeAt(f.end) {
		return false
	}
	next := p.words[f.end]
	switch {
	case next.lower == "me", next.lower == "him", next.lower == "us", next.lower == "them", next.lower == "it":
		return true
	case articles[next.lower], possessives[next.lower], next.lower == "all", next.lower == "too", p.numberAt(f.end), next.lower == "that" && p.nounsAt(f.end+1):
	case perfect:
		return p.plainNounAt(f.end) && !p.lex.is(next.lower, "adjective", "adverb", "preposition") && !p.lex.is(p.words[f.main].lower, "adjective")
	default:
		return false
	}
	for _, n := range p.nominals(f.end) {
		if n.kind == nounPhrase && n.determined && !timeNouns()[p.words[n.head].lower] && !p.lex.is(strings.TrimSuffix(p.words[n.head].lower, "s"), "unit") {
			return true
		}
	}
	return next.lower == "too" && f.end+1 < len(p.words) && (p.words[f.end+1].lower == "many" || p.words[f.end+1].lower == "much")
}

func (p *parser) numberAt(i int) bool {
	return theTimes().numbers[p.words[i].lower] || isDigits(p.words[i].text)
}

func (p *parser) nounsAt(i int) bool { return i < len(p.words) && p.plainNounAt(i) }

// personalObject reports whether a pronoun for a person is the object of f.
func (p *parser) personalObject(f *found) bool {
	switch p.words[f.end].lower {
	case "me", "him", "us":
		return true
	}
	return false
}
