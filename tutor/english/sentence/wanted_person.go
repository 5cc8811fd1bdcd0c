package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Want, need and would like take a person and an infinitive. Learners let a finite verb follow the person: she wants her husband stops smoking.

// personsWanted enters a wrong group for each finite verb right after a person who should do something.
func (a *Analysis) personsWanted() {
	p := a.parser
	for _, opener := range slices.Clone(a.Groups) {
		for _, n := range a.personWanted(&opener) {
			if i := n.end; a.finiteWanted(&opener, i) {
				a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i })
				v := newVerbal(i)
				v.main, v.end, v.readings, v.governor, v.fault = i, i+1, p.words[i].form(verb.ThirdPerson|verb.Past), byTo, missingTo
				v.base = v.readings[0].Base
				g := Group{Verb: v.base, Main: p.words[i].token, Finite: -1, Tokens: []int{p.words[i].token}, found: &found{verbal: &v, subjectless: true, clause: a.clauseAt(i)}}
				g.Judgment = Judgment{Wrong, ToBase, Call{Tool: Lookup, Verb: v.base}, ""}
				a.Groups = append(a.Groups, g)
				break
			}
		}
	}
	a.sortGroups()
}

// personWanted returns the persons whom the sentence may say that somebody wants, right after the verb g of its first clause. In other clauses what
// follows may be a clause of its own: what my son wants his mother buys.
func (a *Analysis) personWanted(g *Group) []*nominal {
	p, f := a.parser, g.found
	if !f.finite || f.kind != mainClause || f.subject == nil || f.subject.kind == wh || !a.wantsThat(g) || f.end != f.main+1 {
		return nil
	}
	if f.subject.start > 0 && !(f.inverted && f.subject.start == 1) || f.fronted {
		return nil
	}
	var list []*nominal
	for _, n := range p.nominals(f.end) {
		if n.kind == nounPhrase && n.end < len(p.words) && p.words[n.start].lower != "that" && (n.determined || p.nameless(p.words[n.start])) && (p.isPerson(p.words[n.head]) || p.lex.nouns["collective"][p.words[n.head].lower]) {
			list = append(list, n)
		}
	}
	return list
}

// finiteWanted reports whether word i, after the person, can be nothing but a finite verb. A participle says what is done to the person: wants the thief
// caught, the team brought some water.
func (a *Analysis) finiteWanted(opener *Group, i int) bool {
	p, w := a.parser, a.parser.words[i]
	if w.punct || w.capital || w.guessed || w.joined || p.functional(w) || p.lex.is(w.lower, "adjective", "adverb", "preposition") {
		return false
	}
	goes := p.objectAt(i+1) || i+1 < len(p.words) && len(p.words[i+1].form(verb.Gerund)) > 0 && !p.functional(p.words[i+1])
	if third := w.form(verb.ThirdPerson); len(third) > 0 {
		return goes || !verb.IsAlsoNoun(third[0].Base) || studied[p.words[min(i+1, len(p.words)-1)].lower]
	}
	past := w.form(verb.Past)
	if len(past) == 0 || has(w.readings, verb.Base) || opener.Tense != verb.PastSimple {
		return false
	}
	return !has(w.readings, verb.Participle) || goes && !p.objectAt(i+1)
}

// wantsFinite reports whether another verb that may be finite follows such a person: the coach wants the players run faster. Participles
// and "come Monday" are none.
func (a *Analysis) wantsFinite(opener *Group) bool {
	p := a.parser
	return slices.ContainsFunc(a.personWanted(opener), func(n *nominal) bool {
		g := a.groupAt(n.end)
		if g == nil || g.found.main != n.end || g.Judgment.Verdict == Wrong || g.Verb == "come" {
			return false
		}
		runs := g.Verb == "become" || g.Verb == "run" && !p.lex.nouns["collective"][p.words[n.head].lower] // a team can be run
		if has(p.words[n.end].readings, verb.Participle) && !runs {
			return false
		}
		return g.found.finite && !g.found.shared || g.found.governor == ungoverned && has(g.found.readings, verb.Base)
	})
}
