package tutor

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

// held returns a tutor on a leash, whose models are given for each input.
func held(t testing.TB, leash loop.Leash) *Tutor {
	config := loop.Config{}
	config.Leash = leash
	tutor, err := New(Options{Model: func() model.Model { return Knowing("", nil, Language{}) }, Loop: config})
	require.NoError(t, err)
	return tutor
}

// reaches reports whether a model that knows what is right can say it.
func reaches(t testing.TB, tutor *Tutor, sentence string, accept []string) bool {
	r, err := tutor.WithModel(Knowing(sentence, accept, Language{})).Correct(t.Context(), sentence, nil, nil)
	require.NoError(t, err)
	if len(accept) == 0 {
		return r.Corrected == nil && r.Outcome == loop.Final
	}
	return r.Corrected != nil && slices.Contains(accept, *r.Corrected)
}

// ceilingStep returns how many items of the suites of our own stand for one that is tried: more with -short, which goes
// with the race detector.
func ceilingStep() int {
	if testing.Short() {
		return 12 * shortStep
	}
	return 12
}

// shortStep is of how many sentences one is read with -short.
const shortStep = 8

// The answers that are right can be said on the full leash where its rules go. The whole suites are measured by tutor eval.
func TestCeilingOfTheFullLeash(t *testing.T) {
	tutor := held(t, loop.Full)
	suites, err := eval.ReadFiles("../testdata/contract.jsonl")
	require.NoError(t, err)
	tried, reached := 0, 0
	for i := 0; i < len(suites[0].Items); i += ceilingStep() {
		item := suites[0].Items[i]
		if len(Sentences(item.Input)) > 1 {
			continue
		}
		tried++
		if reaches(t, tutor, item.Input, item.Accept) {
			reached++
		} else {
			t.Logf("%s: %q cannot be reached", item.ID, item.Input)
		}
	}
	assert.GreaterOrEqual(t, float64(reached), 0.99*float64(tried), "%d of %d", reached, tried)
}

// Where the analysis is not sure, more can be said on the leash Mixed than on the full one, and on that of types anything.
func TestTheLeashesDiffer(t *testing.T) {
	types, mixed, full := held(t, loop.Enum), held(t, Mixed), held(t, loop.Full)
	const sentence = "Don't to forget your hat."
	for want, reached := range map[string][]bool{
		"Don't forget your hat.": {true, true, false},
		"Don't lose your hat.":   {true, false, false},
	} {
		for i, tutor := range []*Tutor{types, mixed, full} {
			assert.Equal(t, reached[i], reaches(t, tutor, sentence, []string{want}), "%s %d", want, i)
		}
	}
}
