package sentence

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
)

// countNouns is what the table says of nouns that need a determiner.
type countNouns struct {
	before    map[string]map[string]bool // noun -> words right before it where it is bare
	roles     map[string]bool            // captain: elected captain
	phrases   map[string][][]string      // noun -> rows of words that hold it and have no article
	described map[string]bool            // nouns that need a determiner where an adjective describes them: a long time
	lost      [][]string                 // rows of words that lack one: in morning
}

var theCountNouns = sync.OnceValue(func() *countNouns {
	t := &countNouns{before: map[string]map[string]bool{}, roles: map[string]bool{}, described: map[string]bool{}, phrases: map[string][][]string{}}
	for _, record := range tables.Read("count", 2) {
		switch record[0] {
		case "role":
			maps.Copy(t.roles, setOf(record[1]))
		case "described":
			maps.Copy(t.described, setOf(record[1]))
		case "lost":
			for row := range strings.FieldsSeq(record[1]) {
				t.lost = append(t.lost, strings.Split(row, "_"))
			}
		case "phrase":
			for phrase := range strings.FieldsSeq(record[1]) {
				parts := strings.Split(phrase, "_")
				for _, part := range parts {
					t.phrases[part] = append(t.phrases[part], parts)
				}
			}
		default:
			before := setOf(record[0])
			for noun := range strings.FieldsSeq(record[1]) {
				t.before[noun] = before
			}
		}
	}
	return t
})

// losesArticle reports whether a row of words that lacks its article begins at word i, with no determiner before it: in morning, by time we left.
func (a *Analysis) losesArticle(i int) bool {
	p := a.parser
	if i > 0 && (p.lex.is(p.words[i-1].lower, "determiner") || p.words[i-1].owner || p.isNumber(p.words[i-1].lower)) {
		return false
	}
	if !p.functional(p.words[i]) && !a.isVerbWord(i) {
		if _, determined := a.bareStart(i); determined {
			return false
		}
	}
	return slices.ContainsFunc(theCountNouns().lost, func(row []string) bool { return p.faultAt(i, row) })
}

// describing are adjectives of one thing: it was cold night, it takes long time.
var describing = setOf(`long nice lovely beautiful wonderful great terrible horrible awful strange big huge small tiny quiet loud cold hot warm dark bright easy difficult hard new old sharp
	clear bad good happy sad boring interesting important amazing fantastic perfect special different funny short quick famous very really`)

// isDescribedBare reports whether a noun at word i that may name a mass stands for one thing after a verb, with an adjective and without a determiner: it takes long time.
func (a *Analysis) isDescribedBare(i int) bool {
	p := a.parser
	if !theCountNouns().described[p.words[i].lower] || a.isVerbWord(i) || !a.isHead(i) {
		return false
	}
	start, determined := a.bareStart(i)
	if determined || start == i || isTimeModifier(p.words[i-1].lower) || !describing[p.words[start].lower] {
		return false
	}
	if p.words[start].lower == "good" && (timeNouns()[p.words[i].lower] || p.words[i].lower == "day") && a.tellsBefore(start) { // he said good night
		return false
	}
	return a.isVerbWord(start-1) || p.wordAt(start-1) == "for" || p.wordAt(start-1) == "what" || weakDeterminers[p.words[start].lower]
}
