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
func (a *Analysis) tenseByClause(g *Group) (verb.Tense, string) {
	f := g.found
	if f.freeForm || f.subject.kind == gerund || a.isComment(f) || g.Judgment.Verdict != "" {
		return "", ""
	}
	switch g.Tense {
	case verb.FutureSimple:
		if told := a.futureInside(g); told != "" {
			return verb.PresentSimple, told
		}
	case verb.PresentPerfect:
		if told := a.perfectCarried(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.perfectAfterThen(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.pastAfterHave(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.pastAfter(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.childhood(g); told != "" && !a.parser.perfectAdverb(f) {
			return verb.PastSimple, told
		}
		if told := a.perfectAsked(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.perfectWhen(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.perfectAsChild(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.whilePast(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.perfectOver(g); told != "" {
			return verb.PastSimple, told
		}
	case verb.PresentSimple:
		if told := a.childhood(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.youngThen(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.wishedPast(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.fairyTale(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.eventSince(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.usedThen(g); told != "" {
			return verb.PastSimple, told
		}
		if told := a.grownUp(g); told != "" {
			return verb.PastSimple, told
		}
		if a.parser.isAuxiliaryOnly(f) || a.hasPresent(f) {
			return "", ""
		}
		for _, told := range []string{a.betweenPasts(g), a.opensStory(g), a.laterThan(g), a.obligedThen(g)} {
			if told != "" {
				return verb.PastSimple, told
			}
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

// pastAfter returns the words of a past that a perfect in a clause of time stands beside: after she has finished, she left.
func (a *Analysis) pastAfter(g *Group) string {
	f, p := g.found, a.parser
	i := a.conjunctionBefore(f)
	if i < 0 || f.inverted || f.kind == relClause || f.not >= 0 || len(f.aux) != 1 {
		return ""
	}
	switch p.words[i].lower {
	case "after", "when", "as", "once", "before", "until":
	default:
		return ""
	}
	beside := a.verbBefore(i)
	if i == 0 {
		beside = a.verbAfter(f)
	}
	if beside == nil || !beside.found.finite || beside.found.kind != mainClause || beside.Tense != verb.PastSimple || !a.isPast(beside) || a.asksWhen(beside) {
		return ""
	}
	return a.told(beside)
}

// whilePast returns the words of a past with while that opens the sentence, beside the perfect of g: while she was sleeping, someone has
// stolen her bag.
func (a *Analysis) whilePast(g *Group) string {
	f, p := g.found, a.parser
	if p.words[0].lower != "while" || f.kind != mainClause || f.inverted || len(f.aux) != 1 || p.perfectAdverb(f) || a.hasPresent(f) {
		return ""
	}
	first := a.verbBefore(f.subject.start)
	if first == nil || a.conjunctionBefore(first.found) != 0 || a.next(first) != g || !a.isPast(first) || first.Verb == "be" {
		return ""
	}
	return a.text(0, first.found.end)
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
		case "now", "still", "today", "nowadays", "always", "usually", "often", "sometimes", "never", "every", "each", "anymore", "ever", "tonight", "currently", "tomorrow", "here", "generally", "rarely", "seldom", "these":
			return true
		}
	}
	if p.perUnit(f.end) {
		return true
	}
	for _, m := range p.times {
		if m.tense != verb.PastSimple && m.tense != verb.PresentPerfect && a.clauseAt(m.from) == f.clause {
			return true
		}
	}
	return false
}

// perUnit reports whether words near word i say how much somebody does in a day or a week: ten kilometres a day.
func (p *parser) perUnit(i int) bool {
	for k := i; k+2 < len(p.words) && k < i+4; k++ {
		if p.pluralAt(k) && (p.words[k+1].lower == "a" || p.words[k+1].lower == "per") && timeNouns()[p.words[k+2].lower] {
			return p.phraseEnds(k + 3)
		}
	}
	return false
}

// isPast reports whether group g tells of the past: a past simple that is right, or wrong in its form
// alone, or a past continuous.
func (a *Analysis) isPast(g *Group) bool {
	f := g.found
	switch {
	case !f.finite, f.subjectless, a.isMentioned(f.main), f.hypothetical && a.conjunctionBefore(f) < 0:
		return false
	case g.Judgment.Verdict == Wrong && g.Judgment.Call.Tense == verb.PastSimple, g.Tense == verb.PastSimple && !a.eitherTense(f):
		return f.base != "use" || f.main != f.finiteWord()
	}
	return len(f.aux) == 1 && a.parser.pastBe(f.aux[0]) && (has(f.readings, verb.Gerund) && a.parser.words[f.main].lower != "going" || has(f.readings, verb.Participle))
}

// eitherTense reports whether the form of f may be a present too: they put, we read. What he put, and did next, is a past, and so is what a time that is
// over goes with.
func (a *Analysis) eitherTense(f *found) bool {
	if len(f.aux) > 0 || !has(f.readings, verb.Base) || !has(f.readings, verb.Past) {
		return false
	}
	if f.subject != nil && f.kind == subClause && f.subject.persons == p3sg && f.subject.kind != wh && !f.freeForm && f.finite && a.conjunctionBefore(f) >= 0 {
		return false // when the balloon burst
	}
	next := a.verbAfter(f)
	if f.subject == nil || f.kind != mainClause || f.inverted || f.freeForm || next == nil || !next.found.shared || next.Verb == "be" || a.isState(next.found) {
		return true
	}
	one := f.subject.persons == p3sg && f.subject.kind != wh
	return !one && a.momentOf(f, a.parser.times).tense != verb.PastSimple
}

// conjunctionBefore returns the word that opens the clause of time of f: when, while, as soon as; -1
// where it has none. Two subordinators in a row open something else.
func (a *Analysis) conjunctionBefore(f *found) int {
	p := a.parser
	if f.subject == nil || f.inverted {
		return -1
	}
	i := f.subject.start - 1
	if first := p.words[f.subject.start].lower; f.subject.kind == coordinated && p.lex.is(p.words[f.subject.start+1].lower, "coordinator") && (timeNouns()[first] || first == "midnight" || first == "noon" || p.timeAt(f.subject.start)) {
		return -1 // come before Friday or the teacher will be angry
	}
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
	if i > 0 && p.words[i].lower == "before" && p.words[i-1].lower == "but" {
		return -1 // but before I lived in Rome: before that
	}
	if i > 0 && (p.lex.is(p.words[i-1].lower, "subordinator", "relative", "negation") || p.words[i-1].lower == "of" || timeNouns()[p.words[i-1].lower] || p.words[i-1].lower == "moment" || p.words[i-1].lower == "ever") {
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
	if told := a.pastForBareForm(g); told != "" {
		return told
	}
	if told := a.pastForBe(g); told != "" {
		return told
	}
	if i := a.conjunctionBefore(f); i >= 0 { // cried when the balloon bursts
		if main := a.verbBefore(i); i > 0 && main != nil && main.found.finite && a.isPast(main) && a.parser.words[i].lower != "before" && !a.asksWhen(main) && !a.parser.marked(main.found.end, i, ":;") {
			return a.told(main)
		}
		if i == 0 && a.parser.words[i].lower != "whenever" && !(a.parser.words[i].lower == "while" && (g.Verb == "be" || a.isState(f))) && !(a.parser.words[i].lower == "before") { // while she sleeps, we decorated
			if main := a.verbAfter(f); main != nil && a.isPast(main) && main.found.kind == mainClause && (a.parser.words[i].lower == "while" || a.parser.words[i].lower == "when" && g.Verb == "be" && a.isYoung(f) && !a.parser.phraseIsOver(main.found.end)) {
				return a.told(main)
			}
		}
		return ""
	}
	if f.kind != mainClause || f.inverted {
		return ""
	}
	if told := a.afterHad(g); told != "" {
		return told
	}
	for k := range a.Groups {
		other := &a.Groups[k]
		i := a.conjunctionBefore(other.found)
		if i > f.end && a.isYouth(g, other, i) {
			return a.text(i, other.found.end)
		}
		if i < 0 || !other.found.finite || !a.isPast(other) || a.parser.words[i].lower == "while" && other.Verb == "be" && other.found.main == other.found.finiteWord() {
			continue
		}
		switch {
		case other.found.main < f.main && (i == 0 || a.openedBy(i)) && a.next(other) == g: // when I was ten, we move
			return a.text(i, other.found.end)
		case other.found.main > f.main && a.verbBefore(i) == g && !a.asksWhen(g) && g.Verb != "be" && !a.isState(f) && g.Verb != "have":
			return a.text(i, other.found.end)
		}
	}
	return ""
}

// pastPerfect reports whether f is had and a participle.
func (p *parser) pastPerfect(f *found) bool {
	return len(f.aux) == 1 && f.governor == byHave && f.main != f.aux[0] && p.words[f.aux[0]].lower == "had"
}

// phraseIsOver reports whether a mark stands at word i and the sentence goes on after it: when I am a child again, he said, …
func (p *parser) phraseIsOver(i int) bool {
	return i+1 < len(p.words) && p.words[i].punct
}

// openedBy reports whether only an expression of time stands before word i: last night, as soon as.
func (a *Analysis) openedBy(i int) bool {
	for _, m := range a.parser.times {
		if m.from == 0 && i-m.to <= 1 && m.to <= i {
			return true
		}
	}
	return false
}

// next returns the finite group after g, past those inside its clause.
func (a *Analysis) next(g *Group) *Group { return a.verbAfter(g.found) }

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
	for _, w := range p.words[min(from, to):to] {
		if w.punct && slices.Contains([]byte(marks), w.text[0]) {
			return true
		}
	}
	return false
}

// asksWhen reports whether a clause with when may be what the verb of g is about: know, ask, remember.
func (a *Analysis) asksWhen(g *Group) bool {
	return a.parser.lex.is(g.Verb, "asks-when")
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
