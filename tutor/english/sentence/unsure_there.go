package sentence

import "slices"

// "There" names what is not known yet. Learners say it or they: it is a lot of noise in the street, on the corner it is a bakery.

// existsAsIt reports whether it or they stand with be before what is not known yet and where it is, so that "there" may be meant: they are many churches in my town, on the corner it is
// a small bakery.
func (a *Analysis) existsAsIt() bool {
	p := a.parser
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		if f.base != "be" || !f.finite || f.subject == nil || f.subject.kind != pronoun || f.main != f.finiteWord() && !(len(f.aux) == 2 && p.lex.is(p.words[f.aux[0]].lower, "modal") && f.main == f.aux[1]) || f.inverted {
			return false
		}
		it := p.words[f.subject.start].lower
		if it != "it" && it != "they" {
			return false
		}
		i := f.main + 1
		for p.isNegation(i) || p.wordAt(i) == "also" || p.wordAt(i) == "only" || p.wordAt(i) == "always" {
			i++
		}
		if p.timePhraseEnd(i) > i || p.wordAt(i+2) == "ago" {
			return false
		}
		many := p.wordAt(i) == "a" && p.wordAt(i+1) == "lot" && p.wordAt(i+2) == "of"
		switch p.wordAt(i) {
		case "many", "several", "lots", "plenty", "few":
			many = true
		case "much", "some":
			many = p.wordAt(i+1) != "of" && p.wordAt(i+1) != "too" && p.lex.is(p.wordAt(i+1), "noun")
		case "too":
			many = (p.wordAt(i+1) == "many" || p.wordAt(i+1) == "much") && !p.phraseEnds(i+2)
		case "no":
			next := p.words[min(i+1, len(p.words)-1)]
			many = it == "it" && (uncountedHere[next.lower] && next.lower != "fun" && next.lower != "trouble" && next.lower != "help" && next.lower != "time" || p.lex.number(next, false) == p3pl)
		case "nothing":
			if it == "it" && p.wordAt(i+1) == "to" && p.couldBeVerb(i+2) && p.wordAt(i+2) != "worry" && p.wordAt(i+2) != "do" {
				return true
			}
		}
		for _, n := range p.nominals(i) {
			if n.kind != nounPhrase || timeNouns()[p.words[n.head].lower] || p.words[n.head].owner {
				continue
			}
			if many && !uncounted[p.words[n.head].lower] {
				return true
			}
			if article := p.wordAt(i); it == "it" && (article == "a" || article == "an") && p.wordAt(i+1) != "lot" && !itself[p.words[n.head].lower] && p.placeFollows(n.end) {
				return true
			}
			if before := f.subject.start - 1; before > 0 && a.placeOpens(f.subject.start) && (articles[p.wordAt(i)] && p.wordAt(i) != "the" || theTimes().numbers[p.wordAt(i)]) {
				return true
			}
			if w := p.wordAt(n.end); it == "it" && articles[p.wordAt(i)] && defects[p.words[n.head].lower] && (w == "with" || w == "in" || w == "on" && p.wordAt(n.end+2) != "part") {
				return true
			}
			if it == "it" && p.wordAt(n.end) == "and" && articles[p.wordAt(i)] && theTimes().numbers[p.wordAt(n.end+1)] {
				return true
			}
		}
		return false
	})
}

// isMany reports whether be says of one thing or place that it is several, which it has: Tokyo is many foreigners.
func (a *Analysis) isMany(f *found) bool {
	p := a.parser
	if f.base != "be" || !f.finite || f.inverted || f.main != f.finiteWord() || f.subject == nil || f.subject.kind != nounPhrase || f.subject.persons != p3sg || p.lex.is(p.words[f.subject.head].lower, "predicted") {
		return false
	}
	switch p.wordAt(f.main + 1) {
	case "many", "several":
		return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
			return n.kind == nounPhrase && p.phraseEnds(n.end) && !timeNouns()[p.words[n.head].lower] && p.words[n.head].lower != "things"
		})
	}
	return false
}

// placeFollows reports whether a preposition at word i opens a place of its own: in our street, near the beach.
func (p *parser) placeFollows(i int) bool {
	switch p.wordAt(i) {
	case "in", "on", "at", "near", "under", "outside", "opposite", "behind":
		return i+2 < len(p.words) && (articles[p.wordAt(i+1)] || theFaults().sets["this"][p.wordAt(i+1)] || p.words[i+1].named()) && !p.timeAt(i+1) &&
			!slices.ContainsFunc(p.words[i:], func(w word) bool { return w.lower == "who" || w.lower == "that" })
	}
	return false
}

// itself are heads of phrases that say what and where a thing is, rather than that it is there: it is a city in the north.
var itself = setOf("city town village country region island place hotel night day mistake year week month time moment step way matter question period disease study walk ride trip drive swim view journey game song story problem custom tradition habit change")

// uncounted are nouns of what "it" costs or gives in any amount: it is a lot of money, a lot of fun.
var uncounted = setOf("money fun work time effort trouble stress pressure responsibility people food weight space distance fuss")

// defects are nouns of what is not as it should be somewhere: a problem with my order.
var defects = setOf("problem mistake error fault hole leak queue delay hair fly crack bug stain scratch noise")

// placeOpens reports whether a place opens the clause and ends right before word i, perhaps with a comma: on the corner of my street.
func (a *Analysis) placeOpens(i int) bool {
	p := a.parser
	if p.words[i-1].text == "," {
		i--
	}
	switch p.words[0].lower {
	case "in", "on", "at", "near", "behind", "under", "opposite":
	default:
		return false
	}
	place := false
	for _, n := range p.nominals(1) {
		place = place || n.kind == nounPhrase && n.determined && !timeNouns()[p.words[n.head].lower] && !p.timeAt(1)
	}
	return place && slices.Contains(p.phraseEndsFrom(0), i)
}

// newAmountAt reports whether an amount of what is not known yet stands at word i: no space, a lot of people, many cars.
func (p *parser) newAmountAt(i int) bool {
	switch p.wordAt(i) {
	case "no":
		if p.wordAt(i+1) == "more" || p.wordAt(i+1) == "longer" {
			return p.wordAt(i+1) == "more" && !p.phraseEnds(i+2)
		}
		fallthrough
	case "many", "some", "several", "enough":
		return !p.phraseEnds(i+1) && p.wordAt(i+1) != "problem" && p.wordAt(i+1) != "good" && p.wordAt(i+1) != "use"
	case "a":
		return p.wordAt(i+1) == "lot" && p.wordAt(i+2) == "of"
	}
	return false
}
