package answer

import (
	"slices"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// maxLookups is how many verbs are looked up, beside be, for a model that only writes the answer: what a correction may be
// grows with each, and servers hold short patterns only.
const maxLookups = 4

// Undoubted reports whether the analysis sees an English sentence with verbs and no error in them. What a model changes
// there it knows better, or worse; the analysis has nothing to say.
func (s *Sentence) Undoubted() bool {
	a := &s.analysis
	return len(s.lookups()) > 0 && slices.Contains([]sentence.Reason{"", sentence.OtherTense, sentence.OtherStructure}, a.Reason) &&
		!slices.ContainsFunc(a.Groups, func(g sentence.Group) bool { return g.Judgment.Verdict == sentence.Wrong })
}

// NextCall returns the call that comes next where a model only writes the answer, so that none is left to choose: what
// the analysis asks about the verbs that it sees as wrong, then about those without which no answer judges; of a sentence that
// is undoubted, a look-up of each verb. ok is false where the answer may be written.
func (s *Sentence) NextCall(asked []Observation) (c sentence.Call, ok bool) {
	made := func(c sentence.Call) bool {
		return slices.ContainsFunc(asked, func(o Observation) bool {
			was, ok := o.call()
			return ok && was == c
		})
	}
	if s.Undoubted() {
		for _, v := range s.lookups() {
			if c := (sentence.Call{Tool: sentence.Lookup, Verb: v}); !made(c) {
				return c, true
			}
		}
		return sentence.Call{}, false
	}
	found := s.findings(readEvidence(asked))
	for _, doubted := range []bool{true, false} {
		for i, f := range found {
			wrong := s.analysis.Groups[i].Judgment.Verdict == sentence.Wrong
			if wrong != doubted || len(f.alternatives) > 0 || !wrong && !f.mustChange {
				continue
			}
			for _, c := range s.analysis.Calls(i) {
				if s.concerns(i, c) && !made(c) {
					return c, true
				}
			}
		}
	}
	if waits := waiting(found); len(waits) > 0 { // what the analysis would ask did not do
		if left := s.RemainingCalls(asked); len(left) > 0 {
			return left[0], true
		}
	}
	return sentence.Call{}, false
}

// lookups returns the infinitives to look up: of the verb groups of the analysis, then of other words that may be verbs,
// in the order of the sentence, and be, which may be missing.
func (s *Sentence) lookups() []string {
	var list []string
	add := func(v string) {
		if v != "be" && len(list) < maxLookups && askable(v) && fits(v, sentence.MaxVerb) {
			list = appendNew(list, infinitive(v))
		}
	}
	for _, g := range s.analysis.Groups {
		if g.Verb != "" {
			add(g.Verb)
		}
	}
	for _, w := range s.words() {
		if !w.helper {
			for _, v := range w.bases {
				add(v)
			}
		}
	}
	if len(list) > 0 || slices.ContainsFunc(s.analysis.Groups, func(g sentence.Group) bool { return g.Verb == "be" }) {
		list = append(list, "be")
	}
	return list
}

// Rewriting returns the answers of g for a model that writes the sentence, as it stands or with verbs changed; whether
// the verbs can be judged at all is not its choice. Where nothing can be changed, it is Schema.
func (g Grounded) Rewriting() grammar.Schema {
	if g.Pattern == "" {
		return g.Schema()
	}
	return objectOf(grammar.Pattern(g.Pattern, 1, MaxText), yes, noLines, grammar.Null())
}
