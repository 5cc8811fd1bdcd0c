package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The patterns here are as often right as wrong. They stand in the report of a sentence, so that it is never said
// to be right as a whole, and not among the notes of its answer.

// isPresentSaid reports whether g is a present that a verb of saying in the past reports: he said he is tired.
func (a *Analysis) isPresentSaid(g *Group) bool {
	f := g.found
	if g.Tense != verb.PresentSimple && g.Tense != verb.PresentContinuous || f.kind == mainClause || f.inverted {
		return false
	}
	before := a.verbBefore(f.subject.start)
	return before != nil && before.found.finite && a.isPast(before) && (a.parser.lex.is(before.Verb, "clausal") || before.Verb == "ask")
}

// isBaseAfterBe reports whether a noun without a determiner that is a verb too follows be, where a person or a
// time is its subject: what time is the film start, are you live, my aunt is cook for a hotel.
func (a *Analysis) isBaseAfterBe(g *Group) bool {
	p, f := a.parser, g.found
	if f.base != "be" || len(f.aux) == 0 || f.main != f.aux[len(f.aux)-1] || f.subject.kind == existential {
		return false
	}
	if n := f.subject; f.inverted && n.end > n.start+1 && p.isPerson(p.words[n.end-2]) && p.couldBeVerb(n.end-1) && !p.lex.chieflyNoun(p.words[n.end-1].lower) && p.objectAt(n.end) {
		return true // when was Pablo leave the army
	}
	i := f.end
	if f.inverted {
		i = f.subject.end
	}
	if i, _ = p.skipAdverbs(i); i < len(p.words) && p.words[i].lower == "like" { // she is not like vegetables
		if i+2 < len(p.words) && p.lex.is(p.words[i+1].lower, "adjective") || i+2 < len(p.words) && p.words[i+1].named() {
			i++ // is he like spicy food
		}
		return (f.not >= 0 || f.inverted) && p.acts(f.subject) && i+1 < len(p.words) && !(f.inverted && p.isPerson(p.words[i+1])) && (p.pluralAt(i+1) || p.lex.nouns["mass"][p.words[i+1].lower] && p.phraseEnds(i+2))
	}
	if i >= len(p.words) || !p.couldBeVerb(i) || p.words[i].lower == "be" {
		return false
	}
	w := p.words[i].lower
	switch {
	case w == "bear":
		return p.phraseEnds(i + 1) // he was bear in a village
	case (w == "open" || w == "close" || w == "clean") && i+1 < len(p.words) && p.words[i+1].lower == "by" && !p.timeAt(i+2):
		return true // was open by the king
	case w == "close" && !p.acts(f.subject) && i+1 < len(p.words) && (p.words[i+1].lower == "on" || p.words[i+1].lower == "in" || p.words[i+1].lower == "until" || p.words[i+1].lower == "tomorrow" || p.words[i+1].lower == "today" || p.words[i+1].lower == "now" || p.words[i+1].lower == "for"):
		return true // will be close on Monday
	case w == "break" && !p.acts(f.subject):
		return p.phraseEnds(i + 1) // one of the plates was break
	case w == "close": // the shops are close at two
		return !p.acts(f.subject) && i+2 < len(p.words) && p.words[i+1].lower == "at" && p.isNumber(p.words[i+2].lower)
	case (w == "clean" || w == "open" || w == "close" || w == "empty") && p.acts(f.subject) && p.objectAt(i+1): // he was clean the kitchen
		return true
	case changing[w] && !p.lex.is(w, "adjective") && !p.acts(f.subject) && f.subject.determined && !a.predicts(f.subject) && p.phraseEnds(i+1): // the house is burn
		return true
	case wentOn[w] && p.acts(f.subject) && !f.inverted && !p.isRole(p.words[i]) && p.adverb(i+1) > 0: // were smoke inside
		return true
	case w == "live":
		return f.inverted && p.phraseEnds(i+1) || p.livesSomewhere(i+1)
	case p.lex.is(w, "adjective", "preposition", "adverb"):
		return false
	}
	return p.lex.is(w, "act", "mass-act", "needs-object", "starting") || p.isRole(p.words[i]) && i+1 < len(p.words) && p.words[i+1].lower == "for"
}

