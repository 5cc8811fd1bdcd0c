package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// coordinator reads and, or, but.
func (p *parser) coordinator(i int, h hypothesis) {
	c := *h.top
	if i+1 >= len(p.words) {
		return
	}
	plain := func(cost float64) {
		next := c
		next.joined = i > 0 // what opens the sentence joins nothing
		p.advance(h, i, i+1, cost, next, nil, nil)
	}
	if (c.phase == atSubject || c.phase == atPredicate) && p.words[i].lower != "but" {
		paired := 0.0
		if p.oneComma(c.subject.start, i) { // a pair has no comma
			paired = costPairComma + costIf(c.modified, costPairModified) + costIf(i > c.subject.end+4, costPairLong) + costIf(c.kind == compClause || c.kind == subClause && p.words[c.id].lower == "than", costPairInside)
		}
		stranded := costIf(p.afterSubjectPronoun(c.subject), costStrandedPronoun)
		for _, n := range p.nominals(i + 1) {
			next := c
			next.subject = p.coordinate(c.subject, n, p.words[i].lower)
			apart := costIf(n.kind == pronoun && paired > 0, costCommaPronoun) + p.pairPronoun(c.subject, n, i)
			p.advance(h, i, n.end, costPair+n.cost+paired+apart+stranded, next, nil, n)
			if c.inner != nil { // the list of cats and dogs
				next = c
				next.inner = nil
				p.advance(h, i, n.end, costPair+n.cost+paired+stranded+costIf(n.kind == pronoun || p.isSomebody(n), costPairFar), next, nil, n)
			}
		}
		plain(costJoinsOther)
		return
	}
	if c.phase == atSubject && p.words[i+1].lower == "also" && i+2 < len(p.words) { // not only my parents but also my brother speaks: the nearer one decides
		for _, n := range p.nominals(i + 2) {
			next := c
			next.subject, next.inner = n, nil
			p.advance(h, i, n.end, costPair+n.cost, next, nil, n)
		}
	}
	plain(costCoordinator)
	if c.phase != atVerb {
		return
	}
	for k, from := 0, &c; from != nil && k < 3; k, from = k+1, from.parent {
		if from.phase != atVerb {
			continue
		}
		start := clause{id: i + 1, joined: true, dependent: from.dependent, hypothetical: from.hypothetical, parent: from.parent}
		if from.parent == nil || p.complete(from.parent) && k == 0 {
			start.parent = nil
			p.advance(h, i, i+1, costNewClause+costIf(from.parent != nil, costNewClauseInside), start, nil, nil)
		}
		if from.subject != nil { // he sings and dances
			again := *from
			again.phase, again.joined, again.id = atSubject, true, from.id
			p.advance(h, i, i+1, costSameSubject+costOuterSubject*float64(k), again, nil, nil)
		}
	}
}

// pairPronoun is the cost of a pronoun as the second half of a pair whose first half does not end right before the
// coordinator at word i, or of it as such a half: my house next to the station and it has …
func (p *parser) pairPronoun(first, second *nominal, i int) float64 {
	if (second.kind == pronoun || p.isSomebody(second)) && first.start > 0 && (p.verbBeforePair(first.start-1) || p.isSomebody(second) && p.lex.is(p.words[first.start-1].lower, "preposition") && !p.lex.is(p.words[first.start-1].lower, "subordinator", "adverb")) {
		return costPairFar // is a policeman and he has …
	}
	if p.isSomebody(second) && first.end < i { // the concert begun at nine and nobody was late
		return costPairFar
	}
	if head := p.words[first.head]; first.kind == indefinite && (isDigits(head.text) || theTimes().numbers[head.lower]) && (second.kind == pronoun || second.determined || p.isSomebody(second)) {
		return costPairFar // since 1990 and they …, until ten and the passengers …
	}
	if !first.determined && first.end == first.start+1 && p.lex.is(p.words[first.head].lower, "adjective") && (second.kind == pronoun || p.isSomebody(second) || second.determined && second.kind == nounPhrase) {
		return costPairFar // the music was loud and everybody …
	}
	if second.kind != pronoun {
		return 0
	}
	if first.kind == nounPhrase && first.start > 0 && !p.isPerson(p.words[first.head]) && !p.words[first.head].named() && !p.acts(first) && !p.lex.nouns["collective"][p.words[first.head].lower] {
		return costPairThing // he writes a letter and she want to read it
	}

	switch p.words[second.head].lower {
	case "i", "you":
		for _, w := range p.words[first.end:max(first.end, i)] { // my parents preparing the dinner and I do …
			if len(w.form(verb.Gerund)) > 0 {
				return costPairFar
			}
		}
		return 0
	case "it":
		return costPairIt + costIf(first.end < i, costPairFar)
	}
	return costIf(first.end < i, costPairFar)
}

