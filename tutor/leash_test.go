package tutor

import (
	"bytes"
	"context"
	"iter"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

// A sized model is one that knows how many parameters it has.
type sized struct {
	model.Model
	parameters int64
}

func (s sized) Parameters() int64 { return s.parameters }

func TestTheLeashFollowsTheModel(t *testing.T) {
	for _, row := range []struct {
		m    model.Model
		want loop.Leash
	}{
		{rules.New(), loop.Full},
		{fake.Random(1), loop.Full},
		{fake.Script(), loop.Full},
		{trained{fake.Script()}, Mixed},
		{sized{trained{fake.Script()}, 500_000_000}, Mixed},
		{model.Guard(trained{fake.Script()}), Mixed},
		{model.Guard(rules.New()), loop.Full},
	} {
		assert.Equal(t, row.want, LeashFor(row.m), row.m.Name())
	}
}

// plays returns what makes a model that says a script, once for each input.
func plays(outputs ...string) func() model.Model {
	return func() model.Model { return trained{fake.Script(outputs...)} }
}

// A trained model says what the analysis does not know, the log says how it was held, and the run can be made again.
func TestATrainedModelIsHeldAtMixed(t *testing.T) {
	const sentence, mended = "Don't to forget your sunglasses, Ana.", "Don't forget your sunglasses, Ana."
	tutor, err := New(Options{Model: plays(rewritten(mended)), Loop: loop.Config{}, Trace: true})
	require.NoError(t, err)
	var log bytes.Buffer
	r, err := tutor.Correct(t.Context(), sentence, &log, nil)
	require.NoError(t, err)
	assert.Equal(t, mended, stringOr(r.Corrected, ""), r.Problem)
	events, _, err := loop.ReadLog(&log)
	require.NoError(t, err)
	assert.Equal(t, loop.Full, events[0].Run.Config.Leash)
	recorded, _ := recordedTerms(*events[0].Run)
	assert.Equal(t, Mixed, recorded.Leash)
	again, err := ForRun(*events[0].Run, Options{})
	require.NoError(t, err)
	assert.NoError(t, again.Replay(t.Context(), events))
	same, err := again.ReportOf(events)
	require.NoError(t, err)
	assert.Equal(t, r.Rationale, same.Rationale)
}

// A better model that is asked because the first was unsure is not held as the first one was.
func TestEscalationLeadsToALeashOnWhichMoreCanBeSaid(t *testing.T) {
	const sentence, mended = "Don't to forget your sunglasses, Ana.", "Don't forget your sunglasses, Ana."
	config := loop.Config{}
	config.Leash = loop.Full
	tutor, err := New(Options{Model: func() model.Model { return fake.Script() }, Escalate: plays(rewritten(mended)), Loop: config})
	require.NoError(t, err)
	assert.Equal(t, mended, stringOr(correct(t, tutor, sentence).Corrected, ""))
}
