package sentence

import (
	"strings"
	"sync"
	"unicode"

	"github.com/shortleash/shortleash/tutor/english/tables"
)

// foreignWords are the frequent words of other languages, each with the languages that have it.
var foreignWords = sync.OnceValue(func() map[string][]string {
	words := map[string][]string{}
	for _, record := range tables.Read("foreign", 2) {
		for w := range strings.FieldsSeq(record[1]) {
			words[w] = append(words[w], record[0])
		}
	}
	return words
})

// foreign reports whether the words are those of another language. A word that English has too
// counts for neither side; the others must not be fewer than the English ones.
func (p *parser) foreign() bool {
	foreign, english, plain := 0, 0, 0
	languages := map[string]int{}
	for _, w := range p.words {
		if w.punct || isDigits(w.text) || w.named() && foreignWords()[w.lower] == nil {
			continue
		}
		list := foreignWords()[w.lower]
		for _, language := range list {
			languages[language]++
		}
		switch known := p.isEnglish(w); {
		case known && len(list) > 0:
		case known:
			english++
		case len(list) > 0 || strangeLetters(w.lower) || elided(w.lower):
			foreign++
		default:
			plain++
		}
	}
	most := 0
	for _, n := range languages {
		most = max(most, n)
	}
	switch {
	case foreign == 0:
		return false
	case english == 0:
		return most > 1 || plain == 0 || foreign > plain
	}
	return foreign >= 2 && foreign >= english && most >= 2
}

// isEnglish reports whether a word is in our tables. What only begins a contraction there (wo, ca)
// is no word.
func (p *parser) isEnglish(w word) bool {
	switch w.lower {
	case "wo", "ca", "sha", "y":
		return w.respelled
	}
	return clitics[w.lower] || w.respelled || len(w.readings) > 0 && !w.guessed || !p.lex.inNoTable(w.lower)
}

// elided reports whether a word begins with a French or Italian article or pronoun: j'habite.
func elided(word string) bool {
	for _, start := range []string{"j'", "l'", "n'", "m'", "qu'", "dell'", "un'"} {
		if strings.HasPrefix(word, start) {
			return true
		}
	}
	return false
}

// strangeLetters reports whether a word has letters that English words do not have.
func strangeLetters(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return r > 'z' && unicode.IsLetter(r) && r != 'é' && r != 'ï' })
}
