package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// One waits for a person, listens to music and thinks of a friend. Which preposition a verb takes, and that it takes one, only lists can tell; where
// the words after the verb may be a time or belong to another verb, nothing is said.

// lacksPreposition reports whether what f takes with a preposition follows it without one: waited him for an hour, listens her parents, asked it to the
// waiter, depends the weather.
func (a *Analysis) lacksPreposition(f *found) bool {
	p, i := a.parser, f.main+1
	if i >= len(p.words) || a.opensSubject(i) {
		return false
	}
	switch f.base {
	case "wait":
		end := a.objectPerson(i)
		if end > 0 && p.words[end-1].lower == "you" { // while we waited you told us
			return end >= len(p.words) || p.words[end].punct || waitedWhere[p.words[end].lower] && !a.opensSubject(i)
		}
		return end > 0 && !p.matches(end, []string{"out"})
	case "belong", "complain", "participate", "reply", "respond", "laugh", "apologize", "apologise":
		return a.knownThing(i, laughedOff)
	case "ask":
		end := p.personAt(i + 2)
		return p.matches(i, []string{"it", "to"}) && end > 0 && p.objectEnds(end)
	case "pay":
		return a.knownThing(i, p.lex.nouns["paid"])
	case "go", "come":
		return a.placeThing(i) || f.finite && f.subject != nil && p.words[i].named() && p.phraseEnds(i+1) && f.base == "go" && !p.timeAt(i) && !p.lex.is(p.words[i].lower, "adjective")
	case "listen":
		return a.objectPerson(i) > 0 && p.words[i].lower != "you" || a.definiteThing(i)
	case "look":
		return a.looksPerson(i) || f.subject != nil && p.acts(f.subject) && a.knownThing(i, lookedSo)
	case "depend":
		return a.definiteThing(i)
	}
	return false
}

// waitedWhere are the words after which stands where and how long one waits.
var waitedWhere = setOf("in at for since outside here there yesterday until")

// opensSubject reports whether the subject of a verb begins at word i: when the boys listened, the teacher was happy.
func (a *Analysis) opensSubject(i int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.subject != nil && g.found.subject.start == i })
}

// objectPerson returns the end of the person at word i with which an object ends, or 0. A person before an adverb and a verb acts: when I wait my mother
// usually sleeps.
func (a *Analysis) objectPerson(i int) int {
	p := a.parser
	if end := p.personAt(i); end > 0 && p.objectEnds(end) && !theFaults().sets["weekday"][p.words[i].lower] && !(end < len(p.words) && p.adverb(end) > 0 && p.verbAt(end+p.adverb(end))) {
		return end
	}
	return 0
}

// definiteThing reports whether a thing that is known, and no time or degree, stands at word i: the radio, her parents.
func (a *Analysis) definiteThing(i int) bool {
	p := a.parser
	if w := p.words[i].lower; w != "the" && w != "this" && w != "these" && !possessives[w] || p.timeAt(i) || p.matches(i+1, []string{"most"}) || p.matches(i+1, []string{"least"}) {
		return false
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		head := p.words[n.head].lower
		return n.kind == nounPhrase && n.head > i && !timeNouns()[head] && !measures[head] && !p.lex.is(head, "adjective", "adverb") &&
			p.objectEnds(n.end) && !p.matches(n.end, []string{"on"}) && !p.matches(n.end, []string{"upon"})
	})
}

// What one laughs off, and looks without a preposition: the part.
var (
	laughedOff = setOf("head heart socks way")
	lookedSo   = setOf(`million way part same picture image mess age type best worst business role figure fool state sight idiot bit lot deal spitting color colour size thing treat eye face
		direction like kind sort wreck other`)
)

// knownThing reports whether a thing with a determiner, and none of those, stands at word i as an object: the whole bay, a taxi.
func (a *Analysis) knownThing(i int, but map[string]bool) bool {
	p := a.parser
	w := p.wordAt(i)
	if i >= len(p.words) || !articles[w] && !possessives[w] && w != "this" && w != "these" || p.timeAt(i) || p.adverb(i) > 0 {
		return false
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		head := p.words[n.head].lower
		return n.kind == nounPhrase && n.head > i && !but[head] && !timeNouns()[head] && !measures[head] && !weeks[head] && !p.isPerson(p.words[n.head]) && !p.lex.is(head, "adjective", "adverb", "frequency") &&
			len(p.words[n.head].form(verb.Gerund)) == 0 && p.objectEnds(n.end) && p.wordAt(n.end) != "of" && !a.subjectAt(n)
	})
}

