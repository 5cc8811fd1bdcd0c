package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// doubtful reports whether the words around a verb that disagrees leave another reading, in which
// it is no verb, has another subject, or gives an order. Such a group is not judged.
func (a *Analysis) doubtful(f *found) bool {
	p := a.parser
	n := f.subject
	if n.kind == existential {
		return f.existing != nil && p.compounds(f.existing.end)
	}
	if f.inverted && !p.question && n.kind != pronoun {
		return true // Might need to split …
	}
	if first := max(n.start-1, 0); !p.question && n.kind == nounPhrase && (p.words[first].lower == "what" ||
		p.words[n.start].lower == "what") {
		return true // what matters is …
	}
	if len(f.aux) > 0 && p.words[f.finiteWord()].lower == "be" {
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
	if f.start > 0 && !f.inverted && p.lex.is(p.words[f.start-1].lower, "be") {
		return true // the first thing I did was call
	}
	return p.commaBeforeVerb(f) || p.bareCompound(f) || p.ofCompound(f) || p.ownSubject(f) || f.shared && (p.maybeOrder(f) || a.sharesBase(f))
}

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
