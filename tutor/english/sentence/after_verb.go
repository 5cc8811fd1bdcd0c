package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// fromVerb reads what may follow a verb group.
func (p *parser) fromVerb(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	p.objects(i, h)
	p.thereInside(i, h)
	p.subordinator(i, h)
	p.embedded(i, h)
	if c.last != nil {
		for _, rel := range p.relatives(i, c) {
			p.advance(h, i, rel.end, costRelativeObject+rel.cost, rel.clause, nil, nil)
		}
	}
	if p.lex.is(w.lower, "adjective") {
		next := c
		p.advance(h, i, i+1, costAdjective+costIf(p.livesThere(i, &c), costAdjectiveLive), next, nil, nil)
	}
	p.governed(i, h)
	// The clause may be over: a relative clause after the subject of its parent, say.
	if c.parent != nil && (c.parent.phase == atSubject || c.parent.phase == atPredicate || c.parent.phase == atStart) &&
		c.found != nil && !c.found.subjectless {
		parent := *c.parent
		hyp := hypothesis{cost: h.cost + p.leaves(&c, i), top: &parent, last: h.last}
		if c.joined && p.lex.is(p.words[i-1].lower, "coordinator") {
			hyp.cost += costLeavesJoined
		}
		if !c.found.finite && parent.phase == atSubject && p.lex.is(w.lower, "coordinator") {
			hyp.cost += costPairParticiple
		}
		switch parent.phase {
		case atSubject:
			p.fromSubjectAgain(i, hyp)
		case atPredicate:
			p.fromPredicate(i, hyp)
		case atStart:
			hyp.cost += costBackToStart
			p.fromStart(i, hyp)
		}
	}
	if c.dependent && c.found != nil { // When he came I left.
		cost := costMainAfterDependent
		if f := c.found; f.subject != nil && f.subject.kind == existential && f.existing == nil && c.objects == 0 {
			cost = costMainAfterThere
		}
		p.fromStart(i, hypothesis{cost: h.cost + cost, top: &clause{id: i}, last: h.last})
	}
	if c.kind != relClause || c.parent == nil {
		p.subjectless(i, hypothesis{cost: h.cost + costSecondSubjectless, top: h.top, last: h.last})
	}
}

// leaves is the cost of ending clause c before word i: high right after a group that looks cut off
// (has, doesn't, gets), some right after any verb.
func (p *parser) leaves(c *clause, i int) float64 {
	f := c.found
	switch {
	case f.end < i:
		return 0
	case f.finite && len(f.aux) > 0 && f.main == f.aux[len(f.aux)-1] && f.base != "be":
		return costCutOff
	case f.base == "have" || f.base == "do":
		return costCutOff
	case !f.finite:
		return costEndsUnfinite
	case f.base == "get":
		return costEndsGet
	}
	return costEndsVerb
}

// fromSubjectAgain goes on with a subject after its relative clause.
func (p *parser) fromSubjectAgain(i int, h hypothesis) {
	for _, v := range p.finites(i) {
		p.accept(h, i, v, false)
	}
	if p.lex.is(p.words[i].lower, "coordinator") {
		p.coordinator(i, h)
	}
}

// objects reads noun phrases after the verb; some of them open a clause without "that".
func (p *parser) objects(i int, h hypothesis) {
	c := *h.top
	for _, n := range p.nominals(i) {
		if c.objects > 0 && p.words[n.start].lower == "who" || p.asksInside(n) {
			continue
		}
		if f := c.found; f != nil && f.subject != nil && f.subject.kind == existential && f.existing == nil && p.isBe(f) && c.objects == 0 {
			p.existential(i, h, n)
			continue
		}
		next := c
		next.last, next.objects, next.joined = n, c.objects+1, false
		p.advance(h, i, n.end, p.objectCost(i, c, n), next, nil, n)
		if n.kind != objectPronoun && n.cost <= mostOpening {
			p.clauseFrom(i, h, n)
		}
	}
}

