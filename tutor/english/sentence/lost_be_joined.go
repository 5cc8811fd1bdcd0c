package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After but, so and and a clause may leave out a be that the clause before has (the days are warm but the nights cool). Where that one has another verb, nothing can be
// left out: it rained all day, so the grass still wet. Without a verb, there and born have no clause at all: but there nothing to eat, before you born.

// joinedWithoutBe reports whether a subject and an adjective are all there is of a clause beside one with a verb that is no be.
func (a *Analysis) joinedWithoutBe() bool {
	p := a.parser
	for i := 1; i+2 < len(p.words); i++ {
		switch p.words[i].lower {
		case "but", "so", "and":
		case "that":
			if (p.describedAlone(i+1) || p.namedAlone(i+1)) && a.noFiniteFrom(i+1) {
				return true
			}
			continue
		case "because", "although", "where", "while":
			if p.describedAlone(i+1) && a.noFiniteFrom(i+1) {
				return true
			}
			continue
		case ",":
			if opensTime[p.words[0].lower] && p.describedAlone(i+1) && p.endsSentence(i+1+p.wordsToMark(i+1)) && a.noFiniteFrom(i+1) && !slices.ContainsFunc(p.words[:i], func(w word) bool { return w.text == "," }) {
				return true
			}
			continue
		default:
			continue
		}
		if p.describedAlone(i+1) && a.wholeBefore(i) && a.noFiniteFrom(i+1) {
			return true
		}
	}
	return a.describedFirst()
}

// describedAlone reports whether a subject and an adjective stand at word i, and nothing after them that the adjective could describe.
func (p *parser) describedAlone(i int) bool {
	ends := []int{}
	if w := p.words[i].lower; p.lex.is(w, "subject") && w != "who" || w == "you" {
		ends = append(ends, i+1)
	}
	for _, n := range p.nominals(i) {
		if n.kind == nounPhrase && p.isDefinite(n) && !p.lex.is(p.words[n.head].lower, "adjective") {
			ends = append(ends, n.end)
		}
	}
	return slices.ContainsFunc(ends, func(end int) bool {
		if end >= len(p.words) {
			return false
		}
		k := p.afterBeAdverbs(end)
		if !p.onlyAdjective(k) && !(k > end && p.lex.is(p.words[k].lower, "adjective")) || p.lex.is(p.words[end-1].lower, "adjective") {
			return false
		}
		return k+1 >= len(p.words) || p.words[k+1].text == "." || p.words[k+1].text == "," || p.lex.is(p.words[k+1].lower, "preposition") && p.clauseIsOver(k+1) || p.words[k+1].lower == "to"
	})
}

// wholeBefore reports whether a whole clause with a verb that makes no adjective its complement ends before the coordinator at word i.
func (a *Analysis) wholeBefore(i int) bool {
	p := a.parser
	end := i
	comma := p.words[end-1].punct
	if comma {
		end--
	} else if p.words[i].lower == "so" {
		return false
	}
	g := a.finiteBefore(end)
	if g == nil || a.isPassive(g.found) || remains[g.Verb] || linkingVerbs[g.Verb] || p.lex.is(p.words[end-1].lower, "adjective") || !comma && a.valencyOf(g.found).has(objectAdjective) || slices.ContainsFunc(p.words[:i], func(w word) bool { return p.lex.is(w.lower, "be") || w.lower == "'s" }) {
		return false
	}
	if slices.ContainsFunc(p.words[g.found.main+1:end], func(w word) bool {
		return w.punct || w.lower == "with" || p.lex.is(w.lower, "coordinator")
	}) {
		return false // he came in, his head high and his eyes bright
	}
	return true
}

// remains are verbs that an adjective follows, beside linkingVerbs.
var remains = setOf("remain stay keep turn grow appear prove have stand lie sit come go")

// opensTime are the words that open a clause of time, after whose comma comes another.
var opensTime = setOf("when after before because although while by since")

