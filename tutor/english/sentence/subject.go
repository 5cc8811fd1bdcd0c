package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A Subject is what a verb group agrees with.
type Subject struct {
	Text         string      // as written; "" where none was found
	Head         string      // its head noun or pronoun, in lower case unless it is a name
	Person       verb.Person // "" where it is not known
	EitherNumber bool        // either number is right: the team, none of them
	Adjacent     bool        // no other noun stands between the head and the verb
	Noun         bool        // a noun phrase, not a pronoun
}

// subject describes the subject of an accepted group.
func (a *Analysis) subject(f *found) Subject {
	n := f.subject
	if n == nil {
		return Subject{}
	}
	p := a.parser
	if n.kind == existential {
		if f.existing == nil {
			return Subject{Text: a.text(n.start, n.end)}
		}
		n = f.existing
		return a.describe(n, n.end)
	}
	end := f.start
	if f.inverted {
		end = f.main
		if f.main == f.aux[0] || f.main < n.end {
			end = n.end
		}
	}
	if f.shared || end < n.end {
		end = n.end
	}
	for end > n.end && (p.words[end-1].punct || p.adverb(end-1) == 1) {
		end--
	}
	if n.kind == wh && end > n.end {
		end = n.end
	}
	s := a.describe(n, end)
	if len(s.Text) > MaxSubject {
		s.Text = a.text(n.start, n.end)
	}
	return s
}

func (a *Analysis) describe(n *nominal, end int) Subject {
	p := a.parser
	s := Subject{Text: a.text(n.start, end), Head: p.headText(n), Person: n.persons.person()}
	s.EitherNumber = n.persons&p3sg != 0 && n.persons&p3pl != 0
	s.Noun = n.kind == nounPhrase || n.kind == coordinated
	s.Adjacent = end <= n.end && (n.head == n.end-1 || n.kind == coordinated)
	if n.kind == wh || n.kind == gerund || n.kind == existential {
		s.Person = verb.ThirdSingular
	}
	return s
}

func (p *parser) headText(n *nominal) string {
	w := p.words[n.head]
	if w.named() || w.lower == "i" {
		return w.text
	}
	return w.lower
}

// Head returns the head of a subject that stands alone, such as "the list of items", and its
// person. Both says that either number is right; ok is false where there is no noun or pronoun. Of
// coordinated subjects the head is the last member and the person is that of all together: "Ana
// and I" is first person plural.
func Head(subject string) (head string, person verb.Person, both, ok bool) {
	n, p := headOf(subject)
	if n == nil {
		return "", "", false, false
	}
	both = n.persons&p3sg != 0 && n.persons&p3pl != 0
	return p.headText(n), n.persons.person(), both, true
}

// headOf parses text as a subject without its verb.
func headOf(text string) (*nominal, *parser) {
	words := wordsOf(Tokens(text))
	p := newParser(words)
	p.alone = true
	if len(words) == 0 || len(words) > 40 {
		return nil, p
	}
	p.parse()
	c := p.ending
	for c != nil && c.parent != nil {
		c = c.parent
	}
	if c == nil || c.phase != atSubject || c.subject == nil || c.subject.kind == existential {
		return nil, p
	}
	if n := c.subject; n.kind == wh && n.head > 0 && n.head == len(words)-1 { // those who: it refers to what stands before it
		if before, q := headOf(strings.TrimSuffix(strings.TrimSpace(text), words[n.head].text)); before != nil {
			return before, q
		}
	}
	return c.subject, p
}
