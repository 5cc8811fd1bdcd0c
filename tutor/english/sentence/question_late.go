package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A question that opens no sentence is asked like one that does: …, or did you stay at home? The parse reads its do as a verb of its own where the wrong form
// follows the subject: or did you stayed at home, nor does he wants to, what did the cake costs.

// readLateQuestions turns a do before its subject, and the past or the third person right after that subject, into one group.
func (a *Analysis) readLateQuestions() {
	p := a.parser
	for i := range p.words {
		form := verb.Past | verb.ThirdPerson
		if w := p.words[i].lower; w != "do" && w != "does" && w != "did" || i+2 >= len(p.words) || p.isNegation(i+1) || !p.asksAt(i) {
			continue
		}
		if g := a.groupAt(i); g == nil || g.found.main != i || len(g.found.aux) > 1 || g.found.fault == askedInside {
			continue
		}
		subject, main := p.askedSubject(i+1, form)
		if subject == nil || has(p.words[main].readings, verb.Base) || p.lex.is(p.words[main].lower, "adjective") || adjectival(p.words[main].lower) || p.functional(p.words[main]) || main != subject.end {
			continue
		}
		if subject.kind != pronoun && (!p.subjectOfDo(subject, i) || p.verbAt(main+1) || p.wordAt(main+1) == "by") {
			continue
		}
		v := newVerbal(main)
		v.start, v.main, v.end, v.aux, v.governor, v.finite, v.fault = i, main, main+1, []int{i}, byDo, true, wrongForm
		v.readings = p.words[main].form(form)
		v.base = v.readings[0].Base
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i || g.found.main == main })
		a.Groups = append(a.Groups, a.group(&found{verbal: &v, subject: subject, kind: mainClause, clause: i + len(p.words), inverted: true, fronted: i > 0}))
	}
	a.sortGroups()
}

// asksAt reports whether an auxiliary at word i stands where a question, or a clause after nor, begins: at the start, after or, nor or a comma, or after
// what is asked for.
func (p *parser) asksAt(i int) bool {
	if i == 0 {
		return true
	}
	switch p.words[i-1].lower {
	case "nor":
		return true
	case "or", "and", "but", ",":
		return p.question
	}
	if !p.question {
		return i > 1 && (p.matches(0, []string{"only", "when"}) || p.matches(0, []string{"only", "after"}) || p.matches(0, []string{"only", "then"}) || p.matches(0, []string{"not", "until"}))
	}
	at := p.questionBefore(i)
	return at == 0 || at == 1 && p.lex.is(p.words[0].lower, "preposition")
}

// subjectOfDo reports whether a noun phrase after a do at word i can only be its subject: one with an article after a question word that is not asked about
// itself (who did the damage), or people.
func (p *parser) subjectOfDo(n *nominal, i int) bool {
	if p.lex.is(p.words[n.head].lower, "everyone") || p.words[n.head].lower == "people" {
		return true
	}
	return n.kind == nounPhrase && n.determined && i > 0 && p.words[i-1].lower != "who" && (p.words[i-1].lower != "what" || p.isBareThing(n))
}

// isBareThing reports whether n is an article and one noun.
func (p *parser) isBareThing(n *nominal) bool { return n.end == n.start+2 }

// asksLate reports whether a question word after a comma or but opens a question in which the verb of g lacks its do: the soup was cold, but what you
// expect? Tell me, where you put my glasses?
func (a *Analysis) asksLate(g *Group) bool {
	p, f := a.parser, g.found
	if !p.question || f.inverted || f.subject == nil || f.subject.end != f.start || f.subject.kind == wh || len(f.aux) > 0 && !p.lex.is(p.words[f.aux[0]].lower, "do", "have", "be", "modal") || f.subject.start < 3 {
		return false
	}
	i := f.subject.start - 1
	if w := p.words[i].lower; (w == "much" || w == "long" || w == "often" || w == "old" || w == "far") && p.words[i-1].lower == "how" {
		i--
	}
	before := p.words[i-1]
	switch p.words[i].lower {
	case "what", "why", "how":
	case "where", "when":
		ends := f.end >= len(p.words) || p.words[f.end].text == "?"
		if first := p.words[0].lower; !(ends && (f.base == "be" || len(f.aux) > 0) && before.text == ",") && !(before.lower == "but" || before.text == ";" || before.text == "," && (first == "tell" || first == "excuse" || first == "so" || first == "well")) {
			return false
		}
	default:
		return false
	}
	if f.subject.kind != pronoun && !p.lex.is(p.words[f.subject.start].lower, "determiner") {
		return false
	}
	return before.lower == "but" || before.text == "," || before.text == ";"
}

