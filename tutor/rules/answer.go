package rules

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// finalAnswer is the tool of the last decision.
const finalAnswer = "final_answer"

// finals returns the answers that can be given with the evidence so far, the best first.
func (t *transcript) finals() []decision {
	var list []decision
	add := func(thought string, o answer.Object) {
		list = append(list, decision{thought, finalAnswer, o})
		if o.InScope { // where the program writes the rationale and the gloss
			list = append(list, decision{thought, finalAnswer, answer.Object{Corrected: o.Corrected, InScope: true, Rationale: []string{}}})
		}
	}
	possible := t.answers()
	if c, ok := t.correction(possible); ok {
		add("the tools returned the right words", answer.Object{Corrected: &c.Corrected, InScope: true,
			Rationale: slices.Clone(c.Lines), SpanishGloss: t.gloss(c)})
	} else if c := possible.Clean; c != nil && !t.anyWrong() {
		add("the verbs are right", answer.Object{InScope: true, Rationale: slices.Clone(c.Lines), SpanishGloss: t.gloss(*c)})
	}
	reason := t.analysis.Reason
	if reason == "" {
		reason = sentence.Undecided
	}
	add(answer.Explanation(reason), answer.Object{Rationale: []string{answer.ReasonLine(reason)}})
	if c := possible.Clean; c != nil && t.anyWrong() { // the tools contradict the analysis
		add("the tools returned what is written", answer.Object{InScope: true, Rationale: slices.Clone(c.Lines), SpanishGloss: t.gloss(*c)})
	}
	return list
}

// correction returns the correction that writes the evidence into all wrong groups that have some.
func (t *transcript) correction(possible answer.Answers) (answer.Choice, bool) {
	groups := t.correctable()
	if len(groups) == 0 {
		return answer.Choice{}, false
	}
	corrected := t.corrected(groups)
	return possible.Find(&corrected)
}

// correctable returns the wrong groups with evidence.
func (t *transcript) correctable() []int {
	var groups []int
	for i, g := range t.analysis.Groups {
		if _, ok := t.evidence(i); ok && g.Judgment.Verdict == sentence.Wrong {
			groups = append(groups, i)
		}
	}
	return groups
}

// corrected returns the sentence with the evidence written into groups.
func (t *transcript) corrected(groups []int) string {
	var edits []sentence.Edit
	for _, i := range groups {
		if at, ok := t.evidence(i); ok {
			list, _ := t.analysis.Realize(i, t.turns[at].observation)
			edits = append(edits, list...)
		}
	}
	return sentence.Apply(t.sentence, edits)
}

// gloss returns the gloss of an answer, if one is wanted and may be given.
func (t *transcript) gloss(c answer.Choice) *string {
	if !t.glosses || c.Gloss == "" {
		return nil
	}
	return &c.Gloss
}
