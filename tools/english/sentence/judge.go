package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tools/english/verb"
)

// A Verdict is what the judgment of a group comes to.
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
	moments := a.parser.moments()
	for i := range a.Groups {
		g := &a.Groups[i]
		g.Judgment = a.judgeGroup(g, moments)
		if g.Judgment.Verdict == "" {
			g.Judgment.Verdict = NotJudged
		}
		if g.Judgment.Verdict == Wrong && !a.mends(i) {
			g.Judgment = Judgment{Verdict: NotJudged}
		}
	}
	a.adjectives()
}

// mends reports whether the call of a wrong group leads to other words than those that stand there.
func (a *Analysis) mends(i int) bool {
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
	case f.fault == unclear, a.parser.sealedVerb(f), a.parser.words[f.main].guessed && (f.fault != noFault || len(f.aux) == 0):
		return Judgment{}
	case !f.finite:
		return a.judgeBare(g)
	}
	m := a.momentOf(f, moments)
	if f.orphan {
		return a.judgeOrphan(g)
	}
	if f.subject == nil {
		return Judgment{}
	}
	if j := a.judgeMended(g); j.Verdict != "" {
		return j
	}
	if a.lacksDo(f) {
		f.asks = true
		return Judgment{Wrong, DoMissing, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: verb.PresentSimple}, ""}
	}
	tense, told := a.tenseByMoment(g, m)
	agrees := a.agrees(f)
	j := a.judgeForm(g, tense, agrees)
	if j.Verdict == "" && !agrees {
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

// lacksDo reports whether the whole sentence is a question of a pronoun and a verb in the present,
// without an auxiliary: You like it? Where you live?
func (a *Analysis) lacksDo(f *found) bool {
	p := a.parser
	if !p.question || f.inverted || len(f.aux) > 0 || f.fault != noFault || f.kind != mainClause || f.subject.kind != pronoun ||
		!has(f.readings, verb.Base|verb.ThirdPerson) || has(f.readings, verb.Past) || f.base == "be" {
		return false
	}
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
	return finite == 1 && (f.subject.start == 0 || f.fronted)
}

// sealedVerb reports whether the main verb is written in a way that words are not.
func (p *parser) sealedVerb(f *found) bool {
	return strings.ContainsAny(p.words[f.main].text, "0123456789_.")
}

func (a *Analysis) agrees(f *found) bool {
	if f.subject.kind == existential {
		return !a.parser.thereDisagrees(f)
	}
	return a.parser.fits(f.verbal, f.subject, f.loose, f.unreal)
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

// judgeBare judges a verb behind "to": want to went.
func (a *Analysis) judgeBare(g *Group) Judgment {
	f := g.found
	if f.governor == byModal && (f.fault == strayTo || f.fault == wrongForm) { // let me to go, helped designed
		return Judgment{Wrong, ModalBase, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if f.fault != wrongForm || f.governor != byTo && f.governor != byHave && f.governor != byBe || f.main == f.aux[0] {
		return Judgment{}
	}
	w := a.parser.words[f.main]
	lookup := Call{Tool: Lookup, Verb: g.Verb}
	switch {
	case f.governor == byHave && a.pastFor(f):
		return Judgment{Wrong, PastParticiple, lookup, ""}
	case f.governor == byBe && a.pastFor(f):
		return Judgment{Wrong, PastParticiple, lookup, ""}
	case f.governor != byTo || !a.parser.verbish(w) && !a.wantsInfinitive(f):
		return Judgment{}
	case has(f.readings, verb.Past), has(f.readings, verb.ThirdPerson):
		return Judgment{Wrong, ToBase, lookup, ""}
	case w.lower == "been":
		return Judgment{Wrong, ToBase, lookup, ""}
	}
	return Judgment{}
}

// verbish reports whether the word can hardly be anything but a verb with a subject: an irregular
// past that is no participle.
func (p *parser) verbish(w word) bool {
	if p.lex.is(w.lower, "noun", "adjective") || w.named() {
		return false
	}
	for _, r := range w.readings {
		if r.Forms.Has(verb.Base|verb.Participle|verb.Gerund) || r.Overregular || r.Misspelled {
			return false
		}
		if r.Forms.Has(verb.ThirdPerson) && verb.IsAlsoNoun(r.Base) {
			return false
		}
	}
	return len(w.readings) > 0
}

// wantsInfinitive reports whether the word before "to" can only go on with an infinitive.
func (a *Analysis) wantsInfinitive(f *found) bool {
	p := a.parser
	i := f.to - 1
	if i < 0 || f.to < 0 {
		return false
	}
	if f.aux[0] != f.to { // has to, is going to
		return true
	}
	return p.toOnly(i)
}

// toOnly reports whether an infinitive is all that "to" behind word i can begin: want to.
func (p *parser) toOnly(i int) bool {
	w := p.words[i]
	return p.lex.is(w.lower, "to-only") || slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return p.lex.is(r.Base, "to-only") })
}

// pastFor reports whether the main verb is a simple past that stands for its participle.
func (a *Analysis) pastFor(f *found) bool {
	noun := a.parser.lex.is(a.parser.words[f.main].lower, "noun") && f.governor != byHave
	return has(f.readings, verb.Past) && !has(f.readings, verb.Participle) && !noun
}

// judgeOrphan judges the inner faults of a group whose subject was not found.
func (a *Analysis) judgeOrphan(g *Group) Judgment {
	f := g.found
	if len(f.aux) == 0 || f.cost > 2.5 {
		return Judgment{}
	}
	if first := a.parser.words[f.aux[0]]; first.capital && a.parser.lex.is(first.lower, "name") {
		return Judgment{} // May sometimes spends …
	}
	j := a.judgeForm(g, g.Tense, true)
	if j.Verdict == Wrong && j.Call.Tool == Lookup && (f.fault == ofForHave || f.fault == wrongForm && f.governor != byBe) {
		return j
	}
	return Judgment{}
}

// judgeMended judges groups with a misspelt auxiliary.
func (a *Analysis) judgeMended(g *Group) Judgment {
	f, p := g.found, a.parser
	mended := slices.ContainsFunc(f.aux, func(w int) bool { return p.words[w].mended })
	if !mended || !a.conjugates(f) || g.Subject.Person == "" {
		return Judgment{}
	}
	if g.Tense == "" {
		return Judgment{Wrong, AuxiliarySpelling, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	return Judgment{Wrong, AuxiliarySpelling, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: g.Tense}, ""}
}

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
		if a.bareParticipleStands(f) {
			return Judgment{}
		}
		return Judgment{Wrong, PastParticiple, lookup, ""}
	case bareGerund:
		subjective := a.parser.lex.is(a.parser.words[f.subject.head].lower, "subject")
		if ours && f.kind != relClause && f.subject.kind == pronoun && (f.kind == mainClause || subjective) {
			return Judgment{Wrong, BeGerund, conjugate, ""}
		}
	case negatedBare:
		beside := f.subject.end == f.start
		if !beside || !ours || f.subject.kind != pronoun && (f.no < 0 || f.subject.kind != nounPhrase || verb.IsAlsoNoun(f.base)) {
			return Judgment{}
		}
		return Judgment{Wrong, DoMissing, conjugate, ""}
	case strayTo:
		if a.parser.words[f.aux[len(f.aux)-1]].lower == "need" || f.governor == byDo && f.not < 0 && !f.inverted {
			return Judgment{}
		}
		return Judgment{Wrong, ModalBase, lookup, ""}
	case ofForHave:
		if g.Verb == "" {
			return Judgment{Wrong, AuxiliarySpelling, Call{Tool: Lookup, Verb: "have"}, ""}
		}
		return Judgment{Wrong, AuxiliarySpelling, lookup, ""}
	case bareWithBe:
		if ours && tense == verb.PresentContinuous && a.gerundMeant(f) {
			return Judgment{Wrong, BeGerund, conjugate, ""}
		}
	case wrongForm:
		return a.judgeGoverned(g, tense, agrees, ours)
	}
	return Judgment{}
}

// judgeGoverned judges a main verb in a form that its auxiliary does not take.
func (a *Analysis) judgeGoverned(g *Group, tense verb.Tense, agrees, ours bool) Judgment {
	f := g.found
	lookup := Call{Tool: Lookup, Verb: g.Verb}
	conjugate := Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}
	switch f.governor {
	case byModal:
		if len(f.aux) > 1 || !has(f.readings, verb.Past|verb.ThirdPerson|verb.Gerund) || a.passive(f) {
			return Judgment{}
		}
		if f.orphan || tense == "" || !ours {
			return Judgment{Wrong, ModalBase, lookup, ""}
		}
		return Judgment{Wrong, ModalBase, conjugate, ""}
	case byDo:
		if !ours || f.orphan || f.not < 0 && !f.inverted && has(f.readings, verb.Participle|verb.Gerund) && !has(f.readings, verb.Past) {
			return Judgment{}
		}
		return Judgment{Wrong, DoSupport, conjugate, ""}
	case byHave, byHaveOr:
		if a.pastFor(f) && (f.governor == byHave || len(f.aux) == 1) {
			if !agrees && ours {
				return Judgment{Wrong, PastParticiple, conjugate, ""}
			}
			return Judgment{Wrong, PastParticiple, lookup, ""}
		}
		if f.inverted && has(f.readings, verb.Base) && (!verb.IsAlsoNoun(f.base) || a.takesObject(f)) {
			return Judgment{Wrong, PastParticiple, lookup, ""}
		}
	case byBe, byBeOr:
		if a.pastFor(f) && !a.takesObject(f) && !(a.parser.lex.is(a.parser.words[f.main].lower, "slang") && f.subject != nil && f.subject.kind == pronoun) {
			return Judgment{Wrong, PastParticiple, lookup, ""}
		}
	case byTo:
		return a.judgeBare(g)
	}
	return Judgment{}
}

