package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Which verb goes with a noun, and which verb takes a person without a preposition, only lists can tell: one makes a mistake and does homework, tells
// a story, steals a bicycle and robs a bank. The lists are rows of tables/beside.tsv that name a verb.

// An objectFault says which objects a verb does not take, or not after the preposition.
type objectFault struct {
	note        Note
	preposition string
	words       map[string]bool
}

// objectFaults returns the notes of the objects of f that its verb does not take: did a terrible mistake, entered in the water.
func (a *Analysis) objectFaults(f *found) []Note {
	p := a.parser
	if f.governor == byBe && has(f.readings, verb.Participle) {
		return nil
	}
	var notes []Note
	for _, fault := range theFaults().objects[f.base] {
		i := f.main + 1
		if fault.preposition != "" {
			if i >= len(p.words) || p.words[i].lower != fault.preposition || a.reaches(f) || f.governor == ungoverned && !f.order { // regular contact with
				continue
			}
			i++
		}
		if a.objectAmong(f, i, fault.words) || fault.preposition == "to" && possessives[p.wordAt(i)] && fault.words[p.wordAt(i+1)] && p.wordAt(i+2) == "to" || fault.preposition == "" && f.base == "do" && a.objectBefore(f, fault.words) {
			notes = append(notes, fault.note)
		}
	}
	if a.lacksToBeforePerson(f) || a.hasStrayTo(f) || a.lacksPreposition(f) || a.takesIn(f) || a.finishesUntil(f) || a.takesOf(f) {
		notes = append(notes, Prepositions)
	}
	if a.isWrongVerb(f) {
		notes = append(notes, WordChoice)
	}
	return notes
}

// objectAmong reports whether the object of f at word i is one of the words: a noun, with the one before it where two are meant, any
// phrase (*), or a person ({person}).
func (a *Analysis) objectAmong(f *found, i int, words map[string]bool) bool {
	p := a.parser
	if words["*"] && (p.objectAt(i) || i < len(p.words) && p.words[i].named()) {
		return true
	}
	if end := p.personAt(i); words["{person}"] && end > 0 && p.objectEnds(end) && (end >= len(p.words) || !p.lex.is(p.words[end].lower, "subject")) {
		return true
	}
	if f.base != "earn" && f.base != "gain" && i+1 < len(p.words) && (p.lex.is(p.words[i].lower, "object") && p.words[i].lower != "her" || p.words[i].lower == "you") {
		i++ // make me a favor; a goal earns them the match
	}
	for _, n := range p.nominals(i) {
		noun := p.words[n.head].lower
		if words["{person}"] && n.kind == nounPhrase && n.persons == p3pl && p.isPerson(p.words[n.head]) && p.phraseEnds(n.end) && !a.subjectAt(n) {
			return true
		}
		if n.kind != nounPhrase || !words[noun] && !(n.head > i && words[p.words[n.head-1].lower+"_"+noun]) {
			continue
		}
		if p.matches(n.end, []string{"of"}) && (f.base == "rob" || f.base == "reach") || f.base == "steal" && p.leadsFrom(n.end) {
			continue // robbed the ring of its beauty, stole the man from her sister
		}
		if p.objectEnds(n.end) && !a.subjectAt(n) && !p.describedLater(n.end) && !p.namedLater(n.end) {
			return true
		}
	}
	return false
}

// objectBefore reports whether the object of f that a relative clause describes, or that a question begins with, is one of the words: the worst mistake that I
// have done, how many mistakes did you do? What do stands for is no object: the same mistakes that I did.
func (a *Analysis) objectBefore(f *found, words map[string]bool) bool {
	p, i := a.parser, f.main+1
	if !f.finite || f.subject == nil || len(f.aux) == 0 || i < len(p.words) && (p.objectAt(i) || p.couldBeVerb(i) && !p.phraseEnds(i)) {
		return false
	}
	if slices.ContainsFunc(a.Groups, func(g Group) bool { return g.Verb == "make" }) {
		return false
	}
	if f.inverted {
		return f.fronted && f.start > 0 && words[p.words[f.start-1].lower]
	}
	end := f.subject.start
	if end > 0 && p.lex.is(p.words[end-1].lower, "relative") {
		end--
	}
	return end > 0 && f.subject.end == f.start && words[p.words[end-1].lower]
}

// objectEnds reports whether the head of an object may stand right before word i. What follows "more" says how something is made.
func (p *parser) objectEnds(i int) bool {
	if i >= len(p.words) {
		return true
	}
	switch w := p.words[i].lower; {
	case w == "more", w == "less", w == "almost" && i+1 < len(p.words) && p.wordAt(i+1) != "every":
		return false
	case w == "of", w == "and" && p.verbAt(i+1):
		return true
	}
	return p.phraseEnds(i) || p.adverb(i) > 0 || p.timeAt(i)
}

