package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A clause with whoever, whatever or what is one thing, and so is somebody asked for (I know who cooks) and "more than one" with its noun. The parse allows for
// several, as learners do, who let the verb agree with the nearest noun or leave its -s out: whoever left these bags are in trouble, I know what happen next.

// readSingles marks each verb in the plural whose subject is one of these.
func (a *Analysis) readSingles() {
	p := a.parser
	a.readAskedInsideBase()
	for i := range a.Groups {
		f := a.Groups[i].found
		if f.subject == nil || !f.finite || f.inverted && !a.belongsToWhere(f) || f.shared || f.freeForm || f.hypothetical || f.fault != noFault || p.finitePersons(f.verbal)&p3sg != 0 || !a.agrees(f) {
			continue
		}
		if before := p.words[max(f.start-1, 0)].lower; p.words[f.finiteWord()].lower == "be" || p.lex.is(before, "be", "modal", "infinitive") { // what he did was sing
			continue
		}
		if p.belongsToWhoever(f) || a.belongsToWhoeverBefore(f) || p.belongsToMoreThanOne(f) || p.belongsToStudy(f) || p.existsAlone(f) || p.belongsToHimWho(f) || a.asksInsideOfOne(f) || a.belongsToWhat(f) || a.belongsToWhere(f) || p.belongsToAct(f) || a.asksWhatIsOne(f) {
			f.single, f.sure = true, true
			if p.words[f.subject.head].lower == "who" && f.subject.head == f.start-1 && f.kind != relClause && !p.asksForOneBefore(f.subject.head) { // I know who live here: rather one person, but there may be several
				f.fault = unclear
			}
		}
	}
}

// belongsToWhoever reports whether a clause with whoever, or with whatever and its own subject, is the subject of f: whoever left these bags are, whatever he says make.
// After "whatever", a noun may be several: whatever problems they have are ours.
func (p *parser) belongsToWhoever(f *found) bool {
	n := f.subject
	if n.start >= f.start || slices.ContainsFunc(p.words[n.start:f.start], func(w word) bool { return w.punct }) {
		return false
	}
	switch p.words[n.start].lower {
	case "whoever":
		return true
	case "whatever":
		next := p.words[n.start+1].lower
		said := f.base != "be" || f.main != f.finiteWord() || p.isOneAt(f.end) || p.saidOfOneAt(f.end) // whatever they think are good ideas
		return goingOn[next] || p.lex.is(next, "subject", "either") && f.start > n.start+2 && said
	}
	return false
}

// belongsToWhoeverBefore reports whether f, which the parse joined with the object of a clause with whoever, is the verb of that clause as its subject: whoever broke
// the windows have to pay. After a verb of saying, the object has a verb of its own.
func (a *Analysis) belongsToWhoeverBefore(f *found) bool {
	p := a.parser
	if p.words[0].lower != "whoever" || f.subject.start < 2 || f.subject.end != f.start || !a.oneFiniteBefore(f, 1) || a.finiteGoesOn(f) {
		return false
	}
	first := a.verbBefore(f.start)
	return first.found.end == f.subject.start && first.found.subject != nil && first.found.subject.start == 0 && !p.lex.is(first.Verb, "clausal")
}

// belongsToMoreThanOne reports whether "more than one" and a noun are the subject of f: more than one student have failed. A number after it makes them several: more
// than one hundred people.
func (p *parser) belongsToMoreThanOne(f *found) bool {
	at := f.subject.start
	if !p.matches(at, []string{"more", "than", "one"}) || f.start != at+4 {
		return false
	}
	noun := p.words[at+3]
	return !p.functional(noun) && !p.isNumber(noun.lower) && p.lex.number(noun, true) == p3sg
}

// studies are names of what one studies that end in -s.
var studies = setOf("physics mathematics maths economics gymnastics linguistics")

// belongsToStudy reports whether the name of a study in -s, without a determiner, is the subject of f: physics are hard.
func (p *parser) belongsToStudy(f *found) bool {
	n := f.subject
	return n.kind == nounPhrase && studies[p.words[n.head].lower] && n.start == n.head && n.end == f.start && (n.start == 0 || p.opensClauseAt(n.start))
}

