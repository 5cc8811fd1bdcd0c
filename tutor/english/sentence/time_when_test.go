package sentence

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAPerfectCountedAtATimeThatIsOverIsSeen(t *testing.T) {
	for text, seen := range map[string]bool{
		"I have seen it three times when I was on holiday.":       true,
		"He has called me five times when I was at work.":         true,
		"I have met her many times when I lived in Oslo.":         true,
		"He has fallen three times when he was drunk.":            false,
		"I have told you three times when I was at work.":         false,
		"I saw it three times when I was on holiday.":             false,
		"He has told me many times what he did when he was ill.":  false,
		"Today I have called him three times when I was at work.": false,
	} {
		assert.Equal(t, seen, slices.Contains(Analyze(text).Patterns, ClauseOfTime), text)
	}
}
