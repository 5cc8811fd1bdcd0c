package answer

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/acceptability"
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

// Unjudged names the patterns of verbs that were seen in the sentence and not judged: those of the analysis, and
// a note for what has no pattern of its own.
func (s *Sentence) Unjudged() []string {
	var notes []sentence.Note
	for _, n := range s.analysis.Notes {
		if n == sentence.OtherTenses || n == sentence.OtherStructures || n == sentence.WordOrder {
			notes = appendNew(notes, n)
		}
	}
	switch s.analysis.Reason {
	case sentence.OtherTense:
		notes = appendNew(notes, sentence.OtherTenses)
	case sentence.OtherStructure:
		notes = appendNew(notes, sentence.OtherStructures)
	}
	for i := range s.analysis.Groups {
		g := &s.analysis.Groups[i]
		if g.Judgment.Verdict == sentence.NotJudged && g.Finite >= 0 && s.analysis.Reason != sentence.NotVerb {
			notes = appendNew(notes, unjudged(g))
		}
	}
	slices.Sort(notes)
	var list []string
	for _, n := range notes {
		list = append(list, string(n))
	}
	for _, p := range s.analysis.Patterns {
		list = append(list, string(p))
	}
	if len(list) == 0 && s.analysis.Reason == "" && len(s.analysis.Edits()) == 0 && acceptability.Doubtful(s.analysis.Text) {
		list = append(list, string(sentence.UnknownWording))
	}
	return list
}

// unjudged names what a group is an example of.
func unjudged(g *sentence.Group) sentence.Note {
	if g.Tense == "" {
		return sentence.OtherTenses
	}
	return sentence.OtherStructures
}
