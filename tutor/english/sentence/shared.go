package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Verbs that share a subject agree with it, each for itself: he gets up, has breakfast and goes to work. The same
// holds for the verb after who. Where such a verb stands in the base form, the parse takes it for a noun or for
// a form that something else governs; here stand those that can be neither.

// readShared enters a finite group for each base form that goes on a verb in the third person.
func (a *Analysis) readShared() {
	p := a.parser
	for i := 3; i+1 < len(p.words); i++ {
		from := i - 1
		for from > 1 && p.adverb(from) == 1 && p.words[from].lower != "so" {
			from--
		}
		if g := a.groupAt(i); g != nil && (g.found.finite && !a.goesOnRelative(g, from) || g.found.to >= 0 || g.found.order && p.words[i].lower != "say" && p.words[i-1].lower != "never" && !(p.words[i-1].text == "," && a.listGoesOn(i))) {
			continue
		}
		if a.thirdAfterPlural(i, from) {
			continue
		}
		joined := p.words[from].lower == "and" || p.words[from].lower == "but"
		if !joined && !(p.words[from].text == "," && (a.listGoesOn(i) || a.listGoesOnPast(i))) || !p.thirdMissing(i) {
			continue
		}
		if before := a.pastBefore(from, i); before != nil {
			a.enterFinite(i, before.found.subject, before.found.kind, before.found.clause, true)
			continue
		}
		if last := a.verbBefore(from); p.words[i-1].lower == "now" && last != nil && last.found.finite && last.found.subject != nil && last.found.subject.persons == p3sg && last.Tense == verb.PastSimple && !last.found.inverted && p.objectAt(i+1) {
			a.enterFinite(i, last.found.subject, last.found.kind, last.found.clause, true) // she studied law and now run a bakery
			continue
		}
		if before := a.relativeThirdBefore(from); before != nil {
			a.enterFinite(i, before.found.subject, relClause, before.found.clause, true)
			continue
		}
		if before := a.thirdBefore(from); before != nil && !(before.found.governor == byBe && before.found.main != before.found.finiteWord() && has(p.words[i].readings, verb.Participle)) && (p.words[before.found.finiteWord()].lower != "does" || from < i-1 || p.words[from].lower == "but") {
			a.enterFinite(i, before.found.subject, before.found.kind, before.found.clause, true)
		}
	}
	a.sortGroups()
}

// thirdAfterPlural enters a finite group for a verb in the third person after "and" at word from, where it goes on a verb of a
// subject in the plural: my friends play football and watches films.
func (a *Analysis) thirdAfterPlural(i, from int) bool {
	p := a.parser
	w := p.words[i]
	if p.words[from].lower != "and" || w.capital || w.guessed || len(w.form(verb.ThirdPerson)) == 0 || p.lex.is(w.lower, "noun", "adjective") {
		return false
	}
	before := a.verbBefore(from)
	again := before != nil && has(before.found.readings, verb.ThirdPerson) && (p.noNoun(i) || w.lower == "gets") // they suffers and gets ill
	if !again && !p.objectAt(i+1) && !p.pluralAt(i+1) {
		return false
	}
	if before == nil || !before.found.finite || before.found.kind != mainClause && !again || before.found.subject == nil || before.found.inverted || len(before.found.aux) > 0 || before.Tense != verb.PresentSimple {
		return false
	}
	if n := before.found.subject; n.kind == wh || n.persons&p3sg != 0 || has(before.found.readings, verb.ThirdPerson) && a.agrees(before.found) {
		return false
	}
	a.enterFinite(i, before.found.subject, before.found.kind, before.found.clause, true)
	return true
}

