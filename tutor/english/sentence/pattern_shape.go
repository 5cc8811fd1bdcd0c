package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Words that show by their shape that a verb is missing, or is one too many. What is meant can be told, and not which words to mend.

// denials are the words that deny beside not.
var denials = setOf("never nobody nothing nowhere no none neither")

// isDeniedTwice reports whether g is denied by not and by another word of its clause: he doesn't never listen.
func (a *Analysis) isDeniedTwice(g *Group) bool {
	p, f := a.parser, g.found
	if f.not < 0 {
		return a.neverNothing(f)
	}
	if a.deniesLimit(g) {
		return true
	}
	if before := f.finiteWord() - 1; before >= 0 && !f.inverted && (p.words[before].lower == "never" || p.words[before].lower == "nobody" || p.words[before].lower == "nothing") {
		return true // never don't eat, nobody didn't come
	}
	for i := f.not + 1; i < len(p.words) && i < f.end+5; i++ {
		w := p.words[i]
		if w.punct || i >= f.end && p.lex.is(w.lower, "subordinator", "coordinator", "relative") {
			return false
		}
		if denials[w.lower] && !(w.lower == "no" && i+1 < len(p.words) && p.words[i+1].lower == "longer") {
			return true
		}
	}
	return false
}

// neverNothing reports whether never and a word that denies stand right before and right after f: she never says nothing.
func (a *Analysis) neverNothing(f *found) bool {
	p, i := a.parser, f.main+1
	if i >= len(p.words) || f.main < 1 {
		return false
	}
	if s := f.subject; s != nil && s.end == f.start && (p.words[s.head].lower == "nobody" || p.words[s.head].lower == "nothing") {
		if p.lex.is(p.words[i].lower, "object") || p.words[i].lower == "you" { // nobody told me nothing
			i++
		}
		return (p.wordAt(i) == "nothing" || p.wordAt(i) == "nobody" || p.wordAt(i) == "nowhere") && !p.verbAt(i+1)
	}
	if p.words[f.main-1].lower != "never" || f.base == "be" {
		return false
	}
	return denials[p.words[i].lower] && p.words[i].lower != "no" && p.phraseEnds(i+1) && !p.verbAt(i+1)
}

// deniesLimit reports whether g is denied after until or unless, which deny already, beside what cannot or should not be: until you don't finish, you
// can't go; unless you don't hurry, you will miss the train. Only who hurries or works against a loss of his own cannot be meant not to.
func (a *Analysis) deniesLimit(g *Group) bool {
	p, s := a.parser, g.found.subject
	if s == nil || s.start == 0 || g.found.inverted {
		return false
	}
	opener := p.words[s.start-1].lower
	if opener == "unless" && g.Tense == verb.FutureSimple && g.Negative {
		return true // unless you won't hurry, we'll miss the train
	}
	if g.found.governor != byDo || opener != "unless" && opener != "until" || p.lex.is(g.Verb, "stative", "stative-object") || g.Verb == "have" && opener != "unless" {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(o Group) bool {
		if o.found == g.found || !o.found.finite || o.found.order {
			return false
		}
		if opener == "unless" && g.Verb == "rain" && losses[o.Verb] { // unless it doesn't rain, the plants will die
			return true
		}
		if opener == "unless" && !efforts[g.Verb] { // you can't enter unless you don't have a ticket
			return g.Verb == "have" && o.Negative && p.words[o.found.finiteWord()].lower == "ca" && a.sameSubject(o.found, g.found)
		}
		if opener == "unless" && !a.sameSubject(o.found, g.found) && !(p.words[s.head].lower == "you" && o.found.subject != nil && p.words[o.found.subject.head].lower == "we") {
			return false
		}
		before := o.found.finiteWord() - 1
		denied := o.Negative || before >= 0 && p.words[before].lower == "never" || o.found.main > 0 && p.words[o.found.main-1].lower == "never"
		return denied || opener == "unless" && (losses[o.Verb] || p.matches(o.found.end, []string{"late"}) || o.Verb == "have" && o.Tense == verb.FutureSimple && p.matches(o.found.end, []string{"to"}))
	})
}

// sameSubject reports whether two verbs have the same pronoun as their subjects.
func (a *Analysis) sameSubject(x, y *found) bool {
	return x.subject != nil && x.subject.kind == pronoun && y.subject.kind == pronoun && a.parser.words[x.subject.head].lower == a.parser.words[y.subject.head].lower
}