// asksInside reports whether n is a question word that opens a clause as its subject: forget what won't ripen.
func (p *parser) asksInside(n *nominal) bool {
	return n.end == n.start+1 && n.end < len(p.words) && p.lex.is(p.words[n.start].lower, "question") &&
		slices.ContainsFunc(p.finites(n.end), func(v *verbal) bool { return p.finitePersons(v)&p3sg != 0 })
}

// objectCost is the cost of a noun phrase as the next object in clause c.
func (p *parser) objectCost(i int, c clause, n *nominal) float64 {
	cost := n.cost
	switch {
	case c.joined && c.objects == 0 && c.last == nil && c.found != nil && c.found.base != "be":
		cost += costJoinedVerb // he sings and dances, not "sings" and a noun
	case p.lacksIng(&c, n):
		cost += costCutShort
	case c.joined && c.found != nil && c.subject != nil && !n.determined && len(p.words[n.start].form(verb.ThirdPerson)) > 0 &&
		p.disagreement(c.found.verbal, c.subject, &c) > 0:
		cost += costJoinedThird // my uncles lives here and works there
	case c.joined && c.last != nil && p.joinsVerb(&c, n):
		cost += costJoinedVerbLike
	case c.joined && c.last != nil && c.last.determined && !n.determined && n.end == n.start+1 &&
		len(p.words[n.start].form(verb.ThirdPerson)) > 0 && c.subject != nil && c.subject.persons&p3sg != 0 && p.verbGoesOn(n.end):
		cost += costJoinedThirdGoes // fell off his bike and starts to cry
	case c.joined && c.objects == 1 && c.last != nil && p.oneComma(c.last.start, i-1):
		cost += costPairComma // a pair has no comma
	case c.joined:
		cost += costJoinedObject + costIf(c.last != nil && c.last.kind == objectPronoun && !n.determined &&
			has(p.words[n.start].readings, verb.Base), costJoinedBase)
	case c.objects == 1 && c.found != nil && c.found.base == "be" && c.last != nil && !c.last.determined && n.determined:
		cost += costBareThenDetermined // she is drinks a cup
	case i > 0 && p.words[i-1].punct && p.words[i-1].text != "," && p.words[i-1].text != "-":
		cost += costObjectMark // I sleep here; you and Ana …
	case c.objects == 0 && i > 0 && p.words[i-1].punct:
		cost += costObjectComma
	case c.objects == 1:
		verbal := c.last != nil && c.last.determined && !n.determined && n.end-n.start == 1 && has(p.words[n.start].readings,
			verb.Base) && !p.lex.nouns["mass"][p.words[n.start].lower]
		cost += costIf(verbal, costSecondObjectVerb) // says his dog jump
		cost += costSecondObject + costIf(c.found != nil && p.lex.is(c.found.base, "one-object") && !p.words[i-1].punct, costOneObject)
	case c.objects > 1:
		cost += costThirdObject
	}
	cost += costIf(p.joinedPersonActs(&c, n), costPersonActs) // live in Madrid and my wife work
	cost += p.coordinates(&c, n)
	f := c.found
	if c.objects == 0 && f != nil && f.base == "be" && n.determined && n.kind == nounPhrase &&
		!timeNouns()[p.words[n.head].lower] && p.lex.is(p.words[i-1].lower, "adjective") && has(p.words[i-1].readings, verb.Participle) {
		cost += costAdjectiveObject // our team is lost five matches
	}
	if c.dependent && p.words[i-1].text == "," {
		cost += costDependentObject // although it rains, every boy …
	}
	if p.subjectAsks(f) && f.base == "do" && f.main == f.finiteWord() && (n.kind == pronoun || p.isAnimate(n)) {
		cost += costDidObject // what did Ana and I see
	}
	if n.kind == pronoun && p.lex.is(p.words[n.start].lower, "subject") {
		cost += costSubjectForm + costIf(c.joined, costSubjectFormJoined) // why was Ana and I late
	}
	return cost
}

