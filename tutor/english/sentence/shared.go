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
		if g := a.groupAt(i); g != nil && (g.found.finite || g.found.to >= 0 || g.found.order) {
			continue
		}
		from := i - 1
		for from > 1 && p.adverb(from) == 1 && p.words[from].lower != "so" {
			from--
		}
		joined := p.words[from].lower == "and" || p.words[from].lower == "but"
		if !joined && !(p.words[from].text == "," && (a.listGoesOn(i) || a.listGoesOnPast(i))) || !p.thirdMissing(i) {
			continue
		}
		if before := a.pastBefore(from, i); before != nil {
			a.enterFinite(i, before.found.subject, before.found.kind, before.found.clause, true)
			continue
		}
		if before := a.thirdBefore(from); before != nil && (p.words[before.found.finiteWord()].lower != "does" || from < i-1 || p.words[from].lower == "but") {
			a.enterFinite(i, before.found.subject, before.found.kind, before.found.clause, true)
		}
	}
	a.sortGroups()
}

// thirdMissing reports whether the base form at word i can only be a verb, so that it lacks its -s.
func (p *parser) thirdMissing(i int) bool {
	if !p.couldBeVerb(i) || p.words[i].lower == "be" {
		return false
	}
	w := p.words[i].lower
	switch {
	case w == "have":
		return i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "determiner") || i+1 < len(p.words) && (p.words[i+1].lower == "breakfast" || p.words[i+1].lower == "lunch" || p.words[i+1].lower == "dinner")
	case p.noNoun(i), w == "live", w == "work" && i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "preposition"):
		return true
	}
	return p.objectAt(i+1) && !p.lex.nouns["mass"][w] && !p.lex.chieflyNoun(w) || (w == "drink" || p.lex.is(w, "act")) && i+1 < len(p.words) && p.lex.nouns["mass"][p.words[i+1].lower] && p.phraseEnds(i+2)
}

// listGoesOn reports whether "and" and a verb in the third person follow the base form at word i.
func (a *Analysis) listGoesOn(i int) bool {
	p := a.parser
	for k := i + 1; k+1 < len(p.words) && k < i+6; k++ {
		if p.words[k].lower == "and" {
			g := a.groupAt(k + 1)
			return g != nil && g.found.finite && g.found.shared && has(g.found.readings, verb.ThirdPerson)
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
	case len(f.aux) == 0 && has(f.readings, verb.ThirdPerson), first == "is" && f.main == f.aux[0], first == "has" && f.main == f.aux[0], first == "have" && f.main == f.aux[0], first == "does":
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