// efforts are verbs of what one does to avoid a loss.
var efforts = setOf("hurry leave study work practice practise train run try find pay stop start help learn revise finish book apply")

// losses are what one does against one's will.
var losses = setOf("miss fail lose die suffer regret")

// pairsWithPronoun reports whether a pronoun is the second half of a subject whose first half is a thing and where it is, so that
// rather a verb is missing: my house next to the station and it has.
func (a *Analysis) pairsWithPronoun(g *Group) bool {
	p, f := a.parser, g.found
	n := f.subject
	i := f.start - 2
	if f.inverted || f.shared || i <= n.start || n.end > f.start || !p.lex.is(p.words[i].lower, "coordinator") {
		return false
	}
	switch p.words[i+1].lower {
	case "it", "he", "she", "we", "they":
	default:
		return false
	}
	return slices.ContainsFunc(p.words[n.start:i], func(w word) bool { return p.lex.is(w.lower, "preposition") && w.lower != "of" })
}

// supposes are verbs that a clause follows, and no -ing form with its own subject.
var supposes = setOf("hope think believe suppose guess say")

// gerundAfterComparative reports whether "the", a comparative, a pronoun and an -ing form stand in a row: the more you study, the more you learning.
func (p *parser) gerundAfterComparative() bool {
	for i := 0; i+3 < len(p.words); i++ {
		if p.words[i].lower != "the" || !p.lex.is(p.words[i+2].lower, "subject", "either") || len(p.words[i+3].form(verb.Gerund)) == 0 {
			continue
		}
		if w := p.words[i+1].lower; w == "more" || w == "less" || w == "better" || w == "worse" || strings.HasSuffix(w, "er") && p.lex.is(w, "adjective", "adverb") {
			return true
		}
	}
	return false
}

// gerundAlone reports whether a clause has a person and an -ing form and no finite verb: and my sister making a cake. Where the verb
// before is in the continuous, the be of that one may go on: Ana is cooking and my sister making a cake.
func (a *Analysis) gerundAlone() bool {
	p := a.parser
	for i := 1; p.question && i+2 < len(p.words); i++ { // how many hours do you sleeping?
		if w := p.words[i-1].lower; (w == "do" || w == "does" || w == "did") && p.lex.is(p.words[i].lower, "subject", "either") && len(p.words[i+1].form(verb.Gerund)) > 0 && p.phraseEnds(i+2) {
			return true
		}
	}
	for i := 1; i+2 < len(p.words); i++ {
		if len(p.words[i+1].form(verb.Gerund)) > 0 && p.lex.is(p.words[i].lower, "subject", "either") && slices.ContainsFunc(p.words[i-1].readings, func(r verb.Reading) bool { return supposes[r.Base] }) {
			return true // I hope you understanding me
		}
	}
	if a.gerundAfterWho() || a.gerundAfterOpener() || a.parser.gerundAfterComparative() {
		return true
	}
	for i := 2; i < len(p.words); i++ {
		w := p.words[i]
		if w.capital || len(w.form(verb.Gerund)) == 0 || p.nounCost(w) < surelyNoun || p.adverb(i) > 0 {
			continue
		}
		if g := a.groupAt(i); g != nil && g.found.finite {
			continue
		}
		n := p.phraseBefore(i)
		if n != nil && n.start == 0 && n.kind == nounPhrase && n.determined && p.isPerson(p.words[n.head]) && i+1 < len(p.words) && (p.objectAt(i+1) || p.words[i+1].lower == "now" || p.words[i+1].lower == "because") && a.finiteAfter(i) == nil {
			return true // my sister sleeping now because she is tired
		}
		if n == nil || n.start < 1 || n.kind != nounPhrase || !n.determined || !p.acts(n) {
			continue
		}
		opener := p.words[n.start-1].lower
		if opener == "," && p.lex.is(p.words[0].lower, "subordinator") && i+1 < len(p.words) && (p.objectAt(i+1) || p.lex.is(p.words[i+1].lower, "preposition")) && a.finiteAfter(i) == nil { // when I opened the door, the dog eating
			return true
		}
		if opener != "and" && opener != "but" && opener != "because" && opener != "so" && opener != "when" {
			continue
		}
		before := a.verbBefore(n.start)
		if before == nil || !before.found.finite || before.found.main > n.start || before.found.kind == relClause || slices.ContainsFunc(p.words[before.found.main:n.start], func(w word) bool { return len(w.form(verb.Gerund)) > 0 }) || p.lex.is(before.Verb, "bare") {
			continue
		}
		if before.found.end < n.start-1 || before.Verb == "be" {
			if after := a.finiteAfter(i); after == nil {
				return true
			}
		}
	}
	return false
}

