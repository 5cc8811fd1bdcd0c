package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Spanish needs no subject where the verb tells who is meant, and no "there" before what exists. Which word is missing, only the learner knows.

// lacksSubject reports whether a statement has no subject where one must stand: is raining, are many tourists here, when he came home, was angry.
func (a *Analysis) lacksSubject() bool {
	p := a.parser
	if a.lacksIt() {
		return true
	}
	if p.asksWithoutThere() {
		return true
	}
	if p.question || len(p.words) < 3 || p.words[0].token != 0 {
		return false
	}
	return p.opensWithBe() || p.passiveFirst() || p.lacksThere() && !a.asksItself() || a.lacksSubjectAfterClause() || p.hotSomewhere() || p.judgedSomewhere()
}

// passiveFirst reports whether a statement opens with a passive, and what it is done to follows: was stolen my bicycle, were arrested three men. What opens a condition
// has an infinitive or a clause after the comma.
func (p *parser) passiveFirst() bool {
	switch p.words[0].lower {
	case "is", "are", "was", "were":
	default:
		return false
	}
	done := p.words[1]
	if len(done.form(verb.Participle)) == 0 || p.lex.is(done.lower, "adjective", "noun") || slices.ContainsFunc(p.words, func(w word) bool { return w.lower == "to" || w.text == "," || w.text == "?" }) {
		return false
	}
	w := p.wordAt(2)
	return (p.lex.is(w, "determiner") || p.isNumber(w) || p.wordAt(3) == "people") && !p.timeAt(2)
}

// hotSomewhere reports whether a place opens a statement and be and a word for the weather follow, or that it rains there, without the subject it: in Madrid is very hot, here is raining.
func (p *parser) hotSomewhere() bool {
	switch p.words[0].lower {
	case "here", "today", "outside", "tonight":
		next := p.wordAt(2)
		return (p.words[1].lower == "is" || p.words[1].lower == "was") && (next == "raining" || next == "snowing")
	case "in", "at":
	default:
		return false
	}
	return slices.ContainsFunc(p.nominals(1), func(n *nominal) bool {
		i := n.end
		if n.kind != nounPhrase || p.wordAt(i) != "is" && p.wordAt(i) != "was" {
			return false
		}
		i = p.afterIs(i + 1)
		return weatherAdjectives[p.wordAt(i)] && p.phraseEnds(i+1)
	})
}

// judgedSomewhere reports whether places open a statement, and be, an adjective of doing and an infinitive follow without the subject it: in some shops in the center
// is not possible to pay by card.
func (p *parser) judgedSomewhere() bool {
	end := 0
	for p.lex.is(p.wordAt(end), "preposition") {
		next := end
		for _, n := range p.nominals(end + 1) {
			if n.kind == nounPhrase && len(p.words[n.head].form(verb.Gerund)) == 0 {
				next = max(next, n.end)
			}
		}
		if next == end {
			break
		}
		end = next
	}
	if end == 0 || p.wordAt(end) != "is" && p.wordAt(end) != "was" {
		return false
	}
	end = p.afterIs(end + 1)
	return judged[p.wordAt(end)] && p.wordAt(end+1) == "to"
}

// weatherAdjectives say what the weather is like.
var weatherAdjectives = setOf("hot cold warm cool sunny windy cloudy rainy foggy humid dark freezing")

// asksWithoutThere reports whether a question asks with be alone whether something not known yet is in a place: is a good cinema in your town?
func (p *parser) asksWithoutThere() bool {
	if !p.question || p.words[0].lower != "is" || p.wordAt(1) != "a" && p.wordAt(1) != "an" {
		return false
	}
	return slices.ContainsFunc(p.nominals(1), func(n *nominal) bool {
		if n.kind != nounPhrase || p.isPerson(p.words[n.head]) || p.wordAt(n.end) != "in" && p.wordAt(n.end) != "near" {
			return false
		}
		return slices.ContainsFunc(p.nominals(n.end+1), func(place *nominal) bool {
			return place.kind == nounPhrase && (place.end >= len(p.words) || p.words[place.end].punct)
		})
	})
}

// opensWithBe reports whether is or was opens the sentence where no subject can follow: Is raining. Is very hot today.
func (p *parser) opensWithBe() bool {
	if p.words[0].lower != "is" && p.words[0].lower != "was" {
		return false
	}
	if last := p.words[len(p.words)-1]; (last.text == "." || last.text == "!") && (articles[p.words[1].lower] || possessives[p.words[1].lower]) && !slices.ContainsFunc(p.words, func(w word) bool { return w.text == "," || w.text == "?" }) {
		return true // is the third time this week
	}
	i := p.afterIs(1)
	return p.lex.is(p.wordAt(i), "adjective") && (p.phraseEnds(i+1) || p.wordAt(i+1) == "and") || i < len(p.words) && len(p.words[i].form(verb.Gerund)) > 0 && p.phraseEnds(i+1)
}

