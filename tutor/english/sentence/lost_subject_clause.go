package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A clause after because, if, when and their like has its subject in English, also where it is known who or what is meant: because it is cold, when he was
// young. Spanish leaves it out, so that the verb comes right after the opener: because is cold, when was young, if want a better life. An adjective or a
// participle may follow most of them (when tired, if found), a verb with its own subject follows when and where (when is the party, where lives a dragon).

// subjectsLost returns the words before which a clause lacks its subject.
func (a *Analysis) subjectsLost() []int {
	p := a.parser
	var list []int
	for i := 0; i+2 < len(p.words); i++ {
		if a.losesSubjectAfter(i) || a.wordIsAllOfClause(i) || a.timeWithoutSubject(i) || a.placeWithoutSubject(i) || a.saysThatAlone(i) || a.describesWithoutSubject(i) ||
			a.resultWithoutSubject(i) || a.cleftWithoutSubject(i) || a.cliticAlone(i) || a.goesOnWithoutSubject(i) {
			list = append(list, i+1)
		}
	}
	for i := range a.Groups {
		if f := a.Groups[i].found; a.turnsToThing(f) {
			list = append(list, f.main)
		}
	}
	return append(list, a.lostAfterPhrases()...)
}

// turnsToThing reports whether "and" joins a present in the third person to a past whose subject is I, we or they, so that it says what their thing or person does now: I bought this
// phone last month and works perfectly.
func (a *Analysis) turnsToThing(f *found) bool {
	p := a.parser
	if !f.shared || f.subject == nil || len(f.aux) > 0 || f.main < 1 || p.words[f.main-1].lower != "and" && p.words[f.main-1].lower != "but" || len(p.words[f.main].form(verb.ThirdPerson)) == 0 || f.subject.persons&p3sg != 0 {
		return false
	}
	before := a.verbBefore(f.main)
	return before != nil && before.found.subject == f.subject && (a.isPast(before) || p.words[f.main].lower == "is" && f.subject.kind == pronoun)
}

// losesSubjectAfter reports whether the verb of a clause follows its opener at word i.
func (a *Analysis) losesSubjectAfter(i int) bool {
	p := a.parser
	if p.words[i+1].joined || p.words[i].capital && !p.words[i].first {
		return false
	}
	switch p.words[i].lower {
	case "because":
		return p.verbOpens(i+1) || p.pastOpens(i+1)
	case "if", "although", "unless", "until", "while":
		return p.verbOpens(i+1) || p.doneOpens(i+1) || p.bareOpens(i+1)
	case "when":
		if i > 0 && (p.words[i-1].lower == "until" || p.lex.is(p.words[i-1].lower, "object")) {
			return false // until when is it open, tell me when is best
		}
		return (p.verbOpens(i+1) || p.doneOpens(i+1) || p.bareOpens(i+1)) && !(i == 0 && p.question) && !(i > 0 && p.words[i-1].punct && (p.question || p.subjectFollows(i+1)))
	case "where":
		return i > 0 && !p.words[i-1].punct && (p.verbOpens(i+1) || p.doneOpens(i+1)) && !p.lex.is(p.words[i+1].lower, "be") && !p.subjectFollows(i+1)
	}
	return false
}

// acted are verbs with one object, so that no object follows their participle.
var acted = setOf(`want need lose finish start open close buy read hear visit meet like love clean play watch study see eat drink win break drive cook miss enjoy use turn cross
	reach enter receive wash`)

// doneOpens reports whether word i is a past that can be no participle there: of a verb without an object (when fell), or with its object after it (if wanted more coffee).
func (p *parser) doneOpens(i int) bool {
	if w := p.words[i]; w.capital || w.guessed || w.punct || p.lex.is(w.lower, "adjective", "preposition", "adverb") {
		return false
	}
	return slices.ContainsFunc(p.words[i].form(verb.Past), func(r verb.Reading) bool {
		object := p.objectAt(i+1) || p.wordAt(i+1) == "more"
		return acted[r.Base] && object && !p.timeAt(i+1) || !object && stays[r.Base] && r.Base != "break" && !p.subjectFollows(i) && (p.phraseEnds(i+1) || p.lex.is(p.wordAt(i+1), "place-adverb") || r.Base == "fall")
	})
}

// bareOpens reports whether a present that has no noun after it ends the clause right after its opener: when works, if wait.
func (p *parser) bareOpens(i int) bool {
	w := p.words[i]
	if w.capital || w.guessed || w.punct || w.lower == "need" || has(w.readings, verb.Past|verb.Participle) || p.lex.is(w.lower, "adjective", "adverb", "preposition", "subject", "either", "be", "have", "do") {
		return false
	}
	return has(w.readings, verb.Base|verb.ThirdPerson) && p.words[i+1].punct && stays[w.form(verb.Base | verb.ThirdPerson)[0].Base]
}

