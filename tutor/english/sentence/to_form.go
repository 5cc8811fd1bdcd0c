package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After "to" stands the base form where it belongs to an infinitive, and -ing where it is a preposition. Here stand the
// forms that can be neither: went there to bought some bread, got used to drive.

// toForms judges the words after "to" that the parse took for something else. It enters a group of its own for each.
func (a *Analysis) toForms() {
	p := a.parser
	if p.words[0].lower == "to" && len(p.words) > 2 {
		form := a.finiteForBase(0)
		if form == 0 && a.opensWithGerund() {
			form = verb.Gerund
		}
		if form != 0 {
			a.enterForm(0, byTo, wrongForm, form)
		}
	}
	for i := 1; i+1 < len(p.words); i++ {
		if p.words[i].lower == "to" && !p.words[i].capital && a.infinitiveTo(i) {
			a.enterForm(i, byTo, wrongForm, verb.Gerund)
			continue
		}
		if i+2 == len(p.words) {
			break
		}
		if forms := a.formAfterBetter(i); forms != 0 {
			a.enterForm(i, byModal, wrongForm, forms)
			continue
		}
		if p.words[i].lower != "to" || p.words[i].capital {
			continue
		}
		switch {
		case a.pastAfterTo(i):
			a.enterForm(i, byTo, wrongForm, verb.Past|verb.Participle)
		case a.thirdAfterTo(i):
			a.enterForm(i, byTo, wrongForm, verb.ThirdPerson)
		case a.endsUp(i), p.getsUsed(i-1) && a.baseAfterUsed(i+1), p.givesUp(i-1) && (p.words[i+1].lower == "smoke" || p.words[i+1].lower == "drink"):
			a.enterBase(i+1, i, ToBase, gerundAsked)
		case p.endsInPreposition(i) && p.couldBeVerb(i+1):
			a.enterBase(i+1, i, ToBase, gerundAsked) // good at to draw
		case a.gerundForBase(i):
			a.enterForm(i, byTo, wrongForm, verb.Gerund)
		case (p.hadBetter(i-1) || p.words[i-1].lower == "not" && p.hadBetter(i-2)) && has(p.words[i+1].readings, verb.Base) && !p.words[i+1].capital:
			a.enterForm(i, byModal, strayTo, verb.Base)
		default:
			if form := a.finiteForBase(i); form != 0 {
				a.enterForm(i, byTo, wrongForm, form)
			}
		}
	}
	a.sortGroups()
}

// pastAfterTo reports whether a past form and its object stand after the "to" at word i: to bought some bread. What has
// no object after it may be a participle that is an adjective: close to broken windows.
func (a *Analysis) pastAfterTo(i int) bool {
	p := a.parser
	w := p.words[i+1]
	if w.punct || w.capital || w.guessed || w.respelled || w.lower == "used" || len(w.form(verb.Past|verb.Participle)) == 0 || p.lex.is(w.lower, "preposition") || a.relativeAt(i) {
		return false
	}
	if slices.ContainsFunc(p.words[i-1].readings, func(r verb.Reading) bool { return takesTo[r.Base] }) && i > 3 && slices.ContainsFunc(a.Groups, func(g Group) bool {
		n := g.found.subject // the song I was listening to reminded me
		return g.found.finite && n != nil && n.kind == pronoun && g.found.end == i && n.start > 0 && !p.words[n.start-1].punct && !p.functional(p.words[n.start-1])
	}) {
		return false
	}
	if has(w.readings, verb.Base|verb.Gerund) && !p.pastMeant(i+1) || p.gapBefore(i+1) || !p.objectAt(i+2) || p.lex.is(p.words[i+2].lower, "reflexive") && !p.phraseEnds(i+3) {
		return false
	}
	g := a.groupAt(i + 1)
	return g == nil || g.Judgment.Verdict != Wrong && (!g.found.finite || g.found.start == i+1 && len(g.found.aux) == 0)
}

// endsInPreposition reports whether the word before word i is without, or the preposition of an adjective: good at, afraid of, instead of. That of a
// verb may have its object before it: something to look at to pass the time.
func (p *parser) endsInPreposition(i int) bool {
	switch p.words[i-1].lower {
	case "without":
		return true
	case "at", "of":
		return i > 1 && !(p.question && p.lex.is(p.words[0].lower, "question")) && (p.words[i-2].lower == "instead" || p.lex.is(p.words[i-2].lower, "adjective"))
	}
	return false
}

