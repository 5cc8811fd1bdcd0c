package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A participle says what is done to a thing, or what was done before. Learners let another form of the verb stand where only the participle can: having went
// to bed late, we will have saving enough, a soup make with pumpkin, the museum is close on Mondays.

// participlesMeant enters a wrong group for each such form.
func (a *Analysis) participlesMeant() {
	p := a.parser
	for i := 1; i < len(p.words); i++ {
		w := p.words[i]
		if w.punct || w.capital || w.guessed || w.respelled || p.gapBefore(i) {
			continue
		}
		switch {
		case p.pastAfterHaving(i):
			a.enterCaused(i, verb.Past, PastParticiple)
		case p.baseAfterHaving(i), a.madeAfterThing(i), a.closedThen(i), a.likesCorrecting(i):
			a.enterCaused(i, verb.Base, PastParticiple)
		case a.gerundAfterWillHave(i):
			a.enterCaused(i, verb.Gerund, PastParticiple)
		}
	}
	a.sortGroups()
}

// pastAfterHaving reports whether word i can only be a past, and "having" stands before it: having went.
func (p *parser) pastAfterHaving(i int) bool {
	w := p.words[i]
	return p.words[i-1].lower == "having" && has(w.readings, verb.Past) && (w.lower == "saw" || !has(w.readings, verb.Participle|verb.Base)) && !p.lex.is(w.lower, "adjective", "be", "have") && w.lower != "did"
}

// baseAfterHaving reports whether a base form with its object stands at word i after a "having" that no be governs: having finish his homework. What one may have
// is a noun before an object (having lunch all day).
func (p *parser) baseAfterHaving(i int) bool {
	w := p.words[i].lower
	if p.words[i-1].lower != "having" || i > 1 && p.isBeWord(i-2) || !p.couldBeVerb(i) || has(p.words[i].readings, verb.Participle) || p.lex.is(w, "adjective") || p.lex.nouns["mass"][w] || p.lex.chieflyNoun(w) || p.timeAt(i+1) {
		return false
	}
	next := p.wordAt(i + 1)
	return articles[next] || possessives[next] || next == "this" || next == "these" || next == "those" || p.noNoun(i) && p.objectAt(i+1)
}

// gerundAfterWillHave reports whether an -ing form with its object stands at word i after a modal and have: we will have eating all the cake. Without an object
// it is what there will be: will have dancing after dinner.
func (a *Analysis) gerundAfterWillHave(i int) bool {
	p := a.parser
	if i < 2 || p.words[i-1].lower != "have" || !has(p.words[i].readings, verb.Gerund) || p.lex.is(p.words[i].lower, "adjective") || p.timeAt(i+1) {
		return false
	}
	g := a.verbBefore(i)
	if g == nil || g.found.main != i-1 || !g.found.finite || len(g.found.aux) < 2 || !p.lex.is(p.words[g.found.aux[0]].lower, "modal") || g.found.subject == nil || !p.acts(g.found.subject) {
		return false
	}
	return p.objectAt(i+1) || p.wordAt(i+1) == "enough"
}

// madeAfterThing reports whether a base form of what people do to make a thing stands at word i right after the thing, "a" and a noun, and before how or by whom
// it was made: a soup make with pumpkin. What one sees or lets somebody do has the base form.
func (a *Analysis) madeAfterThing(i int) bool {
	p := a.parser
	if p.question || !p.couldBeVerb(i) || !madeHow[p.words[i].lower][p.wordAt(i+1)] {
		return false
	}
	if p.words[i].lower != "make" && p.words[i+1].lower == "in" && (i+2 >= len(p.words) || !isYear(p.words[i+2].text)) {
		return false
	}
	before := a.verbBefore(i)
	if before != nil && before.found.main == i { // read as the verb of a clause
		before = nil
	}
	for k := i - 1; before == nil && k >= 0; k-- {
		before = a.groupAt(k)
	}
	if before == nil || p.lex.is(before.Verb, "bare") || perceives[before.Verb] || before.Verb == "have" || before.Verb == "get" || before.Verb == "be" && p.words[i].lower == "make" {
		return false
	}
	return slices.ContainsFunc(p.phrasesEnding(i), func(n *nominal) bool {
		w := p.words[n.start].lower
		return n.start > 0 && n.kind == nounPhrase && (w == "a" || w == "an") && n.end == n.head+1 && !p.isPerson(p.words[n.head]) && n.start >= before.found.end && !p.words[n.start-1].punct
	})
}

// phrasesEnding returns the noun phrases that end before word i.
func (p *parser) phrasesEnding(i int) []*nominal {
	var list []*nominal
	for from := max(0, i-6); from < i; from++ {
		for _, n := range p.nominals(from) {
			if n.end == i {
				list = append(list, n)
			}
		}
	}
	return list
}

// madeHow are the words that say how, where or by whom a thing was made, by the verb.
var madeHow = map[string]map[string]bool{
	"make":    setOf("with of from in by"),
	"write":   setOf("by in"),
	"build":   setOf("by in"),
	"paint":   setOf("by in"),
	"compose": setOf("by in"),
	"direct":  setOf("by"),
	"cook":    setOf("by"),
	"produce": setOf("by in"),
	"publish": setOf("by in"),
}

// closedThen reports whether "close" at word i says on which day a shop or museum is not open: the museum is close on Mondays.
func (a *Analysis) closedThen(i int) bool {
	p := a.parser
	if p.words[i].lower != "close" || i+2 >= len(p.words) {
		return false
	}
	g := a.verbBefore(i)
	if g == nil || !g.found.finite || g.found.subject == nil || g.found.subject.kind != nounPhrase || g.Verb != "be" && g.found.governor != byBe || !p.thingOf(p.words[g.found.subject.head].lower, opened) {
		return false
	}
	at := i - 1
	if g.found.inverted {
		at = g.found.subject.end
	}
	if at != i-1 && at != i || g.found.inverted && at != i {
		return false
	}
	return p.words[i+1].lower == "on" && closingDays[p.words[i+2].lower] || p.words[i+1].lower == "at" && p.words[i+2].lower == "night"
}

// What is open on some days, and those days.
var (
	opened      = setOf("shop museum library bank supermarket pharmacy chemist restaurant café cafe office school gym pool bakery market store gallery cinema zoo castle palace clinic salon hairdresser")
	closingDays = setOf("monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays weekends")
)

// likesCorrecting reports whether "to be correct" at word i is what somebody does not like others to do to him: hate to be correct in front of the others. Who likes to be correct
// may like to say what is so.
func (a *Analysis) likesCorrecting(i int) bool {
	p := a.parser
	if p.words[i].lower != "correct" || i < 3 || p.words[i-1].lower != "be" || p.words[i-2].lower != "to" {
		return false
	}
	g := a.verbBefore(i - 2)
	if g == nil || !g.found.finite || g.found.subject == nil || !p.acts(g.found.subject) && p.words[g.found.subject.head].lower != "nobody" {
		return false
	}
	denied := g.Verb == "hate" || (g.Verb == "like" || g.Verb == "want") && (g.Negative || p.words[g.found.subject.head].lower == "nobody")
	switch p.wordAt(i + 1) {
	case "in":
		return denied && p.matches(i+1, []string{"in", "front", "of"})
	case "by":
		return (denied || g.Verb == "like" || g.Verb == "want") && p.personAt(i+2) > 0
	}
	return false
}
