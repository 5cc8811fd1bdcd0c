package sentence

import (
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Whether in, on or at stands before a place or a time hangs on the noun: in the kitchen, at the bus stop, on Monday. The table of places lists for each noun those that it goes with.
// Another one may be right after a word that asks for it (look at the kitchen, keen on the kitchen), and is odd elsewhere.

var thePlaces = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, record := range tables.Read("places", 2) {
		all[record[0]] = setOf(record[1])
	}
	return all
})

// hasOddPlace reports whether in, on or at stands before a noun that it does not go with: on the kitchen, at Monday.
func (a *Analysis) hasOddPlace() bool {
	for i := range a.parser.words {
		switch a.parser.words[i].lower {
		case "in", "on", "at":
			if a.isOddBefore(i) {
				return true
			}
		}
	}
	return false
}

// isOddBefore reports whether the preposition at word i goes with no noun after it, and no word before asks for it.
func (a *Analysis) isOddBefore(i int) bool {
	p := a.parser
	if i == len(p.words)-1 || p.words[i+1].punct {
		return false
	}
	if p.isOddTime(i) && !p.asksForTime(i) {
		return true
	}
	n := a.placeAt(i + 1)
	if n == nil || p.isCutShort(n) || p.governsPlace(i) && (!timeNouns()[p.words[n.head].lower] || p.asksForTime(i)) {
		return false
	}
	if thePlaces()[p.wordAt(n.end)][p.words[i].lower] { // the bathroom ceiling
		return false
	}
	known := p.placePrepositions(n)
	return known != nil && !known[p.words[i].lower]
}

// isCutShort reports whether n owns what follows, is a part of a text that is pointed at, or a date: the baker's shop, in the table below, on 3 May.
func (p *parser) isCutShort(n *nominal) bool {
	next, head := p.wordAt(n.end), p.words[n.head]
	switch {
	case head.owner, n.end < len(p.words) && p.words[n.end].joined && !p.words[n.end].punct:
		return true
	case next == "below", next == "above", next != "." && next != "," && isDigits(next):
		return true
	}
	return (months[head.lower]) && n.head > n.start
}

// placeAt returns the longest noun phrase at word i that no verb is a part of, or nil: the bus stop, but not the bus stops.
func (a *Analysis) placeAt(i int) *nominal {
	p := a.parser
	var best *nominal
	for _, n := range p.nominals(i) {
		if n.kind != nounPhrase || a.subjectAt(n) || best != nil && best.end >= n.end {
			continue
		}
		if !slices.ContainsFunc(a.Groups, func(g Group) bool { return n.start <= g.found.main && g.found.main < n.end }) && (n.end == i+1 || !p.opensAfterTime(n)) {
			best = n
		}
	}
	return best
}

// opensAfterTime reports whether a time ends n, so that its place ends before: the kitchen last night, the way home.
func (p *parser) opensAfterTime(n *nominal) bool {
	switch p.words[n.head].lower {
	case "last", "next", "today", "yesterday", "tomorrow", "tonight":
		return n.head > n.start
	case "home":
		if n.head > n.start+1 {
			return true
		}
	}
	for k := n.start + 1; k < n.head; k++ {
		switch w, before := p.words[k].lower, p.words[k-1].lower; w {
		case "last", "next", "this", "every":
			if !articles[before] && !possessives[before] {
				return true
			}
		case "yesterday", "today", "tomorrow", "tonight":
			return true
		}
	}
	return false
}

// placePrepositions returns those of in, on and at that go with the head of n, nil where it is not known.
func (p *parser) placePrepositions(n *nominal) map[string]bool {
	head := p.words[n.head].lower
	if !n.determined && n.start == n.head {
		if known := thePlaces()["+"+head]; known != nil {
			return known
		}
	}
	single := strings.TrimSuffix(head, "s")
	for _, form := range []string{head, p.lex.plural[head], single, strings.TrimSuffix(single, "e"), strings.TrimSuffix(single, "ie") + "y"} {
		if known := thePlaces()[form]; known != nil {
			return known
		}
	}
	return nil
}

