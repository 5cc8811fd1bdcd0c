package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// English has the object right after its verb, the subject before it, and the word that asks first. Other languages put an adverb between verb and object (she speaks very well
// French), a verb before its subject, the word that asks last.

// delayed are adverbs that stand after the object in English.
var delayed = setOf("well better best yesterday today tomorrow tonight now carefully quickly slowly perfectly badly early late soon again always never often sometimes usually")

// delaysObject reports whether an adverb or a time stands between the verb of f and its object: she speaks very well English, I read yesterday the paper.
func (a *Analysis) delaysObject(f *found) bool {
	p := a.parser
	v := a.valencyOf(f)
	if !v.has(transitive) && f.base != "have" || f.fault != noFault || a.isPassive(f) || f.kind == relClause {
		return false
	}
	i := f.main + 1
	end := a.degreeEnd(i)
	switch {
	case end > i:
		if w := p.wordAt(end); (f.base == "like" || f.base == "love" || f.base == "enjoy") && (w == "to" || end < len(p.words) && len(p.words[end].form(verb.Gerund)) > 0) {
			return true
		}
	case p.wordAt(i) == "very" && p.wordAt(i+1) == "well":
		end = i + 2
	case delayed[p.wordAt(i)]:
		end = i + 1
	default:
		end = max(p.timePhraseEnd(i), i)
		for _, m := range p.times {
			if m.from == i {
				end = max(end, m.to)
			}
		}
	}
	if end > i {
		for _, n := range p.nominals(end + 1) {
			if n.kind == nounPhrase && n.end < len(p.words) && (p.words[end].lower == "in" || p.words[end].lower == "at" || p.words[end].lower == "on" || p.words[end].lower == "with") && p.lex.is(p.words[n.end].lower, "determiner") {
				end = n.end
				break
			}
		}
	}
	if w := p.wordAt(end); end > i && (f.base == "like" || f.base == "love" || f.base == "enjoy" || f.base == "miss") && p.wordAt(end-1) != "all" && (w == "it" || p.lex.is(w, "object")) {
		return true
	}
	if end == i || end >= len(p.words) || p.timeAt(end) || p.wordAt(end) == "it" || p.wordAt(end) == "you" || p.wordAt(end) == "all" || p.wordAt(end) == "that" {
		return false
	}
	if p.question || wholes[p.wordAt(end+1)] {
		return false
	}
	return slices.ContainsFunc(p.nominals(end), func(n *nominal) bool {
		head := p.words[n.head].lower
		return n.kind == nounPhrase && (n.determined || languages[head]) && !a.subjectAt(n) && !p.verbAt(n.end) && !timeNouns()[head] && !measures[head]
	})
}

// doublesObject reports whether the object of f stands twice, or a pronoun after a noun that it should stand before: I like it the music, I gave the book him.
func (a *Analysis) doublesObject(f *found) bool {
	p := a.parser
	i := f.main + 1
	liked := f.base == "like" || f.base == "love" || f.base == "hate" || f.base == "enjoy" || f.base == "prefer"
	if p.wordAt(i) == "it" && (liked || !a.valencyOf(f).has(ditransitive|objectAdjective|objectBare|objectInfinitive)) && f.base != "be" && f.base != "make" && f.base != "have" {
		return (p.wordAt(i+1) == "the" || theFaults().sets["own"][p.wordAt(i+1)]) && slices.ContainsFunc(p.nominals(i+1), func(n *nominal) bool {
			return n.kind == nounPhrase && n.end < len(p.words) && p.words[n.end].text == "." && !timeNouns()[p.words[n.head].lower] && !weeks[p.words[n.head].lower] && p.words[n.head].lower != "way"
		})
	}
	if !a.valencyOf(f).has(ditransitive) {
		return false
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		w := p.wordAt(n.end)
		verbs := slices.ContainsFunc(a.Groups, func(g Group) bool { return i <= g.found.main && g.found.main < n.end })
		return n.kind == nounPhrase && n.determined && !verbs && (w == "me" || w == "him" || w == "us" || w == "them") && n.end+1 < len(p.words) && p.words[n.end+1].punct
	})
}

// delaysUsually reports whether a frequency stands between f, a verb alone, and what belongs to it: he speaks usually very fast.
func (a *Analysis) delaysUsually(f *found) bool {
	p := a.parser
	if !f.finite || len(f.aux) > 0 || f.base == "be" || linkingVerbs[f.base] || f.subject == nil || !p.acts(f.subject) || f.kind == relClause {
		return false
	}
	switch p.wordAt(f.main + 1) {
	case "usually", "always", "never", "rarely", "seldom":
		i := f.main + 2
		return i < len(p.words) && !p.words[i].punct && !p.lex.is(p.words[i].lower, "subordinator", "coordinator", "question") && !has(p.words[i].readings, verb.Gerund|verb.Participle)
	}
	return false
}

