package spanish

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A predicate is a Spanish verb with its complements, before it is conjugated.
type predicate struct {
	infinitive string   // without -se
	clitic     string   // pronoun before the finite verb or after the infinitive; "" for none
	before     []string // adverbs before the verb
	tail       []string // what follows the verb
	thing      bool     // the verb agrees with a thing and not with the subject: me gustan los gatos
	plural     bool     // of that thing
	goingTo    bool     // is going to: ir a in the present
	frame      frame
	times      []phrase // adverbs and time expressions, to be checked against the tense
}

// moves reports whether the predicate is about getting somewhere, which is said with to.
func (p predicate) moves() bool {
	return slices.Contains([]string{"ir", "venir", "volver", "regresar", "viajar"}, p.infinitive)
}

// nonFinite returns the predicate with its verb in the infinitive.
func (p predicate) nonFinite() []string {
	return append([]string{p.infinitive + p.clitic}, p.tail...)
}

// predicate reads the complements of the verb base in tokens. It is false when it does not know all
// of them.
func (c *clause) predicate(base string, tokens []token) (predicate, bool) {
	if base == "be" {
		return c.copula(tokens)
	}
	if c.subject.pronoun != "" && c.subject.pronoun != "it" {
		return predicate{}, false // this works: what has a gender
	}
	if p, ok := c.idiom(base, tokens); ok {
		return p, true
	}
	for n := min(2, len(tokens)); n >= 0; n-- {
		key := strings.TrimSpace(base + " " + join(tokens[:n]))
		if entry, ok := glosses()[key]; ok {
			p, ok := c.complements(key, entry, tokens[n:])
			if ok && (c.subject.acts() || p.thing || p.frame.has("m") || p.frame.has("w")) {
				return p, true
			}
		}
	}
	return predicate{}, false
}

func (c *clause) newPredicate(infinitive string, f frame) predicate {
	bare, pronominal := strings.CutSuffix(infinitive, "se")
	p := predicate{infinitive: bare, frame: f}
	if pronominal {
		p.clitic = reflexive[c.row()]
	}
	return p
}

// idiom reads an expression such as have breakfast, and what follows it.
func (c *clause) idiom(base string, tokens []token) (predicate, bool) {
	for _, known := range c.context.lexicon.idioms[base] {
		owner, ok := c.matchIdiom(known, tokens)
		if !ok {
			continue
		}
		rest := known.rest
		if owner != "" {
			possessive := c.context.lexicon.determiners[owner].masculine.singular
			// Only forms that are the same in both genders are sure here: our is not.
			if strings.Contains(rest, "@") && owner == "our" {
				return predicate{}, false
			}
			rest = strings.ReplaceAll(rest, "@", possessive)
		}
		p := c.newPredicate(known.infinitive, "i")
		if rest != "" {
			p.tail = append(p.tail, rest)
		}
		return c.adjuncts(p, tokens[len(known.english):])
	}
	return predicate{}, false
}

// matchIdiom reports whether tokens begin with the words of known. A possessive in it must be the
// subject's own; it is returned.
func (c *clause) matchIdiom(known idiom, tokens []token) (owner string, ok bool) {
	if len(tokens) < len(known.english) {
		return "", false
	}
	for i, word := range known.english {
		switch {
		case word == tokens[i].lower:
		case word == "@" && c.context.owner(tokens[i].lower) == c.group.Person:
			owner = tokens[i].lower
		default:
			return "", false
		}
	}
	return owner, true
}

// complements reads what follows the verb of entry, which was found under key.
func (c *clause) complements(key string, entry Entry, tokens []token) (predicate, bool) {
	if entry.backwards() {
		return c.backwards(entry, tokens)
	}
	if p, ok := c.withObject(key, entry, tokens); ok {
		return p, true
	}
	if entry.frame == "" || strings.Contains(entry.Infinitive, " ") {
		return predicate{}, false
	}
	p := c.newPredicate(entry.Infinitive, entry.frame)
	switch f := entry.frame; {
	case key == "go" && c.goingTo(tokens):
		if c.isPhrase(tokens[1:]) {
			return predicate{}, false // is going to work: by train, or from now on
		}
		p.goingTo = true
		return c.chain(p, "a", tokens[1:])
	case f.has("q"):
		return c.chain(p, "que", tokens)
	case f.has("n") && startsWith(tokens, "to"):
		return c.chain(p, "", tokens[1:])
	case f.has("a") && startsWith(tokens, "to"):
		return c.chain(p, "a", tokens[1:])
	case f.has("i"), f.has("w") && c.subject.pronoun == "it", c.gap && f.has("t"):
		return c.adjuncts(p, tokens)
	default:
		return predicate{}, false
	}
}

// goingTo reports whether tokens after is going may be an infinitive.
func (c *clause) goingTo(tokens []token) bool {
	if c.group.Tense != verb.PresentContinuous || len(tokens) < 2 || tokens[0].lower != "to" {
		return false
	}
	_, isVerb := glosses()[tokens[1].lower]
	return isVerb
}

