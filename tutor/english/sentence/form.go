package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// What an auxiliary asks of the main verb after it, and what may be missing before one: did went, has took, she gone home, I no like
// it. The order of the checks is that of the faults a verbal can have.

// judgeForm judges what does not depend on the subject: the form that the governor asks for.
func (a *Analysis) judgeForm(g *Group, tense verb.Tense, agrees bool) Judgment {
	f := g.found
	lookup := Call{Tool: Lookup, Verb: g.Verb}
	conjugate := Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}
	ours := tense != "" && a.conjugates(f) && (g.Subject.Person != "" || tense == verb.PastSimple || tense == verb.FutureSimple)
	switch f.fault {
	case misformed:
		return a.judgeMisformed(g, tense)
	case bareParticiple:
		if a.bareParticipleStands(f) || a.doneBy(f) || a.isAbsolute(f) || a.clipsQuestion(f) {
			return Judgment{}
		}
		if a.neverDone(g) || a.perfectMeant(g) {
			return Judgment{Wrong, PastParticiple, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: verb.PresentPerfect}, ""}
		}
		if f.base == "be" {
			tense := verb.PastSimple
			if p := a.parser; p.forYears(f.main) || f.end < len(p.words) && p.words[f.end].lower == "to" || slices.ContainsFunc(p.times, func(m moment) bool { return m.tense == verb.PresentPerfect }) {
				tense = verb.PresentPerfect // they been here for two years, they been to Rome
			}
			return Judgment{Wrong, PastParticiple, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}, ""}
		}
		return Judgment{Wrong, PastParticiple, lookup, ""}
	case bareGerund:
		return a.judgeBareGerund(g, conjugate, ours)
	case negatedBare:
		if !ours || !a.lacksNegation(f) {
			return Judgment{}
		}
		return Judgment{Wrong, DoMissing, conjugate, ""}
	case strayTo:
		if a.parser.words[f.aux[len(f.aux)-1]].lower == "need" || f.inverted && !a.parser.question && f.subject != nil && f.subject.kind != pronoun || f.governor == byDo && f.not < 0 && !f.inverted {
			return Judgment{}
		}
		return Judgment{Wrong, ModalBase, lookup, ""}
	case doWithModal:
		if i := f.aux[0]; f.kind == relClause || i > 1 && (a.parser.words[i-1].lower == "who" || a.parser.words[i-1].lower == "that") { // those who don't will regret it
			return Judgment{}
		}
		return Judgment{Wrong, ModalBase, lookup, ""}
	case ofForHave:
		if g.Verb == "" {
			return Judgment{Wrong, AuxiliarySpelling, Call{Tool: Lookup, Verb: "have"}, ""}
		}
		return Judgment{Wrong, AuxiliarySpelling, lookup, ""}
	case bareWithBe:
		if has(f.readings, verb.ThirdPerson) && a.endsWithBe(f) { // who he is remains unclear
			return Judgment{}
		}
		if ours && tense == verb.PresentContinuous && a.gerundMeant(f) && (!f.inverted || a.parser.question || f.fronted) {
			return Judgment{Wrong, BeGerund, conjugate, ""}
		}
	case wrongForm:
		return a.judgeGoverned(g, tense, agrees, ours)
	case noFault:
		if tense := a.doBe(f); tense != "" && g.Subject.Person != "" {
			conjugate.Tense = tense
			return Judgment{Wrong, DoSupport, conjugate, ""}
		}
		if a.parser.cutParticiple(f) && a.isThen(f) { // is come two weeks ago
			conjugate.Tense = verb.PastSimple
			return Judgment{Wrong, BeGerund, conjugate, ""}
		}
		if ours && a.parser.cutParticiple(f) && tense == verb.PresentContinuous {
			return Judgment{Wrong, BeGerund, conjugate, ""}
		}
	}
	return Judgment{}
}

// doBe returns the tense of be where f denies it with do: he doesn't be happy, they didn't be there. An order has it, and so has
// what one would rather have.
func (a *Analysis) doBe(f *found) verb.Tense {
	if f.base != "be" || len(f.aux) != 2 || f.main != f.aux[1] || f.not < 0 || f.inverted || f.order || f.hypothetical || f.freeForm || f.subjectless || f.subject == nil {
		return ""
	}
	if n := f.subject; n.kind == pronoun && a.parser.words[n.head].lower == "you" {
		return "" // you don't be silly
	}
	switch a.parser.words[f.aux[0]].lower {
	case "did":
		return verb.PastSimple
	case "do", "does":
		return verb.PresentSimple
	}
	return ""
}

