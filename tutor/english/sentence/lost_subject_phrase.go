package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A time, a place or a remark may open a clause, and the subject still follows it: in winter it is very cold, yesterday there was an accident, in Spain people eat late. Spanish
// goes on with the verb: in winter is very cold, yesterday had an accident, in Spain eats late. So it does after a verb of thinking: I think is too late.

// lostAfterPhrases returns the verbs that come right after such a phrase, or after who thinks so, and that no noun follows as their subject.
func (a *Analysis) lostAfterPhrases() []int {
	p := a.parser
	var list []int
	for start := range p.words {
		if start > 0 && !p.opensClauseAfter(start) {
			continue
		}
		ends := p.phraseEndsFrom(start)
		for _, i := range ends {
			if p.wordAt(i-1) == "there" || slices.ContainsFunc(ends, func(end int) bool { return end < i && p.nominalBetween(end, i) }) {
				continue // in Japan people have
			}
			settled := p.lex.is(p.words[start].lower, "preposition") || p.wordAt(i-1) == "," || start+1 == i
			if settled && p.predicateAt(i) || start == 0 && !p.question && (p.hasNewThing(i) || p.actsInThird(i)) {
				list = append(list, i)
			}
		}
		if a.describesAfterComma(start) || p.weatherAfterComma(start) {
			list = append(list, start)
		}
		for _, i := range []int{p.remarkedPredicate(start), p.thinksPredicate(start)} {
			if i > 0 {
				list = append(list, i)
			}
		}
	}
	return list
}

// nominalBetween reports whether a noun phrase begins at word from and ends at word to, and so can be a subject.
func (p *parser) nominalBetween(from, to int) bool {
	return slices.ContainsFunc(p.nominals(from), func(n *nominal) bool { return n.end == to })
}

// namesFirst reports whether what "it" stands for in English, or who Spanish names first, opens a clause in the place of its subject: to learn a language is necessary to
// practice, to my sister they stole her bag.
func (p *parser) namesFirst() bool {
	if p.judgesInfinitive() {
		return true
	}
	for start := range p.words {
		if (start == 0 || p.opensClauseAfter(start)) && p.dativeOpens(start) {
			return true
		}
	}
	return false
}

// weatherAfterComma reports whether a comma stands before what the weather does, or before how much there was: Hi Marta, is raining; sorry, was a lot of traffic.
func (p *parser) weatherAfterComma(start int) bool {
	if start < 2 || p.words[start-1].text != "," {
		return false
	}
	switch p.words[start].lower {
	case "is", "was", "were":
		return weatherDeeds[p.wordAt(start+1)] || p.words[start].lower != "is" && p.matches(start+1, []string{"a", "lot", "of"})
	}
	return false
}

// opensClauseAfter reports whether what stands right before word i lets a clause begin there.
func (p *parser) opensClauseAfter(i int) bool {
	switch p.words[i-1].lower {
	case "and", "but", "because", "that", "so", ",", ";":
		return true
	}
	return false
}

// remarks are phrases that open a clause and say how it goes with what was said before.
var remarks = [][]string{
	{"in", "the", "end"}, {"in", "fact"}, {"in", "conclusion"}, {"on", "the", "other", "hand"}, {"on", "the", "one", "hand"}, {"in", "general"}, {"at", "the", "end"}, {"for", "example"}, {"of", "course"}, {"in", "my", "opinion"}, {"for", "me"}, {"at", "first"}, {"sometimes"}, {"normally"}, {"usually"},
}

// phraseEndsFrom returns where a time, a place or a remark that begins at word start ends, and the comma after it.
func (p *parser) phraseEndsFrom(start int) []int {
	ends := p.afterTimeAt(start)
	if w := p.words[start].lower; w == "in" || w == "at" || w == "on" || w == "near" || w == "inside" {
		for _, n := range p.nominals(start + 1) {
			if n.kind != nounPhrase || len(p.words[n.head].form(verb.Gerund)) > 0 {
				continue
			}
			ends = append(ends, n.end)
			if next := p.wordAt(n.end); next == "of" || next == "in" {
				for _, of := range p.nominals(n.end + 1) {
					if of.kind == nounPhrase {
						ends = append(ends, of.end)
					}
				}
			}
		}
	}
	switch p.words[start].lower {
	case "now", "today", "here", "then", "sometimes", "yesterday":
		if start+1 < len(p.words) && p.lex.is(p.words[start+1].lower, "preposition") {
			ends = append(ends, p.phraseEndsFrom(start+1)...)
		}
	}
	if w := p.wordAt(start + 1); p.words[start].lower == "the" && (w == "first" || w == "last" || w == "second" || w == "next") && timeNouns()[p.wordAt(start+2)] {
		ends = append(ends, start+3)
	}
	for _, remark := range remarks {
		if p.matches(start, remark) {
			ends = append(ends, start+len(remark))
		}
	}
	for _, end := range slices.Clone(ends) {
		if p.wordAt(end) == "," && start > 0 || p.wordAt(end) == "," && !slices.ContainsFunc(p.words[end+1:], func(w word) bool { return w.text == "," }) {
			ends = append(ends, end+1)
		}
	}
	return ends
}

