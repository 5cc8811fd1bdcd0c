package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Some verbs join another verb with "to" wherever they stand: those who want to learn, tell him to call me, the knife we use to cut it, went on to become
// a judge. Here stand those that have lost the "to" and whose base form the parse took for the verb of another clause.

// bareActs are nouns of single acts, which never stand without a determiner, so that the base form alone is a verb: began cry, too tired reply.
var bareActs = setOf("answer bark call climb cough cry fail groan jump kick kiss laugh lift move nod reply roll run scream shake shout sigh smile sneeze swim switch visit walk wave win yawn")

// bareAct reports whether such a base form stands at word i, as no part of a compound.
func (p *parser) bareAct(i int) bool {
	return bareActs[p.words[i].lower] && p.phraseEnds(i+1) && p.words[i-1].lower != p.words[i].lower
}

// spareJoined leaves alone the base form that "and" or "or" joins to the one at word i, which needs no "to" of its own (told me walk more and eat less), and
// a verb whose subject is rather the object of that at word i.
func (a *Analysis) spareJoined(i int) {
	p := a.parser
	for k := range a.Groups {
		g := &a.Groups[k]
		f := g.found
		if n := f.subject; n != nil && n.start == i+1 && n.kind == nounPhrase && f.kind != relClause && !p.lex.is(p.words[n.end-1].lower, "relative") && g.Judgment.Verdict == Wrong { // who want learn Italian meet on Fridays
			g.Judgment = Judgment{Verdict: NotJudged}
		}
		if f.start <= i || p.words[f.start-1].lower != "and" && p.words[f.start-1].lower != "or" || len(f.aux) > 0 || !has(f.readings, verb.Base) || g.Judgment.Verdict != Wrong {
			continue
		}
		if !slices.ContainsFunc(a.Groups, func(o Group) bool { return o.found.finite && o.found.main > i && o.found.main < f.main }) {
			g.Judgment = Judgment{Verdict: NotJudged}
		}
	}
}

// relativeWant reports whether the base form at word i follows a verb that cannot do without an object or "to", and who: the students who want learn Chinese.
func (a *Analysis) relativeWant(i int) bool {
	p := a.parser
	if p.words[i-2].lower != "who" {
		return false
	}
	switch p.words[i-1].lower {
	case "want", "wants", "wanted", "wish", "wishes":
		return p.noNoun(i)
	}
	return false
}

// wantedBase reports whether the base form at word i was read as the verb of a clause about those of whom something is wanted: I want people remember me.
// No clause follows "want".
func (a *Analysis) wantedBase(i int, g *Group) bool {
	p := a.parser
	if g == nil || !g.found.finite || len(g.found.aux) > 0 || g.found.subject == nil || g.found.subject.end != i || g.found.subject.kind != nounPhrase || p.question || !has(g.found.readings, verb.Base) {
		return false
	}
	o := a.groupAt(g.found.subject.start - 1)
	if o == nil || o.Verb != "want" || !o.found.finite || o.found.kind != mainClause || o.found.subject == nil || o.found.subject.start > 0 {
		return false
	}
	return !p.lex.is(p.words[0].lower, "question") && p.words[0].lower != "all" && !slices.ContainsFunc(p.words[:o.found.main], func(w word) bool { return p.lex.is(w.lower, "relative") })
}

// toldBase reports whether the base form at word i is what a person, given by a pronoun, is told, asked or taught to do. That of a clause about the subject
// is no such one: the friends who taught me live in Peru.
func (a *Analysis) toldBase(i int, g *Group) bool {
	p := a.parser
	o := a.groupAt(i - 2)
	if o == nil || p.words[i].lower == "do" || !p.lex.is(o.Verb, "asks-of") || !p.shownAlone(i) && !p.bareAct(i) || p.lex.is(o.Verb, "mandative") && o.found.order || !p.surePronoun(i-1) {
		return false
	}
	if g != nil && g.found.finite {
		cleft := p.words[0].lower == "it" && p.isBeWord(1) && o.found.kind == relClause // it was my aunt who taught me sew
		return cleft && g.Judgment.Verdict == Wrong
	}
	return o.Verb != "need"
}

// usedHave reports whether the base form at word i follows the "use" of a question or a negation about a habit: did you use have a dog?
func (a *Analysis) usedHave(i int) bool {
	p := a.parser
	if p.words[i-1].lower == "used" {
		return a.usedWork(i)
	}
	if p.words[i-1].lower != "use" || i < 3 || p.words[0].lower != "did" {
		return false
	}
	return p.words[i].lower == "have" && i+1 < len(p.words) && !p.words[i+1].punct || p.words[i].lower == "be" || p.noNoun(i) || p.words[i].lower == "live" && (p.livesSomewhere(i+1) || p.wordAt(i+1) == "here" || p.wordAt(i+1) == "there")
}

