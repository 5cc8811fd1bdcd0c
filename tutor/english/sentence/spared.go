package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A right sentence may put together words that elsewhere are a mistake: the end of a relative clause and the verb after it (what he has to makes sense), a noun that
// is a verb too (what help you get), a verb whose base form a word far before it asks for. Here stand those that a closed condition shows; what
// was judged wrong there is not judged.

// spares reports whether f, judged wrong, stands in such a construction.
func (a *Analysis) spares(f *found) bool {
	return a.secondBe(f) || a.joinsFreeForm(f) || a.parser.isMeans(f) || a.parser.nounAfterHave(f) || a.whatNoun(f) || a.isDoneByObject(f) || a.factThat(f) ||
		a.clauseEndsIn(f) || a.parser.usedToThings(f) || a.parser.fromParticiple(f) || a.gapBeforeTo(f) || a.parser.whoDidThing(f) || a.parser.asksInPlace(f) || a.parser.wouldThat(f) ||
		a.parser.whoHave(f) || a.parser.isTitle(f) || a.parser.namesWork(f) || a.parser.afterDid(f) || a.whatShe(f) || a.describesAbsolute(f) || a.parser.callsToAll(f) || a.parser.isGame(f) ||
		a.parser.nothingBut(f) || a.parser.namedAsModal(f) || a.parser.afterThere(f) || a.parser.whatTheyDo(f) || a.describedInQuestion(f) || a.parser.canDoIs(f) || a.parser.permits(f) || a.parser.muchNoun(f)
}

// whatTheyDo reports whether "do" ends a clause with what, and f is the verb after it: what people do worries me.
func (p *parser) whatTheyDo(f *found) bool {
	n := f.subject
	return n != nil && n.kind == nounPhrase && p.words[n.start].lower == "what" && !p.question && f.governor == byDo && f.fault == wrongForm && f.not < 0 && f.main == f.aux[0]+1
}

// afterThere reports whether f was read as the verb of a question with "is there", and so of a relative clause that has lost its who or that: are there shops sell bread?
func (p *parser) afterThere(f *found) bool {
	return f.inverted && len(f.aux) > 0 && f.main != f.aux[0] && p.isBeWord(f.aux[0]) && p.wordAt(f.aux[0]+1) == "there" && has(f.readings, verb.Base)
}

// namedAsModal reports whether the modal that opens a statement is the first name of somebody: Will Waters swears by cold showers.
func (p *parser) namedAsModal(f *found) bool {
	return len(f.aux) > 0 && f.aux[0] == 0 && !p.question && p.lex.is(p.words[0].lower, "name") && len(p.words) > 2 && p.words[1].capital && p.words[1].lower != "i" && has(p.words[f.main].readings, verb.ThirdPerson|verb.Past)
}

// nothingBut reports whether f is the base form after "do nothing but": he does nothing but complain.
func (p *parser) nothingBut(f *found) bool {
	i := f.main
	if i < 3 || p.words[i-1].lower != "but" || !has(p.words[i].readings, verb.Base) {
		return false
	}
	switch p.words[i-2].lower {
	case "nothing", "anything", "everything", "little", "all":
		return has(p.words[i-3].readings, verb.Base|verb.ThirdPerson|verb.Past|verb.Gerund|verb.Participle) && len(p.words[i-3].readings) > 0 && p.words[i-3].readings[0].Base == "do"
	}
	return false
}

// secondBe reports whether the two forms of be that f was read as belong to two clauses: who you are is important, the last summer we were together was the best.
func (a *Analysis) secondBe(f *found) bool {
	p := a.parser
	if f.governor != byBe || len(f.aux) != 1 || f.main == f.aux[0] || f.inverted || f.subject == nil || f.subject.start == 0 || !p.isBeWord(f.aux[0]) || !p.isBeWord(f.main) {
		return false
	}
	before := p.words[f.subject.start-1]
	if f.main == f.aux[0]+1 {
		return p.lex.is(before.lower, "question")
	}
	return !before.punct && !p.functional(before)
}

