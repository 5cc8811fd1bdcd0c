package answer

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// maxLookups is how many verbs are looked up, beside be, for a model that only writes the answer: what a correction may be
// grows with each, and servers hold short patterns only.
const maxLookups = 4

// Open reports whether the choice is a model's: the analysis judges no verb of an English sentence, and some words may be verbs that are
// not settled. What a model changes there it knows better, or worse. A sentence that the analysis judges and leaves stays:
// small models mended none of those, and spoiled some.
func (s *Sentence) Open() bool {
	a := &s.analysis
	return len(a.Groups) > 0 && (a.Reason == sentence.OtherTense || a.Reason == sentence.OtherStructure) &&
		!slices.ContainsFunc(a.Groups, func(g sentence.Group) bool { return g.Judgment.Verdict == sentence.Wrong }) &&
		len(s.lookups()) > 0
}

// Declined returns a, of which the only reason for not judging is the one that the analysis has, where it has one.
func (s *Sentence) Declined(a Answers) Answers {
	if reason := s.analysis.Reason; slices.Contains(a.Reasons, reason) {
		a.Reasons = []sentence.Reason{reason}
	}
	return a
}

// settled returns where the words begin that the analysis sees as right: those of verb groups that it judged, or that may have
// several forms.
func (s *Sentence) settled() map[int]bool {
	places := map[int]bool{}
	for i, g := range s.analysis.Groups {
		if g.Judgment.Verdict == sentence.Right || s.facts[i].free {
			for _, t := range g.Tokens {
				places[s.analysis.Tokens[t].Start] = true
			}
		}
	}
	return places
}

// NextCall returns the call that comes next where a model only writes the answer, so that none is left to choose: of an
// open sentence, a look-up of each verb that is not settled; else what the analysis asks about the verbs that lack
// evidence, in the order of the sentence. ok is false where the answer may be written.
func (s *Sentence) NextCall(asked []Observation) (c sentence.Call, ok bool) {
	made := func(c sentence.Call) bool {
		return slices.ContainsFunc(asked, func(o Observation) bool {
			was, ok := o.call()
			return ok && was == c
		})
	}
	if s.Open() {
		for _, v := range s.lookups() {
			if c := (sentence.Call{Tool: sentence.Lookup, Verb: v}); !made(c) {
				return c, true
			}
		}
		return sentence.Call{}, false
	}
	for i, f := range s.findings(readEvidence(asked)) {
		if len(f.alternatives) > 0 || !f.mustChange && !f.doubtful {
			continue
		}
		for _, c := range s.analysis.Calls(i) {
			if s.concerns(i, c) && !made(c) {
				return c, true
			}
		}
	}
	return sentence.Call{}, false
}

// lookups returns the infinitives to look up: of the verb groups that are not settled, then of other words that may be verbs,
// in the order of the sentence, and be, where it stands or an -ing form may lack it.
func (s *Sentence) lookups() []string {
	var list []string
	be, settled := false, s.settled()
	add := func(v string) {
		if v != "be" && len(list) < maxLookups && askable(v) && fits(v, sentence.MaxVerb) {
			list = appendNew(list, infinitive(v))
		}
	}
	for _, g := range s.analysis.Groups {
		if g.Verb != "" && !settled[s.analysis.Tokens[g.Main].Start] {
			add(g.Verb)
		}
	}
	for _, w := range s.words() {
		if settled[w.Start] {
			continue
		}
		be = be || slices.Contains(w.bases, "be") || strings.HasSuffix(w.Lower, "ing") && len(w.bases) > 0
		if !w.helper {
			for _, v := range w.bases {
				add(v)
			}
		}
	}
	if be {
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
