package sentence

import "strings"

// badNumber returns the note on a noun whose number does not fit what stands before it, at word i:
// two cat, every days, much friends. It is "" where nothing is clearly wrong.
func (p *parser) badNumber(i int) Note {
	t, w := theFaults(), p.words[i]
	if w.joined || w.named() {
		return ""
	}
	if t.plurals[w.lower] {
		return Plurals
	}
	if w.lower == "another" && i+1 < len(p.words) && p.counted(i+1) && p.phraseEnds(i+2) && !timeNouns()[p.words[i+1].lower] && !(i > 0 && p.words[i-1].lower == "one") {
		return Plurals
	}
	wanted := p.lex.feature(w.lower, "determiner")
	if wanted == "" {
		return ""
	}
	j := i + 1
	for j < len(p.words) && j < i+3 && p.lex.is(p.words[j].lower, "adjective") && !t.sets["count"][p.words[j].lower] {
		j++
	}
	if j >= len(p.words) || p.words[j].named() || p.words[j].joined || !p.phraseEnds(j+1) {
		return ""
	}
	noun := p.words[j].lower
	plural, single := t.sets["plural"][noun], t.sets["count"][noun]
	switch w.lower {
	case "much":
		if i > 0 && p.words[i-1].lower == "very" {
			return ""
		}
		if j == i+1 && (plural || p.counted(j)) {
			return WordChoice
		}
		return ""
	case "many", "few":
		if t.sets["uncount"][noun] && j == i+1 {
			return WordChoice
		}
	case "that", "little", "one", "no", "either", "neither", "hundred", "thousand", "1":
		return ""
	case "these", "those", "both":
		if i > 0 && p.lex.is(p.words[i-1].lower, "preposition") {
			return ""
		}
	}
	switch {
	case wanted == "pl" && single, wanted == "sg" && plural && !(noun == "people" && (w.lower == "a" || w.lower == "this")):
		return Plurals
	}
	return ""
}

// counted reports whether word j can only be the plural of a noun: much frogs.
func (p *parser) counted(j int) bool {
	w := p.words[j]
	if len(w.readings) > 0 && !w.guessed || w.capital || !w.plain() || strings.HasSuffix(w.lower, "ics") || p.functional(w) || p.adverb(j) > 0 || p.lex.is(w.lower, "adjective", "interjection") {
		return false
	}
	return p.lex.number(w, true) == p3pl
}
