package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// What a hotel is located in, a price includes and a film is based on is told in the passive. Learners make the thing do it: the hotel locates in the center.

var (
	paidFor       = setOf("price prices cost rate fee bill rent ticket package fare menu")
	placedThings  = setOf("hotel hotels museum museums village villages town towns city cities house houses flat flats apartment apartments shop shops restaurant restaurants station office school building church beach park airport hospital island country castle bridge university garden room library theater theatre")
	writtenThings = setOf("letter letters book books novel novels poem poems story stories email emails message messages article articles report reports text texts song songs sign signs instructions")
)

// placedIn reports whether a thing is the subject of what somebody else does with it, in a simple tense and without an object: breakfast includes in the price, the film
// bases on a true story, the letter wrote in French.
func (a *Analysis) placedIn(f *found) bool {
	p, n := a.parser, f.subject
	if len(f.aux) > 0 || f.inverted || f.shared || f.kind != mainClause || n.kind != nounPhrase || p.acts(n) || f.end+1 >= len(p.words) || !has(f.readings, verb.Base|verb.ThirdPerson|verb.Past) {
		return false
	}
	head, next := p.words[n.head].lower, p.words[f.end].lower
	finite := !has(f.readings, verb.Participle) // the hotel located in the center may go on
	switch f.base {
	case "include":
		return finite && next == "in" && slices.ContainsFunc(p.nominals(f.end+1), func(n *nominal) bool {
			return paidFor[p.words[n.head].lower] && (p.phraseEnds(n.end) || p.wordAt(n.end) == "of")
		})
	case "base":
		return finite && next == "on"
	case "locate", "situate":
		return finite && placedThings[head] && p.lex.is(next, "preposition") || finite && placedThings[head] && next == "next"
	case "write":
		return writtenThings[head] && (next == "in" || next == "by" || next == "on")
	}
	return false
}
