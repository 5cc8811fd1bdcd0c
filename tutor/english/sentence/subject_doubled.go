package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A pronoun that says once more what its clause names already: a subject (my parents they live here), or what a relative clause describes, after a
// preposition (the book that I told you about it).

// doublesSubject reports whether a pronoun for the subject of f stands between the two, or f has one for a person named right before it.
func (a *Analysis) doublesSubject(f *found) bool {
	p, n := a.parser, f.subject
	if n == nil || !f.finite || f.inverted || f.start < 1 || f.kind == relClause {
		return false
	}
	if n.kind == pronoun {
		return a.repeatsKin(f)
	}
	i := f.start - 1
	if n.kind != nounPhrase && n.kind != coordinated || i < n.end || n.start > 0 && !p.words[n.start-1].punct && !p.lex.is(p.words[n.start-1].lower, "coordinator", "subordinator") {
		return false
	}
	switch w := p.words[i].lower; w {
	case "he", "she", "they":
		if w == "they" && n.persons&p3sg != 0 && n.persons&p3pl == 0 {
			return false
		}
	case "it":
		if n.persons&p3sg == 0 || i == n.end && !(n.determined && a.isComplete(f)) || i > n.end && !p.timeBefore(i) && !a.restsBefore(i) {
			return false
		}
	default:
		return false
	}
	return !a.opensSubject(i)
}

// resumesSubject reports whether the pronoun that is the subject of f follows a noun phrase that opens the clause and is the subject of nothing, and the clause lacks
// nothing that this phrase could be: when my brother he came home, the neighbor she is very kind. In "the girl he likes is here" the phrase has its own verb, and
// what he likes is the girl.
func (a *Analysis) resumesSubject(f *found) bool {
	p, n := a.parser, a.repeatedBy(f)
	if n == nil || f.main+1 >= len(p.words) || n.kind != nounPhrase || p.lex.is(p.words[n.start].lower, "preposition", "adverb") || p.lex.is(p.wordAt(n.start-1), "preposition", "adverb") || p.wordAt(n.start-1) == "how" {
		return false // after the walk she slept, how tired she is
	}
	if n.start > 0 && !p.words[n.start-1].punct && !p.lex.is(p.words[n.start-1].lower, "coordinator", "subordinator") {
		g := a.groupAt(n.start - 1)
		that := p.words[n.start-1].lower == "that" && n.start > 1
		if that {
			g = a.groupAt(n.start - 2)
		}
		if g == nil || !g.found.finite || !supposes[g.Verb] && !that {
			return false
		}
	}
	return !a.predicates(n, f) && a.isComplete(f)
}

// predicates reports whether the phrase before the clause of f is the subject of a later verb, with nothing but this clause between them.
func (a *Analysis) predicates(n *nominal, f *found) bool {
	p := a.parser
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		o := g.found
		if o == f || !o.finite || o.subject == nil || o.subject.start > n.head || o.subject.end <= n.head {
			return false
		}
		if o.main < f.main {
			return true
		}
		if f.base == "be" && o.start == f.main+1 && (p.lex.is(p.words[o.main].lower, "adjective") || feelingAdjectives[p.words[o.main].lower] || shutThings[p.words[o.main].lower]) {
			return false // the baby he was tired, the door it was closed
		}
		return !slices.ContainsFunc(p.words[f.main:o.start], func(w word) bool { return w.punct || p.lex.is(w.lower, "coordinator") })
	})
}

// shutThings are participles of what a thing is after somebody did it, beside those that the tables have for adjectives.
var shutThings = setOf("closed opened locked cancelled canceled finished sold stolen built made written painted damaged delayed")

// isComplete reports whether the clause of f has all that its verb needs after it.
func (a *Analysis) isComplete(f *found) bool {
	p, i := a.parser, f.main+1
	for i < len(p.words) && (p.adverb(i) > 0 || howMuch[p.words[i].lower]) {
		i++
	}
	if i >= len(p.words) {
		return stays[f.base]
	}
	switch {
	case a.endsOnPreposition(f.main + 1), p.lex.is(f.base, "two-objects"), f.base == "say":
		return false
	case f.base == "be":
		w := p.words[i]
		return !w.punct && !p.timeAt(i) && (p.lex.is(w.lower, "adjective", "determiner", "preposition") || has(w.readings, verb.Gerund|verb.Participle) || !p.verbAt(i) && i > 0)
	case f.governor == byBe && has(f.readings, verb.Participle) && !has(f.readings, verb.Gerund): // the door it was closed
		return p.words[i].punct || p.timeAt(i) || p.wordAt(i) == "by"
	case linkingVerbs[f.base] && p.lex.is(p.words[i].lower, "adjective", "preposition"):
		return true
	case stays[f.base], p.lex.is(f.base, "unpassive", "no-passive"):
		return p.words[i].punct || !p.verbAt(i)
	}
	return i == f.main+1 && a.thingAt(i) && !p.timeAt(i)
}

