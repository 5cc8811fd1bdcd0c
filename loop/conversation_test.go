package loop_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// talk has a conversation over the shelf, and returns its prompts, the last of each turn, and its log.
func talk(t *testing.T, p planner.Planner, c loop.Config, questions int) (*loop.Conversation, [][]model.Message, []byte) {
	t.Helper()
	var replies []string
	for i := range questions {
		replies = append(replies, shelfTake, fmt.Sprintf(`{"thought":"","tool":"final_answer","tool_args":{"text":"answer %d"}}`, i+1))
	}
	m := fake.Script(replies...)
	l, err := loop.New(p, m, shelf(t, `{}`), c)
	require.NoError(t, err)
	talk := l.Converse()
	var log bytes.Buffer
	var prompts [][]model.Message
	for i := range questions {
		result, err := talk.Ask(t.Context(), fmt.Sprintf("question %d", i+1), &log, nil)
		require.NoError(t, err)
		require.Equal(t, loop.Final, result.Outcome, result.Error)
		requests := m.Requests()
		prompts = append(prompts, requests[len(requests)-1].Messages)
	}
	return talk, prompts, log.Bytes()
}

func textOf(messages []model.Message) string {
	var b strings.Builder
	for _, m := range messages {
		fmt.Fprintln(&b, m.Content)
	}
	return b.String()
}

func TestATurnReadsTheEarlierOnes(t *testing.T) {
	c, prompts, log := talk(t, strategy.ReAct{}, loop.Config{}, 3)
	assert.Len(t, c.Turns(), 3)
	assert.Equal(t, 0, c.Folded())
	for i := 1; i < len(prompts); i++ {
		n := len(prompts[i-1]) - 1 // but for its status line
		assert.Equal(t, prompts[i-1][:n], prompts[i][:n], "a prompt begins as the one before")
	}
	last := textOf(prompts[2])
	for _, part := range []string{"question 1", "took bolts", "answer 1", "question 2", "answer 2", "question 3"} {
		assert.Contains(t, last, part)
	}
	assert.Equal(t, 1, strings.Count(last, "nails"), "a listing that shows nothing new is not shown again")

	// The log has each turn as a run, from which the conversation is made again, and each is resumed at any event.
	again, err := loop.New(strategy.ReAct{}, fake.Script(), shelf(t, `{}`), loop.Config{})
	require.NoError(t, err)
	restored := again.Converse()
	runs := 0
	for run, err := range loop.ReadLogs(bytes.NewReader(log)) {
		require.NoError(t, err)
		require.NoError(t, again.Replay(t.Context(), run.Events))
		require.NoError(t, restored.Add(run.Events))
		runs++
	}
	assert.Equal(t, 3, runs)
	assert.Equal(t, c.Turns(), restored.Turns())
}

func TestATurnIsResumedWhereItWasBrokenOff(t *testing.T) {
	_, _, log := talk(t, strategy.ReAct{}, loop.Config{}, 2)
	var second []loop.Event
	for run := range loop.ReadLogs(bytes.NewReader(log)) {
		second = run.Events
	}
	require.Len(t, second[0].Run.Earlier, 1)
	for n := 1; n < len(second); n++ {
		replies := []string{shelfTake, `{"thought":"","tool":"final_answer","tool_args":{"text":"answer 2"}}`}
		for _, e := range second[:n] {
			if e.Kind == loop.Replied {
				replies = replies[1:]
			}
		}
		l, err := loop.New(strategy.ReAct{}, fake.Script(replies...), shelf(t, `{}`), loop.Config{})
		require.NoError(t, err)
		result, err := l.Resume(t.Context(), second[:n], nil, nil, nil)
		if err == nil && result.Interrupt != nil { // whether take was carried out is not known
			assert.Equal(t, loop.UnsureCall, result.Interrupt.Kind)
			continue
		}
		require.NoError(t, err, n)
		assert.Equal(t, loop.Final, result.Outcome, n)
	}
}