// neverDone reports whether never, already or just stands right before the bare participle of g, and no time that is over beside it, so
// that it lacks its have: I never eaten sushi.
func (a *Analysis) neverDone(g *Group) bool {
	f, p := g.found, a.parser
	if f.start == f.main || g.Subject.Person == "" || f.inverted || f.shared || len(f.aux) > 0 || f.not >= 0 || a.isPastStory(f) {
		return false
	}
	switch p.words[f.main-1].lower {
	case "never", "already", "just", "ever":
		return true
	}
	return false
}

// lacksNegation reports whether "no" or "not" before a base form stands for don't: the boys no like
// it, Ana and I not work.
func (a *Analysis) lacksNegation(f *found) bool {
	n, p := f.subject, a.parser
	if f.freeForm || f.shared || p.commaBeforeVerb(f) || p.matches(n.start, []string{"long", "time", "no", "see"}) {
		return false
	}
	switch n.kind {
	case pronoun, coordinated:
		return true
	case nounPhrase, indefinite:
		return n.determined || p.nameless(p.words[n.head]) || !verb.IsAlsoNoun(f.base)
	}
	return false
}

// doneThing reports whether what somebody does stands before the subject of f, so that its do is the verb of a relative clause: the work he
// did looked good.
func (a *Analysis) doneThing(f *found) bool {
	p := a.parser
	if f.subject == nil || f.subject.kind == wh {
		return false
	}
	if at := f.start - 1; at > f.subject.start && f.subject.kind == nounPhrase && p.lex.is(p.words[at].lower, "subject") {
		return true
	}
	if f.subject.start == 0 {
		return false
	}
	if w := p.words[f.subject.start-1].lower; w == "what" || w == "all" {
		return true
	}
	for i := max(0, f.subject.start-5); i < f.subject.start; i++ {
		for _, n := range p.nominals(i) {
			if n.end == f.subject.start && (n.kind == indefinite || n.kind == nounPhrase && n.determined && !timeNouns()[p.words[n.head].lower]) {
				return true
			}
		}
	}
	return false
}

// judgeGoverned judges a main verb in a form that its auxiliary does not take.
func (a *Analysis) judgeGoverned(g *Group, tense verb.Tense, agrees, ours bool) Judgment {
	f := g.found
	lookup := Call{Tool: Lookup, Verb: g.Verb}
	conjugate := Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}
	switch f.governor {
	case byModal:
		if a.modalBesideThen(f) || a.isUnrealForm(g) {
			return Judgment{}
		}
		if len(f.aux) > 1 || !has(f.readings, verb.Past|verb.ThirdPerson|verb.Gerund) || a.passive(f) || f.base == "be" && a.parser.words[f.aux[0]].lower == "must" {
			return Judgment{}
		}
		if f.subjectless || tense == "" || !ours {
			return Judgment{Wrong, ModalBase, lookup, ""}
		}
		return Judgment{Wrong, ModalBase, conjugate, ""}
	case byDo:
		if f.not < 0 && !f.inverted && (f.base == "be" || a.doneThing(f)) { // all we can do is wait
			return Judgment{}
		}
		if w := a.parser.words[f.main-1].lower; w == "so" || w == "neither" || w == "nor" {
			return Judgment{} // so do I, and so does everyone
		}
		if !ours || f.subjectless || f.not < 0 && !f.inverted && has(f.readings, verb.Participle|verb.Gerund) && !has(f.readings, verb.Past) {
			return Judgment{}
		}
		if p := a.parser; f.inverted && f.base == "be" && f.subject != nil && f.main > f.subject.end && p.lex.is(p.words[f.main-1].lower, "clausal") {
			return Judgment{} // who do you think is going to win
		}
		if has(f.readings, verb.Gerund) && f.not >= 0 && !f.inverted && a.parser.words[f.aux[0]].lower != "did" && a.saysNow() {
			conjugate.Tense = verb.PresentContinuous // doesn't working at the moment
		}
		if has(f.readings, verb.Gerund) && f.inverted && a.parser.words[f.aux[0]].lower != "did" && slices.ContainsFunc(a.parser.times, func(m moment) bool {
			return m.tense == verb.PresentContinuous || m.tense == verb.FutureSimple
		}) {
			conjugate.Tense = verb.PresentContinuous // what do you doing tonight
		}
		if p := a.parser; p.words[f.main].lower == "going" && p.words[f.aux[0]].lower != "did" && f.inverted && f.subject != nil && f.subject.end == f.main && f.end+1 < len(p.words) && p.words[f.end].lower == "to" && has(p.words[f.end+1].readings, verb.Base) {
			conjugate.Tense = verb.PresentContinuous // what do you going to wear
		}
		return Judgment{Wrong, DoSupport, conjugate, ""}
	case byHave, byHaveOr:
		if a.hadBefore(f) || a.hasTwoParticiples(f) {
			return Judgment{Verdict: NotJudged}
		}
		if a.pastFor(f) && (f.governor == byHave || len(f.aux) == 1) {
			if !agrees && ours {
				return Judgment{Wrong, PastParticiple, conjugate, ""}
			}
			return Judgment{Wrong, PastParticiple, lookup, ""}
		}
		if f.inverted && a.parser.lex.nouns["in-ing"][a.parser.words[f.main].lower] && f.subject != nil && f.main == f.subject.end && a.parser.question && !a.parser.gerundObjectAt(f.end) { // have you training tonight?
			return Judgment{}
		}
		if has(f.readings, verb.Gerund) && f.governor == byHave { // have working here for two years
			if !agrees && ours {
				return Judgment{Wrong, PastParticiple, conjugate, ""}
			}
			return Judgment{Wrong, PastParticiple, lookup, ""}
		}
		if a.asksHaveBase(f) { // do you have see my keys: have you seen, or do you have to see
			return Judgment{Verdict: NotJudged}
		}
		if a.baseForParticiple(f) && f.governor == byHave {
			if !agrees && ours {
				return Judgment{Wrong, PastParticiple, conjugate, ""}
			}
			return Judgment{Wrong, PastParticiple, lookup, ""}
		}
		if f.inverted && has(f.readings, verb.Base) && (!verb.IsAlsoNoun(f.base) || a.takesObject(f)) {
			return Judgment{Wrong, PastParticiple, lookup, ""}
		}
	case byBe, byBeOr:
		if a.pastFor(f) && !a.endsWithBe(f) && (!a.takesObject(f) || a.parser.lex.is(f.base, "two-objects")) && !a.isSlang(f) {
			return Judgment{Wrong, PastParticiple, lookup, ""}
		}
	case byTo:
		return a.judgeBare(g)
	}
	return Judgment{}
}

