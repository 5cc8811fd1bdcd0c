package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// What follows some verbs and adjectives is another verb in a form of its own: to and the infinitive
// (wants to finish, ready to start), the infinitive alone (lets him go), or -ing (worth doing). Here
// stand the mistakes that leave no other reading.

// lacksTo reports whether the base form of v, at word i, needs the "to" that the word before it asks
// for: wants finish early, ready start, told him go.
func (p *parser) lacksTo(i int, c *clause, v *verbal) bool {
	f := c.found
	if f == nil || i == 0 || v.main != i || v.not >= 0 || len(v.aux) > 0 && v.base != "be" || c.joined || c.dependent || !p.inMain(c) {
		return false
	}
	w, before := p.words[i], p.words[i-1]
	if w.guessed || w.capital || w.respelled || before.punct || p.gapBefore(i) || !has(w.readings, verb.Base) || p.takesBareInfinitive(f) {
		return false
	}
	switch {
	case c.objects > 0 && p.asksOf(f, c):
		return c.last.end == i && (p.surelyVerb(i, v, false) || p.takesNoSecondObject(f, c) && !p.lex.is(w.lower, "adjective",
			"adverb", "preposition") && !p.lex.chieflyNoun(w.lower))
	case c.objects > 0:
		return p.isTimeTo(i, f, c) && p.surelyVerb(i, v, false)
	case f.main == i-1 && f.governor == byBe && p.lex.is(before.lower, "ready-to"): // is allowed enter
		return p.surelyVerb(i, v, true)
	case f.main == i-1:
		return p.asksTo(f) && p.surelyVerb(i, v, p.lex.is(f.base, "asks-verb"))
	case p.copula(f) && p.lex.is(before.lower, "ready-to"):
		return p.surelyVerb(i, v, true)
	case p.copula(f) && p.lex.is(before.lower, "easy-to") && f.subject != nil && p.words[f.subject.head].lower == "it":
		return p.surelyVerb(i, v, false)
	}
	return false
}

// inMain reports whether no other clause waits for a verb after clause c: not in "the books we
// want cost ten dollars", nor in "if you want click here".
func (p *parser) inMain(c *clause) bool {
	if first := p.words[0]; p.lex.is(first.lower, "subordinator") && !p.question || c.fronted && !p.question {
		return false // once you are ready call me
	}
	switch c.kind {
	case relClause:
		return false
	case subClause:
		switch p.words[c.id].lower {
		case "because", "that", "so", "although", "but":
			return true
		}
		return false
	}
	return c.parent == nil || p.complete(c.parent)
}

// asksTo reports whether f is a verb with nothing after it that can only go on with "to".
func (p *parser) asksTo(f *found) bool {
	w := p.words[f.main].lower
	personal := f.subject != nil && f.subject.kind == pronoun && p.words[f.subject.head].lower != "it"
	switch {
	case f.order:
		return f.base == "remember" || f.base == "forget"
	case f.base == "go":
		return w == "going" && (f.governor == byBe || f.governor == byBeOr)
	case f.base == "use":
		return w == "used" && f.governor == alone && personal
	case w == "need" && len(f.aux) == 0: // you need only ask, all you need do
		return personal && !slices.ContainsFunc(p.words, p.negates)
	case f.base == "mean": // red means stop
		return personal
	}
	return p.lex.is(f.base, "asks-to", "asks-verb")
}

// negates reports whether the word makes a sentence negative, or nearly so.
func (p *parser) negates(w word) bool {
	switch w.lower {
	case "only", "hardly", "scarcely", "barely", "no", "nothing", "nobody", "none", "neither", "nor", "little", "few", "all":
		return true
	}
	return p.lex.is(w.lower, "negation")
}

