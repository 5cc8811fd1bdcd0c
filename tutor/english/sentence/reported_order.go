package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// An order that somebody reports is an infinitive, and "not" stands before its "to": she told us not to wait. Learners
// leave the order as it was said: she told us don't wait.

// reportedOrders enters a wrong group for each don't and base form after a person who is told something.
func (a *Analysis) reportedOrders() {
	p := a.parser
	for i := 2; i+2 < len(p.words); i++ {
		if p.words[i].lower != "do" || !p.isNegation(i+1) || p.gapBefore(i) || !a.isTold(i) {
			continue
		}
		main := i + 2
		if w := p.words[main]; w.punct || w.capital || w.guessed || !has(w.readings, verb.Base) && w.lower != "be" {
			continue
		}
		v := newVerbal(i)
		v.main, v.end, v.not, v.aux, v.governor, v.fault = main, main+1, i+1, []int{i}, byTo, orderReported
		v.readings = p.words[main].form(verb.Base)
		v.base = v.readings[0].Base
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i || g.found.main == main })
		f := &found{verbal: &v, subjectless: true, clause: a.clauseAt(main)}
		g := Group{Verb: v.base, Main: p.words[main].token, Finite: -1, Negative: true, found: f}
		for _, w := range []int{i, i + 1, main} {
			g.Tokens = append(g.Tokens, p.words[w].token)
		}
		g.Judgment = Judgment{Wrong, ToBase, Call{Tool: Lookup, Verb: v.base}, ""}
		a.Groups = append(a.Groups, g)
	}
	a.sortGroups()
}

// isTold reports whether a person whom a verb of telling in a main clause names ends right before word i.
func (a *Analysis) isTold(i int) bool {
	p := a.parser
	for k := range a.Groups {
		f := a.Groups[k].found
		if !f.finite || f.kind == relClause || f.inverted || f.main >= i-1 || i-f.end > 4 {
			continue
		}
		switch f.base {
		case "tell", "ask", "advise", "warn", "order", "remind", "beg":
		default:
			continue
		}
		if f.end == i-1 && (p.lex.is(p.words[i-1].lower, "object") || p.words[i-1].lower == "you" || p.words[i-1].named()) {
			return true
		}
		for _, n := range p.nominals(f.end) {
			if n.end == i && n.kind == nounPhrase && n.determined && p.isPerson(p.words[n.head]) {
				return true
			}
		}
	}
	return false
}
