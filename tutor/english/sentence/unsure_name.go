package sentence

import "slices"

// A name has no article (Spain, Maria's house, Doctor Garcia), and neither has the week that was last. After "one of" and "both" stand several. Other languages have the article, or
// count otherwise.

// hasOddName reports whether "the" stands before a name or a week without one, or a word that asks for several before one.
func (a *Analysis) hasOddName() bool {
	p := a.parser
	for i := range p.words {
		if p.datesWithThe(i) || p.pairsOne(i) || p.namesWithThe(i) || p.choosesOne(i) || p.choosesSome(i) || a.topicAtEnd(i) {
			return true
		}
	}
	return false
}

// namesWithThe reports whether "the" at word i stands before the name of a country or a person: the Spain is big, the Maria's house, the doctor Garcia.
func (p *parser) namesWithThe(i int) bool {
	if p.words[i].lower != "the" || i+2 >= len(p.words) {
		return false
	}
	next := p.words[i+1]
	switch {
	case theFaults().sets["country"][next.lower] && next.capital:
		return p.phraseEnds(i+2) || p.verbAt(i+2)
	case next.capital && p.nameless(next) && p.wordAt(i+2) == "'s":
		return true
	}
	return titled[next.text] && p.words[i+2].capital && !p.words[i+2].punct
}

// titled are words that stand before a name without an article.
var titled = setOf("doctor professor mr mrs ms miss street avenue")

// choosesOne reports whether "one of" at word i stands before one thing: one of my friend lives in Rome.
func (p *parser) choosesOne(i int) bool {
	if p.words[i].lower != "one" || p.wordAt(i+1) != "of" || !theFaults().sets["this"][p.wordAt(i+2)] {
		return false
	}
	j := i + 3
	for j < i+6 && (p.isModifier(j) || p.wordAt(j) == "most" || isComparative(p.wordAt(j)) || p.lex.is(p.wordAt(j), "adjective")) && !theFaults().sets["count"][p.wordAt(j)] {
		j++
	}
	return theFaults().sets["count"][p.wordAt(j)] && (p.phraseEnds(j+1) || p.verbAt(j+1) || p.wordAt(j+1) == "of")
}

// choosesSome reports whether "of" at word i stands between a word for how many and a plural alone: many of uncles.
func (p *parser) choosesSome(i int) bool {
	if p.words[i].lower != "of" || i == 0 || i+1 >= len(p.words) {
		return false
	}
	switch p.words[i-1].lower {
	case "many", "several", "few", "some", "most", "both":
		next := p.words[i+1]
		return !next.capital && !p.functional(next) && p.lex.number(next, false) == p3pl && p.phraseEnds(i+2)
	}
	return false
}

// topicAtEnd reports whether it is said of "it" at word i how something is that is named only at the end: it's very important the education.
func (a *Analysis) topicAtEnd(i int) bool {
	p := a.parser
	if p.words[i].lower != "it" {
		return false
	}
	k := slices.IndexFunc(a.Groups, func(g Group) bool {
		f := g.found
		return f.base == "be" && f.finite && !f.inverted && f.subject != nil && f.subject.start == i && f.main == f.finiteWord()
	})
	if k < 0 {
		return false
	}
	j := a.Groups[k].found.main + 1
	for p.isNegation(j) || p.adverb(j) > 0 || ofDegree[p.wordAt(j)] {
		j++
	}
	if !p.isModifier(j) || p.wordAt(j) == "worth" || p.wordAt(j) == "like" {
		return false
	}
	for _, n := range p.nominals(j + 1) {
		if n.kind == nounPhrase && n.determined && (!p.lex.is(p.words[n.start].lower, "indefinite") || p.words[n.start].lower == "this" || p.words[n.start].lower == "these") && p.words[n.start].lower != "that" && !timeNouns()[p.words[n.head].lower] && (n.end >= len(p.words) || p.words[n.end].text == "." || p.words[n.end].lower == "in" || p.words[n.end].lower == "of") && p.words[n.head].lower != "way" && p.words[n.start].lower != "all" && p.words[n.start].lower != "every" {
			return true
		}
	}
	return false
}

// datesWithThe reports whether "the" and last, next or past stand at word i before a week that ends its clause and says when: I saw him the last week. In a story the next day is right.
func (p *parser) datesWithThe(i int) bool {
	if p.words[i].lower != "the" || i == 0 || !weeks[p.wordAt(i+2)] || !p.phraseEnds(i+3) || p.wordAt(i+3) == "of" || p.wordAt(i+3) == "that" || p.lex.is(p.wordAt(i+3), "subject", "preposition", "be") {
		return false
	}
	if w := p.wordAt(i + 1); w != "last" && w != "next" && w != "past" {
		return false
	}
	before := p.words[i-1]
	return !before.punct && !p.lex.is(before.lower, "preposition", "be", "subordinator", "coordinator", "question") && before.lower != "s" && !spending[before.lower]
}

// spending are verbs whose object a week is.
var spending = setOf("spend spent spending enjoy enjoyed miss missed lose lost take took waste wasted start started begin began finish finished plan remember love loved like liked hate hated")

// pairsOne reports whether "both" at word i stands before one: both my brother are tall.
func (p *parser) pairsOne(i int) bool {
	return p.words[i].lower == "both" && theFaults().sets["own"][p.wordAt(i+1)] && theFaults().sets["count"][p.wordAt(i+2)] && p.phraseEnds(i+3) && p.wordAt(i+3) != "and"
}
