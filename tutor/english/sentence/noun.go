package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// pastOnly reports whether the word is an irregular past that is no participle and no noun: broke.
func (p *parser) pastOnly(k int) bool {
	w := p.words[k]
	if w.named() || w.guessed || p.lex.is(w.lower, "noun", "adjective", "determiner") && !p.pastNoun(k) || len(w.readings) == 0 {
		return false
	}
	for _, r := range w.readings {
		if !p.lex.is(w.lower, "past-noun") && (!r.Known || r.Overregular || r.Misspelled || r.Forms != verb.Past) {
			return false
		}
	}
	return true
}

// pastNoun reports whether the word is a past that is a rare noun too, before another noun with
// which it makes no compound: the spoke language, a fell tree, but not a fell runner.
func (p *parser) pastNoun(k int) bool {
	if !p.lex.is(p.words[k].lower, "past-noun") || k+1 >= len(p.words) {
		return false
	}
	next := p.words[k+1]
	return !next.punct && !p.functional(next) && p.adverb(k+1) == 0 && !p.lex.is(next.lower, "compound") && p.nounCost(next) < surelyNoun
}

// functional reports whether the word is never part of a noun phrase after its determiner.
func (p *parser) functional(w word) bool {
	return p.lex.is(w.lower, "determiner", "subject", "object", "either", "reflexive", "indefinite", "modal", "be", "have", "do",
		"negation", "preposition", "coordinator", "subordinator", "relative", "question", "interjection") &&
		!p.lex.is(w.lower, "adjective")
}

// headCost says how badly word k serves as the head of a noun phrase; later: words stand between it
// and the determiner.
func (p *parser) headCost(k int, later bool, det determination) (float64, bool) {
	w := p.words[k]
	determined := det.words > 0
	if clitics[w.lower] {
		return 0, false
	}
	if titles[w.lower] && k+1 < len(p.words) && p.words[k+1].capital {
		return costAdverbHead, true // Mrs. Green
	}
	switch w.lower {
	case "i":
		return costLetterI, w.text == "i" && !p.words[max(k-1, 0)].punct && !p.lex.is(p.words[max(k-1, 0)].lower, "question", "relative")
	case "can", "will", "must", "might", "have", "do", "past", "back", "inside", "outside", "like", "round", "one", "ones":
		ok := determined && !later || w.lower == "ones" || w.lower == "one" && determined || w.lower == "will" && later && p.nounWill(k)
		return costClosedHead, ok
	}
	if p.functional(w) && !w.named() {
		return 0, false
	}
	cost := 0.0
	switch {
	case p.lex.is(w.lower, "noun"):
		cost = costIf(!determined, costBareNoun) + costIf(!determined && !later && p.cutPassive(k),
			costBarePassive) + costIf(!determined && p.lex.is(w.lower, "past-noun"), costBarePast)
	case p.lex.chieflyNoun(w.lower), p.lex.plural[w.lower] != "", p.lex.single[w.lower] != "":
	case w.capital && p.lex.is(w.lower, "name"):
	case p.lex.is(w.lower, "adjective"):
		cost = costAdjectiveAlone
		if k+1 < len(p.words) && !p.words[k+1].punct && !p.functional(p.words[k+1]) && p.nounCost(p.words[k+1]) < surelyNoun &&
			(determined || !p.words[k+1].capital && p.adverb(k+1) == 0) {
			cost = costAdjectiveBeforeNoun // an old church
		}
		if det.the && p.lex.is(w.lower, "adjectival") {
			cost = costThePoor
			if k+1 < len(p.words) && (p.nounCost(p.words[k+1]) < surelyNoun && !p.functional(p.words[k+1])) {
				cost = costAdjectiveBeforeNoun // the old house
			}
		}
	case p.lex.is(w.lower, "adverb", "frequency"):
		return costAdverbHead, determined || later
	case strings.HasSuffix(w.lower, "ly") && len(w.readings) == 0 && !w.named() && !lyNouns[w.lower]:
		return costLyHead - costIf(w.capital, savesCapital), determined || later || w.capital
	default:
		cost = p.nounCost(w)
	}
	if !determined && !later && cost > 0 && w.named() {
		cost *= nameFactor
	}
	if w.named() && cost > mostName {
		cost = mostName
	}
	if k > 0 && titles[p.words[k-1].lower] && w.capital {
		return 0, true // Mrs. Green
	}
	if later && p.lex.is(w.lower, "chiefly-verb") {
		cost += costVerbHead // my car need oil
	}
	return cost, true
}

// nounWill reports whether "will" at word k is a noun after its adjective: a strong will to win, but
// the strong will win.
func (p *parser) nounWill(k int) bool {
	before := p.words[k-1].lower
	if !p.lex.is(before, "adjective") || p.lex.is(before, "adjectival") && k > 1 && p.words[k-2].lower == "the" {
		return false
	}
	return k+1 == len(p.words) || p.words[k+1].punct || p.lex.is(p.words[k+1].lower, "coordinator", "preposition")
}

// cutPassive reports whether a past that is a noun too stands where its participle should: after
// be, with nothing that belongs to a noun.
func (p *parser) cutPassive(k int) bool {
	w := p.words[k]
	if k == 0 || !p.lex.is(p.words[k-1].lower, "be") || w.lower == "rose" || len(w.form(verb.Past)) == 0 || len(w.form(verb.Participle)) > 0 {
		return false
	}
	return p.phraseEnds(k+1) && (k+1 == len(p.words) || p.words[k+1].lower != "of")
}

