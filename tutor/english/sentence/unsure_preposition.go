package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Where a preposition is left out, what it would take stands where nothing takes it: right after another noun phrase, after a verb that has no object, after an adjective.

// lacksSomePreposition reports whether a noun phrase stands somewhere without the preposition that would give it a place in the sentence.
func (a *Analysis) lacksSomePreposition() bool {
	if a.quotes {
		return false
	}
	for i := range a.parser.words {
		if a.lacksOf(i) || a.lacksLinkAfterNoun(i) || a.lacksHourLink(i) || a.lacksSeasonLink(i) || a.lacksTownLink(i) || a.cutsPreposition(i) {
			return true
		}
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return a.reachesWithout(g.found) || a.describesWithout(g.found)
	})
}

// Words of how much, and nouns of measure, that take "of" before what they measure.
var (
	sharesOf   = setOf("one each most none some many much few several none any")
	measuresOf = setOf("cup glass bottle piece slice bowl packet kilo litre liter lot number pair lack plate spoonful mug jug tin jar bag box hundreds thousands millions dozens lots loads plenty")
	kindsOf    = setOf("kind sort type")
)

// lacksOf reports whether "of" is left out after word i: one my teeth, a lot noise, a cup tea, what kind music.
func (a *Analysis) lacksOf(i int) bool {
	p, w, next := a.parser, a.parser.words[i].lower, a.parser.wordAt(i+1)
	if i+1 >= len(p.words) || p.words[i+1].punct || p.gapBefore(i+1) || a.opensSubject(i+1) && i > 0 {
		return false
	}
	before := p.wordAt(i - 1)
	switch {
	case sharesOf[w]:
		opens := i == 0 || p.lex.is(before, "preposition", "coordinator", "be")
		return opens && (next == "the" || possessives[next] || next == "those" || next == "these" || next == "us") && !p.timeAt(i+1)
	case w == "those" && next == "us", (w == "most" || w == "much") && next == "what" && (i == 0 || p.lex.is(before, "preposition", "coordinator")):
		return true
	case w == "lot" && before == "a":
		return !p.words[i+1].capital && !isComparative(next) && p.plainNounAt(i+1) && !p.functional(p.words[i+1]) && !p.lex.is(next, "adjective", "adverb", "preposition", "frequency", "place-adverb") && !p.timeAt(i+1) && len(p.words[i+1].form(verb.Gerund)) == 0
	case w == "group" && articles[before]:
		return p.personPlural(p.words[i+1]) && !p.words[i+1].capital
	case kindsOf[w] && (before == "what" || before == "this" || before == "that" || before == "same"), measuresOf[w] && i > 0 && (articles[before] || p.lex.is(before, "adjective", "determiner") || w[len(w)-1] == 's' || w == "plenty"):
		return !p.words[i+1].capital && (p.lex.nouns["mass"][next] || p.counted(i+1) && !p.verbAt(i+1)) && !p.timeAt(i+1) && !p.lex.is(next, "adjective", "adverb")
	}
	return false
}

// lacksLinkAfterNoun reports whether a noun phrase with its determiner begins at word i right after another one, and is neither a subject nor a time nor what is given to a
// person: the roof the house, a study the health of teenagers, next to me the plane.
func (a *Analysis) lacksLinkAfterNoun(i int) bool {
	p := a.parser
	if w := p.words[i].lower; i < 2 || !articles[w] && !possessives[w] && w != "this" && w != "these" || p.gapBefore(i) || p.words[i-1].punct || p.words[i-1].capital || p.timeAt(i) || p.timePhraseEnd(i) > i {
		return false
	}
	second := a.phraseAfterNoun(i)
	if second == nil {
		return false
	}
	first := p.phraseBefore(i)
	switch {
	case p.lex.is(p.words[i-1].lower, "object") && p.lex.is(p.words[i-2].lower, "preposition"):
		return !a.belongsToVerb(i, i, second) && thePlaces()[p.words[second.head].lower] != nil
	case first == nil || first.kind != nounPhrase || !first.determined || first.start == first.head || !a.standsAsThing(first):
		return false
	case p.isPerson(p.words[first.head]) && thePlaces()[p.words[second.head].lower] == nil:
		return false
	case (p.words[i].lower == "a" || p.words[i].lower == "an") && (!articles[p.words[first.start].lower] || p.lex.is(p.words[second.head].lower, "unit") || p.lex.is(p.words[first.head].lower, "unit")):
		return false // two euros a kilo
	case a.opensSubject(i):
		return first.start == 0 && a.countFinite() == 1
	}
	return !a.belongsToVerb(first.start, i, second)
}

