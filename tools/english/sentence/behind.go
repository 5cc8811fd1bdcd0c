package sentence

import "github.com/shortleash/shortleash/tools/english/verb"

// fromVerb reads what may follow a verb group.
func (p *parser) fromVerb(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	p.objects(i, h)
	p.subordinator(i, h)
	p.embedded(i, h)
	if c.last != nil {
		for _, rel := range p.relatives(i, c) {
			p.advance(h, i, rel.end, 0.1+rel.cost, rel.clause, nil, nil)
		}
	}
	if p.lex.is(w.lower, "adjective") {
		next := c
		p.advance(h, i, i+1, 0.1, next, nil, nil)
	}
	p.governed(i, h)
	// The clause may be over: a relative clause behind the subject of its parent, say.
	if c.parent != nil && (c.parent.phase == atSubject || c.parent.phase == atPredicate || c.parent.phase == atStart) && c.found != nil && !c.found.orphan {
		parent := *c.parent
		hyp := hypothesis{h.cost + p.leaves(&c, i), &parent, h.last}
		switch parent.phase {
		case atSubject:
			p.fromSubjectAgain(i, hyp)
		case atPredicate:
			p.fromPredicate(i, hyp)
		case atStart:
			hyp.cost += 0.4
			p.fromStart(i, hyp)
		}
	}
	if c.dependent && c.found != nil { // When he came I left.
		cost := 0.7
		if f := c.found; f.subject != nil && f.subject.kind == existential && f.existing == nil && c.objects == 0 {
			cost = 2.5
		}
		p.fromStart(i, hypothesis{h.cost + cost, &clause{id: i}, h.last})
	}
	if c.kind != relClause || c.parent == nil {
		p.orphans(i, hypothesis{h.cost + 1, h.top, h.last})
	}
}

// leaves is the cost of ending clause c before word i: high right behind a group that looks cut off
// (has, doesn't, gets), some right behind any verb.
func (p *parser) leaves(c *clause, i int) float64 {
	f := c.found
	switch {
	case f.end < i:
		return 0
	case f.finite && len(f.aux) > 0 && f.main == f.aux[len(f.aux)-1] && f.base != "be":
		return 3
	case f.base == "have" || f.base == "do":
		return 3
	case !f.finite:
		return 0.1
	case f.base == "get":
		return 1.5
	}
	return 0.4
}

// fromSubjectAgain goes on with a subject behind its relative clause.
func (p *parser) fromSubjectAgain(i int, h hypothesis) {
	for _, v := range p.finites(i) {
		p.accept(h, i, v, false)
	}
	if p.lex.is(p.words[i].lower, "coordinator") {
		p.coordinator(i, h)
	}
}

// objects reads noun phrases behind the verb; some of them open a clause without "that".
func (p *parser) objects(i int, h hypothesis) {
	c := *h.top
	for _, n := range p.nominals(i) {
		next := c
		next.last, next.objects = n, c.objects+1
		cost := n.cost
		switch {
		case c.joined && c.objects == 0 && c.last == nil && c.found != nil && c.found.base != "be":
			cost += 2 // he sings and dances, not "sings" and a noun
		case c.joined:
			cost += 0.05
		case p.cutShort(&c, n):
			cost += 2.2
		case c.objects == 0 && i > 0 && p.words[i-1].punct:
			cost += 1
		case c.objects == 1:
			cost += 0.35
		case c.objects > 1:
			cost += 1.2
		}
		next.joined = false
		f := c.found
		if n.kind == pronoun && p.lex.is(p.words[n.start].lower, "subject") {
			cost += 1.5
		}
		if f != nil && f.subject != nil && f.subject.kind == existential && f.existing == nil && p.isBe(f) && c.objects == 0 {
			p.existential(i, h, n)
			continue
		}
		p.advance(h, i, n.end, cost, next, nil, n)
		if n.kind == objectPronoun || n.cost > 2 {
			continue
		}
		open := clause{kind: compClause, id: i, phase: atSubject, subject: n, parent: c.parent}
		open.loose = c.loose || f != nil && (p.mandative(f) || p.baring(f))
		open.unreal = c.unreal || f != nil && f.base == "wish"
		opening := 1.9
		if f != nil && (p.clausal(f) || p.mandative(f)) && c.objects == 0 {
			opening = 0.25 + 0.8*b2f(c.kind == relClause)
		}
		p.advance(h, i, n.end, opening+n.cost, open, nil, n)
		if c.objects >= 1 && c.last != nil && c.last.kind != pronoun && !c.joined { // the book I read
			rel := clause{kind: relClause, id: i, phase: atSubject, subject: n, parent: c.parent}
			p.advance(h, i, n.end, 1.0+n.cost+b2f(n.kind != pronoun)*0.8, rel, nil, n)
		}
	}
}

