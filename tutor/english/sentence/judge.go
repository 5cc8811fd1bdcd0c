package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A Verdict is the result of judging a group.
type Verdict string

// The verdicts. NotJudged covers every doubt.
const (
	Right     Verdict = "right"
	Wrong     Verdict = "wrong"
	NotJudged Verdict = "not_judged"
)

// A Judgment says whether a group is right. For a wrong group Call is the tool call whose answer
// holds the right words; for a right one, the call that confirms it. A group that is not judged
// has no call.
type Judgment struct {
	Verdict Verdict
	Code    Code // of a wrong group
	Call    Call
	Moment  string // the expression of time that decided the tense, as written
}

// judge judges every group of the analysis.
func (a *Analysis) judge() {
	moments := a.parser.times
	a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool {
		return a.parser.placeOwned(g.found) && g.found.main == g.found.finiteWord() || a.saysThanks(g.found)
	})
	for i := range a.Groups {
		g := &a.Groups[i]
		g.Judgment = a.judgeGroup(g, moments)
		if g.Judgment.Verdict == "" {
			g.Judgment.Verdict = NotJudged
		}
		g.Question = g.Question || g.found.asks
		if g.Judgment.Verdict == Wrong && !a.changesWords(i) {
			g.Judgment = Judgment{Verdict: NotJudged}
		}
	}
	a.splitPassives()
	a.adjectives()
	a.basesForInfinitives()
	a.afterPrepositions()
	a.basesForGerunds()
	a.looseBases()
	a.whInfinitives()
	a.infinitivesForGerunds()
	a.adjectivesWithFor()
	a.modalsAfterTo()
	a.modalsAfterHave()
	a.rathersThan()
	a.gerundsAfterGoTo()
	a.personsWanted()
	a.personsAsked()
	a.toForms()
	a.formsAfterLet()
	a.participlesAfterGet()
	a.reportedOrders()
	a.misspelledGerunds()
	a.causatives()
	a.participlesMeant()
	a.bornAfterModal()
	a.seatedGerunds()
	a.lostTo()
	a.besBeforeFinites()
	a.lost = a.subjectsLost()
	for i := range a.Groups {
		if g := &a.Groups[i]; g.Judgment.Verdict == Wrong && (a.lacksItsSubject(g.found) || a.followsRepeated(g.found) || a.isMentioned(g.found.main) || a.spares(g.found) || a.skipsPhrase(g.found) || a.losesBe(g) || a.passesBy(g.found.main-1)) {
			g.Judgment = Judgment{Verdict: NotJudged}
		}
	}
}

// changesWords reports whether the call of a wrong group leads to other words than those that stand there.
func (a *Analysis) changesWords(i int) bool {
	o, ok := Observe(a.Groups[i].Judgment.Call)
	if !ok {
		return false
	}
	edits, ok := a.Realize(i, o)
	return ok && len(edits) > 0
}

