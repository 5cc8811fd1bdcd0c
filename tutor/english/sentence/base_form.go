package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A base form stands after an auxiliary or "to", or gives an order. Learners let it stand for an infinitive or an
// -ing form too: enjoy play football, the opportunity travel, learn a language is not easy. Here stand those that
// can be neither a noun nor an order.

// looseBases judges base forms that no word governs. It enters a group of its own for each.
func (a *Analysis) looseBases() {
	p := a.parser
	if p.baseSubject(a) {
		for i := range a.Groups {
			if g := &a.Groups[i]; g.found.start == 0 || g.found.finite && g.found.subject != nil && g.found.subject.start < 2 && g.found.subject.start < g.found.start { // read as a question, as a noun, or as an order: do sport every day makes, eat vegetables is
				g.Judgment = Judgment{Verdict: NotJudged}
			}
		}
		a.enterBase(0, -1, ToBase, gerundAsked)
	}
	a.bareSubjectAndVerb()
	for i := 2; i < len(p.words); i++ {
		if !p.couldBeVerb(i) && p.words[i].lower != "do" || a.isLikedThing(i) {
			continue
		}
		if a.deniedTaking(i) || a.baseAfterWorth(i) {
			a.enterBase(i, -1, ToBase, gerundAsked)
			continue
		}
		if g := a.groupAt(i); g != nil && (g.found.finite && !a.isHours(g.found) || g.Judgment.Verdict == Wrong || g.found.to >= 0 || g.found.order && !a.afterGerundVerb(i)) {
			continue
		}
		switch {
		case p.words[i].lower == "do":
			if a.afterThing(i) {
				a.enterBase(i, -1, ToBase, missingTo)
			}
		case p.words[i].lower == "be", p.words[i].lower == "have":
			if a.afterGerundVerb(i) {
				a.enterBase(i, -1, ToBase, gerundAsked)
			}
		case a.afterGerundVerb(i):
			a.enterBase(i, -1, ToBase, gerundAsked)
		case a.afterToNoun(i), a.afterToVerb(i), a.afterHours(i), a.afterThing(i), a.afterTaught(i), p.inOrderBase(i), p.afterItIs(i):
			a.enterBase(i, -1, ToBase, missingTo)
		}
	}
	a.sortGroups()
}

// showsVerb reports whether the base form at word i can be no noun, by the tables or by what follows it.
func (p *parser) showsVerb(i int) bool {
	w := p.words[i].lower
	switch {
	case p.noNoun(i), p.objectAt(i+1) && !p.lex.nouns["mass"][w] && !p.lex.chieflyNoun(w):
		return true
	case w == "live":
		return p.livesSomewhere(i + 1)
	case w == "play":
		return i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "game") && p.phraseEnds(i+2)
	}
	return p.lex.is(w, "act") && !p.lex.is(w, "noun", "adjective") && p.actsAt(i) && !(i+1 < len(p.words) && p.isBeWord(i+1)) && !p.matches(i+1, []string{",", "not"}) && // want leave, not money
		!(compounding[w] && p.pluralAt(i+1))
}

// compounding are acts that take no object and make a compound with a plural after them: talk shows, drive shafts.
var compounding = setOf("talk walk swim run drive ride jump climb laugh cry shout jog")

// afterGerundVerb reports whether word i follows a verb that takes an -ing form: enjoy play football.
func (a *Analysis) afterGerundVerb(i int) bool {
	g := a.before(i)
	if g == nil || g.found.main != i-1 || g.found.governor == byBe && !has(g.found.readings, verb.Gerund) || g.found.order {
		return false
	}
	p := a.parser
	if w := p.words[i].lower; w == "be" || w == "have" {
		return gerundOnly[g.Verb] && i+1 < len(p.words) && !p.words[i+1].punct && (w == "be" || p.objectAt(i+1) || meals[p.words[i+1].lower])
	}
	switch g.Verb {
	case "enjoy", "avoid", "mind", "finish", "suggest", "dislike":
		return p.showsVerb(i)
	case "stop", "keep", "practice", "practise", "imagine", "miss", "deny", "quit", "postpone":
		w := p.words[i].lower
		object := p.objectAt(i+1) && !p.lex.nouns["mass"][w] && !p.lex.chieflyNoun(w) && !p.lex.is(w, "adjective") // but keep open the door
		return g.found.subject != nil && p.acts(g.found.subject) && (p.noNoun(i) || object || w == "live" && p.livesSomewhere(i+1))
	case "stand", "bear": // can't stand wait
		return len(g.found.aux) == 1 && g.found.not >= 0 && g.found.governor == byModal && a.parser.showsVerb(i)
	}
	return false
}

// gerundOnly are verbs that no clause without "that" follows in the base form, so that even be and have stand for their -ing forms: I miss be at home.
var gerundOnly = setOf("enjoy avoid mind finish dislike stop keep practice practise miss quit")