// joinsFreeForm reports whether f goes on after a coordinator with the base form that a verb before it asks for: she suggested that he go and the doctor stay.
func (a *Analysis) joinsFreeForm(f *found) bool {
	p := a.parser
	if f.subject == nil || f.subject.start == 0 || len(f.aux) > 0 || !has(f.readings, verb.Base) || !p.lex.is(p.words[f.subject.start-1].lower, "coordinator") {
		return false
	}
	before := a.verbBefore(f.subject.start)
	return before != nil && before.found.freeForm && len(before.found.aux) == 0 && has(before.found.readings, verb.Base)
}

// isMeans reports whether f is the noun of "means of": I showed you means of escape.
func (p *parser) isMeans(f *found) bool {
	return p.words[f.main].lower == "means" && p.wordAt(f.main+1) == "of"
}

// nounAfterHave reports whether what follows have is a noun with enough after it, or one that comes again: had sleep enough, have visit after visit.
func (p *parser) nounAfterHave(f *found) bool {
	if f.governor != byHave || !has(f.readings, verb.Base) || !verb.IsAlsoNoun(f.base) {
		return false
	}
	next := p.wordAt(f.main + 1)
	return next == "enough" || (next == "after" || next == "upon" || next == "by") && p.wordAt(f.main+2) == p.words[f.main].lower
}

// whatNoun reports whether f is the noun that "what" asks about, before the clause that describes it: what help you get is free.
func (a *Analysis) whatNoun(f *found) bool {
	p := a.parser
	if f.subject == nil || f.subject.kind != wh || p.words[f.subject.head].lower != "what" || f.main != f.subject.end || !has(f.readings, verb.Base) || !verb.IsAlsoNoun(f.base) || f.base == "make" || f.base == "let" || !p.lex.is(p.wordAt(f.end), "subject", "either") {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.main > f.main+2 && g.found.subject != nil && g.found.subject.start == f.subject.start
	})
}

// isDoneByObject reports whether the do of f is what the object of make or let does, and the word after it the verb of the sentence: everything she makes the boy do is hard.
func (a *Analysis) isDoneByObject(f *found) bool {
	p := a.parser
	if f.governor != byDo || f.fault != wrongForm || p.words[f.main-1].lower != "do" || has(f.readings, verb.Base) {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.kind == relClause && p.lex.is(g.Verb, "bare", "perception") && slices.ContainsFunc(p.nominals(g.found.end), func(n *nominal) bool { return n.end == f.main-1 })
	})
}

// factThat reports whether f is the subject of a clause after "the fact that", whose verb follows it: the fact that work tires the body is known.
func (a *Analysis) factThat(f *found) bool {
	p := a.parser
	if f.kind != relClause || f.start < 2 || p.words[f.start-1].lower != "that" || !factNouns[p.words[f.start-2].lower] || !has(f.readings, verb.Base) || p.noNoun(f.main) || f.end >= len(p.words) {
		return false
	}
	return has(p.words[f.end].readings, verb.ThirdPerson) && p.lex.is(p.wordAt(f.end+1), "determiner", "object")
}

// factNouns are nouns for what a clause with "that" says.
var factNouns = setOf("fact idea news belief claim view thought hope fear proof notion truth rumor rumour feeling theory sign evidence argument assumption conclusion")

// clauseEndsIn reports whether the "to" before f ends a clause, so that f is the verb of what that clause is about: where you go to depends on you, he says what he has to makes sense.
func (a *Analysis) clauseEndsIn(f *found) bool {
	p := a.parser
	if f.governor != byTo || f.fault != wrongForm || f.to < 2 || f.main != f.to+1 || f.main+1 >= len(p.words) || has(f.readings, verb.Base|verb.Gerund) {
		return false
	}
	r := a.verbBefore(f.to)
	if r == nil || r.found.main != f.to-1 || r.found.subject == nil || a.finiteOfClauseAround(f) {
		return false
	}
	s := r.found.subject
	if s.start == 0 {
		return false
	}
	switch opener := p.words[s.start-1].lower; {
	case opener != "what" && opener != "where" && opener != "who" && opener != "whatever" && opener != "wherever":
		return false
	case s.start == 1:
		return true
	}
	outer := a.verbBefore(s.start - 1)
	return outer != nil && outer.found.main == s.start-2 && (supposes[outer.Verb] || outer.Verb == "feel") && p.objectLike(f.main+1)
}

// objectLike reports whether a word that no function word is stands at word i, as the object of the verb before it would.
func (p *parser) objectLike(i int) bool {
	return i < len(p.words) && !p.words[i].punct && (p.objectAt(i) || !p.functional(p.words[i]))
}