func (a *Analysis) judgeGroup(g *Group, moments []moment) Judgment {
	f := g.found
	switch {
	case a.verbPrecedes(f), (f.base == "mean" || f.base == "cost") && a.parser.asksMeaning():
		return Judgment{}
	case a.parser.question && f.subject != nil && !f.inverted && g.Tense == verb.PresentContinuous && f.fault == noFault && a.onlyFinite() && a.asksBefore(f): // how you are liking it: how are you liking it
		return Judgment{}
	case a.deniesFirst(f) && !a.agrees(f): // not only she win: rather did she win
		return Judgment{}
	case f.finite && len(f.aux) == 0 && f.main > 0 && a.parser.words[f.main-1].lower == "of" && has(f.readings, verb.Base): // a life full of love
		return Judgment{}
	case f.fault == verbless:
		return a.judgeVerbless(g)
	case f.fault == unclear, f.subject != nil && a.isMentioned(f.subject.head), a.parser.identifierVerb(f), a.parser.words[f.main].guessed && (f.fault != noFault || len(f.aux) == 0):
		return Judgment{}
	case f.order && a.deniesOrderAlone(f):
		f.fault = orderDenied
		return Judgment{Wrong, DoMissing, Call{Tool: Lookup, Verb: g.Verb}, ""}
	case f.start == f.main && a.isLikedThing(f.main):
		return Judgment{}
	case !f.finite:
		if j := a.judgeBare(g); j.Verdict != "" {
			return j
		}
		return a.judgeComplement(g)
	}
	if a.isBorn(g) {
		return a.judgeBorn(g)
	}
	if j := a.judgeLied(g); j.Verdict != "" {
		return j
	}
	if a.afterAuxiliary(f) || a.ordersAfterThat(f) || a.parser.placeOwned(f) || a.afterHowDare(f) && f.subject.persons&p3sg != 0 {
		return Judgment{}
	}
	if f.fault == askedInside {
		return Judgment{Wrong, DoSupport, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: g.Tense}, ""}
	}
	m := a.momentOf(f, moments)
	if f.subjectless {
		return a.judgeSubjectless(g)
	}
	if f.subject == nil {
		return Judgment{}
	}
	if j := a.judgeMisspeltAuxiliary(g); j.Verdict != "" {
		return j
	}
	if a.asksWithDo(f) {
		tense := verb.PresentSimple
		if a.parser.words[f.aux[0]].lower == "did" {
			tense = verb.PastSimple
		}
		return Judgment{Wrong, DoSupport, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}, ""}
	}
	if a.ratherTo(f) {
		f.governor, f.fault = byModal, strayTo
		return Judgment{Wrong, ModalBase, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if (a.asksPerfectWithDo(f) || a.asksBeenWithDid(f)) && g.Subject.Person != "" {
		f.fault = doBeforeHave
		return Judgment{Wrong, DoSupport, Call{Tool: Conjugate, Verb: g.Verb, Person: g.Subject.Person, Tense: verb.PresentPerfect}, ""}
	}
	if a.lacksPassiveBe(g) {
		f.fault = bornAlone
		return Judgment{Wrong, PastParticiple, Call{Tool: Conjugate, Verb: "be", Person: g.person(), Tense: verb.PastSimple}, ""}
	}
	told := a.passiveThen(g, m)
	if told == "" {
		told = a.wasGoingOn(g, m)
	}
	if told != "" {
		f.fault = bornAlone
		return Judgment{Wrong, TenseAdverb, Call{Tool: Conjugate, Verb: "be", Person: g.person(), Tense: verb.PastSimple}, told}
	}
	if j := a.judgeUnreal(g); j.Verdict != "" {
		return j
	}
	if j := a.judgeDoubleModal(g); j.Verdict != "" {
		return j
	}
	if j := a.judgeMixed(g); j.Verdict != "" {
		return j
	}
	if j := a.judgeLostPassive(g); j.Verdict != "" {
		return j
	}
	if j := a.judgeCould(g); j.Verdict != "" {
		return j
	}
	if a.isModalPerfect(g, m) || a.willHaveDone(g) {
		f.fault = modalOver
		return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if told := a.overBefore(g); told != "" {
		f.fault = perfectBefore
		return Judgment{Wrong, TenseAdverb, Call{Tool: Lookup, Verb: g.Verb}, told}
	}
	if p := a.parser; f.subject.kind == existential && g.Verb == "use" && has(f.readings, verb.Base) && len(f.aux) == 0 && p.matches(f.end, []string{"to", "be"}) { // there use to be a park
		return Judgment{Wrong, TenseAdverb, Call{Tool: Conjugate, Verb: "use", Person: verb.ThirdSingular, Tense: verb.PastSimple}, a.text(f.start, f.end)}
	}
	if told := a.usedInPast(g); told != "" {
		return Judgment{Wrong, TenseAdverb, Call{Tool: Conjugate, Verb: "use", Person: g.person(), Tense: verb.PastSimple}, told}
	}
	if j := a.judgeHaveAge(g); j.Verdict != "" {
		return j
	}
	if j := a.judgeThereHave(g); j.Verdict != "" {
		return j
	}
	if j := a.judgeBe(g); j.Verdict != "" {
		return j
	}
	if j := a.judgeBeenLived(g); j.Verdict != "" {
		return j
	}
	if j := a.judgeBeenState(g); j.Verdict != "" {
		return j
	}
	if j := a.judgeLongBe(g); j.Verdict != "" {
		return j
	}
	if j := a.judgeInside(g); j.Verdict != "" {
		return j
	}
	if a.lacksDo(f) {
		f.asks = true
		tense := verb.PresentSimple
		if len(f.aux) > 0 || has(f.readings, verb.Past) && !has(f.readings, verb.Base) {
			tense = g.Tense
		}
		if past := m.tense == verb.PastSimple; past || g.Verb == "use" && f.subject.start == 0 && a.parser.wordAt(f.end) == "to" { // what you eat last night, you use to have a dog
			tense = verb.PastSimple
		}
		return Judgment{Wrong, DoMissing, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}, ""}
	}
	if a.deniesWithNo(f) {
		f.no = f.main - 1
		return Judgment{Wrong, DoMissing, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: verb.PastSimple}, ""}
	}
	tense, told := a.toldTense(g, m)
	agrees := a.agrees(f)
	if told == "" && a.deniesPast(g) {
		return Judgment{Wrong, DoSupport, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: verb.PastSimple}, ""}
	}
	j := a.judgeForm(g, tense, agrees)
	if j.Verdict == "" && !agrees {
		if told == "" && !f.sure && a.doubtful(f) {
			return Judgment{}
		}
		j = a.judgeAgreement(g, tense)
	}
	if told != "" && g.Verb == "be" && g.Tense == verb.PresentPerfect && tense == verb.PastSimple && f.end < len(a.parser.words) && a.parser.words[f.end].lower == "to" { // have been to Paris last year: went
		return Judgment{}
	}
	if told != "" && (j.Verdict == Wrong || j.Verdict == "") && tense != g.Tense {
		if g.Subject.Person != "" && a.conjugates(f) {
			c := Call{Tool: Conjugate, Verb: g.Verb, Person: a.personThatFits(g), Tense: tense}
			if _, span := a.tenseBySpan(g); span == told && g.Tense == verb.PresentContinuous && len(f.aux) == 1 {
				f.lasting, c.Verb = true, "be" // is raining since Monday: has been
			}
			j = Judgment{Wrong, TenseAdverb, c, told}
		}
	}
	if j.Verdict == "" {
		j = a.confirm(g)
	}
	return j
}