// asksOf reports whether f asks a person, given by a pronoun, to do what follows: want him to go. Of
// some verbs "you" and "it" may open a clause instead: we ask you be quiet, I expect you know.
func (p *parser) asksOf(f *found, c *clause) bool {
	n := c.last
	if c.objects != 1 || n == nil || n.end-n.start != 1 || f.main != n.start-1 || f.order && f.base != "tell" && f.base != "ask" {
		return false
	}
	switch p.words[n.start].lower {
	case "me", "him", "us", "them", "her":
	case "you":
		if p.lex.is(f.base, "mandative") || f.base == "expect" {
			return false
		}
	case "it":
		return f.base == "want" || f.base == "need"
	default:
		return false
	}
	would := f.governor == byModal || f.governor == byHaveOr
	return p.lex.is(f.base, "asks-of") || would && (f.base == "like" || f.base == "love" || f.base == "prefer" || f.base == "hate")
}

// takesNoSecondObject reports whether f takes no second object, so that even a noun after its object is a verb:
// wants me study medicine, but tells me lies and asks me questions.
func (p *parser) takesNoSecondObject(f *found, c *clause) bool {
	switch f.base {
	case "want", "need", "force", "encourage", "persuade", "expect":
	default:
		return false
	}
	return p.words[c.last.start].lower != "her"
}

// isTimeTo reports whether "it is time" stands before word i.
func (p *parser) isTimeTo(i int, f *found, c *clause) bool {
	return p.copula(f) && p.words[i-1].lower == "time" && c.objects == 1 && c.last.start >= f.end && f.subject != nil &&
		p.words[f.subject.head].lower == "it"
}

// copula reports whether f is a verb that an adjective goes with.
func (p *parser) copula(f *found) bool {
	switch f.base {
	case "be", "seem", "feel", "look", "become", "get":
		return f.finite || f.order
	}
	return false
}

// surelyVerb reports whether the base form at word i cannot be a noun, or an object of its own shows
// that it is none: call you, start the meeting. Behind a word that takes no noun (only) a noun is
// also ruled out by what stands after it.
func (p *parser) surelyVerb(i int, v *verbal, only bool) bool {
	w, next := p.words[i], i+1
	noun := verb.IsAlsoNoun(v.base) || p.lex.is(w.lower, "noun", "adjective", "adverb", "preposition") ||
		p.lex.chieflyNoun(w.lower) || p.lex.nouns["mass"][w.lower]
	seldom := p.lex.is(w.lower, "seldom-noun")
	switch {
	case v.base == "be":
		return next < len(p.words) && len(p.words[next].form(verb.Participle|verb.Gerund)) == 0
	case !noun:
		return true
	case next == len(p.words) || p.words[next].punct:
		return only && seldom
	case p.objectAt(next):
		return true
	case p.lex.nouns["mass"][w.lower] || p.lex.chieflyNoun(w.lower):
		return false
	}
	if p.words[next].named() && p.nameless(p.words[next]) { // visit Cuba
		return true
	}
	if v.base == "play" && p.lex.is(p.words[next].lower, "game") && p.phraseEnds(next+1) {
		return true
	}
	if only && p.adverb(next) > 0 {
		return true
	}
	after := p.words[next].lower
	return (only || seldom) && (p.lex.is(after, "place-adverb") || p.lex.is(after, "preposition", "particle") && after != "of")
}

// objectAt reports whether an object stands at word i that no noun has after it: a pronoun, or a
// noun phrase with its determiner that opens no clause (help the doctors cannot give) and says no
// time (rest this week).
func (p *parser) objectAt(i int) bool {
	if i >= len(p.words) {
		return false
	}
	w := p.words[i].lower
	switch {
	case w == "you" || w == "it":
		return !p.verbAt(i + 1)
	case p.lex.is(w, "object", "reflexive"):
		return w != "her" || !p.verbAt(i+1)
	case !p.lex.is(w, "determiner") || p.lex.is(w, "question", "adverb") || w == "no" || w == "more" || w == "such":
		return false
	}
	phrase := false
	for _, n := range p.nominals(i) {
		if n.kind != nounPhrase || !n.determined {
			continue
		}
		if timeNouns()[p.words[n.head].lower] || p.verbAt(n.end) {
			return false
		}
		phrase = true
	}
	return phrase
}

