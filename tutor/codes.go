package tutor

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// reasonOf returns the reason code before the colon of a rationale line that says why nothing was judged,
// or "".
func reasonOf(line string) string {
	code, _, _ := strings.Cut(line, ":")
	code = strings.TrimSpace(code)
	if slices.Contains(answer.Reasons, sentence.Reason(code)) {
		return code
	}
	return ""
}

// Explanation returns a rationale line without the code it may begin with.
func Explanation(line string) string {
	if code := reasonOf(line); code != "" {
		return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line[len(code):]), ":"))
	}
	return line
}

// addCodes gives each edit the code and level of the analysis' own edit at its place, if there is one
// and the edit is not much larger: a rewritten sentence follows no rule.
func addCodes(edits []Edit, a sentence.Analysis) {
	if len(edits) == 0 {
		return
	}
	known := a.Edits()
	for i := range edits {
		e := &edits[i]
		for _, k := range known {
			touches := e.Offset <= k.Offset+k.Length && k.Offset <= e.Offset+e.Length
			if touches && atMostOneMore(e.Original, k.Original) && atMostOneMore(e.Replacement, k.Replacement) {
				e.Rule, e.CEFR = string(k.Rule), k.CEFR
				break
			}
		}
	}
}

// atMostOneMore reports whether text has at most one word more than the other text.
func atMostOneMore(text, than string) bool {
	return len(words(text)) <= len(words(than))+1
}