// finiteOfClauseAround reports whether a finite verb after f has a subject that begins before f, so that f is not the verb of that subject.
func (a *Analysis) finiteOfClauseAround(f *found) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.main > f.main && g.found.subject != nil && g.found.subject.start < f.main
	})
}

// usedToThings reports whether f is a participle that describes the things somebody is used to: not used to divorced parents.
func (p *parser) usedToThings(f *found) bool {
	return f.governor == byTo && f.to > 1 && has(f.readings, verb.Participle) && !has(f.readings, verb.Base) && p.words[f.to-1].lower == "used" && p.beOrGetBefore(f.to-1) && p.pluralAt(f.main+1)
}

// beOrGetBefore reports whether a form of be or get stands before word i, with nothing but adverbs between.
func (p *parser) beOrGetBefore(i int) bool {
	k := i - 1
	for k > 0 && (p.adverb(k) == 1 || p.isNegation(k)) {
		k--
	}
	return k >= 0 && p.isBeWord(k) || p.getsUsed(i)
}

// fromParticiple reports whether f is the participle of "from hated to loved".
func (p *parser) fromParticiple(f *found) bool {
	return f.governor == byTo && f.to > 1 && has(f.readings, verb.Participle) && p.words[f.to-2].lower == "from" && len(p.words[f.to-1].form(verb.Participle)) > 0
}

// gapBeforeTo reports whether the preposition before the "to" of f ends a clause whose object stands before it: what I long for to be happy, who did you do it for to be so tired,
// the man she looked after to earn money.
func (a *Analysis) gapBeforeTo(f *found) bool {
	p := a.parser
	if f.fault != forPurpose && f.fault != gerundAsked || f.main < 3 || p.words[f.main-1].lower != "to" || !p.lex.is(p.words[f.main-2].lower, "preposition") {
		return false
	}
	r := a.verbBefore(f.main - 2)
	if r == nil || !r.found.finite || r.found.subject == nil || r.found.subject.start == 0 {
		return false
	}
	who := p.question && (p.words[0].lower == "who" || p.words[0].lower == "what")
	if r.found.main == f.main-4 {
		return who && f.main-3 < len(p.words) && p.words[f.main-3].lower == "it"
	}
	if r.found.main != f.main-3 {
		return false
	}
	before := p.words[r.found.subject.start-1].lower
	return f.fault == gerundAsked && r.found.kind == relClause || (takesFor[r.Verb] && p.words[f.main-2].lower == "for") && (who || r.found.kind == relClause || before == "what" || before == "who")
}

// takesFor are verbs whose object follows "for".
var takesFor = setOf("long look wait ask search hope pray fight pay care vote wish beg")

// whoDidThing reports whether the did of f is the verb of a question about who did a thing, which a participle may describe, or of a clause that is a subject:
// who did the work finished on Friday? Who did it is unknown.
func (p *parser) whoDidThing(f *found) bool {
	if !p.question && p.matches(0, []string{"who", "did"}) && f.aux != nil && f.aux[0] == 1 && p.isBeWord(f.main) {
		return true
	}
	return f.governor == byDo && f.inverted && f.fault == wrongForm && has(f.readings, verb.Participle) && p.words[0].lower == "who" && f.aux[0] == 1 && f.subject != nil && thingsDone[p.words[f.subject.head].lower] && f.subject.end == f.main
}

// thingsDone are things that somebody does.
var thingsDone = setOf("work job homework cleaning cooking shopping washing ironing laundry dishes damage drawing drawings painting paintings task tasks research translation repairs")

// asksInPlace reports whether the question ends in its question word, so that it repeats what somebody said: she lives where?
func (p *parser) asksInPlace(f *found) bool {
	last := len(p.words) - 2
	if !f.asks || last <= f.main || f.subject == nil || f.subject.start > 0 || !p.words[last+1].punct {
		return false
	}
	in := last
	if !p.lex.is(p.words[in].lower, "question") && in > f.main+1 {
		in-- // how much, which house
	}
	return p.lex.is(p.words[in].lower, "question") && p.words[in-1].lower != "or"
}

// wouldThat reports whether f is the wish of a clause after "would that": would that it were so simple.
func (p *parser) wouldThat(f *found) bool {
	return len(f.aux) > 0 && f.aux[0] == 0 && p.matches(0, []string{"would", "that"})
}

