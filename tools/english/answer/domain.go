package answer

import (
	"slices"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tools/english/sentence"
	"github.com/shortleash/shortleash/tools/english/verb"
)

// maxVerb bounds the verb of a call, in code points: what the tools accept.
const maxVerb = 24

// A Domain is what the arguments of a tool may be. Its lists are in the order of the sentence, persons
// and tenses in their own; those that the tool does not take are empty.
type Domain struct {
	Verbs    []string      // infinitives; for the agreement tool finite words, in lower case
	Persons  []verb.Person // that a subject here can have
	Tenses   []verb.Tense  // that a verb here can be in
	Subjects []string      // that a finite word may be tried with
}

// DomainOf returns the arguments of the calls of a tool. It is false where there is none. Beside each
// other the lists may hold more than these calls.
func DomainOf(tool sentence.Tool, calls []sentence.Call) (d Domain, ok bool) {
	for _, c := range calls {
		if c.Tool != tool {
			continue
		}
		ok = true
		d.Verbs = appendNew(d.Verbs, c.Verb)
		switch tool {
		case sentence.Conjugate, Spanish:
			d.Persons = appendNew(d.Persons, c.Person)
			d.Tenses = appendNew(d.Tenses, c.Tense)
		case sentence.Agreement:
			d.Subjects = appendNew(d.Subjects, c.Subject)
		}
	}
	inOrder(d.Persons, verb.Persons)
	inOrder(d.Tenses, verb.Tenses)
	return d, ok
}

// Left returns what the tools may be asked about the verbs of the sentence, and were not yet: while
// verbs wait for their evidence, only what is about them.
func (s *Sentence) Left(answered []Observation) []sentence.Call {
	var made []sentence.Call
	for _, o := range answered {
		if c, ok := o.call(); ok {
			made = append(made, c)
		}
	}
	waits := waiting(s.findings(read(answered)))
	return slices.DeleteFunc(slices.Clone(s.calls()), func(c sentence.Call) bool {
		about := func(i int) bool { return s.about(i, c) }
		return slices.Contains(made, c) || len(waits) > 0 && !slices.ContainsFunc(waits, about)
	})
}

// findCalls returns the calls that are about a group: that may confirm its words, or return others.
func (s *Sentence) findCalls() []sentence.Call {
	var list []sentence.Call
	add := func(c sentence.Call) {
		if utf8.RuneCountInString(c.Verb) <= maxVerb {
			list = appendNew(list, c)
		}
	}
	for i, g := range s.analysis.Groups {
		is := s.slots[i]
		for _, c := range s.analysis.Calls(i) {
			if s.concerns(i, c) {
				add(c)
			}
		}
		if finite, ok := s.analysis.FiniteWord(i); ok {
			for _, run := range is.subjects {
				if c := (sentence.Call{Tool: sentence.Agreement, Verb: finite, Subject: run}); s.concerns(i, c) {
					add(c)
				}
			}
		}
		if g.Verb == "" {
			continue
		}
		if c := (sentence.Call{Tool: sentence.Lookup, Verb: g.Verb}); s.concerns(i, c) {
			add(c)
		}
		for _, p := range is.persons {
			for _, t := range is.tenses {
				if c := (sentence.Call{Tool: sentence.Conjugate, Verb: g.Verb, Person: p, Tense: t}); g.Tense != "" && s.concerns(i, c) {
					add(c)
				}
			}
		}
	}
	return list
}

// inOrder sorts list as its values stand in all.
func inOrder[T comparable](list, all []T) {
	slices.SortFunc(list, func(x, y T) int { return slices.Index(all, x) - slices.Index(all, y) })
}

func appendNew[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}
