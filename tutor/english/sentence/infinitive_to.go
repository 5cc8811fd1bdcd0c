package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// "To" before an -ing form is right only where it is a preposition (used to driving, a key to winning, from cooking to cleaning). Where the words before
// it leave nothing but an infinitive, the -ing form is wrong: how to cooking, the last to leaving, saw a lawyer to asking for advice.

// prepositionTo are nouns, adjectives and adverbs whose own "to" may have an -ing form after it.
var prepositionTo = setOf(`used accustomed unaccustomed close near next nearer closer similar equal identical related essential vital critical crucial central key integral fundamental
	important necessary useful indispensable helpful new open subject due opposed committed dedicated devoted addicted resigned averse allergic preferable superior inferior prior
	comparable limited restricted confined immune blind partial prone indifferent hostile relevant conducive equivalent akin tantamount attached beneficial detrimental harmful unrelated
	parallel contrary opposite sensitive vulnerable receptive reconciled sympathetic common geared given down back round around forward over according thanks regard respect view addition
	contrast relation reference road route path step steps guide approach alternative alternatives answer solution response reaction attitude aversion addiction introduction contribution
	objection objections opposition resistance commitment dedication devotion obstacle obstacles barrier barriers limit limits threat danger dangers damage risk benefit benefits advantage
	advantages downside upside drawback drawbacks secret trick art shortcut gateway prelude tribute exception preference aid attention access clue hint love hatred liking dislike end stop start
	beginning return switch move shift difference change changes allergy attachment openness stranger assistance entrance entry on up`)

// objectTo are words that may go with a "to" and an -ing form later in the clause: prefer walking to taking the bus, devote one's life to helping, from hating to loving.
var objectTo = setOf(`prefer compare devote dedicate commit limit restrict confine reduce apply introduce treat subject condemn sentence convert donate give extend add attribute owe equate link
	connect relate turn switch put set bring lend drive tie attach direct assign ascribe credit allot allocate sacrifice resign reconcile adapt adjust lose raise open close leave expose return shift
	from between compared used accustomed committed devoted dedicated opposed addicted key close closer`)

// infinitiveAskers are verbs right after which "to" is no preposition.
var infinitiveAskers = setOf(`help dare vote bear volunteer claim demand beg wait decline seek prove undertake vow yearn long pledge opt endeavor endeavour strive resolve care dread begin start continue forget remember try manage fail refuse promise pretend seem appear tend happen hesitate afford attempt expect intend wish choose offer threaten
	regret struggle aim deserve desire neglect arrange want need hope decide learn plan like love hate use`)

// infinitiveAdjectives are adjectives and participles whose "to" is an infinitive's.
var infinitiveAdjectives = setOf(`easy hard difficult impossible possible tough nice good bad great lovely pleasant wonderful sad happy glad sorry pleased delighted surprised amazed
	shocked astonished ready eager willing unwilling keen likely unlikely sure certain free welcome anxious determined reluctant careful afraid lucky able
	unable safe dangerous cheap expensive silly stupid foolish wise rude clever crazy mad brave proud ashamed relieved excited impatient inclined bound fit
	better best disappointed thrilled honored honoured supposed scared told asked allowed invited forced ordered encouraged advised persuaded reminded
	warned taught expected meant required obliged permitted forbidden requested urged prepared known believed fun way useful useless healthy unhealthy
	interesting boring exciting strange odd funny polite kind wrong right fair unfair cheaper easier harder safer simple tricky advisable usual normal rare
	terrible horrible unpleasant illegal legal pointless tempting set`)

// adjectivesOfBoth are adjectives whose "to" may be a preposition too: essential to know, essential to winning.
var adjectivesOfBoth = setOf("due common essential vital crucial helpful")

// infinitiveNouns are nouns whose "to" is an infinitive's.
var infinitiveNouns = setOf(`chance opportunity permission ability decision desire wish attempt freedom courage strength energy willingness tendency refusal failure need intention
	promise time right duty reason plan ambition power effort offer request order obligation determination excuse ones`)

