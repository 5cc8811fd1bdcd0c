package rules

import (
	"fmt"

	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// thought says in a few words, with words of the sentence, why the tool is called.
func (t *transcript) thought(i int, c sentence.Call) string {
	g := t.analysis.Groups[i]
	now := t.analysis.Written(i)
	if g.Judgment.Verdict == sentence.Right {
		return fmt.Sprintf("%s looks right; confirm it", now)
	}
	if g.Judgment.Moment != "" {
		return fmt.Sprintf("%s asks for %s, and there is %s", g.Judgment.Moment, c.Tense, now)
	}
	switch c.Tool {
	case sentence.Lookup:
		return fmt.Sprintf("%s may be a form of %s", now, c.Verb)
	case sentence.Agreement:
		return fmt.Sprintf("does %s go with %s", now, c.Subject)
	}
	if g.Subject.Text != "" && c.Person != "" {
		return fmt.Sprintf("%s is %s, and there is %s", g.Subject.Text, c.Person, now)
	}
	return fmt.Sprintf("%s should be %s of %s", now, c.Tense, c.Verb)
}
