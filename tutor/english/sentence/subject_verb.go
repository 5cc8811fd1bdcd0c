package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A base form may be the last noun of the phrase before it (my shift start), a clause between commas may hide the subject of the verb after it, and a phrase of
// place may end in the noun that is the subject (in the past people). Here a verb gets the subject that what stands around it leaves no doubt about.

// readSubjects enters or mends the groups of such verbs.
func (a *Analysis) readSubjects() {
	a.readTimed()
	a.readEnclosed()
	a.readPeople()
	a.readThings()
	a.readSecondSubjects()
	a.readLateSubjects()
	a.readClear()
	a.readFree()
	a.sortGroups()
	a.readBeside()
	a.readBesideAuxiliaries()
	a.readSingles()
	a.readAskedSubjects()
	a.readQualities()
	a.readMore()
}

// timed are verbs of what starts, ends or lasts by the clock.
var timed = setOf("start finish end begin stop leave land last arrive depart")

// readTimed enters a finite group for a base form that may be a noun, after what starts and before when it does: my shift start at seven and I …
func (a *Analysis) readTimed() {
	p := a.parser
	if p.question {
		return
	}
	for k := 2; k+1 < len(p.words); k++ {
		if !timed[p.words[k].lower] || !p.couldBeVerb(k) || !p.clockAt(k+1) {
			continue
		}
		n := p.startsBefore(k)
		if n == nil {
			continue
		}
		if old := a.groupAt(k); old != nil && (old.found.subject == nil || !old.found.finite || old.found.subject.start != n.start || len(old.found.aux) > 0) || a.goesOnFrom(n, k) {
			continue
		}
		a.partAfter(n, k)
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main > n.start && g.found.main < k })
		a.enterFinite(k, n, mainClause, n.start, false)
	}
}

// startsBefore returns the phrase for one thing that ends before word k and opens the sentence, or its clause after a coordinator; nil where there is none.
func (p *parser) startsBefore(k int) *nominal {
	for from := max(0, k-4); from < k-1; from++ {
		if from > 0 && p.words[from-1].lower != "because" && (!p.words[max(from-2, 0)].punct || p.words[from-1].lower != "and" && p.words[from-1].lower != "but") {
			continue
		}
		if w := p.words[from].lower; !possessives[w] && w != "the" && w != "this" {
			continue
		}
		for _, n := range p.nominals(from) {
			if n.end == k && n.kind == nounPhrase && n.persons&p3sg != 0 && !timeNouns()[p.words[n.head].lower] && !p.lex.is(p.words[n.head].lower, "adjective") && (!p.lex.nouns["collective"][p.words[n.head].lower] || occasions[p.words[n.head].lower]) {
				one := *n
				one.persons = p3sg
				return &one
			}
		}
	}
	return nil
}

// occasions are nouns for a number of people that are nouns for what they come to as well.
var occasions = setOf("party class")

// clockAt reports whether a time by the clock or the calendar stands at word i, and the phrase ends after it: at seven, in ten minutes, for three months, here.
func (p *parser) clockAt(i int) bool {
	if i+1 >= len(p.words) {
		return false
	}
	next := p.words[i+1].lower
	number := p.isNumber(next) || isDigits(p.words[i+1].text)
	switch p.words[i].lower {
	case "at":
		return number || next == "noon" || next == "midnight" || next == "half" || next == "quarter"
	case "in", "for":
		return number && i+2 < len(p.words) && timeNouns()[p.words[i+2].lower]
	case "on":
		return p.timeAt(i+1) || slices.ContainsFunc(p.times, func(m moment) bool { return m.from == i })
	}
	return false
}

// goesOnFrom reports whether a finite verb after word k may have the whole phrase from n to it as its subject: the film start at ten is too late.
func (a *Analysis) goesOnFrom(n *nominal, k int) bool {
	next := a.finiteAfter(k)
	if next == nil {
		return false
	}
	f := next.found
	if f.shared || f.subject == nil {
		return true
	}
	between := slices.ContainsFunc(a.parser.words[k+1:f.start], func(w word) bool { return w.text == "," || w.lower == "and" || w.lower == "but" || w.lower == "so" })
	return f.subject.start <= k && !between
}

// partAfter gives a verb after word k the subject beside it, where the parse joined that with n: my shift start at seven and I arrive.
func (a *Analysis) partAfter(n *nominal, k int) {
	p := a.parser
	next := a.finiteAfter(k)
	if next == nil || next.found.subject == nil || next.found.subject.start != n.start {
		return
	}
	f := next.found
	end := f.start
	for end > k && p.adverb(end-1) == 1 {
		end--
	}
	for from := k + 2; from < end; from++ {
		if !p.lex.is(p.words[from-1].lower, "coordinator") && p.words[from-1].text != "," {
			continue
		}
		for _, m := range p.nominals(from) {
			if m.end == end && m.kind != objectPronoun {
				f.subject = m
				*next = a.group(f)
				return
			}
		}
	}
	if len(f.aux) == 0 || f.main == f.finiteWord() { // lasts three months and costs: the subject stays
		f.subject, f.shared = n, true
		*next = a.group(f)
	}
}

