package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// An -ing form after a verb that takes "to" and the infinitive: expects winning the cup, decided not going. Many -ing forms are nouns too, which such a
// verb may have as its object: the firm promised training, expects rising prices, the car wants washing.

// infinitiveGoverned reports whether the word before the -ing form f takes an infinitive with "to" only.
func (a *Analysis) infinitiveGoverned(f *found) bool {
	p := a.parser
	if a.isSubjectOfNext(f) || p.pairsWithNoun(f) {
		return false
	}
	if g := a.before(f.start); g != nil {
		if (g.Verb == "seem" || g.Verb == "appear") && g.found.finite && p.words[f.main].lower == "being" && f.end < len(p.words) && !p.words[f.end].punct {
			return true // seems being easy
		}
		if g.found.subject != nil && !p.acts(g.found.subject) && !a.officeActs(g, f) || g.found.governor == byBe && !has(g.found.readings, verb.Gerund) {
			return false
		}
		would := len(g.found.aux) > 0 && (p.words[g.found.aux[0]].lower == "would" || p.words[g.found.aux[0]].lower == "'d")
		if g.Verb == "like" && would && g.found.inverted {
			return a.isInvited(f)
		}
		if g.Verb == "like" && would {
			return p.objectAt(f.end) || f.end < len(p.words) && p.words[f.end].named()
		}
		if g.Verb == "need" && g.found.subject != nil && g.found.finite { // the baby needs changing
			return !p.toAfter(f.end) && (p.objectAt(f.end) || f.base == "be" || f.base == "have" || f.base == "get" || f.base == "know" || f.base == "go")
		}
		if g.Verb == "want" && g.found.subject != nil && g.found.finite { // the house wants painting
			if n := g.found.subject; ownMoves[f.base] && !p.toAfter(f.end) && !(n.kind == pronoun && p.words[n.head].lower == "they") && !gerundNouns[p.words[f.main].lower] {
				return true
			}
			return !p.phraseEnds(f.end) && !gerundNouns[p.words[f.main].lower] || p.objectAt(f.end) || a.ownAct(f)
		}
		if g.Verb == "plan" { // planning meetings is right
			return p.objectAt(f.end) || f.end < len(p.words) && p.words[f.end].named()
		}
		if g.Verb == "expect" || g.Verb == "prepare" {
			return a.ownAct(f)
		}
		if !p.lex.is(g.Verb, "asks-infinitive") {
			return false
		}
		if (g.Verb == "agree" || g.Verb == "manage") && p.pluralAt(f.end) { // agreed closing dates, manages shopping malls
			return false
		}
		return (g.Verb != "offer" || p.words[f.main].lower == "paying") && !gerundNouns[p.words[f.main].lower] || p.objectAt(f.end)
	}
	if w := p.words[f.start-1].lower; f.start < 2 || w != "me" && w != "him" && w != "us" && w != "them" {
		return false
	}
	if g := a.before(f.start - 1); g != nil {
		switch g.Verb {
		case "advise", "allow", "order", "invite", "persuade", "encourage", "tell", "ask":
			return true
		}
	}
	return false
}

// ownMoves are verbs of what people do themselves, and which hardly anybody does to them: he wants going, but not he wants watching.
var ownMoves = setOf("go come leave play sleep wait help eat travel marry sit talk speak work study disappear improve learn stay move live rest know see be have")

// officeActs reports whether a firm or an office refuses or promises what the -ing form f says, which can be no noun: the bank refused lending us the money, but not
// the bank refused financing.
func (a *Analysis) officeActs(g *Group, f *found) bool {
	p := a.parser
	head := p.words[g.found.subject.head].lower
	if !offices[head] && !p.lex.nouns["collective"][head] || g.found.kind == relClause {
		return false
	}
	switch g.Verb {
	case "refuse", "promise", "decide", "agree", "offer", "hope":
		return p.objectAt(f.end) || f.base == "pay" && p.wordAt(f.end) == "for"
	}
	return false
}

// offices are firms and the like that decide as people do, beside the groups of people in the tables.
var offices = setOf("bank airline firm hotel hospital school university council ministry shop office club agency")

// loneGerund reports whether f is an -ing form without an auxiliary, being and having among them.
func (p *parser) loneGerund(f *found) bool {
	if len(f.aux) == 1 && f.main == f.aux[0] {
		w := p.words[f.main].lower
		return w == "being" || w == "having"
	}
	return f.governor == ungoverned && len(f.aux) == 0 && has(f.readings, verb.Gerund) && !has(f.readings, verb.Base)
}

