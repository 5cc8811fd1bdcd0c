package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A noun for one of several things has a determiner in the singular: I saw a dog, not I saw dog. Many such nouns name a mass or an act too (chicken, play), and stand bare. The table of
// count nouns has those that seldom do, and the prepositions and phrases in which they stand bare all the same: by car, at school, face to face.

// lacksArticle reports whether a count noun in the singular stands without a determiner in a sentence that has a verb: she opened window, teacher told us to sit.
func (a *Analysis) lacksArticle() bool {
	p := a.parser
	if !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite || g.found.order }) {
		return false
	}
	for i, w := range p.words {
		if a.losesArticle(i) || a.isDescribedBare(i) {
			return true
		}
		if theCountNouns().before[w.lower] == nil || w.named() || w.owner || a.isVerbWord(i) || !a.isHead(i) {
			continue
		}
		start, determined := a.bareStart(i)
		if !determined && !a.standsBare(start, i) {
			return true
		}
	}
	return false
}

// isVerbWord reports whether word i belongs to a verb of the parse.
func (a *Analysis) isVerbWord(i int) bool {
	return i >= 0 && slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.main == i || g.found.to == i || slices.Contains(g.found.aux, i)
	})
}

// isHead reports whether the noun phrase of the noun at word i has no other noun after it: the window of a house, but not the kitchen table, Doctor Smith, page five, a knife and fork.
func (a *Analysis) isHead(i int) bool {
	p := a.parser
	if i+1 >= len(p.words) || p.words[i+1].punct {
		return true
	}
	next := p.words[i+1]
	switch {
	case next.named(), (p.isNumber(next.lower) || isDigits(next.text)) && p.phraseEnds(i+2), next.lower == "enough":
		return false
	case a.isVerbWord(i + 1), next.lower == "of", clitics[next.lower]:
		return true
	case p.lex.is(next.lower, "coordinator"):
		return a.isVerbWord(i+2) || p.adverb(i+2) > 0 || i+2 < len(p.words) && p.functional(p.words[i+2])
	}
	return p.phraseEnds(i+1) || p.adverb(i+1) > 0
}

// weakDeterminers are listed as determiners, and do not determine a noun in the singular: such nice man, other question.
var weakDeterminers = setOf("such other same more most certain")

// bareStart returns the word at which the modifiers of the noun at word i begin, and whether a determiner stands before or among them: a very old house, her brother's car.
func (a *Analysis) bareStart(i int) (start int, determined bool) {
	p := a.parser
	for start = i; start > 0; start-- {
		k := start - 1
		w := p.words[k]
		switch {
		case w.joined && w.lower == "'s":
			return start, p.wordAt(k-1) == "one" || k > 0 && !p.lex.is(p.words[k-1].lower, "subject", "either", "question") && p.words[k-1].lower != "there" && p.words[k-1].lower != "here"
		case w.text == "," && k > 0 && p.lex.is(p.words[k-1].lower, "adjective") && start < i: // a big, red car
		case w.punct:
			return start, false
		case w.owner, isDigits(w.text) && !(isYear(w.text) && p.lex.is(p.wordAt(k-1), "preposition")), p.isNumber(w.lower), w.lower == "half":
			return start, true
		case weakDeterminers[w.lower]:
		case w.lower == "whichever", w.lower == "whatever":
			return start, true
		case w.lower == "what" && a.exclaims(k):
			return start, false
		case w.lower == "that" && a.tellsBefore(k) && a.opensClauseAs(start, i): // she told me that doctor was busy
			return start, false
		case p.lex.is(w.lower, "determiner"):
			return start, true
		case p.functional(w) && k > 0 && p.lex.is(p.words[k-1].lower, "determiner") && p.lex.is(w.lower, "preposition"): // the back door
		case p.isBeforeNoun(k): // a changing room
		case a.isVerbWord(k), p.functional(w), p.lex.is(w.lower, "coordinator", "subordinator"):
			return start, false
		case p.adverb(k) > 0 && !p.lex.is(w.lower, "adjective"): // a very grumpy dragon, my only son
			if k == 0 || !p.lex.is(p.words[k-1].lower, "determiner") && !p.words[k-1].owner && !p.lex.is(p.words[start].lower, "adjective") {
				return start, false
			}
		}
	}
	return start, false
}

