package tutor

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

// held returns a tutor at a length, whose models are given for each input.
func held(t testing.TB, length loop.Enforce) *Tutor {
	config := loop.Usual()
	config.Enforce = length
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

// The answers that are right can be said at the grounded length. The whole suites are measured by tutor eval.
func TestCeilingOfTheGroundedLength(t *testing.T) {
	tutor := held(t, loop.GroundedPolicy)
	for file, least := range map[string]float64{"contract": 0.99, "beyond": 0.9, "learners": 0.9} {
		f, err := os.Open("../testdata/" + file + ".jsonl")
		require.NoError(t, err)
		suite, err := eval.ReadSuite(file, f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		tried, reached := 0, 0
		for i := 0; i < len(suite.Items); i += ceilingStep() {
			item := suite.Items[i]
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
		t.Logf("%s: %d of %d", file, reached, tried)
		assert.GreaterOrEqual(t, float64(reached), least*float64(tried), file)
	}
}

// What the analysis has no opinion on is open at the grounded length and closed at the full one.
func TestTheLengthsDiffer(t *testing.T) {
	grounded, full := held(t, loop.GroundedPolicy), held(t, loop.Full)
	const sentence = "He goed to school."
	for _, length := range []*Tutor{grounded, full} {
		assert.True(t, reaches(t, length, sentence, []string{"He went to school."}))
		assert.False(t, reaches(t, length, sentence, []string{"He walked to school."}), "a form that no tool returns")
		assert.False(t, reaches(t, length, sentence, []string{"He went to the school."}), "a word that is no verb")
	}
	assert.True(t, reaches(t, grounded, sentence, []string{"He has gone to school."}))
	assert.False(t, reaches(t, full, sentence, []string{"He has gone to school."}))
}
