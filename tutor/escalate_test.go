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
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/model/tiny/tinytest"
	"github.com/shortleash/shortleash/tutor/rules"
	"github.com/shortleash/shortleash/tutor/weights"
)

// A weigher says what a script says, with one confidence, and knows a threshold.
type weigher struct {
	*fake.Scripted
	name              string
	confidence, least float64
}

func (w *weigher) Name() string       { return w.name }
func (w *weigher) Threshold() float64 { return w.least }

func (w *weigher) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		for c, err := range w.Scripted.Generate(ctx, req) {
			if c.Done {
				c.Usage.Walk = &model.Walk{Choices: 1, Confidence: w.confidence}
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// weighing returns a model that makes a new weigher for each input.
func weighing(name string, confidence, least float64, outputs ...string) func() model.Model {
	return func() model.Model { return &weigher{fake.Script(outputs...), name, confidence, least} }
}

var (
	fine = final("null", "true", "fine", "null")
	went = final(`"He went."`, "true", "go is irregular.", "null")
)

func TestWhoAnswers(t *testing.T) {
	half := 0.5
	for name, row := range map[string]struct {
		first, second func() model.Model
		least         *float64
		outcome       loop.Outcome
		corrected     bool // only the second does so
		unsure        bool
		confidence    float64
		steps         int
		why           string
		came          loop.Outcome // of the second run; "": there was none
	}{
		"a sure answer stands": {weighing("a", 0.9, 0.8, fine), weighing("b", 1, 0, went),
			nil, loop.Final, false, false, 0.9, 1, "", ""},
		"at the threshold it is sure": {weighing("a", 0.8, 0.8, fine), weighing("b", 1, 0, went),
			nil, loop.Final, false, false, 0.8, 1, "", ""},
		"below it, the other model answers": {weighing("a", 0.7, 0.8, fine), weighing("b", 1, 0, went),
			nil, loop.Final, true, false, 1, 2, "confidence", loop.Final},
		"a threshold that is given counts instead of the model's": {weighing("a", 0.7, 0.8, fine), weighing("b", 1, 0, went),
			&half, loop.Final, false, false, 0.7, 1, "", ""},
		"the other model may be unsure too": {weighing("a", 0.7, 0.8, fine),
			weighing("b", 0.1, 0.2, went), nil, loop.Final, true, true, 0.1, 2, "confidence", loop.Final},
		"without another model, it is marked": {weighing("a", 0.7, 0.8, fine), nil, nil, loop.Final,
			false, true, 0.7, 1, "", ""},
		"if the other one fails, it is marked": {weighing("a", 0.7, 0.8, fine),
			weighing("b", 1, 0, lookUpGo, lookUpGo), nil, loop.Final, false, true, 0.7, 3, "confidence", loop.DuplicateAction},
		"a run without an answer is made again": {weighing("a", 0.9, 0, lookUpGo, lookUpGo),
			weighing("b", 1, 0, went), nil, loop.Final, true, false, 1, 3, "duplicate_action", loop.Final},
		"if that has none either, it ends as it did first": {weighing("a", 0.9, 0, lookUpGo, lookUpGo),
			weighing("b", 1, 0), nil, loop.DuplicateAction, false, false, 0.9, 2, "duplicate_action", loop.ModelFailure},
		"weights without a threshold are sure of all they say": {weighing("a", 0, 0, fine), weighing("b", 1, 0, went),
			nil, loop.Final, false, false, 0, 1, "", ""},
		"a run without an answer is not marked unsure, it is no answer": {weighing("a", 0.1, 0.8, lookUpGo, lookUpGo), nil, nil,
			loop.DuplicateAction, false, false, 0.1, 2, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			tutor, err := New(Options{Model: row.first, Escalate: row.second, MinConfidence: row.least, Loop: loose(), Trace: true})
			require.NoError(t, err)
			r := correct(t, tutor, "He goed.")
			assert.Equal(t, row.outcome, r.Outcome)
			assert.Equal(t, row.corrected, r.Corrected != nil)
			assert.Equal(t, row.unsure, r.Unsure)
			assert.Equal(t, row.confidence, *r.Confidence)
			assert.Equal(t, row.steps, r.Steps, "both runs count")
			assert.Len(t, r.Trace, row.steps)
			assert.Equal(t, "a", r.Model)
			assert.Equal(t, row.second == nil, r.Escalations == nil)
			assert.Equal(t, row.outcome != loop.Final, r.Problem != "")
			if row.came == "" {
				assert.Empty(t, r.Escalations)
				return
			}
			e := r.Escalations[0]
			first, _ := model.Collect(row.first().Generate(t.Context(), model.Request{}))
			assert.Equal(t, first.Usage.Walk.Confidence, *e.Confidence)
			assert.Equal(t, row.came != loop.Final, e.Problem != "")
			e.Confidence, e.Problem = nil, ""
			assert.Equal(t, []Escalation{{Sentence: "He goed.", Why: row.why, Model: "b", Outcome: row.came}}, []Escalation{e})
		})
	}
}

func TestEachSentenceIsMadeAgainByItself(t *testing.T) {
	say := func(input string) func() model.Model {
		return func() model.Model { return listener{confidence: map[string]float64{input: 0.2}} }
	}
	tutor, err := New(Options{Model: say(`{"sentence":"She is."}`), Escalate: shared(rules.New()), MinConfidence: new(0.5),
		Loop: loop.Config{}})
	require.NoError(t, err)
	r := correct(t, tutor, "He goed. She is. They was.")
	assert.Equal(t, "He went. She is. They were.", *r.Corrected)
	require.Len(t, r.Escalations, 1)
	assert.Equal(t, "She is.", r.Escalations[0].Sentence)
	assert.Equal(t, 0.9, *r.Confidence, "of what stands")
	assert.False(t, r.Unsure)
}

// A listener plays rules, and is less sure of some sentences.
type listener struct {
	rules.Model
	confidence map[string]float64
}

func (l listener) Name() string { return "listener" }

func (l listener) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		for c, err := range l.Model.Generate(ctx, req) {
			if c.Done {
				c.Usage.Walk = &model.Walk{Confidence: 0.9}
				if least, ok := l.confidence[req.Messages[0].Content]; ok {
					c.Usage.Walk.Confidence = least
				}
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// The second run follows the first in the log, names it, and goes by the same policy and language;
// each can be gone through again by itself.
func TestTheLogNamesTheParent(t *testing.T) {
	net, err := tiny.Open(tinytest.Bytes(tinytest.Random(tiny.Sizes()[0], weights.Tokenizer(), 1)), tiny.Config{})
	require.NoError(t, err)
	tutor, err := New(Options{Model: shared(net), Escalate: shared(rules.Model{Gloss: true}), MinConfidence: new(1.0),
		Loop: loop.Config{}, Gloss: GlossOff})
	require.NoError(t, err)
	var log bytes.Buffer
	r, err := tutor.Correct(t.Context(), "He goed to school.", &log, nil)
	require.NoError(t, err)
	assert.Equal(t, "He went to school.", *r.Corrected)
	assert.Nil(t, r.SpanishGloss)

	var runs [][]loop.Event
	for run, err := range loop.ReadLogs(&log) {
		require.NoError(t, err)
		runs = append(runs, run.Events)
	}
	require.Len(t, runs, 2)
	first, second := runs[0][0].Run, runs[1][0].Run
	assert.Empty(t, first.Config.Parent)
	assert.Equal(t, first.ID, second.Config.Parent)
	assert.NotEqual(t, first.ID, second.ID)
	assert.Equal(t, first.Rules, second.Rules)
	assert.Equal(t, first.Tools, second.Tools)
	assert.Equal(t, []string{"rules"}, second.Models[model.Executor])
	for _, events := range runs {
		again, err := ForRun(*events[0].Run, Options{})
		require.NoError(t, err)
		assert.NoError(t, again.Replay(t.Context(), events))
	}
}

func TestWhatStopsARunIsNoDoubt(t *testing.T) {
	tutor, err := New(Options{Model: weighing("a", 0.1, 0.8, lookUpGo, fine), Escalate: weighing("b", 1, 0, went), Loop: loose()})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := tutor.Correct(ctx, "He goed.", nil, func(e loop.Event) {
		if e.Kind == loop.Observed {
			cancel()
		}
	})
	require.NoError(t, err)
	assert.Equal(t, loop.Cancelled, r.Outcome)
	assert.Empty(t, r.Escalations)
}

func TestMisfitsAreFoundBeforeTheFirstSentence(t *testing.T) {
	net, err := tiny.Open(tinytest.Bytes(tinytest.Random(tiny.Sizes()[0], weights.Tokenizer(), 1)), tiny.Config{})
	require.NoError(t, err)
	_, err = New(Options{Model: shared(rules.New()), Escalate: shared(net), Planner: "plan-act", Loop: loop.Config{}})
	assert.ErrorContains(t, err, "plays the strategy react only")
	for _, c := range []float64{-0.1, 1.1} {
		_, err = New(Options{Model: shared(rules.New()), MinConfidence: &c, Loop: loop.Config{}})
		assert.ErrorContains(t, err, "want a number from 0 to 1")
	}
}