// phraseAfterNoun returns the noun phrase at word i, or nil where it is a person, or says how something is: the way I like it, my age.
func (a *Analysis) phraseAfterNoun(i int) *nominal {
	p := a.parser
	second := a.placeAt(i)
	if second == nil {
		for _, n := range p.nominals(i) {
			if n.kind == nounPhrase && a.opensSubject(i) {
				second = n
			}
		}
	}
	if second == nil || slices.ContainsFunc(p.words[i+1:second.end], p.isPerson) || isComparative(p.wordAt(i+1)) {
		return nil
	}
	head, next := p.words[second.head].lower, p.wordAt(i+1)
	if linksAlone[head] || p.lex.is(head, "adjective") || timeNouns()[head] || measures[head] || next == "more" || next == "less" || next == "most" {
		return nil
	}
	return second
}

// standsAsThing reports whether n is a phrase of its own that no comparison or exclamation opens, and no time.
func (a *Analysis) standsAsThing(n *nominal) bool {
	p := a.parser
	head := p.words[n.head].lower
	if timeNouns()[head] || measures[head] || len(p.words[n.head].form(verb.Gerund)) > 0 || isComparative(head) && len(p.words[n.head].readings) == 0 && !p.isPerson(p.words[n.head]) && thePlaces()[head] == nil || p.lex.is(head, "adjective", "adverb", "determiner", "preposition") {
		return false
	}
	return !comparesBefore[p.wordAt(n.start-1)] && !(n.start == 0 && p.words[0].lower == "what") && p.words[n.start].lower != "such"
}

// countFinite returns how many finite verbs there are.
func (a *Analysis) countFinite() int {
	n := 0
	for _, g := range a.Groups {
		if g.found.finite {
			n++
		}
	}
	return n
}

// belongsToVerb reports whether the second phrase, at word i, is the subject of a verb, or what a verb before the first one, at word from, takes beside it.
func (a *Analysis) belongsToVerb(from, i int, second *nominal) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		if s := f.subject; s != nil && f.finite && s.start < second.end && i <= s.head {
			return true
		}
		twice := twiceTaken[f.base] || f.main+1 == from && a.parser.personAt(from) > 0 && theValencies()[f.base].has(ditransitive|objectAdjective|objectInfinitive|copular)
		if f.main == from-2 && a.parser.lex.is(a.parser.words[from-1].lower, "preposition") && theValencies()[f.base].has(transitive) { // saw in the mirror a face
			return true
		}
		return from <= f.main && f.main < i || f.main < from && f.main+3 >= from && twice || i <= f.main && f.main <= second.end && !(f.subject != nil && f.subject.end == i && a.countFinite() == 1)
	})
}

var (
	comparesBefore = setOf("as than twice half all both not")
	linksAlone     = setOf("way same one size color colour age height length moment minute second instant")
	twiceTaken     = setOf("give tell show send teach offer bring buy get pay pass ask wish grant promise read envy forgive charge fine bet cost do save call name make consider find keep leave declare deny owe lend be become")
)

// lacksHourLink reports whether an hour stands at word i without at: got up five, we met five o'clock, two the morning.
func (a *Analysis) lacksHourLink(i int) bool {
	p := a.parser
	w := p.words[i]
	hour := theTimes().numbers[w.lower] || isDigits(w.text) && len(w.text) < 3 && w.text != "."
	if i == 0 || !hour {
		return false
	}
	before := p.words[i-1]
	switch {
	case p.wordAt(i+1) == "the" && dayParts[p.wordAt(i+2)]:
		return true
	case p.wordAt(i+1) == "o'clock":
		return !before.punct && (p.isPerson(before) || len(before.readings) > 0 && !p.functional(before) && !p.readsAs(i-1, setOf("strike say show read be make"))) && !p.lex.is(before.lower, "preposition", "adverb")
	case before.lower == "up" && i > 1 && p.readsAs(i-2, setOf("get wake")):
		return p.endsHour(i+1) && p.wordAt(i+1) != "or" && w.lower != "one" && !measures[p.wordAt(i+1)]
	}
	return false
}

