package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// An adjective stands before its noun, has no plural, and has its own comparative if it is short. Learners say: a house very old, two shirts blue, three smalls ships, more cheap.

// hasOddAdjective reports whether an adjective is in the text that stands or looks as those of other languages do.
func (a *Analysis) hasOddAdjective() bool {
	p := a.parser
	for i := range p.words {
		if a.followsNoun(i) || p.pluralAdjective(i) || p.comparesWithMore(i) || p.comparesWithAll(i) || p.misbuiltComparative(i) || p.comparesWithOf(i) || p.equalsWithSo(i) || a.comparesWithThat(i) || a.repeatsInInfinitive(i) {
			return true
		}
	}
	return false
}

// followsNoun reports whether an adjective at word i, perhaps with a word of degree before it, comes right after the noun that it describes: a house very old near the river. Some come
// after it (a room full of people, something nice, the people present), or say what somebody makes or finds it (keep the house clean).
func (a *Analysis) followsNoun(i int) bool {
	p := a.parser
	w := p.words[i]
	if i < 2 || !p.lex.is(w.lower, "adjective") || w.named() || p.lex.is(w.lower, "determiner", "preposition", "subordinator") || isTimeModifier(w.lower) || has(w.readings, verb.Past|verb.Participle) {
		return false
	}
	end := i
	for end > 1 && ofDegree[p.words[end-1].lower] {
		end--
	}
	if end < i && moods[w.lower] || end == i && !lasting[w.lower] && (afterNouns[w.lower] || p.lex.is(w.lower, "noun", "adverb") || len(w.readings) > 0) {
		return false
	}
	n := p.phraseBefore(end)
	if n == nil || n.kind != nounPhrase || !n.determined && (p.lex.number(p.words[n.head], false) != p3pl || has(p.words[n.head].readings, verb.ThirdPerson)) || !a.isDescribedLate(n, i, end == i) {
		return false
	}
	if p.endsDescription(i + 1) {
		g := a.verbBefore(n.head)
		return (!a.subjectAt(n) || g != nil && g.found.subject == n && !g.found.inverted) && (g == nil || !a.describesObject(g.found, n))
	}
	return n.determined && a.standsFirst(n) && a.beginsGroup(i+1)
}

// isDescribedLate reports whether the phrase n is one that an adjective at word i would describe from the wrong side, and no measure, no part of a comparison, no phrase after with or and, which have an adjective of their own: with
// the door open, the coffee was hot and the milk cold.
func (a *Analysis) isDescribedLate(n *nominal, i int, bare bool) bool {
	p := a.parser
	head := p.words[n.head]
	if head.owner || head.lower == "bit" || a.groupAt(n.head) != nil || bare && p.lex.is(head.lower, "adjective") || p.inAsPhrase(n.start) || (timeNouns()[head.lower] || measures[head.lower]) && measuring[p.words[i].lower] {
		return false
	}
	if n.start == 0 {
		return true
	}
	before := p.words[n.start-1]
	if before.lower == "with" || before.lower == "without" {
		return lasting[p.words[i].lower] && (p.words[n.start].lower == "a" || p.words[n.start].lower == "an")
	}
	return !before.punct && !p.lex.is(before.lower, "coordinator")
}

// standsFirst reports whether nothing but a conjunction or a mark stands before the phrase n.
func (a *Analysis) standsFirst(n *nominal) bool {
	p := a.parser
	return n.start == 0 || p.words[n.start-1].punct || p.lex.is(p.words[n.start-1].lower, "coordinator", "subordinator")
}

// beginsGroup reports whether a finite verb begins at word i.
func (a *Analysis) beginsGroup(i int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && !g.found.inverted && g.found.start == i && g.found.kind != relClause
	})
}

// endsDescription reports whether an adjective before word i has nothing to describe after it: a mark, a conjunction, a preposition other than those that belong to an adjective, a time.
func (p *parser) endsDescription(i int) bool {
	if i >= len(p.words) || p.words[i].punct {
		return true
	}
	switch p.words[i].lower {
	case "in", "at", "near", "from", "by", "last", "yesterday", "because", "when", "but", "which", "that", "who":
		return !thePrepositionsOfQualities()[p.wordAt(i-1)][p.words[i].lower]
	case "on", "for", "with", "about":
		list := thePrepositionsOfQualities()[p.wordAt(i-1)]
		return (list != nil || lasting[p.wordAt(i-1)]) && !list[p.words[i].lower]
	case "and":
		return true
	}
	return false
}

// describesObject reports whether an adjective after the object n of f may say what somebody makes it or finds it (leave a door open), or of one that is known, what it is like then (drink my coffee black).
func (a *Analysis) describesObject(f *found, n *nominal) bool {
	p := a.parser
	if f.inverted && n.start == f.finiteWord()+1 {
		return true
	}
	known := p.words[n.start].lower == "the" || theFaults().sets["own"][p.words[n.start].lower] || p.words[n.start].lower == "this"
	if f.base == "find" && !known {
		return false
	}
	if !resultVerbs[f.base] && !(known && (stateVerbs[f.base] || theValencies()[f.base].has(objectAdjective))) {
		return false
	}
	return resultVerbs[f.base] || n.start == f.main+1 || n.start == f.main+2 && p.lex.is(p.wordAt(f.main+1), "particle")
}

