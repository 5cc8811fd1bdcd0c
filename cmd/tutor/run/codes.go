package run

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tools/english/sentence"
)

// reasons are the codes by which a rationale line says why nothing was judged: it begins with one,
// before a colon.
var reasons = []sentence.Reason{
	sentence.NotASentence, sentence.NotEnglish, sentence.Request, sentence.TooLong,
	sentence.OtherTense, sentence.OtherStructure, sentence.NotVerb, sentence.Undecided,
}

// reasonOf returns the code that a rationale line begins with, or "".
func reasonOf(line string) string {
	code, _, _ := strings.Cut(line, ":")
	code = strings.TrimSpace(code)
	if slices.Contains(reasons, sentence.Reason(code)) {
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

// noteStart begins the rationale lines that name something that was seen and not checked.
const noteStart = "Not checked: "

// notes is the closed list of what such a line may name.
var notes = []string{
	"articles", "other structures", "other tenses", "plurals", "prepositions", "punctuation", "spelling",
	"word choice", "word order",
}

// noteOf returns what a rationale line says was not checked, or "".
func noteOf(line string) string {
	what, ok := strings.CutPrefix(line, noteStart)
	what = strings.TrimSuffix(what, ".")
	if !ok || !slices.Contains(notes, what) {
		return ""
	}
	return what
}

// code gives each edit of text the code and level of the analysis' own edit at its place, if there
// is one and the edit is not much larger: who writes a sentence anew follows no rule.
func code(text string, edits []Edit) {
	if len(edits) == 0 {
		return
	}
	known := sentence.Analyze(text).Edits()
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

// atMostOneMore reports whether text has at most one word more than than.
func atMostOneMore(text, than string) bool {
	return len(words(text)) <= len(words(than))+1
}
