package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// judgeBare judges a verb after "to": want to went.
func (a *Analysis) judgeBare(g *Group) Judgment {
	f := g.found
	if a.joinedParticiple(f) { // put on his coat and gone out
		f.fault, f.governor, f.finite, g.Finite, g.Tense = bareParticiple, alone, true, g.Main, verb.PastSimple
		return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if f.fault == missingTo {
		return Judgment{Wrong, ToBase, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if a.wantsGerund(f) {
		f.fault = gerundAsked
		return Judgment{Wrong, ToBase, a.askForGerund(f), ""}
	}
	if f.governor == byModal && (f.fault == strayTo || f.fault == wrongForm) { // let me to go, helped designed
		return Judgment{Wrong, ModalBase, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if f.fault != wrongForm || f.governor != byTo && f.governor != byHave && f.governor != byBe || f.main == f.aux[0] {
		return Judgment{}
	}
	w := a.parser.words[f.main]
	if f.to > 1 && a.parser.words[f.to-1].lower == "used" && a.parser.isBeWord(f.to-2) { // used to cooked food
		return Judgment{}
	}
	lookup := Call{Tool: Lookup, Verb: g.Verb}
	switch {
	case f.governor == byHave && a.pastFor(f):
		return Judgment{Wrong, PastParticiple, lookup, ""}
	case f.governor == byBe && a.pastFor(f):
		return Judgment{Wrong, PastParticiple, lookup, ""}
	case f.governor != byTo || !a.parser.verbish(w) && !a.wantsInfinitive(f):
		return Judgment{}
	case has(f.readings, verb.Gerund) && a.gerundAfterTo(f):
		return Judgment{Wrong, ToBase, lookup, ""}
	case has(f.readings, verb.Past|verb.ThirdPerson), w.lower == "been", has(f.readings, verb.Gerund) && a.parser.baseOnly(f.to-1):
		return Judgment{Wrong, ToBase, lookup, ""}
	}
	return Judgment{}
}

// gerundAfterTo reports whether "to" before the -ing form f belongs to an infinitive: would like to knowing, used
// to smoking, going to buying a present.
func (a *Analysis) gerundAfterTo(f *found) bool {
	p := a.parser
	if f.to < 1 {
		return false
	}
	g := a.groupAt(f.to - 1)
	if g == nil || g.found.subject == nil || !p.acts(g.found.subject) {
		return false
	}
	switch g.Verb {
	case "like", "love", "prefer":
		return len(g.found.aux) > 0 && (p.words[g.found.aux[0]].lower == "would" || p.words[g.found.aux[0]].lower == "'d")
	case "use":
		return g.found.governor == alone
	case "go":
		return g.found.governor == byBe && p.objectAt(f.end)
	}
	return false
}

// joinedParticiple reports whether the participle f, after a coordinator, goes on a verb in the past that has
// no auxiliary, so that it should be a past too.
func (a *Analysis) joinedParticiple(f *found) bool {
	p := a.parser
	i := f.start - 1
	if f.governor != ungoverned || i < 1 || f.base == "be" || p.words[i].lower != "and" || len(f.readings) != 1 ||
		f.readings[0].Forms != verb.Participle ||
		p.lex.is(p.words[f.main].lower, "adjective") || p.lex.is(p.words[i-1].lower, "adjective") || len(p.words[i-1].form(verb.Participle)) > 0 {
		return false
	}
	var before *found
	for k := range a.Groups {
		if other := a.Groups[k].found; other.main < i {
			before = other
		}
	}
	return before != nil && before.finite && before.clause == f.clause && len(before.aux) == 0 && before.fault == noFault &&
		has(before.readings, verb.Past) && before.base != "have" && before.base != "be"
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
	if before := p.words[i].lower; before == "going" || before == "here" || before == "there" { // going to haunted houses
		next := f.main + 1
		if strings.HasSuffix(p.words[f.main].lower, "ed") && next < len(p.words) && p.nounCost(p.words[next]) < surelyNoun &&
			p.lex.number(p.words[next], false) == p3pl {
			return false
		}
	}
	if f.aux[0] != f.to { // has to, is going to
		return true
	}
	return p.toOnly(i)
}

// baseOnly reports whether neither a noun nor an -ing form can stand after word i and "to".
func (p *parser) baseOnly(i int) bool {
	if i < 0 || p.words[i].lower == "used" || p.words[i].lower == "going" {
		return false
	}
	w := p.words[i]
	return p.lex.is(w.lower, "base-only") || slices.ContainsFunc(w.readings, func(r verb.Reading) bool {
		return p.lex.is(r.Base,
			"base-only")
	})
}

// toOnly reports whether an infinitive is all that "to" after word i can begin: want to.
func (p *parser) toOnly(i int) bool {
	w := p.words[i]
	if p.lex.is(w.lower, "object") && i > 0 && slices.ContainsFunc(p.words[i-1].readings,
		func(r verb.Reading) bool { return p.lex.is(r.Base, "to-object") }) {
		return true // asked me to
	}
	if (w.lower == "here" || w.lower == "there") && i > 0 && slices.ContainsFunc(p.words[i-1].readings,
		func(r verb.Reading) bool { return r.Base == "come" || r.Base == "go" }) {
		return true // came here to
	}
	if i > 1 && p.lex.is(w.lower, "adjective") && p.words[i-1].lower == "too" { // too tired to
		return true
	}
	return p.lex.is(w.lower, "to-only") || slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return p.lex.is(r.Base, "to-only") })
}

// pastFor reports whether the main verb is a simple past that stands for its participle.
func (a *Analysis) pastFor(f *found) bool {
	word := a.parser.words[f.main].lower
	noun := a.parser.lex.is(word, "noun") && f.governor != byHave && !a.parser.lex.is(word, "past-noun") && !a.parser.cutPassive(f.main)
	return has(f.readings, verb.Past) && !has(f.readings, verb.Participle) && !noun
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
		if f.base == "be" {
			return Judgment{Wrong, PastParticiple, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: verb.PastSimple}, ""}
		}
		return Judgment{Wrong, PastParticiple, lookup, ""}
	case bareGerund:
		if ours && a.lacksBe(f) && !a.captions(f) && !a.isPastStory(f) {
			f.asks = a.asksBefore(f) && a.isSimple() || a.parser.question && f.subject.kind == pronoun && f.subject.start == 0 && a.firstClause(f)
			return Judgment{Wrong, BeGerund, conjugate, ""}
		}
	case negatedBare:
		if !ours || !a.lacksNegation(f) {
			return Judgment{}
		}
		return Judgment{Wrong, DoMissing, conjugate, ""}
	case strayTo:
		if a.parser.words[f.aux[len(f.aux)-1]].lower == "need" || f.inverted && !a.parser.question && f.subject != nil &&
			f.subject.kind != pronoun || f.governor == byDo && f.not < 0 && !f.inverted {
			return Judgment{}
		}
		return Judgment{Wrong, ModalBase, lookup, ""}
	case doWithModal:
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
	case noFault:
		if ours && a.parser.cutParticiple(f) && tense == verb.PresentContinuous {
			return Judgment{Wrong, BeGerund, conjugate, ""}
		}
	}
	return Judgment{}
}

// lacksBe reports whether an -ing form after the subject stands for a whole verb: we moving, Ana
// and I reading. Behind a noun it may as well be a participle, unless the clause has no other verb.
func (a *Analysis) lacksBe(f *found) bool {
	n := f.subject
	if f.kind == relClause || f.shared || a.parser.commaBeforeVerb(f) {
		return false
	}
	switch n.kind {
	case pronoun, coordinated:
		return f.kind == mainClause || n.kind == coordinated || a.parser.lex.is(a.parser.words[n.start].lower, "subject", "either")
	case nounPhrase, indefinite:
		return n.determined || a.parser.nameless(a.parser.words[n.head]) || n.kind == indefinite && n.persons == p3sg
	}
	return false
}

// isPastStory reports whether the sentence tells of the past, so that what lacks its be lacks was or were.
func (a *Analysis) isPastStory(f *found) bool {
	for i := range a.Groups {
		if g := &a.Groups[i]; g.found != f && g.found.finite && g.Tense == verb.PastSimple && g.found.fault == noFault {
			return true
		}
	}
	return slices.ContainsFunc(a.parser.times, func(m moment) bool { return m.tense == verb.PastSimple })
}

// firstClause reports whether no other finite verb stands before f, and none after it without a mark between.
func (a *Analysis) firstClause(f *found) bool {
	for i := range a.Groups {
		other := a.Groups[i].found
		if other == f || !other.finite {
			continue
		}
		marked := false
		for _, w := range a.parser.words[f.main:max(f.main, other.main)] {
			marked = marked || w.punct
		}
		if other.main < f.main || !marked {
			return false
		}
	}
	return true
}

// captions reports whether a noun and its -ing form are all there is, without a word that says when:
// that is how pictures are described (the boys playing in the garden).
func (a *Analysis) captions(f *found) bool {
	n := f.subject
	named := n.kind == nounPhrase || n.kind == indefinite || n.kind == coordinated && n.persons&^pThird == 0
	return named && !a.parser.question && f.kind == mainClause && f.not < 0 && len(a.parser.times) == 0 && a.onlyFinite()
}

// lacksNegation reports whether "no" or "not" before a base form stands for don't: the boys no like
// it, Ana and I not work.
func (a *Analysis) lacksNegation(f *found) bool {
	n, p := f.subject, a.parser
	if f.freeForm || f.shared || p.commaBeforeVerb(f) {
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

// judgeGoverned judges a main verb in a form that its auxiliary does not take.
func (a *Analysis) judgeGoverned(g *Group, tense verb.Tense, agrees, ours bool) Judgment {
	f := g.found
	lookup := Call{Tool: Lookup, Verb: g.Verb}
	conjugate := Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}
	switch f.governor {
	case byModal:
		if len(f.aux) > 1 || !has(f.readings, verb.Past|verb.ThirdPerson|verb.Gerund) || a.passive(f) || f.base == "be" &&
			a.parser.words[f.aux[0]].lower == "must" {
			return Judgment{}
		}
		if f.subjectless || tense == "" || !ours {
			return Judgment{Wrong, ModalBase, lookup, ""}
		}
		return Judgment{Wrong, ModalBase, conjugate, ""}
	case byDo:
		if f.base == "be" && f.not < 0 && !f.inverted { // all we can do is wait
			return Judgment{}
		}
		if !ours || f.subjectless || f.not < 0 && !f.inverted && has(f.readings, verb.Participle|verb.Gerund) && !has(f.readings, verb.Past) {
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
		if a.pastFor(f) && !a.takesObject(f) && !(a.parser.lex.is(a.parser.words[f.main].lower, "slang") && f.subject != nil &&
			a.parser.acts(f.subject)) {
			return Judgment{Wrong, PastParticiple, lookup, ""}
		}
	case byTo:
		return a.judgeBare(g)
	}
	return Judgment{}
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
	been := f.base == "be" && (f.subject == nil || !a.parser.acts(f.subject) || f.end < len(a.parser.words) &&
		len(a.parser.words[f.end].form(verb.Gerund)) > 0)
	return f.shared || been || f.kind == relClause && f.subject != nil && f.subject.kind == wh
}

// gerundMeant reports whether a base form after am, is or are can only be an -ing form cut short.
func (a *Analysis) gerundMeant(f *found) bool {
	p := a.parser
	w := p.words[f.main]
	if !has(f.readings, verb.Base|verb.ThirdPerson) || f.base == "agree" || p.lex.is(w.lower, "adjective", "noun", "adverb",
		"preposition") || f.subject.kind != pronoun && f.subject.kind != nounPhrase && f.subject.kind != coordinated &&
		f.subject.kind != indefinite {
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
	if !p.isAnimate(f.subject) || w.lower == "fun" || p.lex.nouns["role"][w.lower] && p.phraseEnds(f.main+1) {
		return false
	}
	if f.main+1 >= len(p.words) || p.words[f.main+1].punct {
		person := f.subject.kind == nounPhrase || p.lex.feature(p.words[f.subject.head].lower, "subject") == "3sg"
		return f.inverted || person && (f.subject.kind == pronoun || f.subject.determined) && !p.lex.nouns["mass"][w.lower] &&
			!p.lex.chieflyNoun(w.lower)
	}
	next := p.words[f.main+1]
	if f.end == f.main+1 && !p.functional(next) && !next.named() && f.subject.kind == pronoun &&
		(p.lex.nouns["mass"][next.lower] || p.words[f.subject.head].lower != "they" && p.lex.number(next, false) == p3pl) {
		return true // we are cook rice
	}
	return p.lex.is(next.lower, "preposition", "determiner", "object", "adverb") && next.lower != "of" && next.lower != "as"
}

// isAnimate reports whether the subject acts: a personal pronoun, or a noun for persons or animals.
func (p *parser) isAnimate(n *nominal) bool {
	head := p.words[n.head].lower
	if n.kind == pronoun {
		return head != "it"
	}
	if n.kind == coordinated {
		return n.persons&pThird == 0
	}
	return n.kind == nounPhrase && (n.determined && p.lex.nouns["animate"][head] || n.end-n.start == 1 && p.nameless(p.words[n.head]))
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
