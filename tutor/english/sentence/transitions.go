package sentence

import (
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// fromStart reads what may begin a clause.
func (p *parser) fromStart(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	if w.lower == "there" {
		next := c
		next.phase = atSubject
		next.subject = &nominal{start: i, end: i + 1, head: i, kind: existential, persons: pAny, adjective: -1}
		p.advance(h, i, i+1, 0, next, nil, next.subject)
	}
	for _, n := range p.nominals(i) {
		meAnd := w.lower == "me" && n.end < len(p.words) && p.words[n.end].lower == "and" // me and my sister
		if n.kind == objectPronoun && w.lower != "myself" && !meAnd {
			continue
		}
		next := c
		next.phase, next.subject = atSubject, n
		cost := n.cost + costIf(meAnd, costMeAnd)
		if n.kind == indefinite && (w.lower == "that" || w.lower == "what" || w.lower == "which") {
			cost += costPronounClause
		}
		cost += p.freeRelative(n)
		if n.kind == nounPhrase && timeNouns()[p.words[n.head].lower] && (isTimeModifier(w.lower) || w.lower == "every" || w.lower == "each") {
			cost += costTimeSubject // next year we …
		}
		if c.kind == relClause && n.kind == nounPhrase && !n.determined && n.end == i+1 && !w.capital && has(w.readings,
			verb.Base|verb.ThirdPerson) {
			cost += costRelativeNoun // the man who lives here
		}
		if w.first && n.end == i+1 && i+1 < len(p.words) && p.words[i+1].lower == "that" && has(w.readings, verb.Base) {
			cost += costOrderThat // Note that only …
		}
		if w.first && n.end == i+1 && n.kind == nounPhrase && !p.lex.chieflyNoun(w.lower) && !p.lex.nouns["mass"][w.lower] &&
			has(w.readings, verb.Base) && !p.lex.is(w.lower, "name") {
			cost += costOrderNoun // Turn left
		}
		p.advance(h, i, n.end, cost, next, nil, n)
	}
	p.vocative(i, h)
	p.subordinator(i, h)
	p.questionWord(i, h)
	if g, ok := p.auxiliary(i); ok && (!c.joined || c.fronted || p.question) && c.kind == mainClause {
		p.invert(i, h, g)
	}
	p.orders(i, h)
	p.subjectless(i, h)
	p.nonfiniteStart(i, h)
	if p.lex.is(w.lower, "adjective") {
		p.advance(h, i, i+1, costAdjectiveFirst, c, nil, nil)
	}
}

// orders reads an imperative.
func (p *parser) orders(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	if w.first && len(w.readings) == 0 && i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "determiner") && p.lex.inNoTable(w.lower) {
		v := newVerbal(i) // an order with a verb we do not know
		v.main, v.end, v.governor, v.fault = i, i+1, ungoverned, unclear
		next := c
		next.phase, next.found = atVerb, &found{verbal: &v, order: true}
		p.advance(h, i, i+1, costUnknownOrder, next, next.found, nil)
	}
	if p.lex.is(w.lower, "interjection") && (i+1 == len(p.words) || p.words[i+1].punct) {
		return
	}
	for _, v := range p.nonfinites(i, verb.Base) { // an order
		next := c
		cost := costOrder + v.cost - p.ordersClearly(v)
		if c.kind != mainClause || c.fronted || p.question {
			cost += costOrderInside
		}
		cost += costIf(c.joined, costOrderJoined)
		f := &found{verbal: v, kind: c.kind, clause: c.id, order: true}
		next.phase, next.found, next.subject, next.objects = atVerb, f, nil, 0
		p.advance(h, i, v.end, cost, next, f, nil)
	}
	if w.lower == "do" && p.isNegation(i+1) && c.kind == mainClause { // don't go
		for _, v := range p.nonfinites(i+2, verb.Base) {
			next := c
			f := &found{verbal: v, kind: c.kind, clause: c.id, order: true}
			next.phase, next.found, next.subject, next.objects = atVerb, f, nil, 0
			p.advance(h, i, v.end, costOrderDont+v.cost, next, f, nil)
		}
	}
}

