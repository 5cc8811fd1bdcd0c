package sentence

import (
	"slices"
	"strings"

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
	if f.inverted && !a.parser.question && !f.fronted { // is raining, so take your umbrella: no subject
		return Judgment{}
	}
	switch {
	case f.governor == byBe && f.fault == bareWithBe, f.governor == byBeOr && f.fault == wrongForm && has(f.readings, verb.Base):
		return a.judgeBaseAfterBe(g)
	case f.governor == byBe && f.fault == wrongForm && a.pastMeant(f):
		code := PastParticiple
		if f.inverted { // were you went: did you go
			code = DoSupport
		}
		return Judgment{Wrong, code, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: verb.PastSimple}, ""}
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
	if p := a.parser; f.end < len(p.words) && (p.words[f.end].lower == "by" && has(f.readings, verb.Base) || (f.base == "call" || f.base == "name") && p.words[f.end].capital) {
		return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if f.governor == byBe && (f.base == "dress" || f.base == "marry" || f.base == "divorce") && a.parser.acts(f.subject) && !a.objectFollows(f) { // is marry with
		if a.saysSince(g) {
			return Judgment{Verdict: NotJudged}
		}
		return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if p := a.parser; (f.base == "suppose" || f.base == "use" && f.inverted && p.question) && p.matches(f.end, []string{"to"}) { // are suppose to wait, are you use to sleeping
		return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if j := a.judgeMeant(g); j.Verdict != "" {
		return j
	}
	if p := a.parser; p.words[f.main].lower == "work" && a.machineWork(f, f.main) {
		return Judgment{Wrong, BeGerund, Call{Tool: Conjugate, Verb: g.Verb, Person: a.personShown(g), Tense: verb.PresentContinuous}, ""}
	}
	if len(f.aux) == 1 && (a.doneAlone(f, f.main) || a.surelyDone(f, f.main)) {
		return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if a.changesItself(f) {
		if i := a.conjunctionBefore(f); i < 0 || a.parser.words[i].lower != "while" {
			return Judgment{Verdict: NotJudged}
		}
		return Judgment{Wrong, BeGerund, Call{Tool: Conjugate, Verb: g.Verb, Person: a.personShown(g), Tense: verb.PresentContinuous}, ""}
	}
	if a.asksWhatDone(f) && (a.isHabit(f) || a.inFreeTime(f)) {
		return Judgment{Wrong, BeGerund, Call{Tool: Conjugate, Verb: g.Verb, Person: a.personShown(g), Tense: verb.PresentSimple}, ""}
	}
	if !a.verbMeant(f) || has(f.readings, verb.ThirdPerson) && a.endsWithBe(f) { // who he is remains unclear
		return Judgment{}
	}
	if a.passiveMeant(f) {
		return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	tense := verb.PresentContinuous
	switch {
	case a.lastsSince(g), a.isLasting(g):
		tense = verb.PresentPerfect
	case a.parser.pastBe(f.aux[0]) && a.agrees(f) && (a.besidePast(g) || a.wasOngoing(g)): // was write when he called: was writing
	case a.parser.pastBe(f.aux[0]), a.isThen(f):
		tense = verb.PastSimple
	case f.base == "have" && !a.isDoneWithHave(f), a.isState(f) || a.isHabit(f) || !a.parser.acts(f.subject) && has(f.readings, verb.Base) && !a.parser.isWeather(f):
		tense = verb.PresentSimple
	}
	return Judgment{Wrong, BeGerund, Call{Tool: Conjugate, Verb: g.Verb, Person: a.personShown(g), Tense: tense}, ""}
}

// personShown returns the person of the subject of g, and of a group of people that may be one or several the number that are or were shows: the
// couple downstairs are always complain.
func (a *Analysis) personShown(g *Group) verb.Person {
	if be := a.parser.words[g.found.finiteWord()].lower; g.Subject.EitherNumber && (be == "are" || be == "were") {
		return verb.ThirdPlural
	}
	return g.person()
}

// pastMeant reports whether a past form after was or were is no participle of a passive, but the past that is meant: I was went home, he was
// ate a pizza. With is or are a time that is over must say so.
func (a *Analysis) pastMeant(f *found) bool {
	p := a.parser
	if a.endsWithBe(f) || !p.pastBe(f.aux[0]) && !a.isThen(f) || !has(f.readings, verb.Past) || has(f.readings, verb.Participle) || f.not >= 0 || !p.acts(f.subject) {
		return false
	}
	object := a.objectFollows(f)
	switch f.base {
	case "go", "come", "fall", "swim":
		return true
	case "run":
		return f.end < len(p.words) && p.words[f.end].lower != "over" && p.words[f.end].lower != "by"
	case "grow":
		return f.end < len(p.words) && p.words[f.end].lower == "up"
	case "see":
		return object
	}
	return f.subject.kind == pronoun && object && (!p.lex.is(f.base, "two-objects") || p.lex.is(p.words[f.end].lower, "object"))
}

// endsWithBe reports whether the be of f may end what somebody asks, or wonders at, and a verb after it go on: how rich he was came as a surprise.
func (a *Analysis) endsWithBe(f *found) bool {
	p := a.parser
	if p.question || f.subject == nil || f.subject.start == 0 {
		return false
	}
	before := p.words[f.subject.start-1].lower
	return p.lex.is(p.words[0].lower, "question") || before == "what" || before == "who" || before == "how" || before == "where"
}

// besidePast reports whether a clause with when or while stands beside g in the past, or g stands in one with while, so that
// g tells what went on then.
func (a *Analysis) besidePast(g *Group) bool {
	opens := func(o *Group) string {
		if i := a.conjunctionBefore(o.found); i >= 0 {
			return a.parser.words[i].lower
		}
		return ""
	}
	if opens(g) == "while" {
		return true
	}
	if f := g.found; f.main > f.aux[0]+1 && a.parser.words[f.main-1].lower == "still" {
		return true // were still dance
	}
	if f := g.found; f.kind == subClause && a.parser.words[f.clause].lower == "because" && (a.parser.lex.is(f.base, "for-a-while") || wentOn[f.base]) {
		return true // because he was work, because I was drive too fast
	}
	return opens(g) == "" && slices.ContainsFunc(a.Groups, func(o Group) bool {
		return o.found != g.found && o.found.finite && (opens(&o) == "when" || opens(&o) == "while") && a.isPast(&o)
	})
}

// wentOn are verbs of what somebody was doing when somebody else did something because of it.
var wentOn = setOf("drive speak talk smoke fight bark snore walk jump run shout sing dance play cook sleep")

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
	case (f.base == "spend" || f.base == "waste") && p.timeAt(f.end): // are spend the month of August there: what is spent is a time
		return false
	case f.main > f.aux[0]+1 && agents[p.words[f.subject.head].lower] && next.lower != "by": // my team are always lose
		return false
	case next.lower == "by", p.lex.is(f.base, "needs-object") && !f.inverted && f.subject.kind != wh:
		return true
	case p.lex.is(f.base, "stative"):
		return p.lex.is(f.base, "stative-object") && p.lex.is(next.lower, "preposition") && !(next.lower == "to" && p.couldBeVerb(f.end+1)) // are you want to come
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

// isThen reports whether words beside f speak of a time that is over: yesterday, last night, in 2015.
func (a *Analysis) isThen(f *found) bool {
	return slices.ContainsFunc(a.parser.times, func(m moment) bool {
		return m.tense == verb.PastSimple && a.clauseAt(m.from) == f.clause && !a.belongsElsewhere(f, m)
	})
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
	if w.lower == "work" && n.kind == pronoun && p.words[n.head].lower != "it" && p.words[n.head].lower != "they" {
		return true // because he was work
	}
	if f.governor == byBeOr && !(n.kind == pronoun && p.words[n.head].lower != "it") {
		return false // Ana's dream, it's work
	}
	if w.lower == "live" {
		return p.acts(n) && p.livesSomewhere(f.end)
	}
	if w.lower == "beat" && !a.objectFollows(f) {
		return false // I was beat after the race: tired
	}
	if f.governor == byBe && p.acts(n) && (w.lower == "work" && p.worksAs(f.end) || p.isRole(w) && (p.actsOn(f.end) || f.end < len(p.words) && meals[p.words[f.end].lower] && p.phraseEnds(f.end+1))) {
		return true
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
	if i := a.conjunctionBefore(f); i >= 0 && p.words[i].lower == "while" && f.subject.kind != indefinite && !p.isRole(w) && !p.lex.chieflyNoun(w.lower) && p.phraseEnds(f.end) { // while my husband is sleep
		return true
	}
	return p.complementFollows(f.end) || p.pastBe(f.aux[0]) && !p.isRole(w) && !p.lex.chieflyNoun(w.lower) && a.besidePast(&Group{found: f}) // were sleep when we arrived
}

// worksAs reports whether "as" and a job stand at word i: work as a nurse, but not work as hard as mine.
func (p *parser) worksAs(i int) bool {
	return p.matches(i, []string{"as"}) && slices.ContainsFunc(p.nominals(i+1), func(n *nominal) bool {
		return n.kind == nounPhrase && (n.determined || n.persons == p3pl) && p.isPerson(p.words[n.head])
	})
}

// actsOn reports whether an object stands at word i, so that the word before it, which may be a role, is a verb: was cook a special dinner, but
// was captain the whole year.
func (p *parser) actsOn(i int) bool {
	return p.objectAt(i) && !p.timeAt(i) && !p.lex.is(p.words[i].lower, "object", "reflexive")
}

// isDoneWithHave reports whether what follows have is something that one does: lunch, a party, a shower.
func (a *Analysis) isDoneWithHave(f *found) bool {
	p := a.parser
	return slices.ContainsFunc(p.nominals(f.end), func(n *nominal) bool {
		head := p.words[n.head].lower
		return meals[head] || hadActs[head] || hadActs[strings.TrimSuffix(head, "s")]
	})
}

// hadActs are what one does and tells with have.
var hadActs = setOf("party shower bath drink meal tea coffee barbecue picnic break rest nap walk swim ride chat talk conversation discussion argument meeting " +
	"lesson class interview baby fun time look holiday wedding operation haircut problem trouble difficulty fight game race")

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
	case "with":
		return i+1 < len(p.words)
	case "near", "at", "in", "on":
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
	case p.lex.is(next.lower, "preposition"), p.lex.is(next.lower, "game") && i > 0 && p.words[i-1].lower == "play",
		i > 0 && p.words[i-1].lower == "study" && (next.named() || p.plainNounAt(i)): // is study law
		return true
	}
	for _, n := range p.nominals(i) {
		if n.kind == nounPhrase && !n.determined && p.lex.number(p.words[n.head], false) == p3pl && !p.verbAt(n.end) {
			return true // are cook dinners
		}
	}
	return false
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
	for _, n := range p.nominals(i) {
		if n.kind == nounPhrase && n.cost < surelyNoun {
			return true
		}
	}
	return false
}
