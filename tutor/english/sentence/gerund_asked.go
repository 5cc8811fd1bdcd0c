package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Words after which stands -ing, and no preposition and no verb of the tables: worth visiting, can't help laughing, spent two hours looking, trouble sleeping. Here stand
// the base forms in its place, and "to" with a base form after a preposition that is no part of what comes before it: by to watch, besides to speak.

// baseAfterWorth reports whether the base form at word i stands for an -ing form after worth, no use, can't help, or a time that somebody spent.
func (a *Analysis) baseAfterWorth(i int) bool {
	p := a.parser
	if i < 2 || !p.couldBeVerb(i) {
		return false
	}
	w, next := p.words[i].lower, p.wordAt(i+1)
	verbal := p.noNoun(i) || p.objectAt(i+1) && !p.lex.nouns["mass"][w]
	switch before := p.words[i-1].lower; before {
	case "worth":
		return verbal || w == "visit" || w == "read" || w == "watch" || w == "buy" || w == "pay" || w == "see" || w == "hear" || w == "try" && next == "the"
	case "use":
		return p.words[i-2].lower == "no" && i > 2 && (p.isBeWord(i-3) || p.words[i-3].lower == "'s") && (p.noNoun(i) || w == "cry" || w == "worry" || w == "talk" || w == "wait" || w == "try")
	case "help":
		return unwilled[w] && p.isNegation(i-2)
	case "trouble", "difficulty", "fun":
		g := a.verbBefore(i)
		return g != nil && g.Verb == "have" && (p.noNoun(i) || w == "sleep")
	case "up":
		g := a.groupAt(i - 2)
		return g != nil && g.Verb == "end" && g.found.subject != nil && (p.noNoun(i) || w == "stay" && p.lex.is(next, "preposition", "place-adverb"))
	default:
		if !timeNouns()[before] || !verbal && w != "look" {
			return false
		}
		g := a.verbBefore(i)
		return g != nil && (g.Verb == "spend" || g.Verb == "waste") && g.found.governor != byBe && g.found.main > i-6 && (verbal || p.lex.is(next, "preposition") && next != "of")
	}
}

// deniedTaking reports whether the base form at word i, read as the verb of the sentence, follows the past of a verb that takes -ing and has a person as its subject: the
// boy denied take the money.
func (a *Analysis) deniedTaking(i int) bool {
	p := a.parser
	if i < 2 || !p.couldBeVerb(i) || !p.objectAt(i+1) && !p.noNoun(i) {
		return false
	}
	switch p.words[i-1].lower {
	case "suggested", "denied", "admitted", "avoided", "enjoyed", "disliked", "imagined":
	default:
		return false
	}
	g := a.groupAt(i)
	return g != nil && g.found.finite && g.found.subject != nil && g.found.subject.start == 0 && (p.acts(g.found.subject) || p.isPerson(p.words[i-2]))
}

// toAfterPreposition returns the word of the base form, where the preposition at word i, and perhaps not, have "to" before it: by to watch films, besides to speak, thank
// you for to help me, angry about not to win; -1 where the preposition may belong to what stands before it.
func (a *Analysis) toAfterPreposition(i int) int {
	p := a.parser
	k := i + 1
	denied := p.wordAt(k) == "not"
	if denied {
		k++
	}
	if k+1 >= len(p.words) || p.words[k].lower != "to" || !p.couldBeVerb(k+1) {
		return -1
	}
	before := ""
	if i > 0 && !p.words[i-1].punct {
		before = p.words[i-1].lower
	}
	asked := func(list map[string]bool, from int) bool {
		for m := i - 1; m >= 0 && m >= i-from; m-- {
			if list[p.words[m].lower] || slices.ContainsFunc(p.words[m].readings, func(r verb.Reading) bool { return list[r.Base] }) {
				return true
			}
		}
		return false
	}
	found := false
	switch p.words[i].lower {
	case "besides", "despite":
		found = true
	case "by":
		found = before == "" || a.groupAt(i-1) == nil && !slices.ContainsFunc(p.words[:i], func(w word) bool { return p.lex.is(w.lower, "relative", "question") })
	case "after", "before":
		found = before == ""
	case "for":
		found = asked(thankedFor, 6)
	case "from":
		found = asked(stoppedFrom, 4) || before == "tired"
	case "of":
		found = before == "charge" || before == "instead" || asked(consistsOf, 1)
	case "on":
		found = asked(insistsOn, 1)
	case "in":
		found = before == "point"
	case "about":
		found = denied || asked(thinksAbout, 1)
	}
	if !found || p.question && p.lex.is(p.words[0].lower, "question") || slices.ContainsFunc(p.words[:i], func(w word) bool { return w.lower == "which" || w.lower == "whom" || w.lower == "what" }) {
		return -1
	}
	return k + 1
}

// What goes with a preposition and -ing.
var (
	thankedFor  = setOf("thank thanks responsible famous apologize apologise blame forgive criticize criticise punish arrest apology apologies")
	stoppedFrom = setOf("stop prevent keep discourage save")
	consistsOf  = setOf("consist")
	insistsOn   = setOf("insist concentrate")
	thinksAbout = setOf("think")
)
