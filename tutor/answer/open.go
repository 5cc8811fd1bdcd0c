package answer

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
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

// Rewritings returns the answers of a model that writes an open sentence, as it stands or with verbs changed into forms that
// the observations returned; whether the verbs can be judged at all is not its choice. It is false where nothing can be changed.
func (s *Sentence) Rewritings(observations []Observation) (grammar.Schema, bool) {
	pieces := s.pieces(formsOf(readEvidence(observations).verbs), s.settled())
	if !slices.ContainsFunc(pieces, func(p piece) bool { return p.other != "" }) {
		return grammar.Schema{}, false
	}
	return objectOf(grammar.Pattern(expression(pieces, maxVerbEdits), 1, MaxText), yes, noLines, grammar.Null()), true
}

// CompleteRewriting returns an answer of the schema of Rewritings with what the program writes: in the rationale, the look-ups
// that brought a new word, or, where none did, all of them; and the gloss, where the Spanish
// of all verbs was looked up.
func (s *Sentence) CompleteRewriting(o Object, observations []Observation) Object {
	e, text := readEvidence(observations), s.analysis.Text
	if o.Corrected != nil {
		text = *o.Corrected
	}
	if gloss := s.glossFor(text, e); gloss != "" {
		o.SpanishGloss = &gloss
	}
	was, now := wordCounts(s.analysis.Text), wordCounts(text)
	var used, all []string
	for _, seen := range e.verbs {
		if seen.Call.Tool != sentence.Lookup {
			continue
		}
		line := lookupLine(seen)
		all = appendNew(all, line)
		forms := formsOf([]sentence.Observation{seen})[seen.Infinitive]
		if slices.ContainsFunc(forms, func(form string) bool { return now[form] > was[form] }) {
			used = appendNew(used, line)
		}
	}
	if len(used) == 0 {
		used = all
	}
	o.Rationale = used[:min(len(used), MaxRationale)]
	return o
}

// wordCounts returns how often each word stands in a text, in lower case.
func wordCounts(text string) map[string]int {
	counts := map[string]int{}
	for _, t := range sentence.Tokens(text) {
		counts[t.Lower]++
	}
	return counts
}

// askable reports whether the tools take a word for a verb.
func askable(w string) bool {
	_, known := verb.Lemma(w)
	return known || !sentence.IsKnownNonVerb(w) && !strings.ContainsFunc(w, func(r rune) bool { return (r < 'a' || r > 'z') && r != '-' })
}
