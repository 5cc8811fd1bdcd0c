package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// An infinitive may have lost its "to" in any clause: who want see the singer, was too tired eat, went to the market buy fruit, we were about leave. The
// parse reads such a base form as a verb without a governor, as a noun, or as the verb of a noun or an adjective that cannot be its subject.

// lostTo enters a wrong group for each base form that no word before it can take without "to".
func (a *Analysis) lostTo() {
	p := a.parser
	if a.opensPurpose() {
		a.Groups = slices.DeleteFunc(a.Groups, func(o Group) bool { return o.found.main == 0 })
		a.enterBase(0, -1, ToBase, missingTo)
	}
	if len(p.words) > 3 && p.couldBeVerb(1) && p.openerTold(1) && a.groupAt(1) == nil {
		a.enterBase(1, -1, ToBase, missingTo)
	}
	for i := 2; i < len(p.words); i++ {
		if !p.couldBeVerb(i) && (p.words[i].lower != "do" || p.isNegation(i+1)) || p.words[i-1].punct || a.isLikedThing(i) {
			continue
		}
		g := a.groupAt(i)
		if g != nil && (g.found.to >= 0 || g.Judgment.Verdict == Wrong && !g.found.finite && !a.goesOnBecome(i) && !a.stopsToBuy(i)) {
			continue
		}
		finite := g != nil && g.found.finite
		switch {
		case a.asksInfinitive(i, g):
		case p.words[i].lower == "do":
			continue
		case p.hasYet(i) && !has(p.words[i].readings, verb.Participle) && (p.verbShown(i, true) || p.phraseEnds(i+1) && !p.lex.nouns["mass"][p.words[i].lower]):
		case a.usedBase(i, g):
		case p.words[i-1].lower == "how" && g != nil && !finite && g.found.governor == ungoverned && (p.objectAt(i+1) || p.noNoun(i)):
		case a.askedBase(i, g), a.purposeOfPast(i, g), a.thingBase(i, g), a.costBase(i, g), a.orderBase(i, g), a.skilledBase(i, g), a.haveThings(i, g), a.askedThere(i, g):
			a.Groups = slices.DeleteFunc(a.Groups, func(o Group) bool { return o.found.main == i })
		case finite && !a.hollowSubject(g), g != nil && g.found.order:
			continue
		case a.aboutBase(i), a.adjectiveBase(i), a.nounBase(i), a.wantBase(i), a.looseBase(i, g), a.purposeBase(i, g):
		default:
			continue
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(o Group) bool { return o.found.main == i })
		a.enterBase(i, -1, ToBase, missingTo)
	}
	a.sortGroups()
	for k := range a.Groups {
		if a.Groups[k].found.fault == missingTo && a.Groups[k].Judgment.Verdict == Wrong {
			a.spareJoined(a.Groups[k].found.main)
		}
	}
}

// verbShown reports whether the base form at word i can be no noun, by the tables or by what follows it; only says that the word before takes no noun.
func (p *parser) verbShown(i int, only bool) bool {
	v := newVerbal(i)
	v.main, v.base = i, p.words[i].lower
	if next := p.wordAt(i + 1); next == "that" || next == "which" || next == "who" { // good sleep that matters
		return p.noNoun(i)
	}
	return p.surelyVerb(i, &v, only) || v.base == "live" && p.livesSomewhere(i+1) || only && i+1 < len(p.words) && len(p.words[i+1].form(verb.Gerund)) > 0 && v.base == "try"
}

// hasYet reports whether "have yet" stands before word i: he has yet reply.
func (p *parser) hasYet(i int) bool {
	return i > 2 && p.words[i-1].lower == "yet" && perfectForms[p.words[i-2].lower]
}

// usedBase reports whether the base form at word i follows a "used" that only "to" can join to it: my mother used say, the tool used cut the wire. That
// of a clause about the subject is no such one: the words we used make sense.
func (a *Analysis) usedBase(i int, g *Group) bool {
	p := a.parser
	k := i - 1
	asked := p.words[k].lower == "use" && k > 1 && p.words[k-2].lower == "did" || p.words[k].lower == "use" && p.words[k-1].lower == "n't"
	if p.words[k].lower != "used" && !asked || p.getsUsed(k) || p.isBeWord(k-1) || !p.verbShown(i, false) {
		return false
	}
	used := a.groupAt(k)
	if g != nil && g.found.finite {
		return g.Judgment.Verdict == Wrong && (used == nil || !used.found.finite)
	}
	return used == nil || used.found.kind != relClause
}