// predicateAt reports whether be and what the weather or a deed is like, or what the weather does, stand at word i: is not fair that, didn't rain, was very cold.
func (p *parser) predicateAt(i int) bool {
	if i >= len(p.words) || p.words[i].joined {
		return false
	}
	next := p.afterIs(i + 1)
	w := p.wordAt(next)
	switch p.words[i].lower {
	case "is", "was":
		return weatherAdjectives[w] && (p.phraseEnds(next+1) || p.wordAt(next+1) == "and") || (judged[w] || impersonal[w] || w == "fair" || w == "true" || w == "obvious" || w == "clear") && (p.wordAt(next+1) == "to" || p.wordAt(next+1) == "that") || weatherDeeds[w]
	case "did", "does":
		return next > i+1 && (w == "rain" || w == "snow" || w == "have")
	}
	return len(p.words[i].form(verb.ThirdPerson|verb.Past)) > 0 && (p.words[i].lower == "snows" || p.words[i].lower == "rained" || p.words[i].lower == "snowed" || p.words[i].lower == "rains")
}

// weatherDeeds are what the weather does.
var weatherDeeds = setOf("raining snowing hailing")

// hasNewThing reports whether has or had, and perhaps "it" before it, and what is not known yet, stand at word i, where "there" is meant: yesterday had a big accident.
func (p *parser) hasNewThing(i int) bool {
	if p.wordAt(i) == "it" && p.lex.is(p.words[0].lower, "preposition") && !p.timeAt(0) {
		i++
	}
	switch p.wordAt(i) {
	case "is", "are", "was", "were":
		return p.isNegation(i+1) && i+2 < len(p.words) && (p.lex.nouns["mass"][p.wordAt(i+2)] || p.pluralAt(i+2)) && p.phraseEnds(i+3)
	case "has", "had", "have":
		if first := p.words[0].lower; p.wordAt(i) == "have" && first != "in" && first != "now" {
			return false // at noon have a light lunch
		}
		if p.wordAt(i+1) == "only" {
			i++
		}
		return p.newThingAt(i+1) || p.matches(i+1, []string{"a", "lot", "of"})
	}
	return false
}

// actsInThird reports whether a verb in the third person that is no noun, and an adverb or a place, stand at word i: eats very late.
func (p *parser) actsInThird(i int) bool {
	if i+1 >= len(p.words) || p.words[i].capital || p.words[i].joined || !p.noNoun(i) {
		return false
	}
	acts := slices.ContainsFunc(p.words[i].form(verb.ThirdPerson), func(r verb.Reading) bool { return !verb.IsAlsoNoun(r.Base) })
	next := p.wordAt(i + 1)
	return acts && !p.functional(p.words[i]) && (next == "very" || next == "too" || next == "a" && p.wordAt(i+2) == "lot" || next == "well" || next == "late" || next == "early")
}

// describesAfterComma reports whether be and what somebody or something is like come right after the only comma, and a whole clause stands before it: take a chair, is not
// dangerous. A phrase put in has two commas, and a clause that is the subject has a question word.
func (a *Analysis) describesAfterComma(start int) bool {
	p := a.parser
	if start < 3 || p.words[start-1].text != "," || p.question || p.words[start].lower != "is" && p.words[start].lower != "was" {
		return false
	}
	commas := 0
	for i, w := range p.words {
		if w.text == "," && p.wordAt(i-1) != "please" && p.wordAt(i+1) != "please" {
			commas++
		}
		if i < start && p.lex.is(w.lower, "question", "relative", "subordinator") {
			return false
		}
	}
	i := p.afterIs(start + 1)
	denied := i > start+1 && (possessives[p.wordAt(i)] || articles[p.wordAt(i)])
	quality := denied || p.isModifier(i) && !p.lex.is(p.wordAt(i+1), "subject")
	return commas == 1 && quality && slices.ContainsFunc(a.Groups, func(g Group) bool {
		return (g.found.finite || g.found.order) && g.found.main < start-1 && (g.found.order || g.found.subject != nil && g.found.subject.end <= g.found.start)
	})
}