// finiteAfter returns the first finite group after word i that may have its subject before it; nil where there is none, or the
// next clause begins first.
func (a *Analysis) finiteAfter(i int) *Group {
	for k := range a.Groups {
		if g := &a.Groups[k]; g.found.finite && g.found.main > i {
			if s := g.found.subject; s != nil && s.start > i {
				return nil
			}
			return g
		}
	}
	return nil
}

// doneBy reports whether a participle without be stands before the person who did it: the film directed by a woman.
func (a *Analysis) doneBy(f *found) bool {
	p, n := a.parser, f.subject
	if n == nil || n.kind != nounPhrase || len(f.aux) > 0 || f.inverted || f.kind != mainClause || f.end+1 >= len(p.words) || p.words[f.end].lower != "by" {
		return false
	}
	if !has(f.readings, verb.Participle) && (!has(f.readings, verb.Past) || !madeThings[f.base] || p.acts(n)) {
		return false
	}
	if motions[f.base] || p.lex.is(f.base, "unpassive", "no-passive") || f.base == "pass" || f.base == "stop" || f.base == "stay" {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.end+1), func(n *nominal) bool {
		return n.kind == nounPhrase && p.phraseEnds(n.end) && p.isPerson(p.words[n.head])
	})
}

// isDoneTo reports whether a thing does in the continuous or after a modal what can only be done to it: English is speaking here, the
// floor must clean every day.
func (a *Analysis) isDoneTo(g *Group) bool {
	p, f := a.parser, g.found
	n := f.subject
	if a.doneBy(f) || a.thingActs(f) || a.placedIn(f) {
		return true
	}
	if n.kind == nounPhrase && (!p.acts(n) || n.head == 0) && (len(f.aux) == 0 || f.governor == byBe && has(f.readings, verb.Gerund)) && !f.inverted && f.kind == mainClause && f.end+1 < len(p.words) && g.Verb == "make" {
		switch p.words[f.end].lower {
		case "with", "of", "in", "from":
			return !p.numberAt(f.end + 1) // paella makes with rice, cheese is making from milk
		}
	}
	if f.inverted || f.kind == relClause || n.kind != nounPhrase || p.acts(n) && !languages[p.words[n.head].lower] || n.persons == pThird && n.determined || f.governor != byBe && f.governor != byModal || f.main == f.aux[0] || len(f.aux) > 1 {
		return false
	}
	if f.governor == byBe && !has(f.readings, verb.Gerund) || !p.lex.is(g.Verb, "needs-object", "done-to") {
		return false
	}
	if p.lex.nouns["person"][p.words[n.head].lower] || p.lex.nouns["collective"][p.words[n.head].lower] {
		return false
	}
	return f.end >= len(p.words) || p.words[f.end].punct || p.timeAt(f.end) || doneWhere[p.words[f.end].lower]
}

// madeThings are verbs whose past is no participle, and which by and a person after a thing make a passive: this book wrote by a doctor.
var madeThings = setOf("write break draw steal choose")

// thingActs reports whether a language or food is the subject of what people do with it, and no object follows: English speaks all over the world,
// rice eats in China. A prize gives nothing to anybody either.
func (a *Analysis) thingActs(f *found) bool {
	p, n := a.parser, f.subject
	if n.kind != nounPhrase || f.governor != alone || f.not >= 0 || f.inverted || f.kind == relClause || p.acts(n) {
		return false
	}
	next := f.end >= len(p.words) || p.words[f.end].punct || doneWhere[p.words[f.end].lower] || p.timeAt(f.end) || p.words[f.end].lower == "all" || p.words[f.end].lower == "everywhere"
	noun := p.words[n.head].lower
	if a.verbLeft(f.end) { // milk drinks in bottles cost more
		return false
	}
	switch f.base {
	case "speak", "teach", "learn", "study":
		return next && languages[noun] && n.end-n.start == 1 && f.fault == noFault
	case "eat", "drink":
		return next && (p.lex.nouns["mass"][noun] || drinks[noun])
	case "give":
		return n.determined && p.matches(f.end, []string{"to"}) && p.personAt(f.end+1) > 0 && prizes[noun]
	}
	return false
}

