package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// What somebody does is one thing, though it is done with many: living in big cities costs a lot. A word in -ing may also describe the
// noun that follows it (growing children need milk), so what stands between it and the verb decides.

// transitiveGerunds are -ing forms of what somebody does with things, which describe no people.
var transitiveGerunds = setOf("eating drinking reading doing playing buying taking learning studying watching cooking having using writing speaking smoking")

// danglingParticiples are -ing forms whose subject the sentence does not name, and which say how the whole is meant: judging by the reviews these hotels are good.
var danglingParticiples = setOf("judging considering speaking talking depending concerning regarding according including assuming owing following beginning starting facing excluding")

// gerundDisagrees reports whether what somebody does is the subject of a verb that is not in the third person: living in a big city
// have advantages. After be the subject may come late (sitting in the corner are two men), and what follows "and" may be a second one.
func (a *Analysis) gerundDisagrees(f *found) bool {
	if f.single || a.clauseDisagrees(f) {
		return true
	}
	p, n := a.parser, f.subject
	if n == nil || n.kind != gerund || f.inverted || f.shared || f.not >= 0 || !has(p.words[n.head].readings, verb.Gerund) || p.words[n.start].lower == "what" || f.hypothetical || f.freeForm {
		return false
	}
	if a.parser.finitePersons(f.verbal)&p3sg != 0 || len(f.aux) > 0 && f.main != f.aux[0] {
		return false
	}
	if a.doesWithPlural(f) {
		return true
	}
	if n.start > 0 && !p.words[n.start-1].punct || f.base == "be" && !p.predicateAdjectiveAt(f.end) && !p.onePredicateAt(f.end) {
		return false
	}
	if p.doesEachDay(n.head, f.main) {
		return true
	}
	if p.hasOwnSubject(n.head, f.start) {
		return false
	}
	return p.hasGerundSubject(n.head, f.start) && !slices.ContainsFunc(p.words[n.start:f.start], func(w word) bool {
		return w.punct || p.lex.is(w.lower, "coordinator", "relative", "subordinator") && w.lower != "like" || len(w.form(verb.Gerund)) > 0 && w.token != p.words[n.head].token
	})
}

// hasGerundSubject reports whether the words from the -ing form at word i to the verb at word end can be no noun in the plural that the form
// describes: living in, eating too many, learning Polish, playing chess.
func (p *parser) hasGerundSubject(i, end int) bool {
	next := i + 1
	if next >= end {
		return i == 0 && next == end && end+1 < len(p.words) && (p.words[end].lower == "kill" || p.saysWhatItDoes(end) || p.noNoun(end) && (p.objectAt(end+1) || p.phraseEnds(end+1)) && !p.lex.is(p.words[0].lower, "noun", "adjective", "preposition")) // smoking kill
	}
	w := p.words[next]
	if end == next+1 && p.words[i].lower == "being" && p.lex.is(w.lower, "adjective") && p.objectAt(end+1) {
		return true // being late annoy him
	}
	if p.lex.is(w.lower, "preposition", "determiner") || p.isNumber(w.lower) {
		return !danglingParticiples[p.words[i].lower] || (p.words[i].lower == "talking" || p.words[i].lower == "speaking") && (w.lower == "to" || w.lower == "with")
	}
	if end > next+1 {
		if w.lower == "care" && p.words[i].lower == "taking" {
			return true // taking care of my grandparents
		}
		return (w.lower == "too" || w.lower == "so") && p.lex.is(p.words[next+1].lower, "determiner", "quantity")
	}
	return transitiveGerunds[p.words[i].lower] && p.plainNounAt(next) && p.lex.number(w, false) == p3sg
}

// hasOwnSubject reports whether a phrase with an article or an owner, which nothing before it takes, stands between the -ing form at word i and the
// verb at word end, so that it is the subject: standing in the rain the children are cold.
func (p *parser) hasOwnSubject(i, end int) bool {
	for k := i + 2; k < end; k++ {
		w, before := p.words[k].lower, p.words[k-1].lower
		if (articles[w] || possessives[w] || w == "these" || w == "those") && !p.lex.is(before, "preposition", "coordinator", "adverb") && before != "like" && before != "all" && before != "both" {
			return true
		}
	}
	return false
}