// isSlang reports whether the past form of f after be says in everyday words how somebody is, and not what was done: my parents are broke.
func (a *Analysis) isSlang(f *found) bool {
	p := a.parser
	if f.subject == nil || !p.lex.is(p.words[f.main].lower, "slang") {
		return false
	}
	return f.subject.kind == pronoun || p.acts(f.subject) && p.wordAt(f.end) != "by"
}

// pastFor reports whether the main verb is a simple past that stands for its participle.
func (a *Analysis) pastFor(f *found) bool {
	word := a.parser.words[f.main].lower
	noun := a.parser.lex.is(word, "noun") && f.governor != byHave && !a.parser.lex.is(word, "past-noun") && !a.parser.cutPassive(f.main)
	return has(f.readings, verb.Past) && !has(f.readings, verb.Participle) && !noun
}

// passive reports whether a participle after a modal lacks "be" rather than being the wrong form.
func (a *Analysis) passive(f *found) bool {
	if !has(f.readings, verb.Participle) {
		return false
	}
	next := f.main + 1
	if a.parser.lex.is(f.base, "unpassive") {
		return false
	}
	if f.subject == nil {
		return true
	}
	acts := a.parser.acts(f.subject)
	if !acts && !a.takesObject(f) {
		return true
	}
	return next < len(a.parser.words) && (a.parser.words[next].lower == "as" || a.parser.words[next].lower == "by")
}

// takesObject reports whether an object follows at once, which no passive has.
func (a *Analysis) takesObject(f *found) bool {
	if f.main+1 >= len(a.parser.words) {
		return false
	}
	return a.parser.lex.is(a.parser.words[f.main+1].lower, "determiner", "object", "indefinite")
}

// bareParticipleStands reports whether a participle without an auxiliary may be right where it
// stands: in a relative clause without its own verb, say.
func (a *Analysis) bareParticipleStands(f *found) bool {
	been := f.base == "be" && (f.subject == nil || !a.parser.acts(f.subject) || f.end < len(a.parser.words) && len(a.parser.words[f.end].form(verb.Gerund)) > 0)
	caption := f.subject != nil && f.subject.kind == nounPhrase && len(f.aux) == 0 && a.parser.commaBeforeVerb(f) // the house on the hill, seen from the river
	return f.shared && !f.sure || been || caption || f.kind == relClause && f.subject != nil && f.subject.kind == wh
}

