package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A calque is an expression of one's own language, word by word: I put me nervous, it results difficult, she has broken the leg. Each verb is English, and so is its
// form; what it stands with shows that another is meant. Those that a row of words shows are in tables/beside.tsv.

// resultsQuality reports whether a quality or a clause follows result: it results difficult to park, it results that nothing was left.
func (a *Analysis) resultsQuality(f *found) bool {
	p := a.parser
	i, _ := p.skipAdverbs(f.main + 1)
	quality := p.lex.is(p.wordAt(i), "adjective") && (p.phraseEnds(i+1) || p.wordAt(i+1) == "to" || p.wordAt(i+1) == "and")
	return f.finite && (quality || p.wordAt(i) == "that")
}

// compromisesTo reports whether somebody compromises to do a thing, where to commit oneself is meant. One may compromise to reach or to keep what both want.
func (a *Analysis) compromisesTo(f *found) bool {
	p, i := a.parser, f.main+1
	return f.finite && f.subject != nil && p.wordAt(i) == "to" && p.couldBeVerb(i+1) && !resolved[p.words[i+1].lower]
}

// actsOnItself reports whether I or we, the subject of f, is its object too: I washed me, we enjoyed us. What one imagines or remembers may be oneself, and colloquial
// English gets me a drink.
func (a *Analysis) actsOnItself(f *found) bool {
	p, s := a.parser, f.subject
	if s == nil || s.end != f.start || f.inverted || p.lex.is(f.base, "clausal", "two-objects") && !(f.base == "feel" || f.base == "give" || f.base == "ask" || f.base == "know" && s.kind != pronoun) {
		return false
	}
	i := f.main + 1
	if p.lex.is(p.wordAt(i), "particle") {
		i++
	}
	subject, object := p.words[s.end-1].lower, p.wordAt(i)
	if s.kind != pronoun && !(subject == "i" && object == "us") {
		return false
	}
	if subject == "i" && object == "us" && s.end-s.start > 1 {
		return !ownGain[f.base]
	}
	if !(subject == "i" && object == "me" || subject == "we" && object == "us") || p.words[i].joined || p.gapBefore(i) {
		return false
	}
	next := p.wordAt(i + 1)
	if ownGain[f.base] && p.lex.is(next, "determiner") {
		return false
	}
	return next != "as" && next != "some" && next != "and" && (i+1 >= len(p.words) || len(p.words[i+1].form(verb.Gerund)) == 0)
}

// ownGain are verbs of what one gets for oneself. resolved are verbs of what a compromise is for.
var (
	ownGain  = setOf("buy get make find pour cook book order grab")
	resolved = setOf("keep reach end avoid save get make")
)

// tellsTo reports whether somebody says "to" a person "to" do something, where one tells a person to. What one says to a person may have a purpose.
func (a *Analysis) tellsTo(f *found) bool {
	p := a.parser
	if p.wordAt(f.main+1) != "to" || f.kind == relClause || f.fronted {
		return false
	}
	end := p.personAt(f.main + 2)
	return end > 0 && p.wordAt(end) == "to" && end+1 < len(p.words) && has(p.words[end+1].readings, verb.Base) && !p.words[end+1].capital
}

// discussesWith reports whether somebody discusses with a person and nothing is said that they discuss, where to argue is meant.
func (a *Analysis) discussesWith(f *found) bool {
	p := a.parser
	if i, _ := p.skipAdverbs(f.main + 1); i > f.main+1 && p.wordAt(i) == "about" && f.finite && f.subject != nil {
		return true // discussed very loudly about
	}
	if !f.finite || f.kind != mainClause || f.subject == nil || f.fronted || f.inverted || p.wordAt(f.main+1) != "with" {
		return false
	}
	end := p.personAt(f.main + 2)
	if end == 0 || slices.ContainsFunc(p.words[:f.start], func(w word) bool { return p.lex.is(w.lower, "question", "relative") }) {
		return false
	}
	switch p.wordAt(end) {
	case "", ".", "!", ",", "and", "because", "but", "so", "about", "yesterday", "again", "every":
		return true
	}
	return p.timeAt(end)
}

// becoming are verbs of what one may plan, and can hardly feign.
var becoming = setOf("become improve achieve obtain study travel buy find learn pass finish open create move return apply live")

// workPlans are verbs of what work is meant to do, and hardly feigns.
var workPlans = setOf("answer solve demonstrate analyze analyse develop evaluate measure compare increase reduce reach prove explain identify investigate")

