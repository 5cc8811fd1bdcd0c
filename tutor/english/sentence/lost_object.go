package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// Enjoy, discuss and raise take an object, and what they mean in Spanish takes none: we enjoyed a lot, I discussed with my wife, the prices have raised.

// lacksObject reports whether what follows f shows that its verb has no object, and none can stand before it.
func (a *Analysis) lacksObject(f *found) bool {
	p, i := a.parser, f.main+1
	if a.wantsNothing(f) {
		return true
	}
	if !a.keepsObject(f) && !a.keepsAfterAdverb(f) {
		return false
	}
	switch f.base {
	case "use", "receive", "recommend", "borrow", "fix", "carry", "mention":
		return f.subject.kind == pronoun && (i >= len(p.words) || p.words[i].text == "." || (p.words[i].lower == "yet" || p.words[i].lower == "anymore") && i+2 >= len(p.words))
	case "find":
		return f.subject.kind == pronoun && f.governor == byDo && f.not >= 0 && f.subject.start > 0 && p.words[f.subject.start-1].lower == "but" && (i >= len(p.words) || p.words[i].text == ".")
	case "buy":
		before := a.verbBefore(f.subject.start)
		return f.subject.kind == pronoun && len(f.aux) == 0 && before != nil && tried[before.Verb] && (i >= len(p.words) || p.words[i].text == ".")
	case "take":
		return f.subject.kind == pronoun && f.subject.start > 0 && (f.governor == byModal && p.words[f.aux[0]].lower == "can" || f.governor == byDo && f.not >= 0) && (i >= len(p.words) || p.words[i].text == "." || p.words[i].text == ",")
	case "try", "put", "switch", "pick", "throw", "bring":
		return f.subject.kind == pronoun && tookAway[f.base][p.wordAt(i)] && f.not < 0 && (i+1 >= len(p.words) || p.words[i+1].text == "." || p.words[i+1].text == "," && p.wordAt(f.subject.start-1) == "when")
	case "enjoy":
		end := a.degreeEnd(i)
		if end > i {
			return p.phraseEnds(end) && len(p.words[min(end, len(p.words)-1)].form(verb.Gerund)) == 0
		}
		return p.matches(i, []string{"with"}) && p.personAt(i+1) > 0 || (p.matches(i, []string{"in"}) || p.matches(i, []string{"at"})) && i+1 < len(p.words) && (p.objectAt(i+1) || p.words[i+1].named())
	case "like", "love":
		if f.governor == byDo && f.not >= 0 && f.subject.start > 0 && f.subject.kind == pronoun && (i >= len(p.words) || p.words[i].text == ".") {
			return true
		}
		end := a.degreeEnd(i)
		return end > i && f.governor == alone && (end >= len(p.words) || p.words[end].punct) && f.subject.kind != wh && p.acts(f.subject)
	case "discuss":
		if p.matches(i, []string{"with"}) {
			end := p.personAt(i + 1)
			if end > 0 && p.matches(end, []string{"and"}) && p.verbAt(end+1) {
				return true
			}
			return end > 0 && p.phraseEnds(end) && (end >= len(p.words) || !p.lex.is(p.words[end].lower, "determiner", "question", "relative") && p.words[end].lower != "whether" && p.words[end].lower != "if")
		}
		return a.degreeEnd(i) > i || p.matches(i, []string{"because"})
	case "raise":
		if f.subject.kind != nounPhrase || !rising[p.words[f.subject.head].lower] {
			return false
		}
		if i < len(p.words) && (p.words[i].lower == "by" || p.words[i].lower == "and") {
			return false
		}
		return a.degreeEnd(i) > i || i >= len(p.words) || p.words[i].punct || p.timeAt(i) || p.lex.is(p.words[i].lower, "preposition")
	}
	return false
}

// tookAway are the particles after which those verbs need what is tried on or thrown away.
var tookAway = map[string]map[string]bool{
	"try": setOf("on"), "put": setOf("on away back"), "switch": setOf("off on"), "throw": setOf("away out"), "bring": setOf("back"), "pick": setOf("up"),
}

// rising are things that go up, and that somebody raises.
var rising = setOf("price prices sun temperature temperatures cost costs rent rents unemployment inflation")

// degreeEnd returns the end of the words at word i that say how much, and name nothing, or i: a lot, very much.
func (a *Analysis) degreeEnd(i int) int {
	p := a.parser
	if i+1 >= len(p.words) || i+2 < len(p.words) && (p.words[i+2].lower == "of" || p.words[i+2].lower == "more") {
		return i
	}
	switch first, second := p.words[i].lower, p.words[i+1].lower; {
	case first == "a" && second == "lot", (first == "very" || first == "so") && second == "much":
		return i + 2
	}
	return i
}

// keepsObject reports whether the clause of f describes and asks nothing, so that no object of its verb can stand before it.
func (a *Analysis) keepsObject(f *found) bool {
	p := a.parser
	if f.subject == nil || !f.finite || f.inverted || f.kind == relClause {
		return false
	}
	i := f.subject.start
	if i > 0 && p.words[i-1].lower == "that" {
		i--
	}
	if opener := a.verbBefore(i); i > 0 && opener != nil && opener.found.end == i {
		return p.lex.is(opener.Verb, "clausal") && a.opensAnew(opener.found)
	}
	if i < f.subject.start || !a.opensClause(f) {
		return false
	}
	return i == 0 || p.words[i-1].punct || !p.lex.is(p.words[i-1].lower, "question") && p.words[i-1].lower != "than" && p.words[i-1].lower != "as" || p.words[i-1].lower == "when"
}

// keepsAfterAdverb reports whether "finally" or another adverb stands between what opens the clause of f and its subject: but finally I didn't use.
func (a *Analysis) keepsAfterAdverb(f *found) bool {
	p := a.parser
	if f.subject == nil || !f.finite || f.inverted || f.kind != mainClause || f.subject.start < 2 || p.words[f.subject.start-1].lower != "finally" && p.words[f.subject.start-1].lower != "then" {
		return false
	}
	before := p.words[f.subject.start-2].lower
	return before == "but" || before == "and" || before == ","
}

// wantsNothing reports whether a question with want, or an order with put and a place, ends where its object is missing: I have some mangoes, do you want? Please
// put in the wardrobe.
func (a *Analysis) wantsNothing(f *found) bool {
	p, i := a.parser, f.main+1
	switch f.base {
	case "want":
		return f.inverted && !f.fronted && p.question && f.governor == byDo && f.aux[0] == f.start && (f.start == 0 || p.words[f.start-1].punct) && f.start > 0 && (i >= len(p.words) || p.words[i].text == "?")
	case "put":
		return (f.order || f.start > 0 && p.words[f.start-1].lower == "please") && (p.wordAt(i) == "in" || p.wordAt(i) == "on") && p.wordAt(i+1) == "the" && stored[p.wordAt(i+2)] && (i+3 >= len(p.words) || p.words[i+3].text == "." || p.wordAt(i+3) == "please")
	}
	return false
}

// tried are verbs after whose object nothing else is bought: I saw a dress and I bought.
var tried = setOf("see like love find try want")

// stored are where one puts things, and what is not put in itself.
var stored = setOf("wardrobe drawer fridge freezer cupboard box bag table shelf basket garage")