// telling are verbs whose object is what was said, and no thing or person.
var telling = setOf("say tell think hope explain announce complain realize realise agree reply answer suggest report warn promise")

// tellsBefore reports whether the verb before "that" at word k is one of telling, so that it is the conjunction.
func (a *Analysis) tellsBefore(k int) bool {
	g := a.verbBefore(k)
	return g != nil && telling[g.Verb]
}

// isBeforeNoun reports whether a participle or an -ing form at word k stands after a determiner or an adjective, so that it belongs to the noun after it: her driving test, a kind and organized person.
func (p *parser) isBeforeNoun(k int) bool {
	w := p.words[k]
	if k == 0 || w.punct || p.functional(w) || len(w.form(verb.Gerund|verb.Participle)) == 0 {
		return false
	}
	before := p.words[k-1]
	if p.lex.is(before.lower, "coordinator") && k > 1 {
		before = p.words[k-2]
		return p.lex.is(before.lower, "adjective")
	}
	return p.lex.is(before.lower, "determiner", "adjective") && before.lower != "that" || before.owner || before.joined && before.lower == "'s"
}

// exclaims reports whether "what" at word k opens an exclamation: what beautiful day!
func (a *Analysis) exclaims(k int) bool {
	p := a.parser
	return p.words[len(p.words)-1].text == "!" && (k == 0 || p.words[k-1].punct)
}

// standsBare reports whether a count noun at word i, with modifiers from word start on, is right without a determiner.
func (a *Analysis) standsBare(start, i int) bool {
	p, nouns := a.parser, theCountNouns()
	before, after := p.wordAt(start-1), p.wordAt(i+1)
	own := nouns.before[p.words[i].lower]
	if own[p.wordAt(i-1)] || own["+"] && (start < i || i > 0 && len(p.words[i-1].form(verb.Gerund)) > 0) || before == "by" && own["by"] || p.inBarePhrase(i) {
		return true
	}
	if i > 1 && p.words[i-2].lower == p.words[i].lower || after != "" && p.wordAt(i+2) == p.words[i].lower || p.isAbsolute(start, i) { // door to door
		return true
	}
	if a.isQuoted(i) || nouns.roles[p.words[i].lower] && a.isSoleRole(start, i) {
		return true
	}
	if (start == 0 || p.words[start-1].punct) && (i+1 == len(p.words) || p.words[i+1].punct) { // vocatives, lists
		return true
	}
	if a.opensClauseAs(start, i) || own["^"] && a.isVerbWord(i+1) {
		return own["^"] || p.words[i].first && p.words[i].lower == "man" || p.words[i].first && p.lex.is(p.words[i].lower, "name")
	}
	switch {
	case start == 0, p.words[start-1].punct, p.lex.is(before, "coordinator"): // headlines, pairs
		return true
	case start == i && i > 0 && slices.ContainsFunc(p.words[i-1].readings, func(r verb.Reading) bool { return r.Base == "change" }): // change jobs, or change supplier
		return true
	case p.mayBeVerb(start, i), wordsFor[before] && !a.callsUp(start-1):
		return true
	case before == "from" && after == "to", before == "to" && slices.ContainsFunc(p.words[max(0, start-5):start], func(w word) bool { return w.lower == "from" }):
		return true
	case p.wordAt(start) == "more" && after == "than", before == "than" && p.wordAt(start-3) == "more": // more artist than scientist
		return true
	}
	return before == "of" && kinds[p.wordAt(start-2)]
}