// ownAct reports whether the -ing form f is what somebody does, and no thing with a quality or the subject of what follows: expects winning the cup,
// but not expects rising prices, expects cleaning the house to take an hour.
func (a *Analysis) ownAct(f *found) bool {
	p := a.parser
	going := nonEvents[f.base] && f.end < len(p.words) && p.lex.is(p.words[f.end].lower, "preposition", "particle", "place-adverb") && p.words[f.end].lower != "of"
	if !going && !p.objectAt(f.end) || gerundNouns[p.words[f.main].lower] && !p.objectAt(f.end) {
		return false
	}
	return !p.toAfter(f.end + 1)
}

// isSubjectOfNext reports whether the -ing form f is the subject of a finite verb after it, which has no other that no noun phrase after f could be: hope reading
// this helps you, told me having a dog was hard work.
func (a *Analysis) isSubjectOfNext(f *found) bool {
	p := a.parser
	for k := f.end; k < len(p.words); k++ {
		w := p.words[k]
		if w.punct || p.lex.is(w.lower, "subject") && w.lower != "you" && w.lower != "it" || p.lex.is(w.lower, "coordinator", "subordinator", "relative", "question") {
			return false
		}
		g := a.groupAt(k)
		unread := k > f.end && k+1 < len(p.words) && has(w.readings, verb.Past|verb.ThirdPerson) && p.lex.is(p.words[k+1].lower, "object", "indefinite") // not eating bread helped him
		if g != nil && g.found.finite || unread {
			return true
		}
	}
	return false
}

// pairsWithNoun reports whether the -ing form f says what the noun after it is for or what it does: sleeping pills, running water.
func (p *parser) pairsWithNoun(f *found) bool {
	return f.end < len(p.words) && pairedWith[p.words[f.main].lower][p.words[f.end].lower]
}

// pairedWith are nouns that an -ing form before them tells the kind of.
var pairedWith = map[string]map[string]bool{
	"sleeping": setOf("pills bags tablets"),
	"washing":  setOf("machines powder liquid"),
	"writing":  setOf("paper skills lessons"),
	"running":  setOf("water shoes costs"),
	"selling":  setOf("prices points"),
	"shopping": setOf("malls centers centres bags lists trips"),
	"walking":  setOf("boots sticks shoes tours"),
	"reading":  setOf("glasses books lessons"),
	"working":  setOf("hours conditions clothes"),
	"meeting":  setOf("rooms points places"),
	"wrapping": setOf("paper"),
	"opening":  setOf("hours times"),
	"chewing":  setOf("gum"),
	"rising":   setOf("prices costs"),
	"baking":   setOf("powder"),
	"boiling":  setOf("water"),
}

// gerundNouns are -ing forms that are nouns of what people pay for, plan or are given.
var gerundNouns = setOf(`training counseling counselling building parking housing seating funding lighting heating spending financing schooling nursing teaching coaching
	catering cleaning shipping banking planning pricing advertising marketing farming fishing dancing swimming sailing smoking drinking boarding living dining
	driving riding wedding clothing painting testing hunting mining drilling tracking processing recycling accounting cooking tutoring policing screening`)

// deniedGoverned reports whether "not" and the -ing form f stand right after a verb that takes "to" and the infinitive: decided not going. With "not" no -ing form
// is a noun.
func (a *Analysis) deniedGoverned(f *found) bool {
	p := a.parser
	if a.isSubjectOfNext(f) || !p.loneGerund(f) || f.not != f.start || f.main != f.not+1 || p.words[f.not].lower != "not" {
		return false
	}
	g := a.before(f.start)
	if g == nil || g.found.subject != nil && !p.acts(g.found.subject) && p.hasComma(f.end) || g.found.governor == byBe && !has(g.found.readings, verb.Gerund) {
		return false
	}
	return deniesWithTo[g.Verb]
}

// deniedBareAfter reports whether "not" and a base form that is no noun stand right after such a verb: decided not accept.
func (a *Analysis) deniedBareAfter(f *found) bool {
	p := a.parser
	if f.governor != ungoverned || len(f.aux) > 0 || f.not != f.start || f.main != f.not+1 || p.words[f.not].lower != "not" || !has(f.readings, verb.Base) || !p.noNoun(f.main) && !p.objectAt(f.end) {
		return false
	}
	g := a.before(f.start)
	return g != nil && g.found.main == f.start-1 && deniesWithTo[g.Verb] && g.found.finite && g.found.subject != nil && p.acts(g.found.subject) && g.found.governor != byBe
}

// deniesWithTo are verbs right after which "not" belongs to an infinitive with "to".
var deniesWithTo = setOf("decide promise agree choose hope pretend expect manage learn plan wish offer swear prepare threaten resolve")
