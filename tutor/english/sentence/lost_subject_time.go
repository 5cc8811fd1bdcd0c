package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After when, where, if and while a participle, an adjective or a noun may stand without a subject (when asked, if possible), and a verb may come before its subject
// (where lives a dragon). Here the verb after them can be nothing of this: the day when met, I wonder where works, if calls, while waited for the bus.

// wordIsAllOfClause reports whether a verb follows an opener at word i as all that its clause has for one: when leave, while cooks, if tastes bad.
func (a *Analysis) wordIsAllOfClause(i int) bool {
	p := a.parser
	switch p.words[i].lower {
	case "if", "when", "while", "because", "until":
	default:
		return false
	}
	w := p.words[i+1]
	if w.capital || w.guessed || w.joined || w.punct || p.gapBefore(i+1) || p.functional(w) || p.lex.is(w.lower, "adjective", "adverb", "preposition") {
		return false
	}
	if i == 0 && p.question || p.words[i].capital && !p.words[i].first {
		return false
	}
	gets := w.lower == "got" && (p.lex.is(p.wordAt(i+2), "place-adverb") || gotTo[p.wordAt(i+2)])
	if gets {
		return true
	}
	past := w.form(verb.Past)
	if len(past) > 0 && p.words[i].lower != "because" {
		v := theValencies()[past[0].Base]
		if v.has(intransitive) && !v.has(transitive) && past[0].Base != "go" && !(comesLate[past[0].Base] && p.subjectFollows(i+1)) { // while waited
			return true
		}
		if i > 0 && p.words[i-1].lower == "as" || p.words[i].lower == "while" {
			return v.has(transitive) && !v.has(ditransitive|objectAdjective) && p.objectAt(i+2) || past[0].Base == "make" && (p.objectAt(i+2) || meals[p.wordAt(i+2)]) // as if owned the place, while made dinner
		}
	}
	if bareClauses[w.lower] && (p.wordAt(i+2) == "together" || p.wordAt(i+2) == "alone" || i+2 >= len(p.words) || p.words[i+2].punct) {
		return true
	}
	if len(w.form(verb.ThirdPerson)) == 0 {
		return false
	}
	if mark := p.words[i+2].text; mark == "." || mark == "?" || mark == "!" {
		return true
	}
	return !p.lex.chieflyNoun(w.lower) && !p.isPerson(w) && a.noVerbAfter(i+1)
}

// noVerbAfter reports whether no other finite verb stands after word i in its clause, and no noun is joined to it.
func (a *Analysis) noVerbAfter(i int) bool {
	p := a.parser
	if p.words[i+1].lower == "of" && !linkingVerbs[p.words[i].form(verb.ThirdPerson)[0].Base] { // if runs of bad luck end
		return false
	}
	end := i + 1
	for end < len(p.words) && !p.words[end].punct {
		if p.lex.is(p.words[end].lower, "coordinator") {
			return false
		}
		end++
	}
	return !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.main > i && g.found.main < end && g.found.finite })
}

var (
	// gotTo are where one gets to without an object.
	gotTo = setOf("home there here married to up")
	// bareClauses are presents in the plural that are verbs also where they could be nouns, because no clause is made of a noun.
	bareClauses = setOf("leave play dance sing cook wait drink sleep arrive")
)

// timeWithoutSubject reports whether a verb comes right after "when" at word i, where "when" describes a time or asks for one: the day when met, I wonder when
// left, when will arrive is not clear.
func (a *Analysis) timeWithoutSubject(i int) bool {
	p := a.parser
	if p.words[i].lower != "when" || p.question && i == 0 || p.gapBefore(i+1) {
		return false
	}
	w := p.words[i+1]
	if !p.question && p.modalOpens(i+1) {
		return true
	}
	if i == 0 || w.capital || w.punct || p.functional(w) {
		return false
	}
	if slices.ContainsFunc(p.nominals(i+1), func(n *nominal) bool { return n.kind == nounPhrase && n.end > i+2 }) { // a time when married women stayed at home
		return false
	}
	past := w.form(verb.Past)
	if len(past) == 0 || neededThen[past[0].Base] {
		return false
	}
	if p.words[i-1].lower == "wondered" || p.words[i-1].lower == "wonder" {
		return p.phraseEnds(i + 2)
	}
	if i < 2 || !p.lex.is(p.words[i-2].lower, "determiner") && !p.lex.is(p.words[i-2].lower, "adjective") {
		return false
	}
	return describedTimes[p.words[i-1].lower] && !(comesLate[past[0].Base] && p.subjectLate(i+2))
}

var (
	// describedTimes are those that a clause with "when" describes.
	describedTimes = setOf("day time moment year night morning evening afternoon week month summer winter")
	// neededThen are verbs whose participles follow "when" alone, also after a time.
	neededThen = setOf("need require ask use want")
)

// placeWithoutSubject reports whether a verb comes right after "where" at word i, with nothing after it that could be its subject: I wonder where works, the house
// where live, the factory where made the shoes.
func (a *Analysis) placeWithoutSubject(i int) bool {
	p := a.parser
	if p.words[i].lower != "where" || i == 0 || p.words[i-1].punct || p.gapBefore(i+1) {
		return false
	}
	w := p.words[i+1]
	if p.isBeWord(i + 1) {
		return !p.question && (p.words[i+2].punct || p.lex.is(p.words[i+2].lower, "have"))
	}
	if w.capital || w.guessed || w.punct || p.functional(w) || p.lex.is(w.lower, "adjective", "adverb", "preposition") && w.lower != "live" {
		return false
	}
	if past := w.form(verb.Past); len(past) > 0 && (acted[past[0].Base] || past[0].Base == "make") && p.objectAt(i+2) {
		return true
	}
	if has(w.readings, verb.Participle) || !has(w.readings, verb.Base|verb.ThirdPerson) {
		return false
	}
	if has(w.readings, verb.Base) && (p.lex.nouns["mass"][w.lower] || p.lex.chieflyNoun(w.lower)) {
		return false
	}
	k := i + 2
	for k < len(p.words) && (p.words[k].lower == "now" || p.timePhraseEnd(k) > k) {
		k = max(k+1, p.timePhraseEnd(k))
	}
	if k >= len(p.words) || p.words[k].punct {
		return true
	}
	switch p.words[k].lower {
	case "or", "and":
		return p.lex.is(p.wordAt(k+1), "question")
	case "when", "because", "has", "is", "was", "had":
		return has(w.readings, verb.Base) && (p.noNoun(i+1) || k > i+2) || p.words[k].lower == "when"
	}
	return false
}