// nounCost says how unlikely it is that a word with readings as a verb is a noun here.
func (p *parser) nounCost(w word) float64 {
	if len(w.readings) == 0 {
		return 0
	}
	best := costNotNoun
	if p.lex.nouns["mass"][w.lower] || p.lex.nouns["collective"][w.lower] {
		return costMassNoun
	}
	if w.guessed {
		best = costIf(len(w.form(verb.ThirdPerson)) == 0, costGuessedNoun)
	}
	for _, r := range w.readings {
		cost := costNotNoun
		switch {
		case r.Forms&(verb.Base|verb.ThirdPerson) != 0 && verb.IsAlsoNoun(r.Base):
			cost = costAlsoNoun + costIf(p.lex.is(r.Base, "chiefly-verb"), costChieflyVerb) + costIf(p.lex.is(r.Base, "chiefly-verb") &&
				r.Forms&verb.ThirdPerson != 0, costChieflyVerbThird)
		case r.Forms&verb.Gerund != 0:
			cost = costGerundNoun
		case r.Forms&verb.ThirdPerson != 0:
			cost = costThirdNoun
		case r.Forms&verb.Base != 0:
			cost = costBaseNoun
		case r.Overregular || r.Misspelled:
			cost = costMisformedNoun
		case r.Forms&verb.Participle != 0:
			cost = costParticipleNoun
		}
		best = min(best, cost)
	}
	return best
}

// modifierCost says how badly word k serves before a head.
func (p *parser) modifierCost(k int, later bool, det determination) (float64, bool) {
	w := p.words[k]
	if clitics[w.lower] || p.functional(w) && !w.named() {
		return 0, false
	}
	switch {
	case p.lex.is(w.lower, "adjective"):
		return 0, true
	case w.named():
		if k+1 < len(p.words) && !p.words[k+1].capital && len(p.words[k+1].readings) > 0 {
			return costNameBeforeVerb, true // Maria needs: a name and its verb rather than a compound
		}
		return 0, true
	case p.lex.is(w.lower, "adverb", "frequency"):
		verbal := k+1 < len(p.words) && has(p.words[k+1].readings, verb.Base|verb.ThirdPerson) && !p.lex.is(p.words[k+1].lower, "adjective")
		return costAdverbModifier + costIf(det.words == 0, costAdverbBare) + costIf(verbal && p.lex.is(w.lower, "frequency"),
			costFrequencyVerb), true // the dog always run
	case strings.HasSuffix(w.lower, "ly"):
		return costLyModifier, true
	case p.pastOnly(k):
		return costPastModifier, true
	case len(w.form(verb.Participle)) > 0:
		if r := w.form(verb.Participle)[0]; r.Overregular || r.Misspelled {
			return costMisformedModifier, true
		}
		return costParticipleModifier + costIf(det.words == 0, costParticipleBare), true
	case len(w.form(verb.Gerund)) > 0:
		return costGerundModifier + costIf(det.words == 0, costGerundBare), true
	}
	cost := p.nounCost(w)
	if w.first && !later && p.nameless(w) && k+1 < len(p.words) && !p.words[k+1].capital && len(p.words[k+1].readings) > 0 {
		cost += costNameBeforeVerb // Ana needs: see above
	}
	if len(w.readings) > 0 {
		cost += costVerbModifier + costIf(det.words == 0 && !later, costVerbModifierFirst)
	}
	if det.words > 0 && p.lex.nouns["animate"][w.lower] && k+1 < len(p.words) && !p.lex.chieflyNoun(p.words[k+1].lower) &&
		has(p.words[k+1].readings, verb.Base|verb.ThirdPerson) {
		cost += costActorModifier + costIf(p.lex.nouns["kin"][w.lower], costKinModifier) // my dog bark: a noun and its verb
	}
	if timeNouns()[w.lower] && k+1 < len(p.words) && p.words[k+1].capital {
		cost += costTimeModifier // next week Ana
	}
	if p.lex.number(w, true) == p3pl && !p.lex.is(w.lower, "noun") {
		cost += costPluralModifier // the first noun of a compound is seldom a plural
	}
	return cost, cost < mostModifier
}

// nameless reports whether the word is in no table, so that a capital makes it a name.
func (p *parser) nameless(w word) bool {
	return w.capital && (len(w.readings) == 0 && p.lex.inNoTable(w.lower) || p.lex.is(w.lower, "name", "name-s"))
}

// headPersons combines the number of the noun with that of its determiner. Where they disagree, the
// fault lies between those two, and the verb is not judged.
func (p *parser) headPersons(k int, det determination) persons {
	w := p.words[k]
	number := p.lex.number(w, det.words > 0)
	switch {
	case det.counted && (timeNouns()[w.lower] || p.lex.is(strings.TrimSuffix(w.lower, "s"), "unit")):
		return pThird // ten dollars is enough
	case det.the && p.lex.is(w.lower, "adjectival"), p.lex.is(w.lower, "adjective") && p.lex.plural[w.lower] == "" && !w.named():
		return pThird
	case number == pThird:
		return det.persons
	case det.persons == pThird:
		return number
	case number&det.persons == 0:
		return pThird
	}
	return number & det.persons
}

// lyNouns end like adverbs and are none.
var lyNouns = setOf(`family fly butterfly assembly bully jelly lily italy july emily sally molly billy kelly monopoly supply
	reply ally belly holly polly beverly kimberly`)
