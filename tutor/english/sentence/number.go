package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// persons is a set of grammatical persons: those a subject may have, or those a verb form fits.
type persons uint8

const (
	p1sg persons = 1 << iota
	p2sg
	p3sg
	p1pl
	p2pl
	p3pl

	pAny   = p1sg | p2sg | p3sg | p1pl | p2pl | p3pl
	pThird = p3sg | p3pl
	pYou   = p2sg | p2pl
)

func personsOf(feature string) persons {
	for i, p := range verb.Persons {
		if string(p) == feature {
			return 1 << i
		}
	}
	switch feature {
	case "sg":
		return p3sg
	case "pl":
		return p3pl
	}
	return pAny
}

// person returns the first person of the set, by which a tool is asked about it.
func (p persons) person() verb.Person {
	for i, person := range verb.Persons {
		if p&(1<<i) != 0 {
			return person
		}
	}
	return verb.ThirdSingular
}

// compoundPlural reports whether a word ends in men, women or people and is the plural of a person: horsemen,
// spokespeople.
func compoundPlural(word string) bool {
	return len(word) > 6 && (strings.HasSuffix(word, "men") && !oneInMen[word] || strings.HasSuffix(word, "people"))
}

var oneInMen = setOf("specimen abdomen regimen cyclamen albumen bitumen foramen")

// number returns which numbers a noun may have, by the tables and then by its ending. It does not say
// whether the word is a noun.
func (l *lexicon) number(w word, determined bool) persons {
	lower := w.lower
	if at := strings.LastIndexByte(lower, '-'); at > 0 && l.plural[lower] == "" {
		lower = lower[at+1:]
	}
	switch {
	case l.nouns["same"][lower], l.nouns["both-s"][lower], l.is(lower, "name-pl") && w.capital:
		return pThird
	case l.nouns["plural"][lower]:
		return p3pl
	case l.plural[lower] != "", compoundPlural(lower):
		return p3pl
	case l.nouns["collective"][lower]:
		return pThird
	case l.nouns["mass"][lower], l.nouns["singular-s"][lower], l.single[lower] != "":
		return p3sg
	case l.is(lower, "name-s") && w.capital && !determined:
		return p3sg
	case w.isIdentifier(), len(lower) < 3, strings.ToLower(w.text[1:]) != w.text[1:]:
		return pThird
	case !strings.HasSuffix(lower, "s"), strings.HasSuffix(lower, "ss"), strings.HasSuffix(lower, "us"):
		return p3sg
	case strings.HasSuffix(lower, "is"):
		return pThird // a thesis, two yetis
	case len(lower) < 5 && !strings.ContainsAny(lower, "aeiouy"):
		return pThird // lhs
	case w.named() && !determined:
		return pThird // Americans, but also a name we do not know
	}
	return p3pl
}