// afterToNoun reports whether word i follows a noun that "to" and a verb go with, and which is itself an object:
// has the opportunity travel.
func (a *Analysis) afterToNoun(i int) bool {
	p := a.parser
	if !p.lex.is(p.words[i-1].lower, "to-noun") || !p.showsVerb(i) && !p.lex.is(p.words[i].lower, "mass-act") {
		return false
	}
	for k := i - 2; k > 0 && k > i-5; k-- {
		if g := a.groupAt(k); g != nil {
			switch g.Verb {
			case "have", "be", "get", "give", "find", "need":
				return g.found.finite && a.mainElsewhere(g, i)
			}
			return false
		}
	}
	return false
}

// afterHours reports whether word i follows the time that something takes: it takes two hours get there.
func (a *Analysis) afterHours(i int) bool {
	p := a.parser
	if !timeNouns()[p.words[i-1].lower] || !p.showsVerb(i) && p.words[i].lower != "get" {
		return false
	}
	for k := i - 2; k > 0 && k > i-6; k-- {
		if g := a.groupAt(k); g != nil {
			return g.Verb == "take" && g.found.finite && g.found.subject != nil && p.words[g.found.subject.head].lower == "it" && a.mainElsewhere(g, i)
		}
	}
	return false
}

// isHours reports whether f was read as the verb of the time that something takes: it takes two hours get there.
func (a *Analysis) isHours(f *found) bool {
	return f.subject != nil && f.subject.kind == nounPhrase && f.subject.end == f.start && a.afterHours(f.main)
}

// afterThing reports whether word i says what is to be done with the thing before it: a lot of things do, nothing eat.
func (a *Analysis) afterThing(i int) bool {
	switch a.parser.words[i-1].lower {
	case "thing", "things", "something", "anything", "nothing", "homework", "work":
	default:
		return false
	}
	switch a.parser.words[i].lower {
	case "do", "eat", "learn", "say", "tell":
	default:
		return false
	}
	before := a.verbBefore(i)
	return before != nil && before.found.finite && (before.Verb == "have" || before.Verb == "be" && before.found.subject != nil && before.found.subject.kind == existential) && before.found.main >= i-6
}

// afterTaught reports whether word i says what a person is told or taught to do: told me study more, taught me cook paella.
func (a *Analysis) afterTaught(i int) bool {
	p := a.parser
	g := a.before(i - 1)
	if g == nil || !g.found.finite || g.found.main != i-2 || !p.lex.is(p.words[i-1].lower, "object") {
		return false
	}
	if g.Verb == "teach" && (p.words[i].lower == "swim" || p.words[i].lower == "cook" || p.words[i].lower == "drive" || p.words[i].lower == "read") && p.words[i-1].lower != "her" && p.phraseEnds(i+1) {
		return true // taught me swim
	}
	if i+1 >= len(p.words) {
		return false
	}
	next := p.words[i+1].lower
	switch g.Verb {
	case "tell", "ask", "advise":
		return next == "more" || next == "hard" || next == "harder" || next == "well" || next == "less"
	case "teach":
		return p.lex.is(p.words[i].lower, "act", "mass-act") && !p.words[i+1].punct && !p.functional(p.words[i+1]) && p.adverb(i+1) == 0
	case "get":
		return p.words[i-1].lower != "it" && p.noNoun(i) && (p.objectAt(i+1) || p.lex.is(next, "preposition"))
	}
	return false
}

// inOrderBase reports whether word i follows the "in order" that says what for: saved money in order buy a house, but not the papers are in order.
func (p *parser) inOrderBase(i int) bool {
	return i > 2 && p.words[i-1].lower == "order" && p.words[i-2].lower == "in" && !p.words[i-3].punct && !p.isBeWord(i-3) && p.showsVerb(i) && !opensCondition[p.words[0].lower]
}

// afterToVerb reports whether word i follows a verb that takes "to": like play football, need practise every day.
func (a *Analysis) afterToVerb(i int) bool {
	p := a.parser
	g := a.before(i)
	if g == nil || g.found.main != i-1 || !g.found.finite || g.found.order || g.found.subject == nil || !p.acts(g.found.subject) || g.found.governor == byBe || g.found.kind != mainClause {
		return false
	}
	if g.found.subject.start == 1 && opensCondition[p.words[0].lower] && !p.question {
		return false // when you decide call me
	}
	if a.wantsToTravel(g) || a.wouldLikeAct(g, i) || p.studiesAt(i) && g.Verb != "need" {
		return true
	}
	switch g.Verb {
	case "need":
		return p.asksTo(g.found) && p.showsVerb(i)
	case "like", "want", "love", "hate", "prefer", "hope", "decide", "try", "plan", "start", "learn":
	default:
		return false
	}
	return p.showsVerb(i)
}

// studiesAt reports whether "study" and what one studies at a university stand at word i.
func (p *parser) studiesAt(i int) bool {
	return p.words[i].lower == "study" && i+1 < len(p.words) && studied[p.words[i+1].lower] && p.phraseEnds(i+2)
}

var studied = setOf("medicine law history biology chemistry physics economics engineering psychology architecture philosophy maths mathematics nursing literature")

