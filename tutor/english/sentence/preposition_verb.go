package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After a preposition stands the -ing form of a verb, and for a purpose "to": without saying, interested in
// learning, came to buy. Here stand the base forms that take their place and can be no noun: without say,
// interested in learn, came for buy, for to buy.

// afterPrepositions judges base forms after a preposition. It enters a group of its own for each that the
// parse did not see as a verb.
func (a *Analysis) afterPrepositions() {
	p := a.parser
	for i := 0; i+1 < len(p.words); i++ {
		switch {
		case p.words[i].lower == "for" && p.forTo(i):
			a.enterBase(i+2, i, ToBase, forPurpose)
		case p.forBase(i):
			a.enterBase(i+1, i, ToBase, forPurpose)
		case p.gerundTo(i):
			a.enterBase(i+2, i+1, ToBase, gerundAsked)
		case (takesGerund[p.words[i].lower] || p.feelsLike(i)) && p.baseAfter(i):
			a.enterBase(i+1, -1, ToBase, gerundAsked)
		}
	}
	a.sortGroups()
}

func (a *Analysis) sortGroups() {
	slices.SortStableFunc(a.Groups, func(x, y Group) int { return x.Main - y.Main })
}

// enterBase enters a wrong group for the base form at word i, whose fault is one that needs no subject. Word to
// is the one that becomes "to", or goes before it; -1 where there is none. A group that was judged right there stays.
func (a *Analysis) enterBase(i, to int, code Code, f fault) {
	p := a.parser
	w := p.words[i]
	at := slices.IndexFunc(a.Groups, func(g Group) bool { return g.found.main == i })
	if at >= 0 && a.Groups[at].found.finite && a.Groups[at].Judgment.Verdict == Right {
		return
	}
	base := w.form(verb.Base)[0].Base
	v := newVerbal(i)
	v.main, v.end, v.base, v.readings, v.governor, v.fault, v.to = i, i+1, base, w.form(verb.Base), ungoverned, f, to
	g := Group{Verb: base, Main: w.token, Finite: -1, Tokens: []int{w.token}, found: &found{verbal: &v, subjectless: true, clause: a.clauseAt(i)}}
	switch f {
	case gerundAsked:
		g.Judgment = Judgment{Wrong, code, a.askForGerund(g.found), ""}
	default:
		v.governor = byTo
		if to >= 0 {
			g.Tokens = []int{p.words[to].token, w.token}
		}
		g.Judgment = Judgment{Wrong, code, Call{Tool: Lookup, Verb: base}, ""}
	}
	if at >= 0 {
		a.Groups[at] = g
	} else {
		a.Groups = append(a.Groups, g)
	}
}

var takesGerund = setOf("in without for at of about before after from by on")

// feelsLike reports whether word i is the "like" of feel like, which takes -ing.
func (p *parser) feelsLike(i int) bool {
	return i > 0 && p.words[i].lower == "like" && (p.words[i-1].lower == "feel" || p.words[i-1].lower == "feels" || p.words[i-1].lower == "felt")
}

// couldBeVerb reports whether word i is a base form of a known verb that stands where a noun would.
func (p *parser) couldBeVerb(i int) bool {
	if i >= len(p.words) {
		return false
	}
	w := p.words[i]
	if w.punct || w.capital || w.guessed || w.joined || w.respelled || !has(w.readings, verb.Base) || p.gapBefore(i) {
		return false
	}
	if w.lower == "be" || w.lower == "have" {
		return true
	}
	return !p.functional(w) && w.form(verb.Base)[0].Base == w.lower && !p.lex.is(w.lower, "name")
}

// noNoun reports whether the base form at word i is no noun, adjective or adverb in any table.
func (p *parser) noNoun(i int) bool {
	w := p.words[i].lower
	return !verb.IsAlsoNoun(w) && !verb.IsAlsoAdjective(w) && !p.lex.is(w, "adjective", "noun", "adverb", "preposition") && !p.lex.chieflyNoun(w) && !p.lex.nouns["mass"][w]
}

