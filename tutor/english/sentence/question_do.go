package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// A question has do beside a verb that has no auxiliary, and none beside another. Learners leave it out (where you live?) or have one too
// many (who did come, do you have seen it?).

// asksWithDo reports whether a form of do stands in a question about the subject, which has none: who did come?
func (a *Analysis) asksWithDo(f *found) bool {
	p := a.parser
	if !p.question || f.governor != byDo || len(f.aux) != 1 || f.main == f.aux[0] || f.not >= 0 || f.inverted || f.fault != noFault || f.subject.start != 0 || !p.lex.is(p.words[0].lower, "question") || p.asksStill() {
		return false
	}
	if p.couldBeVerb(f.end) && (p.noNoun(f.end) || p.words[f.end].lower == "mean") && p.phraseEnds(f.end+1) { // what does start mean?
		return false
	}
	return f.subject.end == f.aux[0] && f.kind == mainClause
}

// asksStill reports whether words of a question show that its do is stressed, since what is asked for was left open: who did win in the end? What did
// become of that friend of yours?
func (p *parser) asksStill() bool {
	for i, w := range p.words {
		switch {
		case (w.lower == "then" || w.lower == "if") && p.words[max(i-1, 0)].text == ",", p.matches(i, []string{"in", "the", "end"}) && p.phraseEnds(i+3):
			return true
		case w.lower == "of" && i > 1 && ownWords[p.wordAt(i+1)] && (p.words[i-2].lower == "that" || p.words[i-2].lower == "those"):
			return true
		}
	}
	return false
}

// asksPerfectWithDo reports whether do opens a question in the perfect: do you have ever seen snow? After have, a participle that is an
// adjective too may go with a noun: do you have used cars?
func (a *Analysis) asksPerfectWithDo(f *found) bool {
	p := a.parser
	been := f.base == "be" && len(f.aux) == 3 && p.words[f.main].lower == "been"
	if !f.inverted || f.not >= 0 || !been && (len(f.aux) != 2 || f.governor != byHave || !has(f.readings, verb.Participle)) {
		return false
	}
	first := p.words[f.aux[0]].lower
	return (first == "do" || first == "does") && p.words[f.aux[1]].lower == "have" && (been || p.perfectAdverb(f) || p.words[f.main].lower == "got" && f.end < len(p.words) && !p.words[f.end].punct || !has(f.readings, verb.Past) && !(f.end < len(p.words) && p.plainNounAt(f.end)))
}

// asksBeenWithDid reports whether did opens a question about what somebody has ever been: did you ever been to Peru?
func (a *Analysis) asksBeenWithDid(f *found) bool {
	p := a.parser
	return f.inverted && f.governor == byDo && f.not < 0 && len(f.aux) == 1 && p.words[f.aux[0]].lower == "did" && p.words[f.main].lower == "been" && p.words[f.main-1].lower == "ever"
}

// asksWhatDone reports whether f asks with be and do what somebody does: what are you do on Sundays?
func (a *Analysis) asksWhatDone(f *found) bool {
	return f.base == "do" && f.governor == byBe && f.fault == bareWithBe && f.inverted && f.fronted && f.not < 0 && a.parser.words[0].lower == "what" && a.parser.acts(f.subject)
}

// inFreeTime reports whether "in your free time" follows f.
func (a *Analysis) inFreeTime(f *found) bool {
	p := a.parser
	if !p.matches(f.end, []string{"in"}) || f.end+3 >= len(p.words) || !possessives[p.words[f.end+1].lower] {
		return false
	}
	i := f.end + 2
	return (p.words[i].lower == "free" || p.words[i].lower == "spare") && p.words[i+1].lower == "time"
}

// finished are what one does to one thing, and nouns that no "have" goes with before an article.
var finished = setOf("finish start clean open close answer visit watch check order cook paint")

