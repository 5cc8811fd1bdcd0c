package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A thing weighs ninety kilos, measures two meters and feels like silk: states that have no continuous. A person may be weighing two kilos of flour, and
// say what the scales show these days.

// amounts are what a thing weighs and measures.
var amounts = setOf("kilo kilos kilogram kilograms kg gram grams pound pounds ton tons tonne tonnes stone meter meters metre metres m cm centimeter centimeters centimetre centimetres foot feet inch inches")

// amountAt reports whether a number and what a thing is measured in stand at word i, and the phrase ends after them.
func (p *parser) amountAt(i int) bool {
	if i < len(p.words) && (p.words[i].lower == "about" || p.words[i].lower == "around" || p.words[i].lower == "almost" || p.words[i].lower == "nearly" || p.words[i].lower == "over") {
		i++
	}
	for i < len(p.words) && p.isNumber(p.words[i].lower) && i+1 < len(p.words) {
		if i++; amounts[p.words[i].lower] {
			return p.phraseEnds(i+1) || p.lex.is(p.words[i+1].lower, "adjective")
		}
	}
	return false
}

// measuresItself reports whether the verb of f says how much its subject weighs or measures.
func (a *Analysis) measuresItself(f *found) bool {
	p := a.parser
	if f.base != "weigh" && f.base != "measure" || f.inverted || f.not >= 0 || !p.amountAt(f.end) {
		return false
	}
	if slices.ContainsFunc(p.times, func(m moment) bool { return m.tense == verb.PresentContinuous }) {
		return false
	}
	return f.base == "weigh" || !p.acts(f.subject)
}

// touched are things that feel like others to the touch. A job or a day feels like something to those who live it.
var touched = setOf("jacket coat shirt dress skirt sweater jumper scarf hat blanket pillow bed sofa chair fabric cloth material leather towel skin hair carpet paper")

// seemsLike reports whether the verb of f says what a thing is like to the touch or the ear, where the continuous is seldom meant. A person may be feeling like a
// child.
func (a *Analysis) seemsLike(f *found) bool {
	p, n := a.parser, f.subject
	if f.inverted || f.not >= 0 || n.kind != nounPhrase || !n.determined || n.persons != p3sg || p.acts(n) {
		return false
	}
	return (f.base == "sound" || f.base == "feel" && touched[p.words[n.head].lower]) && p.matches(f.end, []string{"like"}) && f.end+2 < len(p.words) && !p.lex.is(p.words[f.end+1].lower, "subject", "either")
}