// nonfiniteStart reads a clause that begins with an infinitive, an -ing form or a participle: as its
// subject, or before it.
func (p *parser) nonfiniteStart(i int, h hypothesis) {
	c := *h.top
	for _, v := range p.infinitives(i) {
		f := &found{verbal: v, kind: c.kind, clause: c.id}
		p.advance(h, i, v.end, costInfinitiveBefore+v.cost, p.insideNonfinite(c, v, i), f, nil)
		next := c
		next.phase = atSubject
		next.subject = &nominal{start: i, end: v.end, head: v.main, persons: pAny, kind: gerund, adjective: -1}
		p.advance(h, i, v.end, costInfinitiveSubject+v.cost, p.insideNonfinite(next, v, i), f, nil)
	}
	for _, v := range p.nonfinites(i, verb.Gerund) {
		p.advance(h, i, v.end, costGerundBefore+v.cost, p.insideNonfinite(c, v, i), nil, nil) // walking home, he …
		next := c
		next.phase = atSubject
		next.subject = &nominal{start: i, end: v.end, head: v.main, persons: pAny, kind: gerund, adjective: -1}
		p.advance(h, i, v.end, costGerundSubject+v.cost, p.insideNonfinite(next, v, i), nil, nil)
	}
	for _, v := range p.nonfinites(i, verb.Participle) {
		p.advance(h, i, v.end, costParticipleBefore+v.cost, p.insideNonfinite(c, v, i), nil, nil)
	}
}

// ordersClearly is how much less an order costs where the next word shows that a verb stands before
// it: close the door, tell me, note that.
func (p *parser) ordersClearly(v *verbal) float64 {
	if v.end >= len(p.words) || v.main != v.start {
		return 0
	}
	next := p.words[v.end].lower
	if p.lex.is(next, "determiner", "object", "reflexive") && p.lex.feature(next, "subject") == "" || next == "whether" ||
		next == "that" || next == "if" {
		return savesOrder
	}
	return 0
}

// subjectless reads a finite verb whose subject is missing; such groups are judged for their inner
// faults only.
func (p *parser) subjectless(i int, h hypothesis) {
	c := *h.top
	for _, v := range p.finites(i) {
		next := c
		f := &found{verbal: v, kind: c.kind, clause: c.id, subjectless: true}
		next.phase, next.found, next.subject, next.objects = atVerb, f, nil, 0
		p.advance(h, i, v.end, costNoSubject+v.cost, next, f, nil)
	}
}

// subordinator reads because, if, when, that …
func (p *parser) subordinator(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	if !p.lex.is(w.lower, "subordinator") && w.lower != "that" {
		return
	}
	next := clause{kind: subClause, id: i, parent: c.parent, dependent: c.phase == atStart && c.kind == mainClause && !c.joined}
	next.hypothetical = w.lower == "if" || w.lower == "as" || w.lower == "though" || c.hypothetical || w.lower == "whether"
	next.freeForm = w.lower == "lest" || c.freeForm || c.found != nil && p.takesSubjunctive(c.found, i)
	cost := costSubordinator
	if c.phase == atVerb {
		next.dependent = false
		next.parent = c.parent
		if c.parent == nil && c.kind == mainClause {
			cp := c
			next.parent = &cp
		}
	}
	switch {
	case w.lower == "that" && c.phase == atStart:
		cost = costThatFirst
	case w.lower == "that" && c.found != nil && !p.takesClause(c.found) && !p.isMandative(c.found) && !p.lex.is(c.found.base, "clause-only"):
		cost = costThatUnasked - costIf(c.objects > 0, savesThatObject)
	}
	p.advance(h, i, i+1, cost, next, nil, nil)
}