// asksHaveBase reports whether f asks with do, have and a base form, where the perfect is meant or have to: do you have finish the book?
func (a *Analysis) asksHaveBase(f *found) bool {
	p := a.parser
	if !p.question || !f.inverted || f.subject == nil || len(f.aux) == 0 || !p.lex.is(p.words[f.aux[0]].lower, "do") || f.not >= 0 {
		return false
	}
	have := f.subject.end
	if !p.matches(have, []string{"have"}) || !p.couldBeVerb(have+1) {
		return false
	}
	w := p.words[have+1].lower
	return p.noNoun(have+1) || p.objectAt(have+2) && !p.lex.nouns["mass"][w] && !p.lex.chieflyNoun(w) || p.matches(have+2, []string{"well"}) ||
		finished[w] && have+3 < len(p.words) && p.words[have+3].lower != "whole" && (articles[p.words[have+2].lower] || possessives[p.words[have+2].lower])
}

// lacksDo reports whether the whole sentence is a question of a pronoun and a verb in the present,
// without an auxiliary: You like it? Where you live?
func (a *Analysis) lacksDo(f *found) bool {
	p := a.parser
	lone := len(f.aux) == 0 || f.main == f.aux[0] && f.not < 0 && (f.base == "do" || f.base == "have" && p.words[f.main].lower != "had")
	if !p.question || f.inverted || !lone || f.fault != noFault || f.base == "be" || f.subject.end != f.start || !a.isSimple() {
		return false
	}
	asked := a.asksBefore(f)
	switch {
	case f.kind != mainClause && !(asked && f.kind == subClause), f.subject.kind != pronoun && !(asked && f.subject.kind == nounPhrase):
		return false
	case len(f.aux) > 0 && p.phraseEnds(f.end): // What have you? What they have done.
		return asked && f.base == "do" && f.end < len(p.words)
	case has(f.readings, verb.Past) && !has(f.readings, verb.Base):
		return asked
	}
	if next := p.words[f.end]; !asked && (f.base == "know" || f.base == "see") && (next.punct || next.lower == "what") {
		return false // You know what?
	}
	return has(f.readings, verb.Base|verb.ThirdPerson) && (asked || f.subject.start == 0)
}

// asksBefore reports whether a question word opens the sentence and the subject of f follows it, so
// that an auxiliary must stand between them: Where you live? What time the shop opens?
func (a *Analysis) asksBefore(f *found) bool {
	p, start := a.parser, f.subject.start
	first := 0
	if p.lex.is(p.words[0].lower, "preposition") && !p.lex.is(p.words[0].lower, "question") {
		first = 1 // at what time the shop opens
	}
	if !p.question || start <= first || start > first+4 || !p.lex.is(p.words[first].lower, "question") || f.subject.kind == wh {
		return false
	}
	if p.lex.is(p.words[start].lower, "determiner") && p.words[start-1].lower == "how" {
		return false // how many of them speak
	}
	switch before := p.words[start-1].lower; before {
	case "many", "much", "which", "what", "whose":
		first := p.words[start].lower
		if f.subject.kind == nounPhrase && !articles[first] && !possessives[first] && !p.words[start].named() {
			return false // how many little boys live here
		}
	}
	if n := f.subject; n.kind == nounPhrase && !n.determined && !p.nameless(p.words[start]) && !p.words[start].named() {
		return false // how many people live here
	}
	if a.afterHowDare(f) {
		return false
	}
	for _, w := range p.words[first+1 : start] {
		if w.punct || w.lower != "of" && p.lex.is(w.lower, "subordinator", "preposition", "negation", "coordinator") || w.lower == "come" {
			return false
		}
	}
	return true
}

// isSimple reports whether the sentence has one finite verb and no mark inside.
func (a *Analysis) isSimple() bool {
	p := a.parser
	finite := 0
	for _, s := range a.steps {
		if s.found != nil && s.found.finite {
			finite++
		}
	}
	for _, w := range p.words[:len(p.words)-1] {
		if w.punct {
			return false
		}
	}
	return finite == 1
}

// haveForDo puts the auxiliary of the perfect in the place of do, and leaves out the "have" after the subject: did you ever been, do you have ever been.
func (r *rewriting) haveForDo(o Observation) {
	f := r.found
	auxiliary, _ := r.parts(o)
	r.text[f.aux[0]] = auxiliary
	if len(f.aux) > 1 {
		r.text[f.aux[1]] = ""
	}
}
