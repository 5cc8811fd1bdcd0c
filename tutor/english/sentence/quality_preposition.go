package sentence

import (
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// An adjective says with its own preposition what it is about: interested in, good at, afraid of. Other languages have others there: interested on, excited with, worried for. The table of
// qualities lists the prepositions of each; one that is not in it may be right (happy with a cat beside her), and is seen.

var thePrepositionsOfQualities = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, record := range tables.Read("qualities", 2) {
		all[record[0]] = setOf(record[1])
	}
	return all
})

// takesUnknownPreposition reports whether the adjective at word i, after a verb, and the preposition after it are not used together: interested on the job.
func (p *parser) takesUnknownPreposition(i int) bool {
	list := thePrepositionsOfQualities()[p.words[i].lower]
	if list == nil || i+2 >= len(p.words) || p.lex.is(p.wordAt(i-1), "determiner") || p.words[i-1].lower == "as" || p.words[i-1].lower == "too" || p.wordAt(i+1) == "to" && p.couldBeVerb(i+2) {
		return false
	}
	about := p.words[i+2].named() || p.lex.is(p.wordAt(i+2), "object") || p.wordAt(i+2) == "you" || len(p.nominals(i+2)) > 0
	if !about || p.timeAt(i+1) || p.timeAt(i+2) || p.wordAt(i+2) == "course" || p.wordAt(i+2) == "all" {
		return false
	}
	switch next := p.wordAt(i + 1); next {
	case "of", "from", "with", "by", "to", "for", "about":
		return !list[next]
	case "in", "on", "at":
		return list["!"+next]
	}
	return false
}

// hasUnknownQuality reports whether such an adjective or participle follows be or a verb like it, perhaps after words of degree.
func (a *Analysis) hasUnknownQuality() bool {
	p := a.parser
	for _, g := range a.Groups {
		i := g.found.main
		switch {
		case g.Verb == "be" || linkingVerbs[g.Verb]:
			for i++; i < len(p.words) && (p.adverb(i) > 0 || p.isNegation(i) || g.found.inverted && p.lex.is(p.wordAt(i), "subject", "either")); i++ {
			}
		case !a.isPassive(g.found): // was surprised from
			continue
		}
		if i < len(p.words) && (p.takesUnknownPreposition(i) || g.found.subject != nil && p.acts(g.found.subject) && p.skilledAtGerund(i)) {
			return true
		}
	}
	return false
}

// skilledAtGerund reports whether good or bad at word i, perhaps after very, has an -ing form after it without its "at": she is very good cooking.
func (p *parser) skilledAtGerund(i int) bool {
	if ofDegree[p.words[i].lower] {
		i++
	}
	switch p.wordAt(i) {
	case "good", "bad", "great", "terrible", "excellent":
		return i+1 < len(p.words) && len(p.words[i+1].form(verb.Gerund)) > 0 && p.wordAt(i+1) != "looking" && p.phraseEnds(i+2)
	}
	return false
}
