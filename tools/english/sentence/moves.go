package sentence

import (
	"github.com/shortleash/shortleash/tools/english/verb"
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
		if n.kind == objectPronoun && w.lower != "myself" {
			continue
		}
		next := c
		next.phase, next.subject = atSubject, n
		cost := n.cost
		if n.kind == indefinite && (w.lower == "that" || w.lower == "what" || w.lower == "which") {
			cost += 0.2
		}
		p.advance(h, i, n.end, cost, next, nil, n)
	}
	p.subordinator(i, h)
	p.questionWord(i, h)
	if g, ok := p.auxiliary(i); ok && (!c.joined || c.fronted) && c.kind == mainClause {
		p.invert(i, h, g)
	}
	if w.first && len(w.readings) == 0 && i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "determiner") && p.lex.unlisted(w.lower) {
		v := newVerbal(i) // an order with a verb we do not know
		v.main, v.end, v.governor, v.fault = i, i+1, unguarded, unclear
		next := c
		next.phase, next.found = atVerb, &found{verbal: &v, order: true}
		p.advance(h, i, i+1, 0.9, next, next.found, nil)
	}
	for _, v := range p.nonfinites(i, verb.Base) { // an order
		next := c
		cost := 1.0 + v.cost - p.ordersClearly(v)
		if c.kind != mainClause || c.fronted || p.question {
			cost += 2
		}
		cost += 1.2 * b2f(c.joined)
		f := &found{verbal: v, kind: c.kind, clause: c.id, order: true}
		next.phase, next.found, next.subject, next.objects = atVerb, f, nil, 0
		p.advance(h, i, v.end, cost, next, f, nil)
	}
	if w.lower == "do" && p.isNegation(i+1) && c.kind == mainClause { // don't go
		for _, v := range p.nonfinites(i+2, verb.Base) {
			next := c
			f := &found{verbal: v, kind: c.kind, clause: c.id, order: true}
			next.phase, next.found, next.subject, next.objects = atVerb, f, nil, 0
			p.advance(h, i, v.end, 0.3+v.cost, next, f, nil)
		}
	}
	p.orphans(i, h)
	for _, v := range p.infinitives(i) {
		f := &found{verbal: v, kind: c.kind, clause: c.id}
		p.advance(h, i, v.end, 0.6+v.cost, p.within(c, v, i), f, nil)
		next := c
		next.phase = atSubject
		next.subject = &nominal{start: i, end: v.end, head: v.main, persons: pAny, kind: gerund, adjective: -1}
		p.advance(h, i, v.end, 0.7+v.cost, p.within(next, v, i), f, nil)
	}
	for _, v := range p.nonfinites(i, verb.Gerund) {
		p.advance(h, i, v.end, 0.7+v.cost, p.within(c, v, i), nil, nil) // walking home, he …
		next := c
		next.phase = atSubject
		next.subject = &nominal{start: i, end: v.end, head: v.main, persons: pAny, kind: gerund, adjective: -1}
		p.advance(h, i, v.end, 0.5+v.cost, p.within(next, v, i), nil, nil)
	}
	for _, v := range p.nonfinites(i, verb.Participle) {
		p.advance(h, i, v.end, 1.2+v.cost, p.within(c, v, i), nil, nil)
	}
	if p.lex.is(w.lower, "adjective") {
		p.advance(h, i, i+1, 0.9, c, nil, nil)
	}
}

// ordersClearly is how much less an order costs where the next word shows that a verb stands before
// it: close the door, tell me, note that.
func (p *parser) ordersClearly(v *verbal) float64 {
	if v.end >= len(p.words) || v.main != v.start {
		return 0
	}
	next := p.words[v.end].lower
	if p.lex.is(next, "determiner", "object", "reflexive") && p.lex.feature(next, "subject") == "" || next == "whether" || next == "that" || next == "if" {
		return 0.7
	}
	return 0
}

// orphans reads a finite verb whose subject is missing; such groups are judged for their inner
// faults only.
func (p *parser) orphans(i int, h hypothesis) {
	c := *h.top
	for _, v := range p.finites(i) {
		next := c
		f := &found{verbal: v, kind: c.kind, clause: c.id, orphan: true}
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
	next.unreal = w.lower == "if" || w.lower == "as" || w.lower == "though" || c.unreal || w.lower == "whether"
	next.loose = w.lower == "lest" || c.loose || c.found != nil && p.mandative(c.found)
	cost := 0.05
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
		cost = 1.5
	case w.lower == "that" && c.found != nil && !p.clausal(c.found) && !p.mandative(c.found):
		cost = 1 - 0.7*b2f(c.objects > 0)
	}
	p.advance(h, i, i+1, cost, next, nil, nil)
}

