package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// "To" and a verb after nobody, something or nowhere say what is to be done with them, or there: nobody to talk to, nothing to laugh about, nowhere to live, enough
// to eat, a place to stay. Learners leave out the "to".

// thingBase reports whether the base form at word i says so.
func (a *Analysis) thingBase(i int, g *Group) bool {
	p := a.parser
	if g != nil && (g.found.finite && g.Judgment.Verdict != Wrong || len(g.found.aux) > 0) {
		return false
	}
	o := a.verbBefore(i - 1)
	if o == nil || o.found.order || !a.mainElsewhere(o, i) || !a.offersThing(o, i) {
		return false
	}
	w := p.words[i].lower
	switch p.words[i-1].lower {
	case "somebody", "someone", "anybody", "anyone", "nobody", "one", "something", "anything", "nothing", "much":
		if p.words[i-1].lower == "one" && p.words[i-2].lower != "no" || p.words[i-1].lower == "much" && p.words[i-2].lower != "so" {
			return false
		}
		if p.strandedAt(i + 1) {
			return true
		}
		return p.words[i-1].lower != "much" && p.phraseEnds(i+1) && !p.lex.is(p.wordAt(i+1), "preposition") && (w == "read" || w == "watch" || w == "eat" || w == "drink" || w == "do")
	case "nowhere", "somewhere", "anywhere", "place", "places":
		return placeActs[w] && (p.phraseEnds(i+1) || p.adverb(i+1) > 0)
	case "enough":
		return (w == "eat" || w == "drink") && p.phraseEnds(i+1) && !p.adverbialEnough(i-1)
	}
	if p.lex.is(o.Verb, "bare") && p.isPerson(p.words[i-1]) {
		return false // had enough people tell him so
	}
	return p.words[i-2].lower == "enough" && !p.words[i-1].punct && !p.functional(p.words[i-1]) && (p.noNoun(i) || p.objectAt(i+1) && !verb.IsAlsoAdjective(w))
}

// askedThere reports whether the base form at word i was read as the verb of a question with "is there", where it says what for the thing before it would be: are there
// any ways improve my accent? What people or shops do may have lost its relative instead: are there shops sell bread?
func (a *Analysis) askedThere(i int, g *Group) bool {
	p := a.parser
	if g == nil || !g.found.finite || len(g.found.aux) != 1 || !p.isBeWord(g.found.aux[0]) || p.wordAt(g.found.aux[0]+1) != "there" || !p.noNoun(i) && !p.objectAt(i+1) {
		return false
	}
	w := p.words[i-1].lower
	return infinitiveNouns[w] || w == "way" || w == "ways" || w == "place" || w == "places" || w == "something" || w == "anything" || w == "nothing"
}

// placeActs are what people do in a place.
var placeActs = setOf("live eat sleep stay sit hide rest park play relax go swim camp")

// offersThing reports whether o is a verb of having, needing or finding, or "there is", right before the thing that ends before word i.
func (a *Analysis) offersThing(o *Group, i int) bool {
	p := a.parser
	switch o.Verb {
	case "have", "need", "want", "find", "get", "know", "see", "suggest", "imagine", "look", "hear", "buy", "bring":
		return i-o.found.end < 5
	case "be":
		return o.found.subject != nil && o.found.subject.kind == existential || p.words[o.found.start].lower == "there" || o.found.start > 0 && p.words[o.found.start-1].lower == "there"
	}
	return false
}

// strandedAt reports whether a preposition that has lost its object ends a phrase at word i: nobody talk to, nothing laugh about.
func (p *parser) strandedAt(i int) bool {
	switch p.wordAt(i) {
	case "about", "to", "with", "on", "for", "at", "from":
	default:
		return false
	}
	return i+1 == len(p.words) || p.words[i+1].punct || p.lex.is(p.words[i+1].lower, "subordinator", "coordinator") || p.timeAt(i+1) || p.words[i+1].lower == "when"
}

// adverbialEnough reports whether the "enough" at word i belongs to the adjective or the adverb before it.
func (p *parser) adverbialEnough(i int) bool {
	return p.lex.is(p.words[i-1].lower, "adjective") || p.adverb(i-1) > 0
}

// costBase reports whether the base form at word i says for what "it" takes time or costs money: it costs a fortune heat this house, it cost me nothing try.
func (a *Analysis) costBase(i int, g *Group) bool {
	p := a.parser
	o := a.verbBefore(i)
	before := p.words[i-1].lower
	if o != nil && o.Verb == "take" && before == "time" && o.found.end < i-1 && i-o.found.end < 5 && o.found.finite && !o.found.order && p.phraseEnds(i+1) && a.mainElsewhere(o, i) && p.adverb(i) == 0 {
		return true // takes a long time load
	}
	sense := o != nil && o.Verb == "make" && before == "sense" && o.found.end >= i-2 && (p.noNoun(i) || askedActs[p.words[i].lower] && p.actEnds(i+1))
	if o == nil || !sense && o.Verb != "cost" && o.Verb != "take" || o.found.main >= i-1 || o.found.main < i-7 || o.found.order || !a.mainElsewhere(o, i) {
		return false
	}
	if n := o.found.subject; n == nil || n.end-n.start != 1 || p.words[n.head].lower != "it" {
		return false
	}
	for k := o.found.end; k < i; k++ {
		if w := p.words[k]; w.punct || p.lex.is(w.lower, "coordinator", "subordinator", "question", "relative") || p.lex.is(w.lower, "preposition") && w.lower != "of" {
			return false
		}
	}
	if p.lex.is(p.words[i-1].lower, "determiner", "adjective", "negation") && p.words[i-1].lower != "more" || len(p.words[i].form(verb.Past|verb.Participle)) > 0 {
		return false
	}
	if g != nil && g.found.finite && (g.found.subject == nil || g.found.subject.start < o.found.end || g.found.start != i) {
		return false
	}
	w := p.words[i].lower
	return sense || p.noNoun(i) || p.objectAt(i+1) && !p.lex.is(w, "adjective", "adverb", "preposition") || w == "get" && p.wordAt(i+1) != "of" || w == "try" && p.phraseEnds(i+1) || w == "park" || w == "study"
}

// orderBase reports whether the base form at word i follows "in order" or "so as", with or without "not", which have nothing but "to" after them.
func (a *Analysis) orderBase(i int, g *Group) bool {
	p := a.parser
	k := i
	if p.words[k-1].lower == "not" {
		k--
	}
	if k < 2 || g != nil && g.found.finite && g.found.subject != nil && g.found.subject.end == i {
		return false
	}
	switch p.words[k-1].lower {
	case "as":
		return p.words[k-2].lower == "so" && (p.words[i].lower == "be" || p.noNoun(i) || p.objectAt(i+1) || p.pluralAt(i+1))
	case "order":
		return p.words[k-2].lower == "in" && (k == 2 || k < i || p.words[k-3].punct) && (p.words[i].lower == "be" || p.noNoun(i) || p.objectAt(i+1) || p.pluralAt(i+1) || i+1 < len(p.words) && p.words[i+1].text == ",") && a.finiteBeyond(i)
	}
	return false
}

// finiteBeyond reports whether a finite verb with a subject of its own stands after word i, or one before it.
func (a *Analysis) finiteBeyond(i int) bool {
	for k := range a.Groups {
		if f := a.Groups[k].found; f.finite && f.subject != nil && (f.subject.start > i || f.main < i) {
			return true
		}
	}
	return false
}
