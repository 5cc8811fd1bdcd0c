package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A nominal is a pronoun, a name or a noun phrase without what follows its head.
type nominal struct {
	start, end int // words
	head       int
	persons    persons
	kind       nominalKind
	cost       float64
	adjective  int // word index of a simple past that stands as an adjective (the broke vase), or -1
	determined bool
}

type nominalKind uint8

const (
	nounPhrase nominalKind = iota
	pronoun                // of one fixed person: I, he, they
	objectPronoun
	indefinite // everyone, this, some
	existential
	gerund
	wh
	coordinated
)

// maxNominal bounds a noun phrase, in words.
const maxNominal = 8

// nominals returns the noun phrases that may begin at word i, as alternatives.
func (p *parser) nominals(i int) []*nominal {
	if p.nominalsAt[i] == nil {
		list := p.findNominals(i)
		if list == nil {
			list = []*nominal{}
		}
		p.nominalsAt[i] = list
	}
	return p.nominalsAt[i]
}

func (p *parser) findNominals(i int) []*nominal {
	w := p.words[i]
	if w.punct {
		return nil
	}
	if list := p.quantified(i); len(list) > 0 {
		return list
	}
	for _, ph := range p.lex.phrases[w.lower] { // no one
		if ph.class == "indefinite" && p.matches(i, ph.words) {
			return []*nominal{{start: i, end: i + len(ph.words), head: i + len(ph.words) - 1, persons: personsOf(ph.feature) & pThird,
				kind: indefinite, adjective: -1}}
		}
	}
	list := p.pronouns(i)
	j, det, cost := p.determiner(i)
	list = append(list, p.headed(i, j, det, cost)...)
	return list
}

// pronouns returns the one-word nominals of closed classes.
func (p *parser) pronouns(i int) []*nominal {
	w := p.words[i]
	var list []*nominal
	add := func(kind nominalKind, persons persons, cost float64) {
		list = append(list, &nominal{start: i, end: i + 1, head: i, persons: persons, kind: kind, cost: cost, adjective: -1})
	}
	if w.lower == "there" {
		return nil
	}
	if f := p.lex.feature(w.lower, "subject"); f != "" && (w.lower != "i" || w.text == "I" || p.words[i].first || p.lowerI(i)) {
		add(pronoun, personsOf(f), 0)
	}
	if isDigits(w.text) {
		add(indefinite, pThird, costDigits) // in 2015
	} else if theTimes().numbers[w.lower] && i > 0 && p.lex.is(p.words[i-1].lower, "preposition") && p.words[i-1].lower != "of" {
		add(indefinite, pThird, costNumberAlone) // at nine
	}
	switch w.lower {
	case "you":
		persons, alone := p.you(i), 0.0
		if i+1 < len(p.words) && (theTimes().numbers[p.words[i+1].lower] || p.words[i+1].lower == "guys") {
			add(pronoun, persons, 0) // you two
			list[len(list)-1].end++
			alone = costYouAlone
		}
		add(pronoun, persons, alone)
	case "it":
		add(pronoun, p3sg, 0)
	}
	if p.lex.is(w.lower, "object", "reflexive") || w.lower == "'s" && i > 0 && p.words[i-1].lower == "let" {
		add(objectPronoun, personsOf(p.lex.feature(w.lower, "object")), 0)
	}
	if f := p.lex.feature(w.lower, "indefinite"); f != "" {
		cost := costIndefinite
		if i+1 < len(p.words) && p.lex.is(w.lower, "determiner") {
			noun := i + 1
			for noun < len(p.words)-1 && noun < i+3 && p.lex.is(p.words[noun].lower, "adjective") {
				noun++ // some good restaurants
			}
			if next, ok := p.headCost(noun, false, determination{words: 1}); ok && next < surelyNoun {
				cost = costDeterminerAlone // this fish
			}
			if p.words[i+1].lower == "more" {
				cost = costOneMore // one more ticket
			}
		}
		if i+1 < len(p.words) && w.lower == "that" {
			next := p.words[i+1].lower // what can begin a clause makes it the conjunction
			begins := next != "this" && p.lex.is(next, "either", "indefinite", "determiner") || articles[next] || possessives[next] ||
				next == "there"
			cost += costIf(p.lex.is(next, "subject"), costThatPronoun) + costIf(begins, costThatDeterminer)
		}
		if (w.lower == "who" || w.lower == "what") && p.question && i == 0 {
			add(wh, p3sg, cost) // who wants it?
		} else {
			add(indefinite, personsOf(f)&pThird, cost)
		}
		if i+1 < len(p.words) && p.words[i+1].lower == "else" {
			list[len(list)-1].end++
		}
	}
	return list
}

// lowerI reports whether an i in lower case at word i reads as the pronoun, not as a letter: it
// stands where a clause begins.
func (p *parser) lowerI(i int) bool {
	before := p.words[i-1]
	return before.punct || p.lex.is(before.lower, "subordinator", "coordinator", "relative") && before.lower != "as"
}

// you is 2sg, unless the words beside it say otherwise.
func (p *parser) you(i int) persons {
	if i+1 < len(p.words) {
		switch p.words[i+1].lower {
		case "all", "both", "guys":
			return p2pl
		case "one":
		default:
			if theTimes().numbers[p.words[i+1].lower] {
				return p2pl
			}
		}
	}
	for _, w := range p.words {
		if w.lower == "yourselves" {
			return p2pl
		}
	}
	return pYou
}

