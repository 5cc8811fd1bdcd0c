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
	a.adjectives()
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
	case f.fault == unclear, a.parser.identifierVerb(f), a.parser.words[f.main].guessed && (f.fault != noFault || len(f.aux) == 0):
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
	if j := a.judgeBe(g); j.Verdict != "" {
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
		return Judgment{Wrong, DoMissing, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}, ""}
	}
	tense, told := a.toldTense(g, m)
	agrees := a.agrees(f)
	j := a.judgeForm(g, tense, agrees)
	if j.Verdict == "" && !agrees {
		if told == "" && a.doubtful(f) {
			return Judgment{}
		}
		j = a.judgeAgreement(g, tense)
	}
	if told != "" && (j.Verdict == Wrong || j.Verdict == "") && tense != g.Tense {
		if g.Subject.Person != "" && a.conjugates(f) {
			j = Judgment{Wrong, TenseAdverb, Call{Tool: Conjugate, Verb: g.Verb, Person: g.Subject.Person, Tense: tense}, told}
		}
	}
	if j.Verdict == "" {
		j = a.confirm(g)
	}
	return j
}

// toldTense returns the tense that group g should have, and the words that decide it, where any do.
func (a *Analysis) toldTense(g *Group, m moment) (verb.Tense, string) {
	tense, told := a.tenseByTime(g, m)
	if told != "" {
		return tense, told
	}
	for _, by := range []func(*Group, moment) (verb.Tense, string){a.tenseBySpan, a.tenseByCount, a.tenseByNow, a.tenseByClause} {
		if t, words := by(g, m); t != "" {
			return t, words
		}
	}
	return tense, ""
}

// asksWithDo reports whether a form of do stands in a question about the subject, which has none: who did come?
func (a *Analysis) asksWithDo(f *found) bool {
	p := a.parser
	if !p.question || f.governor != byDo || len(f.aux) != 1 || f.main == f.aux[0] || f.not >= 0 || f.inverted ||
		f.fault != noFault || f.subject.start != 0 || !p.lex.is(p.words[0].lower, "question") {
		return false
	}
	return f.subject.end == f.aux[0] && f.kind == mainClause
}

// lacksDo reports whether the whole sentence is a question of a pronoun and a verb in the present,
// without an auxiliary: You like it? Where you live?
func (a *Analysis) lacksDo(f *found) bool {
	p := a.parser
	lone := len(f.aux) == 0 || f.main == f.aux[0] && f.not < 0 && (f.base == "do" || f.base == "have" && p.words[f.main].lower != "had")
	if !p.question || f.inverted || !lone || f.fault != noFault || f.base == "be" || f.subject.end != f.start || !a.isSimple() {
		return false
	}
	asked := a.asksBefore(f)
	switch {
	case f.kind != mainClause && !(asked && f.kind == subClause), f.subject.kind != pronoun && !(asked && f.subject.kind == nounPhrase):
		return false
	case len(f.aux) > 0 && p.phraseEnds(f.end): // What have you? What they have done.
		return asked && f.base == "do" && f.end < len(p.words)
	case has(f.readings, verb.Past) && !has(f.readings, verb.Base):
		return asked
	}
	if next := p.words[f.end]; !asked && (f.base == "know" || f.base == "see") && (next.punct || next.lower == "what") {
		return false // You know what?
	}
	echoes := slices.ContainsFunc(p.words[f.end:], func(w word) bool { return p.lex.is(w.lower, "question") }) // she lives where?
	return has(f.readings, verb.Base|verb.ThirdPerson) && (asked || f.subject.start == 0 && !echoes)
}

// isSimple reports whether the sentence has one finite verb and no mark inside.
func (a *Analysis) isSimple() bool {
	p := a.parser
	finite := 0
	for _, s := range a.steps {
		if s.found != nil && s.found.finite {
			finite++
		}
	}
	for _, w := range p.words[:len(p.words)-1] {
		if w.punct {
			return false
		}
	}
	return finite == 1
}