// feelingOpens reports whether be and what only a person is stand at word i: said that was tired.
func (p *parser) feelingOpens(i int) bool {
	if !p.isBeWord(i) || p.isNegation(i+1) {
		return false
	}
	at, _ := p.skipAdverbs(i + 1)
	if p.words[at-1].lower == "well" {
		at--
	}
	return personal[p.wordAt(at)] && (p.phraseEnds(at+1) || p.wordAt(at+1) == "of")
}

// personal are adjectives of persons.
var personal = setOf("tired ill sick hungry thirsty happy sad angry busy pregnant married sorry afraid lonely homesick bored worried hurt jealous proud well happier")

// ofPersons are verbs of what only a person does, so that "that" is not their subject.
var ofPersons = setOf("want know remember hope prefer promise wish regret forget apologize intend lie love hate")

// personVerbOpens reports whether word i, after a form of do too, is a finite verb of what only a person does: said that didn't want it.
func (p *parser) personVerbOpens(i int) bool {
	if p.lex.is(p.wordAt(i), "do") && p.isNegation(i+1) {
		return i+2 < len(p.words) && slices.ContainsFunc(p.words[i+2].form(verb.Base), func(r verb.Reading) bool { return ofPersons[r.Base] })
	}
	return slices.ContainsFunc(p.words[i].form(verb.Past|verb.ThirdPerson), func(r verb.Reading) bool {
		return ofPersons[r.Base] && p.noNoun(i) && (p.words[i+1].punct || p.functional(p.words[i+1]) && !p.lex.is(p.words[i+1].lower, "be", "modal"))
	})
}

// verbOpens reports whether word i is a finite verb that can be nothing else there.
func (p *parser) verbOpens(i int) bool {
	w := p.words[i]
	if w.capital || w.guessed || w.punct {
		return false
	}
	switch w.lower {
	case "is", "was", "are", "were", "am", "has", "have", "had", "'ll":
		return !p.lex.is(p.words[i+1].lower, "subject", "either")
	case "do", "does", "did":
		return p.isNegation(i + 1)
	case "will", "would", "can", "could", "should", "must":
		return p.couldBeVerb(i+1) || p.isNegation(i+1)
	}
	if has(w.readings, verb.Past) && (p.words[i+1].lower == "it" || p.lex.is(p.words[i+1].lower, "object") && (p.words[i+1].lower != "her" || p.phraseEnds(i+2)) && p.words[i+1].lower != "you") { // when offered me, when saw it
		return true
	}
	if has(w.readings, verb.Past) && (w.lower == "saw" || !has(w.readings, verb.Participle|verb.Base)) && p.lex.is(p.words[i+1].lower, "determiner") { // when saw the bill
		return true
	}
	if !p.noNoun(i) || p.lex.is(w.lower, "noun", "adjective", "preposition", "adverb", "determiner", "subject", "either") {
		return false
	}
	if thirds := w.form(verb.ThirdPerson); len(thirds) > 0 {
		return w.lower != "lives" && !verb.IsAlsoNoun(thirds[0].Base) || p.objectAt(i+1)
	}
	if pasts := w.form(verb.Past); len(pasts) > 0 {
		return !has(w.readings, verb.Participle|verb.Base)
	}
	return has(w.readings, verb.Base) && !has(w.readings, verb.Participle) && (p.objectAt(i+1) || p.words[i+1].lower == "to" || p.phraseEnds(i+1))
}

// pastOpens reports whether word i is a past, which may be a participle too: because lost the key.
func (p *parser) pastOpens(i int) bool {
	w := p.words[i]
	return !w.capital && !w.guessed && has(w.readings, verb.Past) && p.noNoun(i)
}

// pluralOpens reports whether word i is a verb in the plural, whose subject "that" cannot be: I believe that need us.
func (p *parser) pluralOpens(i int) bool {
	w := p.words[i]
	switch w.lower {
	case "are", "were", "have":
		return !p.lex.is(p.words[i+1].lower, "subject", "either")
	case "do":
		return p.isNegation(i + 1)
	}
	return p.couldBeVerb(i) && p.noNoun(i) && !has(w.readings, verb.Past) && p.objectAt(i+1)
}

// subjectFollows reports whether what follows the verb at word i may be its subject: when is the party.
func (p *parser) subjectFollows(i int) bool {
	w := p.words[i+1]
	return p.lex.is(w.lower, "determiner", "subject", "either", "noun") || w.capital || p.objectAt(i+1) || p.pluralAt(i+1)
}