// placeThing reports whether a place that one goes to stands at word i without "to": the beach, the dentist.
func (a *Analysis) placeThing(i int) bool {
	p := a.parser
	w := p.wordAt(i)
	if w != "the" && !possessives[w] {
		return false
	}
	sets := theFaults().sets
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		head := p.words[n.head].lower
		return n.kind == nounPhrase && (sets["place"][head] || sets["dwelling"][head] || sets["workplace"][head] || head == "school" || head == "cinema" || head == "doctor") && p.objectEnds(n.end) && !a.subjectAt(n)
	})
}

// looksPerson reports whether somebody looks a person, whom one looks at. One looks him up, in the eye, and looks him up and down.
func (a *Analysis) looksPerson(i int) bool {
	p := a.parser
	if !p.surePronoun(i) {
		return false
	}
	if i+1 >= len(p.words) || p.words[i+1].punct {
		return true
	}
	switch p.words[i+1].lower {
	case "and", "but", "with", "for", "because", "when", "while", "without", "from", "again", "very":
		return true
	}
	end := p.mannerEnd(i + 1)
	return end > i+1 && !p.matches(end, []string{"up"}) && !p.matches(end, []string{"in"})
}

// Verbs with a preposition that another one should stand for before an -ing form.
var (
	inForOf  = setOf("think insist")
	wareSold = setOf("clothes shoes food books games sweets toys drinks presents gifts makeup music videogames cigarettes video mobile")
	sums     = setOf("money euros dollars pounds pesos salary savings wages")
)

// takesIn reports whether "in" stands where the verb takes another preposition: thinking in buying a car, insists in paying the bill, spent all his money in clothes.
func (a *Analysis) takesIn(f *found) bool {
	p, i := a.parser, f.main+1
	if inForOf[f.base] {
		return i+2 < len(p.words) && p.words[i].lower == "in" && len(p.words[i+1].form(verb.Gerund)) > 0 && (f.base == "insist" || p.objectAt(i+2) || p.words[i+2].lower == "to" || f.base == "think" && p.wishesAt(i+1))
	}
	if f.base != "spend" {
		return f.base == "dream" && a.dreamsWith(i)
	}
	for i := f.main + 2; i+1 < len(p.words) && !p.words[i].punct; i++ {
		if p.words[i].lower == "in" && sums[p.words[i-1].lower] && wareSold[p.words[i+1].lower] && (p.phraseEnds(i+2) || wareSold[p.wordAt(i+2)] || p.wordAt(i+2) == "and" && wareSold[p.wordAt(i+3)]) {
			return true
		}
	}
	return false
}

// dreamsWith reports whether "with" stands at word i before what somebody dreams of. One dreams with one's eyes open.
func (a *Analysis) dreamsWith(i int) bool {
	p := a.parser
	if i+2 >= len(p.words) || p.words[i].lower != "with" || p.words[i+2].lower == "eyes" {
		return false
	}
	return possessives[p.words[i+1].lower] && a.definiteThing(i+1)
}

// Verbs of what one thinks of doing: their -ing forms describe no way of thinking, as in changing terms and selling points do.
var (
	wished    = setOf("buy study visit get travel go start quit join invite adopt learn")
	described = setOf("change sell leave")
	manners   = setOf("terms patterns points curves ways times categories conditions pictures")
)

// wishesAt reports whether the -ing form of what one thinks of doing stands at word i: studying abroad, changing schools.
func (p *parser) wishesAt(i int) bool {
	return slices.ContainsFunc(p.words[i].form(verb.Gerund), func(r verb.Reading) bool {
		return !manners[p.wordAt(i+1)] && (wished[r.Base] || described[r.Base] && (p.phraseEnds(i+1) || p.adverb(i+1) > 0 || p.pluralAt(i+1)))
	})
}
