package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A person whom somebody gets, forces or wants to do something is followed by "to", and so is what it makes somebody happy to do. Learners let the base form stand
// alone: got her brother carry the boxes, it makes me happy see them.

// personsAsked enters a wrong group for each such base form.
func (a *Analysis) personsAsked() {
	p := a.parser
	for i := 2; i+1 < len(p.words); i++ {
		if p.words[i].punct || p.words[i+1].punct || p.gapBefore(i) || !p.hasComplement(i) || !a.askedToDo(i) && !a.feelsToDo(i) {
			continue
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i })
		a.enterBase(i, -1, ToBase, missingTo)
	}
	a.sortGroups()
}

// hasComplement reports whether the base form at word i, which is no participle, can be no noun by what follows it: carry the boxes, wait outside, be a doctor.
func (p *parser) hasComplement(i int) bool {
	if !p.couldBeVerb(i) || has(p.words[i].readings, verb.Participle) {
		return false
	}
	w, next := p.words[i].lower, p.words[i+1].lower
	switch {
	case w == "be":
		return articles[next] || p.lex.is(next, "adjective") && len(p.words[i+1].form(verb.Participle)) == 0
	case w == "have":
		return p.objectAt(i + 1)
	case w == "wait", w == "stop":
		return p.objectAt(i+1) || p.lex.is(next, "place-adverb") || next == "for" || len(p.words[i+1].form(verb.Gerund)) > 0
	}
	object := p.objectAt(i+1) && !p.lex.nouns["mass"][w] && !p.lex.chieflyNoun(w)
	return p.noNoun(i) || object || p.lex.is(next, "object") && next != "her"
}

// asksPersons are verbs that a person and "to" follow, and no second object that could be meant.
var asksPersons = setOf("get force want need persuade encourage allow advise invite order teach")

// askedToDo reports whether a person stands between such a verb and word i: got her brother carry, forced the driver stop. What the person was got may stand before
// the verb: the presents I got my sister make her happy.
func (a *Analysis) askedToDo(i int) bool {
	p := a.parser
	for k := range a.Groups {
		g := &a.Groups[k]
		f := g.found
		if !asksPersons[g.Verb] || f.main >= i-1 || f.main < i-5 || f.order || f.governor == byBe && !has(f.readings, verb.Gerund) || a.haveBefore(f) || a.finiteAfter(i) != nil || a.inCondition(f.start) {
			continue
		}
		if slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
			pronoun := n.kind == objectPronoun && g.Verb == "get" && p.words[n.head].lower != "it" && p.words[n.head].lower != "her"
			return n.end == i && (pronoun || p.isSomebody(n) || n.kind == nounPhrase && p.acts(n) && (n.determined || p.nameless(p.words[n.start]) || p.words[n.start].capital))
		}) {
			return true
		}
	}
	return false
}

// inCondition reports whether a condition or a clause of time goes on at word i, so that an order may follow it without a comma: if you get your brother call me.
func (a *Analysis) inCondition(i int) bool {
	p := a.parser
	for k := i - 1; k >= 0 && !p.words[k].punct; k-- {
		if opensCondition[p.words[k].lower] {
			return true
		}
	}
	return false
}

// feelsToDo reports whether "it makes" a person, and how the person feels, stand before word i: it makes me happy see them.
func (a *Analysis) feelsToDo(i int) bool {
	p := a.parser
	w := p.words[i-1]
	if w.punct || !p.lex.is(w.lower, "adjective") && len(w.form(verb.Participle)) == 0 || p.words[i+1].lower == "me" && (p.words[i].lower == "believe" || p.words[i].lower == "trust") {
		return false
	}
	for k := range a.Groups {
		g := &a.Groups[k]
		f := g.found
		if g.Verb != "make" || !f.finite || f.main < i-8 || f.main > i-3 || f.subject == nil || p.words[f.subject.head].lower != "it" || f.kind == relClause || a.inCondition(f.subject.start) {
			continue
		}
		if slices.ContainsFunc(p.nominals(f.end), func(n *nominal) bool {
			if n.kind != objectPronoun && !p.acts(n) || n.end > i-1 {
				return false
			}
			from := n.end
			if p.words[from].lower == "feel" {
				from++
			}
			from, _ = p.skipAdverbs(from)
			return from == i-1
		}) {
			return true
		}
	}
	return false
}