// lacksThere reports whether a form of be and something not known yet open a statement, and where or when it is follows: are many tourists on the
// island.
func (p *parser) lacksThere() bool {
	switch p.words[0].lower {
	case "is", "are", "was", "were":
	default:
		return false
	}
	switch w := p.words[1].lower; {
	case w == "a", w == "an", w == "some", w == "no", w == "many", w == "several", w == "few", theTimes().numbers[w]:
	default:
		return false
	}
	if slices.ContainsFunc(p.words, func(w word) bool { return w.text == "?" }) {
		return false
	}
	return slices.ContainsFunc(p.nominals(1), func(n *nominal) bool {
		if n.kind != nounPhrase || n.head == 1 || n.end >= len(p.words) {
			return false
		}
		w := p.words[n.end].lower
		return w == "." || w == "," || w == "and" || w == "where" || w == "who" || w == "which" || w == "that" || w == "here" || w == "there" || w == "yesterday" || p.timeAt(n.end) || p.lex.is(w, "preposition") && w != "of"
	})
}

// asksItself reports whether who asks or thinks what the sentence opens with follows after a comma: is a car really necessary, she wondered.
func (a *Analysis) asksItself() bool {
	p := a.parser
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		s := g.found.subject
		asks := g.Verb == "ask" || g.Verb == "wonder" || g.Verb == "think" || g.Verb == "say"
		return asks && s != nil && s.start > 0 && p.words[s.start-1].text == ","
	})
}

// lacksSubjectAfterClause reports whether a verb comes right after the comma of a clause that opens the sentence, and no later clause has the subject:
// when my father came home, was really angry.
func (a *Analysis) lacksSubjectAfterClause() bool {
	p := a.parser
	if !opensCondition[p.words[0].lower] && p.words[0].lower != "because" && p.words[0].lower != "although" && p.words[0].lower != "though" {
		return false
	}
	comma := slices.IndexFunc(p.words, func(w word) bool { return w.text == "," })
	opened := slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.subject != nil && g.found.subject.start == 1 && g.found.main < comma
	})
	if !opened || comma+2 >= len(p.words) || !p.opensPredicate(comma+1) {
		return false
	}
	for i := comma + 2; i < len(p.words); i++ { // when he came in, tired and wet, we laughed
		if p.words[i].text == "," {
			return false
		}
	}
	return true
}

// opensPredicate reports whether a verb that is no order and no participle opens what stands at word i: was, started to, didn't see, lives in.
func (p *parser) opensPredicate(i int) bool {
	w := p.words[i]
	switch w.lower {
	case "is", "was", "are", "were", "has", "had", "does", "did", "will", "wo", "would", "could":
		return !p.lex.is(p.words[i+1].lower, "subject", "either")
	}
	if w.capital || w.guessed || has(w.readings, verb.Base) || p.functional(w) || p.lex.is(w.lower, "adjective", "noun", "adverb") || p.gapBefore(i) {
		return false
	}
	if !has(w.readings, verb.Past|verb.ThirdPerson) {
		return false
	}
	if has(w.readings, verb.ThirdPerson) {
		return p.lex.number(w, false) != p3pl || p.objectAt(i+1) || p.lex.is(p.words[i+1].lower, "preposition")
	}
	if comesLate[w.form(verb.Past | verb.ThirdPerson)[0].Base] && p.subjectLate(i+1) {
		return false
	}
	return has(w.readings, verb.Past) && (!has(w.readings, verb.Participle) || p.objectAt(i+1) || p.words[i+1].lower == "to" || p.words[i+1].lower == "in" || p.adverb(i+1) > 0)
}

// comesLate are verbs whose subject may follow them: while he was out, came a knock on the door.
var comesLate = setOf("come stand lie live sit hang appear follow go rise grow")

// subjectLate reports whether a phrase with an article that no preposition takes stands at word i or later.
func (p *parser) subjectLate(i int) bool {
	for ; i < len(p.words) && !p.words[i].punct; i++ {
		if w := p.words[i].lower; articles[w] && !p.lex.is(p.words[i-1].lower, "preposition") {
			return true
		}
	}
	return false
}

// givesPersonTo reports whether "to" stands before the person that is the subject of a passive, at the beginning: to my sister was given a prize.
func (p *parser) givesPersonTo() bool {
	if len(p.words) < 5 || p.words[0].lower != "to" {
		return false
	}
	return slices.ContainsFunc(p.nominals(1), func(n *nominal) bool {
		if n.kind != objectPronoun && (n.kind != nounPhrase || !n.determined || !p.isPerson(p.words[n.head])) || n.end+1 >= len(p.words) || n.end+7 < len(p.words) {
			return false
		}
		past := p.words[n.end].lower == "was" || p.words[n.end].lower == "were" // to the winner is given a medal is said in rules
		return past && passiveGiven[p.words[n.end+1].lower]
	})
}

// passiveGiven are the participles of verbs whose person is the subject of their passive.
var passiveGiven = setOf("given told offered sent shown paid promised served asked taught awarded")