// existsAlone reports whether be in the plural stands after "there" before a phrase for one thing with "a", and no second one follows: there were a good feeling.
func (p *parser) existsAlone(f *found) bool {
	if f.subject.kind != existential || f.base != "be" || f.main != f.finiteWord() || f.not >= 0 {
		return false
	}
	if first := p.wordAt(f.end); first != "a" && first != "an" {
		return false
	}
	if slices.ContainsFunc(p.words[f.end:], func(w word) bool {
		return w.text == "," || w.lower == "and" || w.lower == "or" || w.lower == "of" || w.lower == "few" || w.lower == "many"
	}) {
		return false
	}
	i := f.end + 1
	for i < len(p.words) && p.lex.is(p.words[i].lower, "adjective") && !p.phraseEnds(i+1) {
		i++
	}
	if i >= len(p.words) {
		return false
	}
	noun, next := p.words[i], p.wordAt(i+1)
	ends := p.phraseEnds(i+1) || len(p.words[i+1].form(verb.Gerund)) > 0
	return ends && next != "of" && !p.functional(noun) && !p.isNumber(noun.lower) && !countsMany[noun.lower] && !manyKinds[noun.lower] && p.lex.number(noun, true) == p3sg && !p.lex.is(noun.lower, "adjective", "unit")
}

// countsMany are nouns in the singular that count, and words beside them.
var countsMany = setOf("dozen hundred thousand million billion score few couple")

// belongsToHimWho reports whether "who" before f is about he or she: he who laugh last.
func (p *parser) belongsToHimWho(f *found) bool {
	who := f.start - 1
	if f.kind != relClause || who < 1 || p.words[who].lower != "who" || len(f.aux) > 0 {
		return false
	}
	before := p.words[who-1].lower
	return (before == "he" || before == "she") && !(who > 1 && p.lex.is(p.words[who-2].lower, "coordinator"))
}

// readAskedInsideBase enters a finite group for a base form after a "who" that asks inside the sentence, which the parse took for none: the question is who pay, it depends
// who cook tonight.
func (a *Analysis) readAskedInsideBase() {
	p := a.parser
	for k := 3; k < len(p.words); k++ {
		if p.words[k-1].lower != "who" || !p.couldBeVerb(k) || p.words[k].lower == "be" || has(p.words[k].readings, verb.Past) || !p.asksForOneBefore(k-1) {
			continue
		}
		if next := a.finiteAfter(k); next != nil && next.found.subject != nil && next.found.subject.start <= k && next.found.subject.end > k { // who work with him would be
			continue
		}
		if g := a.groupAt(k); g != nil && (g.found.finite || g.found.main != k) || !p.phraseEnds(k+1) && !p.objectAt(k+1) && !p.timeAt(k+1) || p.verbAt(k+1) {
			continue
		}
		a.enterFinite(k, &nominal{start: k - 1, end: k, head: k - 1, persons: p3sg, kind: wh, adjective: -1}, subClause, k-1, false)
	}
	a.sortGroups()
}

// asksForOneBefore reports whether the word before a "who" at word i leaves it to a question inside the sentence: the question is who, it depends who, it depends on who.
func (p *parser) asksForOneBefore(i int) bool {
	switch p.words[i-1].lower {
	case "depends", "is":
		return true
	case "on":
		return p.words[max(i-2, 0)].lower == "depends"
	}
	return false
}

// asksInsideOfOne reports whether f is the verb of a question inside the sentence that asks who does, or what happens: I know what happen next, the question is who pay.
func (a *Analysis) asksInsideOfOne(f *found) bool {
	p, n := a.parser, f.subject
	asks := p.words[n.head].lower
	if n.end != f.start || n.end != n.start+1 || n.start == 0 || asks != "who" && asks != "what" {
		return false
	}
	if !a.inquiresBefore(n.start) && !(asks == "who" && p.asksForOneBefore(n.start)) {
		return false
	}
	next := p.wordAt(f.end)
	if p.lex.is(next, "subject", "be", "modal", "have") || next == "there" || next == "you" || asks == "what" && f.end < len(p.words) && p.words[f.end].named() { // what need there is, what drew Ana
		return false
	}
	switch {
	case len(f.aux) == 0:
		return f.base != "be"
	case f.main == f.finiteWord():
		return f.base == "do" && p.objectAt(f.end)
	}
	return f.governor == byHave && asks == "what" && (goingOn[f.base] || f.base == "change")
}

