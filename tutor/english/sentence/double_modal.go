package sentence

import (
	"slices"
	"strings"
)

// A modal has no infinitive, so that none stands after another modal or after "to"; be able to and have to do: will be able to come, not will can
// come.

// judgeDoubleModal judges a modal right after another one, or after would like.
func (a *Analysis) judgeDoubleModal(g *Group) Judgment {
	p, f := a.parser, g.found
	if f.governor != byModal || f.fault != noFault && f.fault != strayTo || len(f.aux) != 1 || f.aux[0] == 0 || f.subject.end >= f.aux[0] || f.not >= 0 || f.inverted || f.main != f.aux[0]+1 && f.fault == noFault || modalPhrases[p.words[f.aux[0]].lower] == "" {
		return Judgment{}
	}
	i := f.aux[0] - 1
	if i == 0 || p.lex.is(p.words[i-1].lower, "determiner", "adjective", "preposition", "relative") { // her will can move mountains
		return Judgment{}
	}
	switch p.words[i].lower {
	case "will", "'ll", "would", "should", "might", "may", "must":
		f.fault = doubleModal
	case "like", "love":
		if f.subject.kind != pronoun && (f.subject.start > 0 || f.subject.end != i-1) || p.words[i-1].lower != "would" && p.words[i-1].lower != "'d" {
			return Judgment{}
		}
		f.fault, f.to = doubleModal, f.aux[0]
	default:
		return Judgment{}
	}
	return Judgment{Wrong, ModalBase, Call{Tool: Lookup, Verb: g.Verb}, ""}
}

// modalPhrases are what stands for a modal after another one.
var modalPhrases = map[string]string{"can": "be able to", "could": "be able to", "must": "have to"}

// modalsAfterTo enters a wrong group for each modal and base form after "to": to can travel.
func (a *Analysis) modalsAfterTo() {
	p := a.parser
	for i := 1; i+2 < len(p.words); i++ {
		if p.words[i].lower != "to" || modalPhrases[p.words[i+1].lower] == "" || p.words[i+2].capital || !p.couldBeVerb(i+2) || p.lex.is(p.words[i+2].lower, "preposition", "adverb") || p.gapBefore(i+1) {
			continue
		}
		if !a.asksForInfinitive(i) {
			continue // the man I spoke to can help you, anyone who wants to can come
		}
		if g := a.groupAt(i + 2); g != nil && g.found.finite && (g.found.aux == nil || g.found.aux[0] != i+1) {
			continue
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i+2 })
		a.enterBase(i+2, i+1, ModalBase, doubleModal)
	}
}

// modalsAfterHave enters a wrong group for each can or could and base form after have: haven't could see.
func (a *Analysis) modalsAfterHave() {
	p := a.parser
	for i := 1; i+2 < len(p.words); i++ {
		if w := p.words[i+1].lower; w != "could" && !(w == "can" && p.isNegation(i)) || p.words[i+2].lower == "to" || !p.haveBeforeModal(i+1) || slices.ContainsFunc(p.words[i-1:i+1], func(w word) bool { return w.lower == "had" }) {
			continue // has can finish: can finish, or has been able to
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i+2 })
		a.enterBase(i+2, i+1, ModalBase, doubleModal)
	}
}

// haveBeforeModal reports whether a form of have stands right before the modal at word i, with a base form after it, and can be no verb of its own: it is
// denied, or its subject is a pronoun that opens the clause. What I have can help you is another sentence.
func (p *parser) haveBeforeModal(i int) bool {
	if i < 2 || i+1 >= len(p.words) || !p.couldBeVerb(i+1) && p.words[i+1].lower != "to" || p.lex.is(p.words[i+1].lower, "preposition", "adverb") && p.words[i+1].lower != "to" {
		return false
	}
	have := i - 1
	denied := p.isNegation(have)
	if denied {
		have--
	}
	if have < 1 || !perfectForms[p.words[have].lower] {
		return false
	}
	opens := have == 1 || p.words[have-2].punct || p.lex.is(p.words[have-2].lower, "coordinator") || p.words[have-2].lower == "because"
	pronoun := p.lex.is(p.words[have-1].lower, "subject", "either")
	if denied {
		return !slices.ContainsFunc(p.words[:have], func(w word) bool { return p.lex.is(w.lower, "question", "relative") })
	}
	return opens && pronoun
}

// stacksOnHave reports whether a modal follows have anywhere: I haven't could to sleep, she has should stay.
func (p *parser) stacksOnHave() bool {
	for i, w := range p.words {
		if p.lex.is(w.lower, "modal") && w.lower != "will" && p.haveBeforeModal(i) {
			return true
		}
	}
	return false
}

// asksForInfinitive reports whether the word before "to" at word i needs the verb after it: want, going, hope, money.
func (a *Analysis) asksForInfinitive(i int) bool {
	p := a.parser
	switch p.words[i-1].lower {
	case "money", "order":
		return true
	}
	g := a.before(i)
	if g == nil || g.found.main != i-1 || g.found.kind == relClause || g.found.subject != nil && (g.found.subject.kind == wh || g.found.subject.start > 0 && p.lex.is(p.words[g.found.subject.start-1].lower, "relative", "question")) {
		return false
	}
	if s := g.found.subject; s != nil && s.start > 0 && !p.words[s.start-1].punct && !p.lex.is(p.words[s.start-1].lower, "coordinator", "subordinator", "adverb") {
		return false // the man I want to can come
	}
	switch g.Verb {
	case "want", "need", "like", "love", "hope", "try", "learn", "decide", "prefer", "plan", "expect":
		return true
	case "go":
		return p.words[i-1].lower == "going"
	}
	return false
}

// replaceDoubleModal puts the phrase that stands for a modal in its place.
func (r *rewriting) replaceDoubleModal() {
	f := r.found
	at := f.main - 1
	if len(f.aux) > 0 {
		at = f.aux[0]
	}
	text := modalPhrases[r.word(at).lower]
	if at > 0 && (perfectForms[r.word(at-1).lower] || r.word(at-1).lower == "n't" || r.word(at-1).lower == "not") && !f.finite { // haven't could see
		text = "been able to"
	}
	if r.word(f.main-1).lower == "to" { // will can to go
		text = strings.TrimSuffix(text, " to")
	}
	if f.finite && f.to == at {
		text = "to " + text
	}
	r.text[at] = text
}
