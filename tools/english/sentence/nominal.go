package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tools/english/verb"
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
	switch w.lower {
	case "you":
		add(pronoun, p.you(i), 0)
	case "it":
		add(pronoun, p3sg, 0)
	}
	if p.lex.is(w.lower, "object", "reflexive") {
		add(objectPronoun, pAny, 0)
	}
	if f := p.lex.feature(w.lower, "indefinite"); f != "" {
		cost := 0.25
		if i+1 < len(p.words) && p.lex.is(w.lower, "determiner") {
			if next, ok := p.headCost(i+1, false, determination{words: 1}); ok && next < 0.5 {
				cost = 2.0 // this fish
			}
		}
		if i+1 < len(p.words) && w.lower == "that" && p.lex.is(p.words[i+1].lower, "subject") {
			cost += 2
		}
		add(indefinite, personsOf(f)&pThird, cost)
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
		case "all", "both", "two", "three", "guys":
			return p2pl
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
		if p.words[j].punct || f == "" && !isDigits(w.text) {
			break
		}
		if w.lower == "that" && j > i { // "all that" is rare, "believe that" is not
			break
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

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789,.") == ""
}

// headed returns the noun phrases from word i whose nouns begin at word j.
func (p *parser) headed(i, j int, det determination, cost float64) []*nominal {
	var list []*nominal
	adjective := -1
	for k := j; k < len(p.words) && k < i+maxNominal; k++ {
		w := p.words[k]
		if w.punct {
			break
		}
		if w.joined && w.lower == "'s" && k > j && k+1 < len(p.words) && !p.lex.is(p.words[k-1].lower, "adverb", "subject", "either", "indefinite") { // genitive: begin again as after a determiner
			if k+1 < i+maxNominal {
				list = append(list, p.headed(i, k+1, determination{words: 1, persons: pThird}, cost+0.05)...)
			}
			break
		}
		if headCost, ok := p.headCost(k, k > j, det); ok {
			if k > j && len(w.readings) > 0 {
				headCost += 0.15
			}
			n := &nominal{start: i, end: k + 1, head: k, cost: cost + headCost, adjective: adjective, determined: det.words > 0}
			n.persons = p.headPersons(k, det)
			if k == j && det.words == 0 && w.named() {
				n.cost -= 0.05
			}
			list = append(list, n)
		}
		step, ok := p.modifierCost(k, k > j, det)
		if !ok {
			break
		}
		if p.pastOnly(k) {
			if k > j || det.words == 0 {
				break
			}
			adjective = k
		}
		cost += step
	}
	return list
}

// headPersons combines the number of the noun with that of its determiner. Where they disagree, the
// fault lies between those two, and the verb is not judged.
func (p *parser) headPersons(k int, det determination) persons {
	w := p.words[k]
	number := p.lex.number(w, det.words > 0)
	switch {
	case det.counted && (timeNouns()[w.lower] || p.lex.is(strings.TrimSuffix(w.lower, "s"), "unit")):
		return pThird // ten dollars is enough
	case det.the && p.lex.is(w.lower, "adjectival"), p.lex.is(w.lower, "adjective") && p.lex.plural[w.lower] == "":
		return pThird
	case number == pThird:
		return det.persons
	case det.persons == pThird:
		return number
	case number&det.persons == 0:
		return pThird
	}
	return number & det.persons
}

// pastOnly reports whether the word is an irregular past that is no participle and no noun: broke.
func (p *parser) pastOnly(k int) bool {
	w := p.words[k]
	if w.named() || w.guessed || p.lex.is(w.lower, "noun", "adjective", "determiner") || len(w.readings) == 0 {
		return false
	}
	for _, r := range w.readings {
		if !r.Known || r.Overregular || r.Misspelled || r.Forms != verb.Past {
			return false
		}
	}
	return true
}

// functional reports whether the word is never part of a noun phrase behind its determiner.
func (p *parser) functional(w word) bool {
	return p.lex.is(w.lower, "determiner", "subject", "object", "either", "reflexive", "indefinite", "modal", "be", "have", "do",
		"negation", "preposition", "coordinator", "subordinator", "relative", "question", "interjection") &&
		!p.lex.is(w.lower, "adjective")
}

// headCost says how badly word k serves as the head of a noun phrase; later: words stand between it
// and the determiner.
func (p *parser) headCost(k int, later bool, det determination) (float64, bool) {
	w := p.words[k]
	determined := det.words > 0
	if clitics[w.lower] {
		return 0, false
	}
	switch w.lower {
	case "i":
		return 0.2, w.text == "i" && !p.words[max(k-1, 0)].punct && !p.lex.is(p.words[max(k-1, 0)].lower, "question", "relative")
	case "can", "will", "must", "might", "have", "do", "past", "back", "inside", "outside", "like", "round", "one", "ones":
		ok := determined && !later || w.lower == "ones" || w.lower == "one" && determined
		return 0.5, ok
	}
	if p.functional(w) && !w.named() {
		return 0, false
	}
	cost := 0.0
	switch {
	case p.lex.is(w.lower, "noun"):
		cost = 0.9 * b2f(!determined)
	case p.lex.chiefly(w.lower), p.lex.plural[w.lower] != "", p.lex.single[w.lower] != "":
	case w.capital && p.lex.is(w.lower, "name"):
	case p.lex.is(w.lower, "adjective"):
		cost = 0.8
		if det.the && p.lex.is(w.lower, "adjectival") {
			cost = 0.3
			if k+1 < len(p.words) && (p.verbAsNoun(p.words[k+1]) < 0.5 && !p.functional(p.words[k+1])) {
				cost = 2.6 // the old house
			}
		}
	case p.lex.is(w.lower, "adverb", "frequency"):
		return 3, determined || later
	case strings.HasSuffix(w.lower, "ly") && len(w.readings) == 0 && !w.capital && !lyNouns[w.lower]:
		return 2.5, determined || later
	default:
		cost = p.verbAsNoun(w)
	}
	if !determined && !later && cost > 0 && w.named() {
		cost *= 0.3
	}
	if w.named() && cost > 0.5 {
		cost = 0.5
	}
	return cost, true
}

var lyNouns = map[string]bool{
	"family": true, "fly": true, "butterfly": true, "assembly": true, "bully": true, "jelly": true, "lily": true,
	"italy": true, "july": true, "emily": true, "sally": true, "molly": true, "billy": true, "kelly": true, "monopoly": true,
	"supply": true, "reply": true, "ally": true, "belly": true, "holly": true, "polly": true, "beverly": true, "kimberly": true,
}

// verbAsNoun says how unlikely it is that a word with readings as a verb is a noun here.
func (p *parser) verbAsNoun(w word) float64 {
	if len(w.readings) == 0 {
		return 0
	}
	best := 4.0
	if p.lex.nouns["mass"][w.lower] || p.lex.nouns["collective"][w.lower] {
		return 0.3
	}
	if w.guessed {
		best = 0.7 * b2f(len(w.form(verb.ThirdPerson)) == 0)
	}
	for _, r := range w.readings {
		cost := 4.0
		switch {
		case r.Forms&(verb.Base|verb.ThirdPerson) != 0 && verb.IsAlsoNoun(r.Base):
			cost = 0.3 + 0.6*b2f(p.lex.is(r.Base, "chiefly-verb"))
		case r.Forms&verb.Gerund != 0:
			cost = 0.7
		case r.Forms&verb.ThirdPerson != 0:
			cost = 3.5
		case r.Forms&verb.Base != 0:
			cost = 2.5
		case r.Overregular || r.Misspelled:
			cost = 2
		case r.Forms&verb.Participle != 0:
			cost = 3
		}
		best = min(best, cost)
	}
	return best
}

// modifierCost says how badly word k serves before a head.
func (p *parser) modifierCost(k int, later bool, det determination) (float64, bool) {
	w := p.words[k]
	if clitics[w.lower] || p.functional(w) && !w.named() {
		return 0, false
	}
	switch {
	case p.lex.is(w.lower, "adjective"):
		return 0, true
	case w.named():
		if k+1 < len(p.words) && !p.words[k+1].capital && len(p.words[k+1].readings) > 0 {
			return 0.5, true // Maria needs: a name and its verb rather than a compound
		}
		return 0, true
	case p.lex.is(w.lower, "adverb", "frequency"):
		return 0.15 + 0.4*b2f(det.words == 0), true
	case strings.HasSuffix(w.lower, "ly"):
		return 0.1, true
	case p.pastOnly(k):
		return 1.2, true
	case len(w.form(verb.Participle)) > 0:
		return 0.2 + b2f(det.words == 0)*0.35, true
	case len(w.form(verb.Gerund)) > 0:
		return 0.3 + b2f(det.words == 0)*0.5, true
	}
	cost := p.verbAsNoun(w)
	if w.first && !later && p.nameless(w) && k+1 < len(p.words) && !p.words[k+1].capital && len(p.words[k+1].readings) > 0 {
		cost += 0.5 // Ana needs: see above
	}
	if len(w.readings) > 0 {
		cost += 0.25 + b2f(det.words == 0 && !later)*0.5
	}
	if p.lex.number(w, true) == p3pl && !p.lex.is(w.lower, "noun") {
		cost += 0.8 // the first noun of a compound is seldom a plural
	}
	return cost, cost < 5
}

// nameless reports whether the word is in no table, so that a capital makes it a name.
func (p *parser) nameless(w word) bool {
	return w.capital && (len(w.readings) == 0 && p.lex.unlisted(w.lower) || p.lex.is(w.lower, "name", "name-s"))
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
