package answer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The fixed words of the lines of a rationale.
const (
	Irregular = " is irregular: " // between a verb and its forms
	Regular   = " is regular: "
	Instead   = ", not " // before the words of the sentence that others take the place of
)

// FormOf returns the words between a tense and the verb that is in it: the person.
func FormOf(p verb.Person) string { return ", " + string(p) + " of " }

// Source returns how a line ends: it names the tool that returned its words.
func Source(t sentence.Tool) string { return ". [" + string(t) + "]" }

// Reasons lists why nothing is judged. Traces for training number them in this order.
var Reasons = []sentence.Reason{
	sentence.NotASentence, sentence.NotEnglish, sentence.Request, sentence.TooLong,
	sentence.OtherTense, sentence.OtherStructure, sentence.Undecided,
}

// ReasonLine returns the one line of an answer that judges nothing: the reason, a colon, and what
// it means. r is one of Reasons.
func ReasonLine(r sentence.Reason) string { return string(r) + ": " + Explanation(r) + "." }

// Explanation says one of Reasons in words.
func Explanation(r sentence.Reason) string {
	switch r {
	case sentence.NotASentence:
		return "no verb with its subject was found"
	case sentence.NotEnglish:
		return "this does not look like English"
	case sentence.Request:
		return "this asks for something; only sentences are corrected"
	case sentence.TooLong:
		return "the sentence is too long"
	case sentence.OtherTense:
		return "its verbs are in tenses that are not judged"
	case sentence.OtherStructure:
		return "its verbs stand in a structure that is not judged"
	case sentence.Undecided:
		return "there was not enough evidence"
	}
	panic("answer: BUG: no such reason: " + string(r))
}

// lines returns the lines of uses in call order, one for each observation.
func (s *Sentence) lines(uses []citation) []string {
	uses = slices.Clone(uses)
	slices.SortStableFunc(uses, func(x, y citation) int { return cmp.Compare(x.observation, y.observation) })
	var lines []string
	for i, u := range uses {
		again := i > 0 && uses[i-1].observation == u.observation
		if !again && len(lines) < MaxRationale && !slices.Contains(lines, u.line) {
			lines = append(lines, u.line)
		}
	}
	return lines
}

// line says what an observation shows about group i; instead says that its words take the place of
// those that stand there.
func (s *Sentence) line(i int, o sentence.Observation, instead bool) string {
	g := &s.analysis.Groups[i]
	var b strings.Builder
	c, decided := o.Call, g.Judgment.Call
	if g.Judgment.Moment != "" && c.Tool == decided.Tool && c.Tense == decided.Tense {
		b.WriteString(g.Judgment.Moment + ": ")
	}
	written := ""
	switch c.Tool {
	case sentence.Lookup:
		b.WriteString(forms(o))
	case sentence.Agreement:
		b.WriteString(c.Subject + ": " + o.Expected)
		written = c.Verb
	default:
		form := o.Form
		switch {
		case g.Negative:
			form = o.Negative
		case g.Question:
			form = strings.Replace(o.Question, "_", "…", 1)
		}
		b.WriteString(string(c.Tense) + FormOf(c.Person) + c.Verb + ": " + form)
		written = s.analysis.Written(i)
	}
	if instead && written != "" {
		b.WriteString(Instead + written)
	}
	return sourced(b.String(), c.Tool)
}

// forms says what a look-up returned.
func forms(o sentence.Observation) string {
	kind := Regular
	if o.Irregular {
		kind = Irregular
	}
	return o.Infinitive + kind + o.Infinitive + ", " + o.PastSimple + ", " + o.PastParticiple
}

// lookupLine says what a look-up returned and names its tool.
func lookupLine(o sentence.Observation) string { return sourced(forms(o), sentence.Lookup) }

// sourced ends a line with its tool.
func sourced(text string, t sentence.Tool) string {
	source := Source(t)
	return Cut(text, MaxLine-len(source)) + source
}

// Cut shortens text to at most limit code points; the last is then "…".
func Cut(text string, limit int) string {
	if fits(text, limit) {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