// baseAfter reports whether the word after the preposition at word i is a base form that can be no noun.
func (p *parser) baseAfter(i int) bool {
	if !p.couldBeVerb(i+1) || i > 0 && p.words[i-1].lower == "to" {
		return false
	}
	w := p.words[i+1].lower
	governed := p.governsGerund(i)
	switch w {
	case "be":
		return i+2 < len(p.words) && (governed || p.words[i].lower != "of") && (articles[p.words[i+2].lower] || possessives[p.words[i+2].lower] || p.lex.is(p.words[i+2].lower, "adjective", "preposition") || p.adverb(i+2) > 0 && i+3 < len(p.words) && p.lex.is(p.words[i+3].lower, "adjective"))
	case "have":
		return i+2 < len(p.words) && (governed || p.words[i].lower == "without") && p.lex.is(p.words[i+2].lower, "determiner")
	}
	object := i+2 < len(p.words) && (p.lex.is(p.words[i+2].lower, "object", "reflexive") || p.words[i+2].lower == "it" || articles[p.words[i+2].lower] || possessives[p.words[i+2].lower])
	noNoun := p.noNoun(i + 1)
	switch {
	case p.lex.is(w, "ing-only"):
		return governed && p.phraseEnds(i+2)
	case !noNoun:
		own := governed || p.words[i].lower == "by" || p.words[i].lower == "without" || p.words[i].lower == "of" && i > 0 && p.words[i-1].lower == "instead"
		switch {
		case i+2 >= len(p.words):
			return false
		case governed && p.lex.is(p.words[i+2].lower, "object") && p.words[i+2].lower != "her": // thank you for help me
			return true
		case p.lex.is(w, "act") && governed && p.pluralAt(i+2), p.lex.is(w, "act") && i == 0 && object && p.hasComma(i+2):
			return true
		}
		if !own || p.lex.nouns["mass"][w] || p.lex.chieflyNoun(w) || p.adverb(i+1) > 0 && w != "clean" {
			return false
		}
		return object || governed && p.surelyVerb(i+1, &verbal{base: w}, true)
	}
	if i == 0 && p.words[i].lower != "for" && i+2 < len(p.words) && p.lex.is(p.words[i+2].lower, "preposition") && p.hasComma(i+2) {
		return true
	}
	switch p.words[i].lower {
	case "before", "after":
		return object || i+2 < len(p.words) && p.lex.is(p.words[i+2].lower, "preposition")
	case "for", "from", "by", "on":
		return governed || object
	}
	return governed || object
}

// gerundTo reports whether a preposition that takes -ing, and "to" with a base form, stand at word i: before to
// leave, without to say. "Before" and "after" open the sentence or follow a verb.
func (p *parser) gerundTo(i int) bool {
	switch p.words[i].lower {
	case "in", "of", "at", "on", "about": // interested in to learn
		if !p.governsGerund(i) {
			return false
		}
		fallthrough
	case "before", "after", "without":
		return i+2 < len(p.words) && p.words[i+1].lower == "to" && p.couldBeVerb(i+2) && (p.noNoun(i+2) || p.objectAt(i+3) || p.words[i+2].lower == "leave")
	}
	return false
}

// pluralAt reports whether a plural noun, or one that is not counted, stands alone at word i.
func (p *parser) pluralAt(i int) bool {
	if i >= len(p.words) || p.words[i].punct {
		return false
	}
	if !p.phraseEnds(i + 1) {
		for _, n := range p.nominals(i) {
			if n.kind == nounPhrase && !n.determined && n.end == i+2 && p.lex.is(p.words[i].lower, "adjective") && p.phraseEnds(n.end) && p.lex.number(p.words[n.head], false) == p3pl {
				return true // fix old radios
			}
		}
		return false
	}
	w := p.words[i]
	return w.named() || p.lex.nouns["mass"][w.lower] || p.lex.number(w, false) == p3pl && !p.functional(w)
}

// hasComma reports whether a comma stands after word i.
func (p *parser) hasComma(i int) bool { return p.marked(i, len(p.words), ",") }

// governsGerund reports whether a word that takes an -ing form by way of the preposition at word i stands before
// it: interested in, thank you for, instead of, without.
func (p *parser) governsGerund(i int) bool {
	if p.words[i].lower == "without" || p.words[i].lower == "like" {
		return true
	}
	from := i - 2
	for from > 0 && thanked[p.words[from].lower] {
		from-- // thank you very much for
	}
	for k := max(0, from); k < i; k++ {
		w := p.words[k]
		if w.punct {
			continue
		}
		if p.lex.is(w.lower, "gerund-governor") || slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return p.lex.is(r.Base, "gerund-governor") }) {
			return true
		}
	}
	return false
}

// thanked are the words that may stand between thank and for.
var thanked = setOf("much very so a lot you him her them us again both all to")

// forBase reports whether "for" stands at word i before a base form that says what something is done for: came
// here for learn Spanish.
func (p *parser) forBase(i int) bool {
	if p.words[i].lower != "for" || i == 0 || p.governsGerund(i) || !p.couldBeVerb(i+1) || i+2 >= len(p.words) {
		return false
	}
	if p.isBeWord(i - 1) {
		return false // the brush is for paint: an -ing form
	}
	w := p.words[i+1].lower
	if w == "be" || w == "have" || !p.noNoun(i+1) {
		return w == "have" && articles[p.words[i+2].lower] || !p.lex.chieflyNoun(w) && !p.lex.nouns["mass"][w] && w != "be" && w != "have" && p.adverb(i+1) == 0 && (articles[p.words[i+2].lower] || possessives[p.words[i+2].lower]) && !p.timeAt(i+2)
	}
	return !p.phraseEnds(i+2) || p.lex.is(p.words[i+2].lower, "determiner", "object", "preposition")
}

func (p *parser) isBeWord(i int) bool { return p.lex.is(p.words[i].lower, "be") }

// forTo reports whether "for to" and a base form stand at word i.
func (p *parser) forTo(i int) bool {
	return i > 0 && i+2 < len(p.words) && p.words[i+1].lower == "to" && p.couldBeVerb(i+2) && (p.noNoun(i+2) || p.objectAt(i+3) || p.words[i+2].lower == "be")
}
