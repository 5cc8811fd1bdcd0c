package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// Two ways to build one verb group are mixed: will going to, if you don't will come, is just came, is always says. Here stand the mixtures of
// which one half can only be meant.

// judgeMixed judges a group that mixes two ways to say one thing.
func (a *Analysis) judgeMixed(g *Group) Judgment {
	p, f := a.parser, g.found
	if g.Subject.Person == "" || len(f.aux) == 0 {
		return Judgment{}
	}
	conjugate := Call{Tool: Conjugate, Verb: g.Verb, Person: a.personShown(g)}
	switch {
	case a.willGoTo(f):
		conjugate.Tense = verb.PresentContinuous
		return Judgment{Wrong, BeGerund, conjugate, ""}
	case f.fault == doWithModal && p.words[f.modal].lower == "will" && a.opensWithIf(f):
		f.fault = doWithWill
		return Judgment{Wrong, DoSupport, Call{Tool: Lookup, Verb: g.Verb}, ""}
	case a.isJustCome(f):
		conjugate.Tense = verb.PresentPerfect
		return Judgment{Wrong, PastParticiple, conjugate, ""}
	case a.isOftenDoing(f):
		conjugate.Tense = verb.PresentSimple
		return Judgment{Wrong, BeGerund, conjugate, ""}
	}
	return Judgment{}
}

// willGoTo reports whether f is will and going, with "to" and a verb after it, where be going to is meant: I will going to buy a car. With a place after it, as in will
// going to work, the base form is meant.
func (a *Analysis) willGoTo(f *found) bool {
	p := a.parser
	if f.governor != byModal || f.fault != wrongForm || len(f.aux) != 1 || p.words[f.main].lower != "going" || !p.matches(f.end, []string{"to"}) || !p.couldBeVerb(f.end+1) {
		return false
	}
	switch p.words[f.aux[0]].lower {
	case "will", "'ll", "wo":
		return !goals[p.words[f.end+1].lower] || p.objectAt(f.end+2)
	}
	return false
}

// goals are places and events that one goes to, and verbs too.
var goals = setOf("work sleep school market camp dance lunch dinner bed church town court")

// opensWithIf reports whether f stands in a condition or in a clause of time, neither of which has a will: if you don't will come.
func (a *Analysis) opensWithIf(f *found) bool {
	p, n := a.parser, f.subject
	if n.start == 0 || f.inverted {
		return false
	}
	switch p.words[n.start-1].lower {
	case "if":
		before := a.verbBefore(n.start - 1)
		return before == nil || !a.asksWhen(before)
	case "when", "until":
		return n.start == 1
	}
	return false
}

// isJustCome reports whether f is be, just or already and the past of a verb of motion, which lacks the have of the perfect: the guests are already
// came.
func (a *Analysis) isJustCome(f *found) bool {
	p := a.parser
	if f.governor != byBe || f.fault != wrongForm || len(f.aux) != 1 || f.main == f.aux[0] || f.inverted || f.not >= 0 || p.pastBe(f.aux[0]) || !moved[f.base] || !a.pastFor(f) || a.endsWithBe(f) || a.isThen(f) {
		return false
	}
	before := p.words[f.main-1].lower
	return before == "just" || before == "already"
}

// moved are verbs of what somebody or something did by itself, so that no participle of them is a passive.
var moved = setOf("go come fall rise run fly swim begin sink")

// isOftenDoing reports whether f is is, an adverb that says how often and a verb in the third person, to which no be belongs: the manager is always says
// that.
func (a *Analysis) isOftenDoing(f *found) bool {
	p := a.parser
	if f.governor != byBe || f.fault != bareWithBe || len(f.aux) != 1 || f.inverted || f.not >= 0 || p.words[f.aux[0]].lower == "are" || p.pastBe(f.aux[0]) || f.main == f.aux[0]+1 {
		return false
	}
	if !has(f.readings, verb.ThirdPerson) || has(f.readings, verb.Base) || !oftenAdverbs[p.words[f.main-1].lower] || a.predicts(f.subject) || a.endsWithBe(f) {
		return false
	}
	return !verb.IsAlsoNoun(f.base) || a.readsThird(f, f.main)
}

// readsThird reports whether the third person of a verb that is a noun too, at word i, is what the subject of f does, rather than what it is: is still lives with
// us, is usually rains.
func (a *Analysis) readsThird(f *found, i int) bool {
	p := a.parser
	base := p.words[i].form(verb.ThirdPerson)[0].Base
	switch {
	case base == "live":
		return p.acts(f.subject) && p.livesSomewhere(i+1)
	case base == "rain", base == "snow":
		return f.subject.kind == pronoun && p.words[f.subject.head].lower == "it"
	case base == "close", base == "open", base == "start", base == "end":
		return !p.acts(f.subject) && p.matches(i+1, []string{"at"})
	case !p.acts(f.subject) || i+1 >= len(p.words) || p.phraseEnds(i+1) && p.words[i+1].punct:
		return false
	}
	next := p.words[i+1].lower
	return p.objectAt(i+1) || p.lex.is(next, "preposition") && next != "of" && next != "for"
}

// oftenAdverbs are adverbs that stand before a verb and after be.
var oftenAdverbs = setOf("always never usually often sometimes also still rarely seldom normally generally frequently")

// readThird turns is and the third person of a verb after an adverb into one group, where the parse took that verb for a noun: it is usually rains.
func (a *Analysis) readThird() {
	p := a.parser
	for i := range a.Groups {
		g := &a.Groups[i]
		f := g.found
		if f.base != "be" || len(f.aux) != 1 || f.main != f.aux[0] || f.governor != byBe || f.inverted || f.not >= 0 || f.fault != noFault || f.subject == nil || f.subject.kind == existential || p.words[f.main].lower != "is" || a.endsWithBe(f) {
			continue
		}
		next := f.end + 1
		if next >= len(p.words) || !oftenAdverbs[p.words[f.end].lower] || a.groupAt(next) != nil || p.words[next].capital || len(p.words[next].form(verb.ThirdPerson)) == 0 || !a.readsThird(f, next) {
			continue
		}
		v := *f.verbal
		v.main, v.end, v.readings, v.fault = next, next+1, p.words[next].form(verb.ThirdPerson), bareWithBe
		v.base = v.readings[0].Base
		f.verbal = &v
		*g = a.group(f)
	}
}