// wantsToTravel reports whether "travel" and where or when follow what somebody would like, and no "to" that says more of travel as a thing: would
// like travel to Japan, but not would like travel to Japan to be cheaper.
func (a *Analysis) wantsToTravel(g *Group) bool {
	p, f := a.parser, g.found
	would := len(f.aux) == 1 && (p.words[f.aux[0]].lower == "would" || p.words[f.aux[0]].lower == "'d")
	if !would && g.Verb != "want" || g.Verb != "want" && g.Verb != "like" && g.Verb != "love" && g.Verb != "prefer" {
		return false
	}
	if !p.matches(f.end, []string{"travel"}) || f.end+2 >= len(p.words) {
		return false
	}
	switch p.words[f.end+1].lower {
	case "to":
	case "in": // in July, but not in comfort
		if !p.timeAt(f.end+1) && !months[p.words[f.end+2].lower] {
			return false
		}
	default:
		return false
	}
	if p.words[f.end+1].lower == "to" && (p.couldBeVerb(f.end+2) || !p.words[f.end+2].named()) {
		return false
	}
	for k := f.end + 2; k < len(p.words) && !p.words[k].punct; k++ {
		if w := p.words[k].lower; w == "to" || w == "than" || w == "instead" || p.isAuxiliary(k) {
			return false
		}
	}
	return true
}

// baseSubject reports whether the sentence begins with a base form that is the subject of a verb in the third
// person: learn a language is not easy.
func (p *parser) baseSubject(a *Analysis) bool {
	w := p.words[0]
	if p.question || len(p.words) < 4 || !has(w.readings, verb.Base) || p.functional(w) && w.lower != "have" && w.lower != "do" && w.lower != "be" || p.lex.is(w.lower, "name") || w.form(verb.Base)[0].Base != w.lower {
		return false
	}
	act := listedActs[w.lower] && p.pluralAt(1) && p.wordAt(2) == "is"
	if !act && p.lex.is(w.lower, "clausal") && w.lower != "learn" && w.lower != "teach" || !act && p.lex.is(w.lower, "bare", "interjection") && w.lower != "have" || w.lower == "keep" || w.lower == "check" || w.lower == "ensure" || w.lower == "ask" {
		return false
	}
	if next := p.words[1].lower; next == "sure" || next == "careful" || next == "certain" {
		return false
	}
	if !act && (w.lower == "have" || w.lower == "do" || !p.noNoun(0)) {
		if next := p.words[1].lower; !p.startsAsVerb() && !articles[next] && !possessives[next] && !p.lex.is(next, "object") && !(w.lower == "do" && p.lex.is(next, "game", "exercise")) && !(w.lower == "play" && p.lex.is(next, "game")) && !((w.lower == "play" || w.lower == "watch") && p.pluralAt(2)) && p.words[1].lower != "too" && p.words[1].lower != "enough" {
			return false
		}
	}
	finite := slices.IndexFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.main > 0 && g.found.start > 0 })
	if w.lower == "do" { // read as the auxiliary of a question
		finite = slices.IndexFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.main > 1 })
	}
	if finite < 0 {
		return false
	}
	f := a.Groups[finite].found
	start := f.start
	if w.lower == "do" && start == 0 {
		start = f.main
	}
	for i, v := range p.words[1:start] {
		if v.lower == "and" && f.subject != nil && f.subject.start == i+2 {
			return false // learn languages and you will be happy
		}
		if v.punct || p.lex.is(v.lower, "subordinator", "relative", "subject", "coordinator", "question") && v.lower != "and" {
			return false
		}
	}
	first := p.words[f.finiteWord()]
	if start == f.start && f.finiteWord() == f.main || w.lower == "do" && f.start == 0 {
		first = p.words[f.main]
	}
	third := p.lex.is(first.lower, "be", "have") && (first.lower == "is" || first.lower == "has" || first.lower == "was") || has(first.readings, verb.ThirdPerson) && (first.lower == "makes" || first.lower == "helps" || first.lower == "gives" || first.lower == "takes" || first.lower == "requires" || first.lower == "costs")
	modal := first.lower == "can" || first.lower == "will" || first.lower == "could"
	return third && start > 1 || modal && start > 1 && f.main > f.finiteWord() && p.noNoun(0)
}

// listedActs are verbs of an act on several things that may be the subject of is: read books is good for you.
var listedActs = setOf("read make buy meet speak")

// startsAsVerb reports whether the sentence begins with a verb that is a noun only with a determiner, and a preposition: swim in the sea.
func (p *parser) startsAsVerb() bool {
	switch p.words[0].lower {
	case "live", "swim", "walk", "run", "sit", "stay", "drive", "wait", "stand", "cycle":
		return p.lex.is(p.words[1].lower, "preposition") && p.words[1].lower != "of"
	}
	return false
}

// askForGerund returns the call that gives the -ing form of f: the present continuous has it for
// every person, and one that some subject of the sentence has may be asked about.
func (a *Analysis) askForGerund(f *found) Call {
	c := Call{Tool: Conjugate, Verb: f.base, Person: verb.ThirdSingular, Tense: verb.PresentContinuous}
	for i := range a.Groups {
		if a.Groups[i].Finite >= 0 {
			c.Person = a.Persons(i)[0]
			break
		}
	}
	return c
}