// hollowSubject reports whether the subject of g can be none: an adjective after a form of be (is willing give way), or a noun such as way, with which a
// singular verb would stand (the best way learn).
func (a *Analysis) hollowSubject(g *Group) bool {
	p, n := a.parser, g.found.subject
	if n == nil || n.end != g.found.main || n.start < 2 || len(g.found.aux) > 0 {
		return false
	}
	if n.end-n.start == 1 && n.kind == nounPhrase && !n.determined && (p.lex.is(p.words[n.head].lower, "adjective") || infinitiveAdjectives[p.words[n.head].lower] || adjectivesOfBoth[p.words[n.head].lower]) {
		return true
	}
	if p.words[n.head].lower == "enough" {
		return true
	}
	return g.Judgment.Verdict == Wrong && (infinitiveNouns[p.words[n.head].lower] || p.words[n.head].lower == "way") && a.verbBefore(n.start) != nil && a.verbBefore(n.start).found.end == n.start
}

// aboutBase reports whether "be about" stands before the base form at word i: was about leave when the phone rang.
func (a *Analysis) aboutBase(i int) bool {
	p := a.parser
	if p.words[i-1].lower != "about" {
		return false
	}
	g := a.before(i - 1)
	if g == nil || g.Verb != "be" || g.found.subject == nil || !p.acts(g.found.subject) {
		return false
	}
	return p.verbShown(i, false) || p.words[i].lower == "leave" && (i+1 == len(p.words) || p.words[i+1].punct || p.lex.is(p.words[i+1].lower, "subordinator"))
}

// likesBase reports whether a base form that is hardly the noun there follows f, a verb of liking or wanting, right away: she hates drive at night, we need study more.
func (a *Analysis) likesBase(f *found) bool {
	p, i := a.parser, f.main+1
	if i >= len(p.words) || !likings[f.base] || !barelyNouns[p.words[i].lower] || p.words[i].joined || p.words[i].capital || !f.finite && f.to < 0 {
		return false
	}
	return p.phraseEnds(i+1) || p.adverb(i+1) > 0 || p.objectAt(i+1)
}

// likings are verbs of liking and wanting, and barelyNouns acts whose names without a determiner are rare after them.
var (
	likings     = setOf("like love hate prefer want need")
	barelyNouns = setOf("study drive play walk visit cook swim run ride talk move travel read write")
)

// mainElsewhere reports whether the clause of g, where it is one of condition or of time, has its main clause before it, or after a comma, so that word i gives
// no order: you pass if you want pass, but not if you want click here.
func (a *Analysis) mainElsewhere(g *Group, i int) bool {
	p := a.parser
	if !a.inCondition(g.found.start) {
		return true
	}
	if slices.ContainsFunc(p.words[i:len(p.words)-1], func(w word) bool { return w.text == "," }) {
		return true
	}
	for k := g.found.start; k >= 0; k-- {
		if opensCondition[p.words[k].lower] {
			s := g.found.subject
			before := a.verbBefore(g.found.start)
			return k > 0 && a.verbBefore(k) != nil || s != nil && before != nil && before.found.finite && before.found.start > k && before.found.end <= s.start // when it rains I prefer
		}
	}
	return false
}

