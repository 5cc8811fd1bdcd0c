package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// In some places English has nothing but "to" and a verb: is going to rain, will be able to help, it was kind of you to come, whether to go, the last
// to leave. Learners leave out the "to" there: is going rain, will be able help. A noun without a determiner cannot stand in these places, so that even
// a base form that is a noun too must be the verb.

// asksInfinitive reports whether the base form at word i stands in such a place.
func (a *Analysis) asksInfinitive(i int, g *Group) bool {
	return a.goingBase(i) || a.ableBase(i) || a.turnedBase(i) || a.weatherBase(i) || a.personBase(i, g) || a.whetherBase(i) || a.lastBase(i) || a.nothingBase(i) || a.deniedDuty(i) ||
		a.relativeWant(i) || a.wantedBase(i, g) || a.toldBase(i, g) || a.usedHave(i) || a.usedFor(i) || a.goesOnBecome(i) || a.stopsToBuy(i) ||
		a.rightBase(i, g) || a.easyDo(i) || a.readyBase(i) || a.purposeOfMotion(i, g) || a.deniedNeed(i) || a.wantBe(i) || a.comingDuty(i) && a.groupAt(i-1) != nil
}

// goingBase reports whether the base form at word i follows "be going": is going study law. How one goes is no such form (going live, going home),
// nor is the first half of a sport (going rock climbing) or of a pair (going door to door).
func (a *Analysis) goingBase(i int) bool {
	p := a.parser
	g := a.groupAt(i - 1)
	if g == nil || g.Verb != "go" || p.words[i-1].lower != "going" || g.found.governor != byBe && g.found.governor != byBeOr {
		return false
	}
	w := p.words[i].lower
	if waysToGo[w] || p.lex.is(w, "adjective", "adverb", "preposition") || verb.IsAlsoAdjective(w) || p.lex.chieflyNoun(w) && !weather[w] {
		return false
	}
	if i+1 < len(p.words) && (len(p.words[i+1].form(verb.Gerund)) > 0 || p.words[i+1].lower == "or") {
		return w == "be" || startable[w]
	}
	return i+2 >= len(p.words) || p.words[i+2].lower != w
}

var (
	// startable are verbs that an -ing form follows: going try skiing.
	startable = setOf("try stop start begin keep enjoy avoid finish")
	// waysToGo say how or where one goes, though they are verbs too.
	waysToGo = setOf("home bust solo freelance bang pop boom crash snap click west part head beep double public bankrupt halves")
)

// ableBase reports whether the base form at word i follows "able" or "unable" after a copula: will be able drive, not being able sleep.
func (a *Analysis) ableBase(i int) bool {
	p := a.parser
	if w := p.words[i-1].lower; w != "able" && w != "unable" || p.lex.chieflyNoun(p.words[i].lower) {
		return false
	}
	k := i - 2
	for k > 0 && (p.adverb(k) > 0 || p.isNegation(k)) {
		k--
	}
	w := p.words[k].lower
	if opensCondition[p.words[0].lower] && !slices.ContainsFunc(p.words[i:], func(w word) bool { return w.text == "," }) {
		return false // when you feel able call me
	}
	return p.isBeWord(k) || w == "'s" || w == "'m" || w == "'re" || w == "feel" || w == "felt" || w == "seem" || w == "seems" || w == "seemed"
}

// turnedBase reports whether "be" at word i follows a finite verb that says how something seems: turned out be, happened be, seems be.
func (a *Analysis) turnedBase(i int) bool {
	p := a.parser
	if p.words[i].lower != "be" {
		return false
	}
	if opensCondition[p.words[0].lower] || strings.HasSuffix(p.words[0].lower, "ever") { // if it happens be careful
		return false
	}
	if p.words[i-1].lower == "out" {
		w := p.words[i-2].lower
		return w == "turn" || w == "turns" || w == "turned"
	}
	switch p.words[i-1].lower {
	case "happened", "happens", "seems", "seemed", "appears", "appeared", "proved", "tends", "tended", "pretended", "claimed", "claims":
		return !p.lex.is(p.words[i-2].lower, "be", "have")
	}
	return false
}

// weatherBase reports whether rain or snow, at word i, is what "it" begins to do: it began snow.
func (a *Analysis) weatherBase(i int) bool {
	p := a.parser
	if !weather[p.words[i].lower] || !p.phraseEnds(i+1) {
		return false
	}
	g := a.groupAt(i - 1)
	return g != nil && (g.Verb == "begin" || g.Verb == "start" || g.Verb == "continue") && g.found.subject != nil && p.words[g.found.subject.head].lower == "it" && g.found.subject.end-g.found.subject.start == 1
}

// personBase reports whether the base form at word i says what the person named right before it, after "for", "of" or "take", does: it is for us decide,
// kind of you help me, how long did it take you learn it. That of a person who is named in a clause about the subject is no such one: those who care
// for me live far away.
func (a *Analysis) personBase(i int, g *Group) bool {
	p := a.parser
	w, before := p.words[i-1].lower, p.words[i-2].lower
	if !p.lex.is(w, "object") && w != "you" || w == "it" || w == "her" || !p.shownAlone(i) && !(before == "of" && askedActs[p.words[i].lower] && p.actEnds(i+1)) {
		return false
	}
	if g != nil && g.found.finite && (g.found.subject == nil || g.found.subject.start != i-1) {
		return false
	}
	if opensCondition[p.words[0].lower] || i < 3 {
		return before == "for" && i == 2
	}
	first := a.verbBefore(i - 1)
	switch before {
	case "of":
		return kindOf[p.words[i-3].lower] && first != nil && first.Verb == "be"
	case "for":
		return first != nil && first.Verb == "be" && first.found.finite && first.found.subject != nil && p.words[first.found.subject.head].lower == "it" &&
			(first.found.end == i-2 || p.lex.is(p.words[i-3].lower, "adjective") || infinitiveAdjectives[p.words[i-3].lower] || p.words[i-3].lower == "time")
	}
	return first != nil && first.Verb == "take" && first.found.main == i-2 && first.found.subject != nil && p.words[first.found.subject.head].lower == "it"
}

