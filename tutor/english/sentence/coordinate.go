package sentence

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
		paired := costIf(p.oneComma(c.subject.start, i), costPairComma) // a pair has no comma
		stranded := costIf(p.afterSubjectPronoun(c.subject), costStrandedPronoun)
		for _, n := range p.nominals(i + 1) {
			next := c
			next.subject = p.coordinate(c.subject, n, p.words[i].lower)
			apart := costIf(n.kind == pronoun && paired > 0, costCommaPronoun) // …, and we left
			p.advance(h, i, n.end, costPair+n.cost+paired+apart+stranded, next, nil, n)
			if c.inner != nil { // the list of cats and dogs
				next = c
				next.inner = nil
				p.advance(h, i, n.end, costPair+n.cost+paired+stranded, next, nil, n)
			}
		}
		plain(costJoinsOther)
		return
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

// afterSubjectPronoun reports whether a bare noun phrase stands right after a pronoun that can only be a subject.
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
	if to < 1 || p.words[to-1].text != "," {
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
		if !b.determined && a.persons&p3sg != 0 && (b.persons&p3sg != 0 || !a.determined) && b.kind == nounPhrase &&
			a.kind == nounPhrase && !p.words[b.head].capital {
			n.persons = pThird // bread and butter; the singer and songwriter
		}
		if p.lex.nouns["kin"][p.words[a.head].lower] && p.lex.nouns["kin"][p.words[b.head].lower] {
			n.persons = p3pl // her aunt and uncle
		}
		if b.end-b.start > 2 && p.words[b.start+1].lower == "'s" && !a.determined && p.words[a.head].capital {
			n.persons = pThird // Luis and Ana's house
		}
		if a.kind == indefinite || b.kind == indefinite || a.kind == gerund || b.kind == gerund || p.eachBefore(a) {
			n.persons = pThird
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