// infinitiveTo reports whether the "to" at word i, with an -ing form after it, can be no preposition.
func (a *Analysis) infinitiveTo(i int) bool {
	p := a.parser
	w := p.words[i+1]
	if w.punct || w.capital || w.guessed || w.respelled || p.gapBefore(i+1) || len(w.form(verb.Gerund)) == 0 || has(w.readings, verb.Base) {
		return false
	}
	if g := a.groupAt(i + 1); g != nil && (g.found.finite || g.Judgment.Verdict == Wrong) {
		return false
	}
	before, second := p.words[i-1].lower, ""
	if i > 1 {
		second = p.words[i-2].lower
	}
	switch before {
	case "how":
		return second != "and" // where, and how, to living things
	case "order":
		return second == "in"
	case "as":
		return second == "so"
	}
	if pairedWith[w.lower][p.wordAt(i+2)] || prepositionTo[before] {
		return false
	}
	if p.infinitiveNounAt(i) || a.verbAsksTo(i) {
		return true
	}
	if !p.actsAsVerb(i + 1) {
		return false
	}
	switch before {
	case "what", "where", "when", "which", "whom", "who", "whether":
		return true
	case "about":
		return i > 1 && (p.isBeWord(i-2) || i > 2 && p.adverb(i-2) > 0 && p.isBeWord(i-3))
	case "yet":
		return p.lex.is(second, "have")
	case "enough":
		return !prepositionTo[second]
	case "out":
		g := a.groupAt(i - 2)
		return g != nil && g.Verb == "turn"
	case "first", "last":
		return second == "the"
	case "one":
		return second == "only" || second == "never"
	}
	if infinitiveAdjectives[before] && !(i > 1 && p.lex.is(second, "determiner")) {
		return true
	}
	return a.someoneAskedTo(i) || p.forSomeoneTo(i) || a.itTakesTo(i) || a.nounAsksTo(i) || a.doneFor(i) || p.tooMuchTo(i) || a.joinsInfinitive(i)
}

// gerundMayBeInfinitive reports whether an -ing form with its object or its place follows a "to" that no word before it takes as a preposition, so that an infinitive is meant: keeps a dog
// to guarding the house, moved in to saving money. It is not certain where the clause begins.
func (a *Analysis) gerundMayBeInfinitive() bool {
	p := a.parser
	for i := 2; i+2 < len(p.words); i++ {
		w, before := p.words[i+1], p.words[i-1]
		if p.words[i].lower != "to" || before.punct || w.punct || w.capital || w.guessed || p.gapBefore(i+1) || len(w.form(verb.Gerund)) == 0 || has(w.readings, verb.Base) || prepositionTo[before.lower] || a.wrongAt(i+1) {
			continue
		}
		if !p.objectAt(i+2) && !p.lex.is(p.words[i+2].lower, "determiner", "object") && !(p.lex.is(p.words[i+2].lower, "preposition") && p.noNoun(i+1)) || pairedWith[w.lower][p.wordAt(i+2)] {
			continue
		}
		preposition := func(w word) bool {
			return objectTo[w.lower] || prepositionTo[w.lower] && w.lower != "the" || slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return objectTo[r.Base] || takesTo[r.Base] || agreesTo[r.Base] })
		}
		switch before.lower {
		case "more", "less", "much", "most", "no", "yes", "it", "little":
			continue
		}
		if !slices.ContainsFunc(p.words[:i], preposition) {
			return true
		}
	}
	return false
}

// agreesTo are verbs of saying yes or no to doing something.
var agreesTo = setOf("object admit confess consent agree react resort stoop amount swear testify say come get go look run")

// opensWithGerund reports whether the sentence opens with "to" and an -ing form that has an object: to making gazpacho you need tomatoes.
func (a *Analysis) opensWithGerund() bool {
	p := a.parser
	w := p.words[1]
	if w.punct || w.capital || len(w.form(verb.Gerund)) == 0 || has(w.readings, verb.Base) || !p.gerundGoesOn(1) {
		return false
	}
	g := a.groupAt(1)
	return g == nil || !g.found.finite && g.Judgment.Verdict != Wrong
}

// infinitiveNounAt reports whether a noun that goes with an infinitive alone stands right before the "to" at word i: the chance to speaking English.
func (p *parser) infinitiveNounAt(i int) bool {
	return infinitiveNouns[p.words[i-1].lower] && !p.prepositionBefore(i)
}

// tooMuchTo reports whether "too" and an adjective stand before the "to" at word i in its clause: too hot to cooking, too good at maths to failing the exam.
func (p *parser) tooMuchTo(i int) bool {
	for k := i - 2; k >= 0 && k > i-7 && !p.words[k].punct && !p.lex.is(p.words[k].lower, "coordinator"); k-- {
		if p.words[k].lower == "too" && p.lex.is(p.words[k+1].lower, "adjective") {
			return !prepositionTo[p.words[k+1].lower]
		}
	}
	return false
}

// joinsInfinitive reports whether "and" or "or" joins the "to" at word i to an infinitive before it: to help you and to giving you advice.
func (a *Analysis) joinsInfinitive(i int) bool {
	p := a.parser
	k := i - 1
	if p.words[k].lower == "also" {
		k--
	}
	if k < 1 || p.words[k].lower != "and" && p.words[k].lower != "or" && p.words[k].lower != "but" || p.prepositionBefore(i) {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return !g.found.finite && g.found.to >= 0 && g.found.main < k && has(g.found.readings, verb.Base)
	})
}