// verbAt reports whether a finite verb may stand at word i.
func (p *parser) verbAt(i int) bool {
	if i >= len(p.words) || p.words[i].punct {
		return false
	}
	if _, ok := p.auxiliary(i); ok {
		return true
	}
	return has(p.words[i].readings, verb.Base|verb.ThirdPerson|verb.Past) && !p.lex.is(p.words[i].lower, "adjective", "adverb", "preposition")
}

// withTo returns v as it should be read after a word that asks for "to". Whether it is a noun has
// been weighed by then.
func withTo(v *verbal) *verbal {
	n := *v
	n.governor, n.fault, n.aux, n.cost = byTo, missingTo, nil, 0
	return &n
}

// withoutTo returns the infinitive v without its "to", if it stands after an object of let or make,
// which take none: let me to go, made him to wait.
func (p *parser) withoutTo(v *verbal, c *clause) (*verbal, bool) {
	f := c.found
	if f == nil || c.last == nil || v.not >= 0 || !(v.governor == byTo && has(v.readings, verb.Base) || v.base == "be" &&
		v.main == v.aux[len(v.aux)-1]) {
		return nil, false
	}
	switch f.base {
	case "let":
		if c.last.end != v.start || rented[p.words[c.last.head].lower] {
			return nil, false
		}
		apostrophe := c.objects == 2 && f.main+1 < len(p.words) && p.words[f.main+1].lower == "'s" // let's him to go
		if c.objects != 1 && !apostrophe {
			return nil, false
		}
	case "make":
		if c.objects != 1 || c.last.end != v.start || v.base == "order" || v.base == "measure" {
			return nil, false
		}
		switch p.words[c.last.start].lower { // a thing is made to do something; a person is not
		case "me", "him", "us":
		default:
			return nil, false
		}
	default:
		return nil, false
	}
	n := *v
	n.governor, n.fault, n.aux = byModal, strayTo, nil
	return &n, true
}

// rented are what one lets for money: he let the house to pay his debts.
var rented = setOf("house flat room apartment office garage property cottage villa building studio farm land field place")

// wantsGerund reports whether the infinitive f stands where only an -ing form can: worth to do,
// looking forward to see.
func (a *Analysis) wantsGerund(f *found) bool {
	p := a.parser
	if f.to < 1 || f.governor != byTo || f.fault != noFault || f.not >= 0 || len(f.aux) != 1 || !has(f.readings, verb.Base) {
		return false
	}
	switch p.words[f.to-1].lower {
	case "worth":
		return p.worthOfSubject(f.to-1) && !p.joinsBase(f.end)
	case "forward":
		return f.to > 1 && p.looksForward(f.to-2) && (!verb.IsAlsoNoun(f.base) || f.end < len(p.words) && p.objectAt(f.end)) &&
			!p.joinsBase(f.end)
	}
	return false
}

// worthOfSubject reports whether "worth" at word i is said of something, and is not a noun itself: is worth,
// but not "his worth" or "a dollar's worth".
func (p *parser) worthOfSubject(i int) bool {
	for i--; i >= 0 && p.adverb(i) == 1; i-- {
	}
	if i < 0 {
		return true
	}
	w := p.words[i].lower
	switch w {
	case "it", "this", "that", "be", "been", "being", "not", "n't", "and", "or":
		return true
	case "'s":
		return i > 0 && p.lex.is(p.words[i-1].lower, "subject", "either", "indefinite")
	}
	return p.lex.is(w, "be") || slices.ContainsFunc(p.words[i].readings, func(r verb.Reading) bool {
		return r.Base == "seem" ||
			r.Base == "find"
	})
}

// looksForward reports whether word i is a form of look that may mean "expect with joy": who looked
// forward may just have turned the head.
func (p *parser) looksForward(i int) bool {
	switch p.words[i].lower {
	case "look", "looks", "looking":
		return true
	}
	return false
}

// joinsBase reports whether "and" or "or" and another base form stand at word i, which would have to
// change too: worth to go and see.
func (p *parser) joinsBase(i int) bool {
	return i+1 < len(p.words) && p.lex.is(p.words[i].lower, "coordinator") && has(p.words[i+1].readings, verb.Base)
}
