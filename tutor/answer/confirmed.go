package answer

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// Confirmed reports whether the observations of a run show that each verb of the sentence is right, and none was left
// unjudged. Only then may be said that the verbs are right; else, that no error was seen.
func (s *Sentence) Confirmed(observations []Observation) bool {
	if len(s.Unjudged()) > 0 {
		return false
	}
	finite := 0
	for i, f := range s.findings(readEvidence(observations)) {
		g := &s.analysis.Groups[i]
		if g.Finite < 0 && g.Judgment.Verdict == sentence.NotJudged {
			continue // to swim: its form is that of the verb before it
		}
		finite++
		if len(f.confirmed) == 0 {
			return false
		}
	}
	return finite > 0
}

// Unjudged names the patterns of verbs that were seen in the sentence and not judged.
func (s *Sentence) Unjudged() []sentence.Note {
	var list []sentence.Note
	for _, n := range s.analysis.Notes {
		if n == sentence.OtherTenses || n == sentence.OtherStructures || n == sentence.WordOrder {
			list = appendNew(list, n)
		}
	}
	switch s.analysis.Reason {
	case sentence.OtherTense:
		list = appendNew(list, sentence.OtherTenses)
	case sentence.OtherStructure:
		list = appendNew(list, sentence.OtherStructures)
	}
	for i := range s.analysis.Groups {
		g := &s.analysis.Groups[i]
		if g.Judgment.Verdict == sentence.NotJudged && g.Finite >= 0 && s.analysis.Reason != sentence.NotVerb {
			list = appendNew(list, unjudged(g))
		}
	}
	slices.Sort(list)
	return list
}

// unjudged names what a group is an example of.
func unjudged(g *sentence.Group) sentence.Note {
	if g.Tense == "" {
		return sentence.OtherTenses
	}
	return sentence.OtherStructures
}