// passive reports whether a participle behind a modal lacks "be" rather than being the wrong form.
func (a *Analysis) passive(f *found) bool {
	if !has(f.readings, verb.Participle) {
		return false
	}
	if f.subject == nil || f.subject.kind != pronoun || a.parser.words[f.subject.head].lower == "it" {
		return true
	}
	next := f.main + 1
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
	return f.shared || f.base == "be" || f.kind == relClause && f.subject != nil && f.subject.kind == wh
}

// gerundMeant reports whether a base form behind am, is or are can only be an -ing form cut short.
func (a *Analysis) gerundMeant(f *found) bool {
	p := a.parser
	w := p.words[f.main]
	if !has(f.readings, verb.Base) || p.lex.is(w.lower, "adjective", "noun", "adverb", "preposition") || f.subject.kind != pronoun && f.subject.kind != nounPhrase {
		return false
	}
	if !verb.IsAlsoNoun(f.base) {
		return true
	}
	if f.subject.kind != pronoun || w.lower == "fun" || p.words[f.subject.head].lower == "it" {
		return false
	}
	if f.main+1 >= len(p.words) || p.words[f.main+1].punct {
		return f.inverted
	}
	next := p.words[f.main+1]
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
		if over || f.governor != alone {
			return Judgment{Wrong, code, lookup, ""}
		}
		return Judgment{Wrong, code, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: verb.PastSimple}, ""}
	case tense != "" && a.conjugates(f) && g.Subject.Person != "":
		return Judgment{Wrong, code, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}, ""}
	}
	return Judgment{}
}