// accept enters a verb group into the clause of h. A group that ends where it begins reads no word:
// it is the auxiliary of a question that stays alone.
func (p *parser) accept(h hypothesis, i int, v *verbal, inverted bool) {
	c := *h.top
	f := &found{verbal: v, subject: c.subject, kind: c.kind, clause: c.id, inverted: inverted,
		shared: c.joined && c.found != nil, freeForm: c.freeForm, hypothetical: c.hypothetical, fronted: c.fronted}
	next := c
	next.phase, next.found, next.objects, next.joined, next.modified, next.last = atVerb, f, 0, false, false, nil
	next.inner, next.open = nil, nil
	cost := v.cost + p.disagreement(v, c.subject, &c)
	if v.fault == bareWithBe && c.subject != nil && p.acts(c.subject) {
		cost -= savesBeActor
	}
	if n := c.subject; v.fault == bareGerund && n != nil && n.kind == pronoun {
		cost -= costIf(p.lex.is(p.words[n.head].lower, "subject"), savesGerundSubject) + costIf(p.words[n.head].lower == "it", savesGerundIt)
	}
	if f.shared && c.found.subject == c.subject && p.disagreement(c.found.verbal, c.subject, &c) > 0 {
		cost -= savesDisagreesAgain * p.disagreement(v, c.subject, &c) // what is wrong once is wrong twice
	}
	if i > 0 && h.last != nil && h.last.clause == c.id && c.kind != relClause && !c.fronted && p.lex.is(p.words[i-1].lower,
		"preposition") && !p.lex.is(p.words[i-1].lower, "particle", "adverb", "subordinator") {
		cost += costPrepositionEmpty // what a preposition takes cannot be missing here
	}
	if n := c.subject; !inverted && n != nil && i > 1 && p.words[i-1].text == "," && (n.end == i-1 || c.modified && p.oneComma(n.end, i)) {
		cost += costCommaBeforeVerb // Good morning, are these yours?
	}
	if n := c.subject; !inverted && n != nil && p.question && v.base == "do" && len(v.aux) > 0 && v.main == v.aux[0] &&
		p.words[v.main].lower == "do" && p.lex.is(p.words[n.head].lower, "question") {
		cost += costWhoDo // who do somebody ask
	}
	if v.end > i {
		p.advance(h, i, v.end, cost, next, f, nil)
		return
	}
	p.move(i, hypothesis{cost: h.cost + cost, top: &next, last: &step{before: h.last, from: i, to: i, clause: c.id, found: f}})
}

// disagreement is the cost of a verb that does not fit its subject.
func (p *parser) disagreement(v *verbal, subject *nominal, c *clause) float64 {
	if subject == nil || p.fits(v, subject, c.freeForm, c.hypothetical) {
		return 0
	}
	return costDisagrees
}

// fits reports whether the finite word of v agrees with the subject.
func (p *parser) fits(v *verbal, subject *nominal, loose, unreal bool) bool {
	allowed := p.finitePersons(v)
	if allowed&subject.persons != 0 || subject.kind == existential {
		return true
	}
	finite := v.main
	if len(v.aux) > 0 {
		finite = v.aux[0]
	}
	switch {
	case unreal && p.words[finite].lower == "were":
		return true
	case loose && len(v.aux) == 0 && has(v.readings, verb.Base), loose && (finite == v.main || v.governor == byBe) &&
		bareForms[p.words[finite].lower]:
		return true // that she have a visa, that he be sent home
	case subject.kind == wh && len(v.aux) > 0 && p.lex.is(p.words[finite].lower, "be", "have"):
		return true // who are the boys, who have come
	case v.fault == bareParticiple, v.fault == bareGerund, v.fault == negatedBare:
		return true
	}
	return false
}

// bareForms are the base forms of the auxiliaries.
var bareForms = setOf("be have do")