// actsAsVerb reports whether the -ing form at word i is rather a verb than a noun, or an adjective of the noun after it: buying some bread, being late,
// laughing, but not shopping, growing children.
func (p *parser) actsAsVerb(i int) bool {
	w := p.words[i].lower
	if p.gerundGoesOn(i) {
		return true
	}
	base := p.words[i].form(verb.Gerund)[0].Base
	if base == "be" || base == "have" || base == "get" || base == "do" || base == "become" || base == "say" {
		return true
	}
	if gerundNouns[w] && !p.phraseEnds(i+1) || p.lex.nouns["mass"][w] && w != "reading" && w != "cooking" && w != "learning" || w == "building" || w == "meeting" || w == "feeling" || w == "painting" {
		return false
	}
	return p.phraseEnds(i+1) || p.lex.is(p.words[i+1].lower, "preposition", "particle", "place-adverb", "question") || p.adverb(i+1) > 0 && !p.lex.is(p.words[i+1].lower, "adjective")
}

// prepositionBefore reports whether a word whose "to" may be a preposition stands before word i in its clause.
func (p *parser) prepositionBefore(i int) bool {
	for k := i - 1; k >= 0 && p.words[k].text != ";"; k-- {
		if objectTo[p.words[k].lower] || slices.ContainsFunc(p.words[k].readings, func(r verb.Reading) bool { return objectTo[r.Base] }) {
			return true
		}
	}
	return false
}

// verbAsksTo reports whether a verb that takes an infinitive stands right before the "to" at word i: started to crying, did you use to having a dog. What somebody
// stops, comes or goes to do has an object.
func (a *Analysis) verbAsksTo(i int) bool {
	p := a.parser
	g := a.groupAt(i - 1)
	if g == nil || g.found.governor == byBe && !has(g.found.readings, verb.Gerund) {
		return false
	}
	switch g.Verb {
	case "use":
		return p.words[i-1].lower != "used"
	case "stop":
		return p.objectAt(i+2) && g.found.subject != nil
	case "come", "go":
		return p.objectAt(i+2) && g.found.finite && g.found.subject != nil && p.acts(g.found.subject) && !slices.ContainsFunc(p.words[:i], func(w word) bool { return w.lower == "from" })
	}
	return infinitiveAskers[g.Verb]
}

// someoneAskedTo reports whether the "to" at word i follows the object of a verb that takes an infinitive after it: want my children to growing up, taught us how.
func (a *Analysis) someoneAskedTo(i int) bool {
	p := a.parser
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		if f.end >= i || i-f.end > 6 || f.governor == byBe && !has(f.readings, verb.Gerund) {
			return false
		}
		if !p.lex.is(g.Verb, "to-object") && !objectAskers[g.Verb] {
			return false
		}
		return slices.ContainsFunc(p.nominals(f.end), func(n *nominal) bool {
			return n.end == i && !prepositionTo[p.words[n.head].lower] && (n.kind != nounPhrase || p.isPerson(p.words[n.head]) || g.Verb != "help" && g.Verb != "teach" && g.Verb != "need" && n.determined)
		}) || f.end == i-1 && (p.lex.is(p.words[i-1].lower, "object") || p.words[i-1].lower == "you" || p.words[i-1].lower == "it" || p.words[i-1].lower == "that")
	})
}

// objectAskers are verbs that take an object and an infinitive, beside those of the tables.
var objectAskers = setOf("need expect consider know believe cause enable permit require request urge beg instruct challenge convince inspire motivate get recommend wish")

// forSomeoneTo reports whether "for" and somebody stand before the "to" at word i: easy for children to learning, too heavy for me to lifting.
func (p *parser) forSomeoneTo(i int) bool {
	for k := i - 2; k >= 0 && k >= i-4; k-- {
		if p.words[k].lower != "for" {
			continue
		}
		return k == i-2 && (p.lex.is(p.words[i-1].lower, "object") || p.words[i-1].lower == "you") ||
			slices.ContainsFunc(p.nominals(k+1), func(n *nominal) bool {
				return n.end == i && (p.isSomebody(n) || n.kind == nounPhrase && (p.isPerson(p.words[n.head]) || p.lex.nouns["collective"][p.words[n.head].lower]))
			}) && !p.prepositionBefore(k)
	}
	return false
}

