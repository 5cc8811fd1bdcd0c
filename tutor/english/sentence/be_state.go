package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A verb of state has no continuous form in what it usually means: am knowing, is belonging. Some of these verbs have
// one in another meaning (is having lunch, is thinking about it), which what follows them shows.

// judgeStative judges the -ing form of a verb of state: am knowing, is belonging.
func (a *Analysis) judgeStative(g *Group) Judgment {
	f := g.found
	if !a.cannotContinue(f) {
		return Judgment{}
	}
	tense := verb.PresentSimple
	switch {
	case a.parser.pastBe(f.aux[0]):
		tense = verb.PastSimple
	case a.saysSince(g), a.saysForYears(f): // she is knowing me since May
		tense = verb.PresentPerfect
	}
	return Judgment{Wrong, BeGerund, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}, ""}
}

// saysForYears reports whether words after f say for how many years or months it has lasted: for ten years, for many months.
func (a *Analysis) saysForYears(f *found) bool {
	p := a.parser
	for i := f.end; i+2 < len(p.words); i++ {
		w := p.words[i+1].lower
		if p.words[i].lower == "for" && a.governs(f, i) && (p.isNumber(w) || w == "many" || w == "several" || w == "some") && strings.HasSuffix(p.words[i+2].lower, "s") && timeNouns()[p.words[i+2].lower] {
			return true
		}
	}
	return false
}

// judgeBeenState judges the perfect continuous of a verb of state, which asks for the perfect: has been knowing him, have been having the car.
func (a *Analysis) judgeBeenState(g *Group) Judgment {
	p, f := a.parser, g.found
	if len(f.aux) != 2 || f.fault != noFault || f.inverted || f.not >= 0 || p.words[f.aux[1]].lower != "been" || !has(f.readings, verb.Gerund) || !a.agrees(f) {
		return Judgment{}
	}
	switch f.base {
	case "know", "have", "own", "belong", "believe", "understand", "prefer", "possess", "contain":
	default:
		return Judgment{}
	}
	if !a.cannotContinue(f) {
		return Judgment{}
	}
	f.fault = beenState
	return Judgment{Wrong, BeGerund, Call{Tool: Lookup, Verb: g.Verb}, ""}
}

// cannotContinue reports whether the verb of f has no -ing form in what it means here.
func (a *Analysis) cannotContinue(f *found) bool {
	p := a.parser
	sensed := f.base == "taste" || f.base == "smell"                                                                                                                     // like the one she used to make
	if f.end > f.main+1 || a.isGradual(f) || a.asksHowLiked(f) || p.toAfter(f.end) && !sensed && !a.wantsTo(f) || f.end < len(p.words) && p.words[f.end].lower == "by" { // is knowing by all: rather known
		return false
	}
	next := word{punct: true}
	if f.end < len(p.words) {
		next = p.words[f.end]
	}
	ends := next.punct
	object := !ends && (p.lex.is(next.lower, "determiner", "object", "either", "indefinite") || next.named() || p.plainNounAt(f.end))
	past := p.pastBe(f.aux[0])
	if a.wantsTo(f) || a.measuresItself(f) {
		return true
	}
	switch f.base {
	case "have":
		return p.havesAt(f.end) && f.subject.kind != wh && !slices.ContainsFunc(p.nominals(f.end), func(n *nominal) bool {
			return n.end < len(p.words) && has(p.words[n.end].readings, verb.Participle) // having my hair cut
		})
	case "like", "want", "need", "hate":
		return object || f.inverted && f.fronted && ends
	case "understand", "recognize", "recognise":
		return object || f.base == "understand" && p.lex.is(next.lower, "question")
	case "remember", "include", "involve":
		return object && !past
	case "mean":
		return f.inverted && f.fronted && ends
	case "cost":
		return f.inverted && f.fronted && ends
	case "depend":
		return next.lower == "on"
	case "know":
		return !p.lex.is(next.lower, "adverb")
	case "believe":
		return next.lower != "in" && !ends
	case "prefer":
		return object || f.inverted && f.fronted && (ends || p.lex.is(next.lower, "preposition"))
	case "own", "doubt", "possess", "resemble", "lack", "owe", "detest", "despise", "contain", "deserve":
		return object || f.inverted && f.fronted && ends || f.base == "doubt" && next.lower == "that"
	case "seem":
		return !ends
	case "smell", "taste", "sound": // the cook is tasting the soup
		at := p.afterDegree(f.end)
		if at < len(p.words) && (p.words[at].lower == "of" && at == f.end && f.base != "sound" || p.words[at].lower == "like" && f.base != "sound" && !p.acts(f.subject)) {
			return true
		}
		if p.acts(f.subject) || at >= len(p.words) || p.adverb(at) > 0 || f.base == "sound" && !proposed[p.words[f.subject.head].lower] {
			return false
		}
		next = p.words[at]
		return p.lex.is(next.lower, "adjective") || hasAdjectiveEnding(next.lower) || at > f.end && !next.punct && !p.functional(next) && len(next.readings) == 0 || next.lower == "like"
	case "belong":
		return next.lower == "to"
	case "consist":
		return next.lower == "of"
	}
	return false
}

