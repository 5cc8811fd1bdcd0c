package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A form of be stands before -ing, a participle, an adjective or a noun, and before no finite verb: the coffee smells good. Learners put it there all the same: the
// coffee is smells good, how time is flies, the band was came late. The rest of such a sentence is right, and the parse finds that out best without the
// form of be, so that the sentence is analyzed once more without it. Which finite verbs are no nouns and no adjectives there, be_third.go,
// be_past.go and be_bare.go say.

// withoutBe returns the analysis of the sentence without the forms of be that stand before a finite verb, whose groups are wrong; a itself where there are none.
func (a Analysis) withoutBe() Analysis {
	if a.Reason == NotEnglish || a.Reason == TooLong {
		return a
	}
	p := a.parser
	for i := 1; i < len(p.words); i++ {
		k, surely := a.finiteAfterBe(i)
		if g := a.groupAt(k); k < 0 || g != nil && g.Judgment.Verdict == Wrong && (has(g.found.readings, verb.Base) || consumed[g.Verb] && has(g.found.readings, verb.ThirdPerson)) { // he is have lunch, he is drinks coffee: mended already, as what is going on
			continue
		}
		words := slices.Clone(p.words)
		words[k].be = words[i].token
		b := analyzeWords(a.Text, a.Tokens, slices.Delete(words, i, i+1))
		if g := b.groupAt(k - 1); g != nil && b.standsAlone(g) && surely(&b, g) {
			return b.withoutBe()
		}
	}
	return a
}

// finiteAfterBe returns the word after the form of be at word i, and adverbs, that may be a finite verb, and what decides whether it is; -1 where there is none.
func (a *Analysis) finiteAfterBe(i int) (int, func(b *Analysis, g *Group) bool) {
	p := a.parser
	var forms verb.Form
	var surely func(b *Analysis, g *Group) bool
	switch p.words[i].lower {
	case "is":
		forms, surely = verb.ThirdPerson, (*Analysis).surelyThird
	case "am", "are":
		forms, surely = verb.Base, (*Analysis).surelyBare
	case "was", "were":
		forms, surely = verb.Past, (*Analysis).surelyPast
	default:
		return -1, nil
	}
	k, _ := p.skipAdverbs(i + 1)
	if k >= len(p.words) {
		return -1, nil
	}
	w := p.words[k]
	if w.capital || w.guessed || w.joined || w.respelled || !has(w.readings, forms) || forms == verb.Past && has(w.readings, verb.Participle) || p.lex.is(w.lower, "be", "modal") {
		return -1, nil
	}
	return k, surely
}

// standsAlone reports whether g is a finite verb that is right as it stands, without an auxiliary.
func (a *Analysis) standsAlone(g *Group) bool {
	f := g.found
	return f.finite && f.main == f.finiteWord() && f.fault == noFault && f.subject != nil && !f.order && !f.subjectless && !f.asks && f.not < 0 && f.to < 0
}

// besBeforeFinites judges the groups before whose verb a form of be was left out.
func (a *Analysis) besBeforeFinites() {
	p := a.parser
	for i, w := range p.words { // my aunt, who is has two cars, …: the parse passes over what stands between commas
		if w.be > 0 && a.groupAt(i) == nil && i > 1 && (p.words[i-1].lower == "who" || p.words[i-1].lower == "which") && len(w.form(verb.ThirdPerson)) > 0 {
			a.enterFinite(i, &nominal{start: i - 1, end: i, head: i - 1, persons: p3sg, kind: wh, adjective: -1}, relClause, i-1, false)
			a.sortGroups()
		}
	}
	for i := range a.Groups {
		g := &a.Groups[i]
		be := p.words[g.found.main].be
		if be == 0 || !a.standsAlone(g) {
			continue
		}
		if g.Judgment.Verdict == Wrong && g.Judgment.Call.Tool == Conjugate {
			continue // yesterday she is goes: went
		}
		tense := verb.PresentSimple
		if first := a.Tokens[be].Lower; first == "was" || first == "were" {
			tense = verb.PastSimple
		}
		call := Call{Tool: Conjugate, Verb: g.Verb, Person: a.personThatFits(g), Tense: tense}
		if g.found.inverted { // so is does she: the word itself is right where it stands
			call = Call{Tool: Agreement, Verb: p.words[g.found.main].lower, Subject: g.Subject.Text}
		}
		g.Judgment = Judgment{Wrong, BeGerund, call, ""}
	}
}
