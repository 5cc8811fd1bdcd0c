package rules

import (
	"github.com/shortleash/shortleash/tools/english/sentence"
	"github.com/shortleash/shortleash/tools/english/spanish"
)

// lookupSpanish is the tool that a gloss rests on.
const lookupSpanish sentence.Tool = "lookup_spanish"

// A gloss is the Spanish of a sentence, and the calls that must have been answered before it may
// be given: one for each verb group with a tense.
type gloss struct {
	text  string
	calls []sentence.Call
}

// glossOf composes the Spanish of text; nil where the composer does not know every word or
// construction, so that no call is made in vain.
func glossOf(text string) *gloss {
	a := sentence.Analyze(text)
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
	g := &gloss{}
	var groups []spanish.Group
	for _, group := range a.Groups {
		if group.Finite < 0 {
			continue
		}
		if group.Subject.Person == "" {
			return nil
		}
		s := spanish.Group{
			First: place[group.Tokens[0]], Last: place[group.Tokens[len(group.Tokens)-1]],
			Base: group.Verb, Tense: group.Tense, Person: group.Subject.Person, Negative: group.Negative,
		}
		if group.Tense == "" {
			s.Modal = a.Tokens[group.Finite].Lower
		} else {
			g.calls = append(g.calls, sentence.Call{Tool: lookupSpanish, Verb: group.Verb, Person: s.Person, Tense: s.Tense})
		}
		groups = append(groups, s)
	}
	var ok bool
	if g.text, ok = spanish.Compose(words, groups, question, spanish.LatinAmerica); !ok {
		return nil
	}
	return g
}

// missing returns the first call of the gloss that was not made, and whether there is one.
func (g *gloss) missing(t *transcript) (sentence.Call, bool) {
	for _, c := range g.calls {
		if t.answerTo(c) == nil {
			return c, true
		}
	}
	return sentence.Call{}, false
}

// backed returns the gloss if every call of it was answered with a form, else nil.
func (g *gloss) backed(t *transcript) *string {
	if g == nil || len(g.calls) == 0 {
		return nil
	}
	for _, c := range g.calls {
		if turn := t.answerTo(c); turn == nil || turn.failed || turn.observation.Form == "" {
			return nil
		}
	}
	return &g.text
}