// quantified returns noun phrases that a quantity opens: a lot of books, one of the boys.
func (p *parser) quantified(i int) []*nominal {
	var list []*nominal
	for _, ph := range p.lex.phrases[p.words[i].lower] {
		if ph.class != "quantity" || !p.matches(i, ph.words) {
			continue
		}
		at := i + len(ph.words)
		if at >= len(p.words) {
			continue
		}
		for _, inner := range p.nominals(at) {
			if inner.kind == pronoun {
				continue
			}
			n := *inner
			n.start = i
			n.determined = true
			n.kind = nounPhrase
			switch {
			case ph.feature == "one" && ph.words[0] != "either" && ph.words[0] != "neither":
				n.persons, n.head = p3sg, i
			case ph.feature == "one" || ph.words[0] == "none" || ph.words[0] == "any":
				n.persons = pThird
			case ph.feature == "pl":
				n.persons = p3pl
				if inner.persons&p3pl == 0 { // a number of confusion: something else is wrong
					n.persons = pThird
				}
			case ph.feature == "both":
				n.persons = pThird
			}
			list = append(list, &n)
		}
		break // the longest entry wins
	}
	return list
}

// A determination is what stands before the nouns of a noun phrase.
type determination struct {
	words   int
	persons persons
	the     bool
	counted bool // with a numeral
}

// determiner reads predeterminers, determiner and numerals from word i on, and returns where the
// nouns begin.
func (p *parser) determiner(i int) (int, determination, float64) {
	d := determination{persons: pThird}
	j := i
	for j < len(p.words) && j < i+4 {
		w := p.words[j]
		f := p.lex.feature(w.lower, "determiner")
		if p.words[j].punct || f == "" && !isDigits(w.text) || j > i && w.lower == "little" {
			break
		}
		if j > i && p.words[j-1].lower == "that" && w.lower != "same" && w.lower != "other" && w.lower != "one" {
			break // I know that this dog …
		}
		if j > i && (w.lower == "that" || articles[w.lower] && !predeterminers[p.words[j-1].lower] || possessives[w.lower] &&
			!halves[p.words[j-1].lower]) {
			break // "all that" is rare, "believe that" is not
		}
		d.counted = d.counted || f == "" || theTimes().numbers[w.lower]
		if f == "" {
			f = "pl"
			if w.text == "1" {
				f = "sg"
			}
		}
		switch f {
		case "sg":
			d.persons = p3sg
			if w.lower == "one" && j > i && d.persons != p3sg {
				d.persons = pThird
			}
		case "pl":
			d.persons &= p3pl
			if d.persons == 0 {
				d.persons = pThird // "another two weeks", "every few days"
			}
		}
		d.the = d.the || w.lower == "the"
		d.words++
		j++
		if j < len(p.words) && p.words[j].lower == "'s" && p.words[j].joined {
			break
		}
	}
	return j, d, 0
}

// ofFrozen reports whether a participle may stand before a noun at word i without a determiner: a
// bag of froze peas.
func (p *parser) ofFrozen(i int) bool {
	if i == 0 || i+1 >= len(p.words) || p.words[i+1].punct || p.functional(p.words[i+1]) || p.adverb(i+1) > 0 {
		return false
	}
	before := p.words[i-1].lower
	return before == "of" || before == "with" || before == "for" || before == "from"
}

// articles and possessives stand after no other determiner but the predeterminers.
var (
	articles       = setOf("a an the")
	possessives    = setOf("my your his her its our their")
	halves         = setOf("all both half")
	predeterminers = setOf("all both half such what many")
)

// days are the adverbs of time that have a genitive: yesterday's paper.
var days = setOf("yesterday today tomorrow tonight")

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789,.") == ""
}

// headed returns the noun phrases from word i whose nouns begin at word j.
func (p *parser) headed(i, j int, det determination, cost float64) []*nominal {
	var list []*nominal
	adjective := -1
	noun := false // a noun was passed
	for k := j; k < len(p.words) && k < i+maxNominal; k++ {
		w := p.words[k]
		if w.punct {
			break
		}
		if w.joined && w.lower == "'s" && k > j && k+1 < len(p.words) && (days[p.words[k-1].lower] || !p.lex.is(p.words[k-1].lower,
			"adverb", "subject", "either", "indefinite")) { // genitive: begin again as after a determiner
			if k+1 < i+maxNominal {
				list = append(list, p.headed(i, k+1, determination{words: 1, persons: pThird}, cost+costGenitive)...)
			}
			break
		}
		if headCost, ok := p.headCost(k, k > j, det); ok {
			if k > j && len(w.readings) > 0 {
				headCost += costLateVerbalHead
			}
			headCost += costIf(noun && w.guessed && len(w.form(verb.Gerund)) > 0, costGuessedHead)                       // are the boys blicking
			headCost += costIf(noun && p.lex.is(w.lower, "adjective") && !p.lex.chieflyNoun(w.lower), costAdjectiveHead) // were the man happy
			n := &nominal{start: i, end: k + 1, head: k, cost: cost + headCost, adjective: adjective, determined: det.words > 0}
			n.persons = p.headPersons(k, det)
			if k == j && det.words == 1 && p.words[i].lower == "that" && p.nameless(w) {
				n.cost += costThatName // I know that Ana …
			}
			if k == j && det.words == 0 && w.named() {
				n.cost -= savesName
			}
			list = append(list, n)
		}
		step, ok := p.modifierCost(k, k > j, det)
		if !ok {
			break
		}
		if p.lex.is(w.lower, "adjective") {
			step += costIf(noun, costAdjectiveLate) + costIf(noun && isTimeModifier(w.lower), costTimeLate) // many tourists last year
		} else {
			noun = noun || len(w.form(verb.Participle|verb.Gerund)) == 0 && !w.capital && p.adverb(k) == 0
		}
		if p.pastOnly(k) {
			if k > j || det.words == 0 && !p.ofFrozen(i) {
				break
			}
			adjective = k
		}
		cost += step
	}
	return list
}
