package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

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
	p.advance(h, i, i+size, costQuestionWord, next, nil, nil)
	after := i + size
	if w.lower == "what" && !p.question && c.kind == mainClause { // what matters is …; what he wants is …
		whole := c
		whole.phase = atSubject
		whole.subject = &nominal{start: i, end: i + 1, head: i, persons: pThird, kind: gerund, adjective: -1}
		own := clause{kind: relClause, id: i, parent: &whole}
		p.advance(h, i, i+1, costWhatClause, own, nil, nil)
		own.phase = atSubject
		own.subject = &nominal{start: i, end: i + 1, head: i, persons: p3sg, kind: wh, adjective: -1}
		p.advance(h, i, i+1, costWhatMatters, own, nil, own.subject)
	}
	switch w.lower {
	case "who", "what":
		sub := c
		sub.phase = atSubject
		sub.subject = &nominal{start: i, end: i + 1, head: i, persons: p3sg, kind: wh, adjective: -1}
		p.advance(h, i, i+1, costWhoSubject, sub, nil, sub.subject)
	}
	switch w.lower {
	case "which", "what", "whose", "how":
		if after >= len(p.words) {
			return
		}
		if _, asks := p.auxiliary(after); w.lower == "how" && size == 1 && !asks { // how old, how fast
			p.advance(h, i, after+1, costHowMany, next, nil, nil)
			return
		}
		for _, n := range p.nominals(after) {
			if n.kind != nounPhrase || n.determined {
				continue
			}
			p.advance(h, i, n.end, costWhichNoun+n.cost, next, nil, n)
			sub := c
			m := *n
			m.start, m.kind = i, nounPhrase
			sub.phase, sub.subject = atSubject, &m
			p.advance(h, i, n.end, costWhichSubject+p.freeRelative(&m)+n.cost, sub, nil, &m)
		}
	}
}

// freeRelative is the cost of reading "what" and a word after it as a noun phrase where that word
// is rather a verb: what matters is …
func (p *parser) freeRelative(n *nominal) float64 {
	return costIf(!p.question && n.end-n.start == 2 && p.words[n.start].lower == "what" &&
		len(p.words[n.head].form(verb.ThirdPerson)) > 0, costWhatVerb)
}

// invert reads the auxiliary of a question.
func (p *parser) invert(i int, h hypothesis, g governor) {
	c := *h.top
	v := newVerbal(i)
	v.aux, v.end, v.finite, v.governor = []int{i}, i+1, true, g
	if clitics[p.words[i].lower] && !c.fronted || i > 0 && g == byBe && p.words[i-1].lower == "there" {
		return
	}
	if p.isNegation(i + 1) {
		v.not, v.end = i+1, i+2
	}
	next := c
	next.phase, next.open = atInversion, &v
	cost := costInversion
	if p.question || i == 0 {
		cost = costInversionAsks
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

// auxiliaryAlone returns the auxiliary of a question as a group of its own: Is it right?
func (p *parser) auxiliaryAlone(open *verbal) *verbal {
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
	single := p.auxiliaryAlone(c.open)
	single.end = i
	if c.open.governor == byHave {
		single.cost += costHaveAlone // have you a car
	}
	if g := c.open.governor; (g == byDo || g == byModal) && !p.words[i].punct {
		single.cost += costDoAlone // does she works: no question ends here
	}
	if j > i {
		single.not, single.end = i, j
	}
	p.accept(h, i, single, true)
	for _, n := range list {
		p.accept(h, i, n, true)
	}
	for _, rel := range p.relatives(i, c) { // Does the man who lives here like tea?
		p.advance(h, i, rel.end, costQuestionRelative, rel.clause, nil, nil)
	}
}
