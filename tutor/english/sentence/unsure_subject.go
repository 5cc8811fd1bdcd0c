package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The parse finds a subject for a verb wherever one can stand, also across words that begin another clause: I paid before left, she's afraid of flying, so goes by train. Such a
// verb may lack its own subject. It is seen, and the verbs are not said to look right.

// hasUnsureSubject reports whether a verb of the text stands where its subject must be, or has one that it may not have.
func (a *Analysis) hasUnsureSubject() bool {
	p := a.parser
	for i := range p.words {
		if a.opensWithVerb(i) || a.opensThatWithVerb(i) || a.isStray(i) {
			return true
		}
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return a.reachesTooFar(g.found) || a.sharesUnlikely(g.found)
	}) || a.predicateAfterComma() || p.verbBeforeSubject()
}

// opensWithVerb reports whether a conjunction that has a subject after it stands at word i, and a finite verb right after it.
func (a *Analysis) opensWithVerb(i int) bool {
	p := a.parser
	opener := p.words[i].lower
	switch opener {
	case "because", "although", "though", "until", "unless", "if", "when", "while", "before", "after", "since":
	case "so":
		if i == 0 || !p.words[i-1].punct {
			return false
		}
	default:
		return false
	}
	k, _ := p.skipAdverbs(i + 1)
	if k >= len(p.words) || p.words[k].punct || p.words[k].capital || p.words[k].joined || p.words[k].guessed || p.words[k-1].lower == "there" || p.words[k].lower == "let" {
		return false
	}
	if i > 0 && p.lex.is(p.words[i-1].lower, "have") {
		return false // it has since closed
	}
	w := p.words[k]
	past := opener == "before" || opener == "after" || opener == "since"
	switch {
	case finiteAuxiliaries[w.lower]:
		if past && i > 0 && (p.timeAt(i-1) || timeNouns()[p.words[i-1].lower] || p.verbAt(i-1)) {
			return false // the day before was cold, what came before is gone
		}
		k++
		for p.isNegation(k) {
			k++
		}
		return !p.lex.is(p.wordAt(k), "subject", "either") && (opener != "so" && opener != "when" || len(p.nominals(k)) == 0)
	case len(w.form(verb.Past)) > 0 && !has(w.readings, verb.Base):
		if p.lex.is(w.lower, "adjective", "preposition") {
			return false
		}
		v := theValencies()[w.form(verb.Past)[0].Base]
		return past || opener == "because" || opener == "so" || !has(w.readings, verb.Participle) || p.objectAt(k+1) && (!v.has(ditransitive) || p.lex.is(p.wordAt(k+1), "object") || p.wordAt(k+1) == "you") || v.has(intransitive) && !v.has(transitive) && !(comesLate[w.form(verb.Past)[0].Base] && p.subjectLate(k+1))
	case neverOrdered[w.lower]:
		return true
	case p.functional(w), !p.noNoun(k), p.lex.is(w.lower, "adjective"):
		return false
	case len(w.form(verb.ThirdPerson)) > 0:
		return !verb.IsAlsoNoun(w.form(verb.ThirdPerson)[0].Base)
	}
	return has(w.readings, verb.Base) && (opener != "so" || k > i+1)
}

// reachesTooFar reports whether the subject of f stands before a comma, or after a preposition, that parts it from its verb.
func (a *Analysis) reachesTooFar(f *found) bool {
	p := a.parser
	s := f.subject
	if !f.finite || s == nil || f.inverted || f.order || f.kind == relClause || s.end > f.start {
		return false
	}
	if f.shared || s.kind == wh || s.kind == coordinated || len(f.aux) == 0 && has(f.readings, verb.Base) {
		return false
	}
	if p.words[f.start-1].lower == "there" || p.lex.is(p.wordAt(f.end), "subject") || s.start > 0 && p.words[s.start-1].text == "," || s.start > 1 && p.words[s.start-2].text == "," || p.words[s.head].lower == "sorry" {
		return false // there won't be, isn't it, what you want, sir, is impossible
	}
	if w := p.wordAt(s.start - 1); s.kind == nounPhrase && s.end == f.start && (w == "in" || w == "on" || w == "at" || w == "near" || w == "from" || w == "for") && (s.start == 1 || p.words[s.start-2].punct || p.lex.is(p.words[s.start-2].lower, "coordinator")) {
		return f.base != "be" && !comesLate[f.base]
	}
	commas, last := 0, 0
	for k := s.end; k < f.start; k++ {
		if p.words[k].text == "," {
			commas, last = commas+1, k
		}
	}
	if next := a.verbAfter(f); commas != 1 || next != nil && next.found.shared || p.wordAt(last+1) == "then" || p.wordAt(last+1) == "here" || p.words[len(p.words)-1].text == "?" || p.lex.is(p.wordAt(last+1), "coordinator") {
		return false
	}
	for k := last + 1; k < f.start; k++ {
		if slices.ContainsFunc(p.nominals(k), func(n *nominal) bool { return n.end == f.start }) { // the war over, the men came home
			return false
		}
	}
	return true
}

// predicateAfterComma reports whether a clause of time or of cause opens the sentence, and a verb without a subject of its own comes after its only comma.
func (a *Analysis) predicateAfterComma() bool {
	p := a.parser
	comma := slices.IndexFunc(p.words, func(w word) bool { return w.text == "," })
	if comma < 2 || !p.lex.is(p.words[0].lower, "subordinator", "preposition") || p.question {
		return false
	}
	k, _ := p.skipAdverbs(comma + 1)
	if k >= len(p.words) || p.words[k-1].lower == "there" || p.words[k].punct || p.words[k].capital || slices.ContainsFunc(p.words[k:], func(w word) bool { return w.text == "," }) {
		return false
	}
	w := p.words[k]
	if finiteAuxiliaries[w.lower] {
		return !p.lex.is(p.wordAt(k+1), "subject", "determiner", "either") && k+1 < len(p.words) && !p.words[k+1].capital
	}
	if p.functional(w) || !p.noNoun(k) || len(w.form(verb.Past|verb.ThirdPerson)) == 0 || has(w.readings, verb.Base) {
		return false
	}
	if comesLate[w.readings[0].Base] && p.subjectLate(k+1) {
		return false
	}
	return !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.subject != nil && g.found.subject.start > comma })
}

// sharesUnlikely reports whether f has be with what a person is not, and takes a person for its subject from the verb before it: I did my best, but wasn't enough.
func (a *Analysis) sharesUnlikely(f *found) bool {
	p := a.parser
	if !f.shared || f.base != "be" || f.subject == nil || f.main != f.finiteWord() || !p.acts(f.subject) {
		return false
	}
	i := f.main + 1
	for i < len(p.words) && (p.isNegation(i) || p.adverb(i) > 0) {
		i++
	}
	w := p.wordAt(i)
	return (judged[w] || impersonal[w] || weatherAdjectives[w] || inanimate[w]) && (p.phraseEnds(i+1) || p.wordAt(i+1) == "to")
}

// inanimate are, beside those, adjectives of things and not of persons.
var inanimate = setOf("enough expensive cheap far closed worth delicious true broken")

// verbBeforeSubject reports whether the past of a verb without an object opens the text, and a noun phrase follows that can only be its subject: arrived three packages.
func (p *parser) verbBeforeSubject() bool {
	past := p.words[0].form(verb.Past)
	if p.question || len(past) == 0 || has(p.words[0].readings, verb.Base) || !p.objectAt(1) && !p.isNumber(p.wordAt(1)) {
		return false
	}
	v := theValencies()[past[0].Base]
	return v.has(intransitive) && !v.has(transitive)
}