// chain adds an infinitive with its own complements: quiere ir a la escuela.
func (c *clause) chain(p predicate, link string, tokens []token) (predicate, bool) {
	if len(tokens) == 0 {
		return predicate{}, false
	}
	inner, ok := c.infinitive(tokens)
	if !ok {
		return predicate{}, false
	}
	if link != "" {
		p.tail = append(p.tail, link)
	}
	p.tail = append(p.tail, inner.nonFinite()...)
	p.times = append(p.times, inner.times...)
	return p, true
}

// infinitive reads a verb in the infinitive with its complements.
func (c *clause) infinitive(tokens []token) (predicate, bool) {
	outer := c.inInfinitive
	c.inInfinitive = true
	p, ok := c.predicate(tokens[0].lower, tokens[1:])
	c.inInfinitive = outer
	return p, ok && !p.goingTo && len(p.before) == 0
}

// backwards builds me gusta el té from what is liked.
func (c *clause) backwards(entry Entry, tokens []token) (predicate, bool) {
	p := predicate{infinitive: entry.Infinitive, frame: entry.frame, thing: true, clitic: indirect[c.row()]}
	if strings.Contains(entry.Infinitive, " ") || c.subject.pronoun != "" || c.inInfinitive {
		return predicate{}, false
	}
	taken := 0
	var liked []string
	switch phrase, n := c.context.nounPhrases(tokens); {
	case n > 0 && !phrase.is("person") && !phrase.name:
		if phrase.indefinite && (c.group.Tense == verb.PastSimple || phrase.text == phrase.generic) {
			return predicate{}, false // me gustaban, and what "a book" would mean, are not ours
		}
		taken, liked, p.plural = n, []string{phrase.generic}, phrase.plural
	case startsWith(tokens, "it"):
		taken = 1
	case startsWith(tokens, "to") && len(tokens) > 1:
		inner, ok := c.infinitive(tokens[1:])
		if !ok {
			return predicate{}, false
		}
		p.tail, p.times = inner.nonFinite(), inner.times
		return p, true
	default:
		return predicate{}, false
	}
	if after := tokens[taken:]; len(after) >= 2 {
		if much := join(after[:2]); much == "very much" || much == "a lot" {
			p.tail = append(p.tail, "mucho")
			taken += 2
		}
	}
	p.tail = append(p.tail, liked...)
	return c.adjuncts(p, tokens[taken:])
}

// adjuncts reads adverbs, places and times up to the end of tokens.
func (c *clause) adjuncts(p predicate, tokens []token) (predicate, bool) {
	// The slices of p may be shared with another attempt at the same clause.
	p.tail, p.times = slices.Clone(p.tail), slices.Clone(p.times)
	for len(tokens) > 0 {
		taken := c.adjunct(&p, tokens)
		if taken == 0 {
			return predicate{}, false
		}
		tokens = tokens[taken:]
	}
	return p, true
}

// adjunct adds one adverb, place or time to p and returns its length in tokens, 0 for none.
func (c *clause) adjunct(p *predicate, tokens []token) int {
	if tokens[0].lower == "yet" && len(tokens) == 1 {
		return c.yet(p)
	}
	known, n := c.phrase(tokens)
	if p.moves() && slices.Contains([]string{"in", "at", "on"}, tokens[0].lower) && known.kind != "time" {
		return 0 // to go in a place: to it, or about inside it
	}
	switch {
	case known.kind == "preposition":
		place, taken := c.context.nounPhrase(tokens[n:])
		if taken == 0 || !known.has("any") && !slices.ContainsFunc(known.features, place.is) {
			return 0
		}
		p.tail = append(p.tail, known.text, place.text)
		return n + taken
	case n == 2 && tokens[1].lower == "them":
		them, ok := c.pronounOf(tonicPronouns, "them")
		if !ok {
			return 0
		}
		p.tail = append(p.tail, strings.ReplaceAll(known.text, "ellos", them))
		return n
	case known.kind == "time", known.has("after"), known.has("place"), known.has("goal") && p.frame.has("g"):
		p.tail = append(p.tail, known.text)
		p.times = append(p.times, known)
		return n
	}
	// Motion: to a place, from a place.
	link := map[string]string{"to": "a", "from": "de"}[tokens[0].lower]
	if link == "" || !p.frame.has("g") && !(link == "de" && p.infinitive == "venir") {
		return 0
	}
	place, taken := c.context.nounPhrase(tokens[1:])
	if taken == 0 || !place.is("place") {
		return 0
	}
	p.tail = append(p.tail, link, place.text)
	return 1 + taken
}

// yet is todavía no in a negative sentence and ya in a question.
func (c *clause) yet(p *predicate) int {
	switch {
	case c.group.Tense != verb.PresentPerfect:
		return 0
	case c.group.Negative && !c.question:
		p.before = append(p.before, "todavía")
	case c.question && !c.group.Negative:
		p.before = append(p.before, "ya")
	default:
		return 0
	}
	return 1
}

// phrase returns the longest adverb, time expression or preposition at the start of tokens.
func (c *clause) phrase(tokens []token) (phrase, int) {
	for n := min(4, len(tokens)); n > 0; n-- {
		if known, ok := c.context.lexicon.phrases[join(tokens[:n])]; ok {
			return known, n
		}
	}
	return phrase{}, 0
}

func startsWith(tokens []token, word string) bool {
	return len(tokens) > 0 && tokens[0].lower == word
}
