package sentence

import "slices"

// A branch is a clause that opens inside another.
type branch struct {
	clause clause
	end    int
	cost   float64
}

// relatives returns the relative clauses that may open at word i after the noun phrase of c.
func (p *parser) relatives(i int, c clause) []branch {
	w := p.words[i]
	if i+1 >= len(p.words) {
		return nil
	}
	if before := p.words[i-1].lower; w.lower == "why" && (before == "reason" || before == "reasons") {
		return []branch{{p.relative(c, i, true), i + 1, costRelative}}
	}
	if !p.lex.is(w.lower, "relative") {
		return nil
	}
	object := p.relative(c, i, true)
	odd := 0.0
	if n := c.last; w.lower == "that" && c.phase == atVerb && n != nil && (n.kind == objectPronoun || n.kind == nounPhrase && !n.determined && p.lex.is(p.words[n.head].lower, "adjective")) {
		odd = costThatNoRelative // told me that, sure that: no relative clause
	}
	if before := p.words[i-1]; w.lower == "that" && (p.lex.is(before.lower, "coordinator") || before.punct || before.lower == "to") {
		odd = costThatNoRelative // and that man, next to that door
	}
	list := []branch{{object, i + 1, costRelative + odd}}
	if w.lower != "whom" && w.lower != "where" && w.lower != "whose" {
		list = append(list, branch{p.relative(c, i, false), i + 1, costRelativeSubject + odd})
	}
	if w.lower == "whose" {
		list = nil
		for _, n := range p.nominals(i + 1) {
			next := object
			next.phase, next.subject = atSubject, n
			list = append(list, branch{next, n.end, costRelative + n.cost})
		}
	}
	return list
}

// relative opens a relative clause at word i. Its subject, unless it has its own, is what it
// follows: either the head or the noun beside it, so both numbers fit where these differ.
func (p *parser) relative(c clause, i int, own bool) clause {
	next := clause{kind: relClause, id: i, parent: &c}
	if own {
		return next
	}
	next.phase = atSubject
	antecedent, inner := c.subject, c.inner
	if c.phase == atVerb {
		antecedent, inner = c.last, nil
	}
	n := nominal{start: i, end: i + 1, head: i, persons: pAny, kind: wh, adjective: -1}
	if p.words[i-1].punct && c.phase == atVerb { // a comma: it may say something of the whole
		antecedent = nil
		if p.words[i].lower == "which" && (c.last == nil || c.last.kind == indefinite && theTimes().numbers[p.words[c.last.head].lower] || c.last.kind == nounPhrase && timeNouns()[p.words[c.last.head].lower]) {
			n.persons = p3sg // have lunch at three, which surprises many tourists
		}
	}
	if far := p.personBefore(c, i); far != nil && !p.groupOfPeople(c, i) {
		n = *far
	} else if antecedent != nil && antecedent.kind != pronoun && antecedent.kind != wh {
		n = *antecedent
		if p.lex.feature(p.words[n.start].lower, "determiner") != "" && n.end-n.start > 2 && p.words[n.start+1].lower == "of" && !(manyOf[p.words[n.start].lower] && n.persons == p3pl) {
			n.persons = pThird // one of the men who work here
		}
		if collective := p.lex.nouns["collective"][p.words[n.head].lower]; collective && antecedent.end == i && n.kind == nounPhrase {
			n.persons = p.collectivePersons(i)
		}
		if inner != nil {
			n.persons |= inner.persons
			if w := p.words[i].lower; w == "who" && inner.end == i && p.isPerson(p.words[inner.head]) && !p.isPerson(p.words[n.head]) && !p.lex.nouns["collective"][p.words[n.head].lower] {
				n = *inner // the number of people who study it
			}
		}
		far := c.objects != 1 || c.found == nil || antecedent.start != c.found.end || antecedent.end != i
		if p.groupOfPeople(c, i) {
			n.persons = pThird
		} else if c.phase == atVerb && far && !p.existsApart(c, i) && !p.somebodyBefore(antecedent, i) && !(p.words[i].lower == "who" && antecedent.end == i && p.onlyPerson(antecedent, c.found)) || n.kind == coordinated || n.kind == indefinite && !p.lex.nouns["person"][p.words[n.head].lower] {
			n.persons = p.oneNumberBefore(c, i)
			if antecedent.kind == nounPhrase && antecedent.persons == p3pl && antecedent.end == i && antecedent.start > 0 && p.words[antecedent.start-1].lower == "and" {
				n.persons = p3pl // a woman and two boys who are eating
			}
			if antecedent.end == i && antecedent.end-antecedent.start == 1 && p.words[i].lower == "who" && p.words[antecedent.head].lower == "those" {
				n.persons = p3pl
			}
		}
	}
	next.subject = &n
	return next
}

// collectivePersons returns the persons that a relative clause at word i may have after a noun such as team: those of a thing with which, and either with
// who or that, which see its members.
func (p *parser) collectivePersons(i int) persons {
	if p.words[i].lower == "which" {
		return p3sg
	}
	return pThird
}

