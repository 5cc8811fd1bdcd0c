package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// endsPlace reports whether "'s" at word i names somebody's place: played chess at Peter's, shop at Macy's every week. No verb ends a sentence as "'s".
func (p *parser) endsPlace(i int) bool {
	if i+1 < len(p.words) && !p.words[i+1].punct {
		switch p.words[i+1].lower {
		case "every":
		default:
			return false
		}
	}
	for j := i - 1; j > 0 && j > i-5 && !p.words[j].punct; j-- {
		switch p.words[j].lower {
		case "to", "at", "from":
			return true
		}
	}
	return false
}

// placeOwned reports whether "'s" was read as the finite word of f where it names somebody's place, and a time or another finite verb follows: went to
// the barber's yesterday, the party at Peter's was fun.
func (p *parser) placeOwned(f *found) bool {
	at := f.finiteWord()
	if !f.finite || at < 2 || p.words[at].lower != "'s" {
		return false
	}
	n := p.phraseBefore(at)
	if n == nil || n.start == 0 {
		return false
	}
	before := p.words[n.start-1].lower
	if before != "to" && before != "at" && before != "from" {
		return false
	}
	if f.main != at {
		return f.main == at+1 && (p.words[f.main].lower == "was" || p.words[f.main].lower == "were")
	}
	return p.timeAt(at+1) || slices.ContainsFunc(p.times, func(m moment) bool { return m.from == at+1 })
}

// doubtful reports whether the words around a verb that disagrees leave another reading, in which
// it is no verb, has another subject, or gives an order. Such a group is not judged.
func (a *Analysis) doubtful(f *found) bool {
	p := a.parser
	n := f.subject
	if n.kind == existential {
		return f.existing != nil && p.compounds(f.existing.end) && !(p.wordAt(f.existing.end) == "of" && !p.joinsAfter(f.existing.end) && f.existing.determined && f.existing.persons == p3sg) && !p.joinsCount(f.existing.end)
	}
	if f.inverted && !p.question && (n.kind != pronoun || f.finiteWord() == 0 && p.words[0].lower == "were") {
		return true // Might need to split …; were I in your place
	}
	if first := max(n.start-1, 0); !p.question && n.kind == nounPhrase && !p.ownedAfterWhat(f) && (p.words[first].lower == "what" || p.words[n.start].lower == "what") {
		return true // what matters is …
	}
	if n.start == 1 && p.givesPersonTo() { // to the students was shown a film
		return true
	}
	if len(f.aux) > 0 && p.words[f.finiteWord()].lower == "be" {
		return true
	}
	if a.hasOtherSubject(f) {
		return true
	}
	switch p.words[n.head].lower { // God save the king; gonna be late
	case "god", "heaven", "lord":
		if len(f.aux) == 0 && has(f.readings, verb.Base) {
			return true
		}
	case "gonna", "gotta", "wanna":
		return true
	}
	if n.start > 0 && p.words[n.start-1].lower == "and" && a.onlyRelativesBefore(f) { // the shop that … and the one that …
		return true
	}
	for k := n.start + 1; k+1 < f.start; k++ { // the shop that … and the one that …
		if p.words[k-1].lower == "and" && p.words[k].lower == "the" && (p.words[k+1].lower == "one" || p.words[k+1].lower == "other") {
			return true
		}
	}
	if before := a.verbBefore(n.start); n.start > 0 && p.lex.is(p.words[n.start-1].lower, "coordinator") && len(f.aux) == 0 && has(f.readings, verb.Base) && before != nil && !before.found.finite && before.found.to < 0 && has(before.found.readings, verb.Base) && a.takesBareBefore(before.found.start) {
		return true // heard the door slam and somebody run away
	}
	if f.start > 0 && !f.inverted && p.lex.is(p.words[f.start-1].lower, "be") {
		return true // the first thing I did was call
	}
	return p.commaBeforeVerb(f) || p.bareCompound(f) || p.ofCompound(f) || p.ownSubject(f) || f.shared && (p.maybeOrder(f) && !a.betweenThirds(f) || a.sharesBase(f))
}

