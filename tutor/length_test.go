package tutor

import (
	"bytes"
	"context"
	"iter"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/tutor/rules"
)

// A trained model is one that the tutor knows nothing of.
type trained struct{ *fake.Scripted }

func (trained) Name() string { return "trained" }

func (m trained) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return m.Scripted.Generate(ctx, req)
}

func TestTheLengthFollowsTheModel(t *testing.T) {
	for _, row := range []struct {
		m    model.Model
		want loop.Enforce
	}{
		{rules.New(), loop.Full},
		{fake.Random(1), loop.Full},
		{fake.Script(), loop.Full},
		{trained{fake.Script()}, loop.GroundedPolicy},
		{sized{trained{fake.Script()}, 0}, loop.GroundedPolicy},
		{sized{trained{fake.Script()}, 500_000_000}, loop.MixedPolicy},
		{sized{trained{fake.Script()}, 1_500_000_000}, loop.MixedPolicy},
		{sized{trained{fake.Script()}, 3_200_000_000}, loop.GroundedPolicy},
		{model.Guard(sized{trained{fake.Script()}, 500_000_000}), loop.MixedPolicy},
		{model.Guard(rules.New()), loop.Full},
		{model.Guard(trained{fake.Script()}), loop.GroundedPolicy},
	} {
		assert.Equal(t, row.want, LengthFor(row.m), row.m.Name())
	}
}

// plays returns what makes a model that says a script, once for each input.
func plays(outputs ...string) func() model.Model {
	return func() model.Model { return trained{fake.Script(outputs...)} }
}

const lookUpPlay = `{"thought":"","tool":"conjugate","tool_args":{"person":"1sg","tense":"past_simple","verb":"play"}}`

func finalText(corrected string) string {
	return `{"thought":"","tool":"final_answer","tool_args":{"corrected":` + corrected + `,"in_scope":true,"rationale":["the other clause is past"],"spanish_gloss":null}}`
}

// A trained model says what the analysis does not know, the log says how it was held, and the run can be made again.
func TestATrainedModelIsGrounded(t *testing.T) {
	const sentence = "Now I stay and when I was a child I play chess."
	o := Options{Model: plays(lookUpPlay, finalText(`"Now I stay and when I was a child I played chess."`)), Loop: loop.Usual(), Trace: true}
	tutor, err := New(o)
	require.NoError(t, err)
	var log bytes.Buffer
	r, err := tutor.Correct(t.Context(), sentence, &log, nil)
	require.NoError(t, err)
	require.NotNil(t, r.Corrected, r.Problem)
	assert.Equal(t, "Now I stay and when I was a child I played chess.", *r.Corrected)
	require.Len(t, r.Rationale, 2)
	assert.Contains(t, r.Rationale[0], "past_simple, 1sg of play: played")
	assert.Contains(t, r.Rationale[0], "[conjugate]")
	assert.Equal(t, "the other clause is past", r.Rationale[1])
	header, _, _ := bytes.Cut(log.Bytes(), []byte("\n"))
	assert.Equal(t, "grounded", gjson.GetBytes(header, "run.config.enforce").Str)

	events, _, err := loop.ReadLog(&log)
	require.NoError(t, err)
	again, err := ForRun(*events[0].Run, Options{})
	require.NoError(t, err)
	assert.NoError(t, again.Replay(t.Context(), events))
	same, err := again.ReportOf(events)
	require.NoError(t, err)
	assert.Equal(t, r.Rationale, same.Rationale)
}

// The analysis has a say: what it saw as right and the model changed is unsure, and another model is asked. That
// one is held as its own kind is, and can say something else.
func TestADisputedAnswerIsUnsure(t *testing.T) {
	const sentence = "I play chess."
	played := plays(lookUpPlay, finalText(`"I played chess."`))
	zero := 0.0
	for name, row := range map[string]struct {
		o         Options
		corrected string
		unsure    bool
		why       string
	}{
		"alone":                           {Options{Model: played}, "I played chess.", true, ""},
		"to someone who takes any answer": {Options{Model: played, MinConfidence: &zero}, "I played chess.", false, ""},
		"with another model":              {Options{Model: played, Escalate: func() model.Model { return rules.New() }}, "", false, "disputed"},
		"with one that says the same":     {Options{Model: played, Escalate: played}, "I played chess.", true, "disputed"},
	} {
		t.Run(name, func(t *testing.T) {
			row.o.Loop = loop.Usual()
			tutor, err := New(row.o)
			require.NoError(t, err)
			r := correct(t, tutor, sentence)
			assert.Equal(t, row.corrected, stringOr(r.Corrected, ""))
			assert.Equal(t, row.unsure, r.Unsure)
			assert.Equal(t, row.unsure, r.Disputed)
			if row.why != "" {
				require.Len(t, r.Escalations, 1)
				assert.Equal(t, row.why, r.Escalations[0].Why)
			}
		})
	}
}

// A better model that is asked because the first was unsure is not held as the first one was.
func TestEscalationLeadsToALengthAtWhichMoreCanBeSaid(t *testing.T) {
	const sentence = "Now I stay and when I was a child I play chess."
	config := loop.Usual()
	config.Enforce = loop.Full
	better := plays(lookUpPlay, finalText(`"Now I stay and when I was a child I played chess."`))
	tutor, err := New(Options{Model: func() model.Model { return fake.Script() }, Escalate: better, Loop: config})
	require.NoError(t, err)
	r := correct(t, tutor, sentence)
	require.NotNil(t, r.Corrected, r.Problem)
	assert.Len(t, r.Rationale, 2)
}