// lacksSeasonLink reports whether a month or a season stands at word i without in: exams January, born May, to Scotland winter.
func (a *Analysis) lacksSeasonLink(i int) bool {
	p := a.parser
	w := p.words[i]
	month := w.named() && (months[w.lower] || w.lower == "may")
	if i < 2 || !month && !seasons[w.lower] || p.gapBefore(i) || p.words[i-1].punct || i+1 < len(p.words) && (isDigits(p.words[i+1].text) && !p.words[i+1].punct || p.words[i+1].joined && !p.words[i+1].punct) || a.opensSubject(i) {
		return false
	}
	before := p.words[i-1]
	born := before.lower == "born"
	noun := !p.functional(before) && !before.capital && len(before.readings) == 0 && !p.lex.is(before.lower, "adjective", "adverb", "determiner", "preposition", "frequency") && !isDigits(before.text) && !timeNouns()[before.lower] && !theTimes().numbers[before.lower] && !seasonOpeners[before.lower] && !strings.HasSuffix(before.lower, "est") && !p.isPerson(before) && !theFaults().sets["nth"][before.lower]
	town := before.named() && seasons[w.lower]
	return (born || noun || town) && p.phraseEnds(i+1)
}

var seasonOpeners = setOf("last next this every each all late early mid that one another some any midway past from")

// lacksTownLink reports whether the name of a town or a country stands at word i right after a common noun, without in or of: a bank Leeds, a trip Italy.
func (a *Analysis) lacksTownLink(i int) bool {
	p := a.parser
	w := p.words[i]
	if i < 2 || !w.named() || w.lower == "florence" || w.lower == "sydney" || theFaults().sets["month"][w.lower] || languages[w.lower] || !p.isTown(w.lower) || p.gapBefore(i) || a.opensSubject(i) || !p.phraseEnds(i+1) {
		return false
	}
	before := p.words[i-1]
	if before.punct || before.capital || p.functional(before) || p.lex.is(before.lower, "adjective", "adverb", "preposition", "frequency", "place-adverb", "interjection") || timeNouns()[before.lower] {
		return false
	}
	return len(before.readings) == 0 || p.lex.chieflyNoun(before.lower) && i > 1 && p.lex.is(p.words[i-2].lower, "determiner", "adjective")
}

// isTown reports whether the word names a place that only "in" goes with.
func (p *parser) isTown(w string) bool {
	known := thePlaces()[w]
	return known != nil && known["in"] && !known["on"] && p.lex.inNoTable(w) || theFaults().sets["country"][w]
}

// cutsPreposition reports whether a preposition of several words lacks its last one at word i: because the rain, instead work, according the law.
func (a *Analysis) cutsPreposition(i int) bool {
	p := a.parser
	next := p.wordAt(i + 1)
	if i+1 >= len(p.words) || p.words[i+1].punct {
		return false
	}
	switch p.words[i].lower {
	case "because":
		n := a.placeAt(i + 1)
		return n != nil && n.determined && (n.end >= len(p.words) || p.words[n.end].text == ".") && !a.opensSubject(i+1)
	case "instead":
		return len(p.words[i+1].form(verb.Gerund)) > 0 && i == 0
	case "spite":
		return next != "of" && p.wordAt(i-1) == "in"
	case "according", "owing":
		return next == "the" || possessives[next]
	case "addition":
		return p.wordAt(i-1) == "in" && !a.opensSubject(i+1) && p.lex.chieflyNoun(next)
	case "next":
		return (next == "the" || possessives[next]) && !a.opensSubject(i+1)
	}
	return false
}

// withoutObject are verbs after which a place or a thing has its preposition.
var withoutObject = setOf("live work stay arrive sit sleep fall listen look wait belong depend lie come go travel return happen insist rely consist participate succeed concentrate apologize apologise complain laugh smile")

