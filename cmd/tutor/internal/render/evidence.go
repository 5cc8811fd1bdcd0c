package render

import (
	"regexp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// An evidence is a line of a rationale that says what a tool returned. The tutor writes these lines; a
// trace shows them as they are.
type evidence struct {
	tool  sentence.Tool
	form  string // what the tool says is right; of a verb, its three forms
	words Words  // for learners
}

// The lines of [answer.Source]'s tools, without what names the tool. A moment may stand before them, such as
// the word yesterday.
var (
	threeForms = regexp.MustCompile(`^(?:.+: )?(.+?) is (?:ir)?regular: (.+)$`)
	oneForm    = regexp.MustCompile(`^(?:(.+): )?([a-z_]+), (\d(?:sg|pl)) of (.+?): (.+?)(?:, not .+)?$`)
	oneSubject = regexp.MustCompile(`^(.+): (.+?)(?:, not .+)?$`)
)

// evidenceOf reads a line; it is false if a model wrote it.
func evidenceOf(line string) (e evidence, ok bool) {
	for _, e.tool = range []sentence.Tool{sentence.Lookup, sentence.Agreement, sentence.Conjugate} {
		text, cited := strings.CutSuffix(line, answer.Source(e.tool))
		if !cited {
			continue
		}
		switch e.tool {
		case sentence.Lookup:
			if m := threeForms.FindStringSubmatch(text); m != nil {
				e.form = m[2]
				e.words = Words{"The three forms: " + e.form + ".", "Las tres formas: " + e.form + "."}
				return e, true
			}
		case sentence.Agreement:
			if m := oneSubject.FindStringSubmatch(text); m != nil {
				e.form = m[2]
				e.words = Words{"With “" + m[1] + "” goes “" + e.form + "”.", "Con “" + m[1] + "” va “" + e.form + "”."}
				return e, true
			}
		default:
			if m := oneForm.FindStringSubmatch(text); m != nil {
				e.form = m[5]
				tense, who := verb.Tense(m[2]), subjects[verb.Person(m[3])]
				e.words = Words{
					"“" + e.form + "”: " + strings.ReplaceAll(m[2], "_", " ") + " of “" + m[4] + "” with " + who.English + ".",
					"“" + e.form + "”: " + tenses[tense] + " de “" + m[4] + "” con " + who.Spanish + ".",
				}
				return e, true
			}
		}
	}
	return e, false
}

// because returns the lines of a rationale that tell a learner something beside the cards: the three forms of
// verbs that were changed, the other evidence of changes that no card explains, what a model wrote, and of changes of
// which none of these speaks their forms. Of what was right there is nothing to say.
func because(r tutor.Report, unexplained []tutor.Edit) []Words {
	var list []Words
	written := false // by a model
	var told []string
	for _, line := range r.Rationale {
		if r.Reason != nil && strings.HasPrefix(line, *r.Reason) {
			continue // said elsewhere
		}
		e, ok := evidenceOf(line)
		switch {
		case !ok:
			written = true
			list = append(list, Same(Explanation(line)))
		case r.Corrected == nil:
		case e.tool == sentence.Lookup && mentions(r.Edits, pastForms(e.form)), mentions(unexplained, e.form):
			list = append(list, e.words)
			told = append(told, e.form)
		}
	}
	if written || r.Corrected == nil {
		return list
	}
	for _, e := range unexplained {
		if e.Rule == "" && !slices.ContainsFunc(told, func(form string) bool { return mentions([]tutor.Edit{e}, form) }) {
			list = append(list, reasonFor(e)...)
		}
	}
	return list
}

// pastForms returns the second and third of three forms.
func pastForms(forms string) string {
	_, past, _ := strings.Cut(forms, ", ")
	return strings.ReplaceAll(past, ",", "")
}

// mentions reports whether one of edits brings a word of a form in.
func mentions(edits []tutor.Edit, form string) bool {
	for _, e := range edits {
		for word := range strings.FieldsSeq(e.Replacement) {
			for part := range strings.FieldsSeq(form) {
				if strings.EqualFold(strings.Trim(word, ".,;:!?"), part) {
					return true
				}
			}
		}
	}
	return false
}

// why returns the reason for which nothing was judged.
func why(r tutor.Report) (w Words, ok bool) {
	if r.Reason == nil || len(r.Rationale) == 0 {
		return w, false
	}
	reason := sentence.Reason(*r.Reason)
	for _, line := range r.Rationale {
		rest, found := strings.CutPrefix(line, *r.Reason)
		switch rest = strings.TrimSpace(strings.TrimPrefix(rest, ":")); {
		case !found:
		case rest == "" || line == answer.ReasonLine(reason) || strings.Contains(rest, "there is no sentence") ||
			strings.Contains(rest, "characters"):
			return reasons[reason], true
		default:
			return notJudged.With(rest), true
		}
	}
	return w, false
}

// Explanation returns a line of a rationale for people: a code alone is read out.
func Explanation(line string) string {
	if text := tutor.Explanation(line); text != "" {
		return text
	}
	return strings.ReplaceAll(strings.TrimSuffix(line, ":"), "_", " ") + "."
}