// cutShort reports whether the noun phrase behind "he is" is rather a verb without its -ing: he is
// sleep.
func (p *parser) cutShort(c *clause, n *nominal) bool {
	f := c.found
	if f == nil || f.base != "be" || f.subject == nil || f.subject.kind != pronoun || n.determined || n.end-n.start != 1 || c.objects > 0 {
		return false
	}
	switch p.words[f.finiteWord()].lower {
	case "am", "is", "are", "'m", "'s", "'re":
	default:
		return false
	}
	w := p.words[n.head]
	return p.words[f.subject.head].lower != "it" && has(w.readings, verb.Base) && !w.guessed && !w.capital && !p.lex.chiefly(w.lower) && !p.lex.is(w.lower, "adjective", "noun")
}

// existential reads the logical subject behind "there is".
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
	s := &step{before: h.last, from: i, to: n.end, clause: c.id, found: &f, nominal: n}
	p.beams[n.end] = append(p.beams[n.end], hypothesis{h.cost + cost, &next, s})
}

// isBe reports whether the main verb of f is a finite form of be.
func (p *parser) isBe(f *found) bool {
	return f.base == "be" && len(f.aux) > 0
}

// thereDisagrees reports whether "there is" stands before a clear plural, or "there are" before a
// clear singular.
func (p *parser) thereDisagrees(f *found) bool {
	if f.existing == nil || f.existing.kind != nounPhrase {
		return false
	}
	fit := auxiliaryPersons(p.words[f.aux[0]].lower)
	if fit == pAny || f.unreal && p.words[f.aux[0]].lower == "were" {
		return false
	}
	if fit&p3pl != 0 && !f.existing.determined {
		return false // there are bug reports; there are too much and so on
	}
	return fit&f.existing.persons == 0
}

// embedded reads a question word behind a verb: I know what he wants.
func (p *parser) embedded(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	if !p.lex.is(w.lower, "question") {
		return
	}
	inner := clause{kind: compClause, id: i, parent: c.parent}
	p.questionWord(i, hypothesis{h.cost + 0.2, &inner, h.last})
}

func (p *parser) clausal(f *found) bool   { return p.lex.is(f.base, "clausal") || f.base == "be" }
func (p *parser) mandative(f *found) bool { return p.lex.is(f.base, "mandative") || f.base == "be" }
func (p *parser) baring(f *found) bool    { return p.lex.is(f.base, "bare") }

// governed reads verbs that are not finite behind the verb.
func (p *parser) governed(i int, h hypothesis) {
	c := *h.top
	next := c
	next.objects, next.joined = 0, false
	enter := func(v *verbal, cost float64) {
		n := next
		f := &found{verbal: v, kind: c.kind, clause: c.id}
		m := *c.foundOrNew()
		m.verbal = v // what follows belongs to the inner verb: he wants to say that …
		m.existing = nil
		n.found, n.last = &m, nil
		p.advance(h, i, v.end, cost+v.cost, n, f, nil)
	}
	for _, v := range p.infinitives(i) {
		if c.found != nil && c.found.base == "let" && c.objects == 1 && v.governor == byTo && has(v.readings, verb.Base) {
			stray := *v // let me to go
			stray.governor, stray.fault, stray.aux = byModal, strayTo, nil
			enter(&stray, 0.05)
			continue
		}
		enter(v, 0.05)
	}
	p.helped(i, &c, enter)
	for _, v := range p.nonfinites(i, verb.Gerund) {
		enter(v, 0.2)
	}
	for _, v := range p.nonfinites(i, verb.Participle) {
		enter(v, 0.35)
	}
	for _, v := range p.nonfinites(i, verb.Base) {
		cost := 2.6
		f := c.found
		switch {
		case f == nil:
		case p.baring(f) && (c.objects > 0 || f.base == "help" || f.base == "let" || f.base == "make"):
			cost = 0.1
		case (f.base == "go" || f.base == "come" || f.base == "try") && c.objects == 0:
			cost = 0.6
		case c.joined && (f.governor == byModal || f.governor == byDo || f.governor == byTo || f.order):
			cost = 0.3 // can swim and dance
		}
		enter(v, cost)
	}
}

// helped reads a past form behind "help", which asks for the base form: helped designed.
func (p *parser) helped(i int, c *clause, enter func(*verbal, float64)) {
	if c.found == nil || c.found.base != "help" || c.objects > 1 {
		return
	}
	for _, v := range p.nonfinites(i, verb.Past|verb.Participle) {
		if len(v.aux) > 0 || has(p.words[v.main].readings, verb.Base) {
			continue
		}
		wrong := *v
		wrong.governor, wrong.fault = byModal, wrongForm
		enter(&wrong, 0.3)
	}
}

func (c *clause) foundOrNew() *found {
	if c.found != nil {
		return c.found
	}
	return &found{verbal: &verbal{main: -1}}
}
