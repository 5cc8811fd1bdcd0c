package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A pronoun that opens a clause has its own verb: what stands between it and the next subject is no noun phrase.
func TestAPronounIsNotLeftWithoutAVerb(t *testing.T) {
	for _, text := range []string{
		"She work in a bank and he have a dog.",
		"She live in Madrid and he work here.",
		"He play in the park and she look at the ducks.",
	} {
		a := Analyze(text)
		if assert.Len(t, a.Groups, 2, text) {
			for _, g := range a.Groups {
				assert.Equal(t, Wrong, g.Judgment.Verdict, "%s: %s", text, g.Verb)
			}
		}
	}
	for _, text := range []string{
		"They cook at home and we wash the dishes.",
		"We travel by train and they go by car.",
		"My brother and I live in Madrid.",
	} {
		for _, g := range Analyze(text).Groups {
			assert.Equal(t, Right, g.Judgment.Verdict, "%s: %s", text, g.Verb)
		}
	}
}
