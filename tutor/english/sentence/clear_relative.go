package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A clause may be the subject (what worries me, who pays), or belong to it without a pronoun (everything he touches), and a place may stand before the verb (in the
// corner sits a harp). The parse then takes a verb without its -s for a noun, an order or an object; here it gets the subject in the singular.

// readFree enters a finite group for each such verb.
func (a *Analysis) readFree() {
	a.readWhoDoes()
	if a.parser.question {
		return
	}
	a.readAfterContact()
	a.readWhatDoes()
	a.readPlaced()
	a.readWhichMeans()
	a.readOwnRelative()
}

// enterSingular enters a finite group for the base form at word k, whose subject is one thing from word start to word end.
func (a *Analysis) enterSingular(k, start, end int, kind clauseKind) {
	n := &nominal{start: start, end: end, head: start, persons: p3sg, kind: indefinite, adjective: -1}
	if end == start+1 && a.parser.words[start].lower != "which" {
		n.kind = wh
	}
	a.enterFinite(k, n, kind, start, false)
}

// lacksThird reports whether word k is a base form that can stand for nothing but a verb in the third person, with what follows it.
func (p *parser) lacksThird(k int) bool {
	if !p.couldBeVerb(k) || p.words[k].lower == "be" || has(p.words[k].readings, verb.Past) {
		return p.wordAt(k) == "like" && k+1 < len(p.words) && p.lex.is(p.words[k+1].lower, "object") && p.phraseEnds(k+2)
	}
	return seemingBases[p.words[k].lower] && p.seemsAt(k+1) || p.phraseEnds(k+1) || p.phraseOpensAt(k+1) || p.objectAt(k+1) || p.timeAt(k+1) || p.lex.is(p.wordAt(k+1), "preposition", "adverb", "question")
}

// readAfterContact gives the verb after a pronoun or a thing, and a clause that belongs to it, that pronoun or thing as its subject: everything he touches break,
// the money she needs come from her uncle, nobody who saw it know.
func (a *Analysis) readAfterContact() {
	p := a.parser
	for _, n := range p.nominals(0) {
		everyone := n.kind == indefinite && n.persons == p3sg && (p.isSomebody(n) || p.words[n.head].lower == "everything" || p.words[n.head].lower == "nothing")
		thing := n.kind == nounPhrase && n.determined && n.persons == p3sg && p.words[0].lower == "the" && !p.lex.nouns["collective"][p.words[n.head].lower] && !timeNouns()[p.words[n.head].lower]
		if !everyone && !thing {
			continue
		}
		inside := a.relativeVerbAfter(n)
		if inside == nil || lettingDo[inside.Verb] || inside.Verb == "do" || len(inside.found.aux) > 0 && inside.found.governor != byHave {
			continue
		}
		k := inside.found.end
		if everyone && k < len(p.words) && (p.words[k].lower == "it" || p.surePronoun(k)) {
			k++
		}
		if k >= len(p.words) || !p.lacksThird(k) || thing && !p.noNoun(k) || a.helpedAt(k) || a.anotherFinite(n, inside, k) {
			continue
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == k })
		one := *n
		a.enterFinite(k, &one, mainClause, 0, false)
		return
	}
}

// relativeVerbAfter returns the group of a clause without its pronoun, or with who or that, right after n; nil where there is none.
func (a *Analysis) relativeVerbAfter(n *nominal) *Group {
	p := a.parser
	i := n.end
	if w := p.wordAt(i); w == "who" || w == "that" {
		i++
	}
	if p.lex.is(p.wordAt(i), "subject") || p.wordAt(i) == "you" {
		i++
	}
	if i == n.end || i >= len(p.words) {
		return nil
	}
	i, _ = p.skipAdverbs(i)
	for k := range a.Groups {
		if g := &a.Groups[k]; g.found.finite && g.found.start <= i && g.found.main >= i && len(p.words[min(i, len(p.words)-1)].readings) > 0 {
			return g
		}
	}
	return nil
}

// anotherFinite reports whether a finite verb other than the one inside n, and the one at word k, may be that of n.
func (a *Analysis) anotherFinite(n *nominal, inside *Group, k int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		return f.finite && f.main != k && f.main != inside.found.main && f.subject != nil && (f.subject.start <= k && f.main < k || f.main > k && f.subject.start == n.start && !f.shared && !a.parser.opensAfter(k, f.start))
	})
}

