package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Somebody's birth is over, so that it is told in the past: I was born in Lima. Babies are born every day, and the hero of a film
// is born in a village.

// tenseOfBirth returns the past, and the words that ask for it, where g tells in the present when or where one person was born.
func (a *Analysis) tenseOfBirth(g *Group) (verb.Tense, string) {
	p, f := a.parser, g.found
	if g.Verb != "be" || g.Tense != verb.PresentSimple || f.fault != noFault || f.subject == nil || !a.agrees(f) {
		return "", ""
	}
	born := f.end
	if f.inverted {
		born = f.subject.end
	}
	if born >= len(p.words) || p.words[born].lower != "born" || !a.isOneBorn(f) {
		return "", ""
	}
	told := a.text(born, born+1)
	if f.inverted { // where are you born?
		first := p.words[0].lower
		if p.question && f.fronted && (first == "where" || first == "when") && p.phraseEnds(born+1) {
			return verb.PastSimple, told
		}
		return "", ""
	}
	if end := a.placeOfBirth(born + 1); end > 0 {
		return verb.PastSimple, a.text(born, end)
	}
	return "", ""
}

// isOneBorn reports whether the subject of f is somebody whom the speaker knows: I, my father, Ana's uncle. She may be somebody of whom a film tells, unless it
// is denied.
func (a *Analysis) isOneBorn(f *found) bool {
	p, n := a.parser, f.subject
	head := p.words[n.head].lower
	if f.kind == relClause { // my grandfather, who is born in a village
		who := f.start - 1
		if f.not >= 0 || n.kind != nounPhrase || who < 2 || p.words[who].lower != "who" || p.words[who-1].text != "," {
			return false
		}
	}
	switch n.kind {
	case pronoun:
		switch head {
		case "i":
			return true
		case "we": // we are born in a hospital and die in one
			return f.kind == mainClause && (f.inverted || f.end+2 < len(p.words) && !articles[p.words[f.end+2].lower] || p.words[min(f.end+2, len(p.words)-1)].lower == "the")
		case "you":
			return f.inverted
		case "he", "she":
			return f.kind == mainClause && (f.not >= 0 || f.inverted || a.saysYear(f.end+1))
		}
	case nounPhrase:
		if ours := p.words[n.start].lower; (ours == "our" || ours == "their") && n.persons&p3sg == 0 && !a.saysYear(f.end+1) {
			return false // all our children are born in this hospital
		}
		switch ours := p.words[n.start].lower; ours {
		case "his", "her", "their", "its":
			return false // a biography: his daughter is born in 1632
		}
		return f.kind != subClause && possessives[p.words[n.start].lower] && p.isPerson(p.words[n.head]) && head != "baby" && head != "babies"
	case coordinated:
		return f.kind == mainClause && possessives[p.words[n.start].lower]
	}
	return false
}

// saysYear reports whether "in" and a year that is past stand at word i.
func (a *Analysis) saysYear(i int) bool {
	p := a.parser
	return i+1 < len(p.words) && p.words[i].lower == "in" && p.matchesTime(i+1, []string{"@"}) && !a.tellsPlot()
}

// tellsPlot reports whether words of the sentence say that it tells of a book or a film.
func (a *Analysis) tellsPlot() bool {
	for _, w := range a.parser.words {
		switch w.lower {
		case "film", "movie", "story", "novel", "book", "chapter", "scene", "play", "episode", "series":
			return true
		}
	}
	return false
}

// placeOfBirth returns the word after the time or the place of a birth that begins at word i, or 0: in 2011, on 12 March, in the same hospital,
// two days after me.
func (a *Analysis) placeOfBirth(i int) int {
	p := a.parser
	if i+1 >= len(p.words) || a.tellsPlot() {
		return 0
	}
	next := p.words[i+1]
	switch p.words[i].lower {
	case "in", "at", "on", "near":
		switch {
		case p.matchesTime(i+1, []string{"@"}), months[next.lower], next.named():
			return i + 2
		case p.words[i].lower == "on" && isDigits(next.text) && i+2 < len(p.words) && months[p.words[i+2].lower]:
			return i + 3
		}
		for _, n := range p.nominals(i + 1) {
			if n.kind == nounPhrase && n.determined && homes[strings.TrimSuffix(p.words[n.head].lower, "s")] {
				return n.end
			}
		}
		return 0
	}
	if p.isNumber(p.words[i].lower) && timeNouns()[next.lower] && i+2 < len(p.words) {
		switch p.words[i+2].lower {
		case "after", "before", "ago":
			return i + 3
		}
	}
	return 0
}

// homes are the places and times of a birth.
var homes = setOf("village town city hospital country house home farm island capital neighborhood neighbourhood district region area place caravan clinic year month day family")
