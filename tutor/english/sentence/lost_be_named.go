package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A clause that opens with a pronoun, a relative or a noun phrase and has no word that could be its verb has lost one, mostly be: it three years since I saw him, a drawer, which very old,
// what I need a long holiday, I think that hard to believe. Some clauses share the verb of another (she went home and I to the shop), so that only those are named that cannot.

// clauseWithoutVerb reports whether such a clause stands in the sentence.
func (a *Analysis) clauseWithoutVerb() bool {
	p := a.parser
	for i := 0; i+2 < len(p.words); i++ {
		if (p.pronounAt(i) || i > 0 && p.words[i-1].lower == "that" && a.saidBefore(i-1) && p.subjectOpensAt(i)) && p.lacksVerbFrom(i+1) || p.relativeFor(i) && p.lacksVerbFrom(i+1) || a.thinksThatHard(i) {
			return true
		}
	}
	return a.cleftWithoutBe() || a.nounForVerb() || a.describesAtEnd() || a.relativeForMain() || a.asksWithoutBe() || a.lacksMainVerb() || a.joinedWithoutBe() || p.thereAlone() || a.bornWithoutBe() || a.opensWithoutBe()
}

// pronounAt reports whether a pronoun that can only be a subject opens the sentence or a clause after a subordinator at word i.
func (p *parser) pronounAt(i int) bool {
	w := p.words[i]
	if p.gapBefore(i + 1) {
		return false
	}
	if i == 0 {
		next := p.words[1].lower
		return !p.question && (p.opensThere(i) || p.lex.is(w.lower, "subject") && w.lower != "who" || w.lower == "it" || (w.lower == "this" || w.lower == "these") && (next == "the" || possessives[next]))
	}
	switch p.words[i-1].lower {
	case "because", "although", "when", "if", "while", "unless", "until", "since":
		return p.subjectOpensAt(i)
	}
	return false
}

// subjectOpensAt reports whether a pronoun that is the subject of a clause may stand at word i, as a subordinator is before it.
func (p *parser) subjectOpensAt(i int) bool {
	w := p.words[i].lower
	return p.lex.is(w, "subject") && w != "who" || w == "it" || w == "you" || p.opensThere(i)
}

// opensThere reports whether there and what there is stand at word i: there no shops.
func (p *parser) opensThere(i int) bool {
	if p.words[i].lower != "there" {
		return false
	}
	if p.wordAt(i+2) == "one" {
		return false // there no one knows me
	}
	switch w := p.words[i+1].lower; w {
	case "a", "an", "no", "some", "many", "few", "several", "enough", "plenty", "fewer", "nothing", "nobody", "someone", "something":
		return true
	default:
		return p.isNumber(w)
	}
}

// relativeFor reports whether who or which stands at word i after a noun or a comma, and what be says of it after that: a drawer, which very old.
func (p *parser) relativeFor(i int) bool {
	w := p.words[i].lower
	if i == 0 || p.question || w != "who" && w != "which" {
		return false
	}
	before := p.words[i-1]
	if before.text != "," && (before.punct || p.functional(before)) {
		return false
	}
	k := p.afterBeAdverbs(i + 1)
	return p.onlyAdjective(k) || k > i+1 || p.isNumber(p.words[k].lower) || p.lex.is(p.words[k].lower, "preposition") && p.words[k].lower != "of" && (w == "who" || before.text == "," && !p.lex.is(p.wordAt(i+2), "object") && p.placeAlone(k))
}

// placeAlone reports whether a preposition and its noun phrase at word i are all there is before the next mark: a hotel, which near the beach, has.
func (p *parser) placeAlone(i int) bool {
	return slices.ContainsFunc(p.nominals(i+1), func(n *nominal) bool { return n.kind == nounPhrase && (n.end >= len(p.words) || p.words[n.end].punct) })
}

// lacksVerbFrom reports whether no word from i on to the end of the clause could be a verb. After an article, a number or a preposition stands a noun.
func (p *parser) lacksVerbFrom(i int) bool {
	from, noun := i, false
	if p.isNumber(p.words[i].lower) && (p.words[i-1].lower == "we" || p.words[i-1].lower == "you" || p.words[i-1].lower == "they") { // we three work together
		return false
	}
	for ; i < len(p.words); i++ {
		w := p.words[i]
		if atOnce[w.lower] && p.words[i-1].lower == "at" {
			return false
		}
		if w.punct || p.lex.is(w.lower, "subordinator", "relative", "question") || i > from && p.lex.is(w.lower, "subject") {
			break
		}
		opens := articles[w.lower] || i == from && p.words[i-1].lower == "there" || possessives[w.lower] || p.isNumber(w.lower) && w.lower != "one" || p.lex.is(w.lower, "preposition") && w.lower != "like" && w.lower != "to" || i > from && (w.lower == "first" || w.lower == "last")
		if w.guessed || w.joined || clitics[w.lower] || p.lex.is(w.lower, "coordinator", "reflexive", "modal", "be", "have", "do") || w.lower == "to" || len(w.readings) > 0 && !opens && (!noun || has(w.readings, verb.Past)) || p.isNegation(i) {
			return false
		}
		noun = opens || noun && p.onlyAdjective(i)
	}
	if i == from || i < len(p.words) && p.words[i].text == "," && i == from+1 && p.functional(p.words[from]) {
		return false
	}
	return i == len(p.words) || p.words[i].text != "-" && p.words[i].text != "–" && p.words[i].text != ":"
}

