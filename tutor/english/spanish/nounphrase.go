package spanish

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A nounPhrase is an English noun phrase and what its Spanish depends on.
type nounPhrase struct {
	text       string // Spanish, without an article where English has none
	generic    string // Spanish with the article that a bare noun takes as a subject; else as text
	feminine   bool
	plural     bool
	owned      bool // my, your, …
	indefinite bool // a, two, some, many, or bare
	classes    *noun
	name       bool
	job        string // the noun alone, where Spanish has no article after ser
}

// is reports whether the phrase is of a class of es_words.tsv; a group of two has the first's.
func (n nounPhrase) is(class string) bool { return n.classes != nil && n.classes.is(class) }

// context is what a noun phrase may depend on outside itself.
type context struct {
	lexicon  *lexicon
	feminine bool // of the subject, for a predicate noun: ella es maestra
	open     bool // in a negative or a question, where English has "any"
}

// nounPhrase reads the noun phrase at the start of tokens and returns how many it took, 0 when there
// is none it knows. At most one adjective may stand in it.
func (c context) nounPhrase(tokens []token) (nounPhrase, int) {
	if name, n := c.name(tokens); n > 0 || len(tokens) == 0 {
		return name, n
	}
	word := tokens[0].lower
	det, determined := c.lexicon.determiners[word]
	// "any" has no word in Spanish (no tengo dinero), nor "some" before what is not counted.
	silent := word == "any" && c.open
	taken := 0
	if determined || silent {
		taken = 1
	}
	number := ""
	if determined && det.number == "any" && taken < len(tokens) && c.lexicon.isNumber(tokens[taken].lower) {
		number = c.lexicon.determiners[tokens[taken].lower].masculine.plural // my two sisters
		det.number = "plural"
		taken++
	}
	var adjectives []adjective
	if taken < len(tokens) {
		adj, ok := c.lexicon.adjectives[tokens[taken].lower]
		if ok && adj.verb != "tener" && !c.isNounAlone(tokens[taken:]) {
			adjectives = append(adjectives, adj)
			taken++
		}
	}
	form, n := c.noun(tokens[taken:])
	counted := number != "" || determined && c.lexicon.isNumber(word)
	if n == 0 || !sure(form, det, adjectives, counted) {
		return nounPhrase{}, 0
	}
	if taken > 0 && tokens[taken-1].lower == "little" && form.noun.is("mass") {
		if taken != 2 || word != "a" {
			return nounPhrase{}, 0 // little water is not much of it
		}
		return c.little(form), taken + n
	}
	if word == "some" && !form.plural {
		determined, silent = false, true
	}
	agrees := det.number == "any" || (det.number == "plural") == form.plural
	countless := form.plural || form.noun.is("mass")
	if determined && !agrees || !determined && !countless {
		return nounPhrase{}, 0
	}
	read := reading{form: form, word: word, number: number, adjectives: adjectives, silent: silent}
	if determined {
		read.determiner = &det
	}
	return c.render(read), taken + n
}

// sure reports whether the parts of a phrase mean together what each means alone.
func sure(form nounForm, det determiner, adjectives []adjective, counted bool) bool {
	n := form.noun
	switch {
	case n.is("anyone") && det.owner != "":
		return false // my children: mis hijos, not mis niños
	case n.is("several") && form.plural && !counted:
		return false // my glasses, to see with
	}
	for _, adj := range adjectives {
		switch {
		case n.is("bond") && !adj.before:
			return false // an old friend is not amigo viejo
		case n.is("job") && adj.nation:
			return false // the English teacher
		}
	}
	return true
}

// nounPhrases reads a noun phrase or two things of one class joined by and.
func (c context) nounPhrases(tokens []token) (nounPhrase, int) {
	first, n := c.nounPhrase(tokens)
	if n == 0 || len(tokens) <= n+1 || tokens[n].lower != "and" {
		return first, n
	}
	second, more := c.nounPhrase(tokens[n+1:])
	if more == 0 || first.is("person") || second.is("person") || first.name != second.name ||
		first.classes.classes[0] != second.classes.classes[0] {
		return first, n
	}
	return nounPhrase{
		text:       first.text + " " + and(second.text) + " " + second.text,
		generic:    first.generic + " " + and(second.generic) + " " + second.generic,
		plural:     true,
		indefinite: first.indefinite || second.indefinite,
		classes:    first.classes,
		name:       first.name,
	}, n + 1 + more
}

