package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A base form that is a noun or an adjective too stands after be where its participle is meant, or its -ing form: the office is clean by two
// students, the letters were print on both sides, the lift is not work. What is done to a thing, and by whom, tells it apart.

// doneByPerson reports whether "by" and a person stand after word i, which follows the be of f and says what that person does: are open by my boss. Close by
// somebody may be where the subject is.
func (a *Analysis) doneByPerson(f *found, i int) bool {
	p := a.parser
	if !p.matches(i+1, []string{"by"}) || !doneWithHands[p.words[i].lower] || p.words[i].lower == "close" && p.acts(f.subject) || a.predicts(f.subject) || p.timeAt(i+1) || p.timeAt(i+2) {
		return false
	}
	return slices.ContainsFunc(p.nominals(i+2), func(n *nominal) bool {
		owner := n.end < len(p.words) && clitics[p.words[n.end].lower]
		return (n.kind == nounPhrase || n.kind == coordinated) && !owner && p.phraseEnds(n.end) && (p.isPerson(p.words[n.head]) || agents[p.words[n.head].lower])
	})
}

// doneWithHands are verbs of what people do to things, which are adjectives or nouns of a thing too.
var doneWithHands = setOf("open clean close direct correct separate empty complete water conduct")

// doneAlone reports whether word i, after the be of f, is a noun, and a verb of what is done to a thing like the subject of f: three of the boxes were damage in
// the storm. No thing is what is done to it.
func (a *Analysis) doneAlone(f *found, i int) bool {
	p := a.parser
	n := f.subject
	if n.kind != nounPhrase || !n.determined || p.acts(n) || f.inverted || !(len(f.aux) > 1 || p.pastBe(f.aux[0]) || n.persons == p3pl || p.words[i].lower == "refund") || !p.thingOf(p.words[n.head].lower, doneToThings[p.words[i].lower]) {
		return false
	}
	if i+1 >= len(p.words) || p.words[i+1].punct || p.timeAt(i+1) || p.adverb(i+1) > 0 {
		return true
	}
	next := p.words[i+1].lower
	return p.lex.is(next, "preposition", "subordinator") && next != "of" && next != "for"
}

// surelyDone reports whether word i, after the be of f, is a noun of one act without its article, and a verb of what is done to things: the plane is delay, the lamp was
// switch off, the tool is use to open tins.
func (a *Analysis) surelyDone(f *found, i int) bool {
	p := a.parser
	n := f.subject
	if f.inverted || !p.couldBeVerb(i) || p.acts(n) || a.predicts(n) || n.kind != nounPhrase || !n.determined || p.lex.nouns["collective"][p.words[n.head].lower] || abstract[p.words[n.head].lower] {
		return false
	}
	w, next := p.words[i].lower, p.wordAt(i+1)
	switch w {
	case "use":
		return next == "to" && p.couldBeVerb(i+2)
	case "switch", "turn":
		return next == "off" || next == "on" && p.phraseEnds(i+2) || next == "down"
	case "throw":
		return next == "away" || next == "out"
	}
	return onlyDone[w] && next != "of" && next != "to" && (next != "for" || w == "pay") && (p.phraseEnds(i+1) || p.adverb(i+1) > 0 || p.timeAt(i+1))
}

// onlyDone are nouns of one act, and verbs of what is done to things, which do not do it by themselves; abstract are what one may say is delay or theft.
var (
	onlyDone = setOf("steal hold refuse lock blame limit crack delay flood sign pay rent launch cancel weave")
	abstract = setOf("reason cause problem result answer issue aim goal option choice solution key word step point idea thing part consequence effect trouble danger risk fear question excuse plan advice")
)

// thingOf reports whether a noun, in either number, is one of the things.
func (p *parser) thingOf(noun string, things map[string]bool) bool {
	return things[noun] || things[p.lex.plural[noun]] || things[strings.TrimSuffix(noun, "s")] || things[strings.TrimSuffix(noun, "es")]
}

