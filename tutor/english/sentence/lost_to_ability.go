package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Nouns of what one may, can or would like to do go with "to" and a verb: a chance to win, the need to explain, no time to think, ways to cook potatoes. Learners
// leave out the "to". With see, make and their like the noun may be what acts: saw the plan fail.

// nounBase reports whether a noun that goes with an infinitive stands before the base form at word i: the right vote, a chance win the match.
func (a *Analysis) nounBase(i int) bool {
	p := a.parser
	w := p.words[i-1].lower
	if !infinitiveNouns[w] && !p.lex.is(w, "to-noun") && w != "way" && w != "ways" || w == "time" && p.words[i-2].lower != "enough" && p.words[i-2].lower != "no" && !a.hasTime(i-1) {
		return false
	}
	if w == "right" && p.lex.is(p.words[i-2].lower, "adverb", "be") || len(p.words[i-1].form(verb.Base)) > 0 && !p.lex.is(p.words[i-2].lower, "determiner", "adjective", "negation") && !possessives[p.words[i-2].lower] && !(w == "time" && p.words[i-2].lower == "of") {
		return false
	}
	g := a.verbBefore(i - 1)
	act := p.words[i].lower
	shown := p.verbShown(i, false) || longings[w] && (p.bareAct(i) || askedActs[act] && p.actEnds(i+1)) || p.wordAt(i+1) == "those" && p.wordAt(i+2) == "who" ||
		w == "ways" && p.pluralAt(i+1) || (w == "time" || w == "chance") && leisurely[act] && p.actEnds(i+1)
	return shown && g != nil && g.found.finite && !g.found.order && !a.mayAct(g, i) && a.mainElsewhere(g, i)
}

// longings are nouns of what one would like to do, which make no compound with an act.
var longings = setOf("desire need decision wish intention urge reason excuse")

// leisurely are acts that one needs time for, and that make no compound with it.
var leisurely = setOf("think read rest talk speak relax")

// hasTime reports whether "time" at word i is what somebody has, finds or needs.
func (a *Analysis) hasTime(i int) bool {
	p := a.parser
	g := a.verbBefore(i)
	return g != nil && (g.Verb == "have" || g.Verb == "find" || g.Verb == "need") && i-g.found.end < 4 && !slices.ContainsFunc(p.words[g.found.end:i], func(w word) bool {
		return w.punct || p.lex.is(w.lower, "preposition") && w.lower != "of"
	})
}

// mayAct reports whether the noun before word i is the object of g, of which g may say what it does: saw the plan fail, had her wish come true. What somebody has or
// feels for doing something does nothing.
func (a *Analysis) mayAct(g *Group, i int) bool {
	p := a.parser
	if !p.lex.is(g.Verb, "bare") || slices.ContainsFunc(p.words[g.found.end:i], func(w word) bool { return p.lex.is(w.lower, "preposition") && w.lower != "of" }) {
		return false
	}
	w := p.words[i-1].lower
	return g.Verb != "have" && g.Verb != "feel" || linking[p.words[i].lower] || !had[w] && !(g.Verb == "feel" && longings[w]) || p.lex.is(p.words[i-2].lower, "preposition") && w != "time"
}
