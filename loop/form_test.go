package loop_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// inForm returns a loop whose model is asked in a form, and says these texts.
func inForm(t *testing.T, c loop.Config, texts ...string) (*loop.Loop, *fake.Scripted) {
	t.Helper()
	m := fake.Script(texts...)
	l, err := loop.New(strategy.ReAct{}, m, lettered(t), c)
	require.NoError(t, err)
	return l, m
}

func TestAFormIsOfTheConfigurationAndTheLog(t *testing.T) {
	const call, answer = `{"thought":"","tool":"a","tool_args":{"n":1}}`, `{"thought":"","tool":"final_answer","tool_args":{"text":"done"}}`
	c := loop.Config{Form: planner.DraftForm}
	l, m := inForm(t, c, `{"draft":"a comes first"}`, call, `{"draft":"that was all"}`, answer)
	r, _, events := logged(t, l)
	require.Equal(t, loop.Final, r.Outcome, r.Error)
	assert.Equal(t, "a comes first", r.Steps[0].Thought, "the draft is the thought that later prompts show")
	assert.Equal(t, 2, r.Counters.Steps)
	assert.Equal(t, 4, r.Counters.ModelCalls, "openings are requests, not steps")
	assert.Contains(t, m.Requests()[2].Messages[2].Content, `"thought":"a comes first"`)
	assert.Equal(t, planner.DraftForm, events[0].Run.Config.Form)
	require.NoError(t, l.Replay(t.Context(), events))

	other, _ := inForm(t, loop.Config{Form: planner.BareForm})
	require.Error(t, other.Replay(t.Context(), events), "another form is another run")

	_, err := loop.New(strategy.ReAct{}, fake.Script(), lettered(t), loop.Config{Form: "sonnet"})
	assert.ErrorContains(t, err, `there is no Form "sonnet", want one of`)
}

func TestAnInvalidOpeningIsRepaired(t *testing.T) {
	l, m := inForm(t, loop.Config{Form: planner.NameForm}, "Sure!", `{"asks_for":"a","closest_tool":"a","gives":"b","match":false}`,
		`{"thought":"","tool":"final_answer","tool_args":{"text":"done"}}`)
	r, _, _ := logged(t, l)
	require.Equal(t, loop.Final, r.Outcome, r.Error)
	assert.Equal(t, 1, r.Counters.Repairs)
	assert.Len(t, m.Requests(), 3)
}

func TestOpeningsLeaveRequestsForTheAnswer(t *testing.T) {
	const call, answer = `{"thought":"","tool":"a","tool_args":{"n":1}}`, `{"thought":"","tool":"final_answer","tool_args":{"text":"done"}}`
	l, m := inForm(t, loop.Config{Form: planner.DraftForm, Budget: loop.Budget{ModelCalls: 4}}, call, answer)
	r, _, _ := logged(t, l)
	require.Equal(t, loop.Final, r.Outcome, r.Error)
	assert.Len(t, m.Requests(), 2)
}

func TestARunPausesOnceBeforeADecisionInTwoRequests(t *testing.T) {
	c := loop.Config{Form: planner.DraftForm}
	c.Approval.Before = []model.Role{model.Executor}
	l, m := inForm(t, c, `{"draft":"no call"}`, `{"thought":"","tool":"final_answer","tool_args":{"text":"done"}}`)
	first, log, _ := logged(t, l)
	assert.Equal(t, loop.Paused, first.Outcome)
	assert.Empty(t, m.Requests())
	r, pauses := patiently(t, l, bytes.NewBuffer(log))
	assert.Equal(t, loop.Final, r.Outcome, r.Error)
	assert.Zero(t, pauses, "it goes on to its end")
}

// A judge is a model that can say how likely its words are.
type judge struct{ *fake.Scripted }

func (judge) Judges(context.Context) bool { return true }

// TestAModelThatJudgesSaysWhetherAToolFits: the log knows that it could, and is replayed without it.
func TestAModelThatJudgesSaysWhetherAToolFits(t *testing.T) {
	const call, answer = `{"thought":"","tool":"a","tool_args":{"n":1}}`, `{"thought":"","tool":"final_answer","tool_args":{"text":"done"}}`
	for _, replies := range [][]string{{`"yes"`, call, answer}, {`"no"`, `"no"`, call, answer}, {`"no"`, `"yes"`, answer}} {
		m := fake.Script(replies...)
		l, err := loop.New(strategy.ReAct{}, judge{m}, lettered(t), loop.Config{Form: planner.FitForm})
		require.NoError(t, err)
		r, _, events := logged(t, l)
		require.Equal(t, loop.Final, r.Outcome, r.Error)
		require.Len(t, m.Requests(), len(replies))
		for i, req := range m.Requests() {
			assert.Equal(t, len(replies[i]) < 9, req.Odds > 0)
		}
		offline, _ := inForm(t, loop.Config{Form: planner.FitForm})
		assert.NoError(t, offline.Replay(t.Context(), events))
	}
}

func TestARunThatPausesBeforeAJudgmentGoesOn(t *testing.T) {
	const call, answer = `{"thought":"","tool":"a","tool_args":{"n":1}}`, `{"thought":"","tool":"final_answer","tool_args":{"text":"done"}}`
	c := loop.Config{Form: planner.FitForm}
	c.Approval.Before = []model.Role{model.Executor}
	l, err := loop.New(strategy.ReAct{}, judge{fake.Script(`"yes"`, call, answer)}, lettered(t), c)
	require.NoError(t, err)
	first, log, _ := logged(t, l)
	require.Equal(t, loop.Paused, first.Outcome)
	r, pauses := patiently(t, l, bytes.NewBuffer(log))
	assert.Equal(t, loop.Final, r.Outcome, r.Error)
	assert.Equal(t, 1, pauses)
}