// afterAuxiliary reports whether the auxiliary of a question stands right before the subject of f, a pronoun, where the parse took it for something
// else: I don't know when will he come.
func (a *Analysis) afterAuxiliary(f *found) bool {
	p, n := a.parser, f.subject
	if n == nil || f.inverted || n.kind != pronoun || n.start < 2 || n.end != f.start || f.kind == mainClause && !p.lex.is(p.words[n.start-2].lower, "question") {
		return false
	}
	switch p.words[n.start-1].lower {
	case "will", "can", "could", "should", "would", "must", "have", "has":
		return p.lex.is(p.words[n.start-2].lower, "question")
	}
	return false
}

// afterHowDare reports whether "how dare" stands right before the subject of f, whose verb has the base form after it: how dare he come here?
func (a *Analysis) afterHowDare(f *found) bool {
	n := f.subject
	return n != nil && n.start > 1 && a.parser.matches(n.start-2, []string{"how", "dare"})
}

// toldTense returns the tense that group g should have, and the words that decide it, where any do.
func (a *Analysis) toldTense(g *Group, m moment) (verb.Tense, string) {
	if f := g.found; f.inverted && !f.fronted && f.start > 0 && !a.parser.question { // United are happy since May: rather a name as the subject
		return g.Tense, ""
	}
	tense, told := a.tenseByTime(g, m)
	if told != "" {
		return tense, told
	}
	if t, words := a.tenseOfBirth(g); t != "" {
		return t, words
	}
	if t, words := a.tenseBySpan(g); t != "" {
		return t, words
	}
	if t, words := a.tenseByCount(g); t != "" {
		return t, words
	}
	if t, words := a.tenseUntilNow(g); t != "" {
		return t, words
	}
	if t, words := a.tenseByNow(g, m); t != "" {
		return t, words
	}
	if told := a.seenNow(g); told != "" {
		return verb.PresentContinuous, told
	}
	if t, words := a.tenseByClause(g); t != "" {
		return t, words
	}
	return tense, ""
}

