package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What stands after the second verb decides whether it is one, and whether it alone would change.
func TestWhatStandsBehindASecondVerb(t *testing.T) {
	for text, why := range map[string]string{
		"It is worth to go and see.":           "both verbs would have to change",
		"We want help you can give.":           "a clause stands after the noun",
		"They need help the doctors can give.": "a clause stands after the noun",
	} {
		assert.Empty(t, Analyze(text).Edits(), "%s: %s", text, why)
	}
	for _, text := range []string{"It is worth to go.", "They need help the doctors."} {
		assert.NotEmpty(t, Analyze(text).Edits(), text)
	}
}