// joinedPersonActs reports whether a noun after a person whom a coordinator joins to what a preposition takes is rather what
// that person does: I live in Madrid and my wife work. After a verb, such a noun may be what two persons are given.
func (p *parser) joinedPersonActs(c *clause, n *nominal) bool {
	person := c.last
	if person == nil || c.found == nil || !person.determined || person.end != n.start || person.start <= c.found.end ||
		!p.lex.is(p.words[person.start-1].lower, "coordinator") {
		return false
	}
	head := p.words[person.head].lower
	if !p.lex.nouns["animate"][head] && !p.lex.nouns["kin"][head] {
		return false
	}
	w := p.words[n.start]
	if n.determined || n.end != n.start+1 || !has(w.readings, verb.Base) || p.lex.chieflyNoun(w.lower) || n.end < len(p.words) &&
		p.words[n.end].lower == "of" {
		return false
	}
	return slices.ContainsFunc(p.words[c.found.end:person.start-1], func(before word) bool {
		return p.lex.is(before.lower, "preposition")
	})
}

// joinsVerb reports whether the noun phrase after a coordinator is rather a verb that shares the subject: works in
// the morning and study at night, has a bike and ride it, live in Chile but works in Peru.
func (p *parser) joinsVerb(c *clause, n *nominal) bool {
	w := p.words[n.start]
	at := n.start - 1
	if n.determined || n.kind != nounPhrase || at < 2 || !p.lex.is(p.words[at].lower, "coordinator") || w.capital || w.guessed ||
		!has(w.readings, verb.Base|verb.ThirdPerson) ||
		p.lex.chieflyNoun(w.lower) || p.lex.nouns["mass"][w.lower] || timeNouns()[w.lower] || p.lex.is(w.lower, "adjective", "noun") {
		return false
	}
	before := p.words[at-1].lower
	switch {
	case timeNouns()[before] && n.end == n.start+1:
		return true
	case p.words[at].lower == "but" && !p.isNegation(c.found.end-1) && c.found.not < 0 && n.end == n.start+1:
		return len(w.form(verb.ThirdPerson)) > 0
	}
	return n.end < len(p.words) && n.end == n.start+1 && (p.lex.is(p.words[n.end].lower, "object") || p.words[n.end].lower == "it")
}

// verbGoesOn reports whether what stands at word i can go on a verb, and hardly a noun: to cry, the ball.
func (p *parser) verbGoesOn(i int) bool {
	if i+1 >= len(p.words) {
		return false
	}
	w := p.words[i].lower
	return w == "to" && has(p.words[i+1].readings, verb.Base) || p.lex.is(w, "object") || articles[w] || possessives[w]
}

// clauseFrom opens a clause with a noun phrase after the verb as its subject: I think he …, the book I read.
func (p *parser) clauseFrom(i int, h hypothesis, n *nominal) {
	c := *h.top
	f := c.found
	open := clause{kind: compClause, id: i, phase: atSubject, subject: n, parent: c.parent}
	open.freeForm = c.freeForm || f != nil && (p.takesSubjunctive(f, i) || p.takesBareInfinitive(f) && !p.words[i-1].punct &&
		!p.lex.is(p.words[n.start].lower, "subject"))
	open.hypothetical = c.hypothetical || f != nil && f.base == "wish"
	opening := costOpensClause
	if f != nil && (p.takesClause(f) || p.isMandative(f)) && !p.isCopular(f) && c.objects == 0 {
		opening = costOpensClauseTaken + costIf(c.kind == relClause, costOpensInRelative) + costIf(p.words[i-1].text == "," &&
			f.base != "say", costOpensAfterComma)
	}
	p.advance(h, i, n.end, opening+n.cost, open, nil, n)
	if c.objects >= 1 && c.last != nil && c.last.kind != pronoun && !c.joined { // the book I read
		rel := clause{kind: relClause, id: i, phase: atSubject, subject: n, parent: c.parent}
		p.advance(h, i, n.end, costObjectContact+n.cost+costIf(n.kind != pronoun, costObjectContactNoun), rel, nil, n)
	}
}

