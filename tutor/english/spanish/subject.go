package spanish

import "github.com/shortleash/shortleash/tutor/english/verb"

// A subject is the subject of one clause.
type subject struct {
	text     string // "él", "la maestra"; "" when Spanish has no word for it
	tonic    string // after a: "él", "Ana"; "" for I, you and we, where the pronoun before the verb is enough
	feminine bool
	plural   bool
	person   verb.Person // "" for you, which is singular or plural
	pronoun  string      // "it", "there", "this", "that", … when that word is the subject
	phrase   nounPhrase  // of a single noun phrase
}

// third reports whether the subject is said in a question, where yo, tú and nosotros are left out.
func (s subject) third() bool { return s.tonic != "" }

// acts reports whether the subject is a person or an animal. Of a thing English verbs often say
// something else: a machine works, a nose runs.
func (s subject) acts() bool {
	alive := s.phrase.classes == nil || s.phrase.is("person") || s.phrase.is("animal")
	return s.pronoun == "" && alive
}

// pronouns lists the subject pronouns; the number of you alone is decided by the sentence.
var pronouns = map[string]subject{
	"i":    {text: "yo", person: verb.FirstSingular},
	"you":  {text: "tú", person: verb.SecondSingular},
	"he":   {text: "él", tonic: "él", person: verb.ThirdSingular},
	"she":  {text: "ella", tonic: "ella", person: verb.ThirdSingular, feminine: true},
	"it":   {person: verb.ThirdSingular, pronoun: "it"},
	"we":   {text: "nosotros", person: verb.FirstPlural, plural: true},
	"they": {text: "ellos", tonic: "ellos", person: verb.ThirdPlural, plural: true},
}

// readSubject reads the subject of the clause at the start of tokens and returns how many it took;
// 0 when there is none, or when it does not fit the person of the verb.
func (c *clause) readSubject(tokens []token) (subject, int) {
	if len(tokens) == 0 {
		return subject{}, 0
	}
	switch word := tokens[0].lower; word {
	case "there":
		return subject{pronoun: word, person: c.group.Person}, 1
	case "this", "that", "these", "those":
		if _, taken := c.context.nounPhrase(tokens); taken == 0 {
			plural := word == "these" || word == "those"
			return subject{pronoun: word, person: c.group.Person, plural: plural}, 1
		}
	}
	all, taken := c.member(tokens)
	if word := tokens[0].lower; word == "you" && !startsWith(tokens[1:], "and") {
		all = c.you()
	}
	for taken > 0 && taken+1 < len(tokens) && tokens[taken].lower == "and" {
		next, n := c.member(tokens[taken+1:])
		if n == 0 || all.text == "" || next.text == "" {
			return subject{}, 0
		}
		all = all.with(next)
		taken += 1 + n
	}
	if taken == 0 || all.person != c.group.Person {
		return subject{}, 0
	}
	return all, taken
}

// member reads one pronoun or noun phrase. You is one person beside others: tú y Ana.
func (c *clause) member(tokens []token) (subject, int) {
	word := tokens[0].lower
	if word == "they" {
		return pronouns[word], max(0, 1-len(c.earlier)) // what was said before decides its gender
	}
	if s, ok := pronouns[word]; ok {
		return s, 1
	}
	phrase, taken := c.context.nounPhrase(tokens)
	if taken == 0 {
		return subject{}, 0
	}
	s := subject{
		text:     phrase.generic,
		tonic:    phrase.generic,
		feminine: phrase.feminine,
		plural:   phrase.plural,
		person:   verb.ThirdSingular,
		phrase:   phrase,
	}
	if phrase.plural {
		s.person = verb.ThirdPlural
	}
	return s, taken
}

// you returns the subject you: tú, or what the variety says to several.
func (c *clause) you() subject {
	s := pronouns["you"]
	if c.group.Person == verb.SecondPlural {
		s = subject{text: "ustedes", tonic: "ustedes", person: verb.SecondPlural, plural: true}
		if c.variety == Spain {
			s.text, s.tonic = "vosotros", ""
		}
	}
	return s
}

// with joins two members of a subject: Ana y yo are we, tú y Ana are you.
func (s subject) with(next subject) subject {
	joined := subject{
		text:     s.text + " " + and(next.text) + " " + next.text,
		feminine: s.feminine && next.feminine,
		plural:   true,
		person:   verb.ThirdPlural,
	}
	joined.tonic = joined.text
	second := verb.SecondPlural
	for _, p := range []verb.Person{s.person, next.person} {
		switch {
		case p == verb.FirstSingular || p == verb.FirstPlural:
			joined.person, joined.tonic = verb.FirstPlural, ""
		case (p == verb.SecondSingular || p == second) && joined.person != verb.FirstPlural:
			joined.person = second
		}
	}
	return joined
}

// ofWomen returns they as it is said of women.
func (s subject) ofWomen() subject {
	s.text, s.tonic, s.feminine = "ellas", "ellas", true
	return s
}

// pronounOf returns an object pronoun of the list. It is false of a word that is none, and of them where what was said before
// decides its gender.
func (c *clause) pronounOf(list map[string]string, word string) (string, bool) {
	text, ok := list[word]
	return text, ok && (word != "them" || len(c.earlier) == 0)
}
