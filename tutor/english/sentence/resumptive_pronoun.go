package sentence

import "slices"

// A resumptive pronoun stands once more for what a relative clause describes: its object (the book that I read it), its subject (a man that he works here), its place (a
// bar where I like to go there). So does one after too and an infinitive: too heavy to carry it.

// hasResumptivePronoun reports whether the relative clause of f has a pronoun for what it describes, as its object (the man who I met him) or its subject (the girl that
// she lives here). Something said or thought that a clause tells lacks nothing: the news that I sold it.
func (a *Analysis) hasResumptivePronoun(f *found) bool {
	p, s := a.parser, f.subject
	if s == nil || !f.finite || f.inverted || s.start < 2 || s.end != f.start {
		return false
	}
	opener := p.words[s.start-1].lower
	if opener != "that" && opener != "which" && opener != "who" && opener != "whom" {
		return false
	}
	head := p.phraseBefore(s.start - 1)
	if head == nil || head.kind != nounPhrase || !head.determined || head.start > 0 && (a.reportsTo(head) || p.lex.is(p.words[head.start-1].lower, "preposition")) {
		return false
	}
	noun := p.words[head.head].lower
	person := p.isPerson(p.words[head.head])
	if !person && (p.lex.nouns["content"][noun] || timeNouns()[noun] || weeks[noun]) && opener != "which" {
		return false
	}
	if person && s.kind == pronoun && head.start == 0 && p.standsFor(s.head, head) && (stays[f.base] || f.base == "be") {
		return f.end < len(p.words) && !p.words[f.end].punct && !a.endsOnPreposition(f.end)
	}
	i := f.main + 1
	handed := !person && given[f.base] && (p.wordAt(i) == "it" || p.wordAt(i) == "them") && p.wordAt(i+1) == "to" && p.personAt(i+2) > 0
	handed = handed || f.base == "make" && i+1 < len(p.words) && (p.isBeWord(i+1) || p.lex.is(p.wordAt(i+1), "preposition"))
	if i >= len(p.words) || f.base == "be" || !handed && p.lex.is(f.base, "two-objects", "clausal", "naming") && f.base != "see" && f.base != "find" && f.base != "read" && !(f.base == "understand" && f.not >= 0) || s.kind == nounPhrase && !s.determined {
		return false
	}
	switch w := p.words[i].lower; {
	case person && w != "him" && w != "them" && (w != "her" || !p.phraseEnds(i+1) && !p.timeAt(i+1) && p.wordAt(i+1) != "a"), !person && w != "it" && w != "them":
		return false
	}
	if w := p.words[i].lower; !person && (w == "it" && head.persons&p3sg == 0 || w == "them" && head.persons&p3pl == 0) {
		return false
	}
	return (p.phraseEnds(i+1) || p.timeAt(i+1) || p.matches(i+1, []string{"a", "lot"})) && !p.objectAt(i+1) && !a.endsOnPreposition(i+1)
}

// repeatsAntecedent reports whether the subject of f, in a clause after a man that, is a pronoun for this man, and the clause lacks nothing: a man that he loses his
// job, a phone that it doesn't work. No content clause explains a phone or a man.
func (a *Analysis) repeatsAntecedent(f *found) bool {
	p, s := a.parser, f.subject
	if s == nil || !f.finite || f.inverted || s.kind != pronoun || s.start < 3 || s.end != f.start {
		return false
	}
	if opener := p.words[s.start-1].lower; opener != "that" && opener != "which" && opener != "who" {
		return false
	}
	opened := s.start - 1
	if opener := p.words[opened].lower; opener == "who" && p.words[opened-1].text == "," {
		opened-- // my friend, who he works here
	}
	head := p.phraseBefore(opened)
	if head == nil || head.kind != nounPhrase || p.words[head.start].lower != "a" && p.words[head.start].lower != "an" && !(p.wordAt(s.start-1) == "who" && head.determined) {
		return false
	}
	if before := p.wordAt(head.start - 1); before == "such" || !p.lex.is(before, "preposition") && head.start > 0 && a.reportsTo(head) {
		return false
	}
	noun := p.words[head.head]
	if p.words[s.head].lower != "it" {
		if pets[noun.lower] || !p.isPerson(noun) || !p.standsFor(s.head, head) {
			return false
		}
	} else if p.lex.nouns["content"][noun.lower] {
		return false
	} else if before := a.verbBefore(head.start); before != nil && p.wordAt(head.start-1) == "in" && p.lex.is(before.Verb, "clausal") { // reads in a book that it is over
		return false
	}
	i, _ := p.skipAdverbs(f.end)
	switch {
	case a.endsOnPreposition(f.start) || p.lex.is(f.base, "clausal", "naming") && f.base != "lose" || given[f.base] || f.base == "ask" || f.base == "cost":
		return false
	case f.base == "be" && i < len(p.words):
		return p.lex.is(p.words[i].lower, "adjective") && p.phraseEnds(i+1) || p.lex.is(p.words[i].lower, "preposition")
	case f.governor != byBe && p.lex.is(p.wordAt(i), "preposition") && !p.words[i].punct && p.wordAt(s.start-1) == "who":
		return true
	case stays[f.base] && f.governor != byBe:
		return i >= len(p.words) || p.words[i].punct || p.timeAt(i) || p.lex.is(p.words[i].lower, "preposition", "adverb")
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		return n.kind == nounPhrase && !timeNouns()[p.words[n.head].lower] && p.phraseEnds(n.end) && !p.verbAt(n.end)
	})
}