// judgeAgreement judges a finite word that does not fit its subject.
func (a *Analysis) judgeAgreement(g *Group, tense verb.Tense) Judgment {
	f := g.found
	s := g.Subject
	if s.Person == "" || f.subject.kind == gerund {
		return Judgment{}
	}
	finite := a.parser.words[f.finiteWord()]
	if clitics[finite.lower] && f.subject.kind != pronoun && f.subject.kind != existential {
		return Judgment{}
	}
	call := Call{Tool: Agreement, Verb: finite.lower, Subject: s.Text}
	simple := f.subject.kind == pronoun || f.subject.kind == indefinite
	code := SubjectNoun
	switch {
	case f.subject.kind == existential:
		code = ThereBe
	case simple:
		code = SubjectPronoun
	case !s.Near:
		code = SubjectDistant
	}
	be := f.main == f.finiteWord() && len(f.aux) > 0 && (g.Verb == "be" || f.not >= 0 || f.inverted)
	if clitics[finite.lower] || simple && !be && tense != "" && a.conjugates(f) {
		if tense == "" || !a.conjugates(f) || f.subject.kind == existential && finite.lower != "'s" {
			return Judgment{}
		}
		call = Call{Tool: Conjugate, Verb: g.Verb, Person: s.Person, Tense: tense}
	}
	return Judgment{Wrong, code, call, ""}
}

