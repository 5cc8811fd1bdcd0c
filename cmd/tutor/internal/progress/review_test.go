package progress

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/tutor/internal/journal"
	"github.com/shortleash/shortleash/cmd/tutor/internal/learner"
	"github.com/shortleash/shortleash/tutor/english/card"
)

// Every card that an error can make has a question, and its own answer is right.
func TestEveryCardCanBeAsked(t *testing.T) {
	for _, c := range card.All() {
		for n := range c.Frames {
			x, ok := exerciseOf(journal.Card{Key: learner.AboutRule + c.Name, Reviews: n})
			require.True(t, ok)
			for _, a := range x.answers {
				assert.True(t, x.accepts(a), a)
			}
			assert.False(t, x.accepts(""))
		}
	}
	x, ok := exerciseOf(journal.Card{Key: "verb:learn"})
	require.True(t, ok)
	for answer, want := range map[string]bool{"learned learned": true, "learnt, learnt": true, "learn learned learnt": true, "learned": false} {
		assert.Equal(t, want, x.accepts(answer), answer)
	}
	_, ok = exerciseOf(journal.Card{Key: "rule:gone"})
	assert.False(t, ok)
}