// whoHave reports whether "who have we" opens the sentence: who have we here?
func (p *parser) whoHave(f *found) bool {
	return f.subject != nil && f.subject.start == 0 && p.words[0].lower == "who" && f.base == "have" && f.main == 1 && p.lex.is(p.wordAt(2), "subject", "either") && (p.phraseEnds(3) || p.wordAt(3) == "here" || p.wordAt(3) == "there")
}

// isTitle reports whether the subject of f is a plural with a capital inside a name, which may be the title of one thing: The Grapes of Wrath was written in 1939.
func (p *parser) isTitle(f *found) bool {
	n := f.subject
	if n == nil || f.fault != noFault || n.kind != nounPhrase || !p.words[n.head].capital || p.words[n.head].first || n.persons&p3sg != 0 || !p.lex.knownPlural(p.words[n.head].lower) && !titlePlurals[p.words[n.head].lower] {
		return false
	}
	if f.governor == byBe && made[f.base] { // The Birds was made in 1963
		return true
	}
	return slices.ContainsFunc(p.words[n.start:f.start], func(w word) bool { return w.capital && w.lower != p.words[n.head].lower && w.lower != "the" })
}

// namesWork reports whether f says of names that are joined that they are one work: Romeo and Juliet is a play.
func (p *parser) namesWork(f *found) bool {
	n := f.subject
	if n == nil || f.fault != noFault || n.kind != coordinated || !p.words[n.end-1].capital {
		return false
	}
	if f.governor == byBe && made[f.base] || joinedTitles[p.words[n.end-1].lower] {
		return true
	}
	return f.base == "be" && slices.ContainsFunc(p.nominals(f.end), func(o *nominal) bool { return o.determined && titledWorks[p.words[o.head].lower] })
}

// titledWorks are things that carry names as their titles.
var titledWorks = setOf("play film movie novel book song opera musical show series ballet poem story game comedy tragedy drama cartoon")

// afterDid reports whether did or does stands right before the subject of f, whose base form belongs to it: not a word did she say.
func (p *parser) afterDid(f *found) bool {
	n := f.subject
	return n != nil && n.kind == pronoun && n.start > 0 && n.end == f.start && len(f.aux) == 0 && has(f.readings, verb.Base) && (p.words[n.start-1].lower == "did" || p.words[n.start-1].lower == "does")
}

// whatShe reports whether the past in f is the verb after a clause with what and had: what love she had went to her cats.
func (a *Analysis) whatShe(f *found) bool {
	p, n := a.parser, f.subject
	if p.question || f.governor != byHave || f.fault != wrongForm || n == nil || n.kind != pronoun || n.start < 1 || n.start > 2 || f.main != f.aux[0]+1 || !has(f.readings, verb.Past) {
		return false
	}
	return p.words[0].lower == "what" && !p.functional(p.words[n.start-1]) == (n.start == 2) && !a.finiteOfClauseAround(f)
}

var (
	// made are verbs for what is done to a work.
	made = setOf("publish write release film make shoot stage")
	// titlePlurals are plurals that titles end in.
	titlePlurals = setOf("tales adventures chronicles stories letters")
	// joinedTitles are nouns that end the titles of well-known books: War and Peace, Crime and Punishment.
	joinedTitles = setOf("peace prejudice punishment sensibility")
)

// callsToAll reports whether f is an order to all who hear it: nobody move! Everybody sit down.
func (p *parser) callsToAll(f *found) bool {
	n := f.subject
	if n == nil || n.start > 0 || n.kind != indefinite || len(f.aux) > 0 || f.main != n.end || !has(f.readings, verb.Base) || !p.isSomebody(n) {
		return false
	}
	return p.words[len(p.words)-1].text == "!" || (f.base == "sit" || f.base == "stand" || f.base == "listen") && p.phraseEnds(f.end+1)
}

// isGame reports whether f says of a plural that it is a game: cards is a dull game.
func (p *parser) isGame(f *found) bool {
	n := f.subject
	if n == nil || f.fault != noFault || n.kind != nounPhrase || n.end-n.start > 1 || f.base != "be" {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.end), func(o *nominal) bool { return o.determined && p.words[o.head].lower == "game" })
}
