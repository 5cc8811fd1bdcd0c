package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After "to", let and make stands the base form. Here stand the other forms in its place (want to went, let me to go), and
// the words after which "to" begins nothing but an infinitive.

// judgeBare judges a verb after "to": want to went.
func (a *Analysis) judgeBare(g *Group) Judgment {
	f := g.found
	if a.joinedParticiple(f) { // put on his coat and gone out
		f.fault, f.governor, f.finite, g.Finite, g.Tense = bareParticiple, alone, true, g.Main, verb.PastSimple
		return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if f.fault == missingTo && f.start > 1 && (possessives[a.parser.words[f.start-2].lower] || a.parser.words[f.start-2].lower == "her") { // had her wish come true
		return Judgment{}
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
	if a.hasToBeDone(f) {
		return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
	}
	if f.fault != wrongForm || f.governor != byTo && f.governor != byHave && f.governor != byBe || f.main == f.aux[0] {
		return Judgment{}
	}
	w := a.parser.words[f.main]
	if f.to > 1 && a.parser.words[f.to-1].lower == "used" && (a.parser.isBeWord(f.to-2) || a.parser.getsUsed(f.to-1)) { // used to cooked food
		return Judgment{}
	}
	if a.meansDone(f) || f.to > 0 && f.main == f.to+1 && a.relativeAt(f.to) {
		return Judgment{}
	}
	lookup := Call{Tool: Lookup, Verb: g.Verb}
	switch {
	case f.governor == byHave && (a.pastFor(f) || has(f.readings, verb.Gerund)):
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
	if f.governor != ungoverned || i < 1 || f.base == "be" || p.words[i].lower != "and" || len(f.readings) != 1 || f.readings[0].Forms != verb.Participle ||
		p.lex.is(p.words[f.main].lower, "adjective") || p.lex.is(p.words[i-1].lower, "adjective") || len(p.words[i-1].form(verb.Participle)) > 0 {
		return false
	}
	var before *found
	for k := range a.Groups {
		if other := a.Groups[k].found; other.main < i {
			before = other
		}
	}
	return before != nil && before.finite && before.clause == f.clause && len(before.aux) == 0 && before.fault == noFault && has(before.readings, verb.Past) && before.base != "have" && before.base != "be"
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
	if i < 0 {
		return false
	}
	if before := p.words[i].lower; before == "going" || before == "here" || before == "there" { // going to haunted houses
		next := f.main + 1
		if strings.HasSuffix(p.words[f.main].lower, "ed") && next < len(p.words) && p.nounCost(p.words[next]) < surelyNoun && p.lex.number(p.words[next], false) == p3pl {
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
	return p.lex.is(w.lower, "base-only") || slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return p.lex.is(r.Base, "base-only") })
}

// toOnly reports whether an infinitive is all that "to" after word i can begin: want to.
func (p *parser) toOnly(i int) bool {
	w := p.words[i]
	if p.lex.is(w.lower, "object") && i > 0 && slices.ContainsFunc(p.words[i-1].readings, func(r verb.Reading) bool { return p.lex.is(r.Base, "to-object") }) {
		return true // asked me to
	}
	if (w.lower == "here" || w.lower == "there") && i > 0 && slices.ContainsFunc(p.words[i-1].readings, func(r verb.Reading) bool { return r.Base == "come" || r.Base == "go" }) {
		return true // came here to
	}
	if i > 1 && p.lex.is(w.lower, "adjective") && p.words[i-1].lower == "too" { // too tired to
		return true
	}
	return p.lex.is(w.lower, "to-only") || slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return p.lex.is(r.Base, "to-only") })
}