// isPastSince reports whether g is a past simple with "since" and a time after it: she was ill since Sunday.
func (a *Analysis) isPastSince(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PastSimple || a.ranks() || a.clipsQuestion(f) || f.subject.kind == pronoun && p.words[f.subject.head].lower == "it" {
		return false
	}
	for i, w := range p.words {
		if w.lower != "since" || !a.governs(f, i) || i < f.main || i+1 >= len(p.words) || p.words[i+1].punct {
			continue
		}
		for k := range a.Groups {
			if then := &a.Groups[k]; then.found.finite && then.found.subject != nil && then.found.subject.start == i+1 {
				return a.beganThen(g, then) // of another clause, since is a reason: I left since I was ill
			}
		}
		return true
	}
	return false
}

// isPresentNow reports whether g tells in the present simple what goes on at this moment: look, it snows.
func (a *Analysis) isPresentNow(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple || g.Negative || a.isState(f) || len(f.aux) > 0 {
		return false
	}
	if f.subject.kind == pronoun && p.words[f.subject.head].lower == "i" && f.end+1 < len(p.words) && g.Verb == "write" && (p.words[f.end].lower == "to" && p.words[f.end+1].lower == "you" || p.words[f.end].lower == "you" || p.words[f.end].lower == "this") {
		return true // I write to you because …
	}
	if i := f.subject.start - 1; i > 1 && p.words[i].lower == "because" && (p.words[i-1].lower == "now" || p.words[i-1].lower == "moment") && (p.lex.is(g.Verb, "lasts-awhile", "act") || g.Verb == "drive" || g.Verb == "study" || g.Verb == "work") {
		return true // I can't talk now because I drive
	}
	if f.main > 0 && p.words[f.main-1].lower == "already" && p.lex.is(g.Verb, "event", "moves") && f.kind == mainClause {
		return true // the train already leaves
	}
	switch first := p.words[0].lower; {
	case (first == "look" || first == "listen" || first == "be" && len(p.words) > 1 && p.words[1].lower == "quiet") && f.main > 1:
		return true
	}
	if a.asksForQuiet(g) {
		return true
	}
	for _, m := range p.times {
		if m.tense == verb.PresentContinuous && a.clauseAt(m.from) == f.clause && p.lex.is(g.Verb, "moves", "event") {
			return true
		}
	}
	if g.Verb != "rain" && g.Verb != "snow" || f.subject.kind != pronoun {
		return false
	}
	return f.end >= len(p.words)-1 || slices.ContainsFunc(p.times, func(m moment) bool { return m.tense == verb.PresentContinuous })
}

// isFirstTime reports whether g stands in the present after "the first time", or its like.
func (a *Analysis) isFirstTime(g *Group) bool {
	p, f := a.parser, g.found
	i := f.subject.start - 1
	if i > 0 && p.words[i].lower == "that" {
		i--
	}
	last := i == 2 && g.Tense == verb.PresentPerfect && p.words[i-1].lower == "last" // the last time we have seen him was in May
	return (g.Tense == verb.PresentSimple || last) && i > 1 && p.words[i].lower == "time" && (p.words[i-1].lower == "first" || p.words[i-1].lower == "second" || p.words[i-1].lower == "third" || p.words[i-1].lower == "last") && (last || a.verbBefore(i) != nil)
}

// modalAlone reports whether a modal stands before an adjective without a verb between them: I would happy, you must careful.
func (a *Analysis) modalAlone(g *Group) bool {
	p, f := a.parser, g.found
	if g.Verb != "" || f.inverted || f.main != f.finiteWord() || !p.lex.is(p.words[f.main].lower, "modal") {
		return false
	}
	i := p.afterDegree(f.end)
	return i < len(p.words) && p.lex.is(p.words[i].lower, "adjective") && len(p.words[i].form(verb.Base)) == 0
}

// lacksVerb reports whether a pronoun and an adjective open the sentence without a verb between them: she very tired.
func (p *parser) lacksVerb() bool {
	if len(p.words) > 4 && p.lex.is(p.words[0].lower, "determiner") && slices.ContainsFunc(p.nominals(0), func(n *nominal) bool { // my room very small
		i := n.end
		return n.kind == nounPhrase && i+1 < len(p.words) && degrees[p.words[i].lower] && p.lex.is(p.words[i+1].lower, "adjective") && p.phraseEnds(i+2)
	}) {
		return true
	}
	if len(p.words) < 3 || !p.lex.is(p.words[0].lower, "subject") {
		return false
	}
	switch p.words[1].lower {
	case "very", "too", "so":
		return p.isModifier(2) || has(p.words[2].readings, verb.Participle)
	}
	return false
}

// isBorn reports whether "born" stands without a form of be: I born in May, where did you born. The past of bear that
// the other rules would ask for is never meant.
func (a *Analysis) isBorn(g *Group) bool {
	f := g.found
	return a.parser.words[f.main].lower == "born" && f.governor != byBe && f.governor != byBeOr
}