// namedAlone reports whether a subject and what it is are all there is from word i to the end: that the trip a mistake.
func (p *parser) namedAlone(i int) bool {
	ends := []int{}
	if p.isSubjectOnly(i) {
		ends = append(ends, i+1)
	}
	for _, n := range p.nominals(i) {
		if n.kind == nounPhrase && (p.isDefinite(n) || n.end == i+1 && p.lex.nouns["mass"][p.words[i].lower]) {
			ends = append(ends, n.end)
		}
	}
	return slices.ContainsFunc(ends, func(end int) bool {
		return (p.wordAt(end) == "a" || p.wordAt(end) == "an") && !p.timeAt(end) && slices.ContainsFunc(p.nominals(end), func(n *nominal) bool { return n.kind == nounPhrase && p.clauseIsOver(n.end) })
	})
}

// wordsToMark returns how many words stand from word i on to the next mark.
func (p *parser) wordsToMark(i int) int {
	n := slices.IndexFunc(p.words[i:], func(w word) bool { return w.punct })
	if n < 0 {
		return len(p.words) - i
	}
	return n
}

// noFiniteFrom reports whether no finite verb stands from word i on to the next mark.
func (a *Analysis) noFiniteFrom(i int) bool {
	end := i
	for end < len(a.parser.words) && !a.parser.words[end].punct {
		end++
	}
	return !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.main >= i && g.found.main < end })
}

// describedFirst reports whether a definite subject and an adjective are all that stands before a comma and a clause with but, so or and: the hotel modern, but the staff
// never smiled.
func (a *Analysis) describedFirst() bool {
	p := a.parser
	comma := slices.IndexFunc(p.words, func(w word) bool { return w.text == "," })
	if comma < 2 || comma+3 >= len(p.words) || p.question {
		return false
	}
	switch p.words[comma+1].lower {
	case "but", "so":
	default:
		return false
	}
	subject := p.lex.is(p.words[comma+2].lower, "determiner", "subject", "either") && !a.noFiniteFrom(comma+2)
	return subject && a.noFiniteFrom(0) && slices.ContainsFunc(p.nominals(0), func(n *nominal) bool {
		return n.kind == nounPhrase && p.isDefinite(n) && n.end < comma && p.onlyAdjective(p.afterBeAdverbs(n.end)) && !p.lex.is(p.words[n.head].lower, "adjective") &&
			(p.afterBeAdverbs(n.end)+1 == comma || p.lex.is(p.words[p.afterBeAdverbs(n.end)+1].lower, "preposition"))
	})
}

// thereAlone reports whether there and what there is stand without a verb after a time, a mark or a verb of thinking: once upon a time there a king, I think there a
// problem.
func (p *parser) thereAlone() bool {
	for i := 1; i+2 < len(p.words); i++ {
		before := p.words[i-1]
		if !p.opensThere(i) || p.words[i].capital {
			continue
		}
		if (before.text == "," || before.text == ":" || before.text == ";" || before.lower == "but" || before.lower == "time" || before.lower == "that" || before.lower == "think") && (p.lacksVerbFrom(i+1) || p.words[i+1].lower == "nothing" || p.words[i+1].lower == "nobody") {
			return true
		}
	}
	return false
}

// bornWithoutBe reports whether born follows the subject of a clause that has no other verb: before you born, since the twins born, a man who born there.
func (a *Analysis) bornWithoutBe() bool {
	p := a.parser
	for i := 1; i < len(p.words); i++ {
		if p.words[i].lower != "born" || p.gapBefore(i) {
			continue
		}
		before := p.words[i-1].lower
		if p.lex.is(before, "subject") || before == "who" || before == "which" || i > 1 && (before == "you" || before == "it") && p.lex.is(p.words[i-2].lower, "subordinator") || i > 1 && before == "that" && len(p.words[i-2].form(verb.Past)) == 0 && p.phraseBefore(i-1) != nil {
			return true
		}
		n := p.phraseBefore(i)
		if n == nil || n.start == 0 {
			continue
		}
		switch p.words[n.start-1].lower {
		case "when", "because", "if":
			return a.noFiniteFrom(n.start)
		case "before", "after", "since", "until":
			return i+1 >= len(p.words) || p.words[i+1].text == "."
		}
	}
	return false
}
