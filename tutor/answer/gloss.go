package answer

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/spanish"
)

// A Gloss is the Spanish of a sentence, and the calls that must have been answered before it may be
// given: one for each verb group with a tense.
type Gloss struct {
	Text  string
	Calls []sentence.Call
}

// maxGlosses bounds how many glosses a Sentence remembers.
const maxGlosses = 4 * MaxSentences

// Gloss returns the gloss of text, the sentence or a correction of it. It is false where the composer
// does not know every word and construction, and where no call could support it. The caller must not
// modify the result.
func (s *Sentence) Gloss(text string) (Gloss, bool) {
	s.mu.Lock()
	g, known := s.glosses[text]
	s.mu.Unlock()
	if !known {
		g = s.compose(text)
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.glosses) >= maxGlosses {
			clear(s.glosses) // rare, and cheaper than an order of use
		}
		s.glosses[text] = g
	}
	if g == nil {
		return Gloss{}, false
	}
	return *g, true
}

// maxGlossed is for how many corrections at once GlossCalls finds out what their glosses need.
const maxGlossed = 4

// GlossCalls returns the calls that the gloss of a possible answer still needs after observations: none
// while there is no answer, and none where no gloss could be composed. ok is false where there are too
// many possible answers to find out.
func (s *Sentence) GlossCalls(observations []Observation) (missing []sentence.Call, ok bool) {
	a := s.Answers(observations)
	if len(a.Fixed) > maxGlossed {
		return nil, false
	}
	texts := make([]string, 0, maxGlossed+1)
	if a.Clean != nil {
		texts = append(texts, s.analysis.Text)
	}
	for _, c := range a.Fixed {
		texts = append(texts, c.Corrected)
	}
	var asked []sentence.Call
	for _, o := range observations {
		if shown, ok := o.Read(); ok && shown.Call.Tool == sentence.Spanish {
			asked = append(asked, shown.Call)
		}
	}
	for _, text := range texts {
		g, _ := s.Gloss(text)
		for _, c := range g.Calls {
			if !slices.Contains(asked, c) {
				missing = appendNew(missing, c)
			}
		}
	}
	return missing, true
}

// glossFor returns the gloss of text if all calls that it rests on were answered, else "".
func (s *Sentence) glossFor(text string, e evidence) string {
	if len(e.spanish) == 0 {
		return ""
	}
	g, ok := s.Gloss(text)
	if !ok || slices.ContainsFunc(g.Calls, func(c sentence.Call) bool { return !slices.Contains(e.spanish, c) }) {
		return ""
	}
	return g.Text
}

// compose puts text into Spanish, or returns nil.
func (s *Sentence) compose(text string) *Gloss {
	a := s.analysis
	if text != a.Text {
		a = sentence.Analyze(text)
	}
	place := make([]int, len(a.Tokens)) // of each token among the words
	var words []string
	question := false
	for i, t := range a.Tokens {
		place[i] = len(words)
		if t.Kind != sentence.Space {
			words = append(words, t.Text)
			question = t.Text == "?"
		}
	}
	var g Gloss
	var groups []spanish.Group
	for _, group := range a.Groups {
		if group.Finite < 0 {
			continue
		}
		if group.Subject.Person == "" {
			return nil
		}
		composed := spanish.Group{
			First: place[group.Tokens[0]], Last: place[group.Tokens[len(group.Tokens)-1]],
			Base: group.Verb, Tense: group.Tense, Person: group.Subject.Person, Negative: group.Negative,
		}
		if group.Tense == "" {
			composed.Modal = a.Tokens[group.Finite].Lower
		} else {
			g.Calls = append(g.Calls, sentence.Call{Tool: sentence.Spanish, Verb: group.Verb, Person: group.Subject.Person, Tense: group.Tense})
		}
		groups = append(groups, composed)
	}
	if len(g.Calls) == 0 {
		return nil
	}
	var ok bool
	g.Text, ok = spanish.Compose(words, groups, question, s.variety)
	if !ok || !fits(g.Text, MaxText) {
		return nil
	}
	return &g
}