// wantBase reports whether a verb that takes "to" stands right before the base form at word i: who want see the singer, if you want pass the exam.
func (a *Analysis) wantBase(i int) bool {
	p := a.parser
	g := a.before(i)
	if g == nil || g.found.main != i-1 || g.found.order && g.Verb != "hesitate" && g.Verb != "forget" && g.Verb != "remember" {
		return false
	}
	f := g.found
	if f.main > 0 && (p.lex.is(p.words[f.main-1].lower, "determiner") || p.words[f.main-1].lower == "her") { // had her wish come true
		return false
	}
	passive := f.governor == byBe && has(f.readings, verb.Participle) && !has(f.readings, verb.Gerund)
	open := p.lex.is(p.words[i].lower, "adjective") || verb.IsAlsoAdjective(p.words[i].lower) // seems clear to us, was found open in the morning
	if passive {
		return !open && toldTo[g.Verb] && p.verbShown(i, false)
	}
	only := infinitiveOnly[g.Verb] || g.Verb == "go" && p.words[i-1].lower == "going" && (f.governor == byBe || f.governor == byBeOr)
	if g.Verb == "go" && !a.goingBase(i) || !only && !toVerbs[g.Verb] || !p.verbShown(i, only && !open) && !(p.bareAct(i) && f.governor != ungoverned && f.governor != byBe) {
		return false
	}
	if g.Verb == "need" && slices.ContainsFunc(p.words, p.negates) { // you need say nothing
		return false
	}
	if n := f.subject; n != nil {
		relative := p.lex.is(p.words[n.head].lower, "relative", "question")
		if f.kind == relClause && !relative && n.end == f.start || n.start > 0 && !relative && (p.asksWay(n.start-1) && !(p.words[n.start-1].lower == "when" && a.verbBefore(n.start-1) != nil) || p.words[n.start-1].lower == "all") {
			return false // the help they need make, what I want is
		}
	}
	return a.mainElsewhere(g, i)
}

var (
	// infinitiveOnly are verbs that no noun follows, where "to" is missing before a verb.
	infinitiveOnly = setOf("hope decide agree tend pretend hesitate manage fail seem afford struggle")
	// toVerbs take "to" and a verb, or a noun.
	toVerbs = setOf("want need refuse promise plan try wish learn begin start continue expect offer choose forget remember intend attempt deserve threaten prepare vote like love hate prefer")
	// toldTo are verbs whose passive takes "to" and a verb.
	toldTo = setOf("tell ask allow order force invite encourage advise persuade remind warn expect say see hear consider believe know suppose permit require teach train make find")
)

// looseBase reports whether g, at word i, is a base form without a governor that says what for: went to the market buy fruit, came here learn English.
func (a *Analysis) looseBase(i int, g *Group) bool {
	p := a.parser
	if g == nil || g.found.finite || g.found.governor != ungoverned || len(g.found.aux) > 0 || g.Judgment.Verdict == Wrong || has(p.words[i].readings, verb.Past|verb.Participle) || !p.verbShown(i, false) {
		return false
	}
	before := p.words[i-1].lower
	v := a.verbBefore(i)
	if v == nil || v.found.order || v.found.governor == byBe && v.Verb == "be" {
		return false
	}
	for _, w := range p.words[v.found.main+1 : i] {
		if w.punct || p.lex.is(w.lower, "coordinator", "subordinator", "question") || notPurpose[w.lower] {
			return false
		}
	}
	if !a.mainElsewhere(v, i) || p.lex.is(before, "preposition") && !p.lex.is(before, "particle") && before != "in" {
		return false
	}
	if (v.Verb == "go" || v.Verb == "come") && v.found.main == i-1 {
		form := p.words[i-1].lower
		return form == "went" || form == "came" && v.found.governor == alone
	}
	return purposive[v.Verb] && v.found.main < i-1 || v.found.main == i-1 && (v.Verb == "write" || v.Verb == "call" || v.Verb == "phone" || v.Verb == "regret")
}

var (
	// notPurpose are words after which a base form stands alone.
	notPurpose = setOf("than as but except save rather sooner better not let why")
	// purposive are what people do in order to do something else.
	purposive = setOf("go come move run drive walk travel fly return hurry rush stay stop send stand sit work save study use call hide climb get")
)

// isLikedThing reports whether the word at i is rather what somebody likes, and how much: she likes fish a lot.
func (a *Analysis) isLikedThing(i int) bool {
	g := a.groupAt(i - 1)
	if g == nil || g.Verb != "like" && g.Verb != "love" && g.Verb != "hate" {
		return false
	}
	w := a.parser.words[i].lower
	return (likedThings[w] || a.parser.lex.nouns["mass"][w]) && a.degreeEnd(i+1) > i+1
}

// likedThings are verbs that are what one likes too, without an article.
var likedThings = setOf("fish sport dance work drink rain snow sleep fashion design travel research")