// gerundMeant reports whether a base form after am, is or are can only be an -ing form cut short.
func (a *Analysis) gerundMeant(f *found) bool {
	p := a.parser
	w := p.words[f.main]
	if !has(f.readings, verb.Base|verb.ThirdPerson) || f.base == "agree" || a.predicts(f.subject) || p.lex.is(w.lower, "adjective", "noun", "adverb", "preposition") || f.subject.kind != pronoun && f.subject.kind != nounPhrase && f.subject.kind != coordinated && f.subject.kind != indefinite {
		return false
	}
	asks := f.inverted && p.question && (!verb.IsAlsoNoun(f.base) || a.takesObject(f)) // is Ana complains
	if asks {
		return true
	}
	if has(f.readings, verb.ThirdPerson) && (f.subject.kind != pronoun || p.words[f.aux[0]].lower == "are") {
		return false // the first two are writes
	}
	if !verb.IsAlsoNoun(f.base) {
		return true
	}
	if !p.isAnimate(f.subject) || w.lower == "fun" || p.isRole(w) && (p.phraseEnds(f.main+1) || p.lex.is(p.wordAt(f.main+1), "preposition")) {
		return false
	}
	if f.main+1 >= len(p.words) || p.words[f.main+1].punct {
		person := f.subject.kind == nounPhrase || p.lex.feature(p.words[f.subject.head].lower, "subject") == "3sg"
		return f.inverted || person && (f.subject.kind == pronoun || f.subject.determined) && !p.lex.nouns["mass"][w.lower] && !p.lex.chieflyNoun(w.lower)
	}
	next := p.words[f.main+1]
	if f.end == f.main+1 && !p.functional(next) && !next.named() && f.subject.kind == pronoun &&
		(p.lex.nouns["mass"][next.lower] || p.words[f.subject.head].lower != "they" && p.lex.number(next, false) == p3pl) {
		return true // we are cook rice
	}
	return p.lex.is(next.lower, "preposition", "determiner", "object", "adverb") && next.lower != "of" && next.lower != "as"
}

// judgeMisformed judges words that are no form of any verb: goed, stoping.
func (a *Analysis) judgeMisformed(g *Group, tense verb.Tense) Judgment {
	f := g.found
	over := f.readings[0].Overregular
	code := Misspelling
	if over {
		code = Overregular
	}
	lookup := Call{Tool: Lookup, Verb: g.Verb}
	past := has(f.readings, verb.Past|verb.Participle)
	switch {
	case past && (f.governor == alone || f.governor == byHave || f.governor == byBe || f.governor == byHaveOr || f.governor == byBeOr):
		if f.governor == byHave && tense != "" && g.Subject.Person != "" && a.conjugates(f) && !a.agrees(f) { // he have goed
			return Judgment{Wrong, code, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}, ""}
		}
		if over || f.governor != alone {
			return Judgment{Wrong, code, lookup, ""}
		}
		return Judgment{Wrong, code, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: verb.PastSimple}, ""}
	case tense != "" && a.conjugates(f) && g.Subject.Person != "":
		return Judgment{Wrong, code, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}, ""}
	}
	return Judgment{}
}

// deniesWithNo reports whether "no" stands between a person and a past form, so that didn't is meant: my cousin no came.
func (a *Analysis) deniesWithNo(f *found) bool {
	p := a.parser
	return len(f.aux) == 0 && f.fault == noFault && f.start == f.main && f.main > 0 && p.words[f.main-1].lower == "no" && f.subject.end == f.main-1 && !f.inverted && has(f.readings, verb.Past) && !has(f.readings, verb.Base) && p.acts(f.subject) && a.lacksNegation(f)
}

// deniesOrderAlone reports whether an order begins with not or no, where don't is meant: not touch the paintings.
func (a *Analysis) deniesOrderAlone(f *found) bool {
	p := a.parser
	if f.main != 1 || len(p.words) < 3 || p.question {
		return false
	}
	if w := p.words[1]; !has(w.readings, verb.Base) || len(w.form(verb.Participle)) > 0 && (w.lower != "put" || p.words[len(p.words)-2].lower == "yet") || p.lex.is(w.lower, "adjective") || w.lower == "matter" || w.lower == "cost" {
		return false // not open to the public, not read it yet, no matter the cost
	}
	next := p.words[2].lower
	switch p.words[0].lower {
	case "not":
		return p.objectAt(2) || next == "to"
	case "no":
		return p.objectAt(2) && (articles[next] || possessives[next] || p.lex.is(next, "object") || next == "this" || next == "that" || next == "it")
	}
	return false
}

// judgeDont judges an order with don't and another form than the base: please don't forgot, don't opening the door.
func (a *Analysis) judgeDont(g *Group) Judgment {
	p, f := a.parser, g.found
	past := has(f.readings, verb.Past) && !has(f.readings, verb.Base) || has(f.readings, verb.Gerund) && p.objectAt(f.end)
	if f.governor != byDo || f.fault != wrongForm || f.not < 0 || len(f.aux) != 1 || p.words[f.aux[0]].lower != "do" || !past || f.aux[0] > 1 || f.aux[0] == 1 && p.words[0].lower != "please" {
		return Judgment{}
	}
	return Judgment{Wrong, DoSupport, Call{Tool: Lookup, Verb: g.Verb}, ""}
}
