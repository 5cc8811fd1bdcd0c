package spanish

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// copula reads what follows a form of be and chooses ser, estar, tener or haber.
func (c *clause) copula(tokens []token) (predicate, bool) {
	if c.subject.pronoun == "there" {
		return c.thereIs(tokens)
	}
	var before []string
	var times []phrase
	for len(tokens) > 0 {
		known, n := c.phrase(tokens)
		if n == 0 || !known.has("before") {
			break
		}
		before, times = append(before, known.text), append(times, known)
		tokens = tokens[n:]
	}
	p, ok := c.attribute(tokens)
	p.before = append(before, p.before...)
	p.times = append(times, p.times...)
	return p, ok
}

// attribute reads an adjective, a noun phrase, a place, an origin or an age.
func (c *clause) attribute(tokens []token) (predicate, bool) {
	if len(tokens) == 0 {
		return predicate{}, false
	}
	if p, ok := c.adjectives(tokens); ok {
		return p, true
	}
	if c.subject.pronoun == "it" && !c.isPhrase(tokens) {
		return predicate{}, false
	}
	if len(tokens) == 3 && tokens[1].lower == "years" && tokens[2].lower == "old" && c.subject.pronoun == "" {
		number, ok := c.context.lexicon.determiners[tokens[0].lower]
		return predicate{infinitive: "tener", tail: []string{number.masculine.plural, "años"}},
			ok && c.context.lexicon.isNumber(tokens[0].lower)
	}
	if tokens[0].lower == "from" && c.subject.pronoun == "" {
		place, taken := c.context.nounPhrase(tokens[1:])
		return predicate{infinitive: "ser", tail: []string{"de", place.text}},
			taken > 0 && taken+1 == len(tokens) && place.is("place") && place.name
	}
	if p, ok := c.predicateNoun(tokens); ok {
		return p, true
	}
	// A place. Events take ser there, and this or that needs a gender.
	known, n := c.phrase(tokens)
	if n == 0 || known.kind == "time" || !known.has("place") && known.kind != "preposition" ||
		c.subject.phrase.is("event") || c.subject.pronoun != "" {
		return predicate{}, false
	}
	return c.adjuncts(predicate{infinitive: "estar"}, tokens)
}

func (c *clause) isPhrase(tokens []token) bool {
	_, n := c.context.nounPhrase(tokens)
	return n > 0
}

// adjectives reads "very tired" or "tired and hungry"; all of them must take the same verb.
func (c *clause) adjectives(tokens []token) (predicate, bool) {
	var p predicate
	var words []string
	for {
		very := startsWith(tokens, "very")
		if very {
			tokens = tokens[1:]
		}
		if len(tokens) == 0 {
			return predicate{}, false
		}
		adj, ok := c.context.lexicon.adjectives[tokens[0].lower]
		if !ok || p.infinitive != "" && adj.verb != p.infinitive || !c.attributable(adj, very) {
			return predicate{}, false
		}
		p.infinitive = adj.verb
		text := c.agree(adj)
		if very {
			text = "muy " + text
		}
		words = append(words, text)
		tokens = tokens[1:]
		if !startsWith(tokens, "and") || len(words) == 2 {
			break
		}
		tokens = tokens[1:]
	}
	if len(words) == 2 {
		words = []string{words[0], and(words[1]), words[1]}
	}
	p.tail = words
	return c.adjuncts(p, tokens)
}

// attributable reports whether the subject may have the adjective in a way we can be sure of.
func (c *clause) attributable(adj adjective, very bool) bool {
	s := c.subject
	switch {
	case c.inInfinitive && adj.verb == "estar", adj.mood && c.group.Tense != verb.PresentSimple:
		return false // quiere ser feliz, but está feliz
	case adj.verb == "tener":
		return !very && s.pronoun == "" && (s.phrase.classes == nil || s.phrase.is("person") || s.phrase.is("animal"))
	case s.pronoun == "it":
		// What "it" is has a gender: only adjectives that do not show it are sure.
		return adj.verb == "ser" && adj.masculine == adj.feminine
	case s.pronoun != "":
		return false
	case s.phrase.is("food"):
		return adj.verb == "estar" // la sopa es buena or está buena: it depends
	default:
		return true
	}
}

func (c *clause) agree(adj adjective) string {
	if adj.verb == "tener" {
		return adj.masculine.singular
	}
	if c.subject.feminine {
		return adj.feminine.form(c.subject.plural)
	}
	return adj.masculine.form(c.subject.plural)
}

// predicateNoun reads "a teacher", "my house".
func (c *clause) predicateNoun(tokens []token) (predicate, bool) {
	inner := c.context
	inner.feminine = c.subject.feminine
	phrase, taken := inner.nounPhrase(tokens)
	demonstrative := c.subject.pronoun != "" && c.subject.pronoun != "it"
	if taken == 0 || phrase.plural != c.subject.plural || demonstrative && c.inInfinitive {
		return predicate{}, false
	}
	text := phrase.text
	if phrase.job != "" && slices.Contains([]string{"a", "an"}, tokens[0].lower) {
		text = phrase.job
	}
	if demonstrative {
		d := c.context.lexicon.determiners[c.subject.pronoun]
		c.subject.text = phrase.pick(d.masculine, d.feminine)
		c.subject.tonic = c.subject.text
	}
	if c.subject.text == pronouns["they"].text && phrase.feminine && phrase.is("person") {
		c.subject = c.subject.ofWomen()
	}
	return c.adjuncts(predicate{infinitive: "ser", tail: []string{text}}, tokens[taken:])
}

// thereIs reads what there is.
func (c *clause) thereIs(tokens []token) (predicate, bool) {
	phrase, taken := c.context.nounPhrase(tokens)
	if taken == 0 || !phrase.indefinite || strings.HasPrefix(phrase.text, "otr") {
		return predicate{}, false
	}
	return c.adjuncts(predicate{infinitive: "haber", tail: []string{phrase.text}}, tokens[taken:])
}