// verbBeforePair reports whether word i is a form of be, or of another verb that no clause follows, so that the noun phrase after it is no half of a
// subject.
func (p *parser) verbBeforePair(i int) bool {
	w := p.words[i]
	if p.isBeWord(i) {
		return !p.question
	}
	return len(w.readings) > 0 && !w.capital && (!p.functional(w) || p.lex.is(w.lower, "have")) && !p.lex.is(w.lower, "preposition", "adverb", "adjective", "noun") && !p.lex.chieflyNoun(w.lower) &&
		!slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return supposes[r.Base] || seen[r.Base] || p.lex.is(r.Base, "clause-only") })
}

// seen are verbs that a clause without "that" follows as often as a thing.
var seen = setOf("know see hear find feel wish mean let make")

// isSomebody reports whether the noun phrase is a pronoun for a person without a name: nobody, everyone.
func (p *parser) isSomebody(n *nominal) bool {
	return n.kind == indefinite && p.lex.nouns["person"][p.words[n.head].lower]
}

// afterSubjectPronoun reports whether a bare noun phrase stands right behind a pronoun that can only be a subject.
func (p *parser) afterSubjectPronoun(n *nominal) bool {
	if n.start == 0 || n.determined || n.kind != nounPhrase {
		return false
	}
	switch p.words[n.start-1].lower {
	case "i", "he", "she", "we", "they":
		return true
	}
	return false
}

// oneComma reports whether of the words from one to another only the last is a comma.
func (p *parser) oneComma(from, to int) bool {
	if to <= from || p.words[to-1].text != "," {
		return false
	}
	for _, w := range p.words[from : to-1] {
		if w.punct {
			return false
		}
	}
	return true
}

// complete reports whether the clause and those around it have their verbs.
func (p *parser) complete(c *clause) bool {
	for ; c != nil; c = c.parent {
		if c.phase != atVerb {
			return false
		}
	}
	return true
}

// coordinate joins two noun phrases into one subject.
func (p *parser) coordinate(a, b *nominal, by string) *nominal {
	n := &nominal{start: a.start, end: b.end, head: b.head, kind: coordinated, adjective: -1}
	if by == "or" || by == "nor" {
		n.persons = a.persons | b.persons
		if a.persons != b.persons {
			n.persons = pAny
		}
		return n
	}
	first, second := p1sg|p1pl, p2sg|p2pl
	switch both := a.persons | b.persons; {
	case a.kind == existential:
		n.persons = pAny
	case a.persons&first != 0 && a.persons&^first == 0, b.persons&first != 0 && b.persons&^first == 0:
		n.persons = p1pl
	case both&second != 0 && (a.persons == pYou || b.persons == pYou):
		n.persons = p2pl
	default:
		n.persons = p3pl
		if !b.determined && a.persons&p3sg != 0 && (b.persons&p3sg != 0 || !a.determined) && b.kind == nounPhrase && a.kind == nounPhrase && !p.words[b.head].capital {
			n.persons = pThird // bread and butter; the singer and songwriter
		}
		if p.lex.nouns["kin"][p.words[a.head].lower] && p.lex.nouns["kin"][p.words[b.head].lower] {
			n.persons = p3pl // her aunt and uncle
		}
		if first := p.words[b.start]; !b.determined && a.determined && a.persons == p3sg && b.end-b.start == 2 && !first.capital && p.isPerson(first) && p.words[b.head].capital {
			n.persons = pThird // my teacher and friend Ana
		}
		if b.end-b.start > 2 && p.words[b.start+1].lower == "'s" && !a.determined && p.words[a.head].capital {
			n.persons = pThird // Luis and Ana's house
		}
		if a.kind == indefinite || b.kind == indefinite || a.kind == gerund || b.kind == gerund || p.eachBefore(a) {
			n.persons = pThird
		}
		if first := p.words[a.start].lower; (first == "every" || first == "each") && a.kind == nounPhrase && b.kind == nounPhrase && a.persons == p3sg && b.persons == p3sg && !b.determined {
			n.persons = p3sg // every boy and girl gets a present
		}
	}
	return n
}

// eachBefore reports whether "each" or "every" opens the noun phrase: every man and woman is.
func (p *parser) eachBefore(n *nominal) bool {
	switch p.words[n.start].lower {
	case "each", "every", "no", "neither", "either":
		return true
	}
	return false
}
