package trace

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
	"github.com/shortleash/shortleash/tutor/train/corpus"
)

// hinted lists what stands after each word.
func hinted(e corpus.Example) map[string]Hint {
	list, word := map[string]Hint{}, ""
	for i, h := range hintsAfterWords(e) {
		if h != noHint {
			list[word] = h
		}
		if i < len(e.Text) {
			if word += e.Text[i : i+1]; e.Text[i] == ' ' {
				word = ""
			}
		}
	}
	return list
}

func TestHintsStandBehindTheWords(t *testing.T) {
	is := corpus.Fact{Person: verb.ThirdSingular, Tense: verb.PresentContinuous, Finite: "'s"}
	goes := corpus.Fact{Person: verb.ThirdPlural, Tense: verb.PresentSimple, Finite: "goes", Code: sentence.SubjectPronoun}
	e := corpus.Example{Text: "he's forgoes: they goes home", Corrected: "x", InScope: true, Groups: []corpus.Fact{is, goes}}
	assert.Equal(t, map[string]Hint{
		"he's": rightFinite + 6*3 + 5, "forgoes": otherWord, "they": otherWord, "goes": wrongFinite, "home": otherWord,
	}, hinted(e))
	assert.Equal(t, wrong, sentenceHint(e))
	assert.Equal(t, clean, sentenceHint(corpus.Example{InScope: true}))
	assert.Equal(t, outside+1, sentenceHint(corpus.Example{Reason: sentence.NotEnglish}))
}

// Most finite words of drawn sentences are found, each hint fits a head of Hints outputs, and all codes
// and reasons have one.
func TestHintsOfTheCorpus(t *testing.T) {
	g := corpus.New(corpus.Options{Seed: 3})
	finites, found := 0, 0
	verdicts := map[Hint]bool{}
	for range 4000 {
		e := g.Next()
		for _, f := range e.Groups {
			if f.Finite != "" {
				finites++
			}
		}
		for _, h := range hintsAfterWords(e) {
			if h >= rightFinite {
				found++
			}
			require.Less(t, h, clean)
		}
		v := sentenceHint(e)
		require.Less(t, int(v), Hints)
		require.GreaterOrEqual(t, v, clean, e)
		verdicts[v] = true
	}
	assert.Greater(t, float64(found), 0.99*float64(finites))
	for i := range sentence.Codes {
		assert.True(t, verdicts[wrong+Hint(i)], sentence.Codes[i])
	}
}
