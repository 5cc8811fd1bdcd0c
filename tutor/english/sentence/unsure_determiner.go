package sentence

// Determiners that do not go together, or with their noun: the his car, a beautiful eyes. Where two are articles or possessives side by side the fault is named; what is asked here is broader.

// hasOddDeterminer reports whether such a determiner is in the text.
func (a *Analysis) hasOddDeterminer() bool {
	for i := range a.parser.words {
		if a.doublesDeterminer(i) || a.articleOfPlural(i) {
			return true
		}
	}
	return false
}

// doublesDeterminer reports whether a possessive follows another determiner at word i: the his car, this my house. After "this" it may be another phrase: is this my house?
func (a *Analysis) doublesDeterminer(i int) bool {
	p := a.parser
	if i+2 >= len(p.words) || !possessives[p.words[i+1].lower] || p.words[i+1].named() || p.phraseEnds(i+2) {
		return false
	}
	switch p.words[i].lower {
	case "the", "a", "an", "every":
		return true
	case "this", "these":
		return i == 0 && !p.question
	}
	return false
}

// articleOfPlural reports whether an article for one at word i stands before a plural, perhaps with adjectives: a beautiful eyes, but not a sports car, a men's team.
func (a *Analysis) articleOfPlural(i int) bool {
	p := a.parser
	if w := p.words[i]; w.lower != "a" && w.lower != "an" || w.named() {
		return false
	}
	k := i + 1
	for k < len(p.words) && p.lex.is(p.words[k].lower, "adjective") && !p.lex.is(p.words[k].lower, "determiner") {
		k++
	}
	if k >= len(p.words) || p.words[k].punct || p.lex.number(p.words[k], true) != p3pl || p.functional(p.words[k]) || p.words[k].capital || p.words[k].owner || p.words[k].lower == "people" || p.wordAt(k+1) == "'s" {
		return false
	}
	return !a.isVerbWord(k) && a.isHead(k)
}
