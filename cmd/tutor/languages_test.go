package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// english are words that stand in no Spanish text. Sentences of learners in what follows have none of them.
var english = regexp.MustCompile(
	`(?i)\b(the|is|are|not|and|of|with|was|were|it|says|from|answers|this|that|which|what|there|stopped|name|rule|type|remembered|kept)\b`)

// quotations are English by right: words, and examples in brackets.
var quotations = regexp.MustCompile(`“[^”]*”|\((?i:was|if|close)[^)]*\)|the first\s+time`)

// What is said about a sentence or a rule is Spanish with --explain es, and stands in both languages with both.
func TestWithExplainEsTheAnswersAreSpanish(t *testing.T) {
	s := newStage(t)
	for _, row := range []struct{ args, says, both string }{
		{"--model rules --steps 1 Yesterday he goed home.", "", ""},
		{"--model random:3 --steps 1 --leash off Yesterday he goed home.", "", ""},
		{"rules", "No se revisa:", "Not judged: / No se revisa:"},
		{"explain TO-BASE", "infinitivo", ""},
		{"--model rules He goed home.", "", ""},
	} {
		for _, language := range []string{"es", "both"} {
			_, text, _ := s.exec(append(strings.Fields(row.args), "--explain", language)...)
			if language == "both" {
				assert.Contains(t, text, row.both, "%q", row.args)
				continue
			}
			assert.Contains(t, text, row.says, "%q", row.args)
			text = quotations.ReplaceAllString(text, "")
			for line := range strings.Lines(text) {
				if !strings.Contains(line, "___") && !strings.Contains(line, "{+") && !strings.Contains(line, "[-") {
					assert.Empty(t, english.FindString(line), "%q: %s", row.args, line)
				}
			}
		}
	}
}
