package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// confirm names the call that confirms a right group, if the group is in one of our tenses and some
// answer says exactly what stands there.
func (a *Analysis) confirm(g *Group) Judgment {
	f := g.found
	if a.takesBase(f) {
		if c := (Call{Tool: Lookup, Verb: g.Verb}); g.Verb != "" && f.fault == noFault && a.agrees(f) && a.confirms(g, c) {
			return Judgment{Right, "", c, ""}
		}
	}
	emphatic := f.governor == byDo && f.main != f.aux[0] && f.not < 0 && !f.inverted
	if g.Tense == "" || f.fault != noFault || !a.conjugates(f) || g.Subject.Person == "" || emphatic {
		return Judgment{}
	}
	finite := a.parser.words[f.finiteWord()].lower
	agreement := Call{Tool: Agreement, Verb: finite, Subject: g.Subject.Text}
	conjugation := Call{Tool: Conjugate, Verb: g.Verb, Person: a.personThatFits(g), Tense: g.Tense}
	calls := []Call{conjugation, agreement}
	if g.Verb == "be" && f.main == f.finiteWord() || f.subject.kind != pronoun && g.Tense != verb.PastSimple && g.Tense != verb.FutureSimple {
		slices.Reverse(calls)
	}
	for _, c := range calls {
		if a.confirms(g, c) {
			return Judgment{Right, "", c, ""}
		}
	}
	return Judgment{}
}

// takesBase reports whether the main verb of f stands in the base form after a modal or an emphatic do: she
// can swim, I do like it. Whether "would" is the right one, only the situation says.
func (a *Analysis) takesBase(f *found) bool {
	p := a.parser
	if len(f.aux) != 1 || f.main == f.aux[0] || f.to >= 0 || f.subjectless || f.subject == nil || !has(f.readings, verb.Base) {
		return false
	}
	switch p.words[f.aux[0]].lower {
	case "can", "ca", "could", "may", "might", "must", "shall", "sha", "should", "cannot":
		return f.governor == byModal
	case "do", "does", "did":
		return f.governor == byDo && f.not < 0 && !f.inverted
	}
	return false
}

// confirms reports whether the answer to the call is what stands in the group.
func (a *Analysis) confirms(g *Group, c Call) bool {
	if c.Tool == Agreement && (clitics[c.Verb] || g.found.subject.kind == wh) {
		return false
	}
	o, ok := Observe(c)
	if !ok {
		return false
	}
	edits, ok := a.realize(g.found, o)
	return ok && len(edits) == 0
}

// personThatFits returns a person of the subject for which the finite word is right.
func (a *Analysis) personThatFits(g *Group) verb.Person {
	both := g.persons() & a.parser.finitePersons(g.found.verbal)
	if both == 0 {
		return g.person()
	}
	return both.person()
}

// adjectives enters a group for each simple past that the parse has read before a noun: the broke vase.
func (a *Analysis) adjectives() {
	p := a.parser
	seen := map[int]bool{}
	for _, s := range a.steps {
		n := s.nominal
		if n == nil || n.adjective < 0 || seen[n.adjective] {
			continue
		}
		seen[n.adjective] = true
		w := p.words[n.adjective]
		base := w.form(verb.Past)[0].Base
		v := newVerbal(n.adjective)
		v.main, v.end, v.base, v.readings, v.governor, v.fault = n.adjective, n.adjective+1, base, w.readings, byBe, wrongForm
		g := Group{Verb: base, Main: w.token, Finite: -1, Tokens: []int{w.token}, found: &found{verbal: &v, subjectless: true}}
		g.Judgment = Judgment{Wrong, ParticipleBefore, Call{Tool: Lookup, Verb: base}, ""}
		a.Groups = append(a.Groups, g)
	}
	slices.SortStableFunc(a.Groups, func(x, y Group) int { return x.Main - y.Main })
}

// Calls returns the calls that can give the evidence about group i, the best first: that of its
// judgment, and where a subject may be beyond the agreement tool, the conjugation that would show
// the same.
func (a Analysis) Calls(i int) []Call {
	g := &a.Groups[i]
	c := g.Judgment.Call
	if c.Tool == "" {
		return nil
	}
	calls := []Call{c}
	if c.Tool == Agreement && g.Tense != "" && a.conjugates(g.found) && g.found.fault == noFault {
		calls = append(calls, Call{Tool: Conjugate, Verb: g.Verb, Person: a.personFor(g), Tense: g.Tense})
	}
	return calls
}

// personFor returns the person to conjugate for: one that fits a right group, that of the subject
// of a wrong one.
func (a *Analysis) personFor(g *Group) verb.Person {
	if g.Judgment.Verdict == Right {
		return a.personThatFits(g)
	}
	return g.person()
}
