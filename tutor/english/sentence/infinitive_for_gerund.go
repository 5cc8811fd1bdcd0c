package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// An -ing form where only an infinitive can stand: after a length of time that "it takes", and in an order not to forget. It took me two
// hours finishing the essay; don't forget locking the door.

// infinitivesForGerunds enters a wrong group for each -ing form that takes the place of an infinitive.
func (a *Analysis) infinitivesForGerunds() {
	p := a.parser
	for i := 1; i < len(p.words); i++ {
		w := p.words[i]
		if w.punct || w.capital || !has(w.readings, verb.Gerund) || p.gapBefore(i) || !a.takesTime(i) && !a.remindsOf(i) {
			continue
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i })
		a.enterBase(i, -1, ToBase, missingTo)
	}
	a.sortGroups()
}

// takesTime reports whether the -ing form at word i says what "it takes" the time right before it to do. Where an infinitive follows too, the
// form says how: it took him two hours working hard to finish.
func (a *Analysis) takesTime(i int) bool {
	p := a.parser
	g := a.verbBefore(i)
	if g == nil || g.Verb != "take" || !g.found.finite || g.found.subject == nil || p.words[g.found.subject.head].lower != "it" {
		return false
	}
	for k := i + 1; k+1 < len(p.words) && !p.words[k].punct; k++ {
		if p.words[k].lower == "to" && p.couldBeVerb(k+1) && p.words[k+1].lower != "work" {
			return false
		}
	}
	if g.found.end == i { // how long does it take getting there?
		return g.found.inverted && p.matches(0, []string{"how", "long"})
	}
	if last := p.words[i-1].lower; !timeNouns()[last] && last != "long" && last != "ages" && last != "while" && last != "time" {
		return false
	}
	return g.found.end < i && !slices.ContainsFunc(p.words[g.found.end:i], func(w word) bool { return w.punct })
}

// remindsOf reports whether the -ing form at word i says what an order tells somebody not to forget, or to remember later. What happened may be
// remembered too, and a noun in -ing may begin a clause: remember dancing, don't forget swimming lessons start at two.
func (a *Analysis) remindsOf(i int) bool {
	p := a.parser
	w, k := p.words[i-1].lower, i-2
	if w != "forget" && w != "remember" || p.question || (gerundNouns[p.words[i].lower] || p.words[i].lower == "shopping") && !p.objectAt(i+1) {
		return false
	}
	if w == "forget" {
		if k < 0 || p.words[k].lower != "never" && !p.isNegation(k) {
			return false
		}
		for k--; k >= 0 && p.words[k].lower == "do"; k-- {
		}
	} else if !slices.ContainsFunc(p.words[i:], func(w word) bool {
		return w.lower == "tonight" || w.lower == "tomorrow" || w.lower == "before" || w.lower == "later"
	}) {
		return false
	}
	for ; k >= 0 && (p.words[k].lower == "please" || p.words[k].text == ","); k-- {
	}
	if p.lex.is(p.wordAt(i+1), "particle") {
		i++
	}
	return k < 0 && (p.objectAt(i+1) || p.nounsAt(i+1) && (i+2 == len(p.words) || !has(p.words[i+2].readings, verb.Base|verb.ThirdPerson|verb.Past)))
}
