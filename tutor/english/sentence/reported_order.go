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
		if !p.lex.is(p.words[i].lower, "do") || !p.isNegation(i+1) || p.gapBefore(i) {
			continue
		}
		to := -1
		if a.asksNotTo(i - 1) {
			to = i - 1
		} else if p.words[i].lower != "do" || !a.isTold(i) {
			continue
		}
		main := i + 2
		if w := p.words[main]; w.punct || w.capital || w.guessed || !has(w.readings, verb.Base) && w.lower != "be" {
			continue
		}
		v := newVerbal(i)
		v.main, v.end, v.not, v.aux, v.governor, v.fault = main, main+1, i+1, []int{i}, byTo, orderReported
		v.to = to
		v.readings = p.words[main].form(verb.Base)
		v.base = v.readings[0].Base
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool {
			return g.found.main == i || g.found.main == main || slices.Contains(g.found.aux, i)
		})
		f := &found{verbal: &v, subjectless: true, clause: a.clauseAt(main)}
		g := Group{Verb: v.base, Main: p.words[main].token, Finite: -1, Negative: true, found: f}
		for _, w := range []int{to, i, i + 1, main} {
			if w < 0 {
				continue
			}
			g.Tokens = append(g.Tokens, p.words[w].token)
		}
		g.Judgment = Judgment{Wrong, ToBase, Call{Tool: Lookup, Verb: v.base}, ""}
		a.Groups = append(a.Groups, g)
	}
	a.sortGroups()
}

// asksNotTo reports whether the "to" at word i opens an infinitive that a form of do denies: told us to don't wait, decided to don't go. Of want and have it is
// not clear what is denied, and after other words "to" may end a clause: the man I spoke to doesn't work here.
func (a *Analysis) asksNotTo(i int) bool {
	p := a.parser
	if i < 1 || p.words[i].lower != "to" {
		return false
	}
	before, opener := p.words[i-1], a.verbBefore(i)
	if opener != nil && opener.found.main == i-1 {
		return (choices[opener.Verb] || opener.Verb == "say") && a.opensClause(opener.found)
	}
	if a.isTold(i) || p.lex.is(before.lower, "object") && p.toOnly(i-1) {
		return true
	}
	described := p.lex.is(before.lower, "easy-to", "ready-to") || before.lower == "better" || before.lower == "best"
	return described && opener != nil && opener.Verb == "be"
}

// deniesAfterWant reports whether "to" and don't stand after want, need or have, where only the learner knows what is denied: I want to don't think about it.
func (a *Analysis) deniesAfterWant() bool {
	p := a.parser
	if opensCondition[p.words[0].lower] {
		return false // if you want to don't hesitate
	}
	for i := 2; i+3 < len(p.words); i++ {
		if p.words[i].lower != "to" || p.words[i+1].lower != "do" || !p.isNegation(i+2) || !p.couldBeVerb(i+3) {
			continue
		}
		if g := a.verbBefore(i); g != nil && g.found.main == i-1 && g.found.kind == mainClause && (g.Verb == "want" || g.Verb == "need" || g.Verb == "have" || g.Verb == "like") {
			return true
		}
	}
	return false
}

// opensClause reports whether the subject of f opens the sentence or follows a word that opens a clause, so that it is not that of a relative clause
// without a pronoun: the friend I promised to.
func (a *Analysis) opensClause(f *found) bool {
	p := a.parser
	if f.kind == relClause || f.inverted && f.fronted {
		return false
	}
	if f.subject == nil || f.subject.start == 0 {
		return true
	}
	before := p.words[f.subject.start-1]
	if before.lower == "what" || before.lower == "who" || before.lower == "whom" { // what we agreed to did not help
		return false
	}
	return before.punct || f.inverted || p.lex.is(before.lower, "coordinator", "subordinator")
}

// choices are verbs of what somebody chooses not to do.
var choices = setOf("decide choose prefer promise try agree learn plan pretend hope")

// ordersAfterThat reports whether f is an order after a person who is told something and "that", where "not to" or a subject is meant: told him that don't
// smoke.
func (a *Analysis) ordersAfterThat(f *found) bool {
	p := a.parser
	that := f.finiteWord() - 1
	return len(f.aux) > 0 && f.not >= 0 && f.not < f.main && that > 1 && p.words[that].lower == "that" && p.words[that+1].lower == "do" && a.isTold(that)
}

// isTold reports whether a person whom a verb of telling in a main clause names ends right before word i.
func (a *Analysis) isTold(i int) bool {
	p := a.parser
	if decided := p.words[i-1]; has(decided.readings, verb.Past) && (i == 1 || !p.lex.is(p.words[i-2].lower, "relative")) && slices.ContainsFunc(decided.readings, func(r verb.Reading) bool {
		return r.Base == "decide" || r.Base == "promise" || r.Base == "agree" || r.Base == "choose"
	}) {
		return true // decided don't go
	}
	for k := range a.Groups {
		f := a.Groups[k].found
		if !f.finite || f.kind == relClause || f.inverted || f.main >= i-1 || i-f.end > 4 {
			continue
		}
		switch f.base {
		case "tell", "ask", "advise", "warn", "order", "remind", "beg", "promise":
		default:
			continue
		}
		if f.end == i-1 && (p.lex.is(p.words[i-1].lower, "object") || p.words[i-1].lower == "you" || p.words[i-1].named()) {
			return true
		}
		for _, n := range p.nominals(f.end) {
			if n.end == i && n.kind == nounPhrase && (n.determined || p.words[n.head].lower == "people") && p.isPerson(p.words[n.head]) {
				return true
			}
		}
	}
	return false
}

// notTo puts "not to" in the place of a form of do with its negation, and of the "to" before it: told us don't wait, told us to don't wait.
func (r *rewriting) notTo() {
	f := r.found
	if f.to >= 0 {
		r.text[f.to], r.text[f.aux[0]], r.text[f.not] = "not", "to", ""
		return
	}
	r.text[f.aux[0]], r.text[f.not] = "not", "to"
	if r.contractedNot() {
		r.text[f.not] = " to"
	}
}