// ownedAfterWhat reports whether what stands right between "what" and the verb of f can only be the subject of that verb: what my daughters wants, what the
// children likes most.
func (p *parser) ownedAfterWhat(f *found) bool {
	n := f.subject
	if n.kind != nounPhrase || !n.determined || f.inverted || f.shared || n.start == 0 || p.words[n.start-1].lower != "what" || n.end != f.start || n.end-n.start > 3 || f.base == "be" {
		return false
	}
	first := p.words[n.start].lower
	return (possessives[first] || first == "the" || first == "these" || first == "those") && (len(p.words[n.head].readings) == 0 || p.isPerson(p.words[n.head]))
}

// joinsCount reports whether "and" at word i goes on with another count: a lot of people and only two waiters.
func (p *parser) joinsCount(i int) bool {
	return p.words[i].lower == "and" && i+2 < len(p.words) && p.adverb(i+1) == 1 && p.lex.is(p.words[i+2].lower, "determiner")
}

// hasOtherSubject reports whether a verb that disagrees has another subject than the parse found, or none that its form depends on: in comes my
// boss, she daren't look, two-thirds of the cake has gone, somebody call a doctor.
func (a *Analysis) hasOtherSubject(f *found) bool {
	p, n := a.parser, f.subject
	head := p.words[n.head].lower
	if i := f.start - 1; i > 0 && !f.inverted {
		switch w := p.words[i].lower; {
		case w == "in" || w == "out" || w == "up" || w == "down" || w == "here" || w == "there":
			return p.words[i-1].punct || p.lex.is(p.words[i-1].lower, "coordinator")
		case w == "daren't" || w == "dare":
			return true
		}
	}
	if _, part, joined := strings.Cut(head, "-"); joined && fractions[part] {
		return true
	}
	return n.start == 0 && n.kind == indefinite && (head == "somebody" || head == "someone") && len(f.aux) == 0 && requested[f.base] && p.objectAt(f.end) && !a.isHabit(f)
}

var (
	fractions = setOf("thirds quarters fifths sixths eighths tenths")
	requested = setOf("open close call help get bring stop give turn answer pass tell") // of what is to be done at once
)

// onlyRelativesBefore reports whether the finite verbs before f all stand in relative clauses, so that its
// subject may be the second half of a longer one.
func (a *Analysis) onlyRelativesBefore(f *found) bool {
	before := 0
	for i := range a.Groups {
		other := a.Groups[i].found
		if !other.finite || other.main >= f.subject.start {
			continue
		}
		if other.kind != relClause {
			return false
		}
		before++
	}
	return before > 0
}

// betweenThirds reports whether f stands in a list of verbs in the third person: cleans the kitchen, feed the cats and goes to bed.
func (a *Analysis) betweenThirds(f *found) bool {
	before, after := false, false
	for i := range a.Groups {
		other := a.Groups[i].found
		if other == f || !other.finite || other.clause != f.clause || other.subject != f.subject || a.parser.finitePersons(other.verbal) != p3sg {
			continue
		}
		before, after = before || other.main < f.main, after || other.main > f.main
	}
	return before && after
}

// ofCompound reports whether a base form may be the last noun of the phrase before it: the name of
// the system call, an arbitrary cap.
func (p *parser) ofCompound(f *found) bool {
	n := f.subject
	if f.shared || n.kind != nounPhrase || len(f.aux) > 0 || f.main == 0 || !has(f.readings, verb.Base) || !verb.IsAlsoNoun(f.base) {
		return false
	}
	before := p.words[f.start-1]
	if before.punct || before.capital || p.lex.number(before, true) != p3sg || f.main > f.start {
		return false
	}
	if n.end < f.start {
		return f.kind == mainClause && f.end < len(p.words) && p.words[f.end].punct && !p.lex.is(before.lower, "adverb", "object", "adjective")
	}
	return len(before.readings) == 0 && p.lex.inNoTable(before.lower) && adjectival(before.lower)
}

