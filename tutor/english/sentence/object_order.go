package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// What may stand between a verb and its object: no adverb of manner and no time before a light object (opened slowly the door), no person with "to"
// (gave to me a ring), and before a pronoun no particle (turn off it). A heavy object moves to the end: he added slowly the words that we all feared.

// handledThings are verbs that take an object, and whose object a learner parts from them.
var handledThings = setOf(`bring open close clean wash read drink eat visit send buy sell make write watch learn take cook find meet see finish give prepare study help paint
	cut speak play lose leave wear use break pay drive build carry repair fix choose change teach enjoy answer receive get phone feed throw`)

// partsObject reports whether an adverb or a time stands between a verb and its light object: brought quickly the menu, read every night a story.
func (a *Analysis) partsObject(f *found) bool {
	p := a.parser
	had := f.base == "have" || f.base == "do"
	if f.kind != relClause && f.finite && a.partsByManner(f) {
		return true
	}
	if !handledThings[f.base] && !had || f.kind == relClause || f.governor == byBe && !has(f.readings, verb.Gerund) {
		return false
	}
	i := f.main + 1
	if end := p.timePhraseEnd(i); end > i && a.lateObjectAt(end) || p.wordAt(i) == "already" && has(f.readings, verb.Participle) && !had && a.lateObjectAt(i+1) {
		return true
	}
	if had {
		return false
	}
	if end := p.timePhraseEnd(i); end > i && p.shortThingOf(end) {
		return true
	}
	end := p.mannerEnd(i)
	switch {
	case end > i:
		if f.base == "speak" && end < len(p.words) && languages[p.words[end].lower] && p.phraseEnds(end+1) {
			return true
		}
	case p.placeEnd(i) > i:
		end = p.placeEnd(i)
		if f.base == "see" || f.base == "find" || f.base == "read" { // saw in the mirror her mother's face
			w := p.wordAt(end)
			return theFaults().sets["place"][p.wordAt(end-1)] && (w == "a" || w == "an") && a.lightObjectAt(end)
		}
		switch w := p.wordAt(end); {
		case possessives[w]:
		case markets[p.wordAt(end-1)] && (w == "a" || w == "an" || w == "some"):
			return a.lateObjectAt(end)
		default:
			return false
		}
	default:
		end = p.timePhraseEnd(i)
	}
	return end > i && a.lightObjectAt(end)
}

// partsByManner reports whether an adverb in -ly stands between a verb that takes an object, and says of nothing what it is, and a light object: won easily the match.
func (a *Analysis) partsByManner(f *found) bool {
	p, frames := a.parser, theValencies()[f.base]
	end := p.mannerEnd(f.main + 1)
	if i := f.main + 1; (p.wordAt(i) == "very" || p.wordAt(i) == "so") && p.wordAt(i+1) == "much" {
		end = i + 2
	}
	well := p.wordAt(end-1) == "well" || p.wordAt(end-1) == "much"
	if end == f.main+1 || !well && (!strings.HasSuffix(p.words[end-1].lower, "ly") || p.lex.is(f.base, "clausal")) || f.governor == byBe || !frames.has(transitive) || frames.has(copular) || frames.has(predicative) {
		return false
	}
	return a.lightObjectAt(end)
}

// shortThingOf reports whether a phrase with "of" and a name, which is no heavier than the time before it, ends the clause from word i on: the cathedral of Burgos.
func (p *parser) shortThingOf(i int) bool {
	return p.wordAt(i) == "the" && p.wordAt(i+2) == "of" && i+3 < len(p.words) && p.words[i+3].named() && (i+4 >= len(p.words) || p.words[i+4].punct)
}

// markets are where people buy and eat: bought in the market some fish.
var markets = setOf("market supermarket shop bakery restaurant station airport mall")

// lateObjectAt reports whether an object that names no clause stands at word i and ends its own: two cups of black coffee, a village in the mountains.
func (a *Analysis) lateObjectAt(i int) bool {
	p := a.parser
	w, next := p.wordAt(i), p.wordAt(i+1)
	for k := i; k < len(p.words) && !p.words[k].punct; k++ {
		if p.lex.is(p.words[k].lower, "relative") || p.words[k].lower == "than" || w == "the" && p.words[k].lower == "of" { // the work that he began
			return false
		}
	}
	if a.lightObjectAt(i) {
		return true
	}
	if w != "a" && w != "an" && w != "some" && !possessives[w] && !(w == "the" && (!wholes[next] || next == "first" && won[p.wordAt(i+2)])) && !theTimes().numbers[w] || next == "little" || next == "bit" || next == "lot" && p.wordAt(i+2) != "of" {
		return false
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		head := p.words[n.head].lower
		if n.kind != nounPhrase || n.head == n.start || timeNouns()[head] || measures[head] || p.verbAt(n.end) || a.subjectAt(n) || a.groupAt(n.head) != nil || p.words[n.head].owner {
			return false
		}
		return p.phraseEnds(n.end) || p.wordAt(n.end) == "of" && (theTimes().numbers[w] || w == "a")
	})
}