// takesTo are verbs whose object follows "to", so that a clause about that object ends in it.
var takesTo = setOf("listen talk speak go belong refer travel write move come")

// thirdAfterTo reports whether a verb in the third person and its object stand after "and to": to meet you and to shows you the city.
func (a *Analysis) thirdAfterTo(i int) bool {
	p := a.parser
	w := p.words[i+1]
	if w.punct || w.capital || w.guessed || len(w.form(verb.ThirdPerson)) == 0 || !(p.lex.is(p.words[i-1].lower, "coordinator") && p.objectAt(i+2)) && !a.nothingButInfinitive(i) {
		return false
	}
	g := a.groupAt(i + 1)
	return g == nil || g.Judgment.Verdict != Wrong && !g.found.finite
}

// nothingButInfinitive reports whether the word before the "to" at word i takes an infinitive and no noun: hard to sleeps, someone to talks to, I want to plays.
func (a *Analysis) nothingButInfinitive(i int) bool {
	p := a.parser
	before, w, noun := p.words[i-1].lower, p.words[i+1].lower, !p.noNoun(i+1) || verb.IsAlsoNoun(p.words[i+1].form(verb.ThirdPerson)[0].Base)
	if prepositionTo[before] || p.gapBefore(i) || w == "is" || w == "has" || w == "does" {
		return false // the chance to has gone, all you want to is fine
	}
	switch before {
	case "someone", "somebody", "something", "anything", "nothing", "nobody", "everything":
		return !noun || p.lex.is(p.wordAt(i+2), "preposition") && p.wordAt(i+2) != "of" || p.phraseEnds(i+2)
	case "what", "where", "how", "enough":
		return true
	}
	if g := a.groupAt(i - 1); a.verbAsksTo(i) || a.asksForInfinitive(i) || g != nil && g.Verb == "have" && g.found.kind == mainClause {
		return true
	}
	if noun && (p.infinitiveNounAt(i) || kindTo[before]) {
		return false // the right to returns, kind to flies
	}
	return infinitiveAdjectives[before] && !(i > 1 && p.lex.is(p.words[i-2].lower, "determiner")) || p.infinitiveNounAt(i)
}

// kindTo are adjectives that say how somebody is to others.
var kindTo = setOf("kind nice good bad rude polite cruel fair unfair friendly lovely great mean horrible known taught told")

// pastMeant reports whether the past at word i, which is the base form of another verb too, is meant as a past: to saw the
// baby, to found the hotel, but not to saw the wood, to found the company.
func (p *parser) pastMeant(i int) bool {
	switch p.words[i].lower {
	case "saw":
		return !p.ofWood(i + 1)
	case "found":
		for k := i + 1; k < len(p.words) && k < i+5; k++ {
			if foundable[p.words[k].lower] {
				return false
			}
		}
		return true
	}
	return false
}

// foundable are what people found: to found a company.
var foundable = setOf(`company city town colony school club party business firm state university college newspaper magazine church movement order
	institute museum hospital charity organization organisation association society band team group bank library theatre theater orchestra empire dynasty republic settlement community`)

// gerundForBase reports whether an -ing form stands after the "to" at word i where only an infinitive can: it is necessary to
// improving the roads, I recommend you to visiting it, I prefer to travelling by train.
func (a *Analysis) gerundForBase(i int) bool {
	p := a.parser
	w, before := p.words[i+1], p.words[i-1]
	if w.punct || w.capital || w.guessed || len(w.form(verb.Gerund)) == 0 {
		return false
	}
	if p.nounCost(w) < surelyNoun && !p.objectAt(i+2) {
		g := a.before(i)
		return g != nil && g.found.main == i-1 && g.found.finite && toOnly[g.Verb] && p.phraseEnds(i+2) && a.groupAt(i+1) != nil
	}
	if g := a.groupAt(i + 1); g != nil && (g.found.finite || g.Judgment.Verdict == Wrong) {
		return false
	}
	g := a.before(i)
	switch {
	case p.lex.is(before.lower, "easy-to"), before.lower == "time":
		at := a.verbBefore(i)
		return at != nil && at.Verb == "be" && at.found.subject != nil && p.words[at.found.subject.head].lower == "it"
	case g != nil && g.found.main == i-1 && g.found.finite:
		return g.Verb == "prefer" || toOnly[g.Verb] || p.lex.is(g.Verb, "base-only") || before.lower == "going" && (g.found.governor == byBe || g.found.governor == byBeOr) && g.found.subject != nil && p.acts(g.found.subject) && (nonEvents[w.form(verb.Gerund)[0].Base] || p.objectAt(i+2))
	}
	told := a.before(i - 1)
	return told != nil && told.found.main == i-2 && (p.lex.is(before.lower, "object") || before.lower == "you") && (p.lex.is(told.Verb, "to-object") || told.Verb == "recommend")
}

