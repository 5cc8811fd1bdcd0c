package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The tense of a clause follows from the clauses beside it: from a past that it goes on (he stood up and
// says), from a clause of time (when I was ten, we move), and from a future (when I will land). Here
// stand the tenses that leave no other reading.

// tenseByClause returns the tense that another clause asks for in group g, and the words of that clause
// that say so.
func (a *Analysis) tenseByClause(g *Group, _ moment) (verb.Tense, string) {
	f := g.found
	if f.freeForm || f.subject.kind == gerund || g.Judgment.Verdict != "" {
		return "", ""
	}
	switch g.Tense {
	case verb.FutureSimple:
		if told := a.futureInside(g); told != "" {
			return verb.PresentSimple, told
		}
	case verb.PresentSimple:
		if told := a.childhood(g); told != "" {
			return verb.PastSimple, told
		}
		if a.parser.isAuxiliaryOnly(f) || a.hasPresent(f) {
			return "", ""
		}
		if told := a.pastBeside(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.pastStory(g); told != "" {
			return verb.PastSimple, told
		}
	}
	return "", ""
}

// isAuxiliaryOnly reports whether f is a form of do alone, which stands for another verb: so do I.
func (p *parser) isAuxiliaryOnly(f *found) bool {
	return f.base == "do" && f.main == f.finiteWord() && f.inverted
}

// hasPresent reports whether a word in the clause of f says that it speaks of now or of what is always so.
func (a *Analysis) hasPresent(f *found) bool {
	p := a.parser
	for i, w := range p.words {
		if a.clauseAt(i) != f.clause && !(i >= f.start-2 && i < f.end+6) {
			continue
		}
		switch w.lower {
		case "now", "still", "today", "nowadays", "always", "usually", "often", "sometimes", "never",
			"every", "each", "anymore", "ever", "tonight", "currently", "tomorrow", "here", "generally", "rarely", "seldom", "these":
			return true
		}
	}
	return slices.ContainsFunc(p.times, func(m moment) bool {
		return m.tense != verb.PastSimple && m.tense != verb.PresentPerfect && a.clauseAt(m.from) == f.clause
	})
}

// isPast reports whether group g tells of the past: a past simple that is right, or wrong in its form
// alone, or a past continuous.
func (a *Analysis) isPast(g *Group) bool {
	f := g.found
	switch {
	case !f.finite, f.subjectless, f.hypothetical && a.conjunctionBefore(f) < 0:
		return false
	case g.Judgment.Verdict == Wrong && g.Judgment.Call.Tense == verb.PastSimple, g.Tense == verb.PastSimple && !a.eitherTense(f):
		return f.base != "use" || f.main != f.finiteWord()
	}
	return len(f.aux) == 1 && a.parser.pastBe(f.aux[0]) && (has(f.readings, verb.Gerund) &&
		a.parser.words[f.main].lower != "going" || has(f.readings, verb.Participle))
}

// eitherTense reports whether the form of f may be a present too: put, read.
func (a *Analysis) eitherTense(f *found) bool {
	return len(f.aux) == 0 && has(f.readings, verb.Base) && has(f.readings, verb.Past)
}

// conjunctionBefore returns the word that opens the clause of time of f: when, while, as soon as; -1
// where it has none. Two subordinators in a row open something else.
func (a *Analysis) conjunctionBefore(f *found) int {
	p := a.parser
	if f.subject == nil || f.inverted {
		return -1
	}
	i := f.subject.start - 1
	for i > 0 && p.lex.is(p.words[i].lower, "adverb") && !p.lex.is(p.words[i].lower, "subordinator") {
		i--
	}
	if i < 0 || !timeConjunctions[p.words[i].lower] {
		return -1
	}
	if p.words[i].lower == "as" {
		if i < 2 || p.words[i-1].lower != "soon" {
			return -1
		}
		i -= 2
	}
	if i > 0 && (p.lex.is(p.words[i-1].lower, "subordinator", "relative", "negation") || p.words[i-1].lower == "of" ||
		timeNouns()[p.words[i-1].lower] || p.words[i-1].lower == "moment" || p.words[i-1].lower == "ever") {
		return -1
	}
	return i
}

var timeConjunctions = setOf("when while until till before after as once whenever")

// verbBefore returns the last verb group before word i, and verbAfter the first finite one of a main
// clause after group g.
func (a *Analysis) verbBefore(i int) *Group {
	var last *Group
	for k := range a.Groups {
		if a.Groups[k].found.main < i {
			last = &a.Groups[k]
		}
	}
	return last
}

func (a *Analysis) verbAfter(f *found) *Group {
	for k := range a.Groups {
		if g := &a.Groups[k]; g.found.main > f.main && (g.found.finite || g.found.order) {
			return g
		}
	}
	return nil
}

// pastBeside returns the words of the past that a clause of time sets beside group g: when I was ten.
func (a *Analysis) pastBeside(g *Group) string {
	f := g.found
	if i := a.conjunctionBefore(f); i >= 0 { // cried when the balloon bursts
		if main := a.verbBefore(i); i > 0 && main != nil && main.found.finite && a.isPast(main) &&
			a.parser.words[i].lower != "before" && !a.asksWhen(main) && !a.parser.marked(main.found.end, i, ":;") {
			return a.told(main)
		}
		if i == 0 && a.parser.words[i].lower != "whenever" && !(a.parser.words[i].lower == "while" && (g.Verb == "be" ||
			a.isState(f))) && !(a.parser.words[i].lower == "before") { // while she sleeps, we decorated
			if main := a.verbAfter(f); main != nil && a.isPast(main) && main.found.kind == mainClause && a.parser.words[i].lower == "while" {
				return a.told(main)
			}
		}
		return ""
	}
	if f.kind != mainClause || f.inverted {
		return ""
	}
	for k := range a.Groups {
		other := &a.Groups[k]
		i := a.conjunctionBefore(other.found)
		if i < 0 || !other.found.finite || !a.isPast(other) || a.parser.words[i].lower == "while" && other.Verb == "be" &&
			other.found.main == other.found.finiteWord() {
			continue
		}
		switch {
		case other.found.main < f.main && (i == 0 || a.openedBy(i)) && a.verbAfter(other.found) == g: // when I was ten, we move
			return a.text(i, other.found.end)
		case other.found.main > f.main && a.verbBefore(i) == g && !a.asksWhen(g) && g.Verb != "be" && !a.isState(f) && g.Verb != "have":
			return a.text(i, other.found.end)
		}
	}
	return ""
}

// openedBy reports whether only an expression of time stands before word i: last night, as soon as.
func (a *Analysis) openedBy(i int) bool {
	return slices.ContainsFunc(a.parser.times, func(m moment) bool { return m.from == 0 && i-m.to <= 1 && m.to <= i })
}

// told returns the words of group g and its subject, as the evidence that something is past.
func (a *Analysis) told(g *Group) string {
	f := g.found
	if s := f.subject; s != nil && s.kind == pronoun && s.end == f.start {
		return a.text(s.start, f.end)
	}
	return a.text(f.start, f.end)
}

// marked reports whether one of the marks stands between two words.
func (p *parser) marked(from, to int, marks string) bool {
	return slices.ContainsFunc(p.words[min(from, to):to], func(w word) bool {
		return w.punct && slices.Contains([]byte(marks), w.text[0])
	})
}

// asksWhen reports whether a clause with when may be what the verb of g is about: know, ask, remember.
func (a *Analysis) asksWhen(g *Group) bool { return a.parser.lex.is(g.Verb, "asks-when") }

// futureInside returns the words that open the clause of group g, if it is one of time or a condition, which
// have no will: when I will land, if it will rain.
func (a *Analysis) futureInside(g *Group) string {
	p, f := a.parser, g.found
	if f.inverted || f.subject == nil || f.kind == relClause {
		return ""
	}
	i := a.conjunctionBefore(f)
	if i < 0 {
		if s := f.subject.start; s > 0 && (p.words[s-1].lower == "if" || p.words[s-1].lower == "unless") {
			i = s - 1
		}
	}
	if i < 0 || f.start > f.subject.end+6 || p.words[i].lower == "whenever" || p.words[i].lower == "while" {
		return ""
	}
	word := p.words[i].lower
	if i > 0 {
		before := p.words[i-1].lower
		if p.lex.is(before, "subordinator", "relative", "object", "either", "coordinator") && before != "us" || before == "sure" ||
			before == "about" || before == "even" || before == "only" || before == "as" {
			if before != "you" && before != "them" && before != "him" && before != "her" && before != "me" && before != "it" {
				return ""
			}
		}
		main := a.verbBefore(i)
		if main != nil && (word == "if" || word == "unless") && main.Tense != verb.FutureSimple && !main.found.order {
			return ""
		}
		if main == nil || a.asksWhen(main) || p.lex.is(main.Verb, "clausal") || !a.looksAhead(main) || p.words[i-1].lower == "sure" {
			return ""
		}
		if s := main.found.subject; s != nil && timeNouns()[p.words[s.head].lower] {
			return "" // the day will come when
		}
	} else if main := a.verbAfter(f); main == nil || word == "when" && main.found.kind != mainClause || !a.looksAhead(main) {
		return ""
	}
	you := f.subject.kind == pronoun && p.words[f.subject.head].lower == "you"
	if (word == "if" || word == "unless") && you && !a.isState(f) && f.base != "be" && f.base != "have" && f.base != "see" {
		return "" // if you will follow me
	}
	if word == "if" && f.not >= 0 && p.acts(f.subject) {
		return "" // if he won't listen: he refuses
	}
	return a.text(i, min(i+1+2*one(word == "as"), len(p.words)))
}

// looksAhead reports whether group g speaks of the future, gives an order, or has a modal.
func (a *Analysis) looksAhead(g *Group) bool {
	p, f := a.parser, g.found
	if f.order || g.Tense == verb.FutureSimple {
		return true
	}
	if len(f.aux) == 0 {
		return false
	}
	switch p.words[f.aux[0]].lower {
	case "can", "ca", "must", "should", "may", "might", "will", "'ll", "wo":
		return true
	}
	return f.base == "go" || len(f.aux) > 1 && p.words[f.aux[len(f.aux)-1]].lower == "to"
}

// childhood returns the words of a clause that sets group g in somebody's childhood, where habits are past too: when
// I was a child I play in the street every day.
func (a *Analysis) childhood(g *Group) string {
	p, f := a.parser, g.found
	if p.words[0].lower != "when" || f.kind != mainClause || f.inverted || f.shared || a.parser.isAuxiliaryOnly(f) {
		return ""
	}
	first := a.verbBefore(f.subject.start)
	if first == nil || first.Verb != "be" || first.Tense != verb.PastSimple || a.conjunctionBefore(first.found) != 0 ||
		first.found.subject.kind != pronoun || a.verbAfter(first.found) != g {
		return ""
	}
	for i := first.found.end; i < min(first.found.end+3, f.subject.start); i++ {
		switch w := p.words[i].lower; {
		case w == "child", w == "kid", w == "young", w == "little", w == "small",
			w == "boy", w == "girl", w == "school", theTimes().numbers[w], isDigits(w):
			for _, v := range p.words[f.subject.start:min(f.end+8, len(p.words))] {
				if v.lower == "now" || v.lower == "still" || v.lower == "today" || v.lower == "remember" {
					return ""
				}
			}
			return a.text(0, first.found.end)
		}
	}
	return ""
}