// thirdMissing reports whether the base form at word i can only be a verb, so that it lacks its -s.
func (p *parser) thirdMissing(i int) bool {
	if !p.couldBeVerb(i) || p.words[i].lower == "be" {
		return false
	}
	w := p.words[i].lower
	if before := p.words[i-1].lower; i > 1 && (before == "always" || before == "never") && (p.words[i-2].lower == "and" || p.words[i-2].lower == "but") && !p.lex.is(w, "adjective", "adverb", "preposition") {
		return true // is lazy and never help
	}
	switch {
	case w == "iron" && i > 2 && p.words[i-1].lower == "and" && len(p.words[i-2].form(verb.ThirdPerson)) > 0: // washes, dries and iron
		return p.objectAt(i + 1)
	case w == "cook" && i+1 < len(p.words) && meals[p.words[i+1].lower]:
		return true
	case w == "have":
		return i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "determiner") || i+1 < len(p.words) && meals[p.words[i+1].lower]
	case p.noNoun(i), w == "live", w == "work" && i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "preposition"):
		return true
	}
	if (w == "clean" || w == "dry" || w == "open" || w == "close") && i > 1 && i+1 < len(p.words) && p.words[i-1].lower == "and" && p.pluralAt(i+1) {
		n := p.phraseBefore(i - 1) // works in a school and clean houses
		return n != nil && n.determined && n.start > 0 && p.lex.is(p.words[n.start-1].lower, "preposition") || p.adverb(i-2) > 0
	}
	if w == "say" && (p.wordAt(i+1) == "that" || p.lex.is(p.wordAt(i+1), "determiner", "subject")) {
		return true
	}
	if before := p.words[i-1].lower; before == "and" && p.lex.is(p.words[i-2].lower, "object") && (p.phraseEnds(i+1) || p.lex.is(p.wordAt(i+1), "preposition")) && p.words[i-2].lower != "her" && !p.lex.is(w, "adjective", "adverb", "noun", "preposition") && !p.lex.chieflyNoun(w) && !p.lex.nouns["mass"][w] {
		return true // likes me and laugh when
	}
	if w == "fall" && (p.matches(i+1, []string{"in", "love"}) || p.wordAt(i+1) == "asleep") {
		return true
	}
	everybody := slices.ContainsFunc(p.nominals(i+1), func(n *nominal) bool { return n.kind == indefinite && p.isSomebody(n) })
	return (everybody || p.objectAt(i+1)) && !p.lex.nouns["mass"][w] && !p.lex.chieflyNoun(w) || (w == "drink" || p.lex.is(w, "act")) && i+1 < len(p.words) && p.lex.nouns["mass"][p.words[i+1].lower] && p.phraseEnds(i+2)
}

var meals = setOf("breakfast lunch dinner supper")

// listGoesOn reports whether "and" and a verb in the third person follow the base form at word i.
func (a *Analysis) listGoesOn(i int) bool {
	p := a.parser
	for k := i + 1; k+1 < len(p.words) && k < i+6; k++ {
		if p.words[k].lower == "and" {
			g := a.groupAt(k + 1)
			if g == nil || !g.found.finite { // a coffee and drives to work
				before := a.verbBefore(i)
				ends := p.phraseEnds(k+2) && before != nil && before.found.subject != nil && p.acts(before.found.subject)
				return len(p.words[k+1].form(verb.ThirdPerson)) > 0 && (ends || p.complementFollows(k+2))
			}
			return g.found.shared && has(g.found.readings, verb.ThirdPerson)
		}
	}
	return false
}

// listGoesOnPast reports whether "and" and a verb in the past follow the base form at word i.
func (a *Analysis) listGoesOnPast(i int) bool {
	p := a.parser
	for k := i + 1; k+1 < len(p.words) && k < i+6; k++ {
		if p.words[k].lower == "and" {
			g := a.groupAt(k + 1)
			return g != nil && g.found.finite && g.found.shared && g.Tense == verb.PastSimple
		}
	}
	return false
}

// pastBefore returns the group in the past before word from, if the base form at word i stands between it and another
// past of the same subject: woke up, have a shower and went out.
func (a *Analysis) pastBefore(from, i int) *Group {
	last := a.verbBefore(from)
	if last == nil || !last.found.finite || last.found.kind != mainClause || last.found.subject == nil || last.Tense != verb.PastSimple || len(last.found.aux) > 0 || !a.listGoesOnPast(i) {
		return nil
	}
	return last
}

// relativeThirdBefore returns the last finite group before word i, if it is the verb in the third person of a relative clause about one person or thing, in a sentence whose main
// verb is in the singular or in the continuous, so that a base form goes on neither: the film is about a woman who loses her memory and fall in love.
func (a *Analysis) relativeThirdBefore(i int) *Group {
	last := a.verbBefore(i)
	if last == nil || !last.found.finite || last.found.kind != relClause || last.found.subject == nil || last.found.subject.persons != p3sg || len(last.found.aux) > 0 && last.Verb != "have" || a.parser.finitePersons(last.found.verbal) != p3sg || last.found.main > i-2 {
		return nil
	}
	sure := false
	for k := range a.Groups {
		g := &a.Groups[k]
		f := g.found
		if f.main >= last.found.main {
			break
		}
		if !f.finite || f.kind != mainClause || f.inverted || f.subject == nil || f.governor == byModal || f.governor == byDo || a.parser.lex.is(f.base, "bare", "mandative") {
			return nil
		}
		sure = f.main == f.finiteWord() && a.parser.finitePersons(f.verbal) == p3sg || g.Tense == verb.PresentContinuous
	}
	if !sure {
		return nil
	}
	return last
}

