package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// What stands before a noun agrees with it: this shop, these shops, much time, many friends. A part of the body has the owner before it (she brushed her teeth). Other languages
// have the article.

// hasOddDeterminer reports whether something stands before a noun that does not go with it.
func (a *Analysis) hasOddDeterminer() bool {
	p := a.parser
	for i := range p.words {
		if a.countsOddly(i) || p.pointsAtSeveral(i) || a.hurtsTheBody(i) || a.affirmsAny(i) || p.meansAll(i) || a.doublesDeterminer(i) || a.articleOfMany(i) {
			return true
		}
	}
	return false
}

// pointsAtSeveral reports whether "this" or "that" at word i stands before a plural: how much did that shoes cost, in this days.
func (p *parser) pointsAtSeveral(i int) bool {
	if w := p.words[i].lower; w == "these" || w == "those" {
		return theFaults().sets["count"][p.wordAt(i+1)] && p.phraseEnds(i+2)
	}
	if w := p.words[i].lower; w != "this" && w != "that" || i+1 >= len(p.words) {
		return false
	}
	j := i + 1
	for j < i+3 && j < len(p.words) && p.lex.is(p.words[j].lower, "adjective") && p.lex.number(p.words[j], false) != p3pl {
		j++
	}
	if j >= len(p.words) || p.words[j].named() || p.words[j].owner || p.lex.number(p.words[j], false) != p3pl || p.lex.nouns["collective"][p.words[j].lower] || p.functional(p.words[j]) || p.words[j].lower == "people" && p.words[i].lower == "that" {
		return false
	}
	if w := p.words[j].lower; !p.phraseEnds(j+1) && !p.verbAt(j+1) || p.lex.nouns["singular-s"][w] || w == "series" || w == "means" || w == "species" {
		return false
	}
	if i == 0 && p.words[0].lower == "that" && (p.wordAt(j+1) == "are" || p.wordAt(j+1) == "were") {
		return true
	}
	if has(p.words[j].readings, verb.ThirdPerson) {
		return false
	}
	if p.words[i].lower == "this" {
		return true
	}
	return i > 0 && p.lex.is(p.words[i-1].lower, "preposition", "do") && p.phraseEnds(j+1)
}

// countsOddly reports whether "much" at word i stands before a plural, or "many" before a noun that is not counted: much cars, how many time do we have. How much tickets cost is asked of a price.
func (a *Analysis) countsOddly(i int) bool {
	p := a.parser
	if i+1 >= len(p.words) {
		return false
	}
	next := p.words[i+1]
	switch p.words[i].lower {
	case "much":
		if p.lex.number(next, false) != p3pl || next.named() || p.functional(next) || p.lex.nouns["collective"][next.lower] || p.wordAt(i-1) == "very" || p.wordAt(i-1) == "pretty" {
			return false
		}
		if p.lex.nouns["singular-s"][next.lower] || next.owner || has(next.readings, verb.ThirdPerson) && p.lex.is(p.wordAt(i-1), "indefinite", "question") {
			return false
		}
		if p.wordAt(i-1) == "how" {
			g := a.verbAfterWord(i + 1)
			return g == nil || !priced[g.Verb]
		}
		return p.phraseEnds(i+2) || p.verbAt(i+2)
	case "many":
		if !uncountedHere[next.lower] || p.wordAt(i-1) == "as" && next.lower == "work" {
			return false
		}
		return i > 0 && !p.words[i-1].punct && (p.phraseEnds(i+2) || p.verbAt(i+2))
	}
	return false
}

// verbAfterWord returns the first finite group whose main verb comes after word i.
func (a *Analysis) verbAfterWord(i int) *Group {
	for k := range a.Groups {
		if g := &a.Groups[k]; g.found.finite && g.found.main > i {
			return g
		}
	}
	return nil
}

// priced are verbs of what a thing costs or weighs; uncountedHere are nouns that "much" counts.
var (
	priced        = setOf("cost be weigh earn pay matter mean charge make need change help differ vary depend influence")
	uncountedHere = setOf("time work money luck information advice homework traffic furniture luggage baggage noise rain snow water milk coffee bread rice sugar music fun patience knowledge progress news equipment help sleep energy food meat cheese butter oil salt attention trouble research rubbish experience interest freedom respect love space pollution violence unemployment")
)

// hurtsTheBody reports whether the object of a verb at word i of what people do to their own body is a part of it with "the": she brushed the teeth, I broke the leg.
func (a *Analysis) hurtsTheBody(i int) bool {
	p := a.parser
	g := a.groupAt(i)
	if g == nil || !toOneself[g.Verb] || g.found.subject == nil || !p.acts(g.found.subject) || a.isPassive(g.found) {
		return false
	}
	j := i + 1
	if p.lex.is(p.wordAt(j), "particle") || p.wordAt(j) == "off" || p.wordAt(j) == "on" || p.wordAt(j) == "up" || p.wordAt(j) == "out" {
		j++
	}
	return p.wordAt(j) == "the" && partsOfOneself[p.wordAt(j+1)] && p.wordAt(j+2) != "of" && (p.phraseEnds(j+2) || p.lex.is(p.wordAt(j+2), "coordinator") || p.adverb(j+2) > 0 || p.timeAt(j+2))
}