// usedWork reports whether live, work or travel at word i, with where or how, follows the "used" of a person: my grandfather used work in a mine.
func (a *Analysis) usedWork(i int) bool {
	p := a.parser
	if p.words[i].lower == "live" && p.wordAt(i+1) == "alone" {
		return true
	}
	g := a.groupAt(i - 1)
	if g == nil || !g.found.finite || len(g.found.aux) > 0 || g.found.kind != mainClause || g.found.subject == nil || !p.acts(g.found.subject) || i+2 > len(p.words)-1 {
		return false
	}
	next, after := p.words[i+1].lower, p.words[i+2].lower
	switch p.words[i].lower {
	case "work":
		return (next == "in" || next == "at" || next == "on" || next == "for") && (articles[after] && after != "the" || possessives[after])
	case "travel":
		return next == "by"
	}
	return false
}

// usedFor reports whether the base form at word i says what for somebody uses what the question asks about: what do you use clean it with?
func (a *Analysis) usedFor(i int) bool {
	p := a.parser
	w := p.words[0].lower
	if p.words[i-1].lower != "use" || w != "what" && w != "which" && w != "how" || !p.question {
		return false
	}
	asked := slices.ContainsFunc(p.words[1:i-1], func(w word) bool { return w.lower == "do" || w.lower == "does" || w.lower == "did" })
	return asked && p.shownAlone(i)
}

// goesOnBecome reports whether "become" at word i follows a form of "go on": she went on become a judge.
func (a *Analysis) goesOnBecome(i int) bool {
	p := a.parser
	g := a.groupAt(i - 2)
	return p.words[i].lower == "become" && p.words[i-1].lower == "on" && (g != nil && g.Verb == "go" || p.words[i-2].lower == "went")
}

// stopsToBuy reports whether the base form at word i, with a thing that is not bought twice, says what somebody stopped for: stopped buy a newspaper.
func (a *Analysis) stopsToBuy(i int) bool {
	p := a.parser
	g := a.groupAt(i - 1)
	if g == nil || g.Verb != "stop" || !g.found.finite || len(g.found.aux) > 0 {
		return false
	}
	if slices.ContainsFunc(p.words, func(w word) bool { return w.lower == "way" }) && p.words[i].lower == "buy" {
		return true // on the way home
	}
	next := p.wordAt(i + 1)
	return (p.words[i].lower == "buy" || p.words[i].lower == "ask") && (articles[next] && next != "the" || next == "some")
}

// skilledBase reports whether the base form at word i follows a form of learn, wish or want that no noun such as it follows: learn drive, those who wish leave,
// not wanting disturb them.
func (a *Analysis) skilledBase(i int, g *Group) bool {
	p := a.parser
	before := p.words[i-1]
	if g != nil && (g.found.finite || g.found.order) || before.punct || len(before.readings) == 0 || i > 1 && p.lex.is(p.words[i-2].lower, "determiner") || a.inCondition(i) {
		return false
	}
	w := p.words[i].lower
	switch base := before.readings[0].Base; base {
	case "learn":
		return (w == "drive" || w == "swim" || w == "fly" || w == "walk" || w == "talk") && p.actEnds(i+1)
	case "wish":
		return before.lower != "wish" && p.noNoun(i) || askedActs[w] && (p.actEnds(i+1) || p.phraseEnds(i+1) && p.lex.is(p.words[i-2].lower, "relative")) && !(i > 1 && p.lex.is(p.words[i-2].lower, "subject") && i+1 == len(p.words))
	case "want", "hope", "pretend", "refuse", "decide":
		return has(before.readings, verb.Gerund) && p.noNoun(i)
	}
	return false
}

// haveThings reports whether the base form at word i says what is to be done with the thing that somebody has or makes, or in the time: have letters write, has two
// years pay the house. The thing itself does nothing of the kind.
func (a *Analysis) haveThings(i int, g *Group) bool {
	p := a.parser
	o := a.verbBefore(i)
	if g != nil && (g.found.finite || g.found.order || len(g.found.aux) > 0) || o == nil || o.Verb != "have" && o.Verb != "make" || !o.found.finite || o.found.order || o.found.kind == relClause || !a.mainElsewhere(o, i) {
		return false
	}
	if o.found.subject == nil || !p.acts(o.found.subject) || linking[p.words[i].lower] || a.finiteAfter(i) != nil || has(p.words[i].readings, verb.Past|verb.Participle) {
		return false
	}
	var n *nominal
	for from := o.found.end; from < i-1 && n == nil; from++ {
		if n = p.objectBetween(from, i); n != nil && from > o.found.end && !slices.ContainsFunc(p.nominals(o.found.end), func(m *nominal) bool { return m.end == from && p.acts(m) }) {
			return false
		}
	}
	if n == nil || n.kind != nounPhrase || p.acts(n) || p.lex.nouns["collective"][p.words[n.head].lower] {
		return false
	}
	if timeNouns()[p.words[n.head].lower] {
		return o.Verb == "have" && (p.objectAt(i+1) || p.noNoun(i) && p.pluralAt(i+1)) && !p.lex.is(p.words[i].lower, "adjective", "adverb", "preposition")
	}
	definite := p.words[n.start].lower == "the" || possessives[p.words[n.start].lower] || p.words[n.start].lower == "this" || p.words[n.start].lower == "that"
	return !definite && p.noNoun(i) && doneToGiven[p.words[i].lower] && !p.objectAt(i+1) && !p.pluralAt(i+1)
}

// doneToGiven are verbs of what one does with things.
var doneToGiven = setOf("write read eat take sell enjoy translate learn buy give bring")
