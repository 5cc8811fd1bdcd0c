package answer

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Arguments narrows args, the arguments of a tool, to those of its calls: no other call can be written, and
// none with the person of one and the verb of another. It is false where there is no call.
func Arguments(args grammar.Schema, tool sentence.Tool, calls []sentence.Call) (_ grammar.Schema, ok bool) {
	var rows [][]string // of each call the arguments, in the order of the schema
	for _, c := range inOrder(calls) {
		if c.Tool != tool {
			continue
		}
		row := make([]string, len(args.Properties))
		for i, p := range args.Properties {
			row[i] = argument(c, p.Name)
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return grammar.Schema{}, false
	}
	return grammar.AnyOf(branches(args, 0, rows)...), true
}

// branches returns as few objects as possible that hold the rows and no others. All rows have the same
// arguments before the given place.
func branches(args grammar.Schema, place int, rows [][]string) []grammar.Schema {
	if place == len(args.Properties) {
		return []grammar.Schema{args}
	}
	type branch struct {
		values []string
		rest   [][]string // after each of the values
	}
	var list []branch
	var seen []string
	for _, row := range rows {
		value := row[place]
		if slices.Contains(seen, value) {
			continue
		}
		seen = append(seen, value)
		var rest [][]string
		for _, other := range rows {
			if other[place] == value {
				rest = append(rest, other)
			}
		}
		same := func(b branch) bool {
			return slices.EqualFunc(b.rest, rest, func(x, y []string) bool { return slices.Equal(x[place+1:], y[place+1:]) })
		}
		if i := slices.IndexFunc(list, same); i >= 0 {
			list[i].values = append(list[i].values, value)
		} else {
			list = append(list, branch{[]string{value}, rest})
		}
	}
	var objects []grammar.Schema
	for _, b := range list {
		objects = append(objects, branches(args.With(args.Properties[place].Name, grammar.Enum(b.values...)), place+1, b.rest)...)
	}
	return objects
}

// argument returns an argument of a call by its name.
func argument(c sentence.Call, name string) string {
	switch name {
	case "person":
		return string(c.Person)
	case "subject":
		return c.Subject
	case "tense":
		return string(c.Tense)
	case "verb":
		return c.Verb
	}
	panic("answer: BUG: no tool about verbs has an argument " + name)
}

// RemainingCalls returns the calls about the verbs of the sentence that were not made yet. While some verbs
// lack evidence, it returns only calls about those.
func (s *Sentence) RemainingCalls(answered []Observation) []sentence.Call {
	var made []sentence.Call
	for _, o := range answered {
		if c, ok := o.call(); ok {
			made = append(made, c)
		}
	}
	waits := waiting(s.findings(readEvidence(answered)))
	return slices.DeleteFunc(slices.Clone(s.calls()), func(c sentence.Call) bool {
		about := func(i int) bool { return s.about(i, c) }
		return slices.Contains(made, c) || len(waits) > 0 && !slices.ContainsFunc(waits, about)
	})
}

// findCalls returns all calls that may confirm the words of a group, or return others.
func (s *Sentence) findCalls() []sentence.Call {
	var list []sentence.Call
	add := func(c sentence.Call) {
		if utf8.RuneCountInString(c.Verb) <= sentence.MaxVerb {
			list = appendNew(list, c)
		}
	}
	for i, g := range s.analysis.Groups {
		is := s.facts[i]
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

// inOrder returns calls with persons and tenses in their own order, else in that of the sentence.
func inOrder(calls []sentence.Call) []sentence.Call {
	return slices.SortedStableFunc(slices.Values(calls), func(x, y sentence.Call) int {
		return cmp.Or(
			slices.Index(verb.Persons, x.Person)-slices.Index(verb.Persons, y.Person),
			slices.Index(verb.Tenses, x.Tense)-slices.Index(verb.Tenses, y.Tense),
		)
	})
}

func appendNew[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}