// meansAll reports whether "the" at word i opens a clause before a thing that has no article where all of it is meant: the life is hard.
func (p *parser) meansAll(i int) bool {
	opens := i == 0 || p.words[i-1].punct || p.lex.is(p.words[i-1].lower, "subordinator", "coordinator") || p.words[i-1].lower == "that" || p.words[i-1].lower == "think"
	if p.words[i].lower != "the" || !opens || !generalThings[p.wordAt(i+1)] {
		return false
	}
	switch p.wordAt(i + 2) {
	case "is", "isn", "can", "makes", "has", "does", "brings", "gives", "helps", "means", "causes", "'s":
		return true
	}
	return false
}

// generalThings are nouns that have no article where all of what they name is meant.
var generalThings = setOf("life love nature happiness freedom health poverty pollution racism unemployment friendship patience jealousy honesty tourism inflation loneliness success sport education technology justice peace beauty youth violence")

// toOneself are verbs of what people do to their own body; partsOfOneself are its parts.
var (
	toOneself      = setOf("brush wash comb dry dye cut break hurt twist sprain burn bite shake raise lift nod close open shave clean lose move bend stretch blow lick scratch rub hit bang injure fracture have get")
	partsOfOneself = setOf("teeth tooth hair hand hands face leg legs arm arms foot feet head back knee knees ankle wrist finger fingers nose eyes eye ear ears mouth neck shoulder shoulders toe toes elbow tongue lips nails nail beard skin")
)

// affirmsAny reports whether somebody has any of something, at word i, where nothing denies, asks or doubts it: I have any money.
func (a *Analysis) affirmsAny(i int) bool {
	p := a.parser
	if p.words[i].lower != "any" || p.question || !p.phraseEnds(i+2) || p.wordAt(i+2) == "of" || i+2 < len(p.words) && !p.words[i+2].punct && !p.lex.is(p.wordAt(i+2), "preposition", "coordinator") {
		return false
	}
	g := a.groupAt(i - 1)
	if g == nil || !g.found.finite || len(g.found.aux) > 1 || g.found.governor == byModal || g.found.kind != mainClause || g.found.subject == nil || !havingVerbs[g.Verb] {
		return false
	}
	for _, w := range p.words {
		switch w.lower {
		case "not", "n't", "no", "never", "hardly", "barely", "scarcely", "rarely", "seldom", "without", "if", "whether", "nobody", "nothing", "none", "neither", "nor", "before", "doubt", "few", "little", "only", "who":
			return false
		}
	}
	return true
}

// havingVerbs are verbs of having and getting.
var havingVerbs = setOf("have need want buy see bring eat drink get")

// doublesDeterminer reports whether a possessive follows another determiner at word i: the his car, this my house. After "this" it may be another phrase: is this my house?
func (a *Analysis) doublesDeterminer(i int) bool {
	p := a.parser
	if i+2 >= len(p.words) || !possessives[p.words[i+1].lower] || p.words[i+1].named() || p.phraseEnds(i+2) {
		return false
	}
	switch p.words[i].lower {
	case "the", "a", "an", "every":
		return true
	case "this", "these":
		return i == 0 && !p.question
	}
	return false
}

// articleOfMany reports whether an article for one at word i stands before a plural or what is not counted, perhaps with adjectives: a beautiful eyes, a long hair, but not a sports car, a men's team.
func (a *Analysis) articleOfMany(i int) bool {
	p := a.parser
	if w := p.words[i]; w.lower != "a" && w.lower != "an" || w.named() {
		return false
	}
	k := i + 1
	for k < len(p.words) && p.lex.is(p.words[k].lower, "adjective") && !p.lex.is(p.words[k].lower, "determiner") {
		k++
	}
	if k >= len(p.words) || p.words[k].punct || p.lex.number(p.words[k], true) != p3pl && !(k > i+1 && neverOne[p.words[k].lower]) || p.functional(p.words[k]) || p.words[k].capital || p.words[k].owner || p.words[k].lower == "people" || p.wordAt(k+1) == "'s" {
		return false
	}
	return !a.isVerbWord(k) && a.isHead(k)
}

// neverOne are nouns of what is not counted, with an adjective neither.
var neverOne = setOf("hair weather advice information news homework furniture traffic luggage music bread money equipment progress accommodation health luck software housework scenery behaviour behavior transport clothing research")