// belongsToWhat reports whether a clause with what that opens the sentence is the subject of f, of which one thing is said: what he wants are what they have, what
// surprises my parents are the price, what happens here stay here. What is said of several may be in the plural: what I like are the songs.
func (a *Analysis) belongsToWhat(f *found) bool {
	p := a.parser
	if p.question || p.words[0].lower != "what" || f.start < 3 || f.kind == relClause && f.subject.start > 1 {
		return false
	}
	if slices.ContainsFunc(p.words[:f.start], func(w word) bool {
		return w.punct || p.lex.is(w.lower, "coordinator", "subordinator", "relative") && w.lower != "what"
	}) {
		return false
	}
	own := p.lex.is(p.words[1].lower, "subject", "either") || articles[p.words[1].lower] || possessives[p.words[1].lower]
	third := has(p.words[1].readings, verb.ThirdPerson) && !p.lex.is(p.words[2].lower, "subject") && p.words[2].lower != "of"
	if !own && !third || !a.oneFiniteBefore(f, 1) || a.finiteGoesOn(f) {
		return false
	}
	if f.base == "be" && f.main == f.finiteWord() {
		return p.isOneAt(f.end) || p.bareOneAt(f.end) || p.saidOfOneAt(f.end) || p.clauseOrVerbAt(f.end) || p.wordAt(p.afterBe(f.end)) == "what"
	}
	return len(f.aux) == 0 && (f.subject.start == 0 || third && f.subject.start == 1) && !p.lex.is(p.words[f.start-1].lower, "subject", "either") && f.main > f.subject.end-1 && p.noNoun(f.main)
}

// belongsToWhere reports whether a clause with where, why, who or how and its own pronoun opens the sentence as the subject of be in the plural, of which one thing is
// said: where I live are none of your business, why you left are clear.
func (a *Analysis) belongsToWhere(f *found) bool {
	p := a.parser
	switch p.words[0].lower {
	case "where", "why", "who", "how", "that":
	default:
		return false
	}
	if p.question || f.base != "be" || f.main != f.finiteWord() || f.start < 3 || !p.lex.is(p.words[1].lower, "subject", "either") || !a.oneFiniteBefore(f, 1) || a.finiteGoesOn(f) {
		return false
	}
	if slices.ContainsFunc(p.words[1:f.start], func(w word) bool { return w.punct || p.lex.is(w.lower, "coordinator", "subordinator", "relative") }) {
		return false
	}
	return p.isOneAt(f.end) || p.saidOfOneAt(f.end)
}

// belongsToAct reports whether an -ing form opens the clause of f as its subject, with no noun before f that could be several but what a preposition takes, and one thing is said of
// it: swimming are fun, having lunch at work are cheap, talking to people are normal.
func (p *parser) belongsToAct(f *found) bool {
	start := f.subject.start
	if f.subject.kind == existential || f.base != "be" || f.main != f.finiteWord() || f.kind == relClause {
		return false
	}
	if start > 0 && !p.isGerundAt(start) && p.isGerundAt(start-1) {
		start--
	}
	if !p.isGerundAt(start) && p.adverb(start) == 1 && start == 0 {
		start++
	}
	if start >= f.start || !p.isGerundAt(start) || p.words[start].lower == "being" || !(start == 1 && p.adverb(0) == 1) && !p.opensClauseAt(start) || start > 0 && p.words[start-1].lower == "and" {
		return false
	}
	for k := start; k < f.start; k++ {
		w := p.words[k]
		if w.punct || w.named() && w.capital && k > start || p.lex.is(w.lower, "coordinator", "relative", "subordinator") && w.lower != "like" {
			return false
		}
		several := k > start && !p.functional(w) && p.adverb(k) == 0 && p.lex.number(w, true)&p3pl != 0
		if several && !p.lex.is(p.words[k-1].lower, "preposition") && !(k > start+2 && p.lex.is(p.words[k-1].lower, "determiner") && p.lex.is(p.words[k-2].lower, "preposition")) {
			return false
		}
	}
	if p.lex.number(p.words[start], false)&p3pl != 0 || f.start == start+1 && p.lex.is(p.words[start].lower, "adjective") {
		return false
	}
	return p.isOneAt(f.end) || p.bareOneAt(f.end) || p.saidOfOneAt(f.end)
}