// coordinates is the cost of ending a clause with a noun phrase that "and" follows where it is rather
// the first half of a subject: I think Ana and her brother …; but you and his brother …
func (p *parser) coordinates(c *clause, n *nominal) float64 {
	if n.end+1 >= len(p.words) || !p.lex.is(p.words[n.end].lower, "coordinator") || p.words[n.end].lower == "but" {
		return 0
	}
	f, before := c.found, p.words[n.start-1]
	switch {
	case c.joined && c.objects == 0 && n.kind == pronoun && n.start > 1 && p.words[n.start-2].punct:
		return costHalfSubject
	case f != nil && c.objects == 0 && !before.punct && n.end-n.start <= 3 && (p.lex.is(f.base, "clause-only") ||
		(f.base == "say" || f.base == "guess") && p.isAnimate(n)):
		return costHalfSubject
	}
	return 0
}

// thereInside opens a clause with "there is" after a verb: I think there is time.
func (p *parser) thereInside(i int, h hypothesis) {
	c := *h.top
	if p.words[i].lower != "there" || i+1 >= len(p.words) || !p.lex.is(p.words[i+1].lower, "be", "modal", "have") &&
		p.words[i+1].lower != "'s" {
		return
	}
	if c.found == nil || !p.takesClause(c.found) || p.isCopular(c.found) {
		return
	}
	subject := &nominal{start: i, end: i + 1, head: i, kind: existential, persons: pAny, adjective: -1}
	open := clause{kind: compClause, id: i, phase: atSubject, subject: subject, parent: c.parent, freeForm: c.freeForm,
		hypothetical: c.hypothetical || c.found.base == "wish"}
	p.advance(h, i, i+1, costThereClause+costIf(p.words[i-1].text == ",", costOpensAfterComma), open, nil, subject)
}

// lacksIng reports whether the noun phrase after "he is" is rather a verb without its -ing: he is
// sleep, we are cook rice.
func (p *parser) lacksIng(c *clause, n *nominal) bool {
	f := c.found
	if f == nil || f.base != "be" || f.subject == nil || !p.acts(f.subject) || n.determined || c.objects > 0 {
		return false
	}
	switch p.words[f.finiteWord()].lower {
	case "am", "is", "are", "'m", "'s", "'re", "was", "were":
	default:
		return false
	}
	w := p.words[n.start]
	if p.adverb(n.start) == 1 && n.end-n.start == 2 { // is still sleep
		w = p.words[n.head]
	} else if n.end-n.start > 1 && p.words[f.subject.head].lower == "they" &&
		!p.lex.nouns["mass"][p.words[n.head].lower] { // they are test results
		return false
	}
	if p.livesThere(n.start, c) {
		return true
	}
	role := p.lex.nouns["role"][w.lower] && n.end-n.start == 1 && p.phraseEnds(n.end) && !(n.end < len(p.words) &&
		p.lex.is(p.words[n.end].lower, "indefinite", "object"))
	return has(w.readings, verb.Base|verb.ThirdPerson) && !w.guessed && !w.capital && !p.lex.chieflyNoun(w.lower) &&
		!p.lex.is(w.lower, "adjective", "noun") && !role
}

// existential reads the logical subject after "there is".
func (p *parser) existential(i int, h hypothesis, n *nominal) {
	c := *h.top
	f := *c.found
	f.existing = n
	next := c
	next.last, next.objects, next.found = n, 1, &f
	cost := n.cost
	if p.thereDisagrees(&f) {
		cost += costDisagrees
	}
	p.advance(h, i, n.end, cost, next, &f, n)
}