// atOnce are the words that make an adverb with "at".
var atOnce = setOf("first last once times least best all")

// thinksThatHard reports whether an adjective with "to" stands after think that, where that is the subject: I think that hard to believe. One finds that hard, too.
func (a *Analysis) thinksThatHard(i int) bool {
	p := a.parser
	if i == 0 || p.words[i].lower != "that" {
		return false
	}
	switch g := a.before(i); {
	case g == nil, !g.found.finite:
		return false
	case g.Verb == "think" || g.Verb == "believe" || g.Verb == "know" || g.Verb == "say":
	default:
		return false
	}
	k := p.afterBeAdverbs(i + 1)
	if slices.ContainsFunc(p.words[k+1:], func(w word) bool {
		return has(w.readings, verb.ThirdPerson|verb.Past) || p.lex.is(w.lower, "be", "modal")
	}) { // I think that cold to him means pain
		return false
	}
	return p.onlyAdjective(k) && !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.main > k }) && (k+1 == len(p.words) || p.words[k+1].text == "." || p.words[k+1].lower == "to")
}

// cleftWithoutBe reports whether what or all with a clause opens a statement, a noun phrase follows, and there is no other verb: what I need a long holiday, all I want a quiet night.
func (a *Analysis) cleftWithoutBe() bool {
	p := a.parser
	w := p.words[0].lower
	if p.question || w != "what" && w != "all" || len(p.words) < 4 || p.words[len(p.words)-1].text == "!" {
		return false
	}
	var only *found
	for i := range a.Groups {
		if f := a.Groups[i].found; f.finite {
			if only != nil {
				return false
			}
			only = f
		}
	}
	if only == nil || only.end >= len(p.words) || only.start > 4 || !p.lex.is(p.words[1].lower, "subject", "either") && !possessives[p.words[1].lower] && !(w == "what" && only.start == 1) {
		return false
	}
	k := only.end
	if only.start == 1 { // what worries me | the cost
		if !p.lex.is(p.words[k].lower, "object") {
			return false
		}
		k++
	}
	next := p.wordAt(k)
	if slices.ContainsFunc(p.words[k:], func(w word) bool { return has(w.readings, verb.ThirdPerson|verb.Past) }) { // what they named the baby surprised us
		return false
	}
	return (articles[next] || possessives[next]) && !p.saysWhen(k) && !p.lex.is(only.base, "two-objects")
}

// nounForVerb reports whether a word that was read as the verb follows an article or a possessive, so that it is a noun: the Simpsons my favorite | show.
func (a *Analysis) nounForVerb() bool {
	p := a.parser
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		return g.Judgment.Verdict == Right && f.finite && f.subject != nil && f.subject.kind == nounPhrase && f.main > f.subject.end && len(f.aux) == 0 && has(f.readings, verb.Base) && !p.noNoun(f.main) &&
			(articles[p.words[f.subject.end].lower] || possessives[p.words[f.subject.end].lower]) && f.main-f.subject.end <= 2 && !p.gapBefore(f.subject.end)
	})
}

// describesAtEnd reports whether a statement without any verb ends in an adjective that says how the noun before it is: cooking shows very popular. After a noun alone the
// adjective has a degree, or what it is compared with.
func (a *Analysis) describesAtEnd() bool {
	p := a.parser
	if p.question || slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite || g.found.order }) || articles[p.words[0].lower] && p.words[0].lower != "the" {
		return false
	}
	for k := 2; k < len(p.words); k++ {
		if p.words[k].punct {
			return false
		}
		from := k
		for from > 0 && (degrees[p.words[from-1].lower] || besideBe[p.words[from-1].lower]) {
			from--
		}
		before := p.words[max(from-1, 0)]
		if from < 1 || before.punct || p.functional(before) || p.lex.is(before.lower, "adjective", "adverb") || p.gapBefore(from) {
			continue
		}
		than := k+1 < len(p.words) && p.words[k+1].lower == "than"
		if (p.onlyAdjective(k) || shapedAsAdjective(p.words[k])) && (than || from < k && (k+1 == len(p.words) || p.words[k+1].text == ".")) {
			return true
		}
	}
	return false
}

// relativeForMain reports whether the one verb of a statement is that of a relative clause about its first noun, and an adjective after it is said of that noun: the son of my neighbors
// who studies law very shy.
func (a *Analysis) relativeForMain() bool {
	p := a.parser
	if p.question || !p.lex.is(p.words[0].lower, "determiner") || p.lex.is(p.words[0].lower, "question") {
		return false
	}
	var only *Group
	for i := range a.Groups {
		if g := &a.Groups[i]; g.found.finite {
			if only != nil {
				return false
			}
			only = g
		}
	}
	if only == nil || only.found.start < 2 || only.Verb == "be" || p.copula(only.found) {
		return false
	}
	switch p.words[only.found.start-1].lower {
	case "who", "which", "that":
	default:
		return false
	}
	last := len(p.words) - 1
	if p.words[last].text == "." {
		last--
	}
	return last > only.found.end && p.onlyAdjective(last) && (degrees[p.words[last-1].lower] || len(p.words[last-1].readings) == 0 && !p.functional(p.words[last-1]))
}