// wordsFor are words after which a noun may stand for itself: the animal called wolf.
var wordsFor = setOf("called named labelled labeled entitled mean means meant spell spelled spelt word term")

// callsUp reports whether word i is an active "called", whose object is called to come or by telephone: she called a cab.
func (a *Analysis) callsUp(i int) bool {
	g := a.groupAt(i)
	return g != nil && g.Verb == "call" && g.found.finite && !a.isPassive(g.found)
}

// kinds are nouns after which "of" has a bare noun: a kind of dog.
var kinds = setOf("kind kinds sort sorts type types form forms style styles breed breeds brand brands make makes model models species word words change changes piece pieces lack choice choices rate rates way ways rank title role means number numbers course position post job")

// isSoleRole reports whether the noun at word i names what only one person is: elected captain, as director, he is head of the school.
func (a *Analysis) isSoleRole(start, i int) bool {
	p := a.parser
	before, after := p.wordAt(start-1), p.wordAt(i+1)
	if after == "of" || after == "at" || after == "for" || before == "as" || before == "of" {
		return true
	}
	g := a.verbBefore(start)
	return g != nil && sole[g.Verb] && !(g.found.subject != nil && g.found.subject.kind == existential)
}

// sole are verbs that give a person a role.
var sole = setOf("be elect appoint make name crown declare vote become turn play choose remain stay")

// opensClauseAs reports whether the noun at word i, with its modifiers from word start on, is the subject of a finite verb right after it or later.
func (a *Analysis) opensClauseAs(start, i int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		s := g.found.subject
		return g.found.finite && !g.found.inverted && s != nil && s.kind == nounPhrase && s.head == i && s.start == start && g.found.start > i
	})
}

// letting are verbs with an object and a base form: let us park here.
var letting = setOf("let make help have see watch hear")

// mayBeVerb reports whether word i, alone, may be a verb that the parse took for a noun: to book a table.
func (p *parser) mayBeVerb(start, i int) bool {
	if start != i || i == 0 || len(p.words[i].form(verb.Base)) == 0 {
		return false
	}
	before := p.words[i-1].lower
	if p.lex.is(before, "coordinator") || before == "just" || before == "please" || before == "so" || before == "then" {
		return true
	}
	if p.lex.is(before, "object") && i > 1 && slices.ContainsFunc(p.words[i-2].readings, func(r verb.Reading) bool { return letting[r.Base] }) {
		return true
	}
	return before == "to" && !p.phraseEnds(i+1) || p.lex.is(before, "subject", "modal", "do", "negation") || before == "n't"
}

// isAbsolute reports whether the noun at word i says, after a mark, how something is, with an adverb that ends the phrase: cook for an hour, lid off, then serve.
func (p *parser) isAbsolute(start, i int) bool {
	if start == 0 || !p.words[start-1].punct {
		return false
	}
	switch p.wordAt(i + 1) {
	case "on", "off", "in", "out", "up", "down":
		return i+2 >= len(p.words) || p.words[i+2].punct
	}
	return false
}

// isQuoted reports whether word i stands in quotation marks of its own: the word "dog".
func (a *Analysis) isQuoted(i int) bool {
	t := a.parser.words[i].token
	quote := func(k int) bool {
		return k >= 0 && k < len(a.Tokens) && a.Tokens[k].Kind == Punct && strings.Trim(a.Tokens[k].Text, "\"“”«»*`'‘’") == ""
	}
	return quote(t-1) && quote(t+1)
}

// inBarePhrase reports whether the noun at word i stands in a phrase of the table: face to face, change lanes.
func (p *parser) inBarePhrase(i int) bool {
	for _, parts := range theCountNouns().phrases[p.words[i].lower] {
		at := i - slices.Index(parts, p.words[i].lower)
		if at >= 0 && p.faultAt(at, parts) {
			return true
		}
	}
	return false
}
