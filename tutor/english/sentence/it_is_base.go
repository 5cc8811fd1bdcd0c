package sentence

// "It is important" takes an infinitive. Sleep, work and their like are nouns too, so that the parse takes them for what it is: important sleep, important work.

// restful are verbs that are nouns as well, and what people do for a time.
var (
	restful  = setOf("sleep work study rest walk travel drink talk wait swim run exercise play stay dance drive")
	counting = setOf("walk swim run study") // as nouns for one act, these have an article
)

// itIsAdjectiveAt reports whether "it is" and an adjective stand right before word i: it is very important sleep.
func (p *parser) itIsAdjectiveAt(i int) bool {
	if i < 3 || !p.lex.is(p.words[i-1].lower, "adjective") || p.lex.is(p.words[i-1].lower, "determiner") {
		return false
	}
	k := i - 2
	for k > 1 && (p.adverb(k) > 0 || p.isNegation(k) || howMuch[p.words[k].lower]) {
		k--
	}
	if p.words[k].lower == "be" && k > 1 && p.lex.is(p.words[k-1].lower, "modal") {
		k--
	} else if w := p.words[k].lower; w != "is" && w != "'s" && w != "was" {
		return false
	}
	return k > 0 && p.words[k-1].lower == "it" && (k < 2 || p.words[k-2].punct || p.lex.is(p.words[k-2].lower, "subordinator", "coordinator") || p.lex.is(p.words[k-2].lower, "relative"))
}

// advised are adjectives of what one should or can do, which seldom describe work or sleep themselves; the others do: it was hard work all day.
var (
	advised = setOf("important necessary essential possible impossible advisable vital crucial better")
	healthy = setOf("good bad healthy unhealthy")
)

// afterItIs reports whether word i is a verb after "it is" and an adjective, by the time or the manner after it: it is important sleep eight hours, work hard.
func (p *parser) afterItIs(i int) bool {
	if !restful[p.words[i].lower] || !p.itIsAdjectiveAt(i) || !advised[p.words[i-1].lower] || i+1 >= len(p.words) {
		return false
	}
	if next := p.words[i+1].lower; next == "well" || next == "hard" { // but not work well done
		return i+2 >= len(p.words) || p.words[i+2].punct || p.lex.is(p.words[i+2].lower, "preposition") && p.words[i+2].lower != "of"
	}
	return p.lastsAt(i + 1)
}

// lastsAt reports whether a length of time stands at word i: eight hours, a few days, but not ten years ago.
func (p *parser) lastsAt(i int) bool {
	switch {
	case p.matches(i, []string{"a", "few"}):
		i += 2
	case i < len(p.words) && (p.isNumber(p.words[i].lower) || p.words[i].lower == "several" || p.words[i].lower == "many"):
		i++
	default:
		return false
	}
	return i < len(p.words) && timeNouns()[p.words[i].lower] && p.words[i].lower != "times" && p.wordAt(i+1) != "ago"
}

// maybeAfterItIs reports whether such a verb stands where the noun would have an article, or has a time that few nouns have: it is very nice walk on the beach, it is
// not good work ten hours.
func (p *parser) maybeAfterItIs() bool {
	for i, w := range p.words {
		if !restful[w.lower] || !p.itIsAdjectiveAt(i) || !p.couldBeVerb(i) {
			continue
		}
		if counting[w.lower] && p.phraseEnds(i+1) || healthy[p.words[i-1].lower] && w.lower != "exercise" && p.lastsAt(i+1) {
			return true
		}
	}
	return false
}