// doneToThings are things by the verb of what is done to them, which is a noun too.
var doneToThings = map[string]map[string]bool{
	"damage":  setOf("house box car painting building roof road bridge boat window tree field church ship book wall computer door"),
	"repair":  setOf("bridge road car roof house machine watch clock window bike bicycle computer boat wall engine door"),
	"move":    setOf("meeting match game concert lesson exam class wedding party date"),
	"design":  setOf("cathedral church house bridge building museum palace garden dress park tower stadium car castle"),
	"print":   setOf("document book letter ticket photo magazine form newspaper page poster"),
	"paint":   setOf("house wall window door fence room kitchen ceiling building church boat picture portrait"),
	"pay":     setOf("bill rent fine tax ticket invoice debt fee"),
	"drink":   setOf("wine beer coffee tea milk water juice"),
	"shoot":   setOf("film movie scene series video"),
	"cook":    setOf("food rice potato meat fish chicken vegetable soup egg bean pasta"),
	"change":  setOf("date password address lock sheet tyre battery"),
	"capture": setOf("castle city fort town ship"),
	"attack":  setOf("castle city fort town ship village"),
	"order":   setOf("pizza taxi book part"),
	"post":    setOf("letter parcel package card"),
	"plant":   setOf("tree rose tomato potato onion flower"),
	"pick":    setOf("apple pear orange cherry grape olive strawberry flower cotton tomato"),
	"refund":  setOf("money ticket deposit fee"),
	"wash":    setOf("shirt jeans trousers clothes uniform curtain sock jumper blanket dish plate sheet towel car window"),
	"iron":    setOf("shirt trousers clothes uniform dress"),
	"sign":    setOf("letter contract document form paper"),
	"check":   setOf("ticket passport bag"),
	"park":    setOf("car bus lorry truck bike"),
	"load":    setOf("box lorry truck ship"),
	"stack":   setOf("plate box chair book"),
	"record":  setOf("song album call"),
	"water":   setOf("flower plant tomato rose"),
}

// machineWork reports whether word i, after the be of f, is "work", which a machine does: the heating was not work, neither of the lifts is work. A system is work
// in progress.
func (a *Analysis) machineWork(f *found, i int) bool {
	p := a.parser
	n := f.subject
	if n.kind == nounPhrase && p.words[n.head].lower == "air" && !p.matches(n.end, []string{"conditioning"}) {
		return false
	}
	if p.words[i].lower != "work" || len(f.aux) != 1 || f.inverted || n.kind != nounPhrase || !n.determined || !p.thingOf(p.words[n.head].lower, workingThings) {
		return false
	}
	first := p.words[n.start].lower
	if p.lex.is(first, "indefinite") && p.wordAt(n.start+1) != "of" || first == "a" || first == "an" {
		return false
	}
	switch p.wordAt(i + 1) {
	case "but", "of":
		return false
	case "in":
		return f.not == i-1
	}
	return p.phraseEnds(i+1) || p.adverb(i+1) > 0 || p.timeAt(i+1)
}

// workingThings are things that work or do not.
var workingThings = setOf(`machine lift elevator heating air phone mobile telephone computer laptop printer internet wifi system light lamp clock alarm brake engine
	microphone website app camera television tv radio fridge oven washer dishwasher heater toilet shower tap lock bell doorbell key button battery charger
	scanner screen keyboard mouse projector car bike motorbike fan boiler link password card remote`)

// changesItself reports whether f says with be and a base form that a thing boils or burns, which may be going on or be over: the water is boil. Beside while it
// is going on.
func (a *Analysis) changesItself(f *found) bool {
	p := a.parser
	return changing[f.base] && has(f.readings, verb.Base) && len(f.aux) == 1 && !p.pastBe(f.aux[0]) && !p.acts(f.subject)
}

// changing are verbs of what happens to a thing by itself, or by somebody.
var changing = setOf("boil cook melt freeze burn grow bake fry roast dry simmer thaw defrost rise")
