package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A company may be one or several, so that a verb without its -s is right after it. After "this" or "that" for what was just said, the parse takes the verb for
// a noun, or the pronoun for a relative. Here such subjects are one thing, where what stands beside them leaves no doubt.

// readThings gives those verbs a subject in the singular.
func (a *Analysis) readThings() {
	if a.parser.question {
		return
	}
	a.readCompanies()
	a.readSaid()
}

// readCompanies makes a company one, where its own verb in the base form and an object follow it, and no other word takes it for several: our company sell
// machines and exports them.
func (a *Analysis) readCompanies() {
	p := a.parser
	for i := range a.Groups {
		f := a.Groups[i].found
		n := f.subject
		if n == nil || f.shared || n.kind != nounPhrase || n.end-n.start != 2 || len(f.aux) > 0 || !f.finite || f.inverted || f.kind != mainClause || f.main != n.end || !p.couldBeVerb(f.main) || has(f.readings, verb.Past) {
			continue
		}
		if head := p.words[n.head].lower; head != "company" || n.start > 0 && p.words[n.start-1].lower != "because" && p.words[n.start-1].text != "," && !p.lex.is(p.words[n.start-1].lower, "coordinator") {
			continue
		}
		if !p.objectAt(f.end) && !p.pluralAt(f.end) && !p.plainNounAt(f.end) && !p.isModifier(f.end) {
			continue
		}
		if f.end+1 < len(p.words) && has(p.words[f.end].readings, verb.ThirdPerson) && p.lex.is(p.words[f.end+1].lower, "determiner", "adjective", "adverb") {
			continue // our company produce tastes good
		}
		if !possessives[p.words[n.start].lower] && !a.oneBeside(f) || a.severalBeside(f) {
			continue
		}
		one := *n
		one.persons = p3sg
		f.subject, f.sure = &one, true
		a.Groups[i] = a.group(f)
	}
}

// oneBeside reports whether a verb after f with its subject stands in the third person.
func (a *Analysis) oneBeside(f *found) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		o := g.found
		return o.finite && o.main > f.main && o.subject != nil && o.subject.start == f.subject.start && has(a.parser.words[o.finiteWord()].readings, verb.ThirdPerson)
	})
}

// severalBeside reports whether another verb of the subject of f stands in the plural, or they or their speaks of it.
func (a *Analysis) severalBeside(f *found) bool {
	p := a.parser
	if slices.ContainsFunc(p.words[f.main:], func(w word) bool { return w.lower == "they" || w.lower == "their" || w.lower == "them" }) {
		return true
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		o := g.found
		if !o.finite || o.main == f.main || o.subject == nil || o.subject.start != f.subject.start {
			return false
		}
		w := p.words[o.finiteWord()]
		return w.lower == "are" || w.lower == "were" || has(w.readings, verb.Base) && !p.lex.is(w.lower, "modal")
	})
}

// bringing are what that which was just said does to somebody.
var (
	bringing  = setOf("make give help")
	upsetting = setOf("worry scare annoy bother disturb frighten surprise confuse bore shock depress stress upset relax please excite embarrass hurt motivate inspire")
)

// readSaid enters a finite group for the base form after a "this" or "that" that means what was said before: he never calls, and that worry me. After a noun in the
// plural, and beside another this or that, it may be a relative or share its auxiliary.
func (a *Analysis) readSaid() {
	p := a.parser
	for k := 3; k+1 < len(p.words); k++ {
		if p.words[k-1].lower != "that" && p.words[k-1].lower != "this" || !p.saysWhatItDoes(k) || !a.meansWhatWasSaid(k-1) {
			continue
		}
		if g := a.groupAt(k); g != nil && g.found.finite && (len(g.found.aux) > 0 || g.found.subject != nil && g.found.subject.end == k && g.found.subject.persons == p3sg) {
			continue
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == k || g.found.main == k-1 })
		a.enterFinite(k, &nominal{start: k - 1, end: k, head: k - 1, persons: p3sg, kind: indefinite, adjective: -1}, mainClause, k-1, false)
	}
}

// saysWhatItDoes reports whether a base form and the person whom it is done to stand at word k.
func (p *parser) saysWhatItDoes(k int) bool {
	w, next := p.words[k].lower, p.words[k+1].lower
	if k+2 < len(p.words) && p.lex.is(p.words[k+2].lower, "subject") { // but this help us he will not give
		return false
	}
	if !bringing[w] && !upsetting[w] || !p.couldBeVerb(k) || has(p.words[k].readings, verb.Past) {
		return false
	}
	return p.surePronoun(k+1) || upsetting[w] && p.objectAt(k+1) && next != "you" && next != "it"
}

// meansWhatWasSaid reports whether the this or that at word i opens a clause after one that it speaks of.
func (a *Analysis) meansWhatWasSaid(i int) bool {
	p := a.parser
	before := p.words[i-1].lower
	for k, w := range p.words[:i-1] {
		if w.lower == "this" || w.lower == "that" || w.lower == "these" || w.lower == "those" || w.lower == "let" || w.lower == "makes" || w.lower == "made" || p.lex.is(w.lower, "relative") {
			return false
		}
		if before != "because" && k == 0 && (opensCondition[w.lower] || has(w.readings, verb.Base) && !p.lex.is(w.lower, "subject", "determiner")) {
			return false // an order, or a condition that goes on
		}
	}
	switch before {
	case "because":
		return true
	case "and", "but":
	default:
		return false
	}
	first := a.verbBefore(i - 1)
	if first == nil || !first.found.finite || first.found.subject == nil || first.found.governor == byModal && p.words[first.found.subject.head].lower == "it" {
		return false
	}
	if p.words[i].lower == "this" {
		return true
	}
	comma := p.words[i-2].text == ","
	return comma || !slices.ContainsFunc(p.words[min(first.found.end, i-1):i-1], func(w word) bool { return p.lex.number(w, true) == p3pl && !timeNouns()[w.lower] })
}