var (
	drinks = setOf("coffee tea wine beer milk water juice")
	prizes = setOf("prize prizes medal medals award awards money reward rewards book books present presents gift gifts")
)

// doneWhere are the words after which stands where or when something is done.
var doneWhere = setOf("in at on by for with from during before after because when all here everywhere")

var languages = setOf("english spanish french german italian portuguese chinese japanese arabic russian")

// asksForTime reports whether a question about a time, a price or a place goes on with a verb and its subject: what time starts the
// film, how much cost these shoes, where lives your aunt.
func (a *Analysis) asksForTime() bool {
	p := a.parser
	if p.question && len(p.words) > 3 && p.words[1].lower == "not" && p.lex.is(p.words[0].lower, "do", "be", "have", "modal") && p.lex.is(p.words[2].lower, "subject", "either") {
		return true // do not you like it?
	}
	if !p.question || len(p.words) < 4 {
		return false
	}
	i := 1
	switch first := p.words[0].lower; {
	case len(p.words) > 5 && p.matches(0, []string{"at", "what", "time"}):
		i = 3
	case first == "what" && p.words[1].lower == "time", first == "how" && (p.words[1].lower == "much" || p.words[1].lower == "long" || p.words[1].lower == "often"):
		i = 2
	case first == "how" && p.words[1].lower == "many":
		if i = 3; len(p.words) < 6 || p.words[3].lower == "do" && p.words[3].text != "does" {
			return false
		}
		if w := p.words[3].text; w == "does" || w == "did" || w == "do" {
			return has(p.words[4].readings, verb.Base) && p.lex.is(p.words[5].lower, "preposition") // how many people does work in this lab
		}
	case first == "when", first == "where", first == "why", first == "how":
		if p.isBeWord(1) && (p.noNoun(2) && p.couldBeVerb(2) || p.words[2].lower == "live" || p.words[2].lower == "work") && p.lex.is(p.words[3].lower, "determiner") { // where is live your cousin
			return true
		}
	default:
		return false
	}
	w := p.words[i]
	if len(w.form(verb.ThirdPerson|verb.Base|verb.Past)) == 0 || p.functional(w) || w.capital || i+1 >= len(p.words) {
		return false
	}
	next := p.words[i+1]
	return articles[next.lower] || possessives[next.lower] || next.lower == "this" || next.lower == "these" || next.lower == "that" || next.lower == "it" || next.named()
}

// deniesFinite reports whether not stands between a subject and a verb that its do should deny, where it is not clear where the clause begins: the man I spoke to not works here,
// I wish it not rained. A base form may be what is asked for: she suggested that he not go.
func (a *Analysis) deniesFinite() bool {
	p := a.parser
	for i := 1; i+1 < len(p.words); i++ {
		before, w := p.words[i-1], p.words[i+1]
		if p.words[i].lower != "not" || before.punct || w.punct || w.capital || w.guessed || !p.noNoun(i+1) && p.words[i+1].lower != "work" || p.gapBefore(i+1) || a.wrongAt(i+1) {
			continue
		}
		subject := p.lex.is(before.lower, "subject", "either")
		if !subject && (p.functional(before) && before.lower != "who" && before.lower != "to" || has(before.readings, verb.Participle|verb.Gerund)) {
			continue
		}
		switch {
		case len(w.form(verb.ThirdPerson)) > 0, has(w.readings, verb.Past) && !has(w.readings, verb.Participle|verb.Base):
			return true
		case subject && has(w.readings, verb.Past) && !has(w.readings, verb.Base) && !p.lex.is(w.lower, "adjective"):
			return true
		case i > 1 && has(w.readings, verb.Base) && p.lex.is(p.words[i-2].lower, "determiner") && p.lex.number(before, false) == p3pl && !slices.ContainsFunc(p.words[:i], func(w word) bool { return w.lower == "that" }):
			return true
		}
	}
	return false
}