// kindOf are adjectives that judge a person by an act.
var kindOf = setOf("kind nice good sweet clever brave stupid silly rude wrong generous thoughtful foolish careless polite wise lovely mean selfish")

// whetherBase reports whether the base form at word i follows "whether": can't decide whether go or stay.
func (a *Analysis) whetherBase(i int) bool {
	p := a.parser
	return p.words[i-1].lower == "whether" && p.shownAlone(i) && !(p.words[i].lower == "come" && weather[p.wordAt(i+1)])
}

// lastBase reports whether the base form at word i follows the first, the last or the only one that somebody was: was the last leave the ship.
func (a *Analysis) lastBase(i int) bool {
	p := a.parser
	if !p.shownAlone(i) && (!p.objectAt(i+1) || p.words[i+1].lower == "that" || timeNouns()[p.words[i].lower]) || has(p.words[i].readings, verb.Past) || p.lex.is(p.words[i].lower, "adjective") || verb.IsAlsoAdjective(p.words[i].lower) {
		return false
	}
	k := i - 1
	if w := p.words[k].lower; w == "one" || w == "person" || w == "man" || w == "woman" || w == "girl" || w == "boy" || w == "student" {
		k--
	}
	switch p.words[k].lower {
	case "first", "last", "second", "third", "next":
	case "only":
		if k == i-1 {
			return false
		}
	default:
		return false
	}
	if k < 2 || p.words[k-1].lower != "the" {
		return false
	}
	g := a.verbBefore(k)
	return g != nil && g.Verb == "be" && (g.found.end == k-1 || g.found.main == k-2) && g.found.finite && !p.verbAt(k-1)
}

// nothingBase reports whether the base form at word i, with no object of its own, says what is to be done with something, anything or nothing: there is
// nothing buy here, I've nothing wear. What happens to the thing needs no "to" after have: have something happen.
func (a *Analysis) nothingBase(i int) bool {
	p := a.parser
	switch p.words[i-1].lower {
	case "something", "anything", "nothing":
	default:
		return false
	}
	if !doneWith[p.words[i].lower] || !p.phraseEnds(i+1) || p.objectAt(i+1) {
		return false
	}
	if p.words[i-2].lower == "without" {
		return true
	}
	g := a.verbBefore(i - 1)
	if g == nil {
		return false
	}
	switch g.Verb {
	case "have", "want", "need", "bring", "buy", "get", "find":
		return g.found.end == i-1
	case "be":
		return g.found.subject != nil && g.found.subject.kind == existential || p.words[i-2].lower == "there" || g.found.main > 0 && p.words[g.found.main-1].lower == "there"
	}
	return false
}

// doneWith are verbs of what is done with a thing.
var doneWith = setOf("eat drink wear say buy write learn tell give bring add sell cook lose do")

// readDeniedDuty parts a base form from a denied do and have, after which no participle can stand: you don't have get up. A question, or one that says
// "yet", may ask for the perfect: do you have see my keys? I don't have eat yet.
func (a *Analysis) readDeniedDuty() {
	p := a.parser
	for i := range a.Groups {
		f := a.Groups[i].found
		n := len(f.aux)
		if n < 2 || f.not < 0 || f.inverted || a.parser.saysYet() || f.governor != byHave || f.main == f.aux[n-1] || !p.lex.is(p.words[f.aux[0]].lower, "do") || p.words[f.aux[n-1]].lower != "have" || !has(f.readings, verb.Base) || f.main != f.aux[n-1]+1 {
			continue
		}
		v := *f.verbal
		last := f.aux[n-1]
		v.main, v.end, v.base, v.readings, v.fault = last, last+1, "have", nil, noFault
		f.verbal = &v
		a.Groups[i] = a.group(f)
	}
}

// deniedDuty reports whether the base form at word i follows do and have: we didn't have wait long. After these a noun without a determiner is no
// countable act.
func (a *Analysis) deniedDuty(i int) bool {
	p := a.parser
	g := a.groupAt(i - 1)
	if g == nil || g.Verb != "have" || len(g.found.aux) == 0 || g.found.not < 0 || g.found.inverted || p.saysYet() || !p.lex.is(p.words[g.found.aux[0]].lower, "do") || p.words[i-1].lower != "have" {
		return false
	}
	w := p.words[i].lower
	return w == "be" || w == "do" || p.shownAlone(i) || slices.Contains([]string{"wait", "pay", "hurry", "worry"}, w) && p.phraseEnds(i+1)
}

// saysYet reports whether the sentence has yet, already, ever or never, with which a perfect may be meant.
func (p *parser) saysYet() bool {
	return slices.ContainsFunc(p.words, func(w word) bool {
		return w.lower == "yet" || w.lower == "already" || w.lower == "ever" || w.lower == "never"
	})
}

// shownAlone reports whether the base form at word i is no noun by the tables, or has an object of its own.
func (p *parser) shownAlone(i int) bool {
	w := p.words[i].lower
	if p.wordAt(i+1) == "of" { // the first build of the app
		return false
	}
	return p.noNoun(i) || p.objectAt(i+1) && !p.lex.nouns["mass"][w] && !p.lex.chieflyNoun(w) && !timeNouns()[w] && p.words[i+1].lower != "that"
}
