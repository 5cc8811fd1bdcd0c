package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tools/english/sentence"
)

// finalAnswer is the tool of the last decision.
const finalAnswer = "final_answer"

// The sizes of an answer.
const (
	maxRationale = 6
	maxLine      = 200
)

// An answer is the arguments of final_answer.
type answer struct {
	Corrected    *string  `json:"corrected"`
	InScope      bool     `json:"in_scope"`
	Rationale    []string `json:"rationale"`
	SpanishGloss *string  `json:"spanish_gloss"`
}

// answers returns what can be answered with the evidence so far, the best first. The last is
// undecided, which any grammar of an answer holds.
func (t *transcript) answers() []decision {
	var list []decision
	add := func(thought string, a answer) {
		for i, line := range a.Rationale {
			a.Rationale[i] = cut(line, maxLine)
		}
		list = append(list, decision{thought, finalAnswer, a})
	}
	if corrected, lines := t.fixed(); corrected != t.sentence {
		add("the tools returned the right words", answer{&corrected, true, t.withNotes(lines), t.gloss(corrected)})
	} else if line := t.confirmed(); line != "" {
		add("the verbs are right", answer{nil, true, t.withNotes([]string{line}), t.gloss(t.sentence)})
	}
	reason := t.analysis.Reason
	if reason == "" {
		reason = sentence.Undecided
	}
	add(explanations[reason], answer{nil, false, []string{fmt.Sprintf("%s: %s.", reason, explanations[reason])}, nil})
	return list
}

// gloss returns the Spanish of text, if it is wanted and all its calls were answered.
func (t *transcript) gloss(text string) *string {
	if !t.glosses {
		return nil
	}
	return glossOf(text).backed(t)
}

// explanations says the reasons in words.
var explanations = map[sentence.Reason]string{
	sentence.NotASentence:   "no verb with its subject was found",
	sentence.NotEnglish:     "this does not look like English",
	sentence.Request:        "this asks for something; only sentences are corrected",
	sentence.TooLong:        "the sentence is too long",
	sentence.OtherTense:     "its verbs are in tenses that are not judged",
	sentence.OtherStructure: "its verbs stand in a structure that is not judged",
	sentence.NotVerb:        "the verbs look right; something else may not be",
	sentence.Undecided:      "there was not enough evidence",
}

// fixed writes the observations into the wrong groups, and returns a line for each one used.
func (t *transcript) fixed() (string, []string) {
	var edits []sentence.Edit
	var lines []string
	for i, g := range t.analysis.Groups {
		if g.Judgment.Verdict != sentence.Wrong {
			continue
		}
		turn, ok := t.evidence(i)
		if !ok {
			continue
		}
		list, _ := t.analysis.Realize(i, turn.observation)
		edits = append(edits, list...)
		if line := t.line(g, turn.observation); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return sentence.Apply(t.sentence, edits), lines
}

// confirmed returns the line of the first right group with evidence, or "".
func (t *transcript) confirmed() string {
	for i, g := range t.analysis.Groups {
		if g.Judgment.Verdict != sentence.Right {
			continue
		}
		if turn, ok := t.evidence(i); ok {
			return t.line(g, turn.observation)
		}
	}
	return ""
}

// withNotes adds what was seen and not checked, within the size of a rationale.
func (t *transcript) withNotes(lines []string) []string {
	notes := t.analysis.Notes
	if room := maxRationale - len(notes); len(lines) > room {
		lines = lines[:room]
	}
	for _, n := range notes {
		lines = append(lines, fmt.Sprintf("Not checked: %s.", n))
	}
	return lines
}

// line says what an observation shows about a group.
func (t *transcript) line(g sentence.Group, o sentence.Observation) string {
	var b strings.Builder
	if g.Judgment.Moment != "" {
		fmt.Fprintf(&b, "%s: ", g.Judgment.Moment)
	}
	wrong := g.Judgment.Verdict == sentence.Wrong
	switch c := o.Call; c.Tool {
	case sentence.Lookup:
		kind := "irregular"
		if o.PastSimple == o.PastParticiple && strings.HasSuffix(o.PastSimple, "ed") {
			kind = "regular"
		}
		fmt.Fprintf(&b, "%s is %s: %s, %s, %s.", o.Infinitive, kind, o.Infinitive, o.PastSimple, o.PastParticiple)
	case sentence.Agreement:
		fmt.Fprintf(&b, "%s: %s", c.Subject, o.Expected)
		not(&b, wrong, c.Verb)
	default:
		form := o.Form
		switch {
		case g.Negative:
			form = o.Negative
		case g.Question:
			form = strings.Replace(o.Question, "_", "…", 1)
		}
		fmt.Fprintf(&b, "%s, %s of %s: %s", c.Tense, c.Person, c.Verb, form)
		not(&b, wrong, t.written(g))
	}
	fmt.Fprintf(&b, " [%s]", o.Call.Tool)
	return b.String()
}

// not ends a line with the words that should not stand there.
func not(b *strings.Builder, wrong bool, words string) {
	if wrong {
		fmt.Fprintf(b, ", not %s", words)
	}
	b.WriteByte('.')
}