// isOddTime reports whether an hour, a year, a date or a day follows a preposition at word i that it does not go with: on five, at 1960, in the 23rd, in Monday morning.
func (p *parser) isOddTime(i int) bool {
	preposition, next, after := p.words[i].lower, p.wordAt(i+1), p.wordAt(i+2)
	sets := theFaults().sets
	hour := isDigits(next) && len(next) < 3 || theTimes().numbers[next]
	switch {
	case sets["weekday"][next]:
		return preposition != "on" && after != "'s"
	case len(next) == 4 && isDigits(next) && (next[0] == '1' || next[:2] == "20"):
		return preposition != "in" && p.phraseEnds(i+2) && (preposition == "on" || after != "the")
	case hour && after == ":", hour && after == "o'clock", hour && (after == "am" || after == "pm"):
		return preposition != "at"
	case hour && preposition == "on" && !months[after], hour && preposition == "in" && manyHours[next] && !sharedOut[p.wordAt(i-1)]:
		return p.endsHour(i+2) && (preposition == "on" || !p.timeAt(i+2) && i+2 < len(p.words))
	case next == "here" && preposition == "at", next == "all" && preposition == "on" && p.wordAt(i+2) == ".":
		return true
	case next == "the" && after == "same" && p.wordAt(i+3) == "day":
		return preposition != "on"
	case next == "the" && sets["nth"][after] && isDigits(after[:1]):
		return preposition != "on" && p.phraseEnds(i+3)
	case next == "the" && preposition == "on" && dayParts[after]:
		return i+3 >= len(p.words) || p.words[i+3].punct || p.lex.is(p.words[i+3].lower, "coordinator")
	}
	return false
}

// asksForTime reports whether the word before the preposition at word i takes it before a time too: agree on Monday, a guess at the hour.
func (p *parser) asksForTime(i int) bool {
	return i > 0 && (timeAsked[p.words[i-1].lower] || p.readsAs(i-1, timeAsked))
}

var (
	timeAsked = setOf("agree decide depend insist settle count rely base look guess aim point believe interested interest trust bet book focus concentrate keen view opinion effect impact influence light stare glance")
	manyHours = setOf("four five six seven eight nine ten eleven twelve")
	sharedOut = setOf("one two three four nine cut divide divided split fold folded tear torn break broken out arranged stood stand walk once line")
)

// dayParts are the parts of a day in which something happens.
var dayParts = setOf("morning afternoon evening")

// endsHour reports whether an hour ends before word i: the text ends there, a clause, or a time follows.
func (p *parser) endsHour(i int) bool {
	return i >= len(p.words) || p.words[i].text == "." || p.words[i].text == "," || p.timeAt(i) || p.timePhraseEnd(i) > i || p.lex.is(p.words[i].lower, "coordinator", "subordinator")
}