// adjectival reports whether a word has an ending of adjectives.
func adjectival(word string) bool {
	for _, ending := range []string{"ous", "ful", "less", "able", "ible", "rary"} {
		if strings.HasSuffix(word, ending) {
			return true
		}
	}
	return false
}

// ownSubject reports whether a pronoun before the verb, or "and" alone, shows that the subject is
// another one than was found: a source we know, filters and maps.
func (p *parser) ownSubject(f *found) bool {
	i := f.start - 1
	if i < 0 || f.shared || f.inverted || f.subject.head == i {
		return false
	}
	w := p.words[i].lower
	if p.lex.is(w, "coordinator") {
		return true
	}
	return f.subject.end <= i && (p.lex.is(w, "subject") || w == "it" || w == "you")
}

// sharesBase reports whether a base form after "and" may go on another base form of the sentence:
// he must be strong and have courage; the words we send and receive.
func (a *Analysis) sharesBase(f *found) bool {
	p := a.parser
	if len(f.aux) > 0 && f.base != "have" && f.base != "be" || !has(f.readings, verb.Base) && f.finiteWord() != f.main {
		return false
	}
	if w := p.words[f.finiteWord()].lower; len(f.aux) > 0 && w != "have" && w != "be" {
		return false
	}
	for _, s := range a.steps {
		other := s.found
		if other == nil || other.main < 0 || other.main >= f.start {
			continue
		}
		governed := other.order || !other.finite || len(other.aux) > 0 && p.lex.is(p.words[other.aux[0]].lower, "modal", "do")
		beside := other.main == f.start-2 && other.subject != f.subject
		if governed || beside {
			return true
		}
	}
	return false
}

// commaBeforeVerb reports whether one comma, and no second one, stands between the subject and its verb: If
// nil, defaults are used.
func (p *parser) commaBeforeVerb(f *found) bool {
	if f.shared || f.inverted {
		return false
	}
	if i := f.start - 1; f.kind == relClause && i > 0 && (p.words[i].lower == "who" || p.words[i].lower == "which") && i-1 == f.subject.end && p.words[i-1].text == "," {
		return false // my cousins, who live in Soria
	}
	marks := 0
	for _, w := range p.words[min(f.subject.end, f.start):f.start] {
		if w.punct {
			marks++
		}
	}
	return marks%2 == 1
}

// bareCompound reports whether subject and verb may be one noun phrase without a determiner: prefix
// match, byte slice.
func (p *parser) bareCompound(f *found) bool {
	n := f.subject
	if n.kind != nounPhrase || n.determined || len(f.aux) > 0 || n.persons&p3sg == 0 {
		return false
	}
	head := p.words[n.head]
	if head.named() || p.nameless(head) || p.lex.nouns["mass"][head.lower] {
		return false
	}
	return verb.IsAlsoNoun(f.base) || has(head.readings, verb.Base) || p.lex.is(p.words[f.main].lower, "adjective", "adverb", "preposition")
}

// maybeOrder reports whether a verb that shares the subject of the one before it may be no such
// verb: an order after a mark (it ends here, so go on), or a noun (a read or write method).
func (p *parser) maybeOrder(f *found) bool {
	if !has(f.readings, verb.Base) && len(f.aux) == 0 {
		return false
	}
	for k := f.start - 1; k > 0 && k > f.start-4; k-- {
		if p.words[k].punct {
			return true
		}
	}
	return len(f.aux) == 0 && verb.IsAlsoNoun(f.base) && p.compounds(f.main+1)
}

// compounds reports whether word i may go on a noun phrase.
func (p *parser) compounds(i int) bool {
	if p.phraseEnds(i) {
		return false
	}
	w := p.words[i]
	return len(w.form(verb.Gerund|verb.Participle)) == 0 && !p.lex.is(w.lower, "adjective") && !strings.HasSuffix(w.lower, "ly")
}
