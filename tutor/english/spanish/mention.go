package spanish

import "github.com/shortleash/shortleash/tutor/english/verb"

// A mention is whom they and them may mean: the groups that were named before in the sentence.
type mention struct {
	feminine bool // a group of women, or of things with feminine names
	other    bool // another group
	things   bool // a group of things
}

// mentioned reads tokens for groups: plurals, and what is joined by and. One of men and women counts
// as other; so does one with I or you, which they cannot mean.
func (c *clause) mentioned(tokens []token) mention {
	var m mention
	for i := 0; i < len(tokens); {
		all, n := c.named(tokens[i:])
		if n == 0 {
			i++
			continue
		}
		i += n
		for i+1 < len(tokens) && tokens[i].lower == "and" {
			next, n := c.named(tokens[i+1:])
			if n == 0 {
				break
			}
			all = all.with(next)
			i += 1 + n
		}
		if !all.plural || all.person != verb.ThirdPlural {
			continue
		}
		m.feminine = m.feminine || all.feminine
		m.other = m.other || !all.feminine
		m.things = m.things || !all.acts()
	}
	return m
}

// named reads a person or a thing with a name of its own; they has none.
func (c *clause) named(tokens []token) (subject, int) {
	switch tokens[0].lower {
	case "they", "it", "we":
		return subject{}, 0
	}
	return c.member(tokens)
}

// they returns the subject they. It is false where the sentence leaves open which gender it has, or
// where it is of things, which Spanish would leave out.
func (c *clause) they() (subject, bool) {
	s := pronouns["they"]
	m := c.mentioned(c.earlier)
	if m.feminine {
		s = s.ofWomen()
	}
	return s, !m.things && !(m.feminine && m.other)
}

// ofWomen returns they as it is said of women.
func (s subject) ofWomen() subject {
	s.text, s.tonic, s.feminine = "ellas", "ellas", true
	return s
}

// pronounOf returns an object pronoun of the list, that of them in the gender of those who were named. It
// is false of a word that is none, and where the gender is left open.
func (c *clause) pronounOf(list map[string]string, word string) (string, bool) {
	text, ok := list[word]
	if word != "them" || !ok {
		return text, ok
	}
	m := c.mentioned(c.earlier)
	if m.feminine {
		text = map[string]string{"los": "las", "ellos": "ellas"}[text]
	}
	return text, !(m.feminine && m.other)
}