// isNounAlone reports whether the word at the start of tokens is a noun that is also an adjective
// and stands for itself: they study English.
func (c context) isNounAlone(tokens []token) bool {
	_, isNoun := c.lexicon.nouns[tokens[0].lower]
	_, taken := c.noun(tokens[1:])
	return isNoun && taken == 0
}

// noun reads a noun of up to two words.
func (c context) noun(tokens []token) (nounForm, int) {
	for n := min(2, len(tokens)); n > 0; n-- {
		if form, ok := c.lexicon.nouns[join(tokens[:n])]; ok {
			return form, n
		}
	}
	return nounForm{}, 0
}

func (c context) name(tokens []token) (nounPhrase, int) {
	for n := min(2, len(tokens)); n > 0; n-- {
		var exact []string
		for _, t := range tokens[:n] {
			exact = append(exact, t.text)
		}
		if name, ok := c.lexicon.names[strings.Join(exact, " ")]; ok {
			feminine := name.masculine.singular == ""
			text := or(name.masculine.singular, name.feminine.singular)
			return nounPhrase{text: text, generic: text, feminine: feminine, classes: &name, name: true}, n
		}
	}
	return nounPhrase{}, 0
}

// A reading is what was found of a noun phrase before it is put into Spanish.
type reading struct {
	form       nounForm
	word       string      // the first word, lower case
	determiner *determiner // nil: none, or one that Spanish leaves out
	silent     bool        // one that Spanish leaves out
	number     string      // Spanish number after the determiner
	adjectives []adjective
}

// little returns a little of what is not counted: un poco de agua.
func (c context) little(form nounForm) nounPhrase {
	n := nounPhrase{feminine: form.noun.masculine.singular == "", classes: form.noun, indefinite: true}
	n.text = "un poco de " + n.pick(form.noun.masculine, form.noun.feminine)
	n.generic = n.text
	return n
}

// definite lists the determiners, beside the possessives, of things that are known.
var definite = []string{"the", "this", "that", "these", "those"}

func (c context) render(r reading) nounPhrase {
	n := r.form.noun
	phrase := nounPhrase{
		feminine: n.masculine.singular == "" || c.feminine && n.feminine.singular != "",
		plural:   r.form.plural,
		classes:  n,
	}
	head := phrase.pick(n.masculine, n.feminine)
	text := head
	for _, adj := range r.adjectives {
		inflected := phrase.pick(adj.masculine, adj.feminine)
		switch {
		case adj.before && !phrase.feminine && !phrase.plural:
			text = strings.TrimSuffix(inflected, "o") + " " + text // un buen libro
		case adj.before:
			text = inflected + " " + text
		default:
			text += " " + inflected
		}
	}
	if r.number != "" {
		text = r.number + " " + text
	}
	if n.is("job") && len(r.adjectives) == 0 {
		phrase.job = head
	}
	the := c.lexicon.determiners["the"]
	article := phrase.pick(the.masculine, the.feminine)
	if n.elFeminine && !phrase.plural && strings.HasPrefix(text, head) {
		article = "el" // el agua fría
	}
	switch {
	case r.determiner == nil:
		phrase.text, phrase.generic, phrase.indefinite = text, article+" "+text, true
		if r.silent {
			phrase.generic = text
		}
		return phrase
	case r.word == "the":
		phrase.text = article + " " + text
	default:
		phrase.text = phrase.pick(r.determiner.masculine, r.determiner.feminine) + " " + text
	}
	phrase.generic = phrase.text
	phrase.owned = r.determiner.owner != ""
	phrase.indefinite = !phrase.owned && !slices.Contains(definite, r.word)
	return phrase
}

// pick returns the form of a word that agrees with the phrase.
func (n nounPhrase) pick(masculine, feminine inflected) string {
	if n.feminine {
		return feminine.form(n.plural)
	}
	return masculine.form(n.plural)
}

// owner returns the possessor when word is a possessive.
func (c context) owner(word string) verb.Person { return c.lexicon.determiners[word].owner }

func join(tokens []token) string {
	var words []string
	for _, t := range tokens {
		words = append(words, t.lower)
	}
	return strings.Join(words, " ")
}
