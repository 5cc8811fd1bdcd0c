package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// Many base forms are nouns too. Here stands what tells the two apart.

// couldBeVerb reports whether word i is a base form of a known verb that stands where a noun would.
func (p *parser) couldBeVerb(i int) bool {
	w := p.at(i)
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
	return !verb.IsAlsoNoun(w) && !verb.IsAlsoAdjective(w) && !p.lex.is(w, "adjective", "noun", "adverb", "preposition") &&
		!p.lex.chieflyNoun(w) && !p.lex.nouns["mass"][w]
}

// showsVerb reports whether the base form at word i can be no noun, by the tables or by what follows it.
func (p *parser) showsVerb(i int) bool {
	w := p.words[i].lower
	switch {
	case p.noNoun(i), p.objectAt(i+1) && !p.lex.nouns["mass"][w] && !p.lex.chieflyNoun(w):
		return true
	case w == "play":
		return i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "game") && p.phraseEnds(i+2)
	}
	return p.lex.is(w, "act") && !p.lex.is(w, "noun", "adjective") && p.actsAt(i)
}

// actsAt reports whether what stands after word i, a noun of an act that is a verb too, goes on a verb: a noun
// phrase would have its determiner before that word.
func (p *parser) actsAt(i int) bool {
	return p.phraseEnds(i+1) || p.words[i+1].named() || p.pluralAt(i+1) || p.adverb(i+1) > 0 || articles[p.words[i+1].lower]
}

// pluralAt reports whether a plural noun, or one that is not counted, stands alone at word i.
func (p *parser) pluralAt(i int) bool {
	w := p.at(i)
	return !w.punct && p.phraseEnds(i+1) && (w.named() || p.lex.nouns["mass"][w.lower] || p.lex.number(w, false) == p3pl && !p.functional(w))
}

func (p *parser) isBeWord(i int) bool { return p.lex.is(p.words[i].lower, "be") }

// baseForParticiple reports whether the base form of f after have stands for a participle, though it is a noun
// too: has already send, has work in this factory.
func (a *Analysis) baseForParticiple(f *found) bool {
	p := a.parser
	if !has(f.readings, verb.Base) || f.subject == nil || f.no >= 0 {
		return false
	}
	w := p.words[f.main].lower
	adverb := f.main > f.aux[len(f.aux)-1]+1
	switch {
	case w == "be":
		return f.end < len(p.words)
	case p.lex.is(w, "adjective", "adverb", "preposition"):
		return false
	case !verb.IsAlsoNoun(f.base), p.lex.is(w, "act", "mass-act"), a.takesObject(f):
		return true
	}
	return adverb && !p.lex.chieflyNoun(w) || p.words[f.aux[len(f.aux)-1]].lower == "'ve"
}
