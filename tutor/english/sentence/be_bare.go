package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// After am and are stands no base form, but many base forms are adjectives, nouns or prepositions too: the shops are open, they are like brothers. What
// follows shows some of these to be verbs: they are live here, I am like it very much, the walls are need painting, we are own a bar.

// surelyBare reports whether g, before whose verb an am or are was left out, has a base form that can be no adjective, noun or preposition. What is no other word at
// all, be_verb.go judges.
func (a *Analysis) surelyBare(g *Group) bool {
	p, f := a.parser, g.found
	next := p.wordAt(f.end)
	switch f.base {
	case "have":
		return !a.endsClauseBefore(f)
	case "do":
		return f.inverted && (f.subject.kind == pronoun || p.wordAt(f.start-1) == "so" || p.wordAt(f.start-1) == "neither")
	case "need":
		return p.needsAt(f.end) || p.objectAt(f.end) || p.plainNounAt(f.end)
	case "own":
		return p.objectAt(f.end)
	case "live":
		return p.acts(f.subject) && (livingPlaces[next] || next == "here" && p.phraseEnds(f.end+1) && f.subject.persons == p3pl && f.subject.kind != pronoun)
	case "taste", "smell", "look", "sound":
		return a.isSensed(f)
	case "like":
		return a.likesIt(f)
	case "help":
		return a.takesPerson(f)
	case "object":
		return next == "to" && f.end+1 < len(p.words) && has(p.words[f.end+1].readings, verb.Gerund)
	}
	return false
}

// likesIt reports whether f, like, is a verb: like it, like to swim, like chocolate very much; but not like a brother.
func (a *Analysis) likesIt(f *found) bool {
	p := a.parser
	if !p.acts(f.subject) || f.inverted {
		return false
	}
	if p.matches(f.end, []string{"to"}) && p.couldBeVerb(f.end+1) {
		return true
	}
	if f.subject.persons&(p1sg|p1pl) != 0 && p.matches(f.end, []string{"it"}) && p.wordAt(f.end+1) != "or" {
		return true
	}
	for i := f.end + 1; i+1 < len(p.words) && !p.words[i].punct; i++ {
		if p.matches(i, []string{"very", "much"}) || p.matches(i, []string{"a", "lot"}) {
			thing := p.words[i-1]
			return p.phraseEnds(i+2) && !p.lex.is(p.wordAt(i+2), "preposition") && !p.isPerson(thing) && !p.lex.is(thing.lower, "object", "subject", "either") && thing.lower != "that" && thing.lower != "this"
		}
	}
	return false
}

// livingPlaces are adverbs of where people live.
var livingPlaces = setOf("upstairs downstairs abroad alone together nearby outside")
