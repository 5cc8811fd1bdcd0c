package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// A clause that describes a noun without "that" stands between this noun and its verb, and its own verb may be read as the other's: does the man she loves know? The least he
// can do is call. A noun after much or many is none of the forms that have governs: he has so much work.

// describedInQuestion reports whether f is the verb of a clause about the subject of a question, or the verb of the question right after it.
func (a *Analysis) describedInQuestion(f *found) bool {
	if before := a.groupAt(f.main - 1); before != nil && a.parser.afterOtherSubject(before.found) {
		return true
	}
	return a.parser.afterOtherSubject(f)
}

// afterOtherSubject reports whether a pronoun that is only a subject stands right before the verb of f, which an auxiliary before another subject was read with.
func (p *parser) afterOtherSubject(f *found) bool {
	i := f.main - 1
	return f.inverted && len(f.aux) > 0 && f.subject != nil && f.subject.end <= i && f.subject.kind == nounPhrase && p.isSubjectOnly(i) && p.words[i].lower != "it"
}

// canDoIs reports whether f is the be after "can do", which says what somebody can do: the least he can do is call.
func (p *parser) canDoIs(f *found) bool {
	return f.base == "be" && f.main > 1 && p.words[f.main-1].lower == "do" && p.lex.is(p.words[f.main-2].lower, "modal") && f.subject != nil && f.subject.start > 0
}

// muchNoun reports whether f is the noun after much or many and have: he has so much work that needs doing.
func (p *parser) muchNoun(f *found) bool {
	before := p.words[max(f.main-1, 0)].lower
	return f.governor == byHave && has(f.readings, verb.Base) && verb.IsAlsoNoun(f.base) && (before == "much" || before == "many")
}

// permits reports whether f is the -ing form of "weather permitting", which says on what condition something is done: the weather permitting, we will go.
func (p *parser) permits(f *found) bool {
	return f.base == "permit" && f.fault == bareGerund && p.wordAt(f.end) == ","
}