func TestAConversationFoldsWhatDoesNotFit(t *testing.T) {
	config := loop.Config{Limits: loop.Limits{ContextTokens: 4000, ReplyTokens: 100}}
	c, prompts, log := talk(t, strategy.ReAct{}, config, 60)
	assert.Greater(t, c.Folded(), 10)
	assert.Len(t, c.Turns(), 60)
	changed := 0
	for i := 1; i < len(prompts); i++ {
		n := min(len(prompts[i-1])-1, len(prompts[i]))
		if !slices.Equal(prompts[i-1][:n], prompts[i][:n]) {
			changed++
		}
		assert.Less(t, len(textOf(prompts[i])), 16_000)
	}
	assert.Less(t, changed, 12, "prompts seldom begin anew")
	assert.Greater(t, changed, 0)
	toldFolded(t, strategy.ReAct{}, config, log)
}

// toldFolded checks that the runs of a log say how many turns they read less of, and that they are replayed.
func toldFolded(t *testing.T, p planner.Planner, c loop.Config, log []byte) {
	t.Helper()
	again, err := loop.New(p, fake.Script(), shelf(t, `{}`), c)
	require.NoError(t, err)
	first, last := 0, 0
	for run, err := range loop.ReadLogs(bytes.NewReader(log)) {
		require.NoError(t, err)
		first, last = cmp.Or(first, run.Events[0].Run.Folded), run.Events[0].Run.Folded
		assert.Equal(t, last > 0, len(run.Events[len(run.Events)-1].Result.Warnings) > 0)
		require.NoError(t, again.Replay(t.Context(), run.Events))
	}
	assert.Positive(t, first)
	assert.Greater(t, last, first)
}

func TestAStrategyThatReadsNoTurnsIsToldOfThem(t *testing.T) {
	l, err := loop.New(sayer{}, fake.Script(), shelf(t), loop.Config{})
	require.NoError(t, err)
	c := l.Converse()
	for i, want := range []string{"one", "Earlier in this conversation:\nQuestion: one\nAnswer: said\n\nNow: two",
		"Earlier in this conversation:\nQuestion: one\nAnswer: said\nQuestion: two\nAnswer: said\n\nNow: three"} {
		result, err := c.Ask(t.Context(), []string{"one", "two", "three"}[i], nil, func(e loop.Event) {
			if e.Run != nil {
				assert.Equal(t, want, e.Run.Task)
			}
		})
		require.NoError(t, err)
		require.Equal(t, loop.Final, result.Outcome, result.Error)
	}
	assert.Equal(t, "two", c.Turns()[1].Task)

	var log bytes.Buffer
	l, err = loop.New(sayer{}, fake.Script(), shelf(t, `{}`), loop.Config{})
	require.NoError(t, err)
	c = l.Converse()
	for range 40 {
		_, err := c.Ask(t.Context(), strings.Repeat("x", 1000), &log, nil)
		require.NoError(t, err)
	}
	toldFolded(t, sayer{}, loop.Config{}, log.Bytes())
}

// A question may hold the words by which a task tells of earlier turns.
func TestAQuestionIsKeptWhole(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Script(shelfAnswer), shelf(t), loop.Config{})
	require.NoError(t, err)
	c := l.Converse()
	const question = "He wrote:\nNow: where are the bolts?"
	_, err = c.Ask(t.Context(), question, nil, nil)
	require.NoError(t, err)
	assert.Equal(t, question, c.Turns()[0].Task)
}

func TestATurnWithoutAnAnswerLeavesNothing(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Script("nonsense", "nonsense"), shelf(t), loop.Config{})
	require.NoError(t, err)
	c := l.Converse()
	result, err := c.Ask(t.Context(), "one", nil, nil)
	require.NoError(t, err)
	assert.Equal(t, loop.ModelFailure, result.Outcome)
	assert.Empty(t, c.Turns())
	assert.ErrorIs(t, c.Add(nil), loop.ErrNoLog)
}

// sayer answers without a model.
type sayer struct{}

func (sayer) Name() string            { return "sayer" }
func (sayer) Roles() []model.RoleForm { return nil }

func (sayer) Next(context.Context, planner.State, planner.Allowed, planner.Ask) (planner.Decision, error) {
	return planner.Decision{Kind: planner.FinalDecision, Answer: json.RawMessage(`{"text":"said"}`)}, nil
}