// subjectAt reports whether the phrase is rather the subject of a verb, or a part of it: he said lies were dangerous. A clause that describes it may be about it.
func (a *Analysis) subjectAt(n *nominal) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		s := g.found.subject
		return s != nil && s.start <= n.head && n.head < s.end && g.found.kind != relClause
	})
}

// describedLater reports whether an adjective that belongs to no noun ends what follows word i, so that something is made so: made the dishes on
// the terrace wet.
func (p *parser) describedLater(i int) bool {
	for ; i < len(p.words) && !p.words[i].punct && !(p.words[i].lower == "to" && p.couldBeVerb(i+1)); i++ {
		before := p.words[i-1]
		if p.lex.is(p.words[i].lower, "adjective") && p.phraseEnds(i+1) && (!p.functional(before) && !p.lex.is(before.lower, "adverb", "adjective") || p.lex.is(before.lower, "place-adverb")) && !isTimeModifier(p.words[i].lower) {
			return true
		}
	}
	return false
}

// namedLater reports whether a phrase that no preposition takes, and that is no time, follows word i, so that something is made one: makes shopping
// a pleasure.
func (p *parser) namedLater(i int) bool {
	for ; i < len(p.words) && !p.words[i].punct && !p.lex.is(p.words[i].lower, "coordinator", "subordinator", "relative"); i++ {
		w, before := p.words[i].lower, p.words[i-1].lower
		if (w == "a" || w == "an" || possessives[w]) && before != "times" && before != "once" && before != "twice" && (!p.lex.is(before, "preposition") || p.lex.is(before, "place-adverb")) && !p.timeAt(i) {
			return true
		}
	}
	return false
}

// leadsFrom reports whether "from" follows word i in its clause.
func (p *parser) leadsFrom(i int) bool {
	for ; i < len(p.words) && !p.words[i].punct; i++ {
		if p.words[i].lower == "from" {
			return true
		}
	}
	return false
}

// reaches reports whether f says how far a thing goes, where reach takes "to": the road reaches to the village.
func (a *Analysis) reaches(f *found) bool {
	return f.base == "reach" && f.subject != nil && f.subject.kind == nounPhrase && !a.parser.acts(f.subject)
}

// personAt returns the end of the person, as an object, at word i, or 0: him, my old teacher, Ana.
func (p *parser) personAt(i int) int {
	if i >= len(p.words) {
		return 0
	}
	w := p.words[i]
	if p.lex.is(w.lower, "object") && w.lower != "her" || w.lower == "you" || p.lex.is(w.lower, "indefinite") && p.isPerson(w) {
		return i + 1
	}
	end := 0
	for _, n := range p.nominals(i) {
		person := n.kind == objectPronoun || n.kind == nounPhrase && (n.determined || p.nameless(p.words[n.start])) && (p.isPerson(p.words[n.head]) || p.words[n.head].lower == "police")
		if person && (n.end >= len(p.words) || !clitics[p.words[n.end].lower]) && !p.words[n.head].owner {
			end = max(end, n.end)
		}
	}
	return end
}

// lacksToBeforePerson reports whether a person and then what is explained follow explain, which takes "to" before the person: explained my mother the
// results.
func (a *Analysis) lacksToBeforePerson(f *found) bool {
	p := a.parser
	if f.base != "explain" {
		return false
	}
	end := p.personAt(f.main + 1)
	if end == 0 || end >= len(p.words) {
		return false
	}
	switch p.words[end].lower {
	case "how", "what", "why", "where", "that":
		return true
	}
	return p.objectAt(end)
}

// lendsFrom reports whether somebody lends a thing from somebody else, where borrow is meant: lent a book from the library.
func (a *Analysis) lendsFrom(f *found) bool {
	p := a.parser
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		if n.kind != nounPhrase || n.end+2 >= len(p.words) || p.words[n.end].lower != "from" || p.isPerson(p.words[n.head]) || p.words[n.end+2].lower == "own" {
			return false
		}
		return p.personAt(n.end+1) > 0 || p.words[n.end+2].lower == "library" || p.words[n.end+2].lower == "bank"
	})
}

// tellsThat reports whether a clause with that follows tell right away, where the person is missing or say is meant: he told that he was ill. One who
// can tell that something is so, sees it; a story tells that, too.
func (a *Analysis) tellsThat(f *found) bool {
	p := a.parser
	if !f.finite || f.governor != alone && f.governor != byHave && f.governor != byDo || f.kind == relClause || f.subject == nil || !p.acts(f.subject) || scriptures[p.words[f.subject.head].lower] || !p.matches(f.main+1, []string{"that"}) {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.subject != nil && g.found.subject.start == f.main+2
	})
}

// scriptures tell that something was so, and look like persons.
var scriptures = setOf("bible gospel legend legends")
