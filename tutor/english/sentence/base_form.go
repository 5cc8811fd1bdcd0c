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
			if g := &a.Groups[i]; g.found.start == 0 { // read as a question: do sport every day makes …
				g.Judgment = Judgment{Verdict: NotJudged}
			}
		}
		a.enterBase(0, -1, ToBase, gerundAsked)
	}
	for i := 2; i < len(p.words); i++ {
		if !p.couldBeVerb(i) || p.words[i].lower == "be" || p.words[i].lower == "have" {
			continue
		}
		if g := a.groupAt(i); g != nil && (g.found.finite || g.Judgment.Verdict == Wrong || g.found.to >= 0 || g.found.order) {
			continue
		}
		switch {
		case a.afterGerundVerb(i):
			a.enterBase(i, -1, ToBase, gerundAsked)
		case a.afterToNoun(i), a.afterToVerb(i), a.afterHours(i):
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
	case w == "play":
		return i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "game") && p.phraseEnds(i+2)
	}
	return p.lex.is(w, "act") && !p.lex.is(w, "noun", "adjective") && p.actsAt(i)
}

// afterGerundVerb reports whether word i follows a verb that takes an -ing form: enjoy play football.
func (a *Analysis) afterGerundVerb(i int) bool {
	g := a.before(i)
	if g == nil || g.found.main != i-1 || g.found.governor == byBe && !has(g.found.readings, verb.Gerund) || g.found.order {
		return false
	}
	switch g.Verb {
	case "enjoy", "avoid", "mind", "finish", "suggest", "dislike":
		return a.parser.showsVerb(i)
	case "stand", "bear": // can't stand wait
		return len(g.found.aux) == 1 && g.found.not >= 0 && g.found.governor == byModal && a.parser.showsVerb(i)
	}
	return false
}

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
				return g.found.finite
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
			return g.Verb == "take" && g.found.finite && g.found.subject != nil && p.words[g.found.subject.head].lower == "it"
		}
	}
	return false
}

// afterToVerb reports whether word i follows a verb that takes "to": like play football, need practise every day.
func (a *Analysis) afterToVerb(i int) bool {
	p := a.parser
	g := a.before(i)
	if g == nil || g.found.main != i-1 || !g.found.finite || g.found.order || g.found.subject == nil || !p.acts(g.found.subject) || g.found.governor == byBe || g.found.kind != mainClause {
		return false
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

// baseSubject reports whether the sentence begins with a base form that is the subject of a verb in the third
// person: learn a language is not easy.
func (p *parser) baseSubject(a *Analysis) bool {
	w := p.words[0]
	if p.question || len(p.words) < 4 || !has(w.readings, verb.Base) || p.functional(w) && w.lower != "have" && w.lower != "do" && w.lower != "be" || p.lex.is(w.lower, "name") || w.form(verb.Base)[0].Base != w.lower {
		return false
	}
	if p.lex.is(w.lower, "clausal") && w.lower != "learn" && w.lower != "teach" || p.lex.is(w.lower, "bare", "interjection") && w.lower != "have" || w.lower == "keep" || w.lower == "check" || w.lower == "ensure" || w.lower == "ask" {
		return false
	}
	if next := p.words[1].lower; next == "sure" || next == "careful" || next == "certain" {
		return false
	}
	if w.lower == "have" || w.lower == "do" || !p.noNoun(0) {
		if next := p.words[1].lower; !articles[next] && !possessives[next] && !p.lex.is(next, "object") && !(w.lower == "do" && p.lex.is(next, "game", "exercise")) && !(w.lower == "play" && p.lex.is(next, "game")) && !(p.words[1].lower == "too") {
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
	for _, v := range p.words[1:start] {
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
