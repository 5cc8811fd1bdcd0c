package tutor

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/model/tiny/tinytest"
	"github.com/shortleash/shortleash/tutor/weights"
)

// A network that knows nothing, under the mask, says nothing that is not grounded, and how sure it is.
func TestTheMaskHoldsANetworkThatKnowsNothing(t *testing.T) {
	m, err := tiny.Open(tinytest.Bytes(tinytest.Random(tiny.Sizes()[0], weights.Tokenizer(), 1)), tiny.Config{})
	require.NoError(t, err)
	tutor, err := New(Options{Model: func() model.Model { return m }, Loop: loop.Config{}, Trace: true})
	require.NoError(t, err)
	var v verdict
	var log bytes.Buffer
	for _, sentence := range []string{"He goed to school.", "She is happy.", "I no understand and they was late.", "Good morning!"} {
		r, err := tutor.Correct(t.Context(), sentence, &log, nil)
		require.NoError(t, err)
		v.judge(r)
		if assert.NotNil(t, r.Confidence, sentence) {
			assert.Greater(t, *r.Confidence, 0.0, sentence)
			assert.Less(t, *r.Confidence, 1.0, sentence)
		}
	}
	assert.Empty(t, v.breaches)
	replies := strings.Count(log.String(), `"kind":"replied"`)
	forced := strings.Count(log.String(), `"forced":true`) // by the grammar; the network was not asked
	assert.Equal(t, replies-forced, strings.Count(log.String(), `"walk":{"choices":`))
	assert.Equal(t, replies, strings.Count(log.String(), `"text":"{\"tool\":`), "it decides without a thought")
}

// The embedded network does not choose whether there is a gloss, unless there is to be none.
func TestANetworkGlossesWhatCanBe(t *testing.T) {
	m, err := tiny.Open(tinytest.Bytes(tinytest.Random(tiny.Sizes()[0], weights.Tokenizer(), 1)), tiny.Config{})
	require.NoError(t, err)
	for gloss, want := range map[Gloss]bool{"": true, GlossAuto: true, GlossAlways: true, GlossOff: false} {
		tutor, err := New(Options{Model: func() model.Model { return m }, Loop: loop.Config{}, Gloss: gloss})
		require.NoError(t, err)
		glossed := false
		for _, sentence := range []string{"He goed to school.", "Yesterday she goed to school.", "My brother goed to school."} {
			var log bytes.Buffer
			r, err := tutor.Correct(t.Context(), sentence, &log, nil)
			require.NoError(t, err)
			assert.Equal(t, want, strings.Contains(log.String(), `"name":"gloss"`), gloss)
			glossed = glossed || r.SpanishGloss != nil
			if r.Corrected != nil {
				assert.Equal(t, want, r.SpanishGloss != nil, gloss)
			}
		}
		assert.True(t, want || !glossed)
	}
}

func TestModelsThatDoNotWalkHaveNoConfidence(t *testing.T) {
	r := correct(t, enforcing(t, lookUpGo, final(`"He went to school."`, "true", looked, "null")), "He goed to school.")
	assert.Nil(t, r.Confidence)
}

func TestTheLeastSureDecisionCounts(t *testing.T) {
	var r confidence
	for _, c := range []float64{0.9, 0.4, 0.7} {
		r.observe(loop.Event{Reply: &loop.ReplyInfo{Walk: &model.Walk{Confidence: c}}})
	}
	r.observe(loop.Event{Reply: &loop.ReplyInfo{}})
	r.observe(loop.Event{})
	if assert.NotNil(t, r.least) {
		assert.Equal(t, 0.4, *r.least)
	}
}