// nonEvents are verbs whose -ing form is no place or event that somebody goes to: going to moving.
var nonEvents = setOf("be have get do make take go come move buy leave live see become bring give tell ask send put help stay try start finish look find visit travel")

// toOnly are verbs right after which "to" is no preposition.
var toOnly = setOf("like love hate want need hope decide learn plan try")

// hadBetter reports whether word i is the "better" of had better, which takes the base form alone.
func (p *parser) hadBetter(i int) bool {
	return i > 0 && p.words[i].lower == "better" && (p.words[i-1].lower == "had" || p.words[i-1].lower == "'d")
}

// formAfterBetter returns the form of the verb after the "better" of had better at word i, where it is another one than the base form:
// you'd better leaving, he'd better finished. After had, better may go with a noun: had better cooking, had better trained staff.
func (a *Analysis) formAfterBetter(i int) verb.Form {
	p := a.parser
	w := p.words[i+1]
	if !p.hadBetter(i) || w.punct || w.capital || w.guessed || has(w.readings, verb.Base) || p.lex.is(w.lower, "adverb", "adjective") {
		return 0
	}
	short := p.words[i-1].lower == "'d"
	switch {
	case has(w.readings, verb.Gerund) && (short || nonEvents[w.form(verb.Gerund)[0].Base] && (p.objectAt(i+2) || p.phraseEnds(i+2))):
		return verb.Gerund
	case has(w.readings, verb.Past|verb.Participle) && short:
		return verb.Past | verb.Participle
	}
	return 0
}

// givesUp reports whether word i is the "up" of give up, which takes -ing.
func (p *parser) givesUp(i int) bool {
	return i > 0 && p.words[i].lower == "up" && slices.ContainsFunc(p.words[i-1].readings, func(r verb.Reading) bool { return r.Base == "give" })
}

// enterForm enters a wrong group for the verb after the "to", or the "better", at word i, which stands in one of the forms and not as its governor asks.
func (a *Analysis) enterForm(i int, by governor, f fault, forms verb.Form) {
	w := a.parser.words[i+1]
	v := newVerbal(i)
	v.main, v.end, v.aux = i+1, i+2, []int{i}
	if a.parser.words[i].lower == "to" {
		v.to = i
	}
	v.governor, v.fault, v.readings = by, f, w.form(forms)
	v.base = v.readings[0].Base
	g := a.group(&found{verbal: &v, subjectless: true, clause: a.clauseAt(i + 1)})
	code := ToBase
	if by == byModal {
		code = ModalBase
	}
	g.Judgment = Judgment{Wrong, code, Call{Tool: Lookup, Verb: v.base}, ""}
	for k := range a.Groups {
		if a.Groups[k].found.main == i+1 {
			a.Groups[k] = g
			return
		}
	}
	a.Groups = append(a.Groups, g)
}

// getsUsed reports whether word i is the "used" of get used to, which takes -ing.
func (p *parser) getsUsed(i int) bool {
	if p.words[i].lower != "used" {
		return false
	}
	k := i - 1
	for k > 0 && p.adverb(k) == 1 {
		k--
	}
	if k < 0 {
		return false
	}
	switch p.words[k].lower {
	case "get", "gets", "getting", "got", "gotten":
		return true
	}
	return false
}

// baseAfterUsed reports whether the base form at word i can be no noun.
func (a *Analysis) baseAfterUsed(i int) bool {
	p := a.parser
	if !p.couldBeVerb(i) {
		return false
	}
	w := p.words[i].lower
	if w == "be" || w == "have" {
		return i+1 < len(p.words) && !p.words[i+1].punct
	}
	moves := p.lex.is(w, "ing-only", "act") && i+1 < len(p.words) && (p.lex.is(p.words[i+1].lower, "preposition", "place-adverb") || p.adverb(i+1) > 0)
	return p.noNoun(i) || moves || p.objectAt(i+1) && !p.lex.nouns["mass"][w] && !p.lex.chieflyNoun(w) || w == "live" || w == "eat" || w == "sleep" && i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "preposition")
}

