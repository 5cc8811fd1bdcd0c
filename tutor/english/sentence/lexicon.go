package sentence

import (
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A lexicon holds the closed-class words and the number of nouns, as the tables have them.
type lexicon struct {
	classes map[string][]listing       // word -> the classes it is listed in
	phrases map[string][]phrase        // first word -> multi-word entries, longest first
	plural  map[string]string          // irregular plural -> singular
	single  map[string]string          // singular of an irregular plural -> plural
	nouns   map[string]map[string]bool // kind -> word
}

// A listing is one class of a word. No word has more than a handful, so a list is searched faster
// than a map.
type listing struct{ class, feature string }

// A phrase is an entry of several words.
type phrase struct {
	words          []string
	class, feature string
}

var theLexicon = sync.OnceValue(func() *lexicon {
	lex := &lexicon{
		classes: map[string][]listing{},
		phrases: map[string][]phrase{},
		plural:  map[string]string{},
		single:  map[string]string{},
		nouns:   map[string]map[string]bool{},
	}
	for _, record := range tables.Read("closed", 3) {
		class, feature, words := record[0], record[1], strings.Fields(record[2])
		if class == "spelling" { // the feature is the right spelling, in parts
			for _, word := range words {
				lex.classes[word] = []listing{{class, feature}}
			}
			continue
		}
		for _, word := range words {
			lex.add(class, feature, word)
		}
	}
	for _, record := range tables.Read("nouns", 2) {
		lex.addNouns(record[0], strings.Fields(record[1]))
	}
	return lex
})

func (l *lexicon) add(class, feature, word string) {
	if parts := strings.Split(word, "_"); len(parts) > 1 {
		list := append(l.phrases[parts[0]], phrase{parts, class, feature})
		for i := len(list) - 1; i > 0 && len(list[i].words) > len(list[i-1].words); i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
		l.phrases[parts[0]] = list
		return
	}
	for i, old := range l.classes[word] {
		if old.class == class {
			if old.feature != feature {
				l.classes[word][i].feature = "any" // "all" goes with both numbers
			}
			return
		}
	}
	l.classes[word] = append(l.classes[word], listing{class, feature})
}

func (l *lexicon) addNouns(kind string, words []string) {
	if kind == "irregular" {
		l.plural[words[1]] = words[0]
		l.single[words[0]] = words[1]
		return
	}
	if l.nouns[kind] == nil {
		l.nouns[kind] = map[string]bool{}
	}
	for _, word := range words {
		l.nouns[kind][word] = true
	}
}

// is reports whether word is listed in any of the classes.
func (l *lexicon) is(word string, classes ...string) bool {
	for _, listed := range l.classes[word] {
		if slices.Contains(classes, listed.class) {
			return true
		}
	}
	return false
}

// chieflyNoun reports whether the word, or its singular, is a noun far more often than a verb.
func (l *lexicon) chieflyNoun(word string) bool {
	list := l.nouns["chiefly"]
	return list[word] || strings.HasSuffix(word, "s") && (list[word[:len(word)-1]] || strings.HasSuffix(word, "es") &&
		list[word[:len(word)-2]])
}

// inNoTable reports whether the word is in no table except perhaps that of verbs.
func (l *lexicon) inNoTable(word string) bool {
	if l.classes[word] != nil || l.plural[word] != "" || l.single[word] != "" {
		return false
	}
	for _, list := range l.nouns {
		if list[word] {
			return false
		}
	}
	return !l.chieflyNoun(word)
}

// feature returns what the table says about word in class, or "".
func (l *lexicon) feature(word, class string) string {
	for _, listed := range l.classes[word] {
		if listed.class == class {
			return listed.feature
		}
	}
	return ""
}

// IsKnownNonVerb reports whether word, in any case, is in our tables and is no form of a verb: the,
// school, she. A word that is in no table is not known to be anything, and gives false.
func IsKnownNonVerb(word string) bool {
	word = strings.ToLower(word)
	return len(verb.Readings(word)) == 0 && !theLexicon().inNoTable(word)
}
