package sentence

import (
	"slices"
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
		if n.persons&p3sg == 0 || i == n.end || !p.timeBefore(i) && !a.restsBefore(i) {
			return false
		}
	default:
		return false
	}
	return !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.subject != nil && g.found.subject.start == i })
}

// restsBefore reports whether a verb that takes no object ends right before word i: the shop where I work.
func (a *Analysis) restsBefore(i int) bool {
	g := a.groupAt(i - 1)
	return g != nil && g.found.finite && (stays[g.Verb] || resumes[g.Verb] && g.Verb != "write" && g.Verb != "believe")
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
	if s == nil || !f.finite || f.inverted || s.start < 2 || s.end != f.start || f.main < 0 || s.kind == nounPhrase && !s.determined {
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
