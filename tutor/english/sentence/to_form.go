package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// After "to" stands the base form where it belongs to an infinitive, and -ing where it is a preposition. Here stand the
// forms that can be neither: went there to bought some bread, got used to drive.

// toForms judges the words after "to" that the parse took for something else. It enters a group of its own for each.
func (a *Analysis) toForms() {
	p := a.parser
	for i := 1; i+2 < len(p.words); i++ {
		if p.words[i].lower != "to" || p.words[i].capital {
			continue
		}
		switch {
		case a.pastAfterTo(i):
			a.enterPast(i)
		case p.getsUsed(i-1) && a.baseAfterUsed(i+1):
			a.enterBase(i+1, i, ToBase, gerundAsked)
		}
	}
	a.sortGroups()
}

// pastAfterTo reports whether a past form and its object stand after the "to" at word i: to bought some bread. What has
// no object after it may be a participle that is an adjective: close to broken windows.
func (a *Analysis) pastAfterTo(i int) bool {
	p := a.parser
	w := p.words[i+1]
	if w.punct || w.capital || w.guessed || w.respelled || w.lower == "used" || len(w.form(verb.Past|verb.Participle)) == 0 || has(w.readings, verb.Base|verb.Gerund) || p.lex.is(w.lower, "preposition") {
		return false
	}
	if p.gapBefore(i+1) || !p.objectAt(i+2) || p.lex.is(p.words[i+2].lower, "reflexive") && !p.phraseEnds(i+3) {
		return false
	}
	g := a.groupAt(i + 1)
	return g == nil || g.Judgment.Verdict != Wrong && !g.found.finite
}

// enterPast enters a wrong group for the past form after the "to" at word i.
func (a *Analysis) enterPast(i int) {
	w := a.parser.words[i+1]
	v := newVerbal(i)
	v.main, v.end, v.to, v.aux = i+1, i+2, i, []int{i}
	v.governor, v.fault, v.readings = byTo, wrongForm, w.form(verb.Past|verb.Participle)
	v.base = v.readings[0].Base
	g := a.group(&found{verbal: &v, subjectless: true, clause: a.clauseAt(i + 1)})
	g.Judgment = Judgment{Wrong, ToBase, Call{Tool: Lookup, Verb: v.base}, ""}
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
	return p.noNoun(i) || moves || p.objectAt(i+1) && !p.lex.nouns["mass"][w] && !p.lex.chieflyNoun(w) || p.lex.is(w, "live") || w == "live" || w == "eat"
}
