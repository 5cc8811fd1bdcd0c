package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Clauses whose words show that something else is meant, with more than one way to say it: what means this word, in my city have many beaches, I tired of it,
// have the kitchen paint next month. They are named and not judged.

// questionStarts returns the words at which a question may begin: the first, and those after a comma.
func (p *parser) questionStarts() []int {
	list := []int{0}
	for i := 1; i+1 < len(p.words); i++ {
		if p.words[i].text == "," || p.words[i].text == ":" {
			list = append(list, i+1)
		}
	}
	return list
}

// asksAfterColon reports whether a question after a colon has its subject before the auxiliary: I have a question: how I can get there?
func (p *parser) asksAfterColon() bool {
	for i := 1; p.question && i+3 < len(p.words); i++ {
		if p.words[i-1].text == ":" && p.lex.is(p.words[i].lower, "question") && p.lex.is(p.words[i+1].lower, "subject", "either") && p.words[i+1].lower != "it" && p.lex.is(p.words[i+2].lower, "modal", "be", "have", "do") {
			return true
		}
	}
	return false
}

// asksMeaning reports whether a question about one word or thing has the verb before it: what means "drowsy" on this box, sorry, what means this sign, what does mean
// this sentence, how much cost these shoes?
func (p *parser) asksMeaning() bool {
	if !p.question {
		return false
	}
	for _, i := range p.questionStarts() {
		at := i + 1
		switch {
		case p.wordAt(i) == "what" && (p.wordAt(at) == "means" || p.wordAt(at) == "mean"):
		case p.wordAt(i) == "what" && (p.wordAt(at) == "does" || p.wordAt(at) == "do") && p.wordAt(at+1) == "mean":
			at++
		case p.wordAt(i) == "how" && p.wordAt(at) == "much" && (p.wordAt(at+1) == "cost" || p.wordAt(at+1) == "costs"):
			if p.costsThing(at + 2) {
				return true
			}
			continue
		default:
			continue
		}
		at++
		if at >= len(p.words) || p.words[at].punct {
			continue
		}
		switch p.words[at].lower {
		case "this", "that", "these", "those":
			return true
		}
		if p.gapBefore(at) || p.phraseEnds(at+1) && !p.functional(p.words[at]) {
			return true
		}
	}
	return false
}

// costsThing reports whether a thing stands at word i that ends what is asked, or what follows says for where it is: costs | a ticket to Leeds.
func (p *parser) costsThing(i int) bool {
	if w := p.wordAt(i); !articles[w] && !possessives[w] && w != "this" && w != "that" && w != "these" && w != "those" {
		return false
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		return n.kind == nounPhrase && n.determined && p.phraseEnds(n.end) && !p.verbAt(n.end)
	})
}

// placeHas reports whether a place and have or has open a clause, with what is there after them and nobody who has it: in my city have many beaches. An order may open with
// its place too: in the evening have some tea.
func (p *parser) placeHas() bool {
	if p.question || !places[p.words[0].lower] && p.words[0].lower != "at" {
		return false
	}
	return slices.ContainsFunc(p.nominals(1), func(n *nominal) bool {
		i := n.end
		if n.kind != nounPhrase || !n.determined && i > 2 || timeNouns()[p.words[n.head].lower] || i+2 >= len(p.words) {
			return false
		}
		next := p.words[i+1].lower
		several := next == "many" || next == "several" || p.matches(i+1, []string{"a", "lot", "of"}) || next == "lots" || p.isNumber(next)
		if p.words[i].lower == "had" && (several || next == "so" && (p.wordAt(i+2) == "many" || p.wordAt(i+2) == "much")) && n.determined && p.words[0].lower != "at" {
			return true
		}
		return p.words[i].lower == "have" && (several || (p.words[n.start].lower == "my" || p.words[n.start].lower == "our") && p.objectAt(i+1)) || p.words[i].lower == "has" && (several || p.objectAt(i+1))
	})
}

// tiredAlone reports whether a pronoun and a word for what one feels stand side by side, with what it is about and no be: I tired of it, we excited about the trip.
func (a *Analysis) tiredAlone() bool {
	p := a.parser
	for i := 1; i < len(p.words); i++ {
		s := p.words[i-1].lower
		if s != "i" && s != "he" && s != "she" && s != "we" && s != "they" || i > 1 && !p.words[i-2].punct && !p.lex.is(p.words[i-2].lower, "coordinator", "subordinator") {
			continue
		}
		if next := p.wordAt(i + 1); aboutFeeling[p.words[i].lower][next] || p.words[i].lower == "tired" && (i+1 >= len(p.words) || p.words[i+1].punct || p.timeAt(i+1) || next == "today" || next == "now" || next == "because") {
			return !a.wrongAt(i)
		}
	}
	return false
}

// aboutFeeling are the words after those for what one feels.
var aboutFeeling = map[string]map[string]bool{
	"tired": setOf("of"), "interested": setOf("in"), "bored": setOf("of with in"), "excited": setOf("about"), "scared": setOf("of"),
	"frightened": setOf("of"), "disappointed": setOf("with in"), "annoyed": setOf("with"), "confused": setOf("about"), "surprised": setOf("at by"),
}

