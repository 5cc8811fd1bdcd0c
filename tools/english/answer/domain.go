package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tools/english/sentence"
	"github.com/shortleash/shortleash/tools/english/verb"
)

// maxVerb bounds the verb of a call, in code points: what the tools accept.
const maxVerb = 24

// Domains are the arguments that calls about the sentence may have. An empty list leaves nothing to
// ask.
type Domains struct {
	Verbs    []string      // infinitives that a word here could be a form of
	Persons  []verb.Person // that a subject here can have
	Tenses   []verb.Tense  // that a verb here can be in
	Finite   []string      // finite words that may be tried for agreement, in lower case
	Subjects []string      // what they may be tried with, of the persons that their subjects have
}

// Domains returns what the tools may be asked about the sentence. The caller must not modify it.
func (s *Sentence) Domains() Domains { return s.domains() }

func (s *Sentence) findDomains() Domains {
	d := Domains{Verbs: s.verbs(), Persons: s.persons(), Tenses: s.tenses()}
	for i := range s.analysis.Groups {
		finite, ok := s.analysis.FiniteWord(i)
		if !ok || utf8.RuneCountInString(finite) > maxVerb {
			continue
		}
		d.Finite = appendNew(d.Finite, finite)
		for _, run := range s.slots[i].subjects {
			d.Subjects = appendNew(d.Subjects, run)
		}
	}
	if len(d.Finite) == 0 || len(d.Subjects) == 0 {
		d.Finite, d.Subjects = nil, nil
	}
	return d
}

// verbs returns the candidates of every token, be where an -ing form may want it, and what the
// groups themselves are about.
func (s *Sentence) verbs() []string {
	var list []string
	for i, t := range s.analysis.Tokens {
		candidates := s.analysis.Candidates(i)
		for _, base := range candidates {
			list = appendNew(list, base)
		}
		if len(candidates) > 0 && strings.HasSuffix(t.Lower, "ing") {
			list = appendNew(list, "be")
		}
	}
	for i, g := range s.analysis.Groups {
		if g.Verb != "" && s.slots[i].known {
			list = appendNew(list, g.Verb)
		}
		for _, c := range s.analysis.Calls(i) {
			if c.Tool != sentence.Agreement {
				list = appendNew(list, c.Verb) // have, where "of" stands for it
			}
		}
	}
	return slices.DeleteFunc(list, func(base string) bool { return utf8.RuneCountInString(base) > maxVerb })
}

// persons returns those of all subjects together; all six where there is no finite verb.
func (s *Sentence) persons() []verb.Person {
	var list []verb.Person
	for _, p := range verb.Persons {
		for i, g := range s.analysis.Groups {
			if g.Finite >= 0 && slices.Contains(s.slots[i].persons, p) {
				list = append(list, p)
				break
			}
		}
	}
	if list == nil {
		return verb.Persons
	}
	return list
}

// tenses returns those of all groups together; all five where there is none.
func (s *Sentence) tenses() []verb.Tense {
	var list []verb.Tense
	for _, t := range verb.Tenses {
		if len(s.slots) == 0 || slices.ContainsFunc(s.slots, func(is slot) bool { return slices.Contains(is.tenses, t) }) {
			list = append(list, t)
		}
	}
	return list
}

func appendNew[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}