// readEnclosed gives the verb after a clause or a phrase between commas the subject before those: my neighbour, who has two cats and a snake, play
// the piano.
func (a *Analysis) readEnclosed() {
	p := a.parser
	n, open, shut := p.enclosure()
	if n == nil || shut+1 >= len(p.words) || p.words[len(p.words)-1].text == "!" {
		return
	}
	k, _ := p.skipAdverbs(shut + 1)
	if k+1 >= len(p.words) || !p.couldBeVerb(k) || p.words[k].lower == "be" || has(p.words[k].readings, verb.Past) || a.finiteAfter(k) != nil && a.finiteAfter(k).found.subject.start <= k {
		return
	}
	if g := a.groupAt(k); g != nil && g.found.finite && (g.found.shared || len(g.found.aux) > 1 || g.found.subject != nil && g.found.subject.start == n.start && g.found.subject.end <= open) {
		return // the parse found it
	}
	if !p.objectAt(k+1) && !p.lex.is(p.words[k+1].lower, "preposition", "infinitive", "adverb") && !p.plainNounAt(k+1) {
		return
	}
	a.enterFinite(k, n, mainClause, 0, false)
}

// enclosure returns the phrase for one person or thing that opens the sentence before what two commas enclose, and where those stand. What is enclosed is a clause
// with who or which, or the one said again; before any other, the noun may be the first of a list.
func (p *parser) enclosure() (n *nominal, open, shut int) {
	open = slices.IndexFunc(p.words, func(w word) bool { return w.punct })
	if p.question || open < 2 || p.words[open].text != "," || open+3 >= len(p.words) {
		return nil, 0, 0
	}
	if w := p.words[open+1].lower; w != "who" && w != "which" && w != "that" && !p.matches(open+1, []string{"the", "one"}) {
		return nil, 0, 0
	}
	shut = open + 1 + slices.IndexFunc(p.words[open+1:], func(w word) bool { return w.punct })
	if shut <= open || p.words[shut].text != "," {
		return nil, 0, 0
	}
	for _, m := range p.nominals(0) {
		told := m.end < open && p.lex.is(p.words[m.end].lower, "subject", "either", "preposition", "relative")
		one := m.kind == nounPhrase && m.determined && m.persons&p3sg != 0
		if one && (m.end == open || told) && (n == nil || m.end > n.end) && (m.persons == p3sg || p.words[0].lower == "one" || p.words[0].lower == "each") {
			single := *m
			single.persons = p3sg
			n = &single
		}
	}
	return n, open, shut
}

// readPeople gives a verb after "people" that noun as its subject, where the parse joined it with the place or time that opens the clause: in the past
// people was happier.
func (a *Analysis) readPeople() {
	p := a.parser
	for k := 3; k < len(p.words) && !p.question; k++ {
		if p.words[k-1].lower != "people" {
			continue
		}
		at, _ := p.skipAdverbs(k)
		g := a.groupAt(at)
		if g == nil || !g.found.finite || g.found.main != at || g.found.finiteWord() != at || p.finitePersons(g.found.verbal)&p3pl != 0 || g.found.subject != nil && g.found.subject.start == k-1 && !g.found.inverted || !p.placeOrTimeBefore(k-1) {
			continue
		}
		v := *g.found.verbal
		v.start, v.end = at, at+1
		f := *g.found
		f.verbal, f.subject, f.inverted, f.subjectless, f.kind = &v, &nominal{start: k - 1, end: k, head: k - 1, persons: p3pl, kind: nounPhrase, adjective: -1}, false, false, mainClause
		*g = a.group(&f)
	}
}

// placeOrTimeBefore reports whether a preposition and a place or a time that needs no noun after it open the clause before word end: in the past, in Japan.
func (p *parser) placeOrTimeBefore(end int) bool {
	for i := max(0, end-4); i+1 < end; i++ {
		if w := p.words[i].lower; w != "in" && w != "on" && w != "at" && w != "during" || i > 0 && !p.words[i-1].punct && p.words[i-1].lower != "because" && p.words[i-1].lower != "but" && p.words[i-1].lower != "and" {
			continue
		}
		for _, n := range p.nominals(i + 1) {
			head := p.words[n.head]
			if n.end != end || n.kind != nounPhrase || n.determined && head.named() && nationals[head.lower] {
				continue
			}
			if sides[head.lower] || timeNouns()[head.lower] || head.named() || n.determined && !p.lex.is(head.lower, "adjective") && p.lex.number(head, true) == p3sg {
				return true
			}
		}
	}
	return false
}

// sides are adjectives that are nouns for a place or a time after an article.
var sides = setOf("north south east west past present")