// ratherTo reports whether "to" and a base form follow the "rather" of 'd rather, which takes the base form alone.
func (a *Analysis) ratherTo(f *found) bool {
	p := a.parser
	return f.to > 1 && f.governor == byTo && f.fault == noFault && p.words[f.to-1].lower == "rather" && p.words[f.aux[0]].lower == "'d" && has(f.readings, verb.Base) && f.main == f.to+1
}

// rathersThan enters a wrong group for what follows "than" in the form that the verb after "would rather" was mended from: would rather walking than
// taking the bus.
func (a *Analysis) rathersThan() {
	p := a.parser
	for _, g := range slices.Clone(a.Groups) {
		f := g.found
		if g.Judgment.Verdict != Wrong || g.Judgment.Code != ModalBase || !slices.ContainsFunc(p.words[f.start:f.main], func(w word) bool { return w.lower == "rather" }) {
			continue
		}
		for i := f.end; i+2 < len(p.words) && !p.words[i].punct; i++ {
			if p.words[i].lower != "than" {
				continue
			}
			v := newVerbal(i + 1)
			v.main, v.governor, v.fault = i+1, byModal, wrongForm
			if p.words[i+1].lower == "to" {
				v.to, v.main, v.fault = i+1, i+2, strayTo
			}
			v.end, v.readings = v.main+1, p.words[v.main].form(verb.Base|verb.Gerund)
			if len(v.readings) == 0 || v.to < 0 && !has(v.readings, verb.Gerund) {
				break
			}
			v.base = v.readings[0].Base
			a.Groups = slices.DeleteFunc(a.Groups, func(o Group) bool { return o.found.main == v.main })
			second := Group{Verb: v.base, Main: p.words[v.main].token, Finite: -1, found: &found{verbal: &v, subjectless: true, clause: a.clauseAt(v.main)}}
			for w := v.start; w < v.end; w++ {
				second.Tokens = append(second.Tokens, p.words[w].token)
			}
			second.Judgment = Judgment{Wrong, ModalBase, Call{Tool: Lookup, Verb: v.base}, ""}
			a.Groups = append(a.Groups, second)
			break
		}
	}
	a.sortGroups()
}

// gerundsAfterGoTo enters a wrong group for each -ing form of what people go out to do, after go and "to": go to shopping.
func (a *Analysis) gerundsAfterGoTo() {
	p := a.parser
	for i := 1; i+1 < len(p.words); i++ {
		if p.words[i].lower != "to" || !activities[p.words[i+1].lower] && !a.afterStand(i) || i+2 < len(p.words) && !p.words[i+2].punct && !p.lex.is(p.words[i+2].lower, "preposition", "coordinator", "adverb", "subordinator") && !p.timeAt(i+2) {
			continue
		}
		if g := a.before(i); !a.afterStand(i) && (g == nil || g.Verb != "go" || g.found.main != i-1 || g.found.subject != nil && !p.acts(g.found.subject)) {
			continue
		}
		form := p.words[i+1].form(verb.Gerund)
		if len(form) == 0 {
			continue
		}
		v := newVerbal(i)
		v.main, v.end, v.base, v.readings, v.governor, v.fault, v.to = i+1, i+2, form[0].Base, form, ungoverned, gerundAsked, i
		f := &found{verbal: &v, subjectless: true, clause: a.clauseAt(i)}
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i+1 })
		a.Groups = append(a.Groups, Group{Verb: v.base, Main: p.words[i+1].token, Finite: -1, Tokens: []int{p.words[i].token, p.words[i+1].token}, found: f, Judgment: Judgment{Wrong, ToBase, a.askForGerund(f), ""}})
	}
	a.sortGroups()
}

// afterStand reports whether word i follows what somebody cannot stand: I can't stand to waiting.
func (a *Analysis) afterStand(i int) bool {
	g := a.before(i)
	return g != nil && g.Verb == "stand" && g.found.main == i-1 && g.found.not >= 0 && g.found.governor == byModal
}

// activities are what people go out to do. "To" before swimming or dancing may go with a class.
var activities = setOf("shopping fishing skiing camping hiking jogging sightseeing cycling running surfing")
