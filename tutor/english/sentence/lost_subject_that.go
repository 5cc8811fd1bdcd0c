package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Que joins a clause whose verb says by its ending who is meant, and the "that" of English does not: he says that are late, I think that lied to us, the problem is
// that haven't got a car, so tired that couldn't sleep. This "that" could also point at a thing (I hope that is enough). It cannot where the verb is in the plural,
// or says what only a person does.

// lacksItsSubject reports whether the subject that f was read with is none, because its own is missing.
func (a *Analysis) lacksItsSubject(f *found) bool {
	return f.finite && slices.ContainsFunc(a.lost, func(i int) bool { return i >= f.start && i <= f.main })
}

// saysThatAlone reports whether "that" at word i opens a clause about what is said, and a verb follows whose subject "that" cannot be.
func (a *Analysis) saysThatAlone(i int) bool {
	p := a.parser
	if p.words[i].lower != "that" || i == 0 || !a.saysBefore(i) {
		return false
	}
	k, _ := p.skipAdverbs(i + 1)
	if k+1 >= len(p.words) || p.gapBefore(k) {
		return false
	}
	if p.words[k].lower == "am" || p.pluralOpens(k) || p.personVerbOpens(k) || p.feelingOpens(k) {
		return true
	}
	if !p.couldBeVerb(k) || !p.noNoun(k) {
		return false
	}
	switch w := p.words[k+1].lower; { // that need us, that love you, that need more time
	case w == "her":
		return false
	case w == "you", w == "more" && p.phraseEnds(k+3):
		return p.phraseEnds(k+2) || w == "more" && p.wordAt(k+2) != "than"
	default:
		return p.lex.is(w, "object")
	}
}

// saysBefore reports whether what takes a clause ends right before word i: a verb of saying, and perhaps a pronoun for the person who is told, "the problem is",
// "it is clear". After a noun, "that" may describe it.
func (a *Analysis) saysBefore(i int) bool {
	p := a.parser
	j := i - 1
	if w := p.words[j].lower; p.lex.is(w, "object") || w == "you" {
		j--
		if j > 0 && p.words[j].lower == "to" {
			j--
		}
	} else if w == "out" {
		j--
	}
	if j < 0 {
		return false
	}
	if g := a.groupAt(j); g != nil && g.Verb != "be" {
		return !has(p.words[j].readings, verb.Gerund) && (p.lex.is(g.Verb, "clausal") || saysToo[g.Verb] || g.Verb == "turn" && j < i-1)
	}
	if j < i-1 {
		return false
	}
	if p.isBeWord(j) {
		n := p.phraseBefore(j)
		return p.words[0].lower == "what" || n != nil && told[p.words[n.head].lower]
	}
	return clearThat[p.words[j].lower] && j > 1 && (p.isBeWord(j-1) || p.wordAt(j-2) == "make" || p.wordAt(j-2) == "made")
}

var (
	// saysToo are verbs that a clause with "that" follows, beside those in the tables.
	saysToo = setOf("write tell promise announce explain mention")
	// told are nouns that be and a clause with "that" follow.
	told = setOf("problem thing truth fact point reason idea news trouble result rule answer")
	// clearThat are adjectives that a clause with "that" follows.
	clearThat = setOf("true clear obvious sure certain glad sorry afraid possible likely")
)

// resultWithoutSubject reports whether "that" at word i says what follows from "so" and an adjective, and a verb comes right after it: so fast that can't follow, so
// nervous that forgot the names, so tired was he that fell asleep.
func (a *Analysis) resultWithoutSubject(i int) bool {
	p := a.parser
	if p.words[i].lower != "that" || i < 2 {
		return false
	}
	w := p.words[i+1]
	if p.words[i-2].lower == "so" && (p.lex.is(p.words[i-1].lower, "adjective", "adverb") || p.adverb(i-1) > 0) {
		return p.modalOpens(i+1) || !w.joined && !p.lex.is(w.lower, "be") && p.verbOpens(i+1)
	}
	if i > 2 && p.words[i-3].lower == "so" && p.words[i-2].lower == "much" { // so much money that don't work
		return p.pluralOpens(i + 1)
	}
	if p.words[0].lower != "so" || i < 4 || !p.lex.is(p.words[1].lower, "adjective") || !p.isBeWord(2) || !p.lex.is(p.words[3].lower, "subject", "either") {
		return false
	}
	return p.modalOpens(i+1) || has(w.readings, verb.Past|verb.ThirdPerson) && !p.functional(w)
}

// modalOpens reports whether a modal and the verb that it governs stand at word i, with no subject between them: couldn't lift it.
func (p *parser) modalOpens(i int) bool {
	if !p.lex.is(p.words[i].lower, "modal") || p.words[i].capital {
		return false
	}
	k := i + 1
	for p.isNegation(k) {
		k++
	}
	k, _ = p.skipAdverbs(k)
	return p.couldBeVerb(k)
}

// cleftWithoutSubject reports whether "that" at word i follows a time or a place that "it was" points at, and a verb comes right after it: it was in Paris that met.
func (a *Analysis) cleftWithoutSubject(i int) bool {
	p := a.parser
	if p.words[i].lower != "that" || i < 3 || p.words[0].lower != "it" || p.words[1].lower != "is" && p.words[1].lower != "was" {
		return false
	}
	switch p.words[2].lower {
	case "in":
		if i != 4 || !p.words[3].named() {
			return false
		}
	case "not":
		if p.words[3].lower != "until" {
			return false
		}
	case "yesterday", "then", "there", "here", "today":
		if i != 3 {
			return false
		}
	default:
		return false
	}
	w := p.words[i+1]
	past := w.form(verb.Past)
	if len(past) == 0 || p.functional(w) {
		return false
	}
	v := theValencies()[past[0].Base]
	return !((comesLate[past[0].Base] || v.has(intransitive) && !v.has(transitive)) && p.subjectLate(i+2))
}