// oneFiniteBefore reports whether one finite verb stands before f from word i on, or a word in the third person stands there that the parse took for a noun.
func (a *Analysis) oneFiniteBefore(f *found, i int) bool {
	count := 0
	for k := range a.Groups {
		if o := a.Groups[k].found; o.finite && o.main >= i && o.main < f.start {
			count++
		}
	}
	return count == 1 || count == 0 && has(a.parser.words[i].readings, verb.ThirdPerson)
}

// finiteGoesOn reports whether a finite verb after f may have the same words as its subject: what he thinks people need is time.
func (a *Analysis) finiteGoesOn(f *found) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		o := g.found
		return o.finite && o.main > f.main && o.subject != nil && o.subject.start <= f.main
	})
}

// asksWhatIsOne reports whether be in the plural stands between "what" and one thing or an adjective: what are wrong, what were the cause of the fire, I wonder which are
// the best way. What says more of itself in the plural is several: what are best for you are small steps. A participle may say what several things are called: what are known as black holes.
func (a *Analysis) asksWhatIsOne(f *found) bool {
	p, n := a.parser, f.subject
	asks := p.words[n.head].lower
	told := f.start == n.end+2 && asks == "what" && p.lex.is(p.words[n.end].lower, "subject", "either") && f.base == "be" // what you think are best
	if n.end != f.start && !told || n.end != n.start+1 || f.base != "be" && f.base != "go" || f.finiteWord() != f.start || f.not >= 0 {
		return false
	}
	if asks != "what" && (asks != "which" || n.start == 0 || !p.lex.is(p.words[n.start-1].lower, "clausal")) {
		return false
	}
	if f.base == "go" {
		return f.main == f.start+1 && asks == "what" && p.matches(f.main, []string{"going", "on"})
	}
	if f.main != f.start {
		return false
	}
	i := p.afterBe(f.end)
	if i >= len(p.words) {
		return false
	}
	if next := a.finiteAfter(f.main); next != nil && p.finitePersons(next.found.verbal)&p3sg == 0 { // what are best for you are small steps
		return false
	}
	if asks == "what" && p.lex.is(p.words[i].lower, "adjective") && p.predicateAdjectiveAt(i) {
		return !has(p.words[i].readings, verb.Participle|verb.Past) && !p.matches(i+1, []string{"to", "be"})
	}
	if asks == "what" && places[p.words[i].lower] && a.inquiresBefore(n.start) { // tell me what are in the box
		return slices.ContainsFunc(p.nominals(i+1), func(m *nominal) bool { return m.determined && p.wordAt(m.end) == "." })
	}
	return p.isOneAt(i) && slices.ContainsFunc(p.nominals(i), func(m *nominal) bool {
		return m.kind == nounPhrase && m.determined && m.persons == p3sg && (m.end >= len(p.words) || p.words[m.end].punct || p.words[m.end].lower == "of" || p.words[m.end].lower == "to")
	})
}

// bareOneAt reports whether a noun in the singular follows be at word i alone at the end of the sentence: what helps are practice.
func (p *parser) bareOneAt(i int) bool {
	if i+2 != len(p.words) || !p.words[i+1].punct {
		return false
	}
	w := p.words[i]
	return !p.functional(w) && !w.named() && !w.guessed && p.lex.number(w, false) == p3sg && p.plainNounAt(i) && !p.lex.is(w.lower, "adjective", "adverb") && !adjectival(w.lower) && !verb.IsAlsoAdjective(w.lower)
}