// somebodyBefore reports whether n is a pronoun for one person, such as somebody, right before who or that at word i, which then are about that person.
func (p *parser) somebodyBefore(n *nominal, i int) bool {
	return n.kind == indefinite && n.persons == p3sg && n.end == i && p.lex.nouns["person"][p.words[n.head].lower] && (p.words[i].lower == "who" || p.words[i].lower == "that")
}

// groupOfPeople reports whether "who" at word i follows a group of people and where it is or comes from, so that either number is right: a couple from Leeds
// who come every year.
func (p *parser) groupOfPeople(c clause, i int) bool {
	if p.words[i].lower != "who" || c.last == nil && c.subject == nil {
		return false
	}
	from, group := 0, false
	if c.phase == atVerb && c.found != nil {
		from = c.found.end
	} else if c.subject != nil {
		from = c.subject.start
	}
	for k := i - 1; k >= from && !p.words[k].punct; k-- {
		w := p.words[k]
		switch {
		case p.lex.nouns["group"][w.lower]:
			group = true
		case p.isPerson(w) && (group || p.lex.number(w, false)&p3pl != 0), !group && (w.lower == "of" || p.lex.is(w.lower, "coordinator")):
			return false // a man in my team, a group of nurses
		}
	}
	return group
}

// oneNumberBefore returns the number of all noun phrases between the verb of c and a relative pronoun at word i, which may be about any of them,
// where it is one: a house in Cádiz that has a garden; else any.
func (p *parser) oneNumberBefore(c clause, i int) persons {
	if c.phase != atVerb || c.found == nil || c.last == nil || c.last.end != i || c.last.kind != nounPhrase || p.words[i].lower != "that" && p.words[i].lower != "which" && p.words[i].lower != "who" {
		return pAny
	}
	all := c.last.persons
	for k := c.found.end; k < c.last.start; {
		var longest *nominal
		for _, n := range p.nominals(k) {
			if n.end <= c.last.start && (longest == nil || n.end > longest.end) {
				longest = n
			}
		}
		switch w := p.words[k].lower; {
		case longest != nil && longest.kind == nounPhrase && longest.determined:
			if p.lex.nouns["collective"][p.words[longest.head].lower] && p.words[i].lower != "which" {
				return pAny // a family in our street who
			}
			all |= longest.persons
			k = longest.end
		case p.lex.is(w, "preposition") && w != "than" && w != "like" && w != "as":
			k++
		default:
			return pAny
		}
	}
	if all != p3sg && all != p3pl || c.found.end == c.last.start {
		return pAny
	}
	return all
}

// personBefore returns the one person between the verb of c and "who" at word i, where what stands right before is none: two men
// at the door who …
func (p *parser) personBefore(c clause, i int) *nominal {
	if c.phase != atVerb || c.found == nil || c.last == nil || p.words[i].lower != "who" || p.words[i-1].punct || p.isPerson(p.words[c.last.head]) || c.last.kind != nounPhrase {
		return nil
	}
	var person *nominal
	for k := c.found.end; k < c.last.start; k++ {
		for _, n := range p.nominals(k) {
			someone := n.kind == indefinite && p.lex.nouns["person"][p.words[n.head].lower]
			if !someone && (n.kind != nounPhrase || !p.isPerson(p.words[n.head])) || n.end > c.last.start {
				continue
			}
			if person != nil && person.head != n.head {
				return nil
			}
			if person == nil {
				person = n
			}
		}
	}
	if person == nil || p.words[person.end].punct || !p.lex.is(p.words[person.end].lower, "preposition") {
		return nil
	}
	return person
}

// onlyPerson reports whether "who" after the noun phrase can say something of nothing else: its head is a person,
// and no other person stands between it and the verb f.
func (p *parser) onlyPerson(n *nominal, f *found) bool {
	if f == nil || n.kind != nounPhrase || !p.isPerson(p.words[n.head]) || n.start <= f.end {
		return false
	}
	if p.lex.is(p.words[n.start-1].lower, "coordinator") || p.words[n.start-1].punct {
		return false
	}
	for _, w := range p.words[f.end:n.start] {
		if p.isPerson(w) || p.lex.is(w.lower, "indefinite", "object", "either") {
			return false
		}
	}
	return true
}

// existsApart reports whether only an adverb of place parts "who" at word i from the people that "there is" says to be: there are two boys outside who want to play.
func (p *parser) existsApart(c clause, i int) bool {
	if c.found == nil || c.subject == nil || c.subject.kind != existential || c.last.end != i-1 || p.adverb(i-1) != 1 || p.words[i].lower != "who" || !p.isPerson(p.words[c.last.head]) || p.lex.nouns["collective"][p.words[c.last.head].lower] {
		return false
	}
	return !slices.ContainsFunc(p.words[c.found.end:max(c.found.end, c.last.start)], func(w word) bool { return !p.lex.is(w.lower, "determiner") })
}

// manyOf are quantities of which a relative clause after them can only be about more than one: many of the people who work here.
var manyOf = setOf("many most some several few all both two three four five six ten")

// insideNonfinite opens what goes on after a verb that is not finite: its objects and clauses, until clause
// c goes on.
func (p *parser) insideNonfinite(c clause, v *verbal, i int) clause {
	return clause{kind: relClause, phase: atVerb, id: i, found: &found{verbal: v, kind: c.kind}, parent: &c}
}
