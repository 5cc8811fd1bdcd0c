package sentence

// A base form that is a noun or an adjective too stands after be where a participle or an -ing form is meant: the windows were close, a button is miss. Which of
// them is not clear, or the sentence may be right, so that it is only named.

// isActAfterBe reports whether the word after g, which is be alone, is a noun of one act without its article, or an adjective that is seldom one of such a thing.
func (a *Analysis) isActAfterBe(g *Group) bool {
	p, f := a.parser, g.found
	if f.base != "be" || len(f.aux) == 0 || f.main != f.aux[len(f.aux)-1] || f.subject.kind == existential {
		return false
	}
	n, i := f.subject, f.end
	if f.inverted {
		i = n.end
	}
	i, _ = p.skipAdverbs(i)
	if i >= len(p.words) || !p.couldBeVerb(i) && p.words[i].lower != "like" || i+2 < len(p.words) && p.words[i+2].lower == p.words[i].lower {
		return false
	}
	w, next := p.words[i].lower, p.wordAt(i+1)
	ends := p.phraseEnds(i+1) || p.adverb(i+1) > 0
	switch {
	case w == "like":
		asked := n.kind == pronoun && p.acts(n) || possessives[p.words[n.start].lower] && p.acts(n)
		return asked && f.inverted && p.words[0].lower == "how" && next != "a" && next != "an" && next != "that" && next != "this" && (next == "it" && p.phraseEnds(i+2) || p.likesThing(i+1))
	case w == "sound":
		return next == "like" || p.lex.is(next, "adjective") || howMuch[next] && p.lex.is(p.wordAt(i+2), "adjective")
	case w == "close":
		return p.thingOf(p.words[n.head].lower, closable) && ends && next != "to" && next != "by" && next != "enough" && i == f.end
	case w == "stand" || w == "lie" || w == "stay" || w == "ask" || w == "sell" || w == "die" || w == "wait" || w == "sleep" || w == "hang" || w == "eat" || w == "wear":
		return (p.objectAt(i+1) || ends) && (w == "die" || w == "hang" || w == "lie" || p.acts(n) || n.kind == wh && f.kind == relClause) && !a.predicts(n)
	case p.acts(n), a.predicts(n), n.kind != nounPhrase || !n.determined:
		return false
	}
	return doneActs[w] && ends && next != "of" && next != "for" || w == "miss" && (ends || next == "from")
}

// likesThing reports whether a thing with its determiner stands at word i.
func (p *parser) likesThing(i int) bool {
	for _, n := range p.nominals(i) {
		if n.kind == nounPhrase && n.determined && !p.acts(n) && p.phraseEnds(n.end) && !p.lex.nouns["collective"][p.words[n.head].lower] {
			return true
		}
	}
	return false
}

var (
	closable = setOf("shop museum pool office road street school station factory bank library restaurant café cafe bar pub gym door gate window hotel park supermarket bakery pharmacy border airport bridge market cinema theatre theater church eye shutter curtain")
	doneActs = setOf("lock crack limit flood delay drop refuse pay turn switch reply sign cancel repeat burn paint blame watch rent call stop guess")
)