// Words that ask for the preposition: verbs, with their particle for "on" and "in", adjectives and nouns.
var placeGovernors = map[string]map[string]bool{
	"at": setOf(`ace adept aim alarmed amazed amazement anger angry annoyed arrive astonished attack attempt awful bad bang bark better blush brilliant busy buy call chance change
		charge cheer chew claw clever clutch crack curse delight delighted direct disappointed disappointment disgusted eat effort estimate excel excellent expert fling frown
		furious gape gasp gaze genius giggle glance glare glimpse gnaw good grab great grin growl guess hammer happy hard hint hiss hit hopeless horrified hurl hurt joy jump
		keep kick knock land laugh level look lunge mad marvel nibble nod off outraged overjoyed peak peck peek peer pick pleased point poke price prod professional pull
		punch puzzled quick rage rejoice rush sad scoff scowl scratch scream sell shiver shocked shoot shot shout shudder sip skilled skillful slow smile snap snatch sneer
		sniff squint stab stare stop strike surprise surprised swear swing talk tap target terrible throw toss tug upset value wave wince wink wonder work worse worst yell`),
	"on": setOf(`act advert advertisement advice advise agree agreement ambush article assault attack attitude attitudes authorities ban banner base based bear bent bestow bet blame
		book border brief build call carry center centre cheat check cheer choose climb comment compliment concentrate concentration conditional confer congratulate consult
		contingent count course crawl cut dawn debate decide decision deliver depend dependence dependent discussion doubts down draw dust dwell easier easy effect elaborate
		embark emphasis essay exam examine expenditure experiment expert facts fall feed fingerprint flag focus foist frown gamble go gorge grow guide hang hard harder heavy
		hinge hooked ideas impact impose improve incumbent inflict influence information insight insights insist instruct intent invest judge jump keen keep knock label land
		lavish law laws lean lecture lesson lid limit limits logo march mark model money move name off operate opinion paint panel panels paper pass perspective picture pivot
		plaque policy poster pounce preach press pressure prey pride project question quiz raid reflect reliance reliant rely remark report research rest restriction ring
		ruling scratch set settle shine snack sold speak speech spend spy stain step sticker stuck study survey survive swear switch take talk tap tax teach tell test text
		thoughts tip tips touch tough tread try turn verge view views vote war waste work write writing`),
	"in": setOf(`absorbed advance advances aid assist bask bathe belief believe blend boom bring build cash certificate change changes clad classes clothed confide confidence
		confident course courses cover covered crack cut dabble deal decline decrease decreased degree degrees delight dent development differ difference differences diploma
		disappointed divide door drench dressed drop drown engage engaged engrossed exam exams excel experience expert expertise faith fall fallen fill fluency fluent fold
		gain gap give glory graduate growth hand help hole immersed implicated improvement increase increased indulge instruct instrumental interest interested interests
		invest investment investments involve involved join lack lacking leak lesson lessons let lose major master mistaken pain partake participate participation peak
		persevere persist plug pride proficient qualify reduction rejoice resemble result revel rich rise risen role rub share shift shortage skilled slump specialise
		specialist specialists specialize split stick succeed success suck surge surplus take teach tell trade train training trap trend trends trust tune turn type vary
		versed wallow window wrap`),
}

// governsPlace reports whether the word before the preposition at word i, or its verb with an object between, asks for it: look at the kitchen, spent the money on the kitchen.
func (p *parser) governsPlace(i int) bool {
	if i > 0 && p.words[i-1].text == "," { // it depends, of course, on the weather
		return true
	}
	asks := placeGovernors[p.words[i].lower]
	for k := i - 1; k >= 0 && k >= i-5 && !p.words[k].punct; k-- {
		w := p.words[k]
		near := k == i-1 || k == i-2 && (p.adverb(i-1) > 0 || p.wordAt(i-1) == "lot" || p.lex.is(p.words[i-1].lower, "object") || p.words[i-1].lower == "it")
		if w.named() || !near && !governsFar[p.words[i].lower][w.lower] && !p.readsAs(k, governsFar[p.words[i].lower]) {
			continue
		}
		if asks[w.lower] || p.readsAs(k, asks) || !near {
			return !p.readsAs(k, timeSpent) || !p.timeAt(k+1) // spent the night on the mountains
		}
	}
	return false
}

// timeSpent are verbs whose object a time may be.
var timeSpent = setOf("spend waste")

// governsFar are verbs with an object before the preposition that they ask for.
var governsFar = map[string]map[string]bool{
	"at": setOf("throw aim point fire shoot hurl fling toss look laugh smile stare shout"),
	"on": setOf("spend base waste lavish impose blame congratulate bet turn switch influence depend effect impact focus pressure advice information"),
	"in": setOf("invest involve interest increase decrease difference change rise fall drop"),
}

// readsAs reports whether word k can be a form of one of the verbs.
func (p *parser) readsAs(k int, verbs map[string]bool) bool {
	return slices.ContainsFunc(p.words[k].readings, func(r verb.Reading) bool { return verbs[r.Base] })
}