// mannerEnd returns the end of the adverb of manner at word i, or i: quickly, very fast. Adverbs that point at what follows, or say how much,
// are none: only, mainly, exactly.
func (p *parser) mannerEnd(i int) int {
	end := i
	if howMuch[p.wordAt(end)] {
		end++
	}
	if end >= len(p.words) {
		return i
	}
	if end == i && p.words[i].lower == "with" && cares[p.wordAt(i+1)] {
		return i + 2
	}
	w := p.words[end]
	manner := strings.HasSuffix(w.lower, "ly") && len(w.readings) == 0 && !w.capital && !lyNouns[w.lower] && !p.lex.is(w.lower, "adjective") && !focusing[w.lower]
	if !manner && w.lower != "fast" && w.lower != "well" && w.lower != "badly" {
		return i
	}
	return end + 1
}

// cares are nouns that say after "with" how something is done.
var cares = setOf("care difficulty attention patience pleasure enthusiasm interest ease")

// focusing are the adverbs in -ly that may stand before an object.
var focusing = setOf(`only nearly exactly mainly especially really hardly merely simply particularly probably possibly literally largely partly purely mostly
	almost roughly approximately fully barely scarcely precisely entirely wholly chiefly primarily virtually practically early daily weekly monthly yearly
	likely friendly lovely lonely silly ugly elderly ally apply reply namely solely specifically effectively basically essentially actually
	certainly surely definitely supposedly allegedly reportedly relatively fairly equally extremely incredibly absolutely completely totally`)

// placeEnd returns the end of the place that "in" or "on" and a noun with "the" name at word i, or i: in the street; at home is one too.
func (p *parser) placeEnd(i int) int {
	if p.matches(i, []string{"at", "home"}) {
		return i + 2
	}
	if i+2 < len(p.words) && (p.words[i].lower == "in" || p.words[i].lower == "on") && p.words[i+1].lower == "the" && !p.functional(p.words[i+2]) {
		return i + 3
	}
	return i
}

// timePhraseEnd returns the end of the time at word i, or i: every night, last summer, on Sundays, tonight.
func (p *parser) timePhraseEnd(i int) int {
	if i+1 >= len(p.words) {
		return i
	}
	noun := p.words[i+1].lower
	day := theFaults().sets["weekday"][strings.TrimSuffix(noun, "s")]
	switch p.words[i].lower {
	case "every", "last", "next", "this":
		if (timeNouns()[noun] || day || seasons[noun] || noun == "morning" || noun == "afternoon" || noun == "evening") && !p.words[i+1].owner && noun != "time" {
			return i + 2
		}
	case "in":
		if part := p.wordAt(i + 2); noun == "the" && (part == "morning" || part == "afternoon" || part == "evening") {
			return i + 3
		}
		if seasons[noun] || months[noun] && p.words[i+1].capital {
			return i + 2
		}
	case "before":
		if noun == "going" && p.matches(i+2, []string{"to"}) && p.wordAt(i+3) == "bed" {
			return i + 4
		}
	case "on":
		if day {
			return i + 2
		}
	case "today", "tonight", "tomorrow", "yesterday":
		return i + 1
	}
	return i
}

var seasons = setOf("spring summer autumn winter")