// isUnreal reports whether a condition in the past stands beside will: if he studied harder, he will pass.
func (a *Analysis) isUnreal(g *Group) bool {
	p := a.parser
	if f := g.found; len(f.aux) > 0 && (p.words[f.aux[0]].lower == "would" || p.words[f.aux[0]].lower == "'d" && f.governor == byModal) {
		return a.conditionIn(verb.PresentSimple) || a.conditionIn(verb.FutureSimple)
	}
	if g.Tense == verb.PresentSimple && g.found.kind == mainClause && !g.found.order {
		own := g.found.subject.kind == pronoun && (p.words[g.found.subject.head].lower == "i" || p.words[g.found.subject.head].lower == "we")
		if p.words[0].lower == "if" && (a.conditionIn(verb.PastSimple) || own && a.conditionIn(verb.PresentSimple) && (p.lex.is(g.Verb, "two-objects") || offered[g.Verb]) && !a.isHabit(g.found)) {
			return true // if I had no exams, I go; if you come, I show you the castle
		}
	}
	if g.Tense != verb.FutureSimple {
		return false
	}
	if s := g.found.subject; s.start > 0 && p.words[s.start-1].lower == "if" && g.found.not < 0 && p.words[s.head].lower != "you" {
		if main := a.verbAfter(g.found); main != nil && main.Tense == verb.PresentSimple && main.found.kind == mainClause {
			return true // if it will rain, we stay at home
		}
	}
	if f := g.found; (g.Verb == "like" || g.Verb == "love") && f.end < len(p.words) && p.words[f.end].lower == "to" && p.acts(f.subject) && f.not < 0 {
		return true // I will like to go
	}
	for k := range a.Groups {
		other := &a.Groups[k]
		if s := other.found.subject; other.found.finite && s != nil && s.start > 0 && p.words[s.start-1].lower == "if" && other.Tense == verb.PastSimple {
			return true
		}
	}
	return false
}

// presentBesideWill reports whether g is a present beside a condition with will, which is mended or may ask whether: if they will come late,
// we don't wait; we go to the beach if it will be warm.
func (a *Analysis) presentBesideWill(g *Group) bool {
	p, f := a.parser, g.found
	if p.words[0].lower == "if" && g.Tense == verb.PresentSimple && f.kind == mainClause && !f.order && !f.inverted {
		first := a.verbBefore(f.subject.start)
		if first == nil || first.found.subject == nil || first.found.subject.start != 1 {
			return false
		}
		closed := first.found.governor == byBe && first.Tense == "" && len(first.found.aux) > 0 && p.words[first.found.aux[0]].lower == "will" // if the shop will be closed
		return closed || first.Tense == verb.FutureSimple && first.Judgment.Verdict == Wrong && first.Judgment.Call.Tense == verb.PresentSimple
	}
	i := f.subject.start - 1
	if g.Tense != verb.FutureSimple || f.not >= 0 || i < 2 || p.words[i].lower != "if" || p.words[f.subject.head].lower == "you" || f.inverted {
		return false
	}
	before := a.verbBefore(i)
	return before != nil && before.found.subject != nil && before.Tense == verb.PresentSimple && before.found.kind == mainClause && !before.found.inverted && before.found.not < 0 && p.acts(before.found.subject) && (a.givesTwo(before) || !a.asksWhen(before) && !p.lex.is(before.Verb, "clausal", "stative")) && before.Verb != "be" && !p.lex.is(p.words[i-1].lower, "adjective", "subordinator", "adverb")
}

// givesTwo reports whether a person and a thing follow the verb of g, so that no question depends on it: tell her the truth.
func (a *Analysis) givesTwo(g *Group) bool {
	p, f := a.parser, g.found
	return f.end+1 < len(p.words) && p.lex.is(p.words[f.end].lower, "object", "either") && p.lex.is(p.words[f.end+1].lower, "determiner") && p.lex.is(g.Verb, "two-objects")
}

