package sentence

import (
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Where other languages have one preposition between two nouns, English has a compound (a train ticket), a genitive (Peter's book), an adjective (a gold ring) or another preposition (the girl in
// the red dress) as often as "of". The table lists the nouns that "of" follows, each with what may come after it; any other noun before "of" may be right too, and is seen.

// An ofTable is what may follow "of" after each noun, and the idioms with "of" by their first word.
type ofTable struct {
	kinds  map[string]map[string]bool
	idioms map[string][][]string
}

var theOfs = sync.OnceValue(func() *ofTable {
	t := &ofTable{map[string]map[string]bool{}, map[string][][]string{}}
	for _, record := range tables.Read("of", 2) {
		for _, noun := range strings.Fields(record[1]) {
			if record[0] == "idiom" {
				words := strings.Split(noun, "_")
				t.idioms[words[0]] = append(t.idioms[words[0]], words)
				continue
			}
			t.kinds[noun] = kindsAfterOf(record[0])
		}
	}
	return t
})

// aboutKinds and anyKinds are what the short words of the table stand for.
const (
	aboutKinds = "bare doing group home number person place whole"
	anyKinds   = aboutKinds + " day one school stuff"
)

// kindsAfterOf returns the kinds that a field of the table names: "about day" is all but school and stuff.
func kindsAfterOf(field string) map[string]bool {
	kinds := map[string]bool{}
	for _, name := range strings.Fields(field) {
		switch name {
		case "about":
			name = aboutKinds
		case "any":
			name = anyKinds
		}
		for _, kind := range strings.Fields(name) {
			kinds[kind] = true
		}
	}
	return kinds
}

// hasOddOf reports whether "of" stands between two nouns that are not known to go together with it: a ticket of train.
func (a *Analysis) hasOddOf() bool {
	for i := range a.parser.words {
		if a.joinsOddly(i) || a.isOfOddly(i) {
			return true
		}
	}
	return false
}

// joinsOddly reports whether "of" at word i stands after a noun that does not take what follows: my teacher of English, the girl of the red dress.
func (a *Analysis) joinsOddly(i int) bool {
	p := a.parser
	if p.words[i].lower != "of" || !a.nounBeforeOf(i) || a.ofBelongsToVerb(i) || p.inIdiomOf(i) {
		return false
	}
	kind := p.kindAfterOf(i+1, p.personNoun(i-1))
	if kind == "" {
		return false
	}
	known := p.takesOf(i - 1)
	switch {
	case known[kind]:
		return false
	case kind == "name":
		return !known["person"] && !known["place"] && !known["whole"]
	case kind == "place", kind == "home", kind == "group":
		return !known["whole"] && !(known == nil && p.openedBefore(i-1))
	case kind == "whole":
		return known != nil || !p.openedBefore(i-1) // the laces of the boots: parts are more than a table has
	}
	return true
}

// isOfOddly reports whether it is said with be and "of" at word i what a thing is made of, whose it is or how much it is: the table is of wood, this book is of Peter.
func (a *Analysis) isOfOddly(i int) bool {
	p := a.parser
	if p.words[i].lower != "of" || i < 2 || !p.isBeWord(i-1) && !(p.isNegation(i-1) && p.isBeWord(i-2)) || p.lex.is(p.wordAt(i-2), "question") {
		return false
	}
	if slices.ContainsFunc(p.words[:i], func(w word) bool { return representing[strings.TrimSuffix(w.lower, "s")] || ofMany[w.lower] }) {
		return false
	}
	switch p.kindAfterOf(i+1, false) {
	case "stuff", "person", "name", "number", "day":
		return true
	case "place":
		return p.words[i+1].capital
	}
	return false
}

// representing are things that are of somebody: the photo is of my mother. Half of what is counted may be of one kind: most are of wood.
var (
	representing = setOf("photo photograph picture painting portrait drawing image statue video memory thought dream fear smell sketch copy news story photographer bust map view")
	ofMany       = setOf("most some many all both none half one two three two-thirds best first last rest majority")
)

// nounBeforeOf reports whether the word before "of" at word i is a noun: not a verb (think of), an adjective (full of), a pronoun or a quantity (most of).
func (a *Analysis) nounBeforeOf(i int) bool {
	p := a.parser
	if i == 0 || i+1 >= len(p.words) {
		return false
	}
	w := p.words[i-1]
	if w.punct || w.capital && !w.first || isDigits(w.text) || a.groupAt(i-1) != nil || p.functional(w) || theTimes().numbers[w.lower] || p.quantityEnds(i) || adjectivesWithOf[w.lower] {
		return false
	}
	if p.lex.is(w.lower, "adjective", "adverb", "preposition", "participle") && !p.listedBeforeOf(w.lower) {
		return false
	}
	if p.lex.is(p.wordAt(i-2), "frequency", "subject", "either", "modal") && len(w.readings) > 0 {
		return false // never tires of it
	}
	if len(w.readings) == 0 || p.lex.chieflyNoun(w.lower) {
		return true
	}
	return p.openedBefore(i - 1)
}

// adjectivesWithOf are adjectives that "of" follows.
var adjectivesWithOf = setOf(`fond typical proud capable jealous envious guilty short sick tired certain full worthy devoid desirous independent irrespective regardless wary tolerant respectful reminiscent indicative
	characteristic symptomatic suggestive ignorant mindful conscious aware unaware scared frightened terrified ashamed composed representative critical supportive protective possessive considerate hopeful doubtful
	incapable innocent void sure appreciative contemptuous neglectful oblivious descriptive evocative bereft convinced suspicious free empty made`)

// openedBefore reports whether a determiner, perhaps with adjectives after it, stands before word k: the best watch.
func (p *parser) openedBefore(k int) bool {
	for j := k - 1; j >= 0 && j >= k-4; j-- {
		switch w := p.words[j]; {
		case p.lex.is(w.lower, "determiner") || w.lower == "'s" && j > 0:
			return true
		case !p.isModifier(j) && !nationals[w.lower]:
			return false
		}
	}
	return false
}

// quantityEnds reports whether an expression of quantity ends with "of" at word i: a lot of.
func (p *parser) quantityEnds(i int) bool {
	for start := max(0, i-4); start < i; start++ {
		for _, ph := range p.lex.phrases[p.words[start].lower] {
			if ph.class != "indefinite" && len(ph.words) == i+1-start && p.matches(start, ph.words) {
				return true
			}
		}
	}
	return false
}

// ofBelongsToVerb reports whether a verb before "of" at word i takes it after its object: they accused the guard of theft.
func (a *Analysis) ofBelongsToVerb(i int) bool {
	p := a.parser
	for j := max(0, i-7); j < i-1; j++ {
		if p.words[j].punct || p.words[j].lower == "that" {
			continue
		}
		if slices.ContainsFunc(p.words[j].readings, func(r verb.Reading) bool { return objectAndOf[r.Base] }) {
			return true
		}
	}
	return slices.Contains([]string{"what", "who", "whom"}, p.words[0].lower) && p.phraseEnds(i+1)
}

// objectAndOf are verbs that have "of" after their object.
var objectAndOf = setOf(`accuse acquit advise ask assure beg cheat cleanse clear convict convince cure deprive disabuse divest drain empty expect free inform notify persuade purge relieve remind require rid rob
	strip suspect tell warn`)

// inIdiomOf reports whether "of" at word i belongs to an idiom: point of view.
func (p *parser) inIdiomOf(i int) bool {
	for start := max(0, i-2); start < i; start++ {
		for _, words := range theOfs().idioms[p.words[start].lower] {
			if p.matches(start, words) && start+len(words) > i {
				return true
			}
		}
	}
	return false
}

// listedBeforeOf reports whether the table has the noun, in either number.
func (p *parser) listedBeforeOf(noun string) bool {
	return slices.ContainsFunc(p.singularsOf(noun), func(form string) bool { return theOfs().kinds[form] != nil })
}

// takesOf returns the kinds of words that may follow "of" after the noun at word k: those of the table, and for a noun with the ending of an abstract one those of its kind.
func (p *parser) takesOf(k int) map[string]bool {
	noun := p.words[k].lower
	for _, form := range p.singularsOf(noun) {
		if kinds := theOfs().kinds[form]; kinds != nil {
			return kinds
		}
	}
	for _, ending := range abstractEndings {
		if len(noun) > len(ending)+3 && (strings.HasSuffix(noun, ending) || strings.HasSuffix(noun, pluralOf(ending))) {
			return ofAbout
		}
	}
	if len(p.words[k].form(verb.Gerund)) > 0 {
		return ofAbout // the ringing of the bells
	}
	if timeNouns()[noun] || timeNouns()[strings.TrimSuffix(noun, "s")] {
		return ofAny
	}
	return nil
}

// ofAbout and ofAny are what nouns have after them that the table need not list.
var ofAbout, ofAny = kindsAfterOf("about"), kindsAfterOf("any")

// abstractEndings are endings of nouns for acts, states and qualities, which have "of" before who or what they are about.
var abstractEndings = []string{"tion", "sion", "ness", "ship", "hood", "ism", "ance", "ence", "ment", "ity", "graphy", "ology"}

// singularsOf returns the noun and what may be its singular.
func (p *parser) singularsOf(noun string) []string {
	list := []string{noun}
	if single := p.lex.plural[noun]; single != "" {
		list = append(list, single)
	}
	for _, ending := range [][2]string{{"ies", "y"}, {"es", ""}, {"s", ""}, {"ves", "f"}} {
		if stem, ok := strings.CutSuffix(noun, ending[0]); ok && len(stem) > 1 {
			list = append(list, stem+ending[1])
		}
	}
	return list
}
