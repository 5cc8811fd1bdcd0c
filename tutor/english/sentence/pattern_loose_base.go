package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A base form needs a word that governs it: an auxiliary, "to", a verb such as let or see with its object, than, but, or a verb that it is joined to. Where none
// is there, "to" may be missing, or another form may be meant, and which of them nothing tells: we had fun at the party celebrate his birthday.

// baseAlone reports whether a base form that can be no noun is governed by no word and gives no order.
func (a *Analysis) baseAlone() bool {
	p := a.parser
	for k := range a.Groups {
		g := &a.Groups[k]
		f := g.found
		i := f.main
		if f.finite || f.order || f.governor != ungoverned || f.fault != noFault || len(f.aux) > 0 || f.start != f.main || i < 2 || g.Judgment.Verdict == Wrong || a.isMentioned(i) || p.gapBefore(i) {
			continue
		}
		w := p.words[i]
		if w.capital || w.guessed || w.joined || !has(w.readings, verb.Base) || has(w.readings, verb.Past|verb.Participle) || !p.purposeAt(i) || p.runsOn(i) || p.words[i-1].punct {
			continue
		}
		if alone := p.lex.is(p.words[i-1].lower, "object", "reflexive") || p.adverb(i-1) > 0; !p.objectAt(i+1) && !alone { // a task begin
			continue
		}
		if !a.licensesBase(i) {
			return true
		}
	}
	return false
}

// licensesBase reports whether a word before the base form at word i may govern it, or an order may begin there.
func (a *Analysis) licensesBase(i int) bool {
	p := a.parser
	before := p.words[i-1].lower
	if p.lex.is(before, "be", "modal", "do", "coordinator", "negation", "subject", "determiner", "subordinator") || before == "to" || before == "please" {
		return true
	}
	start := i - 1
	for start > 0 && p.words[start-1].text != "." && p.words[start-1].text != ";" && p.words[start-1].text != ":" {
		start--
	}
	if slices.ContainsFunc(p.words[start:i], func(w word) bool {
		return notPurpose[w.lower] || p.lex.is(w.lower, "coordinator", "question") || w.lower == "better" || w.lower == "only" || w.lower == "just" || w.lower == "like"
	}) {
		return true
	}
	for k := range a.Groups {
		g := &a.Groups[k]
		if g.found.main < start || g.found.main >= i {
			continue
		}
		v := theValencies()[g.Verb]
		if v.has(objectBare|bareInfinitive) || p.lex.is(g.Verb, "bare", "mandative") || quoting[g.Verb] || g.found.order || !a.mainElsewhere(g, i) {
			return true
		}
	}
	return false
}
