package sentence

import "slices"

// Would like takes "to" and the infinitive. Learners write the base form after it (would like play for Madrid), and the -ing form (would you like going for a
// coffee), which is right where somebody is asked how a way of life would please him: would you like living in a castle?

// isInvited reports whether the -ing form f, after would you like, is what somebody is invited to do now, and not a way to live.
func (a *Analysis) isInvited(f *found) bool {
	p := a.parser
	if !invitations[f.base] || p.pairsWithNoun(f) || f.end >= len(p.words) || f.base == "have" && !meals[p.words[f.end].lower] {
		return false
	}
	for k := f.end; k < len(p.words); k++ {
		switch p.words[k].lower {
		case "every", "always", "each", "often", "all", "or":
			return false
		}
	}
	if next := p.words[f.end].lower; p.objectAt(f.end) || f.base == "drink" && next == "something" || f.base == "have" {
		return true
	}
	return !p.pluralNounAt(f.end) && (f.base == "come" || f.base == "join" || a.isOnce(f.end))
}

// invitations are verbs of what people are invited to.
var invitations = setOf("go come join try have eat drink dance play watch visit see meet taste")

// pluralNounAt reports whether a noun in the plural stands right at word i, which an -ing form before it tells the kind of: dancing shoes.
func (p *parser) pluralNounAt(i int) bool {
	return p.pluralAt(i) && !p.lex.is(p.words[i].lower, "game") && p.phraseEnds(i+1)
}

// isOnce reports whether words from i on say with whom, for what or when something is to be done once: with me, for a coffee, tonight.
func (a *Analysis) isOnce(i int) bool {
	p := a.parser
	for k := i; k+1 < len(p.words); k++ {
		next := p.words[k+1].lower
		switch p.words[k].lower {
		case "with":
			if next == "me" || next == "us" {
				return true
			}
		case "for":
			if meals[next] || next == "a" {
				return true
			}
		case "tonight", "tomorrow":
			return true
		}
	}
	return slices.ContainsFunc(p.words[i:], func(w word) bool { return w.lower == "restaurant" || w.lower == "cinema" })
}

// wouldLikeAct reports whether a noun that is a verb too, at word i after would like, is what somebody would like to do, by the place or the people after
// it: would like play for Real Madrid, would love live by the sea.
func (a *Analysis) wouldLikeAct(g *Group, i int) bool {
	p, f := a.parser, g.found
	would := len(f.aux) == 1 && (p.words[f.aux[0]].lower == "would" || p.words[f.aux[0]].lower == "'d")
	if i+2 >= len(p.words) || g.Verb != "want" && (!would || g.Verb != "like" && g.Verb != "love" && g.Verb != "prefer") {
		return false
	}
	next, after := p.words[i+1].lower, p.words[i+2]
	switch p.words[i].lower {
	case "play":
		return next == "for" && (after.named() || p.matches(i+2, []string{"the"})) || next == "with" && p.objectAt(i+2)
	case "live":
		return next == "by" || next == "abroad" || next == "alone" || next == "here"
	case "dance":
		return next == "with" && (p.lex.is(after.lower, "object") || after.lower == "you")
	case "study":
		return next == "abroad" || next == "at"
	}
	return false
}
