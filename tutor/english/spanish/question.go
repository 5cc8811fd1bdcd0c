package spanish

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// questionWords are those whose clause is otherwise a question without them.
var questionWords = map[string]string{
	"where": "dónde", "when": "cuándo", "why": "por qué", "how": "cómo", "what": "qué",
}

// ask returns the Spanish words of a question, without its marks.
func (c *clause) ask(tokens []token) ([]string, bool) {
	p := c.cut(tokens, 0)
	if len(p.before) == 0 {
		return c.yesNo(p)
	}
	if len(p.before) != 1 {
		return nil, false
	}
	word := p.before[0].lower
	if word == "who" && c.group.Base != "be" && len(p.middle) == 0 && !c.inverted() {
		return c.who(p)
	}
	if c.group.Base == "be" {
		return c.whereIs(word, p)
	}
	return c.wh(word, p)
}

// inverted reports whether an auxiliary stands before the main verb.
func (c *clause) inverted() bool {
	return slices.ContainsFunc(c.group.auxiliaries, func(i int) bool { return i < c.group.main })
}

// yesNo reads "does she like tea".
func (c *clause) yesNo(p parts) ([]string, bool) {
	after := p.after
	adverbs, ok := c.asked(p.middle)
	if !ok && len(p.middle) == 0 && c.group.Base == "be" {
		// Is she tired: the subject follows the main verb.
		s, taken := c.readSubject(after)
		c.subject, after, ok = s, after[taken:], taken > 0
	}
	if !ok {
		return nil, false
	}
	said, ok := c.predicate(c.group.Base, after)
	if !ok {
		return nil, false
	}
	words, ok := c.verbPhrase(said, adverbs, nil)
	if !ok {
		return nil, false
	}
	if !c.subject.third() {
		return words, true
	}
	return append(c.spoken(said), words...), true
}

// asked reads a subject and the adverbs after it.
func (c *clause) asked(tokens []token) ([]phrase, bool) {
	s, taken := c.readSubject(tokens)
	if taken == 0 {
		return nil, false
	}
	c.subject = s
	return c.adverbs(tokens[taken:])
}

// who reads a question whose subject is who.
func (c *clause) who(p parts) ([]string, bool) {
	if c.group.Person != verb.ThirdSingular {
		return nil, false
	}
	c.subject = subject{text: "quién", tonic: "quién", person: verb.ThirdSingular}
	said, ok := c.predicate(c.group.Base, p.after)
	if !ok {
		return nil, false
	}
	words, ok := c.verbPhrase(said, nil, nil)
	return append(c.spoken(said), words...), ok
}

// wh reads "where does she live". The subject follows the verb there.
func (c *clause) wh(word string, p parts) ([]string, bool) {
	spanish, ok := questionWords[word]
	adverbs, found := c.asked(p.middle)
	if !ok || !found || len(adverbs) > 0 || c.group.Modal != "" {
		return nil, false
	}
	c.gap = word == "what"
	said, ok := c.predicate(c.group.Base, p.after)
	if !ok || said.thing || len(said.before) > 0 || c.gap && len(said.tail) > 0 {
		return nil, false
	}
	if c.gap && (!said.frame.has("t") || said.frame.preposition() != "") {
		return nil, false
	}
	if word == "where" && said.frame.has("g") {
		if said.infinitive != "ir" || len(said.tail) > 0 {
			return nil, false
		}
		spanish = "adónde"
	}
	tail := said.tail
	said.tail = nil
	words, ok := c.verbPhrase(said, nil, nil)
	if !ok {
		return nil, false
	}
	words = append([]string{spanish}, words...)
	if c.subject.third() {
		words = append(words, c.subject.text)
	}
	return append(words, tail...), true
}

// whereIs reads "where is the book", "how are you", "who is she", "where are you from".
func (c *clause) whereIs(word string, p parts) ([]string, bool) {
	s, taken := c.readSubject(p.after)
	if taken == 0 || len(p.middle) > 0 || s.pronoun != "" || c.group.Negative ||
		c.group.Tense != verb.PresentSimple {
		return nil, false
	}
	c.subject = s
	from := word == "where" && taken+1 == len(p.after) && p.after[taken].lower == "from"
	if taken != len(p.after) && !from {
		return nil, false
	}
	people := s.phrase.classes == nil || s.phrase.is("person")
	var lead, infinitive string
	switch {
	case from && people:
		lead, infinitive = "de dónde", "ser"
	case word == "where" && !from && !s.phrase.is("event"):
		lead, infinitive = "dónde", "estar"
	case word == "how" && people:
		lead, infinitive = "cómo", "estar"
	case word == "who" && people && !s.plural:
		lead, infinitive = "quién", "ser"
	default:
		return nil, false
	}
	form, ok := finite(infinitive, verb.PresentSimple, c.row())
	words := []string{lead, form}
	if s.third() {
		words = append(words, s.text)
	}
	return words, ok
}