// identifierVerb reports whether the main verb is written in a way that words are not.
func (p *parser) identifierVerb(f *found) bool {
	return strings.ContainsAny(p.words[f.main].text, "0123456789_.")
}

// askedThing finds what a question about "there is" asks for: How many rooms are there?
func (a *Analysis) askedThing(f *found) {
	if f.existing != nil || !f.inverted || !f.fronted || len(a.steps) == 0 {
		return
	}
	if first := a.steps[0]; first.nominal != nil && first.clause == f.clause && a.parser.lex.is(a.parser.words[first.from].lower, "question") {
		f.existing = first.nominal
	}
}

// conjugates reports whether the group has the shape of one of the five tenses, so that an answer
// of conjugate can replace it.
func (a *Analysis) conjugates(f *found) bool {
	if len(f.aux) > 0 && a.parser.lex.is(a.parser.words[f.aux[0]].lower, "modal") {
		switch a.parser.words[f.aux[0]].lower {
		case "will", "'ll", "wo":
		case "would":
			return f.fault == wouldAfterIf
		default:
			return false
		}
	}
	return f.base != "" && (len(f.aux) <= 1 || len(f.aux) == 2 && f.main == f.aux[1]) && f.of < 0 && (f.to < 0 || f.fault == strayTo)
}

// person returns the person a tool is asked for: that of the subject, where it is known.
func (g *Group) person() verb.Person {
	if g.Subject.Person == "" {
		return verb.ThirdSingular
	}
	return g.Subject.Person
}

// judgeSubjectless judges the inner faults of a group whose subject was not found.
func (a *Analysis) judgeSubjectless(g *Group) Judgment {
	f := g.found
	if j := a.judgeDont(g); j.Verdict != "" {
		return j
	}
	if len(f.aux) == 0 || f.cost > mostSubjectless {
		return Judgment{}
	}
	if first := a.parser.words[f.aux[0]]; first.capital && a.parser.lex.is(first.lower, "name") {
		return Judgment{} // May sometimes spends …
	}
	if f.fault == wrongForm && has(f.readings, verb.ThirdPerson) && verb.IsAlsoNoun(f.base) {
		return Judgment{} // May cause issues.
	}
	j := a.judgeForm(g, g.Tense, true)
	if j.Verdict == Wrong && j.Call.Tool == Lookup && (f.fault == ofForHave || f.fault == wrongForm && f.governor != byBe) {
		return j
	}
	return Judgment{}
}

// judgeMisspeltAuxiliary judges groups with a misspelled auxiliary.
func (a *Analysis) judgeMisspeltAuxiliary(g *Group) Judgment {
	f, p := g.found, a.parser
	mended := slices.ContainsFunc(f.aux, func(w int) bool { return p.words[w].respelled })
	if mended && p.words[f.aux[0]].be > 0 && f.fault == noFault && f.main != f.aux[0] {
		return Judgment{Wrong, ModalBase, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if !mended || g.Tense != "" && !a.conjugates(f) || g.Subject.Person == "" {
		return Judgment{}
	}
	if p.lex.is(p.words[f.aux[0]].lower, "modal") && strings.HasSuffix(a.Tokens[p.words[f.aux[0]].token].Lower, "s") { // cans
		if f.fault != noFault || f.main == f.aux[0] {
			return Judgment{}
		}
		return Judgment{Wrong, ModalBase, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if g.Tense == "" {
		been := f.governor == byBe // have being waiting
		if f.governor != byModal && !been {
			return Judgment{}
		}
		return Judgment{Wrong, AuxiliarySpelling, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	return Judgment{Wrong, AuxiliarySpelling, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: g.Tense}, ""}
}
