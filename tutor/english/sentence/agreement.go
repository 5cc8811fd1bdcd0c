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
		return !a.parser.thereDisagrees(f)
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

// gerundDisagrees reports whether what somebody does is the subject of a verb that is not in the third person: living in a big city
// have advantages. After be the subject may come late (sitting in the corner are two men), and what follows "and" may be a second one.
func (a *Analysis) gerundDisagrees(f *found) bool {
	p, n := a.parser, f.subject
	if n == nil || n.kind != gerund || f.inverted || f.shared || f.not >= 0 || !has(p.words[n.head].readings, verb.Gerund) || p.words[n.start].lower == "what" || f.base == "be" || f.hypothetical || f.freeForm {
		return false
	}
	if a.parser.finitePersons(f.verbal)&p3sg != 0 || len(f.aux) > 0 && f.main != f.aux[0] {
		return false
	}
	next := n.head + 1
	if p.doesEachDay(n.head, f.main) && (n.start == 0 || p.words[n.start-1].punct) {
		return true
	}
	if next >= f.start || !p.lex.is(p.words[next].lower, "preposition", "determiner") && !p.isNumber(p.words[next].lower) || n.start > 0 && !p.words[n.start-1].punct {
		return false
	}
	return !slices.ContainsFunc(p.words[n.start:f.start], func(w word) bool {
		return w.punct || p.lex.is(w.lower, "coordinator", "relative", "subordinator") && w.lower != "like" || len(w.form(verb.Gerund)) > 0 && w.token != p.words[n.head].token
	})
}

// doesEachDay reports whether two things that "and" joins, and a time, are all that stands between the -ing form at word i and the verb at word end, so
// that both things and the time belong to it: eating fruit and vegetables every day. What may be done itself may be a second subject (eating
// fruit and exercise), and no plural without a reading as a verb is.
func (p *parser) doesEachDay(i, end int) bool {
	if !doneWithThings[p.words[i].lower] {
		return false // growing boys and girls every day need milk
	}
	and := i + 2
	if and+1 < end && p.lex.is(p.words[i+1].lower, "adjective") {
		and++
	}
	if and+1 >= end || p.words[and].lower != "and" || !p.plainNounAt(i+1) {
		return false
	}
	return slices.ContainsFunc(p.nominals(and+1), func(n *nominal) bool {
		w := p.words[n.head]
		return n.end < end && n.kind == nounPhrase && !n.determined && (w.guessed || len(w.readings) == 0) && p.lex.number(w, false) == p3pl && slices.ContainsFunc(p.times, func(m moment) bool { return m.from == n.end && m.to == end })
	})
}

// doneWithThings are -ing forms of what somebody does with things, which describe no people.
var doneWithThings = setOf("eating drinking reading doing playing buying taking learning studying practicing practising watching cooking having using writing")

// judgeAgreement judges a finite word that does not fit its subject.
func (a *Analysis) judgeAgreement(g *Group, tense verb.Tense) Judgment {
	f, s := g.found, g.Subject
	if s.Person != "" && a.gerundDisagrees(f) && tense != "" && a.conjugates(f) {
		return Judgment{Wrong, SubjectNoun, Call{Tool: Conjugate, Verb: g.Verb, Person: verb.ThirdSingular, Tense: tense}, ""}
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
	if p := a.parser; p.question && f.subject.start == 0 && p.isSomebody(f.subject) && len(f.aux) == 0 && has(f.readings, verb.Base) { // anyone want to play?
		return Judgment{}
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
	if clitics[finite.lower] || simple && !be && tense != "" && a.conjugates(f) {
		if tense == "" || !a.conjugates(f) || f.subject.kind == existential && finite.lower != "'s" {
			return Judgment{}
		}
		call = Call{Tool: Conjugate, Verb: g.Verb, Person: s.Person, Tense: tense}
	}
	return Judgment{Wrong, code, call, ""}
}
