package sentence

// vocative reads a form of address before the clause: Ana, are you ready?
func (p *parser) vocative(i int, h hypothesis) {
	if h.top.kind != mainClause || h.top.joined {
		return
	}
	for _, n := range p.nominals(i) {
		if n.end+1 >= len(p.words) || p.words[n.end].text != "," && p.words[n.end].text != ":" || !p.addressed(n) {
			continue
		}
		if p.lex.is(p.words[n.end+1].lower, "relative") && !p.question || isDigits(p.words[n.end+1].text) {
			continue // my neighbor, who is eighty; Lima, 2019: …
		}
		cost := costVocative // Ana, the train leaves at five: the subject could be Ana too
		next := p.words[n.end+1]
		_, asks := p.auxiliary(n.end + 1)
		if asks || next.lower == "there" || p.lex.is(next.lower, "subject", "either") || p.question && p.lex.is(next.lower, "question") {
			cost = costVocativeClear
		}
		p.advance(h, i, n.end+1, cost+n.cost, *h.top, nil, n)
	}
}

// addressed reports whether the noun phrase can be a form of address: a name, or a noun for
// a person with "my" or "dear" or nothing before it.
func (p *parser) addressed(n *nominal) bool {
	first, head := p.words[n.start], p.words[n.head]
	switch {
	case n.kind != nounPhrase:
		return false
	case first.capital && !n.determined && (p.nameless(head) || head.named()):
		return true
	}
	bare := !n.determined || first.lower == "my" || first.lower == "dear"
	return bare && (p.lex.nouns["animate"][head.lower] || p.lex.nouns["kin"][head.lower] || p.lex.nouns["role"][head.lower])
}