// isUnrealForm reports whether would or its like stands before a past form in what did not happen, or in its condition, where more
// than the form is wrong: if you had called, I would helped; if he would had studied.
func (a *Analysis) isUnrealForm(g *Group) bool {
	p, f := a.parser, g.found
	if f.governor != byModal || f.fault != wrongForm || !has(f.readings, verb.Past) {
		return false
	}
	switch p.words[f.aux[0]].lower {
	case "would", "could", "might", "should", "'d":
	default:
		return false
	}
	if s := f.subject; s != nil && s.start > 0 && p.words[s.start-1].lower == "if" {
		return true
	}
	return !p.hadForHave(f) && slices.ContainsFunc(a.Groups, func(o Group) bool {
		s := o.found.subject
		if o.found != f && o.found.finite && p.words[f.aux[0]].lower == "should" && a.isPast(&o) { // you should told me before I left
			return true
		}
		return o.found.finite && s != nil && s.start > 0 && p.words[s.start-1].lower == "if" && o.found.governor == byHave && p.words[o.found.aux[0]].lower == "had"
	})
}

// offered are what one offers to do, beside the verbs with two objects.
var offered = setOf("bring make buy help call take cook carry fix drive")

// conditionIn reports whether a verb right after "if" and its subject is in that tense.
func (a *Analysis) conditionIn(t verb.Tense) bool {
	return slices.ContainsFunc(a.Groups, func(o Group) bool {
		s := o.found.subject
		return o.found.finite && s != nil && s.start > 0 && a.parser.words[s.start-1].lower == "if" && o.Tense == t
	})
}

// lostPassives are verbs that always take an object, so that a thing as their subject without one has it done to it.
var lostPassives = setOf("send find make paint discover publish cancel build destroy demolish repair deliver translate organize organise install solve invent steal construct broadcast celebrate")

// lacksPassive reports whether g is in the active where only a passive makes sense: the concert has cancelled, the
// results will publish.
func (a *Analysis) lacksPassive(g *Group) bool {
	p, f := a.parser, g.found
	if !lostPassives[g.Verb] || g.Verb == "make" && f.end < len(p.words) && p.words[f.end].lower == "up" || f.inverted || f.kind == relClause || p.acts(f.subject) || f.subject.kind != nounPhrase || !f.subject.determined || f.governor == byBe || f.governor == byBeOr || f.main == f.finiteWord() && len(f.aux) > 0 {
		return false
	}
	return f.end >= len(p.words) || p.words[f.end].punct || p.timeAt(f.end) || p.lex.is(p.words[f.end].lower, "preposition", "subordinator", "adverb")
}

// hasBeenBorn reports whether g says in the perfect when or where one person was born: I have been born in Murcia.
func (a *Analysis) hasBeenBorn(g *Group) bool {
	p, f := a.parser, g.found
	if g.Verb != "be" || g.Tense != verb.PresentPerfect || !p.acts(f.subject) || f.end+1 >= len(p.words) || p.words[f.end].lower != "born" {
		return false
	}
	next := p.words[f.end+1].lower
	return next == "in" || next == "on" || next == "at"
}

// deniesHave reports whether not stands right after have before a thing without a determiner, where do is missing: we had not money. I haven't time
// and I haven't a clue are said by some.
func (a *Analysis) deniesHave(g *Group) bool {
	p, f := a.parser, g.found
	if g.Verb != "have" || f.main != f.finiteWord() || f.not < 0 || f.inverted || f.not != f.main+1 || f.end >= len(p.words) {
		return false
	}
	w := p.words[f.end]
	switch w.lower {
	case "to": // you haven't to pay
		return p.words[f.not].lower == "n't" && p.couldBeVerb(f.end+1)
	case "time", "room", "space", "patience", "much", "many", "any", "enough", "yet":
		return false
	}
	for _, n := range p.nominals(f.end) {
		if n.kind == nounPhrase && !n.determined && p.phraseEnds(n.end) {
			return true
		}
	}
	return false
}

// asksOutOfOrder reports whether a question begins like one and goes on like a statement: why you didn't tell me, how
// old you are, what means this word.
func (a *Analysis) asksOutOfOrder(g *Group) bool {
	p, f := a.parser, g.found
	if !p.question || f.inverted || !p.lex.is(p.words[0].lower, "question") {
		return false
	}
	if f.subject.kind == wh {
		return slices.Contains([]string{"mean", "cost", "say"}, g.Verb) && f.main == 1 && p.words[0].lower == "what" && f.end < len(p.words) && p.objectAt(f.end)
	}
	switch p.words[f.subject.head].lower {
	case "hell", "heck", "devil": // what the hell is that
		return false
	}
	main := f.kind == mainClause || f.subject.start == 1 && (len(f.aux) > 0 || a.onlyFinite()) // why you didn't tell me that … is read as a subject
	return main && a.asksBefore(f) && !slices.ContainsFunc(a.Groups, func(o Group) bool {
		return o.found.finite && (o.found.inverted || o.found.start < f.start)
	})
}
