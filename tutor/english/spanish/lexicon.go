package spanish

import (
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A lexicon holds the words of es_words.tsv for one variety, by their lower-case English.
type lexicon struct {
	nouns       map[string]nounForm // singular and plural
	names       map[string]noun     // by exact spelling
	adjectives  map[string]adjective
	determiners map[string]determiner
	phrases     map[string]phrase
	idioms      map[string][]idiom // by the base of the verb, longest first
}

// A noun has a masculine form, a feminine one, or both (people: maestro, maestra).
type noun struct {
	masculine, feminine inflected
	classes             []string
	elFeminine          bool // el agua fría
}

// A nounForm is one English form of a noun.
type nounForm struct {
	noun   *noun
	plural bool
}

// inflected is a word with its plural.
type inflected struct{ singular, plural string }

func (w inflected) form(plural bool) string {
	if plural {
		return w.plural
	}
	return w.singular
}

func (n *noun) is(class string) bool { return slices.Contains(n.classes, class) }

type adjective struct {
	masculine, feminine inflected
	verb                string // ser, estar or tener
	before              bool   // stands before its noun: una buena idea
	mood                bool   // estar only of the moment: está feliz, but será feliz
	nation              bool   // of a country or its language
}

type determiner struct {
	masculine, feminine inflected
	number              string      // any, singular or plural: of the nouns it stands with
	owner               verb.Person // of a possessive
}

// isNumber reports whether an English determiner is a number, which is written the same in both
// Spanish genders.
func (l *lexicon) isNumber(word string) bool {
	d := l.determiners[word]
	return d.masculine.plural != "" && d.owner == "" && d.masculine.plural == d.feminine.plural
}

// A phrase is an adverb, a time expression or a preposition: words with one fixed translation.
type phrase struct {
	kind     string // adverb, time or preposition
	text     string
	features []string
}

func (p phrase) has(feature string) bool { return slices.Contains(p.features, feature) }

// An idiom is a verb whose object is part of its meaning: have breakfast, desayunar.
type idiom struct {
	english    []string // the words after the verb; @ is a possessive
	infinitive string
	rest       string // words after the Spanish verb
}

var (
	wordsOfLatinAmerica = sync.OnceValue(func() *lexicon { return readLexicon(LatinAmerica) })
	wordsOfSpain        = sync.OnceValue(func() *lexicon { return readLexicon(Spain) })
)

func lexiconOf(v Variety) *lexicon {
	if v == Spain {
		return wordsOfSpain()
	}
	return wordsOfLatinAmerica()
}

func readLexicon(v Variety) *lexicon {
	l := &lexicon{
		nouns:       map[string]nounForm{},
		names:       map[string]noun{},
		adjectives:  map[string]adjective{},
		determiners: map[string]determiner{},
		phrases:     map[string]phrase{},
		idioms:      map[string][]idiom{},
	}
	for _, record := range tables.Read("es_words", 5) {
		kind, english, spanish, features, spain := record[0], record[1], record[2], record[3], record[4]
		if v != Spain {
			spain = ""
		}
		switch kind {
		case "noun":
			l.addNoun(english, spanish, features, spain)
		case "name":
			l.names[english] = newNoun(spanish, strings.Fields(features))
		case "idiom":
			l.addIdiom(english, spanish, features, spain)
		case "adjective":
			l.adjectives[strings.ToLower(english)] = newAdjective(or(spain, spanish), strings.Fields(features))
		case "determiner":
			l.determiners[english] = newDeterminer(strings.Split(spanish, ","), strings.Fields(features))
		case "adverb", "time", "preposition":
			l.phrases[strings.ToLower(english)] = phrase{kind, or(spain, spanish), strings.Fields(features)}
		default:
			panic("spanish: BUG: es_words.tsv: unknown kind " + kind)
		}
	}
	return l
}

func or(first, second string) string {
	if first != "" {
		return first
	}
	return second
}

// addNoun adds both numbers of a noun. The Spanish of Spain may bring its own gender: "ordenador m".
func (l *lexicon) addNoun(english, spanish, features, spain string) {
	classes := strings.Fields(features)
	if text, gender, ok := strings.Cut(spain, " "); ok {
		spain, classes[0] = text, gender
	}
	n := newNoun(or(spain, spanish), classes)
	singular, plural, irregular := strings.Cut(strings.ToLower(english), "/")
	if !irregular {
		plural = englishPlural(singular)
	}
	l.nouns[singular] = nounForm{noun: &n}
	l.nouns[plural] = nounForm{noun: &n, plural: true}
}

// newNoun makes a noun of one Spanish form, or of two divided by a comma; features begins with the
// gender.
func newNoun(spanish string, features []string) noun {
	n := noun{classes: features[1:], elFeminine: features[0] == "f*"}
	first, second, _ := strings.Cut(spanish, ",")
	switch features[0] {
	case "m":
		n.masculine = withPlural(first)
	case "f", "f*":
		n.feminine = withPlural(first)
	case "p":
		n.masculine, n.feminine = withPlural(first), withPlural(second)
	default:
		panic("spanish: BUG: es_words.tsv: gender of " + spanish)
	}
	return n
}

func newAdjective(spanish string, features []string) adjective {
	first, second, two := strings.Cut(spanish, ",")
	a := adjective{
		masculine: withPlural(first),
		verb:      features[0],
		before:    slices.Contains(features, "before"),
		mood:      slices.Contains(features, "mood"),
		nation:    slices.Contains(features, "nation"),
	}
	a.feminine = a.masculine
	switch root, inflects := strings.CutSuffix(first, "o"); {
	case two:
		a.feminine = withPlural(second)
	case inflects:
		a.feminine = withPlural(root + "a")
	}
	return a
}

func newDeterminer(forms, features []string) determiner {
	for len(forms) < 4 {
		forms = append(forms, "")
	}
	d := determiner{
		masculine: inflected{forms[0], forms[2]},
		feminine:  inflected{forms[1], forms[3]},
		number:    features[0],
	}
	if len(features) > 1 {
		d.owner = verb.Person(features[1])
	}
	return d
}

func (l *lexicon) addIdiom(english, infinitive, rest, spain string) {
	words := strings.Fields(strings.ToLower(english))
	list := append(l.idioms[words[0]], idiom{words[1:], infinitive, or(spain, rest)})
	slices.SortStableFunc(list, func(a, b idiom) int { return len(b.english) - len(a.english) })
	l.idioms[words[0]] = list
}

// withPlural adds the plural to a Spanish noun or adjective, or cuts it off where it is given.
func withPlural(word string) inflected {
	if singular, plural, ok := strings.Cut(word, "/"); ok {
		return inflected{singular, plural}
	}
	runes := []rune(word)
	switch last := runes[len(runes)-1]; {
	case strings.ContainsRune("aeiouáéó", last):
		return inflected{word, word + "s"}
	case last == 'z':
		return inflected{word, string(runes[:len(runes)-1]) + "ces"}
	case strings.ContainsRune("ns", last) && len(runes) > 1:
		// The plural moves the written accent away: canción, canciones.
		before := acute.Replace(string(runes[len(runes)-2]))
		return inflected{word, string(runes[:len(runes)-2]) + before + string(last) + "es"}
	default:
		return inflected{word, word + "es"}
	}
}

// englishPlural returns the regular plural of an English noun.
func englishPlural(noun string) string {
	root, y := strings.CutSuffix(noun, "y")
	switch {
	case y && !endsInVowel(root):
		return root + "ies"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"),
		strings.HasSuffix(noun, "sh"), noun == "potato", noun == "tomato":
		return noun + "es"
	default:
		return noun + "s"
	}
}

var acute = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u")

func endsInVowel(text string) bool {
	return text != "" && strings.ContainsRune("aeiou", rune(text[len(text)-1]))
}