// doesWithPlural reports whether an -ing form that opens a clause and things in the plural that it can only be done with are the subject of f, with nothing but a time or
// a place between them: learning irregular verbs take patience, watching films in English help a lot.
func (a *Analysis) doesWithPlural(f *found) bool {
	p := a.parser
	i := a.gerundObjectEnd(f)
	if i == 0 || f.base == "be" && !p.predicateAdjectiveAt(f.end) && !p.onePredicateAt(f.end) {
		return false
	}
	if compound := p.words[f.subject.start].lower + " " + p.words[i-1].lower; gerundCompounds[compound] {
		return len(f.aux) == 0 && f.end < len(p.words) && (p.words[f.end].lower == "me" || p.words[f.end].lower == "us" || p.words[f.end].lower == "you") // reading books help me
	}
	return true
}

// gerundObjectEnd returns the word after the object in the plural of the -ing form that is the subject of f; 0 where there is none, or more than a time
// or a place stands between it and the verb.
func (a *Analysis) gerundObjectEnd(f *found) int {
	p, n := a.parser, f.subject
	if f.inverted || f.shared || n.start > 0 && !p.words[n.start-1].punct {
		return 0
	}
	i := n.start + 1
	if i+1 < f.start && p.lex.number(p.words[i], false) != p3pl {
		i++ // new words, plastic bags
	}
	if i >= f.start || !gerundObjects[p.words[n.start].lower][p.words[i].lower] {
		return 0
	}
	i++
	if f.start == i || p.timeAt(i) || p.words[i].lower == "online" && f.start == i+1 {
		return i
	}
	if p.lex.is(p.words[i].lower, "preposition") && slices.ContainsFunc(p.nominals(i+1), func(place *nominal) bool { return place.end == f.start && place.kind == nounPhrase }) {
		return i
	}
	return 0
}

// agreesWithGerundObject reports whether the subject of g, a verb in the plural that is not judged, may be an -ing form with its object or a noun that the form
// describes: reading books help beginners.
func (a *Analysis) agreesWithGerundObject(g *Group) bool {
	p, f := a.parser, g.found
	return g.Tense == verb.PresentSimple && p.finitePersons(f.verbal)&p3sg == 0 && !(f.base == "be" && !p.predicateAdjectiveAt(f.end)) && a.gerundObjectEnd(f) > 0
}

// gerundCompounds are -ing forms and nouns that together name a thing too: books to learn reading with.
var gerundCompounds = map[string]bool{"reading books": true}

// gerundObjects are things, in the plural, that somebody does what an -ing form says with; the form does not describe them.
var gerundObjects = map[string]map[string]bool{
	"reading":    setOf("books newspapers magazines novels comics stories poems articles instructions"),
	"eating":     setOf("vegetables sweets burgers hamburgers cakes nuts"),
	"buying":     setOf("clothes vegetables books tickets presents"),
	"watching":   setOf("films movies series cartoons videos matches"),
	"learning":   setOf("languages words verbs"),
	"playing":    setOf("sports videogames games chess"),
	"doing":      setOf("exercises sports"),
	"cleaning":   setOf("windows floors toilets"),
	"washing":    setOf("dishes plates"),
	"using":      setOf("phones computers bags"),
	"taking":     setOf("photos pills exams risks notes"),
	"writing":    setOf("letters emails"),
	"smoking":    setOf("cigarettes"),
	"speaking":   setOf("languages"),
	"making":     setOf("friends mistakes cakes plans decisions"),
	"wearing":    setOf("glasses sunglasses jeans gloves boots shoes hats trousers skirts heels"),
	"meeting":    setOf("people friends"),
	"helping":    setOf("people others animals"),
	"visiting":   setOf("museums castles churches"),
	"telling":    setOf("lies jokes stories"),
	"keeping":    setOf("secrets bees"),
	"breaking":   setOf("rules promises"),
	"asking":     setOf("questions"),
	"answering":  setOf("questions emails"),
	"paying":     setOf("taxes bills"),
	"carrying":   setOf("bags boxes"),
	"selling":    setOf("cars houses flowers"),
	"riding":     setOf("horses bikes"),
	"feeding":    setOf("pigeons ducks"),
	"sending":    setOf("emails messages letters"),
	"singing":    setOf("songs"),
	"solving":    setOf("problems"),
	"collecting": setOf("stamps coins"),
	"teaching":   setOf("children teenagers"),
	"having":     setOf("children friends pets"),
	"raising":    setOf("children"),
}