// linkingVerbs are verbs that an adjective follows.
var linkingVerbs = setOf("look smell taste feel sound seem become get")

// isGerundPhrase reports whether the head of n is an -ing form.
func (p *parser) isGerundPhrase(n *nominal) bool { return len(p.words[n.head].form(verb.Gerund)) > 0 }

// restsBefore reports whether a verb that takes no object ends right before word i: the shop where I work.
func (a *Analysis) restsBefore(i int) bool {
	g := a.groupAt(i - 1)
	return g != nil && g.found.finite && (stays[g.Verb] || resumes[g.Verb] && g.Verb != "write" && g.Verb != "believe")
}

// accompanied are verbs that take a person after a preposition only.
var accompanied = setOf("work live talk speak listen depend argue dance travel")

// losesPreposition reports whether the clause of f describes persons with whom something is done, and its verb has no preposition for them: the people that I work are
// kind.
func (a *Analysis) losesPreposition(f *found) bool {
	p, s := a.parser, f.subject
	if s == nil || s.kind != pronoun || s.start < 2 || !f.finite || f.inverted || !accompanied[f.base] || f.end >= len(p.words) || !p.lex.is(p.words[f.end].lower, "be", "have", "modal") {
		return false
	}
	end := s.start
	if w := p.words[end-1].lower; w == "that" || w == "who" {
		end--
	}
	n := p.phraseBefore(end)
	return n != nil && n.kind == nounPhrase && n.determined && (p.isPerson(p.words[n.head]) || p.words[n.head].lower == "people")
}

// timeBefore reports whether a time ends right before word i.
func (p *parser) timeBefore(i int) bool {
	return slices.ContainsFunc(p.times, func(m moment) bool { return m.to == i })
}

// repeatsKin reports whether the pronoun that is the subject of f follows a person of one's family and a comma at the beginning, and no verb of its own says what
// this person does: my sister, she lives in Lyon. What somebody says in between is right: my boss, she said, was late.
func (a *Analysis) repeatsKin(f *found) bool {
	p, i := a.parser, f.subject.start
	if i != 3 || p.words[2].text != "," || !possessives[p.words[0].lower] || f.start != f.subject.end || p.lex.is(f.base, "clausal") || !theFaults().sets["relation"][p.words[1].lower] && !kin[p.words[1].lower] && !parents[p.words[1].lower] {
		return false
	}
	switch p.words[i].lower {
	case "he", "she", "they":
	default:
		return false
	}
	return !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.subject != nil && g.found.subject.start == 0 })
}

// resumes are verbs that take no object, so that what a relative clause describes can only be that of their preposition.
var resumes = setOf("talk speak listen look wait think dream depend work live sit sleep stay laugh care belong go travel come believe write fall")

// resumesAfterPreposition reports whether the clause of f describes a thing or a person, and has a pronoun for it after its preposition.
func (a *Analysis) resumesAfterPreposition(f *found) bool {
	p, s := a.parser, f.subject
	if s == nil || !f.finite || f.inverted || s.start < 2 || s.end != f.start || s.kind == nounPhrase && !s.determined {
		return false
	}
	if opener := p.words[s.start-1].lower; opener != "that" && opener != "which" && opener != "who" && opener != "whom" {
		return false
	}
	head := p.phraseBefore(s.start - 1)
	if head == nil || head.kind != nounPhrase || !head.determined || slices.ContainsFunc(p.words[:head.head], func(w word) bool { return w.lower == "so" || w.lower == "such" }) {
		return false
	}
	person := p.isPerson(p.words[head.head])
	if person && head.start > 0 && a.reportsTo(head) || !person && !possessed(p.words[head.head].lower) && !theFaults().sets["dwelling"][p.words[head.head].lower] && !theFaults().sets["place"][p.words[head.head].lower] {
		return false
	}
	i := f.main + 1
	switch next := p.wordAt(i); {
	case f.base == "be" && next == "born":
		i++
	case f.base == "tell" && (next == "you" || p.lex.is(next, "object")):
		i++
	case f.base == "be" && len(f.aux) < 2 && i < len(p.words) && p.lex.is(next, "adjective"):
		i++
	case !resumes[f.base]:
		return false
	}
	if i+1 >= len(p.words) || !p.lex.is(p.words[i].lower, "preposition") || p.words[i].lower == "like" {
		return false
	}
	switch p.words[i+1].lower {
	case "it":
		if person || head.persons&p3sg == 0 {
			return false
		}
	case "them":
		if head.persons&p3pl == 0 {
			return false
		}
	case "him", "her":
		if !person || head.persons&p3sg == 0 {
			return false
		}
	default:
		return false
	}
	end := i + 2
	return end >= len(p.words) || p.words[end].punct || p.timeAt(end) || p.lex.is(p.words[end].lower, "be", "have", "do", "modal", "coordinator")
}
