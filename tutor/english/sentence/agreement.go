package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Whether a finite word fits its subject: one thing or several, what somebody does, what a question asks for. Where a parse leaves two
// readings, the word is not judged.

// agrees reports whether the finite word of f fits its subject.
func (a *Analysis) agrees(f *found) bool {
	if a.gerundDisagrees(f) {
		return false
	}
	if f.subject.kind == existential {
		return !a.parser.thereDisagrees(f) || a.parser.severalExist(f)
	}
	return a.parser.fits(f.verbal, f.subject, f.freeForm, f.hypothetical) && !a.asksOfOne(f) && !a.asksWhoHave(f)
}

// asksOfOne reports whether are or were stands between "who" and one person: who are that man?
func (a *Analysis) asksOfOne(f *found) bool {
	p := a.parser
	if f.subject.kind != wh || f.inverted || f.end >= len(p.words) || f.main != f.finiteWord() || p.words[f.subject.head].lower != "who" || p.words[f.main].lower != "are" && p.words[f.main].lower != "were" {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.end), func(n *nominal) bool {
		return n.kind == nounPhrase && n.determined && n.persons == p3sg && p.phraseEnds(n.end) && p.isPerson(p.words[n.head])
	})
}

// toldOf returns the group of "there was" before somebody or something that the relative clause of f tells of with don't, where a story goes on with didn't: there was a
// king who don't want to grow old. It returns nil where there is none.
func (a *Analysis) toldOf(f *found) *Group {
	if f.kind != relClause || f.governor != byDo || f.not < 0 || f.subject.start == 0 {
		return nil
	}
	before := a.verbBefore(f.start)
	if before == nil || !before.found.finite || before.found.subject == nil || before.found.subject.kind != existential || before.Tense != verb.PastSimple {
		return nil
	}
	return before
}

// oneCollective reports whether a noun such as team is one thing as the subject of f, where the tool alone would allow both numbers: the company which
// pay, the party start at eight.
func (a *Analysis) oneCollective(f *found) bool {
	p, n := a.parser, f.subject
	return n.persons == p3sg && p.lex.nouns["collective"][p.words[n.head].lower] && (f.sure || f.kind == relClause && f.start > 0 && p.words[f.start-1].lower == "which")
}

// judgeAgreement judges a finite word that does not fit its subject.
func (a *Analysis) judgeAgreement(g *Group, tense verb.Tense) Judgment {
	f, s := g.found, g.Subject
	if s.Person != "" && a.gerundDisagrees(f) && tense != "" && a.conjugates(f) {
		code := SubjectNoun
		if f.subject.kind == existential {
			code = ThereBe
		}
		return Judgment{Wrong, code, Call{Tool: Conjugate, Verb: g.Verb, Person: verb.ThirdSingular, Tense: tense}, ""}
	}
	if s.Person == "" || f.subject.kind == gerund {
		return Judgment{}
	}
	if f.not >= 0 && (s.Head == "nobody" || s.Head == "nothing" || s.Head == "one" && a.parser.words[f.subject.start].lower == "no") { // nobody don't know: one negation too many
		return Judgment{}
	}
	that := f.subject.kind == indefinite && a.parser.words[f.subject.head].lower == "that" && has(f.readings, verb.Base)
	if next := a.verbAfter(f); that && next != nil && next.found.finite && a.before(f.subject.start) != nil {
		return Judgment{} // I think that learn English is important: rather a verb as the subject
	}
	if p := a.parser; p.matches(f.subject.start, []string{"what", "say"}) || p.matches(f.subject.start, []string{"next", "door"}) { // what say we go? Next door have a dog
		return Judgment{}
	}
	if p := a.parser; p.question && f.subject.start == 0 && p.isSomebody(f.subject) && len(f.aux) == 0 && has(f.readings, verb.Base) { // anyone want to play?
		return Judgment{}
	}
	if before := a.toldOf(f); before != nil && a.conjugates(f) {
		return Judgment{Wrong, TenseAdverb, Call{Tool: Conjugate, Verb: g.Verb, Person: s.Person, Tense: verb.PastSimple}, a.told(before)}
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
	case !s.Adjacent, f.subject.end < f.start-1 && a.parser.words[f.subject.end].text == ",": // my brother, along with two friends, are
		code = SubjectDistant
	}
	be := f.main == f.finiteWord() && len(f.aux) > 0 && (g.Verb == "be" || f.not >= 0 || f.inverted)
	stressed := f.governor == byDo && f.main != f.finiteWord() && f.not < 0 && !f.inverted // he do work hard: does
	if clitics[finite.lower] || (simple || a.oneCollective(f)) && !be && !stressed && tense != "" && a.conjugates(f) {
		if tense == "" || !a.conjugates(f) || f.subject.kind == existential && finite.lower != "'s" {
			return Judgment{}
		}
		call = Call{Tool: Conjugate, Verb: g.Verb, Person: s.Person, Tense: tense}
	}
	return Judgment{Wrong, code, call, ""}
}