// onlyWithoutInversion reports whether "only" and a time open the sentence, and its main verb stands after its subject all the same: only when I arrived I realized.
func (a *Analysis) onlyWithoutInversion() bool {
	p := a.parser
	if p.words[0].lower != "only" {
		return false
	}
	switch p.wordAt(1) {
	case "when", "after", "then", "later", "if":
		return slices.ContainsFunc(a.Groups, func(g Group) bool {
			return g.found.finite && g.found.kind == mainClause && !g.found.inverted && g.found.subject != nil && g.found.subject.start > 1 && g.found.subject.end <= g.found.start && !finiteAuxiliaries[p.words[g.found.subject.start-1].lower]
		})
	}
	return false
}

// frequencyBeforeSubject reports whether always, never or also stand between a conjunction and a pronoun that is a subject: he says that never she washes them.
func (p *parser) frequencyBeforeSubject() bool {
	for i := 1; i+2 < len(p.words); i++ {
		switch p.words[i].lower {
		case "always", "never", "also", "ever":
			w := p.words[i-1].lower
			if (w == "that" || w == "because" || w == "but" || w == "and" || w == "when" || w == "if") && p.lex.is(p.words[i+1].lower, "subject") && p.verbAt(i+2) {
				return true
			}
		}
	}
	return false
}

// questionWordInSitu reports whether a question ends in the word that asks, or has a preposition and that word first and then the order of a statement: you want to go where, from where you have it.
func (a *Analysis) questionWordInSitu() bool {
	p := a.parser
	last := len(p.words) - 1
	if !p.question || p.words[last].text != "?" {
		return false
	}
	if a.asksAsStatement() || a.asksFirstAsStatement() {
		return true
	}
	if last < 6 {
		return false
	}
	if w := p.words[last-1].lower; (w == "where" || w == "when" || w == "why" || w == "what" || w == "how") && !p.lex.is(p.words[0].lower, "question", "be", "do", "have", "modal") && p.words[last-2].lower != "guess" && p.words[last-2].lower != "or" && p.words[last-2].lower != "so" {
		return !p.words[last-2].punct && !p.lex.is(p.words[last-2].lower, "coordinator")
	}
	if a.asksAfterComma() {
		return true
	}
	if !p.lex.is(p.words[0].lower, "preposition") || !p.lex.is(p.words[1].lower, "question") {
		return false
	}
	return p.lex.is(p.wordAt(2), "subject", "either") && !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.inverted })
}

// asksAfterComma reports whether a comma parts a statement from a question that has the order of a statement too: I can't find my glasses, you have seen?
func (a *Analysis) asksAfterComma() bool {
	p := a.parser
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		you := f.subject != nil && f.subject.start > 3 && p.words[f.subject.start].lower == "you" && p.words[f.subject.start-1].text == ","
		return you && f.finite && !f.inverted && len(f.aux) > 0 && f.main != f.aux[len(f.aux)-1] && f.main == len(p.words)-2
	})
}

// asksAsStatement reports whether the whole question has the order of a statement, without a tag or a word that asks: you are married?
func (a *Analysis) asksAsStatement() bool {
	p := a.parser
	if !p.lex.is(p.words[0].lower, "subject", "either") || slices.ContainsFunc(p.words[:len(p.words)-1], func(w word) bool { return w.punct || p.lex.is(w.lower, "question") }) {
		return false
	}
	return !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.inverted })
}

// asksFirstAsStatement reports whether the first of several questions has the order of a statement: where you live and what do you do?
func (a *Analysis) asksFirstAsStatement() bool {
	p := a.parser
	switch p.words[0].lower {
	case "where", "why", "how":
		return slices.ContainsFunc(a.Groups, func(g Group) bool {
			f := g.found
			return f.finite && !f.inverted && f.subject != nil && f.subject.start == 1 && f.subject.kind == pronoun && f.start == 2 && slices.ContainsFunc(p.words[f.end:], func(w word) bool { return p.lex.is(w.lower, "coordinator") })
		})
	}
	return false
}

// statesAsQuestion reports whether a statement opens with a be that has its subject after it, or a question inside one has the order of a whole question: was Ana who broke it, here is where do I work.
func (a *Analysis) statesAsQuestion() bool {
	p := a.parser
	if p.question || p.words[len(p.words)-1].text != "." {
		return false
	}
	switch p.words[0].lower {
	case "is", "was", "are":
		return !p.marked(0, len(p.words), ",")
	}
	for i := 1; i+2 < len(p.words); i++ {
		switch p.words[i].lower {
		case "where", "what", "when", "why", "how":
			w := p.words[i+1].lower
			if (w == "do" || w == "does" || w == "did") && p.lex.is(p.words[i+2].lower, "subject", "either") && !p.gapBefore(i) && !p.words[i-1].punct {
				return true
			}
		}
	}
	return false
}