// inAsPhrase reports whether "as", "so" or "than" stands shortly before word i, so that something is compared: as good a player.
func (p *parser) inAsPhrase(i int) bool {
	return slices.ContainsFunc(p.words[max(0, i-3):i], func(w word) bool {
		return w.lower == "as" || w.lower == "than" || w.lower == "how" || w.lower == "however"
	})
}

// measuring are adjectives of what is measured, and moods those of how somebody comes or leaves. afterNouns are adjectives that come after their noun, or after all that belongs to it, or say in which state somebody does what the verb says. resultVerbs take an object and an
// adjective beside those that the table of valencies marks. ofDegree are words that stand before adjectives, and lasting adjectives those of what a thing is all the time.
var (
	afterNouns = setOf(`available possible present alone alive awake asleep alike able ready due full short wide early late free open closed worth enough more less else first second third last next
		right wrong sure square apart involved concerned responsible necessary needed needy well ill drunk sober tired hungry happy sad angry safe sick healthy unable absent aware like unlike other such broke dead single double best worst better worse
		proper galore elect general manifest poor straight still close clear fast hard once twice nearby upstairs downstairs abroad inside outside barefoot naked rich empty sorry`)
	moods       = setOf("happy sad angry drunk tired sick hungry late early ill well fast hard proud nervous excited worried upset")
	measuring   = setOf("long old high tall deep wide thick early late young")
	resultVerbs = setOf("keep leave make find paint dye cut push pull kick slam turn send drive bury call consider think believe hold set render declare prove report wipe squeeze freeze color colour roll knock shoot stretch imagine deem rub scrub sweep polish")
	stateVerbs  = setOf("eat drink serve cook wear buy sell get have want like prefer need bring see wash boil feel hear watch show take catch")
	ofDegree    = setOf("very so too really quite extremely totally completely rather pretty")
	lasting     = setOf("red blue green yellow brown gray grey purple orange pink black white big small new old large huge tiny young tall beautiful ugly modern ancient famous popular lovely expensive cheap interesting boring difficult important delicious noisy nice bad strange typical")
)

// pluralAdjective reports whether an adjective at word i has the plural of its noun: three smalls ships, his owns papers.
func (p *parser) pluralAdjective(i int) bool {
	w := p.words[i]
	single, found := strings.CutSuffix(w.lower, "s")
	if !found || i == 0 || i+1 >= len(p.words) || w.named() || !(p.lex.is(single, "adjective") || single == "own") || p.lex.is(w.lower, "adjective", "noun", "determiner") && w.lower != "news" || w.lower == "news" && ofNews[p.wordAt(i+1)] || setsOfThings[w.lower] || w.lower == "blues" && ofTheBlues[p.wordAt(i+1)] {
		return false
	}
	before := p.words[i-1]
	if before.punct || !p.lex.is(before.lower, "determiner", "preposition", "adjective", "have") && !p.isNumber(before.lower) {
		return false
	}
	next := p.words[i+1]
	if next.punct || p.functional(next) || p.adverb(i+1) > 0 || p.lex.is(next.lower, "adjective") {
		return false
	}
	return p.lex.number(next, false) == p3pl || p.lex.number(next, false)&p3sg != 0 && !p.verbAt(i+1)
}

// ofTheBlues are what the blues are, and who plays them.
var ofTheBlues = setOf("music song songs singer singers band bands guitar guitarist album albums festival club concert legend")

// ofNews are what the news has.
var ofNews = setOf("channel channels programme programmes program programs story stories paper papers report reports item items agency agencies site sites website websites bulletin bulletins headline headlines anchor reader readers conference room desk team editor broadcast")

// setsOfThings are plurals of adjectives that stand before other nouns.
var setsOfThings = setOf("goods greens sweets arts classics savings humanities basics seconds thirds sports means odds")

// comparesWithMore reports whether "more" at word i stands before a short adjective or adverb that has its own comparative: more cheap, the more easy it gets. More cheap flights are a greater number of them.
func (p *parser) comparesWithMore(i int) bool {
	if p.words[i].lower != "more" || i+1 >= len(p.words) || !shortQualities[p.words[i+1].lower] {
		return false
	}
	switch before := p.wordAt(i - 1); before {
	case "a", "an":
		return p.wordAt(i+1) != "good" || p.wordAt(i+2) != "than"
	case "do", "did", "does", "done", "doing", "no", "once", "some", "any", "two", "three", "few":
		return false
	}
	return p.phraseEnds(i+2) && p.wordAt(i+2) != "of" && !(p.wordAt(i+2) == "and" && p.wordAt(i+3) == "more")
}