// predicateAdjectiveAt reports whether only adjectives, with words of degree before them, stand at word i before the end of the phrase:
// very expensive, good for you; not happy children.
func (p *parser) predicateAdjectiveAt(i int) bool {
	for i < len(p.words) && !p.words[i].punct && p.adverb(i) > 0 && !p.lex.is(p.words[i].lower, "adjective") {
		i++
	}
	if i+1 < len(p.words) && p.words[i+1].lower == "and" && feelingAdjectives[p.words[i].lower] { // boring and tiring
		return p.predicateAdjectiveAt(i + 2)
	}
	return i < len(p.words) && (p.lex.is(p.words[i].lower, "adjective") || adjectival(p.words[i].lower) || feelingAdjectives[p.words[i].lower]) &&
		(i+1 == len(p.words) || p.words[i+1].punct || p.lex.is(p.words[i+1].lower, "preposition", "infinitive") || p.lex.is(p.words[i+1].lower, "subordinator"))
}

// onePredicateAt reports whether one thing with its determiner, and no second one, stands at word i after a be, so that it is no subject in the plural that comes late: my
// favourite plan, the best way to relax.
func (p *parser) onePredicateAt(i int) bool {
	if i < len(p.words) && p.isNegation(i) {
		i++
	}
	if i >= len(p.words) || !articles[p.words[i].lower] && !possessives[p.words[i].lower] {
		return false
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		ends := n.end >= len(p.words) || p.words[n.end].text == "." || p.words[n.end].text == "!" || p.lex.is(p.words[n.end].lower, "preposition", "infinitive", "subordinator") && p.words[n.end].lower != "of"
		return n.kind == nounPhrase && n.determined && n.persons == p3sg && !p.isPerson(p.words[n.head]) && ends && !slices.ContainsFunc(p.words[n.end:], func(w word) bool { return w.lower == "and" })
	})
}

// feelingAdjectives are adjectives in -ing of how something is to somebody.
var feelingAdjectives = setOf("tiring boring exciting relaxing interesting exhausting rewarding surprising")

// doesEachDay reports whether two things that "and" joins, and a time, are all that stands between the -ing form at word i and the verb at word end, so
// that both things and the time belong to it: eating fruit and vegetables every day. What may be done itself may be a second subject (eating
// fruit and exercise), and no plural without a reading as a verb is.
func (p *parser) doesEachDay(i, end int) bool {
	if !transitiveGerunds[p.words[i].lower] {
		return false // growing boys and girls every day need milk
	}
	and := i + 2
	if and+1 < end && p.lex.is(p.words[i+1].lower, "adjective") {
		and++
	}
	if and+1 >= end || p.words[and].lower != "and" || !p.plainNounAt(i+1) {
		return false
	}
	return slices.ContainsFunc(p.nominals(and+1), func(n *nominal) bool {
		w := p.words[n.head]
		return n.end < end && n.kind == nounPhrase && !n.determined && (w.guessed || len(w.readings) == 0) && p.lex.number(w, false) == p3pl && slices.ContainsFunc(p.times, func(m moment) bool { return m.from == n.end && m.to == end })
	})
}
