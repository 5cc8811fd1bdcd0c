package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// After let and make, and whom they let or make do it, stands the base form. Here stand the pasts and the -ing forms in its place: let me knowing, made us
// did it, let the games began.

// formsAfterLet enters a wrong group for each such form.
func (a *Analysis) formsAfterLet() {
	p := a.parser
	for k := range p.words {
		let := false
		switch p.words[k].lower {
		case "let", "lets", "letting":
			let = true
		case "make", "makes", "made", "making":
		default:
			continue
		}
		if g := a.groupAt(k); g == nil || g.found.kind == relClause || g.found.governor == byBe && !has(g.found.readings, verb.Gerund) {
			continue
		}
		i := k + 2
		if i >= len(p.words) || a.wrongAt(i) {
			continue
		}
		forms := verb.Form(0)
		switch object := p.words[k+1].lower; {
		case object == "me" || object == "him" || object == "us" || object == "them" || object == "you" || let && (object == "it" || object == "'s" && k == 0 || object == "'s" && !p.words[k].capital):
			forms = p.formAfterObject(i, let)
		default:
			for _, n := range p.nominals(k + 1) {
				if n.end < len(p.words) && n.kind == nounPhrase && n.determined && !a.wrongAt(n.end) && (p.pastAlone(n.end) && (let || p.isPerson(p.words[n.head]))) {
					i, forms = n.end, verb.Past
				}
			}
		}
		if forms == 0 {
			continue
		}
		v := newVerbal(i)
		v.main, v.end, v.governor, v.fault, v.readings = i, i+1, byModal, wrongForm, p.words[i].form(forms)
		v.base = v.readings[0].Base
		g := Group{Verb: v.base, Main: p.words[i].token, Finite: -1, Tokens: []int{p.words[i].token}, found: &found{verbal: &v, subjectless: true, clause: a.clauseAt(i)}}
		g.Judgment = Judgment{Wrong, ModalBase, Call{Tool: Lookup, Verb: v.base}, ""}
		if at := a.groupAt(i); at != nil {
			*at = g
		} else {
			a.Groups = append(a.Groups, g)
		}
	}
	a.sortGroups()
}

// formAfterObject returns the form of the verb at word i, after the pronoun that let or make has as its object, where it cannot stand there: let me knowing, made us
// did it. Participles may say how somebody is made to feel, or what was made: made him tired, made them using flour.
func (p *parser) formAfterObject(i int, let bool) verb.Form {
	w := p.words[i]
	if w.punct || w.capital || w.guessed || w.respelled || w.lower == "had" || p.gapBefore(i) || has(w.readings, verb.Base) || p.lex.is(w.lower, "adjective", "adverb", "preposition", "particle") || adjectival(w.lower) || feelingAdjectives[w.lower] {
		return 0
	}
	switch {
	case p.pastAlone(i):
		return verb.Past
	case !let && p.words[i-1].lower != "them" && len(w.form(verb.Past)) > 0 && p.objectAt(i+1):
		return verb.Past
	case let && len(w.form(verb.Gerund)) > 0:
		return verb.Gerund
	case let && len(w.form(verb.Past)) > 0 && w.lower != "known" && w.lower != "done" && p.words[i-1].lower != "it":
		return verb.Past
	}
	return 0
}

// pastAlone reports whether word i is a past that is no participle, noun or adjective: went, knew, began.
func (p *parser) pastAlone(i int) bool {
	w := p.words[i]
	return !w.punct && !w.capital && !w.guessed && w.lower != "was" && w.lower != "were" && w.lower != "had" && len(w.form(verb.Past)) > 0 && !has(w.readings, verb.Base|verb.Participle|verb.ThirdPerson) && !p.lex.is(w.lower, "noun", "adjective")
}