// lightObjectAt reports whether an object of a few words stands at word i, with a determiner that points at nothing, and no clause after it.
func (a *Analysis) lightObjectAt(i int) bool {
	p := a.parser
	if i >= len(p.words) {
		return false
	}
	switch w := p.words[i].lower; {
	case w == "that", w == "this", w == "all", w == "both", w == "enough", w == "each", w == "every", w == "another", !p.lex.is(w, "determiner"):
		return false
	}
	if wholes[p.wordAt(i+1)] && !(won[p.wordAt(i+2)] && p.wordAt(i+1) != "whole") {
		return false
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		head := p.words[n.head].lower
		if n.kind != nounPhrase || n.end-n.start > 4 || timeNouns()[head] || measures[head] || p.verbAt(n.end) || a.subjectAt(n) || a.groupAt(n.head) != nil {
			return false
		}
		if n.end < len(p.words) && p.words[n.end].lower == "of" {
			return vessels[head]
		}
		if n.end+1 < len(p.words) {
			switch next := p.words[n.end+1]; p.words[n.end].lower {
			case "about", "for", "in", "on", "with", "from": // the questions in part two
				return p.timeAt(n.end + 1)
			case "to": // your wish to leave
				return p.personAt(n.end+1) > 0 && !has(next.readings, verb.Base)
			case ",": // her bag, her coat and her phone
				return !p.lex.is(next.lower, "determiner")
			}
		}
		return (p.phraseEnds(n.end) || p.wordAt(n.end) == "but") && (n.end >= len(p.words) || !p.lex.is(p.words[n.end].lower, "relative", "subject", "either", "determiner"))
	})
}

// wholes are words that say which part of a time or a game somebody spends: played well the whole game, the first half.
var wholes = setOf("whole entire first second last")

// won are what one wins, so that the first one is an object.
var won = setOf("match game prize race medal round battle election part")

// measures are nouns that say how far or how often, and words that end a time, and are no object.
var measures = setOf("way mile miles kilometer kilometers kilometre kilometres meter meters time times moment instant lot bit distance ago later")

// vessels are nouns whose "of" says what is in them, so that the phrase is as light as without it.
var vessels = setOf("cup glass bottle piece slice bowl plate")

// given are verbs with two objects, the person first, whose person learners give a "to" there too: gave to me a ring.
var given = setOf("give send show buy offer lend bring teach promise read write pay tell put take steal")

// hasStrayTo reports whether a person with "to" stands where the verb takes the person alone: gave to me a ring, told to us that, didn't answer to me.
func (a *Analysis) hasStrayTo(f *found) bool {
	p := a.parser
	i := f.main + 1
	if f.kind == relClause || f.fronted || f.governor == ungoverned && !f.order || !p.matches(i, []string{"to"}) {
		return false
	}
	end := p.personAt(i + 1)
	if end == 0 || p.words[i+1].lower == "each" || p.words[i+1].lower == "every" {
		return false
	}
	switch {
	case f.base == "tell", given[f.base] && (a.lightObjectAt(end) || end == i+2 && a.lateObjectAt(end)):
		return true
	case f.base == "answer": // one answers to a boss
		return f.not >= 0 && f.governor == byDo && p.words[f.aux[0]].lower == "did" && end == i+2 && p.lex.is(p.words[i+1].lower, "object")
	case f.base == "call": // from afar one calls to somebody
		return !p.leadsFrom(end) && end < len(p.words) && (p.timeAt(end) || p.timePhraseEnd(end) > end || p.words[end].lower == "yesterday")
	}
	return false
}

// phrasalVerbs are verbs whose object, a pronoun, stands before their particle, and those particles.
var phrasalVerbs = map[string]map[string]bool{
	"turn": setOf("off on down up"), "switch": setOf("off on"), "pick": setOf("up"), "put": setOf("on off away out"), "take": setOf("off out away"),
	"throw": setOf("away out"), "give": setOf("back up away"), "wake": setOf("up"), "write": setOf("down"), "call": setOf("off back"), "look": setOf("up"),
	"try": setOf("on"), "fill": setOf("in out"), "bring": setOf("back"), "hand": setOf("in out"), "work": setOf("out"), "find": setOf("out"),
	"set": setOf("up"), "clean": setOf("up"), "shut": setOf("down off"), "sort": setOf("out"), "carry": setOf("out"), "point": setOf("out"),
	"let": setOf("down"), "pay": setOf("back"), "send": setOf("back"), "tear": setOf("up"), "tidy": setOf("up"), "eat": setOf("up"),
	"wash": setOf("up"), "lock": setOf("up"), "cheer": setOf("up"), "show": setOf("off"), "cut": setOf("down"),
}