// asksBefore reports whether a question word opens the sentence and the subject of f follows it, so
// that an auxiliary must stand between them: Where you live? What time the shop opens?
func (a *Analysis) asksBefore(f *found) bool {
	p, start := a.parser, f.subject.start
	if !p.question || start == 0 || start > 4 || !p.lex.is(p.words[0].lower, "question") || f.subject.kind == wh {
		return false
	}
	if p.lex.is(p.words[start].lower, "determiner") && p.words[start-1].lower == "how" {
		return false // how many of them speak
	}
	switch before := p.words[start-1].lower; before {
	case "many", "much", "which", "what", "whose":
		first := p.words[start].lower
		if f.subject.kind == nounPhrase && !articles[first] && !possessives[first] && !p.words[start].named() {
			return false // how many little boys live here
		}
	}
	if n := f.subject; n.kind == nounPhrase && !n.determined && !p.nameless(p.words[start]) && !p.words[start].named() {
		return false // how many people live here
	}
	for _, w := range p.words[1:start] {
		if w.punct || w.lower != "of" && p.lex.is(w.lower, "subordinator", "preposition", "negation", "coordinator") || w.lower == "come" {
			return false
		}
	}
	return true
}

// identifierVerb reports whether the main verb is written in a way that words are not.
func (p *parser) identifierVerb(f *found) bool {
	return strings.ContainsAny(p.words[f.main].text, "0123456789_.")
}

func (a *Analysis) agrees(f *found) bool {
	if f.subject.kind == existential {
		return !a.parser.thereDisagrees(f)
	}
	return a.parser.fits(f.verbal, f.subject, f.freeForm, f.hypothetical)
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

// judgeMisspeltAuxiliary judges groups with a misspelt auxiliary.
func (a *Analysis) judgeMisspeltAuxiliary(g *Group) Judgment {
	f, p := g.found, a.parser
	mended := slices.ContainsFunc(f.aux, func(w int) bool { return p.words[w].respelled })
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
		if f.governor != byModal {
			return Judgment{}
		}
		return Judgment{Wrong, AuxiliarySpelling, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	return Judgment{Wrong, AuxiliarySpelling, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: g.Tense}, ""}
}

// judgeAgreement judges a finite word that does not fit its subject.
func (a *Analysis) judgeAgreement(g *Group, tense verb.Tense) Judgment {
	f, s := g.found, g.Subject
	if s.Person == "" || f.subject.kind == gerund {
		return Judgment{}
	}
	that := f.subject.kind == indefinite && a.parser.words[f.subject.head].lower == "that" && has(f.readings, verb.Base)
	if next := a.verbAfter(f); that && next != nil && next.found.finite && a.before(f.subject.start) != nil {
		return Judgment{} // I think that learn English is important: rather a verb as the subject
	}
	finite := a.parser.words[f.finiteWord()]
	if clitics[finite.lower] && f.subject.kind != pronoun && f.subject.kind != existential {
		return Judgment{}
	}
	call := Call{Tool: Agreement, Verb: finite.lower, Subject: s.Text}
	if f.subject.kind == existential && s.EitherNumber && tense != "" && g.Verb == "be" { // there is seven days: the tool allows both
		return Judgment{Wrong, ThereBe, Call{Tool: Conjugate, Verb: g.Verb, Person: verb.ThirdPlural, Tense: tense}, ""}
	}
	simple := f.subject.kind == pronoun || f.subject.kind == indefinite
	code := SubjectNoun
	switch {
	case f.subject.kind == existential:
		code = ThereBe
	case simple:
		code = SubjectPronoun
	case !s.Adjacent:
		code = SubjectDistant
	}
	be := f.main == f.finiteWord() && len(f.aux) > 0 && (g.Verb == "be" || f.not >= 0 || f.inverted)
	stressed := f.governor == byDo && len(f.aux) == 1 && f.main != f.aux[0] && f.not < 0 && !f.inverted // you does talk a lot
	if clitics[finite.lower] || simple && !be && !stressed && tense != "" && a.conjugates(f) {
		if tense == "" || !a.conjugates(f) || f.subject.kind == existential && finite.lower != "'s" {
			return Judgment{}
		}
		call = Call{Tool: Conjugate, Verb: g.Verb, Person: s.Person, Tense: tense}
	}
	return Judgment{Wrong, code, call, ""}
}
