package sentence

// A branch is a clause that opens inside another.
type branch struct {
	clause clause
	end    int
	cost   float64
}

// relatives returns the relative clauses that may open at word i after the noun phrase of c.
func (p *parser) relatives(i int, c clause) []branch {
	w := p.words[i]
	if !p.lex.is(w.lower, "relative") || i+1 >= len(p.words) {
		return nil
	}
	object := p.relative(c, i, true)
	odd := 0.0
	if n := c.last; w.lower == "that" && c.phase == atVerb && n != nil && (n.kind == objectPronoun || n.kind == nounPhrase &&
		!n.determined && p.lex.is(p.words[n.head].lower, "adjective")) {
		odd = costThatNoRelative // told me that, sure that: no relative clause
	}
	if before := p.words[i-1]; w.lower == "that" && (p.lex.is(before.lower, "coordinator") || before.punct || before.lower == "to") {
		odd = costThatNoRelative // and that man, next to that door
	}
	list := []branch{{object, i + 1, costRelative + odd}}
	if w.lower != "whom" && w.lower != "where" && w.lower != "whose" {
		list = append(list, branch{p.relative(c, i, false), i + 1, costRelativeSubject + odd})
	}
	if w.lower == "whose" {
		list = nil
		for _, n := range p.nominals(i + 1) {
			next := object
			next.phase, next.subject = atSubject, n
			list = append(list, branch{next, n.end, costRelative + n.cost})
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
		if c.phase == atVerb && (c.objects != 1 || c.found == nil || antecedent.start != c.found.end || antecedent.end != i) ||
			n.kind == coordinated || n.kind == indefinite && !p.lex.nouns["person"][p.words[n.head].lower] {
			n.persons = pAny
		}
	}
	next.subject = &n
	return next
}

// insideNonfinite opens what goes on after a verb that is not finite: its objects and clauses, until clause
// c goes on.
func (p *parser) insideNonfinite(c clause, v *verbal, i int) clause {
	return clause{kind: relClause, phase: atVerb, id: i, found: &found{verbal: v, kind: c.kind}, parent: &c}
}