// lateParticle reports whether a pronoun stands after the particle of its verb: turn off it, picked up me.
func (a *Analysis) lateParticle(f *found) bool {
	p := a.parser
	i := f.main + 1
	if f.kind == relClause || f.fronted || f.governor == byBe && has(f.readings, verb.Participle) || i+1 >= len(p.words) || !phrasalVerbs[f.base][p.words[i].lower] {
		return false
	}
	if f.base == "turn" && !a.turnsMachine(f) {
		return false
	}
	switch p.words[i+1].lower {
	case "me", "him", "us", "you":
		return !(f.base == "turn" && p.words[i].lower == "on") && p.phraseEnds(i+2)
	case "it", "them":
		return p.objectEnds(i+2) && !(i+2 < len(p.words) && p.lex.is(p.words[i+2].lower, "determiner") && !p.timeAt(i+2)) && !p.verbAt(i+2) && !(i+2 < len(p.words) && p.lex.is(p.words[i+2].lower, "frequency") && p.verbAt(i+3))
	}
	return false
}

// machines are what one turns on, off, up or down.
var machines = setOf("radio tv television light lights lamp music computer phone heating heater oven fan engine machine tap alarm volume")

// turnsMachine reports whether "turn" with its particle is an order, or follows a machine: one turns off a road, too, and on an enemy.
func (a *Analysis) turnsMachine(f *found) bool {
	p := a.parser
	if f.order && f.main <= 1 || p.question && p.lex.is(p.words[0].lower, "modal") {
		return true
	}
	return slices.ContainsFunc(p.words[:f.main], func(w word) bool { return machines[w.lower] })
}

// servicedThings are verbs of what somebody has done by another.
var servicedThings = setOf("paint repair fix cut clean wash check test translate build mend service polish examine install dye")

// checkedThings are verbs of what one does oneself with the work of another, unless one wants it done.
var checkedThings = setOf("check test translate examine polish install")

// authored are things that "by" says who made.
var authored = setOf("book poem novel play article report theory drug toy toys claim song story painting portrait picture sculpture statue")

// workers are those by whom one has something done, beside persons in the tables.
var workers = setOf("professional expert company firm specialist technician stylist barber hairdresser optician notary agency builder painter translator")

// groomed is what a hairdresser cuts.
var groomed = setOf("hair nails beard")

// partsHaveDone reports whether have and its participle stand together where the object belongs between them, because another does it: have painted the
// house by a professional, cut my hair at the hairdresser's.
func (a *Analysis) partsHaveDone(f *found) bool {
	p := a.parser
	having := f.main > 0 && p.words[f.main-1].lower == "having"
	if f.governor != byHave && !having || !has(f.readings, verb.Participle) || !servicedThings[f.base] {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		if n.kind != nounPhrase || !n.determined || n.end+2 >= len(p.words) {
			return false
		}
		if p.words[n.end].lower == "by" {
			return !authored[p.words[n.head].lower] && !(f.finite && checkedThings[f.base]) && slices.ContainsFunc(p.nominals(n.end+1), func(by *nominal) bool {
				return by.kind == nounPhrase && by.determined && p.phraseEnds(by.end) && (p.isPerson(p.words[by.head]) || workers[p.words[by.head].lower])
			})
		}
		at := p.words[min(n.end+2, len(p.words)-1)].lower
		return possessives[p.words[n.start].lower] && p.words[n.end].lower == "at" && (at == "dry" || (workers[at] || at == "salon") && groomed[p.words[n.head].lower])
	})
}

// entrusted are things that one gives to somebody to mend, clean or cut. A book, a violin or a film may be by the one who made it.
var entrusted = setOf(`car bike bicycle motorbike motorcycle house flat apartment room kitchen bathroom bedroom roof wall walls hair nails beard eyes teeth computer laptop phone
	fridge machine boiler heating window windows door doors carpet carpets garden contract dress suit shoes watch camera television tv pool fence ceiling floor oven
	passport documents certificate sofa curtains garage`)

// doesByAnother reports whether a person does what "by" and another person says that this one does, where have and a participle are meant: we have to repair the
// car by a mechanic.
func (a *Analysis) doesByAnother(f *found) bool {
	p := a.parser
	if !servicedThings[f.base] || f.governor == byHave || f.governor == byBe && !has(f.readings, verb.Gerund) || f.kind == relClause {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		if n.kind != nounPhrase || !n.determined || !entrusted[p.words[n.head].lower] || !p.matches(n.end, []string{"by"}) {
			return false
		}
		return slices.ContainsFunc(p.nominals(n.end+1), func(by *nominal) bool {
			return by.kind == nounPhrase && by.determined && !p.words[by.head].owner && p.objectEnds(by.end) && (p.isPerson(p.words[by.head]) || workers[p.words[by.head].lower])
		})
	})
}