// remarkedPredicate returns the form of be that follows an opinion at word start without a subject, or 0: in my opinion is a big problem. Between commas the opinion is only put in.
func (p *parser) remarkedPredicate(start int) int {
	i := start + 3
	switch {
	case p.matches(start, []string{"in", "my", "opinion"}):
	case p.matches(start, []string{"for", "me"}) && p.wordAt(start-1) != "and":
		i = start + 2
	default:
		return 0
	}
	if p.wordAt(i) == "," && start == 0 {
		i++
	}
	w := p.wordAt(i)
	if w != "is" && w != "are" && w != "was" || p.question || p.lex.is(p.wordAt(i+1), "subject") {
		return 0
	}
	return i
}

// judgesInfinitive reports whether an infinitive opens the sentence, and is with what is necessary and another infinitive follows without a comma: to learn a language is
// necessary to practice.
func (p *parser) judgesInfinitive() bool {
	if p.words[0].lower != "to" || !p.couldBeVerb(1) {
		return false
	}
	for i := 2; i+3 < len(p.words) && !p.words[i].punct; i++ {
		if w := p.words[i].lower; (w == "is" || w == "was") && p.words[i-1].lower != "it" && (impersonal[p.words[i+1].lower] || judged[p.words[i+1].lower]) && p.words[i+2].lower == "to" && p.couldBeVerb(i+3) {
			return true
		}
	}
	return false
}

// dativeOpens reports whether "to" and a person open a clause, and another subject and its verb follow without a comma: to my sister they stole her bag, to me it costs a lot. What
// seems so to somebody is right.
func (p *parser) dativeOpens(start int) bool {
	if p.wordAt(start) != "to" {
		return false
	}
	end := p.personAt(start + 1)
	if end == 0 {
		return false
	}
	i := end
	if w := p.wordAt(end); w == "it" || w == "they" {
		i++
	} else if w != "does" && w != "did" && w != "do" && (i >= len(p.words) || p.wordAt(i) != "like" && p.wordAt(i) != "likes" && p.wordAt(i) != "hurts" && p.wordAt(i) != "happens") {
		return false
	}
	for ; p.wordAt(i) == "does" || p.wordAt(i) == "do" || p.wordAt(i) == "did" || p.isNegation(i) || p.wordAt(i) == "always"; i++ {
	}
	return i < len(p.words) && slices.ContainsFunc(p.words[i].readings, func(r verb.Reading) bool { return taken[r.Base] })
}

// taken are verbs of what is done or happens to somebody whom Spanish names first.
var taken = setOf("steal cost hurt like enchant lack miss take give break happen please interest bother lose cut tell say ask pay offer buy send bring")

// thinksPredicate returns the form of be after a pronoun or a person and a verb of thinking at word start, with what something is or how much there is, or 0: I think is very romantic, I
// think are too many tourists. A noun before it makes it a remark about what that noun is: a man I think is honest.
func (p *parser) thinksPredicate(start int) int {
	i := start + 1
	if n := p.nominals(start); !p.lex.is(p.words[start].lower, "subject") && len(n) > 0 && n[0].kind == nounPhrase && n[0].determined && start == 0 {
		i = n[len(n)-1].end
		for _, one := range n {
			if one.end < len(p.words) && slices.ContainsFunc(p.words[one.end].form(verb.ThirdPerson|verb.Past|verb.Base), func(r verb.Reading) bool { return supposes[r.Base] }) {
				i = one.end
			}
		}
	} else if !p.lex.is(p.words[start].lower, "subject") || p.wordAt(start) == "you" {
		return 0
	}
	if i+2 >= len(p.words) || !slices.ContainsFunc(p.words[i].form(verb.Base|verb.ThirdPerson|verb.Past), func(r verb.Reading) bool { return supposes[r.Base] }) {
		return 0
	}
	if slices.ContainsFunc(p.words[:start], func(w word) bool { return p.lex.is(w.lower, "question", "relative") }) {
		return 0
	}
	switch p.words[i+1].lower {
	case "that":
		w := p.wordAt(i + 3)
		if (p.wordAt(i+2) == "is" || p.wordAt(i+2) == "was") && (weatherDeeds[w] || judged[w] && (p.wordAt(i+4) == "that" || p.wordAt(i+4) == "to" && p.wordAt(i+6) == "without")) {
			return i + 2
		}
	case "is", "are", "was", "were":
		switch w := p.wordAt(i + 2); {
		case w == "very", w == "too", w == "so", w == "not", w == "a", w == "an", w == "the", w == "many", w == "better", w == "more", weatherDeeds[w], p.lex.is(w, "adjective"):
			return i + 1
		}
	}
	return 0
}