// pretendsPlan reports whether somebody pretends what is a plan: pretends to study medicine next year, pretends to become a nurse.
func (a *Analysis) pretendsPlan(f *found) bool {
	p := a.parser
	i := f.main + 2
	if p.wordAt(f.main+1) != "to" || i >= len(p.words) || !f.finite || !has(f.readings, verb.Base|verb.ThirdPerson) || len(f.aux) > 0 || f.subject == nil {
		return false
	}
	switch w := p.words[i].lower; {
	case w == "become", w == "improve", w == "achieve", w == "obtain", workPlans[w] && (p.words[f.subject.head].lower == "we" || p.words[f.subject.head].lower == "i"):
		return true
	case !becoming[w] && w != "have" && w != "be" && w != "go" && w != "get":
		return false
	}
	return p.saysFuture()
}

// saysFuture reports whether words such as "next year", "one day" or "in the future" are in the sentence.
func (p *parser) saysFuture() bool {
	for i, w := range p.words {
		switch next := p.wordAt(i + 1); {
		case w.lower == "tomorrow", w.lower == "someday", w.lower == "one" && next == "day", w.lower == "the" && next == "future", w.lower == "next" && timeNouns()[next]:
			return true
		case w.lower == "in" && p.isNumber(next) && p.wordAt(i+2) == "years":
			return true
		case w.lower == "when" && p.lex.is(next, "subject", "either") && (p.wordAt(i+2) == "finish" || p.wordAt(i+2) == "finishes" || p.wordAt(i+2) == "grow" || p.wordAt(i+2) == "leave"):
			return true
		}
	}
	return false
}

// remindsTo reports whether a person and an infinitive follow remember, where one reminds somebody to do a thing: didn't remember her to bring them. What somebody
// is remembered to be, or whom one greets, is right.
func (a *Analysis) remindsTo(f *found) bool {
	p, i := a.parser, f.main+1
	w := p.wordAt(i)
	if !p.lex.is(w, "object") && w != "you" || w == "it" || p.wordAt(i+1) != "to" || i+2 >= len(p.words) {
		return false
	}
	did := p.words[i+2]
	return has(did.readings, verb.Base) && !did.capital && did.lower != "be" && did.lower != "have"
}

// prefersThingThan reports whether a thing is preferred "than" another, where it is preferred to it. After rather, more and the like, and an infinitive, than is right.
func (a *Analysis) prefersThingThan(f *found) bool {
	p := a.parser
	for i := f.main + 1; i < len(p.words) && !p.words[i].punct; i++ {
		switch w := p.words[i].lower; {
		case w == "than":
			return i > f.main+1
		case w == "rather", w == "more", w == "less", w == "other", w == "else", w == "to", p.lex.is(w, "subordinator", "relative"), len(w) > 4 && w[len(w)-2:] == "er" && p.lex.is(w, "adjective", "adverb"):
			return false
		}
	}
	return false
}

// impersonal are adjectives of doing that describe no person. ownDeeds are verbs that take no object, and so leave a person no place.
var (
	impersonal = setOf("necessary possible impossible important convenient")
	ownDeeds   = setOf("get wake sleep concentrate arrive relax")
)

// isHardTo reports whether a personal pronoun is said to be what only doing something is: I am difficult to get up early, she was necessary to go. Who is easy to please
// is whom one pleases.
func (a *Analysis) isHardTo(f *found) bool {
	p, s := a.parser, f.subject
	if s == nil || f.inverted || s.kind != pronoun || !p.acts(s) || p.words[s.head].lower == "they" {
		return false
	}
	i, _ := p.skipAdverbs(f.end)
	if p.wordAt(i+1) != "to" || i+2 >= len(p.words) || !p.couldBeVerb(i+2) || a.endsOnPreposition(i+2) {
		return false
	}
	w := p.wordAt(i)
	return w == "necessary" || w == "convenient" || (impersonal[w] || w == "difficult" || w == "easy" || w == "hard") && ownDeeds[p.words[i+2].lower]
}

// agesWithoutOld reports whether a person is so many years, where one is so many years old.
func (a *Analysis) agesWithoutOld(f *found) bool {
	p, s := a.parser, f.subject
	i := f.main + 1
	if s == nil || f.inverted || !p.acts(s) || p.wordAt(i+1) != "years" || slices.ContainsFunc(p.words[i:], func(w word) bool { return w.lower == "old" }) {
		return false
	}
	n := p.words[i]
	return (theTimes().numbers[n.lower] || isDigits(n.text)) && (i+2 >= len(p.words) || p.words[i+2].text == "." || p.words[i+2].text == "," || p.wordAt(i+2) == "and" || p.wordAt(i+2) == "but")
}