// isBe reports whether the main verb of f is a finite form of be.
func (p *parser) isBe(f *found) bool {
	return f.base == "be" && len(f.aux) > 0
}

// thereDisagrees reports whether "there is" stands before a clear plural, or "there are" before a
// clear singular.
func (p *parser) thereDisagrees(f *found) bool {
	if f.existing == nil {
		return false
	}
	fit := auxiliaryPersons(p.words[f.aux[0]].lower)
	if fit == pAny || f.hypothetical && p.words[f.aux[0]].lower == "were" {
		return false
	}
	head := p.words[f.existing.head]
	switch {
	case f.existing.kind == indefinite: // there are nobody
		return fit&p3sg == 0 && p.lex.feature(head.lower, "indefinite") == "3sg" && !p.lex.is(head.lower, "determiner") && head.lower != "one"
	case f.existing.kind != nounPhrase:
		return false
	case p.counts(f.existing) && p.lex.number(head, true) == p3pl: // there is seven days
		return fit&p3pl == 0
	}
	if fit&p3pl != 0 && (!f.existing.determined || p.listed(f.existing)) {
		return false // there are bug reports; there are too much and so on; there are a bed and a chair
	}
	return fit&f.existing.persons == 0
}

// listed reports whether "and" and another noun phrase with its determiner follow the noun phrase.
func (p *parser) listed(n *nominal) bool {
	i := n.end + 1
	return i < len(p.words) && p.words[n.end].lower == "and" && p.lex.is(p.words[i].lower, "determiner") && p.words[i].lower != "that"
}

// counts reports whether a number opens the noun phrase.
func (p *parser) counts(n *nominal) bool {
	first := p.words[n.start]
	return n.determined && (theTimes().numbers[first.lower] && first.lower != "one" || isDigits(first.text) && first.text != "1")
}

// embedded reads a question word after a verb: I know what he wants.
func (p *parser) embedded(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	if !p.lex.is(w.lower, "question") {
		return
	}
	inner := clause{kind: compClause, id: i, parent: c.parent}
	cost := costEmbedded
	if w.lower == "who" && c.objects > 0 && c.found != nil && (c.found.base == "be" || !p.takesClause(c.found)) {
		cost = costEmbeddedUnasked // there are two brothers who live here
	}
	p.questionWord(i, hypothesis{cost: h.cost + cost, top: &inner, last: h.last})
}

// isCopular reports whether f is a form of be whose subject is no thing that a clause could say: you
// are right, but the problem is they are late.
func (p *parser) isCopular(f *found) bool {
	if f.base != "be" {
		return false
	}
	n := f.subject
	if p.subjectAsks(f) || n != nil && n.kind == existential {
		return true
	}
	return n != nil && n.kind == pronoun && p.words[n.head].lower != "it" || n != nil && n.kind == nounPhrase && (!n.determined ||
		n.persons&p3sg == 0)
}

// subjectAsks reports whether the subject of f is the question word of the sentence.
func (p *parser) subjectAsks(f *found) bool {
	return f != nil && f.finite && p.question && f.subject != nil && p.lex.is(p.words[f.subject.head].lower, "question")
}

func (p *parser) takesClause(f *found) bool { return p.lex.is(f.base, "clausal") || f.base == "be" }
func (p *parser) isMandative(f *found) bool { return p.lex.is(f.base, "mandative") || f.base == "be" }

// takesSubjunctive reports whether a clause that opens at word i after f may have its verb in the base form:
// suggest that she stay, it is vital that he go, my request is that she come.
func (p *parser) takesSubjunctive(f *found, i int) bool {
	if f.base != "be" {
		return p.isMandative(f)
	}
	return p.lex.is(p.words[i-1].lower, "mandative") || f.subject != nil && p.lex.is(p.words[f.subject.head].lower, "mandative")
}

func (p *parser) takesBareInfinitive(f *found) bool { return p.lex.is(f.base, "bare") }
