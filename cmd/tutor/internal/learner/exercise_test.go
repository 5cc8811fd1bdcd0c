package learner

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/tutor/internal/journal"
	"github.com/shortleash/shortleash/tutor/english/card"
)

// Every card that an error can make has a question, and its own answer is right.
func TestEveryCardCanBeAsked(t *testing.T) {
	for _, c := range card.All() {
		for n := range c.Frames {
			x, ok := exerciseOf(journal.Card{Key: AboutRule + c.Name, Reviews: n})
			require.True(t, ok)
			for _, a := range x.Answers {
				assert.True(t, x.Accepts(a), a)
			}
			assert.False(t, x.Accepts(""))
		}
	}
	x, ok := exerciseOf(journal.Card{Key: "verb:learn"})
	require.True(t, ok)
	for answer, want := range map[string]bool{"learned learned": true, "learnt, learnt": true, "learn learned learnt": true, "learned": false} {
		assert.Equal(t, want, x.Accepts(answer), answer)
	}
	_, ok = exerciseOf(journal.Card{Key: "rule:gone"})
	assert.False(t, ok)
}
