package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// motions are the verbs after which "to work" says where, not what for.
var motions = setOf("go come walk drive cycle run travel get ride return commute hurry rush")

// toWork reports whether "to work" stands at word i and says where f leads: walks to work.
func (p *parser) toWork(i int, f *found) bool {
	return f != nil && motions[f.base] && i+1 < len(p.words) && p.words[i].lower == "to" && p.words[i+1].lower == "work" && p.phraseEnds(i+2)
}

// preposition reads a preposition and what it takes.
func (p *parser) preposition(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	size := 0
	if p.lex.is(w.lower, "preposition") {
		size = 1
	}
	for _, ph := range p.lex.phrases[w.lower] {
		if ph.class == "preposition" && p.matches(i, ph.words) {
			size = len(ph.words)
			break
		}
	}
	if size == 0 {
		return
	}
	cost := costPreposition
	if c.phase == atStart {
		cost = costPrepositionFirst
	}
	if w.lower == "to" && i+1 < len(p.words) && has(p.words[i+1].readings, verb.Base) && len(p.nominals(i+1)) > 0 &&
		!p.lex.is(p.words[i+1].lower, "determiner") {
		cost = costToNoun
	}
	if p.toWork(i, c.found) {
		cost = costPreposition
	}
	if w.lower == "to" && i > 0 && p.toOnly(i-1) || w.lower == "like" && c.phase == atPredicate {
		cost += costToOnly
	}
	if c.phase == atSubject && c.subject.kind == pronoun && c.subject.end == i && c.found == nil {
		cost += costPrepositionVerb + costIf(w.lower == "like", costLikePronoun) // she like dogs: a verb
	}
	if w.lower == "like" && i > 0 && i+2 < len(p.words) && p.words[i+2].punct && p.lex.nouns["animate"][p.words[i-1].lower] &&
		(p.words[i+1].lower == "it" || p.words[i+1].lower == "them") {
		cost += costLikeNoun // but my wife like it
	}
	after := i + size
	p.afterPreposition(i, after, cost, h)
	stranded := costStranded
	if p.lex.is(w.lower, "particle") || c.phase == atVerb {
		stranded = costParticle
	}
	switch {
	case c.phase == atStart:
		stranded = costStrandedFirst
	case p.lex.is(w.lower, "particle") && c.phase == atSubject:
		stranded = costParticleSubject
	}
	p.advance(h, i, after, max(cost, stranded), c, nil, nil)
}

// afterPreposition reads what a preposition takes: a noun phrase, an -ing form, which or whom.
func (p *parser) afterPreposition(i, after int, cost float64, h hypothesis) {
	c := *h.top
	if after < len(p.words) {
		for _, n := range p.nominals(after) {
			if n.kind == pronoun && p.lex.is(p.words[n.start].lower, "subject") || n.kind == indefinite &&
				p.lex.is(p.words[n.start].lower, "question") {
				continue
			}
			next := c
			if c.phase == atSubject {
				next.inner = n
			}
			if c.phase == atVerb {
				next.last, next.objects = n, 1
			}
			p.advance(h, i, n.end, cost+n.cost, next, nil, n)
		}
		for _, v := range p.nonfinites(after, verb.Gerund) {
			next := c
			if c.phase == atSubject || c.phase == atStart {
				next = p.insideNonfinite(c, v, i)
			}
			next.modified = true
			p.advance(h, i, v.end, cost+v.cost+costPrepositionGerund, next, nil, nil)
		}
		if p.lex.is(p.words[after].lower, "relative", "question") && p.words[after].lower != "that" && c.phase == atStart { // in which, with whom
			next := c
			next.fronted = true
			p.advance(h, i, after+1, cost+costPrepositionQuestion, next, nil, nil)
		}
		if p.words[after].lower == "which" || p.words[after].lower == "whom" {
			p.advance(h, i, after+1, cost+costPrepositionWhich, p.relative(c, after, true), nil, nil)
		}
	}
}
