package loop_test

import (
	"bytes"
	"context"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
)

// An adviser is a model that knows what to do about what it says.
type adviser struct{ model.Model }

func (adviser) Advice(error) string { return "Feed it more." }

func TestWhatTheModelAdvisesIsReadAtTheEnd(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, adviser{fake.Play(replies("! !", 0)...)}, lettered(t),
		strict(loop.Config{Allowances: loop.Allowances{Repairs: 1}}))
	require.NoError(t, err)
	var log bytes.Buffer
	r, err := l.Run(t.Context(), "task", &log)
	require.NoError(t, err)
	assert.Contains(t, r.Error, `was not a legal decision: grammar: byte 0: got "S", want an object. Feed it more.`)
	assert.Contains(t, log.String(), `"advice":"Feed it more."`)

	events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
	require.NoError(t, err)
	assert.NoError(t, l.Replay(t.Context(), events), "and is the same in a replay")
}

// A mute model says nothing, or a letter, until its context ends.
type mute struct{ letter string }

func (mute) Name() string { return "mute" }

func (m mute) Generate(ctx context.Context, _ model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		if m.letter == "" || yield(model.Chunk{Text: m.letter}, nil) {
			<-ctx.Done()
			yield(model.Chunk{}, ctx.Err())
		}
	}
}

func TestTheEndOfTheTimeSaysWhatTheModelWasDoing(t *testing.T) {
	for letter, want := range map[string]string{
		"":  "the run's time of 1m0s is over, and mute had sent nothing for the last 1m0s of it; allow more time, or use a smaller model",
		"{": "the run's time of 1m0s is over, and mute had been writing for the last 1m0s of it; allow more time, or use a smaller model",
	} {
		synctest.Test(t, func(t *testing.T) {
			l, err := loop.New(strategy.ReAct{}, mute{letter}, lettered(t), strict(loop.Config{Budget: loop.Budget{Wall: time.Minute}}))
			require.NoError(t, err)
			r, err := l.Run(t.Context(), "task", nil)
			require.NoError(t, err)
			assert.Equal(t, want, r.Error)
		})
	}
}
