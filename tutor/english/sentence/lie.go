package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Lie has two meanings: who is on the sofa lay there, and who told no truth lied. Learners write lied for both, and the place tells which.

// judgeLied asks for lay or lain where lied is said of somebody or something in a place: she lied on the sofa all afternoon.
func (a *Analysis) judgeLied(g *Group) Judgment {
	p, f := a.parser, g.found
	if f.base != "lie" || p.words[f.main].lower != "lied" || f.governor != alone && f.governor != byHave || f.not >= 0 || f.inverted || !p.liesAt(f.main+1) {
		return Judgment{}
	}
	return Judgment{Wrong, Overregular, Call{Tool: Lookup, Verb: "lie"}, ""}
}

// liesAt reports whether what stands at word i says that somebody lies somewhere, and no word after it that something untrue is told: on the bed,
// under the tree, down to rest; not in bed to his wife, on the form, about the floor.
func (p *parser) liesAt(i int) bool {
	for i < len(p.words) && (p.words[i].lower == "there" || p.words[i].lower == "still") {
		i++
	}
	if i >= len(p.words) || p.words[i].punct {
		return false
	}
	end := i + 1
	switch w := p.words[i].lower; {
	case w == "down":
		if !p.phraseEnds(end) && !p.lex.is(p.words[end].lower, "preposition", "subordinator") {
			return false // lied down the phone
		}
	case w == "awake" || w == "asleep" || w == "motionless":
	case w == "in" && p.matches(end, []string{"bed"}):
		end++
	case w == "on" || w == "in" || w == "under" || w == "beside" || w == "across" || w == "near" || w == "by" || w == "underneath" || w == "next" && p.matches(end, []string{"to"}):
		if w == "next" {
			end++
		}
		place := slices.IndexFunc(p.nominals(end), func(n *nominal) bool {
			head := p.words[n.head].lower
			if n.end < len(p.words) && (p.words[n.end].lower == "of" || p.plainNounAt(n.end) && !p.timeAt(n.end) && p.adverb(n.end) == 0) {
				return false // the table of contents
			}
			return n.kind == nounPhrase && (n.determined && lyingPlaces[head] || possessives[p.words[n.start].lower] && bodySides[head] && w == "on")
		})
		if place < 0 {
			return false
		}
		end = p.nominals(end)[place].end
	default:
		return false
	}
	for ; end < len(p.words) && !p.words[end].punct; end++ {
		switch w := p.words[end].lower; {
		case w == "about":
			return false
		case w == "to" && end+1 < len(p.words) && len(p.words[end+1].form(verb.Base)) == 0:
			return false
		case p.lex.is(w, "coordinator", "subordinator"):
			return true
		}
	}
	return true
}

var (
	lyingPlaces = setOf("sofa couch bed grass beach floor ground sun sand hammock rug carpet blanket towel deckchair lounger mattress lawn meadow hay snow bath bathtub bench sunbed mat pillow " +
		"stretcher shade tree umbrella parasol table desk pavement sidewalk armchair fire pool mud water stars")
	bodySides = setOf("back side stomach front belly tummy")
)
