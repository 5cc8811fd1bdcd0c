package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// A clause that describes a thing with "that" or "which" may lack its object, for which this word stands, and then it has a subject: the shoes that I bought. Spanish
// leaves the subject to the verb: the shoes that bought yesterday, the app that use every day.

// describesWithoutSubject reports whether "that" or "which" at word i describes a thing, and a verb with nothing after it follows of what persons do with things.
func (a *Analysis) describesWithoutSubject(i int) bool {
	p := a.parser
	if p.words[i].lower != "that" && p.words[i].lower != "which" || i == 0 {
		return false
	}
	thing := p.words[i-1].lower
	if n := p.phraseBefore(i); !wholeThings[thing] && (n == nil || n.kind != nounPhrase || p.isPerson(p.words[n.head]) || thing == "one" || thing == "ones" || thing == "people" || thing == "those") {
		return false
	}
	k, _ := p.skipAdverbs(i + 1)
	if k >= len(p.words) {
		return false
	}
	main := k
	for _, g := range a.Groups {
		if f := g.found; f.finite && (f.start == k || f.finiteWord() == k) {
			if a.isPassive(f) || f.governor == byBe {
				return false
			}
			main = f.main
		}
	}
	for _, r := range p.words[main].readings {
		if r.Forms&(verb.Base|verb.ThirdPerson|verb.Past) != 0 && a.usesThing(r.Base, thing) && a.objectIsBefore(r.Base, main+1) {
			return true
		}
	}
	return false
}

// usesThing reports whether the verb says what only a person does with the thing.
func (a *Analysis) usesThing(base, thing string) bool {
	switch base {
	case "write", "send":
		return written[thing]
	case "take":
		return photos[thing]
	case "wear":
		return clothes[thing]
	case "say":
		return wholeThings[thing] || thing == "things" || thing == "words"
	}
	return usedThings[base] && thing != "heart" && thing != "soul"
}

// objectIsBefore reports whether nothing that may be the object of the verb stands at word i after it: a time, an adverb, a place or the verb of another clause.
func (a *Analysis) objectIsBefore(base string, i int) bool {
	p := a.parser
	if i >= len(p.words) || p.words[i].punct {
		return base != "need" && base != "want"
	}
	switch w := p.words[i].lower; {
	case w == "when" || w == "before" || w == "because" || w == "while":
		return true
	case w == "to" && base == "use" && p.words[i-1].lower != "used": // the pan that use to cook rice
		return p.couldBeVerb(i+1) && p.wordAt(i+1) != "be"
	case p.lex.is(w, "be", "have", "modal"), (w == "do" || w == "does" || w == "did") && p.isNegation(i+1):
		return true
	case a.degreeEnd(i) > i, base == "say" && p.verbAt(i):
		return true
	case w == "most" || w == "very" && p.wordAt(i+1) == "much":
		return p.phraseEnds(i+1) || w == "very"
	case w == "at" && quantities[p.wordAt(i+1)]:
		return false
	case w == "at" || w == "for" || w == "from" || w == "in" && (!phrasal[base] || base == "take") || w == "on" && (!phrasal[base] || holders[p.wordAt(i+2)]):
		return a.prepositionalEnd(i) > i
	}
	return p.timePhraseEnd(i) > i || p.timeAt(i) && p.words[i].lower != "more"
}

var (
	// usedThings are verbs with an object that say what persons do with things.
	usedThings = setOf("buy use want need enjoy put love prefer find bring borrow receive recommend own")
	photos     = setOf("photo photos picture pictures video videos")
	// written are what is written and sent.
	written = setOf("letter letters email emails message messages postcard postcards poem poems book books novel story note article essay report text song songs photo photos parcel card")
	// wholeThings are pronouns for all things or for none.
	wholeThings = setOf("everything nothing something anything")
)
