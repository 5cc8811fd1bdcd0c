package trace

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/train/corpus"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A plan asks about the right verbs too that the answer waits for, and writes the notes that may be
// written, whatever the truth says.
func TestAPlanAsksWhatTheAnswerWaitsFor(t *testing.T) {
	happy := corpus.Fact{Subject: "She", Finite: "is", Verb: "be", Person: verb.ThirdSingular, Tense: verb.PresentSimple}
	goed := corpus.Fact{Subject: "he", Finite: "goed", Verb: "go", Person: verb.ThirdSingular, Tense: verb.PastSimple, Code: sentence.Overregular}
	rows := []struct {
		claim   string
		example corpus.Example
		replies int
	}{
		{"a wrong verb beside a right one", corpus.Example{Text: "She is happy and he goed home.", Corrected: "She is happy and he went home.", InScope: true, Groups: []corpus.Fact{happy, goed}}, 3},
		{"a right sentence", corpus.Example{Text: "She is happy.", InScope: true, Groups: []corpus.Fact{happy}}, 2},
		{"a note that nobody sees", corpus.Example{Text: "She is happy.", InScope: true, Groups: []corpus.Fact{happy}, Notes: []string{"articles"}}, 2},
	}
	p, err := newTruthPlanner()
	require.NoError(t, err)
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			replies, ok := p.plan(t.Context(), row.example, false)
			assert.True(t, ok)
			require.Len(t, replies, row.replies)
			assert.NotContains(t, replies[row.replies-1], "articles")
		})
	}
}
