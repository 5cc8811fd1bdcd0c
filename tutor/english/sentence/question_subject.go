package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The auxiliary of a question stands before its subject, and that of a tag before the pronoun. The parse, which prefers what agrees, takes what is asked for as the subject
// of a wrong one: which app does you use, how many dogs have she got, you know him, doesn't you?

// readAskedSubjects enters a group for each auxiliary of a question or a tag that its own subject after it does not agree with.
func (a *Analysis) readAskedSubjects() {
	p := a.parser
	if !p.question {
		return
	}
	a.readTag()
	for k := 0; k+2 < len(p.words) && k < 8; k++ {
		if !p.lex.is(p.words[k].lower, "do", "have", "be") || !a.opensQuestionAt(k) {
			continue
		}
		at := k + 1
		if p.isNegation(at) {
			at++
		}
		for _, n := range p.nominals(at) {
			main, _ := p.skipAdverbs(n.end)
			if !p.disagreesInQuestion(k, n) || main >= len(p.words) {
				continue
			}
			if v := p.questionVerb(k, at, main); v != nil && !p.hasForObject(k, n, v) {
				a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main <= main && g.found.main >= k || g.found.main == 1 && k > 1 })
				a.Groups = append(a.Groups, a.group(&found{verbal: v, subject: n, kind: mainClause, clause: k, inverted: true, fronted: k > 0, sure: true}))
				a.sortGroups()
				return
			}
		}
	}
}

// opensQuestionAt reports whether nothing but what is asked for stands before the auxiliary at word k: which app, how many dogs, what on earth.
func (a *Analysis) opensQuestionAt(k int) bool {
	p := a.parser
	if k == 0 {
		return true
	}
	before := p.words[k-1].lower
	if before == "or" && k > 1 && p.words[k-2].text == "," {
		return true
	}
	if !p.lex.is(p.words[0].lower, "question") || p.words[0].lower == "when" {
		return false
	}
	for _, w := range p.words[1:k] {
		if w.punct || p.lex.is(w.lower, "subject", "either", "relative", "coordinator", "subordinator", "modal", "be", "have", "do") {
			return false
		}
	}
	return !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.main < k && g.found.main > 1 })
}

// disagreesInQuestion reports whether n is a pronoun or a determined phrase of one number, and the auxiliary at word k fits it not.
func (p *parser) disagreesInQuestion(k int, n *nominal) bool {
	if n.kind != pronoun && (n.kind != nounPhrase || !n.determined || n.persons != p3sg && n.persons != p3pl || timeNouns()[p.words[n.head].lower] || p.lex.is(p.words[n.head].lower, "adverb")) {
		return false // do the bus stops here have a roof
	}
	return auxiliaryPersons(p.words[k].lower)&n.persons == 0
}

// questionVerb returns the auxiliary at word k with the main verb at word main, whose form must be one that the auxiliary governs; nil where it is not. The subject begins at word at.
func (p *parser) questionVerb(k, at, main int) *verbal {
	v := newVerbal(k)
	v.finite, v.aux, v.main, v.end = true, []int{k}, main, main+1
	if at > k+1 {
		v.not = k + 1
	}
	w := p.words[main]
	var form verb.Form
	switch {
	case p.lex.is(p.words[k].lower, "do"):
		v.governor, form = byDo, verb.Base
		if !p.couldBeVerb(main) || !p.noNoun(main) && !p.objectAt(main+1) && !p.phraseEnds(main+1) {
			return nil
		}
	case p.lex.is(p.words[k].lower, "have"):
		v.governor, form = byHave, verb.Participle
	default:
		v.governor, form = byBe, verb.Gerund
	}
	v.readings = w.form(form)
	if w.guessed || w.capital || len(v.readings) == 0 {
		return nil
	}
	v.base = v.readings[0].Base
	return &v
}

// hasForObject reports whether the words after the form of do or have at word k may be its object and what is said of that: what has you worried, which doctor does you
// good, which car has the doors broken.
func (p *parser) hasForObject(k int, n *nominal, v *verbal) bool {
	w := p.words[v.main].lower
	if w == "harm" || w == "credit" || w == "justice" {
		return true
	}
	if v.governor != byHave || p.words[k].lower != "has" || k == 0 {
		return false
	}
	first, subject := p.words[0].lower, p.words[n.head].lower
	if n.kind == pronoun && subject != "you" && subject != "it" { // has they: no object
		return false
	}
	whose := first == "which" || first == "who" || first == "whose"
	return (first == "what" || whose) && has(p.words[v.main].readings, verb.Past) || n.kind != pronoun && whose
}

// readTag enters a group for the form of do, be or have in a tag that its pronoun does not agree with: you know him, doesn't you?
func (a *Analysis) readTag() {
	p := a.parser
	last := len(p.words) - 2
	if last < 4 || !p.words[last+1].punct || !p.lex.is(p.words[last].lower, "subject", "either") {
		return
	}
	k := last - 1
	if p.isNegation(k) {
		k--
	}
	if p.words[k-1].text != "," || !p.lex.is(p.words[k].lower, "do", "have", "be") {
		return
	}
	for _, n := range p.nominals(last) {
		if n.kind != pronoun || auxiliaryPersons(p.words[k].lower)&n.persons != 0 {
			continue
		}
		v := newVerbal(k)
		v.finite, v.aux, v.main, v.end, v.base = true, []int{k}, k, last, p.auxiliaryBase(k)
		if k < last-1 {
			v.not = k + 1
		}
		v.governor, _ = p.auxiliary(k)
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main >= k })
		a.Groups = append(a.Groups, a.group(&found{verbal: &v, subject: n, kind: mainClause, clause: k, inverted: true, sure: true}))
		a.sortGroups()
		return
	}
}
