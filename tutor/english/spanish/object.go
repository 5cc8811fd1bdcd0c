package spanish

import "strings"

// Object pronouns, by the English one: of a direct object, of a receiver, and after a preposition.
// You is taken as singular: of several it would depend on the region.
var (
	directPronouns = map[string]string{
		"me": "me", "you": "te", "him": "lo", "her": "la", "us": "nos", "them": "los",
	}
	receiverPronouns = map[string]string{
		"me": "me", "you": "te", "him": "le", "her": "le", "us": "nos", "them": "les",
	}
	tonicPronouns = map[string]string{
		"him": "él", "her": "ella", "us": "nosotros", "them": "ellos",
	}
)

// objectClasses are the classes that a line of es_gloss.tsv may name in brackets.
var objectClasses = []string{
	"person", "place", "vehicle", "sport", "instrument", "language", "fact", "film", "thing",
}

// withObject reads an object, or a receiver and an object, and what follows.
func (c *clause) withObject(key string, entry Entry, tokens []token) (predicate, bool) {
	if p, rest, ok := c.receiver(entry, tokens); ok {
		return c.adjuncts(p, rest)
	}
	phrase, taken := c.context.nounPhrases(tokens)
	if taken == 0 {
		return c.pronounObject(key, entry, tokens)
	}
	entry = forClass(key, entry, phrase)
	if entry.backwards() {
		return c.backwards(entry, tokens)
	}
	text, ok := objectText(key, entry.frame, phrase)
	if entry.frame.has("d") && tokens[0].lower == "her" {
		return predicate{}, false // bought her flowers: le compró flores or compró sus flores
	}
	if !ok || strings.Contains(entry.Infinitive, " ") {
		return predicate{}, false
	}
	p := c.newPredicate(entry.Infinitive, entry.frame)
	p.tail = []string{text}
	return c.adjuncts(p, tokens[taken:])
}

// forClass returns the entry for objects of the class of phrase, where there is one of its own.
func forClass(key string, entry Entry, phrase nounPhrase) Entry {
	for _, class := range objectClasses {
		own, ok := glosses()[key+" ("+class+")"]
		if ok && (phrase.is(class) || class == "thing" && !phrase.is("person")) {
			return own
		}
	}
	return entry
}

// objectText returns the Spanish object with its preposition. It is false where the frame does not
// allow the object, or where only the speaker could say whether a person is meant (a doctor).
func objectText(key string, f frame, phrase nounPhrase) (string, bool) {
	text := phrase.text
	if f.has("G") || phrase.is("meal") {
		text = phrase.generic
	}
	person := phrase.is("person")
	switch preposition := f.preposition(); {
	case preposition != "":
		return preposition + " " + text, !person || f.has("p")
	case person && f.has("p"):
		return "a " + text, !f.has("t") || !phrase.indefinite
	case person:
		return text, f.has("h") && phrase.indefinite
	case phrase.is("animal") && f.has("p") && !phrase.indefinite:
		return "", false // busca a su perro: the nearer the animal, the more it is a person
	case phrase.is("body") && phrase.owned:
		return "", false // abrió los ojos, se cortó la mano
	case phrase.is("food") && key == "have":
		return "", false // have a sandwich is to eat it
	case phrase.name:
		return text, f.has("t") && phrase.is("place")
	default:
		return text, f.has("t")
	}
}

// pronounObject reads an object pronoun.
func (c *clause) pronounObject(key string, entry Entry, tokens []token) (predicate, bool) {
	if len(tokens) == 0 {
		return predicate{}, false
	}
	word := tokens[0].lower
	if own, ok := glosses()[key+" (person)"]; ok {
		entry = own
	}
	if !entry.frame.has("p") || strings.Contains(entry.Infinitive, " ") {
		return predicate{}, false
	}
	p := c.newPredicate(entry.Infinitive, entry.frame)
	if preposition := entry.frame.preposition(); preposition != "" {
		tonic, ok := c.pronounOf(tonicPronouns, word)
		switch {
		case word == "me" && preposition == "con":
			p.tail = []string{"conmigo"}
		case word == "me":
			p.tail = []string{preposition, "mí"}
		case ok:
			p.tail = []string{preposition, tonic}
		default:
			return predicate{}, false
		}
		return c.adjuncts(p, tokens[1:])
	}
	clitic, ok := c.pronounOf(directPronouns, word)
	if !ok || p.clitic != "" || reflexive[c.row()] == clitic {
		return predicate{}, false
	}
	p.clitic = clitic
	return c.adjuncts(p, tokens[1:])
}

// receiver reads the two objects of a verb like give: me a book, Ana a book, a book to Ana.
func (c *clause) receiver(entry Entry, tokens []token) (predicate, []token, bool) {
	if !entry.frame.has("d") || len(tokens) < 2 {
		return predicate{}, nil, false
	}
	p := c.newPredicate(entry.Infinitive, entry.frame)
	first, n := c.context.nounPhrase(tokens)
	if n == 0 { // me a book
		clitic, ok := receiverPronouns[tokens[0].lower]
		thing, taken := c.context.nounPhrase(tokens[1:])
		if !ok || taken == 0 || thing.is("person") || thing.name || clitic == reflexive[c.row()] {
			return predicate{}, nil, false
		}
		p.clitic, p.tail = clitic, []string{thing.text}
		return p, tokens[1+taken:], true
	}
	rest := tokens[n:]
	thing, person := first, first
	taken := 0
	if first.is("person") { // Ana a book
		thing, taken = c.context.nounPhrase(rest)
	} else if startsWith(rest, "to") { // a book to Ana
		if clitic, ok := receiverPronouns[strings.ToLower(wordAt(rest, 1))]; ok && !c.isPhrase(rest[1:]) {
			p.clitic, p.tail = clitic, []string{thing.text}
			return p, rest[2:], clitic != reflexive[c.row()]
		}
		person, taken = c.context.nounPhrase(rest[1:])
		taken++
	}
	if taken == 0 || !person.is("person") || thing.is("person") || thing.name || thing.text == "" {
		return predicate{}, nil, false
	}
	p.clitic = "le"
	if person.plural {
		p.clitic = "les"
	}
	p.tail = []string{thing.text, "a", person.text}
	return p, rest[taken:], true
}

func wordAt(tokens []token, i int) string {
	if i < len(tokens) {
		return tokens[i].lower
	}
	return ""
}
