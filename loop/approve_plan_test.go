package loop_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// waiting runs a strategy whose plans a person approves to its first question, and returns what goes on.
func waiting(t *testing.T, replans int, scripts map[string]string) (first loop.Result,
	resume func(*loop.Reply) (loop.Result, error), m *cast) {
	t.Helper()
	m = &cast{t: t, scripts: scripts, used: map[string]int{}}
	p := planExecute(func(p *strategy.PlanExecute) { p.Replans = replans })
	c := bare()
	c.Approval.Plans = true
	l, err := loop.New(p, m, lettered(t), c)
	require.NoError(t, err)
	var log bytes.Buffer
	first, err = l.Run(t.Context(), "the task", &log)
	require.NoError(t, err)
	require.Equal(t, loop.Paused, first.Outcome)
	return first, func(reply *loop.Reply) (loop.Result, error) {
		events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
		require.NoError(t, err)
		result, err := l.Resume(t.Context(), events, reply, &log, nil)
		if err == nil && result.Outcome != loop.Paused {
			events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
			require.NoError(t, err)
			assert.NoError(t, l.Replay(t.Context(), events), "it replays, questions and replies included")
		}
		return result, err
	}, m
}

func TestCase085PlansAreApproved(t *testing.T) {
	t.Run("nothing runs before the word", func(t *testing.T) {
		first, resume, m := waiting(t, 2, map[string]string{"planner": "P(a)", "s1": "D", "synthesizer": "F"})
		assert.EqualValues(t, "plan", first.Reason)
		assert.Equal(t, "do the part a", first.Interrupt.Plan.Steps[0].Description)
		assert.Empty(t, m.of("s1"))
		again, err := resume(nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Paused, again.Outcome)
		result, err := resume(&loop.Reply{Interrupt: "i1", Do: loop.Approve})
		require.NoError(t, err)
		assert.Equal(t, loop.Final, result.Outcome)
	})
	t.Run("an edited plan runs", func(t *testing.T) {
		_, resume, m := waiting(t, 2, map[string]string{"planner": "P(a)", "s1": "D", "s2": "D", "synthesizer": "F"})
		_, err := resume(&loop.Reply{Interrupt: "i1", Do: loop.Edit,
			Plan: []byte(`{"steps":[{"id":"s1","description":"do it my way","tool":"nothing"}]}`)})
		require.ErrorContains(t, err, `names the tool "nothing"`)
		result, err := resume(&loop.Reply{Interrupt: "i1", Do: loop.Edit,
			Plan: []byte(`{"facts":"","steps":[{"id":"s1","description":"do it my way"},{"description":"and that too","depends_on":["s1"]}]}`)})
		require.NoError(t, err)
		assert.Equal(t, loop.Final, result.Outcome)
		assert.Contains(t, m.of("s1")[0].text(), "do it my way")
		assert.Equal(t, planner.ByPerson, result.Plan.Revisions[1].By)
	})
	t.Run("what is settled cannot be edited", func(t *testing.T) {
		_, resume, _ := waiting(t, 2, map[string]string{"planner": "P(a b) P(c)", "s1": "D", "s2": "X", "s3": "D", "synthesizer": "F"})
		second, err := resume(&loop.Reply{Interrupt: "i1", Do: loop.Approve})
		require.NoError(t, err)
		require.Equal(t, "i2", second.Interrupt.ID)
		_, err = resume(&loop.Reply{Interrupt: "i2", Do: loop.Edit, Plan: []byte(`{"steps":[{"id":"s1","description":"something else"}]}`)})
		require.ErrorContains(t, err, "s1 is settled (done) and cannot be changed")
		result, err := resume(&loop.Reply{Interrupt: "i2", Do: loop.Approve})
		require.NoError(t, err)
		assert.Equal(t, loop.Final, result.Outcome)
	})
	t.Run("a plan that is sent back is made again, knowing why", func(t *testing.T) {
		_, resume, m := waiting(t, 1, map[string]string{"planner": "P(a) P(b)", "s1": "D", "synthesizer": "F"})
		second, err := resume(&loop.Reply{Interrupt: "i1", Do: loop.Reject, Text: "ask the library first"})
		require.NoError(t, err)
		require.Equal(t, loop.Paused, second.Outcome)
		assert.Contains(t, m.of("planner")[1].text(), "ask the library first")
		result, err := resume(&loop.Reply{Interrupt: "i2", Do: loop.Approve})
		require.NoError(t, err)
		assert.Equal(t, loop.Final, result.Outcome)
		assert.Equal(t, 1, result.Counters.Replans)
	})
	t.Run("with none left it is over", func(t *testing.T) {
		_, resume, _ := waiting(t, -1, map[string]string{"planner": "P(a)"})
		result, err := resume(&loop.Reply{Interrupt: "i1", Do: loop.Reject, Text: "no"})
		require.NoError(t, err)
		assert.EqualValues(t, "could_not_plan/rejected", string(result.Outcome)+"/"+string(result.Reason))
	})
	t.Run("a plan can be sent back without a word", func(t *testing.T) {
		for _, p := range []planner.Planner{
			planExecute(func(p *strategy.PlanExecute) { p.Replans = 1 }),
			planAct(func(p *strategy.PlanAct) { p.Replans = 1 }),
		} {
			c := bare()
			c.Approval.Plans = true
			c.Approval.Ask = func(_ context.Context, i loop.Interrupt) (loop.Reply, error) {
				return loop.Reply{Interrupt: i.ID, Do: loop.Reject}, nil
			}
			got := playOnce(t, p, c, lettered(t), map[string]string{"planner": "P(a) P(b)"})
			got.ended(t, "could_not_plan/rejected")
			var causes []planner.Cause
			for _, e := range got.events {
				if e.Decision != nil && e.Decision.Plan != nil {
					causes = append(causes, e.Decision.Plan.Plan.LastRevision().Cause)
				}
			}
			assert.Equal(t, []planner.Cause{planner.FirstPlan, planner.Rejected}, causes, "the second plan knows that the first was sent back")
		}
	})
	t.Run("an approver that fails sends the plan back", func(t *testing.T) {
		c := bare()
		c.Approval.Plans = true
		c.Approval.Ask = func(context.Context, loop.Interrupt) (loop.Reply, error) {
			return loop.Reply{}, errors.New("gone home")
		}
		p := planExecute(func(p *strategy.PlanExecute) { p.Replans = -1 })
		got := playOnce(t, p, c, lettered(t), map[string]string{"planner": "P(a)"})
		got.ended(t, "could_not_plan/rejected")
		assert.True(t, strings.Contains(got.result.Error, "gone home"), got.result.Error)
	})
}
