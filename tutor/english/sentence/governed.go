package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// governed reads verbs that are not finite after the verb.
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
		if stray, ok := p.withoutTo(v, &c); ok {
			enter(stray, costInfinitive)
			continue
		}
		enter(v, costInfinitive+costIf(p.toWork(i, c.found), costToWork))
	}
	p.helped(i, &c, enter)
	for _, v := range p.nonfinites(i, verb.Gerund) {
		enter(v, costGerund+p.subjectLike(&c))
	}
	for _, v := range p.nonfinites(i, verb.Participle) {
		late := has(p.words[v.main].readings, verb.Base) && (v.main > v.start || p.lex.is(p.words[i-1].lower, "frequency"))
		enter(v, costParticiple+costIf(late, costParticipleLate)+p.subjectLike(&c)) // the dog always run
	}
	for _, v := range p.nonfinites(i, verb.Base) {
		cost := costBase
		f := c.found
		switch {
		case f == nil:
		case p.lacksTo(i, &c, v):
			enter(withTo(v), 0)
			continue
		case p.takesBareInfinitive(f) && !c.joined && (c.objects > 0 && !(c.last != nil && c.last.kind == pronoun &&
			p.lex.is(p.words[c.last.head].lower, "subject")) || f.base == "help" || f.base == "let" || f.base == "make"):
			cost = costBareInfinitive
		case (f.base == "go" || f.base == "come" || f.base == "try") && c.objects == 0:
			cost = costGoAnd
		case c.joined && (f.governor == byModal || f.governor == byDo || f.governor == byTo || f.order):
			cost = costBaseJoined // can swim and dance
		}
		enter(v, cost)
	}
}

// subjectLike is the cost of a participle after a pronoun that is rather its subject: I think we
// spoken, he said you eaten it. Behind other verbs a participle may follow an object: have it done.
func (p *parser) subjectLike(c *clause) float64 {
	if c.objects == 0 || c.last == nil || c.found == nil {
		return 0
	}
	if at := c.last.start; p.words[at-1].lower == "that" || at > 1 && p.lex.is(p.words[at-1].lower, "coordinator") && p.words[at-2].punct {
		return costOwnSubject // said that everyone eaten it; …, and Ana sitting at home
	}
	if c.last.kind != pronoun {
		return 0
	}
	if p.lex.is(p.words[c.last.start].lower, "subject") || p.lex.is(p.words[c.last.start-1].lower, "coordinator") {
		return costOwnSubject // and you sitting at home
	}
	if p.subjectAsks(c.found) {
		return costOwnSubject // what has you seen
	}
	switch c.found.base {
	case "think", "know", "say", "hope", "believe", "guess", "suppose":
		return costOwnSubjectSaid
	}
	return 0
}

// helped reads a past form after "help", which asks for the base form: helped designed.
func (p *parser) helped(i int, c *clause, enter func(*verbal, float64)) {
	if c.found == nil || c.found.base != "help" || c.objects > 1 {
		return
	}
	for _, v := range p.nonfinites(i, verb.Past|verb.Participle) {
		if len(v.aux) > 0 || has(p.words[v.main].readings, verb.Base) || p.isNegation(v.end) {
			continue // helped her and did not stay
		}
		wrong := *v
		wrong.governor, wrong.fault = byModal, wrongForm
		enter(&wrong, costHelpedPast)
	}
}

func (c *clause) foundOrNew() *found {
	if c.found != nil {
		return c.found
	}
	return &found{verbal: &verbal{main: -1}}
}