// questionWord reads who, what, how many … at the beginning of a clause.
func (p *parser) questionWord(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	if !p.lex.is(w.lower, "question") {
		return
	}
	size := 1
	for _, ph := range p.lex.phrases[w.lower] {
		if ph.class == "question" && p.matches(i, ph.words) {
			size = len(ph.words)
			break
		}
	}
	next := c
	next.fronted = true
	p.advance(h, i, i+size, 0.05, next, nil, nil)
	after := i + size
	switch w.lower {
	case "who", "what":
		sub := c
		sub.phase = atSubject
		sub.subject = &nominal{start: i, end: i + 1, head: i, persons: p3sg, kind: wh, adjective: -1}
		p.advance(h, i, i+1, 0.1, sub, nil, sub.subject)
	}
	switch w.lower {
	case "which", "what", "whose", "how":
		if after >= len(p.words) {
			return
		}
		if w.lower == "how" && size == 1 { // how old, how fast
			p.advance(h, i, after+1, 0.4, next, nil, nil)
			return
		}
		for _, n := range p.nominals(after) {
			if n.kind != nounPhrase || n.determined {
				continue
			}
			p.advance(h, i, n.end, 0.1+n.cost, next, nil, n)
			sub := c
			m := *n
			m.start, m.kind = i, nounPhrase
			sub.phase, sub.subject = atSubject, &m
			p.advance(h, i, n.end, 0.15+n.cost, sub, nil, &m)
		}
	}
}

// invert reads the auxiliary of a question.
func (p *parser) invert(i int, h hypothesis, g governor) {
	c := *h.top
	v := newVerbal(i)
	v.aux, v.end, v.finite, v.governor = []int{i}, i+1, true, g
	if clitics[p.words[i].lower] && !c.fronted {
		return
	}
	if p.isNegation(i + 1) {
		v.not, v.end = i+1, i+2
	}
	next := c
	next.phase, next.open = atInversion, &v
	cost := 0.9
	if p.question || i == 0 {
		cost = 0.1
	}
	p.advance(h, i, v.end, cost, next, nil, nil)
}

// fromInversion reads the subject of a question.
func (p *parser) fromInversion(i int, h hypothesis) {
	c := *h.top
	if p.words[i].lower == "there" {
		next := c
		next.phase = atPredicate
		next.subject = &nominal{start: i, end: i + 1, head: i, kind: existential, persons: pAny, adjective: -1}
		p.advance(h, i, i+1, 0, next, nil, next.subject)
	}
	for _, n := range p.nominals(i) {
		if n.kind == objectPronoun {
			continue
		}
		next := c
		next.phase, next.subject = atPredicate, n
		p.advance(h, i, n.end, n.cost, next, nil, n)
	}
}

// bare returns the auxiliary of a question as a group of its own: Is it right?
func (p *parser) bare(open *verbal) *verbal {
	v := *open
	v.main, v.base = v.aux[0], p.auxiliaryBase(v.aux[0])
	v.cost += p.stopCost(v.main, v.governor)
	return &v
}

// fromPredicate reads the main verb of a question, or goes on without one.
func (p *parser) fromPredicate(i int, h hypothesis) {
	c := *h.top
	list := []*verbal{}
	j := i
	v := *c.open
	if p.isNegation(j) && v.not < 0 {
		v.not = j
		j++
	}
	for _, n := range p.chain(v, j, v.governor) {
		if n.main != v.aux[0] {
			list = append(list, n)
		}
	}
	single := p.bare(c.open)
	single.end = i
	if c.open.governor == byHave {
		single.cost += 1.9 // have you a car
	}
	if j > i {
		single.not, single.end = i, j
	}
	p.accept(h, i, single, true)
	for _, n := range list {
		p.accept(h, i, n, true)
	}
	for _, rel := range p.relatives(i, c) { // Does the man who lives here like tea?
		p.advance(h, i, rel.end, 0.3, rel.clause, nil, nil)
	}
}

// accept enters a verb group into the clause of h. A group that ends where it begins reads no word:
// it is the auxiliary of a question that stays alone.
func (p *parser) accept(h hypothesis, i int, v *verbal, inverted bool) {
	c := *h.top
	f := &found{verbal: v, subject: c.subject, kind: c.kind, clause: c.id, inverted: inverted,
		shared: c.joined && c.found != nil, loose: c.loose, unreal: c.unreal, fronted: c.fronted}
	next := c
	next.phase, next.found, next.objects, next.joined, next.modified, next.last = atVerb, f, 0, false, false, nil
	next.inner, next.open = nil, nil
	cost := v.cost + p.disagreement(v, c.subject, &c)
	if v.end > i {
		p.advance(h, i, v.end, cost, next, f, nil)
		return
	}
	p.move(i, hypothesis{h.cost + cost, &next, &step{before: h.last, from: i, to: i, clause: c.id, found: f}})
}

// disagreement is the cost of a verb that does not fit its subject.
func (p *parser) disagreement(v *verbal, subject *nominal, c *clause) float64 {
	if subject == nil || p.fits(v, subject, c.loose, c.unreal) {
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
	case loose && len(v.aux) == 0 && has(v.readings, verb.Base):
		return true
	case subject.kind == wh && v.base == "be" && len(v.aux) == 1 && finite == v.main:
		return true // who are the boys
	case v.fault == bareParticiple, v.fault == bareGerund, v.fault == negatedBare:
		return true
	}
	return false
}