// reachesWithout reports whether a place or a thing stands right after the verb of f, which has no object: they live Rome, we sat the wall, he works night.
func (a *Analysis) reachesWithout(f *found) bool {
	p, i := a.parser, f.main+1
	if p.wordAt(i) == "up" && f.base == "grow" {
		i++
	}
	if i >= len(p.words) || p.gapBefore(i) || f.fault != noFault || a.opensSubject(i) {
		return false
	}
	next := p.words[i]
	if f.base == "work" && next.lower == "night" {
		return p.phraseEnds(i + 1)
	}
	passive := a.isPassive(f) && !theValencies()[f.base].has(ditransitive) && !twiceTaken[f.base]
	if !passive && !withoutObject[f.base] && !(f.base == "grow" && i > f.main+1) || !a.followsActor(f) || p.timeAt(i) || p.timePhraseEnd(i) > i {
		return false
	}
	if next.named() {
		return p.isTown(next.lower) && p.phraseEnds(i+1) || (f.base == "live" || f.base == "bear") && p.nameless(next) && p.phraseEnds(i+1)
	}
	if next.lower != "the" && !possessives[next.lower] && !(articles[next.lower] && f.base != "go" && f.base != "come" && f.base != "fall") {
		return false
	}
	n := a.placeAt(i)
	if n == nil || a.subjectAt(n) || p.wordAt(i+1) == "same" || p.lex.is(p.words[n.head].lower, "adjective", "adverb") {
		return false
	}
	head := p.words[n.head].lower
	return p.objectEnds(n.end) && !timeNouns()[head] && !measures[head] && !keptObjects[head] && !slices.Contains(a.valencyOf(f).cognates, head) && !lookedSo[head] && !laughedOff[head] && !p.isPerson(p.words[n.head]) && p.prepositionFits(head)
}

// followsActor reports whether f has its subject before it, or is no finite verb: not so in "then came the band".
func (a *Analysis) followsActor(f *found) bool {
	s := f.subject
	if comesFirst[f.base] && f.finite && f.kind != relClause {
		return s != nil && s.kind == pronoun && s.end <= f.start
	}
	return !f.finite && !f.order || f.kind == relClause || s != nil && s.end <= f.start && (s.kind == pronoun || s.kind == wh || s.kind == nounPhrase && s.end-s.start > 0 && (s.determined || a.parser.nameless(a.parser.words[s.head])))
}

// prepositionFits reports whether the table of places has the noun.
func (p *parser) prepositionFits(head string) bool { return thePlaces()[head] != nil }

// keptObjects are what one stays, goes or lives all the same.
var keptObjects = setOf("world country land field fields shift machine room crowd dough course distance way night life dream home rest whole half pace limit")

// comesFirst are verbs that stand before their subjects after a place or a time.
var comesFirst = setOf("come go lie fall sit")

// Adjectives that seldom stand before a noun of their own, and those that never do.
var (
	qualitiesOf  = setOf("interested afraid fond keen aware capable ashamed responsible")
	standingLast = setOf("afraid fond aware ashamed")
)

// describesWithout reports whether a noun phrase follows an adjective after be without its preposition: proud our work, interested music, full people.
func (a *Analysis) describesWithout(f *found) bool {
	p := a.parser
	if f.base != "be" && !linkingVerbs[f.base] {
		return false
	}
	i := f.main + 1
	for i < len(p.words) && (p.adverb(i) > 0 || p.isNegation(i) || degrees[p.words[i].lower]) {
		i++
	}
	if i+1 >= len(p.words) || !p.lex.is(p.words[i].lower, "adjective") && thePrepositionsOfQualities()[p.words[i].lower] == nil || p.words[i+1].punct || p.gapBefore(i+1) || a.opensSubject(i+1) || p.timeAt(i+1) {
		return false
	}
	next := p.wordAt(i + 1)
	switch p.words[i].lower {
	case "worth", "like", "unlike", "near", "opposite":
		return false
	}
	if next == "the" || possessives[next] {
		n := a.placeAt(i + 1)
		known := thePrepositionsOfQualities()[p.words[i].lower] != nil || n != nil && thePlaces()[p.words[n.head].lower] != nil
		verbal := n != nil && n.end-n.start > 2 && len(p.words[n.end-1].form(verb.ThirdPerson|verb.Base)) > 0 // sure the plan works
		return known && n != nil && !verbal && !a.subjectAt(n) && p.phraseEnds(n.end) && !timeNouns()[p.words[n.head].lower] && !linksAlone[p.words[n.head].lower] && p.wordAt(i+2) != "whole"
	}
	return qualitiesOf[p.words[i].lower] && (p.plainNounAt(i+1) || p.counted(i+1)) && p.phraseEnds(i+2) && !p.lex.is(next, "adverb", "adjective", "preposition") && (standingLast[p.words[i].lower] || !p.personPlural(p.words[i+1]))
}