// feelsAbout reports whether somebody is said to cause what he feels about a thing: my son is interesting in dinosaurs, I am boring of this game.
func (a *Analysis) feelsAbout() bool {
	p := a.parser
	for i := 2; i+2 < len(p.words); i++ {
		w, next := p.words[i].lower, p.words[i+1].lower
		if !(w == "interesting" && next == "in" || w == "boring" && next == "of" || w == "exciting" && next == "about" || w == "disappointing" && next == "with") {
			continue
		}
		g := a.verbBefore(i + 1)
		if g == nil || !g.found.finite || g.found.subject == nil || g.Verb != "be" && g.found.governor != byBe {
			continue
		}
		about := p.words[i+2].lower
		if n := g.found.subject; p.acts(n) && g.found.kind != relClause && about != "class" && about != "person" && about != "bed" && !possessives[about] && about != "the" && about != "a" {
			return true
		}
	}
	return false
}

// diedMeant reports whether somebody and "dead" open a clause before the time or the reason, with no verb: my grandfather dead last year.
func (a *Analysis) diedMeant() bool {
	p := a.parser
	for i := 2; i+1 < len(p.words); i++ {
		if p.words[i].lower != "dead" {
			continue
		}
		next := p.words[i+1].lower
		if !p.timeAt(i+1) && next != "last" && next != "yesterday" && next != "when" && next != "in" && next != "because" {
			continue
		}
		if slices.ContainsFunc(p.phrasesEnding(i), func(n *nominal) bool {
			opens := n.start == 0 || p.words[n.start-1].punct || p.lex.is(p.words[n.start-1].lower, "coordinator", "subordinator")
			return opens && n.kind == nounPhrase && n.determined && n.end == n.head+1
		}) && (a.finiteAfter(i) == nil || a.groupAt(i-1) == nil) {
			return true
		}
	}
	return false
}

// asksTwice reports whether two statements that question words open are asked: where you went, and why you didn't call me?
func (a *Analysis) asksTwice() bool {
	p := a.parser
	if !p.question || len(p.words) < 6 || !twiceAsked[p.words[0].lower] || !p.lex.is(p.words[1].lower, "subject", "either") {
		return false
	}
	for i := 3; i+3 < len(p.words); i++ {
		if p.words[i].text == "," && p.words[i+1].lower == "and" && twiceAsked[p.words[i+2].lower] && p.lex.is(p.words[i+3].lower, "subject", "either") {
			return !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.inverted })
		}
	}
	return false
}

// twiceAsked are the words that open both questions.
var twiceAsked = setOf("where why what when how who")

// maybeCaused reports whether a base form that names a service too follows a thing after have or get, where the participle may be meant: have the kitchen paint next
// month. One may have the car wash next week, too.
func (a *Analysis) maybeCaused() bool {
	p := a.parser
	for k := range a.Groups {
		f := a.Groups[k].found
		if base := a.Groups[k].Verb; base != "have" && base != "get" || a.haveBefore(f) || f.to < 0 && (len(f.aux) == 0 || f.aux[0] == f.main) {
			continue
		}
		for i := f.main + 3; i < len(p.words) && i < f.main+6; i++ {
			w := p.words[i].lower
			if !services[w] && !(w == "clean" && p.matches(i+1, []string{"by"}) && p.personAt(i+2) > 0) || a.wrongAt(i) || !p.phraseEnds(i+1) && !p.timeAt(i+1) {
				continue
			}
			n := p.ownedObject(f.main+1, i)
			if n == nil {
				n = p.theObject(f.main+1, i)
			}
			if n != nil && (serviced[p.words[n.head].lower] || rooms[p.words[n.head].lower] || servicedParts[p.words[n.head].lower]) {
				return true
			}
		}
	}
	return false
}

// needsDoing reports whether a thing needs to do what people do with it, and no object follows: the washing machine needs to repair.
func (a *Analysis) needsDoing(f *found) bool {
	p := a.parser
	if f.governor != byTo || f.to < 1 || !has(f.readings, verb.Base) || !doneToNeedy[f.base] {
		return false
	}
	if next := f.main + 1; next < len(p.words) && !p.words[next].punct && !p.timeAt(next) && p.adverb(next) == 0 && p.words[next].lower != "before" && p.words[next].lower != "again" && p.words[next].lower != "by" {
		return false
	}
	for k := range a.Groups {
		g := &a.Groups[k]
		if n := g.found.subject; g.found.finite && g.found.end == f.to && g.Verb == "need" && g.found.kind != relClause {
			return n != nil && n.kind == nounPhrase && n.determined && !p.acts(n) && !p.lex.nouns["collective"][p.words[n.head].lower] && !p.thingOf(p.words[n.head].lower, institutions)
		}
	}
	return false
}

// doneToNeedy are verbs of what things need.
var doneToNeedy = setOf("repair fix clean paint water wash iron replace renovate service check test polish sign deliver")

// hardForBase reports whether "for" and a base form follow what somebody finds hard: has difficulty for sleep, problems for understand the teacher.
func (p *parser) hardForBase() bool {
	for i := 1; i+1 < len(p.words); i++ {
		if p.hardFor(i) && p.couldBeVerb(i+1) && (p.noNoun(i+1) || p.objectAt(i+2) || p.words[i-1].lower == "difficulty" || p.pluralAt(i+2)) {
			return true
		}
	}
	return false
}

// hardFor reports whether word i is the "for" after difficulty, problems or trouble.
func (p *parser) hardFor(i int) bool {
	if i == 0 || p.words[i].lower != "for" {
		return false
	}
	switch p.words[i-1].lower {
	case "difficulty", "difficulties", "problem", "problems", "trouble":
		return true
	}
	return false
}