// itTakesTo reports whether "it" is the subject of a verb of time, money or feeling before the "to" at word i: it took me a year to getting used to it, it cost me my
// job to telling the truth, it makes me tired to listening to him.
func (a *Analysis) itTakesTo(i int) bool {
	p := a.parser
	g := a.verbBefore(i)
	if g == nil || g.found.subject == nil || p.words[g.found.subject.head].lower != "it" || p.prepositionBefore(i) || slices.ContainsFunc(p.words[g.found.end:i], func(w word) bool { return w.punct }) {
		return false
	}
	switch g.Verb {
	case "take", "cost":
		return true
	case "make":
		return p.lex.is(p.words[i-1].lower, "adjective") || adjectival(p.words[i-1].lower)
	}
	return false
}

// nounAsksTo reports whether a noun, or a word for a thing, that an infinitive goes with stands before the "to" at word i: a way to making paint, nothing to eating, enough
// money to buying it, a train to catching.
func (a *Analysis) nounAsksTo(i int) bool {
	p := a.parser
	before := p.words[i-1].lower
	if i < 2 {
		return false
	}
	second := p.words[i-2].lower
	g := a.verbBefore(i)
	if g == nil {
		return false
	}
	existential := g.found.subject != nil && g.found.subject.kind == existential
	switch before {
	case "something", "anything", "nothing", "someone", "somebody", "anyone", "anybody", "everything", "things", "lot":
		return g.Verb != "be" && !existential && p.words[i+1].lower != "being"
	}
	switch {
	case p.prepositionBefore(i):
		return false
	case second == "enough":
		return true
	case before == "way" || before == "ways":
		return second == "a" || second == "another" || second == "only" || second == "no" || p.lex.is(second, "adjective")
	case second == "first" || second == "last" || second == "only" || second == "second" || second == "next":
		return p.isPerson(p.words[i-1])
	}
	if g.found.main < i-6 || !g.found.finite || g.Verb != "have" && g.Verb != "need" {
		return false
	}
	return slices.ContainsFunc(p.nominals(g.found.end), func(n *nominal) bool { return n.end == i && n.kind == nounPhrase })
}

// doneFor reports whether the -ing form after the "to" at word i has an object and says what somebody did the thing before it for: saw a doctor to getting help, went to the
// market to buying some fruit.
func (a *Analysis) doneFor(i int) bool {
	p := a.parser
	if !p.gerundGoesOn(i+1) || p.prepositionBefore(i) {
		return false
	}
	g := a.verbBefore(i)
	if g == nil || !purposeful[g.Verb] || g.found.subject != nil && !p.acts(g.found.subject) || g.found.governor == byBe && !has(g.found.readings, verb.Gerund) {
		return false
	}
	return g.found.end < i && !slices.ContainsFunc(p.words[g.found.end:i], func(w word) bool { return w.punct || p.lex.is(w.lower, "relative", "subordinator") })
}

// gerundGoesOn reports whether an object, or what makes one of a preposition, follows the -ing form at word i: setting up a company, closing her account,
// asking for advice.
func (p *parser) gerundGoesOn(i int) bool {
	if p.lex.is(p.wordAt(i+1), "particle") {
		i++
	}
	switch next := p.wordAt(i + 1); next {
	case "for", "at", "about", "that", "if":
		return true
	default:
		return p.objectAt(i+1) || articles[next] || possessives[next]
	}
}

// purposeful are verbs of what people do for something, whose own "to" begins no act.
var purposeful = setOf(`see buy save watch call phone visit meet cook wait stand sit rise hide go come move travel drive fly run walk hurry rush work study hire sell build earn borrow climb finish
	stay read write make pay hear risk use take let send quit search practice practise organize organise get wake bake translate shout ask risk`)

// maybeInfinitive reports whether "to" and an -ing form that has an object, or can hardly be a noun, stand where nothing has its own "to", or after stop and go, so that an infinitive may
// be meant: stopped to resting, made a cake to celebrating it.
func (a *Analysis) maybeInfinitive() bool {
	p := a.parser
	for i := range p.words {
		if p.words[i].lower != "to" || i+1 >= len(p.words) || i > 0 && prepositionTo[p.words[i-1].lower] || a.wrongAt(i+1) {
			continue
		}
		w := p.words[i+1]
		if w.punct || w.capital || len(w.form(verb.Gerund)) == 0 || has(w.readings, verb.Base) || !p.actsAsVerb(i+1) || gerundNouns[w.lower] {
			continue
		}
		if i == 0 {
			return true
		}
		if g := a.groupAt(i - 1); g != nil {
			if g.Verb == "stop" || g.Verb == "go" && g.found.subject != nil && p.acts(g.found.subject) || g.Verb == "write" || g.Verb == "call" || g.Verb == "phone" {
				return true
			}
			continue
		}
		if p.prepositionBefore(i) {
			continue
		}
		if g := a.verbBefore(i); p.gerundGoesOn(i+1) && g != nil && purposeful[g.Verb] && g.found.subject != nil && p.acts(g.found.subject) {
			return true
		}
	}
	return false
}
