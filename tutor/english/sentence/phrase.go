package sentence

// phraseEnds reports whether a noun phrase cannot go on with word j: the end of the sentence, a
// mark, or a word that begins another phrase. After "and" and "or" a bare noun goes on.
func (p *parser) phraseEnds(j int) bool {
	if j >= len(p.words) || p.words[j].punct {
		return true
	}
	w := p.words[j].lower
	switch {
	case w == "of" || clitics[w] && w != "'ll":
		return false
	case p.lex.is(w, "coordinator"):
		return j+1 < len(p.words) && p.functional(p.words[j+1])
	case p.lex.is(w, "adjective"):
		return isTimeModifier(w)
	}
	return p.functional(p.words[j]) || p.lex.is(w, "adverb", "frequency", "subordinator")
}

// gapBefore reports whether a quotation mark stands between word i and the one before it.
func (p *parser) gapBefore(i int) bool { return p.words[i].token-p.words[i-1].token > 2 }

// onlyFinite reports whether the sentence has one finite verb.
func (a *Analysis) onlyFinite() bool {
	count := 0
	for _, g := range a.Groups {
		if g.found.finite {
			count++
		}
	}
	return count == 1
}
