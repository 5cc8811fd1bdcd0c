package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// In Spanish people have their years, their hunger and their fear; in English they are so old, hungry and afraid. Have before
// such words is a form of be: I have twenty years old, we had very hungry.

// judgeHaveAge judges a lone form of have where only one of be is meant.
func (a *Analysis) judgeHaveAge(g *Group) Judgment {
	f := g.found
	if f.base != "have" || f.main != f.finiteWord() || f.governor != byHave || f.inverted || f.not >= 0 || f.no >= 0 || g.Tense != verb.PresentSimple && g.Tense != verb.PastSimple || g.Subject.Person == "" {
		return Judgment{}
	}
	if !a.parser.ageAt(f.end) && !(a.parser.acts(f.subject) && a.parser.feltAt(f.end)) {
		return Judgment{}
	}
	f.base, g.Verb = "be", "be"
	return Judgment{Wrong, BeGerund, Call{Tool: Conjugate, Verb: "be", Person: g.person(), Tense: g.Tense}, ""}
}

// ageAt reports whether "N years old" stands at word i, with no noun after it: two years old wine.
func (p *parser) ageAt(i int) bool {
	i = p.yearsAt(i)
	return i >= 0 && i < len(p.words) && p.words[i].lower == "old" && (p.phraseEnds(i+1) || p.words[i+1].lower == "today" || p.timeAt(i+1))
}

// yearsAt returns the word after "N years" at word i, or -1.
func (p *parser) yearsAt(i int) int {
	for i < len(p.words) && nearly[p.words[i].lower] {
		i++
	}
	from := i
	for i < len(p.words) && p.isNumber(p.words[i].lower) {
		i++
	}
	if i == from || i >= len(p.words) || p.words[i].lower != "years" && p.words[i].lower != "year" && p.words[i].lower != "months" {
		return -1
	}
	return i + 1
}

var nearly = setOf("only just about almost nearly already now exactly around over")

// isNumber reports whether the word is a number: 20, twenty, twenty-one.
func (p *parser) isNumber(word string) bool {
	if isDigits(word) || theTimes().numbers[word] {
		return true
	}
	first, ones, found := strings.Cut(word, "-")
	return found && tens[first] && theTimes().numbers[ones]
}

var tens = setOf("twenty thirty forty fifty sixty seventy eighty ninety")

// felt are what a person is in English and has in Spanish. The words of the second list are nouns too, and need "very" before them.
var (
	felt     = setOf("hungry thirsty afraid scared sleepy lucky ashamed jealous")
	feltMuch = setOf("hot cold tired right")
)

// feltAt reports whether such a word ends a phrase at word i: very hungry.
func (p *parser) feltAt(i int) bool {
	from := i
	if i = p.afterDegree(i); p.wordAt(i-1) == "much" { // so much cold
		return false
	}
	if i+1 < len(p.words) && p.words[i].lower == "right" && p.words[i+1].lower == "about" { // has right about that
		return true
	}
	return i < len(p.words) && (felt[p.words[i].lower] || i > from && feltMuch[p.words[i].lower]) && (p.phraseEnds(i+1) || p.words[i+1].lower == "of")
}

// isYearsAlone reports whether a person has a number of years and nothing follows: my sister has twelve years. The age is meant, or
// a term of office.
func (a *Analysis) isYearsAlone(g *Group) bool {
	p, f := a.parser, g.found
	if f.base != "have" || f.end >= len(p.words) || f.subject.kind == existential || !p.acts(f.subject) {
		return false
	}
	if f.inverted && p.words[0].lower == "how" && len(p.words) > 2 && p.words[1].lower == "many" && p.words[2].lower == "years" {
		return true
	}
	if n := f.end + 1; n < len(p.words) && p.isNumber(p.words[f.end].lower) && p.words[n].lower == "and" && f.subject.kind == nounPhrase && f.subject.determined && p.isPerson(p.words[f.subject.head]) {
		if second := a.verbAfter(f); second != nil && second.Verb == "have" && second.found.end+1 < len(p.words) && p.isNumber(p.words[second.found.end].lower) && p.phraseEnds(second.found.end+1) {
			return true // my sister has sixteen and I have fourteen
		}
	}
	end := p.yearsAt(f.end)
	return end >= 0 && (end >= len(p.words) || p.words[end].punct || p.lex.is(p.words[end].lower, "coordinator", "subordinator") || p.words[end].lower == "old")
}