// confirm names the call that confirms a right group, if the group is in one of our tenses and some
// answer says exactly what stands there.
func (a *Analysis) confirm(g *Group) Judgment {
	f := g.found
	emphatic := f.governor == byDo && f.main != f.aux[0] && f.not < 0 && !f.inverted
	if g.Tense == "" || f.fault != noFault || !a.conjugates(f) || g.Subject.Person == "" || emphatic {
		return Judgment{}
	}
	finite := a.parser.words[f.finiteWord()].lower
	agreement := Call{Tool: Agreement, Verb: finite, Subject: g.Subject.Text}
	conjugation := Call{Tool: Conjugate, Verb: g.Verb, Person: a.personThatFits(g), Tense: g.Tense}
	calls := []Call{conjugation, agreement}
	if g.Verb == "be" && f.main == f.finiteWord() || f.subject.kind != pronoun && g.Tense != verb.PastSimple && g.Tense != verb.FutureSimple {
		slices.Reverse(calls)
	}
	for _, c := range calls {
		if a.confirms(g, c) {
			return Judgment{Right, "", c, ""}
		}
	}
	return Judgment{}
}

// confirms reports whether the answer to the call is what stands in the group.
func (a *Analysis) confirms(g *Group, c Call) bool {
	if c.Tool == Agreement && (clitics[c.Verb] || g.found.subject.kind == wh) {
		return false
	}
	o, ok := Observe(c)
	if !ok {
		return false
	}
	edits, ok := a.realize(g.found, o)
	return ok && len(edits) == 0
}

// personThatFits returns a person of the subject for which the finite word is right.
func (a *Analysis) personThatFits(g *Group) verb.Person {
	both := g.found.subject.persons & a.parser.finitePersons(g.found.verbal)
	if both == 0 {
		return g.person()
	}
	return both.person()
}

// adjectives judges the simple past before a noun: the broke vase. It enters a group of its own for
// each.
func (a *Analysis) adjectives() {
	p := a.parser
	seen := map[int]bool{}
	for _, s := range a.steps {
		n := s.nominal
		if n == nil || n.adjective < 0 || seen[n.adjective] {
			continue
		}
		seen[n.adjective] = true
		w := p.words[n.adjective]
		base := w.readings[0].Base
		v := newVerbal(n.adjective)
		v.main, v.end, v.base, v.readings, v.governor, v.fault = n.adjective, n.adjective+1, base, w.readings, byBe, wrongForm
		g := Group{Verb: base, Main: w.token, Finite: -1, Tokens: []int{w.token}, found: &found{verbal: &v, orphan: true}}
		g.Judgment = Judgment{Wrong, ParticipleBefore, Call{Tool: Lookup, Verb: base}, ""}
		a.Groups = append(a.Groups, g)
	}
	slices.SortStableFunc(a.Groups, func(x, y Group) int { return x.Main - y.Main })
}

// Calls returns the calls that can give the evidence about group i, the best first: that of its
// judgment, and where a subject may be beyond the agreement tool, the conjugation that would show
// the same.
func (a Analysis) Calls(i int) []Call {
	g := &a.Groups[i]
	c := g.Judgment.Call
	if c.Tool == "" {
		return nil
	}
	calls := []Call{c}
	if c.Tool == Agreement && g.Tense != "" && a.conjugates(g.found) && g.found.fault == noFault {
		calls = append(calls, Call{Tool: Conjugate, Verb: g.Verb, Person: a.personFor(g), Tense: g.Tense})
	}
	return calls
}

// personFor returns the person to conjugate for: one that fits a right group, that of the subject
// of a wrong one.
func (a *Analysis) personFor(g *Group) verb.Person {
	if g.Judgment.Verdict == Right {
		return a.personThatFits(g)
	}
	return g.person()
}