// hasAdjectiveEnding reports whether the word ends as adjectives of quality do, which the tables hold few of: delicious, awful, fantastic, horrible.
func hasAdjectiveEnding(w string) bool {
	return slices.ContainsFunc([]string{"ious", "ful", "astic", "ible"}, func(ending string) bool { return len(w) > len(ending)+1 && strings.HasSuffix(w, ending) })
}

// asksHowLiked reports whether f asks in the idiom how somebody gets on with something new: how are you liking your new job?
func (a *Analysis) asksHowLiked(f *found) bool {
	p := a.parser
	return f.base == "like" && f.inverted && f.fronted && f.aux[0] > 0 && p.words[f.aux[0]-1].lower == "how" && p.acts(f.subject) && !p.toAfter(f.end)
}

// isState reports whether the verb of f is one of a state, which has no continuous form: agree, know.
func (a *Analysis) isState(f *found) bool {
	p := a.parser
	if f.base == "think" && f.inverted && p.words[0].lower == "what" && f.end+1 < len(p.words) && (p.words[f.end].lower == "about" || p.words[f.end].lower == "of") && !p.words[f.end+1].punct {
		return true // what are you think about the uniform
	}
	if f.base == "think" { // I am think that …; I am think about you
		return f.end < len(p.words) && !p.lex.is(p.words[f.end].lower, "preposition", "adverb") && !p.words[f.end].punct
	}
	return p.lex.is(f.base, "stative") || f.base == "live"
}

// wantsTo reports whether f says in the present that somebody wants or likes to do something: she is not wanting to tell us. In the past it
// is a polite way to ask.
func (a *Analysis) wantsTo(f *found) bool {
	p := a.parser
	switch f.base {
	case "want", "like", "prefer":
	default:
		return false
	}
	return len(f.aux) == 1 && !p.pastBe(f.aux[0]) && !f.inverted && f.subject != nil && f.subject.kind != wh && p.matches(f.end, []string{"to"}) && p.couldBeVerb(f.end+1)
}

// afterDegree returns the word after those that say how much at word i: a bit, really, much too.
func (p *parser) afterDegree(i int) int {
	for _, phrase := range [][]string{{"a", "bit"}, {"a", "little"}, {"far", "too"}, {"much", "too"}} {
		if p.matches(i, phrase) {
			i += len(phrase)
		}
	}
	for howMuch[p.wordAt(i)] {
		i++
	}
	return i
}

// howMuch are words of degree before an adjective or an adverb.
var howMuch = setOf("too very so really quite rather pretty slightly extremely absolutely more less much")

// afterIs returns the first word from word i on, after a form of be, that is no negation, no adverb and no word of degree.
func (p *parser) afterIs(i int) int {
	for p.isNegation(i) || besideBe[p.wordAt(i)] {
		i++
	}
	return p.afterDegree(i)
}

// isGradual reports whether a word beside f says that something is changing, or complains; then verbs
// of state may be in the continuous: I am liking it more and more, is always wanting. A word of another clause says nothing about f.
func (a *Analysis) isGradual(f *found) bool {
	words := a.parser.words
	for i, w := range words {
		switch w.lower {
		case "increasingly", "gradually", "slowly", "finally", "always", "constantly", "forever", "actually", "just", "really":
			if w.lower == "really" && i == f.end || !a.besideClause(f, i) {
				continue // is tasting really good
			}
			return true
		case "more", "less":
			if i+2 < len(words) && words[i+1].lower == "and" && words[i+2].lower == w.lower {
				return true
			}
		}
	}
	return false
}

