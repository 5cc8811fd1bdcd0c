package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A participle, a place or such may open a sentence before be, whose subject then follows: gone are the days, on the table were two letters, such is life. The
// parse takes what opens it for the subject.

// readInverted gives be the subject after it in such a sentence.
func (a *Analysis) readInverted() {
	p := a.parser
	at := p.openingEnds()
	if p.question || at <= 0 || at+1 >= len(p.words) {
		return
	}
	switch p.words[at].lower {
	case "is", "are", "was", "were":
	default:
		return
	}
	g := a.groupAt(at)
	if g == nil || !g.found.finite || g.found.main != at || g.found.not >= 0 {
		return
	}
	n := p.subjectAfterBe(at + 1)
	if list := p.listAfterBe(at + 1); n == nil && list != nil && p.finitePersons(g.found.verbal)&p3pl != 0 {
		f := *g.found
		f.subject, f.inverted, f.kind = list, true, mainClause
		*g = a.group(&f)
		return
	}
	if n == nil || p.fits(g.found.verbal, n, false, false) {
		return
	}
	f := *g.found
	f.subject, f.inverted, f.sure, f.kind = n, true, true, mainClause
	*g = a.group(&f)
}

// listAfterBe returns the things at word i that commas and "and" join, up to the end of the sentence: a church, a school and a shop. It returns nil where there are none.
func (p *parser) listAfterBe(i int) *nominal {
	for _, n := range p.nominals(i) {
		if n.determined && n.persons == p3sg && p.wordAt(n.end) == "," && p.lex.is(p.wordAt(n.end+1), "determiner") && p.joinsAfter(n.end) {
			return &nominal{start: i, end: len(p.words) - 1, head: n.head, persons: p3pl, kind: coordinated, adjective: -1}
		}
	}
	return nil
}

// openingEnds returns the word after what may open a sentence before be and its subject: a participle of what is gone or enclosed, such, so with an adjective, or a place;
// 0 where the sentence begins with anything else.
func (p *parser) openingEnds() int {
	switch first := p.words[0].lower; {
	case first == "gone", first == "enclosed", first == "attached", first == "included", first == "such":
		return 1
	case first == "so" && p.lex.is(p.wordAt(1), "adjective"):
		return 2
	case p.qualityOpens() > 0:
		return p.qualityOpens()
	case openingPlaces[first], first == "to" && possessives[p.wordAt(1)] && (p.wordAt(2) == "left" || p.wordAt(2) == "right"), first == "next" && p.wordAt(1) == "to":
		place := 1
		if first == "next" {
			place = 2
		}
		for _, n := range p.nominals(place) {
			if n.end < len(p.words) && n.kind == nounPhrase && n.determined && p.lex.is(p.words[n.end].lower, "be") && !timeNouns()[p.words[n.head].lower] {
				return n.end
			}
		}
	}
	return 0
}

// qualityOpens returns the word after an adjective that opens the sentence, with a word of degree or "also" before it or "still" after it: also new are the red chairs,
// worse still was the smell; 0 where none does.
func (p *parser) qualityOpens() int {
	i := 0
	switch p.words[0].lower {
	case "also", "equally", "even", "just", "far", "more", "most":
		i = 1
	}
	if w := p.wordAt(i); !p.lex.is(w, "adjective") && w != "worse" && w != "better" || p.lex.is(w, "determiner", "indefinite", "preposition") {
		return 0
	}
	i++
	if p.wordAt(i) == "still" {
		i++
	}
	if i >= len(p.words) || !p.isBeWord(i) || p.wordAt(i+1) != "the" && !possessives[p.wordAt(i+1)] {
		return 0
	}
	return i
}

// openingPlaces are prepositions of places.
var openingPlaces = setOf("on in under behind beside above below among inside near opposite beneath")

// subjectAfterBe returns the noun phrase at word i if it ends the sentence, or only what belongs to it follows, and no second one does.
func (p *parser) subjectAfterBe(i int) *nominal {
	joined := slices.ContainsFunc(p.words[i:], func(w word) bool { return w.lower == "and" || w.lower == "or" })
	var best *nominal
	for _, n := range p.nominals(i) {
		head := p.words[n.head]
		if n.kind != pronoun && (n.kind != nounPhrase || p.lex.is(head.lower, "adjective") || n.persons != p3sg && n.persons != p3pl || p.lex.is(head.lower, "unit") || timeNouns()[head.lower] && !p.words[0].capital) {
			continue
		}
		if joined && n.persons != p3pl { // a bed and a chair, but three letters and a ring are several in any case
			continue
		}
		ends := n.end >= len(p.words) || joined && p.words[n.end].lower == "and" || p.words[n.end].punct || p.lex.is(p.words[n.end].lower, "preposition", "relative", "subject", "either") || p.wordAt(n.end) == "that" || p.wordAt(n.end) == "when"
		if ends && (best == nil || n.end > best.end) && len(p.words[n.head].form(verb.Gerund)) == 0 {
			best = n
		}
	}
	return best
}
