package answer

import (
	"context"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// GroundedArguments narrows args, the arguments of a tool, to what may be asked at the grounded length: any verb of
// the sentence in any tense and person, any run of its words as subject, and nothing that was asked before, whether it
// was answered or not. While a verb is certainly wrong that was not asked about, it is the only one. ok is false where
// nothing is left.
func (s *Sentence) GroundedArguments(args grammar.Schema, tool sentence.Tool, asked []Observation) (_ grammar.Schema, ok bool) {
	var made []sentence.Call
	for _, o := range asked {
		if c, ok := o.call(); ok && c.Tool == tool {
			made = append(made, c)
		}
	}
	verbs := s.urgent(asked)
	if len(verbs) == 0 {
		verbs = s.verbArguments()
	}
	var branches []grammar.Schema
	switch tool {
	case sentence.Lookup:
		left := without(verbs, func(v string) bool {
			return slices.ContainsFunc(made, func(c sentence.Call) bool { return c.Verb == infinitive(v) })
		})
		if len(left) > 0 {
			branches = append(branches, args.With("verb", grammar.Enum(left...)))
		}
	case sentence.Conjugate, sentence.Spanish:
		branches = conjugations(args, verbs, made)
	case sentence.Agreement:
		branches = s.agreements(args, verbs, made)
	}
	if len(branches) == 0 {
		return grammar.Schema{}, false
	}
	return grammar.AnyOf(branches...), true
}

// urgent returns the verbs that are certainly wrong and that no call was about, as arguments of tools.
func (s *Sentence) urgent(asked []Observation) []string {
	var list []string
	for _, w := range s.words() {
		g := slices.IndexFunc(s.analysis.Groups, func(g sentence.Group) bool {
			return certain(g) && s.analysis.Tokens[g.Main].Start == w.Start
		})
		if g < 0 || slices.ContainsFunc(asked, func(o Observation) bool {
			c, ok := o.call()
			return ok && c.Tool != sentence.Spanish && (c.Verb == w.Lower || slices.Contains(w.bases, infinitive(c.Verb)))
		}) {
			continue
		}
		for _, v := range append([]string{w.Lower}, w.bases...) {
			if slices.Contains(s.verbArguments(), v) {
				list = appendNew(list, v)
			}
		}
	}
	return list
}

func without(list []string, drop func(string) bool) []string {
	return slices.DeleteFunc(slices.Clone(list), drop)
}

// conjugations returns the calls of a tool that takes a verb, a tense and a person, without those made: first
// the persons that were never asked about, then of each other person the tenses, then of each of those the verbs.
func conjugations(args grammar.Schema, verbs []string, made []sentence.Call) []grammar.Schema {
	if len(verbs) == 0 {
		return nil
	}
	tenses := valuesOf(args, "tense")
	asked := func(p verb.Person, t string) (list []string) {
		for _, c := range made {
			if c.Person == p && (t == "" || string(c.Tense) == t) {
				list = append(list, c.Verb)
			}
		}
		return list
	}
	branch := func(persons, tenses, verbs []string) grammar.Schema {
		return args.With("person", grammar.Enum(persons...)).With("tense", grammar.Enum(tenses...)).With("verb", grammar.Enum(verbs...))
	}
	var branches []grammar.Schema
	var fresh []string
	for _, p := range verb.Persons {
		if len(asked(p, "")) == 0 {
			fresh = append(fresh, string(p))
			continue
		}
		var rest []string
		for _, t := range tenses {
			before := asked(p, t)
			if len(before) == 0 {
				rest = append(rest, t)
				continue
			}
			left := without(verbs, func(v string) bool { return slices.Contains(before, infinitive(v)) })
			if len(left) > 0 {
				branches = append(branches, branch([]string{string(p)}, []string{t}, left))
			}
		}
		if len(rest) > 0 {
			branches = append(branches, branch([]string{string(p)}, rest, verbs))
		}
	}
	if len(fresh) > 0 {
		branches = slices.Insert(branches, 0, branch(fresh, tenses, verbs))
	}
	return branches
}

// valuesOf returns the values of an argument that is an enum.
func valuesOf(args grammar.Schema, name string) []string {
	argument, _ := args.Property(name)
	values := make([]string, len(argument.Enum))
	for i, v := range argument.Enum {
		values[i] = strings.Trim(string(v), `"`)
	}
	return values
}

// maxRuns is how many characters all runs of words from one word on have together at most, in the pattern of
// a subject: servers write a pattern out.
const maxRuns = 1500

// agreements returns the calls of the agreement tool without those made: any run of words, and a finite form.
func (s *Sentence) agreements(args grammar.Schema, verbs []string, made []sentence.Call) []grammar.Schema {
	subject := s.subjectRuns()
	finite := without(verbs, func(v string) bool {
		return !slices.ContainsFunc(verb.Readings(v), func(r verb.Reading) bool { return r.Forms.Finite() })
	})
	if subject == "" || len(finite) == 0 {
		return nil
	}
	asked := map[string][]string{}
	for _, c := range made {
		asked[c.Verb] = append(asked[c.Verb], c.Subject)
	}
	branch := func(except []string, verbs ...string) grammar.Schema {
		run := grammar.Pattern(subject, 1, sentence.MaxSubject)
		run.Except = except
		return args.With("subject", run).With("verb", grammar.Enum(verbs...))
	}
	var branches []grammar.Schema
	if fresh := without(finite, func(v string) bool { return asked[v] != nil }); len(fresh) > 0 {
		branches = append(branches, branch(nil, fresh...))
	}
	for _, v := range finite {
		if asked[v] == nil {
			continue
		}
		b := branch(asked[v], v)
		if _, err := grammar.Compile(context.Background(), b.JSON(), grammar.Options{}); err == nil { // some run is left
			branches = append(branches, b)
		}
	}
	return branches
}

// subjectRuns matches any run of words of the sentence that no mark interrupts.
func (s *Sentence) subjectRuns() string {
	words := s.words()
	text := s.analysis.Text
	for most := len(words); most > 0; most-- {
		var starts []string
		size := 0
		for i, w := range words {
			if w.joined {
				continue // a run does not begin inside of a word
			}
			last := i
			for last+1 < len(words) && last+1-i < most && words[last+1].adjacent && words[last+1].End()-w.Start <= sentence.MaxSubject {
				last++
			}
			run := quote(w.Text)
			var rest strings.Builder
			open := 0
			for j := i + 1; j <= last; j++ {
				next := text[words[j-1].End():words[j].End()]
				rest.WriteString("(?:" + quote(next))
				open++
			}
			size += words[last].End() - w.Start
			run += rest.String() + strings.Repeat(")?", open)
			starts = appendNew(starts, run)
		}
		if size <= maxRuns || most <= 4 {
			return strings.Join(starts, "|")
		}
	}
	return ""
}