// besideClause reports whether word i stands in the clause of f, as far as the parse parted them.
func (a *Analysis) besideClause(f *found, i int) bool {
	for k := min(i, f.main) + 1; k < max(i, f.main); k++ {
		if w := a.parser.words[k]; a.parser.lex.is(w.lower, "coordinator", "subordinator") && a.clauseAt(i) != f.clause {
			return false
		}
	}
	return true
}

// havesAt reports whether what stands at word i is had and not done: two brothers, a car.
func (p *parser) havesAt(i int) bool {
	if i >= len(p.words) || p.words[i].punct {
		return false
	}
	for _, n := range p.nominals(i) {
		if n.kind != nounPhrase || n.persons == 0 || p.compoundGoesOn(n) {
			continue
		}
		head := p.words[n.head].lower
		for _, form := range []string{head, p.lex.plural[head], strings.TrimSuffix(head, "s")} {
			if form != "" && (p.lex.nouns["had"][form] || p.isRelation(form) && p.relatesAt(n, p.lex.nouns["kin"][form]) || documents[form] || partners[form] && n.determined && indefinites[p.words[n.start].lower]) {
				return true
			}
		}
	}
	return false
}

// isRelation reports whether a noun says who somebody is to another: cousin, friend.
func (p *parser) isRelation(noun string) bool {
	return p.lex.nouns["kin"][noun] || noun == "friend" || noun == "neighbor" || noun == "neighbour" || noun == "colleague"
}

// relatesAt reports whether relations are counted, or told apart by what they do or where they are, and do not just come: having two brothers, a
// cousin who plays, a friend in Lisbon; not two cousins over, a friend to dinner.
func (p *parser) relatesAt(n *nominal, kin bool) bool {
	if !n.determined {
		return false
	}
	first, next := p.words[n.start], p.wordAt(n.end)
	counted := theTimes().numbers[first.lower] || isDigits(first.text)
	if kin && counted && (p.phraseEnds(n.end) || p.lex.is(next, "preposition")) && !p.comesBy(n.end, n.end+1) {
		return true
	}
	who := n.end
	for who < len(p.words) && !p.words[who].punct && p.words[who].lower != "who" {
		who++
	}
	return kin && (counted || indefinites[first.lower] || first.lower == "an") && p.wordAt(who) == "who" && (who == n.end || next == "in" && who <= n.end+3) && !p.comesBy(who, len(p.words))
}

// comesBy reports whether a word from one to another says that somebody comes, or does something for somebody: two cousins over, a friend to dinner, an uncle who
// cooks do the food.
func (p *parser) comesBy(from, to int) bool {
	verbs := 0
	for k := from; k < to && k < len(p.words) && !p.words[k].punct; k++ {
		switch w := p.words[k]; {
		case w.lower == "over", w.lower == "round", w.lower == "around", w.lower == "for", w.lower == "to", w.lower == "this", w.lower == "tonight", w.lower == "tomorrow", w.lower == "on":
			return true
		case k > from && has(w.readings, verb.Base|verb.ThirdPerson|verb.Past|verb.Participle) && !p.lex.is(p.words[k-1].lower, "determiner", "preposition"):
			verbs++
		}
	}
	return verbs > 1
}

// compoundGoesOn reports whether the next word is rather the head of the phrase that n is the beginning of: a garden party.
func (p *parser) compoundGoesOn(n *nominal) bool {
	if p.phraseEnds(n.end) || p.timeAt(n.end) {
		return false
	}
	next := p.words[n.end]
	return !p.lex.is(next.lower, "adjective") && p.nounCost(next) < surelyNoun && !(p.lex.is(next.lower, "coordinator") && n.persons == p3pl)
}

// More that is had and not done; a partner only where it is not said which: is having her boyfriend over.
var (
	documents   = setOf("licence license visa diploma certificate permit")
	partners    = setOf("boyfriend girlfriend husband wife")
	indefinites = setOf("a any no")
	proposed    = setOf("idea plan offer proposal suggestion excuse explanation") // which can only seem, where a song is heard
)

// toAfter reports whether "to" and a verb follow word i in its clause: liking to ski, wanting him to go.
func (p *parser) toAfter(i int) bool {
	for ; i+1 < len(p.words) && !p.words[i].punct; i++ {
		if p.words[i].lower == "to" && has(p.words[i+1].readings, verb.Base) {
			return true
		}
	}
	return false
}