// asksWithoutDo reports whether a question word opens the sentence, and the only main clause is the statement that follows it: when you think they will
// come? What the cake cost when you bought it?
func (a *Analysis) asksWithoutDo() bool {
	p := a.parser
	if !p.question || len(p.words) < 4 || !p.lex.is(p.words[0].lower, "question") && p.words[0].lower != "since" {
		return false
	}
	i := 1
	switch second := p.words[1].lower; p.words[0].lower {
	case "when", "where", "why":
	case "since":
		return second == "when" && p.lex.is(p.words[2].lower, "subject", "either")
	case "who":
		if !p.lex.is(second, "subject", "either") {
			return false
		}
	case "what":
		if second == "time" {
			i = 2
		} else if second == "a" || second == "an" || second == "if" || second == "about" {
			return false
		}
	case "how":
		if second != "long" && second != "often" && second != "much" && second != "far" && !p.lex.is(second, "subject", "either") {
			return false
		}
		if !p.lex.is(second, "subject", "either") {
			i = 2
		}
	default:
		return false
	}
	if w := p.words[i].lower; !p.lex.is(w, "subject") && w != "you" && !articles[w] && !possessives[w] && !(i == 2 && p.pluralAt(i)) || p.hellAt(i) {
		return false
	}
	for k := range a.Groups {
		f := a.Groups[k].found
		if !f.finite {
			continue
		}
		if f.inverted || f.subject == nil || k == 0 && (len(f.aux) > 0 && f.main != f.finiteWord() || f.base == "be") {
			return false
		}
		if f.subject.start > i && f.kind == mainClause {
			return false
		}
	}
	first := slices.IndexFunc(a.Groups, func(g Group) bool { return g.found.finite })
	return first >= 0 && a.Groups[first].Judgment.Verdict != Wrong && !p.marked(0, len(p.words)-1, ",;:")
}

// hellAt reports whether what strengthens a question word stands at word i: what the hell.
func (p *parser) hellAt(i int) bool {
	switch p.wordAt(i + 1) {
	case "hell", "heck", "devil", "fuck":
		return true
	}
	return false
}

// youKnow reports whether a question opens with you and a verb in the base form before a clause or more, where do was left out: you know who lives there?
func (a *Analysis) youKnow(g *Group) bool {
	p, f := a.parser, g.found
	if !p.question || f.kind != mainClause || f.inverted || len(f.aux) > 0 || f.subject.start != 0 || p.words[0].lower != "you" || f.end != 2 || !has(f.readings, verb.Base) || has(f.readings, verb.Past) {
		return false
	}
	if p.marked(0, len(p.words)-1, ",;:") {
		return false
	}
	switch g.Verb {
	case "know", "remember", "want", "mind", "think", "believe", "wish", "realize", "realise", "happen", "need":
		return f.end+1 < len(p.words) && p.words[f.end].lower != "what" || f.end+3 < len(p.words)
	}
	return false
}

// asksOr reports whether or and a pronoun with its verb follow a question, where the second verb should stand, or do is missing, before the pronoun: have you seen it, or you
// fell asleep? Is Tom in the bathroom, or I can use it? What somebody will do otherwise keeps its order: do you want it, or I'll eat it?
func (a *Analysis) asksOr(g *Group) bool {
	p, f := a.parser, g.found
	if !p.question || f.inverted || g.Tense == verb.FutureSimple || f.subject.kind != pronoun || f.subject.end != f.start && p.adverb(f.subject.end) == 0 || f.subject.start < 4 || p.words[f.subject.start-1].lower != "or" || p.words[f.subject.start-2].text != "," {
		return false
	}
	first := a.verbBefore(f.subject.start)
	return first != nil && a.Groups[0].found.inverted && (p.words[f.subject.head].lower != "i" || len(f.aux) > 0)
}

// asksInStatement reports whether the only verb of a question follows a pronoun, after a question word and on earth, or with its noun and preposition: where on earth you have
// been, in what way we can help.
func (a *Analysis) asksInStatement(g *Group) bool {
	p, f := a.parser, g.found
	if !p.question || f.inverted || len(f.aux) == 0 && f.base != "be" || f.subject.kind != pronoun || f.subject.end != f.start || !a.onlyFinite() {
		return false
	}
	i := f.subject.start
	return i == 3 && p.lex.is(p.words[0].lower, "question") && p.words[1].lower == "on" && p.words[2].lower == "earth" ||
		i == 3 && p.lex.is(p.words[0].lower, "preposition") && (p.words[1].lower == "what" || p.words[1].lower == "which")
}