// comparesWithAll reports whether a comparative at word i stands after "the" where something is compared with all others: the better holiday of my life.
func (p *parser) comparesWithAll(i int) bool {
	w := p.words[i].lower
	if p.wordAt(i-1) == "more" && p.wordAt(i-2) == "the" && p.isModifier(i) && p.wordAt(i+1) == "of" && p.wordAt(i+2) == "the" && everything[p.wordAt(i+3)] { // the more intelligent of the class
		return true
	}
	if i == 0 || !theFaults().sets["bigger"][w] || !(p.words[i-1].lower == "the" || theFaults().sets["own"][p.words[i-1].lower]) || !p.phraseEnds(i+2) && p.wordAt(i+2) != "of" && p.wordAt(i+2) != "that" {
		return false
	}
	if slices.ContainsFunc(p.words[i:], func(w word) bool { return w.lower == "ever" }) { // the better film that I have ever seen
		return true
	}
	of, owner, all := p.wordAt(i+2), p.wordAt(i+3), p.wordAt(i+4)
	if of != "of" && of != "in" {
		return false
	}
	return owner == "all" || owner == "history" || (owner == "the" || theFaults().sets["own"][owner]) && everything[all]
}

// comparesWithOf reports whether "of" at word i names with what a comparative compares: more intelligent of me, older of you.
func (p *parser) comparesWithOf(i int) bool {
	w := p.wordAt(i + 1)
	if p.words[i].lower != "of" || i < 2 || w != "you" && !p.lex.is(w, "object") || w == "it" || w == "them" {
		return false
	}
	before := p.words[i-1].lower
	if p.words[i-2].lower == "more" {
		return p.isModifier(i-1) && !thePrepositionsOfQualities()[before]["of"]
	}
	return theFaults().sets["bigger"][before] && p.words[i-2].lower != "the"
}

// comparesWithThat reports whether "that" at word i names with what a comparative compares: smaller that my sister's. A clause after it is right.
func (a *Analysis) comparesWithThat(i int) bool {
	p := a.parser
	if p.words[i].lower != "that" || i < 2 {
		return false
	}
	compared := p.words[i-2].lower == "more" && p.isModifier(i-1) || isComparative(p.words[i-1].lower) && p.words[i-1].lower != "other" && p.words[i-1].lower != "rather" && p.lex.is(p.words[i-1].lower, "adjective") || theFaults().sets["bigger"][p.words[i-1].lower]
	return compared && !slices.ContainsFunc(a.Groups, func(g Group) bool {
		owner := p.words[g.found.main].lower == "'s" && p.phraseEnds(g.found.main+1) // my sister's
		return g.found.finite && g.found.main > i && !owner
	})
}

// equalsWithSo reports whether "so" at word i says of an adjective what "as" says: so tall as her sister. With not it is right.
func (p *parser) equalsWithSo(i int) bool {
	if p.words[i].lower != "so" || !p.isModifier(i+1) || p.wordAt(i+2) != "as" || p.wordAt(i+3) == "to" || p.wordAt(i+3) == "long" {
		return false
	}
	return !slices.ContainsFunc(p.words[:i], func(w word) bool {
		return w.lower == "not" || w.lower == "n't" || w.lower == "never" || denials[w.lower]
	})
}

// repeatsInInfinitive reports whether an infinitive after an adjective at word i names once more what the adjective is said of: English is easy to learn it.
func (a *Analysis) repeatsInInfinitive(i int) bool {
	p := a.parser
	switch p.words[i].lower {
	case "easy", "difficult", "hard", "impossible", "nice", "expensive", "dangerous", "cheap", "interesting":
	default:
		return false
	}
	if p.wordAt(i+1) != "to" || !p.couldBeVerb(i+2) || p.wordAt(i+3) != "it" && p.wordAt(i+3) != "them" || i+4 >= len(p.words) || !p.words[i+4].punct {
		return false
	}
	g := a.verbBefore(i)
	return g != nil && g.Verb == "be" && g.found.subject != nil && g.found.subject.kind == nounPhrase && !p.lex.is(p.words[g.found.subject.head].lower, "predicted")
}

// misbuiltComparative reports whether word i is a comparative or superlative whose spelling is not that of English: easyer, bigest.
func (p *parser) misbuiltComparative(i int) bool {
	w := p.words[i]
	stem, found := strings.CutSuffix(w.lower, "er")
	if !found {
		stem, found = strings.CutSuffix(w.lower, "est")
	}
	if !found || len(w.readings) > 0 || w.named() || !p.lex.inNoTable(w.lower) {
		return false
	}
	return p.lex.is(stem, "adjective") && (strings.HasSuffix(stem, "y") || shortVowel(stem))
}

// shortVowel reports whether a word of one syllable ends in one vowel and one consonant, which is doubled before another syllable: big.
func shortVowel(stem string) bool {
	n := len(stem)
	vowel := func(k int) bool { return strings.ContainsRune("aeiou", rune(stem[k])) }
	return n == 3 && !vowel(0) && vowel(1) && !vowel(2) && stem[2] != 'w' && stem[2] != 'x'
}

// everything is what the best of all is the best of.
var everything = setOf("world life year family class school city town country team group company month week season house street day history universe course")

var shortQualities = setOf("good bad big small old young tall cheap fast slow easy happy cold hot warm nice early strong weak heavy large tiny thin fat rich poor clean dirty dark high near soft hard long cool quick safe funny pretty busy lucky noisy quiet short low thick wide deep ugly lazy sunny")