// goesOnRelative reports whether a base form before which word from joins it was read as going on the main clause, whose verb is in the continuous or says what there is, though a
// relative clause in the third person stands before it: I'm looking for a flat that has a balcony and allow pets.
func (a *Analysis) goesOnRelative(g *Group, from int) bool {
	f := g.found
	before := a.relativeThirdBefore(from)
	return f.shared && len(f.aux) == 0 && before != nil && (f.subject == nil || f.subject.start != before.found.subject.start)
}

// thirdBefore returns the last finite group before word i, if it is in the third person of the present with a
// subject that allows nothing else, and nothing between the two governs a base form.
func (a *Analysis) thirdBefore(i int) *Group {
	p := a.parser
	var last *Group
	for k := range a.Groups {
		g := &a.Groups[k]
		if g.found.main >= i {
			break
		}
		if !g.found.finite {
			if g.found.governor == byTo || g.found.governor == byModal || has(g.found.readings, verb.Base) {
				return nil // wants to cook and have; saw her stop and look
			}
			continue
		}
		last = g
	}
	if last == nil || last.found.kind != mainClause || last.found.subject == nil || last.found.inverted || last.found.freeForm || last.found.fault != noFault {
		return nil
	}
	f := last.found
	if f.subject.kind != pronoun && f.subject.kind != nounPhrase && f.subject.kind != indefinite || f.subject.persons != p3sg || p.lex.is(f.base, "bare") && f.base != "have" || p.lex.is(f.base, "mandative") {
		return nil
	}
	if f.main == f.finiteWord() && f.base == "have" && i-f.main < 2 {
		return nil
	}
	switch first := p.words[f.finiteWord()].lower; {
	case len(f.aux) == 0 && has(f.readings, verb.ThirdPerson), first == "is" && (f.main == f.aux[0] || len(f.aux) == 1 && has(f.readings, verb.Participle) && !has(f.readings, verb.Base)), first == "has" && f.main == f.aux[0], first == "have" && f.main == f.aux[0], first == "does":
		return last
	case len(f.aux) == 0 && has(f.readings, verb.Base): // he like music and play the drums
		return last
	}
	return nil
}

// enterFinite enters a finite group for the verb at word i with that subject, to be judged like any other.
func (a *Analysis) enterFinite(i int, subject *nominal, kind clauseKind, id int, shared bool) {
	w := a.parser.words[i]
	v := newVerbal(i)
	v.main, v.end, v.governor, v.finite = i, i+1, alone, true
	v.readings = w.form(verb.Base | verb.ThirdPerson)
	v.base = v.readings[0].Base
	if v.base == "have" || v.base == "do" {
		v.aux, v.governor = []int{i}, byHave
		if v.base == "do" {
			v.governor = byDo
		}
	}
	f := &found{verbal: &v, subject: subject, kind: kind, clause: id, shared: shared, sure: true}
	g := a.group(f)
	if at := slices.IndexFunc(a.Groups, func(g Group) bool { return g.found.main == i }); at >= 0 {
		a.Groups[at] = g
		return
	}
	a.Groups = append(a.Groups, g)
}

// readRelatives enters a finite group for each verb after "who" that the parse saw as none: a friend who live in
// Rome.
func (a *Analysis) readRelatives() {
	p := a.parser
	for i := 1; i+2 < len(p.words); i++ {
		if p.words[i].lower != "who" || p.question && i < 2 {
			continue
		}
		at, _ := p.skipAdverbs(i + 1)
		if a.groupAt(at) == nil && i > 1 && p.words[i-1].text == "," && at+1 < len(p.words) && len(p.words[at].form(verb.ThirdPerson)) > 0 && p.lex.is(p.words[at+1].lower, "preposition") {
			if n := p.phraseBefore(i - 1); n != nil && n.determined && n.persons == p3pl && p.isPerson(p.words[n.head]) { // my friends, who studies in Granada, …
				a.enterFinite(at, n, relClause, i, false)
			}
			continue
		}
		if a.groupAt(at) != nil || !p.couldBeVerb(at) || p.words[at].lower == "be" || p.verbAt(at+1) && !p.lex.is(p.words[at+1].lower, "adjective", "adverb", "preposition", "determiner") {
			continue
		}
		end := i
		if p.words[i-1].text == "," {
			end = i - 1
		}
		if n := p.phraseBefore(end); n != nil && (n.kind == indefinite || p.isPerson(p.words[n.head])) && n.persons != 0 {
			a.enterFinite(at, n, relClause, i, false)
		}
	}
	a.sortGroups()
}

// phraseBefore returns the longest noun phrase that ends before word end, or nil.
func (p *parser) phraseBefore(end int) *nominal {
	var best *nominal
	for from := end - 1; from >= 0 && from > end-6; from-- {
		for _, n := range p.nominals(from) {
			if n.end == end && (n.kind == nounPhrase || n.kind == indefinite) && n.cost < mostOpening && (best == nil || n.determined) {
				best = n
			}
		}
	}
	return best
}