// fromSubject reads what may follow a subject.
func (p *parser) fromSubject(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	for _, v := range p.finites(i) {
		p.accept(h, i, v, false)
	}
	for _, rel := range p.relatives(i, c) {
		p.advance(h, i, rel.end, rel.cost, rel.clause, nil, nil)
	}
	if c.subject.kind != pronoun && c.subject.kind != existential {
		for _, n := range p.nominals(i) {
			if n.kind == objectPronoun || n.kind == indefinite && !c.modified && p.lex.is(w.lower, "relative") {
				continue
			}
			next := clause{kind: relClause, id: i, phase: atSubject, subject: n, parent: h.top}
			p.advance(h, i, n.end, 1.1+n.cost+b2f(n.kind != pronoun)*0.7, next, nil, n) // the man I saw
		}
	}
	cost := 2.0
	switch {
	case c.modified:
		cost = 0.15
	case i > 0 && p.words[i-1].punct:
		cost = 0.5 // apposition
	}
	if !c.modified && c.subject.kind == pronoun {
		cost += 2
	}
	for _, n := range p.nominals(i) {
		if n.kind == indefinite && p.lex.is(w.lower, "relative") {
			continue
		}
		next := c
		p.advance(h, i, n.end, cost+n.cost, next, nil, n)
	}
	if c.subject.kind == pronoun || c.subject.kind == existential {
		return
	}
	next := c
	next.modified = true
	name := 0.0
	if head := p.words[c.subject.head]; !c.subject.determined && head.capital && !p.words[i-1].punct && len(head.readings) == 0 && p.lex.unlisted(head.lower) &&
		p.lex.number(head, false) == p3sg {
		name = 1.6 // a name seldom takes a participle behind it
	}
	if p.lex.is(w.lower, "adjective") {
		p.advance(h, i, i+1, 0.6, next, nil, nil)
	}
	for _, v := range p.infinitives(i) {
		f := &found{verbal: v, kind: c.kind, clause: c.id}
		p.advance(h, i, v.end, 0.4+v.cost, p.within(c, v, i), f, nil)
	}
	for _, v := range p.nonfinites(i, verb.Gerund|verb.Participle) {
		if p.isNegation(v.start) {
			continue
		}
		p.advance(h, i, v.end, 0.7+name+v.cost+unattached(v), p.within(c, v, i), nil, nil)
	}
}

// unattached is the cost of a participle of a verb that has no passive behind a noun: the man gone.
func unattached(v *verbal) float64 {
	switch v.base {
	case "go", "come", "get", "become", "have", "do", "be", "happen", "fall", "sleep", "arrive":
		if has(v.readings, verb.Participle) {
			return 1.5
		}
	}
	return 0
}

// within opens what goes on behind a verb that is not finite: its objects and clauses, until clause
// c goes on.
func (p *parser) within(c clause, v *verbal, i int) clause {
	return clause{kind: relClause, phase: atVerb, id: i, found: &found{verbal: v, kind: c.kind}, parent: &c}
}

// A branch is a clause that opens inside another.
type branch struct {
	clause clause
	end    int
	cost   float64
}

// relatives returns the relative clauses that may open at word i behind the noun phrase of c.
func (p *parser) relatives(i int, c clause) []branch {
	w := p.words[i]
	if !p.lex.is(w.lower, "relative") || i+1 >= len(p.words) {
		return nil
	}
	object := p.relative(c, i, true)
	list := []branch{{object, i + 1, 0.15}}
	if w.lower != "whom" && w.lower != "where" && w.lower != "whose" {
		list = append(list, branch{p.relative(c, i, false), i + 1, 0.1})
	}
	if w.lower == "whose" {
		list = nil
		for _, n := range p.nominals(i + 1) {
			next := object
			next.phase, next.subject = atSubject, n
			list = append(list, branch{next, n.end, 0.15 + n.cost})
		}
	}
	return list
}

// relative opens a relative clause at word i. Its subject, unless it has its own, is what it
// follows: either the head or the noun beside it, so both numbers fit where these differ.
func (p *parser) relative(c clause, i int, own bool) clause {
	next := clause{kind: relClause, id: i, parent: &c}
	if own {
		return next
	}
	next.phase = atSubject
	antecedent, inner := c.subject, c.inner
	if c.phase == atVerb {
		antecedent, inner = c.last, nil
	}
	n := nominal{start: i, end: i + 1, head: i, persons: pAny, kind: wh, adjective: -1}
	if p.words[i-1].punct && c.phase == atVerb { // a comma: it may say something of the whole
		antecedent = nil
	}
	if antecedent != nil && antecedent.kind != pronoun && antecedent.kind != wh {
		n = *antecedent
		if p.lex.feature(p.words[n.start].lower, "determiner") != "" && n.end-n.start > 2 && p.words[n.start+1].lower == "of" {
			n.persons = pThird // one of the men who work here
		}
		if inner != nil {
			n.persons |= inner.persons
		}
		if c.phase == atVerb && (c.objects != 1 || c.found == nil || antecedent.start != c.found.end || antecedent.end != i) || n.kind == coordinated || n.kind == indefinite {
			n.persons = pAny
		}
	}
	next.subject = &n
	return next
}