// repeatsTopic reports whether a thing opens a clause, and the clause after it has a pronoun for its object at the end: but the breakfast I didn't like it. What the clause
// describes has a verb of its own.
func (a *Analysis) repeatsTopic(f *found) bool {
	p, s := a.parser, f.subject
	if s == nil || !f.finite || f.inverted || s.kind != pronoun || s.start < 2 || s.end != f.start {
		return false
	}
	topic := p.phraseBefore(s.start)
	if topic == nil || topic.kind != nounPhrase || !topic.determined || p.lex.nouns["content"][p.words[topic.head].lower] || timeNouns()[p.words[topic.head].lower] || p.timeAt(topic.start) || p.isPerson(p.words[topic.head]) || topic.start > 0 && !p.opensClauseAfter(topic.start) {
		return false
	}
	if w := p.wordAt(f.main + 1); w == "it" && topic.persons&p3sg == 0 || w == "them" && topic.persons&p3pl == 0 || w != "it" && w != "them" {
		return false
	}
	end := f.main + 2
	return end >= len(p.words) || p.words[end].text == "." || p.words[end].text == "!" || p.wordAt(end) == "because" || p.wordAt(end) == "very" || p.wordAt(end) == "a" && p.wordAt(end+1) == "lot"
}

// pets are animals that a clause describes with it.
var pets = setOf("dog cat horse bird parrot rabbit hen cow puppy kitten hamster")

// resumesAfterToo reports whether "too" and an adjective, and an infinitive with a pronoun for what they describe at the end, stand in one clause: too heavy for her to
// carry it.
func (p *parser) resumesAfterToo() bool {
	for i := 1; i+4 < len(p.words); i++ {
		if p.words[i].lower != "too" || !p.isBeWord(i-1) || !p.lex.is(p.words[i+1].lower, "adjective") {
			continue
		}
		k := i + 2
		if p.words[k].lower == "for" {
			for k < len(p.words) && p.words[k].lower != "to" && !p.words[k].punct {
				k++
			}
		}
		if p.wordAt(k) != "to" || !lifted[p.wordAt(k+1)] || p.wordAt(k+2) != "it" && p.wordAt(k+2) != "them" || !p.phraseEnds(k+3) || p.wordAt(k+3) == "all" {
			continue
		}
		if n := p.phraseBefore(i - 1); n != nil && n.kind == nounPhrase && !p.acts(n) && n.determined {
			return true
		}
	}
	return false
}

// lifted are verbs whose object may be too heavy, too hot or too long for it.
var lifted = setOf("carry lift move drink eat read wear buy finish understand hear see solve explain memorize")

// repeatsPlace reports whether a clause after a place and where has there for it too: a place where I like to go there.
func (p *parser) repeatsPlace() bool {
	sets := theFaults().sets
	for i := 1; i < len(p.words); i++ {
		before := p.words[i-1].lower
		if p.words[i].lower != "where" || !sets["place"][before] && !sets["dwelling"][before] && !locations[before] {
			continue
		}
		end := i + 1
		for end < len(p.words) && !p.words[end].punct && p.words[end].lower != "there" && !p.lex.is(p.words[end].lower, "coordinator", "subordinator", "relative", "question") {
			end++
		}
		if p.wordAt(end) == "there" && end > i+2 && !p.isBeWord(end-1) && !p.lex.is(p.words[end-1].lower, "preposition") && (p.phraseEnds(end+1) || p.timeAt(end+1)) {
			return true
		}
	}
	return false
}

// locations are nouns that a clause with where describes.
var locations = setOf("place bar town city country street school room building area region")

// standsFor reports whether the pronoun at word i can stand for the phrase by its number: he, she or it for one, they for more.
func (p *parser) standsFor(i int, n *nominal) bool {
	switch p.words[i].lower {
	case "he", "she", "it":
		return n.persons&p3sg != 0
	case "they":
		return n.persons&p3pl != 0
	}
	return false
}

// possessed reports whether the noun names a thing that one has or makes, and that no clause with that explains.
func possessed(noun string) bool {
	sets := theFaults().sets
	return (sets["owned"][noun] || sets["count"][noun] || sets["made"][noun]) && !explained[noun]
}

// explained are those of these things that a clause with that may tell: the problem that she has it.
var explained = setOf("problem mistake idea story question message letter email lesson meeting room picture photo clock")