// opensAfter reports whether a comma or a word that opens another clause stands between the words from and to.
func (p *parser) opensAfter(from, to int) bool {
	return slices.ContainsFunc(p.words[from:max(from, to)], func(w word) bool { return w.punct || p.lex.is(w.lower, "coordinator", "subordinator", "question") })
}

// readWhatDoes gives the verb after "what" that subject, where the sentence goes on with what it is or does: what worry parents most is the traffic, what pass through
// the pipe goes to the river.
func (a *Analysis) readWhatDoes() {
	p := a.parser
	if p.words[0].lower == "whether" {
		a.readWhetherDoes()
	}
	if p.words[0].lower != "what" || len(p.words) < 5 {
		return
	}
	acts := upsetting[p.words[1].lower] || bringing[p.words[1].lower] || goingOn[p.words[1].lower]
	if acts && p.couldBeVerb(1) && !has(p.words[1].readings, verb.Past) && (p.phraseOpensAt(2) || p.pluralAt(2) || goingOn[p.words[1].lower] && p.lex.is(p.words[2].lower, "preposition")) && p.words[2].lower != "of" {
		for k := 3; k < len(p.words)-1 && !p.words[k].punct; k++ {
			third := p.words[k].lower == "is" || len(p.words[k].form(verb.ThirdPerson)) > 0 && p.noNoun(k) || p.words[k].lower == "goes"
			if !third || p.lex.is(p.words[k-1].lower, "subject", "relative") {
				continue
			}
			a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main <= k })
			a.enterSingular(1, 0, 1, relClause)
			a.enterSingular(k, 0, k, mainClause)
			return
		}
	}
	for k := 3; k+1 < len(p.words) && !p.words[k].punct; k++ { // what I saw yesterday worry me
		if !p.saysWhatItDoes(k) || upsetting[p.words[k].lower] && p.words[k-1].lower == "to" || a.finiteBeside(k) || a.helpedAt(k) {
			continue
		}
		if first := a.verbBefore(k); p.lex.is(p.words[1].lower, "subject", "either") && first != nil && first.found.finite && !lettingDo[first.Verb] && first.found.end <= k && first.Verb != "do" {
			a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == k })
			a.enterSingular(k, 0, k, mainClause)
			return
		}
	}
}

// readWhetherDoes gives "remain", "depend" or "matter" after a clause with "whether" that clause as its subject: whether the law will change remain to be seen.
func (a *Analysis) readWhetherDoes() {
	p := a.parser
	for k := 3; k+1 < len(p.words) && !p.words[k].punct; k++ {
		w := p.words[k].lower
		if w != "remain" && w != "depend" && w != "matter" || !p.lex.is(p.words[k+1].lower, "preposition", "infinitive", "adverb", "object") || p.lex.is(p.words[k-1].lower, "modal", "do", "determiner", "infinitive", "subject") || a.finiteBeside(k) || a.helpedAt(k) {
			continue
		}
		if first := a.verbBefore(k); first != nil && first.found.finite {
			a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == k })
			a.enterSingular(k, 0, k, mainClause)
			return
		}
	}
}

// goingOn are verbs of what goes on by itself, or brings something, after "what".
var goingOn = setOf("pass matter happen follow cause come go remain count strike lead")

// lettingDo are verbs before whose object and a base form somebody causes what it says: everything that makes her laugh.
var lettingDo = setOf("let make help have")

// phraseOpensAt reports whether a word that opens a noun phrase, or a pronoun as an object, stands at word i.
func (p *parser) phraseOpensAt(i int) bool {
	w := p.wordAt(i)
	return articles[w] || possessives[w] || p.lex.is(w, "object")
}

// helpedAt reports whether an auxiliary belongs to the verb at word k: what he said doesn't worry me.
func (a *Analysis) helpedAt(k int) bool {
	g := a.groupAt(k)
	return g != nil && len(g.found.aux) > 0 || a.parser.isNegation(k-1) || a.parser.lex.is(a.parser.words[k-1].lower, "modal", "do")
}

// finiteBeside reports whether a finite verb stands after word k.
func (a *Analysis) finiteBeside(k int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.main > k })
}