// fromSubject reads what may follow a subject.
func (p *parser) fromSubject(i int, h hypothesis) {
	c := *h.top
	for _, v := range p.finites(i) {
		p.accept(h, i, v, false)
	}
	for _, rel := range p.relatives(i, c) {
		p.advance(h, i, rel.end, rel.cost, rel.clause, nil, nil)
	}
	noun := c.subject.kind != pronoun && c.subject.kind != existential
	if noun {
		p.contactClause(i, h)
	}
	p.secondNoun(i, h)
	if noun {
		p.modifiersOfSubject(i, h)
	}
}

// contactClause opens a relative clause without its pronoun after a subject: the man I saw.
func (p *parser) contactClause(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	for _, n := range p.nominals(i) {
		if n.kind == objectPronoun || n.kind == indefinite && !c.modified && p.lex.is(w.lower, "relative") {
			continue
		}
		next := clause{kind: relClause, id: i, phase: atSubject, subject: n, parent: h.top}
		p.advance(h, i, n.end, costContact+n.cost+costIf(n.kind != pronoun, costContactNoun), next, nil, n)
	}
}

// secondNoun reads a noun phrase right after the subject: an apposition, or the object of a modifier.
func (p *parser) secondNoun(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	cost := costSecondNoun
	switch {
	case c.modified:
		cost = costSecondNounModified
	case i > 0 && p.words[i-1].punct:
		cost = costApposition // apposition
	}
	if !c.modified && (c.subject.kind == pronoun || timeNouns()[p.words[c.subject.head].lower] && c.subject.kind == nounPhrase) {
		cost += costSecondNounPronoun
	}
	if p.words[i-1].punct && p.words[i-1].text != "," {
		cost += costSecondNounMark // Lima, 2019: everyone …
	}
	for _, n := range p.nominals(i) {
		if n.kind == pronoun || n.kind == indefinite && p.lex.is(w.lower, "relative") {
			continue // a pronoun stands beside no noun: it is the next subject
		}
		next := c
		verbal := costIf(!c.modified && !n.determined && !w.capital && has(w.readings, verb.Base) && !p.words[i-1].punct,
			costSecondNounVerb) // my mother cook
		p.advance(h, i, n.end, cost+n.cost+verbal, next, nil, n)
	}
}

// modifiersOfSubject reads an adjective or a verb that is not finite after the subject's noun.
func (p *parser) modifiersOfSubject(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	next := c
	next.modified = true
	name := 0.0
	if head := p.words[c.subject.head]; !c.subject.determined && head.capital && !p.words[i-1].punct && len(head.readings) == 0 &&
		p.lex.inNoTable(head.lower) &&
		p.lex.number(head, false) == p3sg {
		name = costNameParticiple // a name seldom takes a participle after it
	}
	if p.lex.is(w.lower, "adjective") {
		p.advance(h, i, i+1, costAdjectiveAfter, next, nil, nil)
	}
	for _, v := range p.infinitives(i) {
		f := &found{verbal: v, kind: c.kind, clause: c.id}
		p.advance(h, i, v.end, costInfinitiveAfter+v.cost, p.insideNonfinite(c, v, i), f, nil)
	}
	for _, v := range p.nonfinites(i, verb.Gerund|verb.Participle) {
		if p.isNegation(v.start) {
			continue
		}
		active := costIf(has(v.readings, verb.Participle) && v.end < len(p.words) && p.lex.is(p.words[v.end].lower, "object",
			"either"), costParticipleActive) // told us
		p.advance(h, i, v.end, costParticipleAfter+name+active+v.cost+unattached(v), p.insideNonfinite(c, v, i), nil, nil)
	}
}

// unattached is the cost of a participle of a verb that has no passive after a noun: the man gone.
func unattached(v *verbal) float64 {
	switch v.base {
	case "go", "come", "get", "become", "have", "do", "be", "happen", "fall", "sleep", "arrive", "say", "think":
		if has(v.readings, verb.Participle) {
			return costUnattached
		}
	}
	return 0
}