// readWhoDoes gives the verb after a "who" that opens a clause of its own that subject: do you know who live there, who get the house is for the court to decide.
func (a *Analysis) readWhoDoes() {
	p := a.parser
	for i := 0; i+1 < len(p.words); i++ {
		if p.words[i].lower != "who" {
			continue
		}
		k, _ := p.skipAdverbs(i + 1)
		if k >= len(p.words) || !p.lacksThird(k) || p.words[k].lower == "like" {
			continue
		}
		alone := i > 1 && (p.words[i-1].lower == "about" || len(p.words[i-1].readings) > 0 && inquires[p.words[i-1].readings[0].Base] && p.words[i-1].readings[0].Base != "say" && p.words[i-1].readings[0].Base != "forget" && p.words[i-1].readings[0].Base != "remember" && !p.lex.is(p.words[i-1].lower, "noun")) && (k+1 == len(p.words) || p.words[k+1].punct || p.lex.is(p.words[k+1].lower, "preposition", "place-adverb") || p.adverb(k+1) > 0 || p.objectAt(k+1))
		first := i == 0 && !p.question && p.phraseOpensAt(k+1) && slices.ContainsFunc(p.words[k+1:], func(w word) bool { return w.lower == "is" || w.lower == "matters" || w.lower == "depends" })
		if !alone && !first {
			continue
		}
		if g := a.groupAt(k); g != nil && g.found.finite && len(g.found.aux) > 0 {
			continue
		}
		a.enterSingular(k, i, i+1, relClause)
	}
}

// placing are verbs of how something is in its place that take no object there.
var placing = setOf("sit lie live stand")

// readPlaced gives a verb between a place that opens the sentence and one thing that thing as its subject: in the corner sit a harp.
func (a *Analysis) readPlaced() {
	p := a.parser
	if !p.lex.is(p.words[0].lower, "preposition") || len(p.words) < 6 {
		return
	}
	for _, place := range p.nominals(1) {
		k := place.end
		if place.kind != nounPhrase || k+2 >= len(p.words) || !placing[p.words[k].lower] || p.wordAt(k+1) != "a" && p.wordAt(k+1) != "an" || p.words[k].lower == "stand" && !slices.ContainsFunc(p.words[k+3:], func(w word) bool { return w.lower == "that" || w.lower == "which" || w.lower == "who" }) {
			continue
		}
		for _, n := range p.nominals(k + 1) {
			if n.kind != nounPhrase || n.persons != p3sg || n.end < len(p.words) && !p.phraseEnds(n.end) {
				continue
			}
			a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == k })
			a.enterFinite(k, n, mainClause, 0, false)
			a.groupAt(k).found.inverted = true
			a.groupAt(k).found.fronted = true
			return
		}
	}
}

// readWhichMeans gives "mean" after a comma and "which" what was just said as its subject: he works from home, which mean he is always in.
func (a *Analysis) readWhichMeans() {
	p := a.parser
	for k := 4; k+2 < len(p.words); k++ {
		if p.words[k].lower != "mean" || p.words[k-1].lower != "which" || p.words[k-2].text != "," {
			continue
		}
		next := p.words[k+1].lower
		if next != "that" && !p.lex.is(next, "subject") && next != "you" && next != "it" || p.lex.number(p.words[k-3], true) == p3pl && !timeNouns()[p.words[k-3].lower] {
			continue
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == k })
		a.enterSingular(k, k-1, k, relClause)
	}
}

// readOwnRelative gives the verb after "that" or "which" the one thing before it as its subject, where the verb after the clause is that of the thing: the river that
// cross the two cities flows into the sea.
func (a *Analysis) readOwnRelative() {
	p := a.parser
	for _, n := range p.nominals(0) {
		i := n.end
		if n.kind != nounPhrase || n.persons != p3sg || !n.determined || p.lex.nouns["collective"][p.words[n.head].lower] || p.lex.is(p.words[n.head].lower, "fact") || p.wordAt(i) != "that" && p.wordAt(i) != "which" {
			continue
		}
		k := i + 1
		if k >= len(p.words) || !p.lacksThird(k) || !p.phraseOpensAt(k+1) || p.lex.nouns["mass"][p.words[k].lower] || p.lex.chieflyNoun(p.words[k].lower) && p.words[k].lower != "cross" {
			continue
		}
		if g := a.groupAt(k); g != nil && g.found.finite || !slices.ContainsFunc(a.Groups, func(g Group) bool {
			return g.found.finite && g.found.main > k && g.found.subject != nil && g.found.subject.start == 0 && a.agrees(g.found)
		}) {
			continue
		}
		a.enterFinite(k, n, relClause, i, false)
		return
	}
}
